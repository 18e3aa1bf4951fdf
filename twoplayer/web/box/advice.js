// Advice: who is ahead, the best moves where somebody asks for them, and all of them with their
// exact odds.

import { openDoor } from "../evening/door.js";
import { isBeaten, isProgrammed } from "../evening/evening.js";
import { openPlayers } from "../evening/players.js";
import { openSend } from "../menu/send.js";
import { button, fill, made, say } from "../shared/dom.js";
import { equal } from "../shared/exact.js";
import { isBehind } from "../today/behind.js";
import { openDay } from "../today/day.js";
import { dayBefore, today } from "../today/diary.js";
import { SAY } from "../words/speech.js";
import { openOdds } from "./all-odds.js";
import { diceNow, game, mayRoll, rulesOfGame, solver, tilesIn } from "./board.js";
import {
  bestMoves, chanceTexts, diceOptions, hinted, isAwaited, mayHint, nearSign, oddsNow, riskNow,
} from "./chances.js";
import { cover, endTurn, pickDice } from "./moves.js";
import { openStory } from "./story.js";

const MOST_HINTS = 3;

// The choices below the dice: how many of them, the best moves, the story at the end.
export function drawAdvice() {
  const shown = hinted();
  const moves = shown ? bestMoves() : [];
  const chips = moves.length ? moveChips(moves) : diceChips(shown);
  if (shown && !chips.length) chips.push({ what: SAY.risk, chance: riskNow(), act: openOdds });
  if (isBeaten() && mayRoll() && !isProgrammed()) chips.push({ what: SAY.endHere, chance: "", act: endTurn });
  chips.push(...otherChips());
  fill("chips", JSON.stringify([solver().link, chips]), () => chips.map(chip));
}

// The best moves, and the way to all of them.
function moveChips(moves) {
  const first = moves.slice(0, MOST_HINTS);
  const [near, texts] = [nearSign(oddsNow()), chanceTexts(first)];
  const chips = first.map(({ move, value }, place) => {
    const best = equal(value, first[0].value);
    return { what: tilesIn(move), chance: near + texts[place], best, act: () => cover(move) };
  });
  return [...chips, { what: SAY.allMoves, chance: "", act: openOdds }];
}

// How many dice may be rolled, where that is a choice, and with what chance if that is shown.
function diceChips(shown) {
  const counts = mayRoll() && !isProgrammed() && !isBehind() ? rulesOfGame().diceCounts(game.open) : [];
  if (counts.length < 2) return [];
  const options = shown ? diceOptions() : [];
  const [near, texts] = [nearSign(oddsNow()), chanceTexts(options)];
  return counts.map((count) => {
    const place = options.findIndex((option) => option.dice === count);
    const best = place >= 0 && equal(options[place].value, options[0].value);
    const chance = place >= 0 ? near + texts[place] : "";
    return { what: SAY.dice(count), chance, best, pressed: count === diceNow(), act: () => pickDice(count) };
  });
}

function otherChips() {
  if (game.day) return dayChips();
  const over = game.phase === "over";
  const awaited = game.asked && mayHint() && isAwaited();
  return [
    ...(awaited ? [{ what: SAY.workingAll, chance: "", act: openOdds }] : []),
    ...(over ? [{ what: SAY.send, chance: "", act: () => openSend() }] : []),
    ...(over ? [{ what: SAY.story, chance: "", act: openStory, story: true }] : []),
    ...(over && game.evening ? [{ what: SAY.eveningSheet, chance: "", act: () => openPlayers() }] : []),
  ];
}

// Beside the box of a day: how it went, the day before, and another game.
function dayChips() {
  const isOver = game.phase === "over";
  const before = dayBefore(today());
  const mayLook = game.day === today() && (isOver || !(game.log.length || game.roll));
  return [
    ...(isOver ? [{ what: SAY.rollByRoll, chance: "", act: openStory, story: true }] : []),
    ...(mayLook ? [{ what: SAY.yesterdaysBox, chance: "", act: () => openDay(before) }] : []),
    ...(isOver ? [{ what: SAY.newGame, chance: "", act: openDoor }] : []),
  ];
}

function chip({ what, chance, best = false, pressed = null, act, story = false }) {
  const content = [made("b", `${best ? "★ " : ""}${what}`)];
  if (chance) content.push(" ", made("span", chance));
  const attributes = { class: `chip${best ? " best" : ""}${story ? " to-story" : ""}` };
  if (pressed !== null) attributes["aria-pressed"] = pressed;
  return button(content, act, attributes);
}

// A hint that somebody has asked for is announced.
export function sayHint() {
  const moves = hinted() ? bestMoves() : [];
  const dice = hinted() && !moves.length ? diceOptions() : [];
  const [best] = [...moves, ...dice];
  const text = best && SAY.best(best.move ? tilesIn(best.move) : SAY.dice(best.dice), chanceTexts([best])[0]);
  say("said", game.asked && oddsNow() ? (text ?? SAY.with(SAY.risk, riskNow())) : "");
}

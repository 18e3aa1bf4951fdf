// Advice: who is ahead, the best moves where somebody asks for them, and all of them with their
// exact odds.

import { isProgrammed } from "../evening/evening.js";
import { openPlayers } from "../evening/players.js";
import { button, element, fill, made, say } from "../shared/dom.js";
import { equal } from "../shared/exact.js";
import { SAY } from "../words/speech.js";
import { openOdds } from "./all-odds.js";
import { diceNow, game, mayRoll, rulesOfGame, solver, tilesIn } from "./board.js";
import {
  bestMoves, chanceTexts, diceOptions, hinted, isAwaited, mayHint, nearSign, oddsNow, riskNow,
} from "./chances.js";
import { cover, pickDice } from "./moves.js";
import { openStory } from "./story.js";

const MOST_HINTS = 3;

// The choices below the dice: how many of them, the best moves, the story at the end.
export function drawAdvice() {
  const shown = hinted();
  const near = nearSign(oddsNow());
  const moves = shown ? bestMoves() : [];
  const dice = mayRoll() && !moves.length && !isProgrammed() ? rulesOfGame().diceCounts(game.open) : [];
  const chips = [];
  if (dice.length > 1) {
    const options = shown ? diceOptions() : [];
    const texts = chanceTexts(options);
    for (const count of dice) {
      const place = options.findIndex((option) => option.dice === count);
      const best = place >= 0 && equal(options[place].value, options[0].value);
      const chance = place >= 0 ? near + texts[place] : "";
      const pressed = count === diceNow();
      chips.push({ what: SAY.dice(count), chance, best, pressed, act: () => pickDice(count) });
    }
  }
  const first = moves.slice(0, MOST_HINTS);
  const texts = chanceTexts(first);
  first.forEach(({ move, value }, place) => {
    const best = equal(value, first[0].value);
    chips.push({ what: tilesIn(move), chance: near + texts[place], best, act: () => cover(move) });
  });
  if (moves.length) chips.push({ what: SAY.allMoves, chance: "", act: openOdds });
  if (shown && !chips.length) chips.push({ what: SAY.risk, chance: riskNow(), act: openOdds });
  if (game.asked && mayHint() && isAwaited()) chips.push({ what: SAY.workingAll, chance: "", act: openOdds });
  if (game.phase === "over") chips.push({ what: SAY.theStory, chance: "", act: openStory, story: true });
  if (game.phase === "over" && game.evening) chips.push({ what: SAY.eveningSheet, chance: "", act: openPlayers });
  const key = JSON.stringify([solver().link, chips]);
  fill("chips", key, () => chips.map(chip));
  element("chips").style.setProperty("--chips", Math.max(1, chips.length));
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

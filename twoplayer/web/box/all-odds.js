// The sheet of all odds: every move with a bar of how often it wins, and what it is worth, exactly.

import { worthToEach } from "../evening/crowd.js";
import { isProgrammed, placeOf, who } from "../evening/evening.js";
import { whyNoOdds } from "../evening/standing.js";
import { button, element, made, say } from "../shared/dom.js";
import { decimal, equal, fractionText, times } from "../shared/exact.js";
import { SAY } from "../words/speech.js";
import { game, rulesOfGame, tilesIn } from "./board.js";
import {
  bestMoves, chanceTexts, diceOptions, nearSign, oddsNow, oddsWords, worthNow,
} from "./chances.js";
import { cover, pickDice } from "./moves.js";

export function openOdds() {
  element("all").showModal();
  drawAll();
}

export function drawAll() {
  if (!element("all").open) return;
  const odds = oddsNow();
  if (!odds) {
    say("worth", whyNoOdds() || SAY.workingAll);
    say("worth-exact", "");
    say("worth-each", "");
    element("moves").replaceChildren();
    return;
  }
  const now = worthNow(odds);
  say("worth", SAY.worth(who(game.player), oddsWords([now])[0]));
  say("worth-exact", odds.near ? "" : exactly(now));
  say("worth-each", worthToEach());
  const options = isProgrammed() ? [] : [...bestMoves(), ...diceOptions()];
  const [chances, texts] = [chanceTexts(options), oddsWords(options)];
  const items = options.map((option, place) => moveItem(option, chances[place], texts[place], options[0]));
  element("moves").replaceChildren(...items);
}

function moveItem(option, chance, text, { value: best }) {
  const { move, dice, value } = option;
  const what = move ? SAY.coverMove(tilesIn(move)) : SAY.rollMany(dice);
  const play = () => {
    element("all").close();
    if (move) cover(move);
    else pickDice(dice);
  };
  const isBest = equal(value, best);
  const content = [
    button(isBest ? SAY.isBest(what) : what, play, { class: "what" }),
    made("span", nearSign(oddsNow()) + chance, { class: "chance" }),
    barOf(option),
    ...after(option).map((words) => made("p", words, { class: "then" })),
    made("p", text, { class: "odds" }),
  ];
  if (!oddsNow().near) content.push(made("p", exactly(option), { class: "fraction", tabindex: 0 }));
  return made("li", content, isBest ? { class: "best" } : {});
}

// How often it wins, in the colour of who plays, and how often nobody does.
function barOf({ win, tie }) {
  const parts = [[win, `of-${placeOf(game.player) + 1}`], [tie, "nobody"]].map(([chance, name]) => {
    const part = made("i", [], { class: name });
    part.style.width = `${decimal(times(100, chance), 2)}%`;
    return part;
  });
  return made("span", parts, { class: "chances", "aria-hidden": "true" });
}

function exactly({ value, win, tie }) {
  return SAY.exactly(...[value, win, tie].map(fractionText));
}

// What comes after a move, where that is not just another roll.
function after({ move }) {
  if (!move) return [];
  const left = game.open ^ move;
  if (left === 0) return [SAY.clackNow];
  if (rulesOfGame().diceCounts(left).length < 2) return [];
  const options = oddsNow().dice(left);
  const best = options.filter(({ value }) => equal(value, options[0].value));
  return [SAY.thenRoll(SAY.or(best.map(({ dice }) => SAY.dice(dice)).sort()))];
}

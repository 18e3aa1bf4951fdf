// The rules that somebody considers: whoever plays them begins anew, and until then the game on the
// board goes on.

import { game, solver } from "../box/board.js";
import { backTo, playBy } from "../box/moves.js";
import { snack } from "../box/snack.js";
import { read, rulesNameOf } from "../rules/catalogue.js";
import { linkTo } from "../rules/link.js";
import { RulesError } from "../rules/rules.js";
import { ring } from "../shared/bell.js";
import { element } from "../shared/dom.js";
import { SAY } from "../words/speech.js";

// Null where they are those of the game on the board.
export let draft = null;

export function considered() {
  return draft ?? game.rules;
}

export function consider(rules) {
  draft = linkTo(rules) === linkTo(game.rules) ? null : rules;
  ring("considered");
}

// The rules with one of them changed; null where that contradicts the others.
export function changedTo(rules, name, value) {
  try {
    return read({ ...rules, [name]: value });
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    return null;
  }
}

// A new game by other rules, which can be taken back.
export function playAnew(rules) {
  const before = game;
  draft = null;
  // Behind the door somebody has not yet said who plays.
  const [door, others] = [element("door"), [...document.querySelectorAll("dialog[open]:not(#door)")]];
  for (const open of others) open.close();
  playBy(rules);
  if (door.open) return;
  element("go").focus({ preventScroll: true });
  snack(SAY.playingBy(rulesNameOf(solver().link)), SAY.undo, () => backTo(before));
}

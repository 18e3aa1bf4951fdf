// How well the players chose: a square for each decision, which is best, nearly so, or worse. What has
// but one possibility is no decision.

import { less, size } from "../shared/exact.js";
import { rulesOfGame } from "./board.js";

/** @typedef {import("../shared/exact.js").Fraction} Fraction */

// A move that gives away no more stakes than this is nearly the best.
/** @type {Fraction} */
const NEARLY = [1n, 20n];
export const SQUARES = { best: "✓", nearly: "~", worse: "✗" };

// How good each decision of some that were looked back on was: of the number of dice, and of the move.
/** @type {(decisions: any[]) => (keyof typeof SQUARES)[]} */
export function squaresOf(decisions) {
  return decisions.flatMap(({ player, open, roll, move, mistakes: [ofDice, ofMove] }) => [
    ...(rulesOfGame(player).diceCounts(open).length > 1 ? [howGood(ofDice.cost)] : []),
    ...(move !== null && rulesOfGame(player).covers(open, roll).length > 1 ? [howGood(ofMove.cost)] : []),
  ]);
}

/** @type {(cost: Fraction) => keyof typeof SQUARES} */
export function howGood(cost, nearly = NEARLY) {
  if (cost[0] === 0n) return "best";
  return less(nearly, size(cost)) ? "worse" : "nearly";
}

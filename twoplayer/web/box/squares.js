// How well the players chose: a square for each decision, which is best, nearly so, or worse. What has
// but one possibility is no decision.

import { howGood } from "../coach/judged.js";
import { rulesOfGame } from "./board.js";

export const SQUARES = { best: "✓", near: "~", worse: "✗" };

// How good each decision of some that were looked back on was: of the number of dice, and of the move.
// What it has cost counts in parts of a stake, or of another whole.
/** @type {(decisions: any[], whole?: bigint) => import("../coach/judged.js").Judged[]} */
export function squaresOf(decisions, whole = 1n) {
  return decisions.flatMap(({ player, open, roll, move, mistakes: [ofDice, ofMove] }) => [
    ...(rulesOfGame(player).diceCounts(open).length > 1 ? [howGood(ofDice.cost, whole)] : []),
    ...(move !== null && rulesOfGame(player).covers(open, roll).length > 1 ? [howGood(ofMove.cost, whole)] : []),
  ]);
}

// How good a decision was, by what it costs: nearly as good as the best is what costs a twentieth at most,
// of a stake, or of what counts instead.

import { less, size } from "../shared/exact.js";

/** @typedef {"best" | "near" | "worse"} Judged */

/** @type {(cost: import("../shared/exact.js").Fraction, whole?: bigint) => Judged} */
export function howGood(cost, whole = 1n) {
  if (cost[0] === 0n) return "best";
  return less([whole, 20n], size(cost)) ? "worse" : "near";
}

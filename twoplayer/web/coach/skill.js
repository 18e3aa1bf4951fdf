// How well somebody has played, in a word, by what his mistakes cost: up to so many hundredths of a stake,
// or of the score of all tiles. In the classic game the largest tile first gives away 4 of a stake,
// and 57 who covers at random.

import { less, times } from "../shared/exact.js";
import { SAY } from "../words/speech.js";

const MOST = { master: 2n, regular: 10n, beginner: 40n };

/** @type {(cost: import("../shared/exact.js").Fraction, whole?: bigint) => string} */
export function skillIn(cost, whole = 1n) {
  const [skill] = Object.entries(MOST).find(([, most]) => !less([most * whole, 1n], times(100, cost))) ?? ["chance"];
  return SAY.skills[skill];
}

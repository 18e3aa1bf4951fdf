// Why somebody has won, in words of people: of a hundred parts so many were luck, and so many the
// mistakes of one or the other.

import { who } from "../evening/evening.js";
import { decimal, less, minus, times } from "../shared/exact.js";
import { SAY } from "../words/speech.js";
import { tilesIn } from "./board.js";
import { resultNow } from "./chances.js";
import { isBeginning, partsOf, toFirst } from "./lookback.js";

/** @typedef {import("../shared/exact.js").Fraction} Fraction */

// The sentence; nothing where nobody has won anything. What rounding leaves is luck, and so is a seat of which
// nobody would hear, so that the parts make a hundred.
/** @type {(decisions: any[]) => string} */
export function whyWon(decisions) {
  const { winner, value } = resultNow();
  if (winner === "nobody" || value[0] === 0n) return "";
  const side = winner === "second" ? 2 : 1;
  const { begun, costs } = partsOf(decisions);
  const all = minus([0n, 1n], value);
  const hundredths = (/** @type {Fraction} */ [numerator, denominator]) => {
    const [of, by] = toFirst(side, all);
    return Number(decimal(times(100, [numerator * by, denominator * of]), 0).replace("−", "-"));
  };
  const [seat, own, others] = [hundredths(toFirst(side, begun)), -hundredths(costs[side - 1]), hundredths(costs[2 - side])];
  if (seat <= 0 && own === 0 && others === 0) return SAY.allLuck;
  /** @type {[number, string][]} */
  const parts = [
    [100 - seat - own - others, SAY.luck],
    [seat, isBeginning(decisions[0]) ? SAY.seat : SAY.position],
    [others, mistakesIn(decisions, 3 - side)],
    [own, mistakesIn(decisions, side)],
  ];
  const [gained, lost] = [1, -1].map((sign) => parts.filter(([part]) => sign * part > 0));
  /** @type {(some: [number, string][]) => string[]} */
  const said = (some) => some.map(([part, what]) => SAY.part(Math.abs(part), what));
  if (lost.length) return SAY.whyWonDespite(said(gained), said(lost));
  const [[number, what], ...rest] = gained;
  return SAY.whyWon(number, what, said(rest).map((each) => `, ${each}`).join(""));
}

// Whose mistakes, and the dearest of them.
function mistakesIn(decisions, number) {
  const wrong = decisions
    .filter(({ player }) => player === number)
    .flatMap((each) => each.mistakes.map((mistake) => ({ ...each, ...mistake })))
    .filter(({ cost }) => cost[0] > 0n);
  const dearest = wrong.reduce((most, each) => (most && !less(most.cost, each.cost) ? most : each), null);
  if (!dearest) return "";
  const { ofDice, dice, move, roll } = dearest;
  const what = ofDice ? SAY.dice(dice) : SAY.insteadOf(tilesIn(move), SAY.and(roll));
  return SAY.mistakesOf(who(number), wrong.length, what);
}

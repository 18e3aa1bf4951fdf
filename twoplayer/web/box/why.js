// Why somebody has won: in a sentence that people say, of what weighed most and what else did; and, beside it,
// in parts of a hundred that add up.

import { who } from "../evening/evening.js";
import { decimal, less, minus, plus, times } from "../shared/exact.js";
import { capital, SAY } from "../words/speech.js";
import { tilesIn } from "./board.js";
import { resultNow } from "./chances.js";
import { isBeginning, partsOf, toFirst } from "./lookback.js";

/** @typedef {import("../shared/exact.js").Fraction} Fraction */
// Of what somebody has won so many hundredths are luck, the seat, and the mistakes of the other and, below 0, his own.
/** @typedef {{ luck: number, seat: number, others: number, own: number }} Shares */

// What is less than so many hundredths is not worth a word.
const LEAST = 5;

// Who has won, 1 or 2, and the parts of it; null where nobody has won anything. What rounding leaves is luck.
/** @type {(decisions: any[]) => { side: number, shares: Shares } | null} */
function sharesOf(decisions) {
  const { winner, value } = resultNow();
  if (winner === "nobody" || value[0] === 0n) return null;
  const side = winner === "second" ? 2 : 1;
  const { begun, costs } = partsOf(decisions);
  const all = minus([0n, 1n], value);
  const hundredths = (/** @type {Fraction} */ [numerator, denominator]) => {
    const [of, by] = toFirst(side, all);
    return Number(decimal(times(100, [numerator * by, denominator * of]), 0).replace("−", "-"));
  };
  const [seat, own, others] = [hundredths(toFirst(side, begun)), 0 - hundredths(costs[side - 1]), hundredths(costs[2 - side])];
  return { side, shares: { luck: 100 - seat - own - others, seat, others, own } };
}

// The sentence, by what the players are called; nothing where nobody has won anything.
/** @type {(decisions: any[], called?: (seat: number) => string) => string} */
export function whyWon(decisions, called = who) {
  const found = sharesOf(decisions);
  if (!found) return "";
  const { side, shares } = found;
  const flawless = decisions.every(({ mistakes }) => mistakes.every(({ cost }) => cost[0] === 0n));
  if (flawless && Math.abs(shares.seat) < LEAST) return SAY.allLuck;
  const weighing = Object.entries(shares).filter(([, part]) => Math.abs(part) >= LEAST);
  const sorted = weighing.sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  const gained = sorted.filter(([, part]) => part > 0);
  const [[cause, most]] = gained;
  const [other] = sorted.filter(([name]) => name !== cause);
  const said = (words, name) => {
    if (name === "luck") return words.luck;
    if (name === "seat") return isBeginning(decisions[0]) ? words.seat : words.position;
    return mistakesIn(decisions, name === "own" ? side : 3 - side, words, called);
  };
  const words = said(SAY.causes, cause);
  const isMost = 2 * most > gained.reduce((sum, [, part]) => sum + part, 0);
  const first = isMost ? SAY.mostly(words) : words;
  if (!other) return capital(SAY.why(first));
  if (other[1] > 0) return capital(SAY.whyAnd(first, said(SAY.causes, other[0])));
  return capital(SAY.whyDespite(first, said(SAY.despite, other[0])));
}

// The same in parts that make a hundred.
/** @type {(decisions: any[]) => string} */
export function partsWon(decisions) {
  const found = sharesOf(decisions);
  if (!found) return "";
  const { side, shares } = found;
  const parts = [
    SAY.partOfLuck(signedPart(shares.luck)),
    isBeginning(decisions[0]) ? SAY.partOfSeat(signedPart(shares.seat)) : SAY.partOfPosition(signedPart(shares.seat)),
    ...[[3 - side, shares.others], [side, shares.own]].map(([seat, part]) => SAY.partOfMistakes(who(seat), signedPart(part))),
  ];
  return SAY.ofHundred(parts.join(", "));
}

function signedPart(part) {
  return part > 0 ? `+${part}` : String(part).replace("-", "−");
}

// Whose mistakes: the dearest of them where it is at least half of what they cost.
function mistakesIn(decisions, number, words, called) {
  const wrong = decisions
    .filter(({ player }) => player === number)
    .flatMap((each) => each.mistakes.map((mistake) => ({ ...each, ...mistake })))
    .filter(({ cost }) => cost[0] > 0n);
  const dearest = wrong.reduce((most, each) => (less(most.cost, each.cost) ? each : most));
  if (less(times(2, dearest.cost), wrong.map(({ cost }) => cost).reduce(plus))) return words.mistakes(called(number));
  const { ofDice, dice, move, roll } = dearest;
  if (ofDice) return words.dice(called(number), SAY.dice(dice));
  return words.move(called(number), tilesIn(move, "\u00a0+\u00a0"), SAY.and(roll));
}

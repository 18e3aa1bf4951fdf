// What the dice did in a game, and what the players did, in exact numbers that add up.

import { roundsNow, who, whoWithin } from "../evening/evening.js";
import { oddsSolver, standingOf, whyNoOdds } from "../evening/standing.js";
import { decimal, fractionText, minus, plus, reduced, size, times } from "../shared/exact.js";
import { localised, SAY } from "../words/speech.js";
import { rulesOfGame } from "./board.js";
import { resultNow } from "./chances.js";

/** @typedef {import("../shared/exact.js").Fraction} Fraction */
/** @type {Fraction} */
const NOTHING = [0n, 1n];

// What was worked out of a decision, and by which odds.
const lookedBack = new WeakMap();

// What a decision in the log was worth to who made it: before it, after the roll, after the move;
// the best dice and the best move beside those that were chosen. Null while the odds are worked out.
export function lookBack(decision) {
  const { open, dice, roll, move } = decision;
  if (whyNoOdds()) return null;
  oddsSolver().ask(standingOf(decision));
  const odds = oddsSolver().nearly(standingOf(decision));
  if (!odds) return null;
  const known = lookedBack.get(decision);
  if (known?.odds === odds) return known;
  const throws = odds.dice(open);
  const thrown = throws.find((option) => option.dice === dice);
  const moves = odds.moves(open, roll);
  const rolled = moves[0] ?? odds.ended(open);
  const covered = move === null ? rolled : moves.find((option) => option.move === move);
  const found = {
    ...decision, odds, before: throws[0], rolled, covered,
    luck: minus(rolled.value, thrown.value),
    mistakes: [
      { best: throws[0], cost: minus(throws[0].value, thrown.value), ofDice: true },
      { best: rolled, cost: minus(rolled.value, covered.value), ofDice: false },
    ],
  };
  lookedBack.set(decision, found);
  return found;
}

/** @type {(number: number, value: Fraction) => Fraction} */
export function toFirst(number, value) {
  return number === 1 ? value : minus(NOTHING, value);
}

// The parts of the story: what the position was worth at the start to player 1, the luck, what the
// mistakes of each cost, and the result, which is their sum.
export function partsOf(decisions) {
  const [begun] = decisions;
  const luck = decisions.map((each) => toFirst(each.player, each.luck)).reduce(plus, NOTHING);
  const costs = [1, 2].map((number) =>
    decisions
      .filter(({ player }) => player === number)
      .flatMap(({ mistakes }) => mistakes.map(({ cost }) => cost))
      .reduce(plus, NOTHING),
  );
  return { begun: toFirst(begun.player, begun.before.value), luck, costs };
}

// The sentence that tells it, from the side of the winner, rounded so that it adds up as it stands
// there (the luck takes what is lost), and the same sum exactly.
export function tale(decisions) {
  const { winner, value } = resultNow();
  const side = winner === "second" ? 2 : 1;
  const turned = (number) => reduced(toFirst(side, number));
  const { begun, luck, costs } = partsOf(decisions);
  const result = minus(NOTHING, value);
  const own = minus(NOTHING, costs[side - 1]);
  const others = costs[2 - side];
  const shown = [turned(result), turned(begun), own, others].map(toThousandths);
  const rest = shown.slice(1).reduce((sum, number) => sum - number, shown[0]);
  const [seat, lucky, lost, gained] = [shown[1], rest, shown[2], shown[3]].map(signed);
  const exactParts = [turned(begun), turned(luck), own, others].map((part) => `(${fractionText(part)})`);
  const end = winner === "nobody" ? SAY.endsTied : SAY.ends(who(side), fractionText(size(value)));
  const from = isBeginning(decisions[0]) ? SAY.seat : SAY.position;
  return {
    words: SAY.sum(end, seat, lucky, lost, gained, whoWithin(3 - side), from),
    exact: `${fractionText(turned(result))} = ${exactParts.join(" + ")}`,
  };
}

export function isBeginning({ player, open }) {
  return player === 1 && roundsNow() === 1 && open === rulesOfGame(1).all;
}

function toThousandths(number) {
  return BigInt(decimal(times(1000, number), 0).replace("−", "-"));
}

function signed(thousandths) {
  const text = localised(decimal([thousandths, 1000n], 3));
  return thousandths > 0n ? `+${text}` : text;
}

export function lastOf(log) {
  const last = log.at(-1);
  return last ? `${last.roll} ${last.move} ${last.open} ${last.player}` : "";
}

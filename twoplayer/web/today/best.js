// The best that can be done with the dice of a day by who does not know them: the lowest expected
// score. And how good what somebody has decided was.

import { howGood } from "../coach/judged.js";
import { bestFirst } from "../rules/odds.js";
import { minus } from "../shared/exact.js";
import { Run } from "./run.js";

/** @typedef {import("../rules/odds.js").Player} Player */
// What was decided at a roll, how that was, what would have been best, and by how much that is better.
/**
 * @typedef {{
 *   number: number, ofDice: boolean, judged: import("../coach/judged.js").Judged, best: number,
 *   cost: import("../shared/exact.js").Fraction,
 * }} Decided
 */

// The numbers of dice, the best first; of equal ones the most.
function diceBest(odds, open) {
  return odds.dice(open).sort((one, other) => bestFirst(one, other) || other.dice - one.dice);
}

// The moves, the best first; of equal ones that with the fewest tiles, then with the largest.
function movesBest(odds, open, roll) {
  const count = (move) => odds.turn.game.open(move).length;
  return odds
    .moves(open, roll)
    .sort((one, other) => bestFirst(one, other) || count(one.move) - count(other.move) || other.move - one.move);
}

// The turn of the best, by the odds of a turn alone.
/** @type {(game: import("../rules/game.js").Game, date: string, odds: Player) => Run} */
export function bestRun(game, date, odds) {
  const run = new Run(game, date);
  while (!run.isOver) {
    run.throw(diceBest(odds, run.open)[0].dice);
    if (!run.isOver) run.cover(movesBest(odds, run.open, run.roll)[0].move);
  }
  return run;
}

// Every decision in a turn that had another possibility.
/** @type {(run: Run, odds: Player) => Decided[]} */
export function judgedIn(run, odds) {
  return run.entries.flatMap((_, place) => judgedAt(run, odds, place));
}

export function judgedAt(run, odds, place) {
  const { open, roll, dice, move } = run.entries[place];
  const judge = (options, name, chosen) => {
    if (options.length < 2) return [];
    const { value } = options.find((option) => option[name] === chosen);
    const cost = minus(options[0].value, value);
    const judged = howGood(cost, run.game.score(run.game.all));
    return [{ number: place + 1, ofDice: name === "dice", judged, best: options[0][name], cost }];
  };
  return [
    ...judge(diceBest(odds, open), "dice", dice),
    ...judge(movesBest(odds, open, roll), "move", move),
  ];
}

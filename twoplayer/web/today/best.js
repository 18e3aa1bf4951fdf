// The best that can be done with the dice of a day by who does not know them: the lowest expected score.

import { bestFirst } from "../rules/odds.js";
import { facesOn } from "./rolls.js";

/** @typedef {import("../rules/odds.js").Player} Player */
/** @typedef {{ dice: number, faces: number[], move: number | null }} Thrown */

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

// The turn of the best, by the odds of a turn alone: roll by roll, and what it leaves.
/** @type {(date: string, odds: Player) => { log: Thrown[], score: bigint }} */
export function bestTurn(date, odds) {
  const { game } = odds.turn;
  const log = [];
  let open = game.all;
  while (open && log.at(-1)?.move !== null) {
    const [{ dice }] = diceBest(odds, open);
    const faces = facesOn(date, game, log.length + 1).slice(0, dice);
    const move = movesBest(odds, open, game.rollOf(faces))[0]?.move ?? null;
    log.push({ dice, faces, move });
    open ^= move;
  }
  return { log, score: game.score(open) };
}

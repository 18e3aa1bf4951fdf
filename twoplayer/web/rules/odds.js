// Two turns, solved from the end: the second player's against every score, then the first
// player's. What a turn is worth has several components, compared one after the other: the value
// in stakes, the chances that the player wins, and clacks, and minus the chance that the other
// clacks; behind them stands the chance of a tie, which decides nothing. Together they are one
// whole number in a base of 2 ** bits. All are times a unit, in which they are whole.

import { gcd, size } from "../shared/exact.js";
import { Game } from "./game.js";
import { larger, mean, Turn } from "./turn.js";

/** @typedef {import("../shared/exact.js").Fraction} Fraction */
// What a set, or an option, is worth: the value in stakes, the chances to win and to tie; `number` is
// all that decides, to be compared.
/** @typedef {{ number: bigint, value: Fraction, win: Fraction, tie: Fraction }} Worth */

// What a turn alone stands against, instead of a score.
export const BY_ONESELF = "alone";

const COMPONENTS = ["value", "win", "clack", "noOtherClack", "tie"];

export class Odds {
  // `second` are the rules of the second player's turn, where she has her own.
  constructor(rules, margin, second = null) {
    this.game = new Game(rules, margin);
    this.turn = new Turn(this.game);
    this.secondTurn = second ? new Turn(new Game(second, margin)) : this.turn;
    const [[, clack], [, tie]] = [this.game.clackPayout, this.game.tiePays];
    this.stakes = (clack * tie) / gcd(clack, tie);
    this.against = new Map();
    this.first = null;
  }

  // Solve the second player's turn against every score; tell `progress` the part that is done, and
  // wait for it.
  async solve(progress = (_part) => null) {
    const scores = this.game.scores();
    for (const [place, score] of scores.entries()) {
      this.against.set(score, this.player(score).components(this.secondTurn.game.all));
      await progress((place + 1) / (scores.length + 1));
    }
    return this;
  }

  // The first player's turn, once the second's is solved.
  firstPlayer() {
    this.first ??= this.player(null);
    return this.first;
  }

  // A player's turn, solved in every set: the second player's against a score, or, against null,
  // the first's.
  player(beat) {
    const turn = beat === null ? this.turn : this.secondTurn;
    const sets = turn.game.sets();
    const payoffs = sets.map((set) => (beat === null ? this.toFirst(set) : this.toSecond(beat, set)));
    const unit = this.stakes * this.secondTurn.scale * (beat === null ? turn.scale : 1n);
    const most = unit * [...this.game.clackPayout, ...size(this.game.tiePays)].reduce(larger);
    return this.solved(turn, beat, payoffs, unit, most);
  }

  // A turn alone: it is worth minus the score, as low as it can be expected to be, and the chance to
  // win is that to clack.
  alone() {
    const { scale } = this.turn;
    const payoffs = this.game.sets().map((set) => ({
      value: -this.game.score(set), win: BigInt(set === 0), clack: 0n, noOtherClack: 0n, tie: 0n,
    }));
    return this.solved(this.turn, BY_ONESELF, payoffs, scale, scale);
  }

  // A turn by what it is worth to end it: in a unit, and up to so much.
  solved(turn, beat, payoffs, unit, most) {
    const bits = most.toString(2).length + 2;
    const ended = payoffs.map((payoff) => packed(payoff, bits));
    const values = turn.solve(ended);
    return new Player(turn, { beat, unit, bits, ended: ended.map((each) => each * turn.scale), values });
  }

  toSecond(beat, set) {
    const { winner, value } = this.game.toSecond(beat, this.secondTurn.game.score(set));
    const certain = (holds) => (holds ? this.stakes : 0n);
    return {
      value: (value[0] * this.stakes) / value[1],
      win: certain(winner === "second"),
      clack: certain(set === 0 && this.game.secondRolls(beat)),
      noOtherClack: 0n,
      tie: certain(winner === "nobody"),
    };
  }

  // The other side of what the second player's turn is worth against the score.
  toFirst(set) {
    const certain = this.stakes * this.secondTurn.scale;
    const { value, win, clack, tie } = this.against.get(this.game.score(set));
    return {
      value: -value,
      win: certain - win - tie,
      clack: set === 0 ? certain : 0n,
      noOtherClack: -clack,
      tie,
    };
  }
}

function packed(payoff, bits) {
  return COMPONENTS.reduce((sum, name) => (sum << BigInt(bits)) + payoff[name], 0n);
}

/** @type {(number: bigint, bits: number) => Record<string, bigint>} */
function unpacked(number, bits) {
  /** @type {Record<string, bigint>} */
  const found = {};
  for (const name of [...COMPONENTS].reverse()) {
    // What stands behind a component may be negative, and has then borrowed from it.
    found[name] = name === COMPONENTS[0] ? number : BigInt.asIntN(bits, number);
    number = (number - found[name]) >> BigInt(bits);
  }
  return found;
}

// One player's turn, solved: `solved` is plain, so that it can come from a worker.
export class Player {
  constructor(turn, solved) {
    this.turn = turn;
    this.solved = solved;
  }

  // The components of a set's value, times the unit.
  components(set) {
    return unpacked(this.solved.values[set], this.solved.bits);
  }

  // What a set is worth in stakes, and the chances to win and to tie.
  /** @type {(set: number) => Worth} */
  worth(set) {
    return this.worthOf(this.solved.values[set]);
  }

  /** @type {(number: bigint) => Worth} */
  worthOf(number) {
    const { unit, bits } = this.solved;
    const { value, win, tie } = unpacked(number, bits);
    return { number, value: [value, unit], win: [win, unit], tie: [tie, unit] };
  }

  // What ending the turn with these tiles open is worth.
  /** @type {(set: number) => Worth} */
  ended(set) {
    return this.worthOf(this.solved.ended[set]);
  }

  // Every move that a roll allows, with the worth of what it leaves; best first.
  /** @type {(set: number, roll: number[]) => (Worth & { move: number })[]} */
  moves(set, roll) {
    return this.turn.game
      .covers(set, roll)
      .map((move) => ({ move, ...this.worth(set ^ move) }))
      .sort((one, other) => bestFirst(one, other) || one.move - other.move);
  }

  // Every number of dice that may be rolled, with its worth; best first.
  /** @type {(set: number) => (Worth & { dice: number })[]} */
  dice(set) {
    const { values, ended } = this.solved;
    return this.turn
      .choicesOf(set)
      .map((choice) => ({ dice: choice.dice, ...this.worthOf(mean(choice, values, ended[set])) }))
      .sort((one, other) => bestFirst(one, other) || one.dice - other.dice);
  }
}

export function bestFirst(one, other) {
  if (one.number === other.number) return 0;
  return one.number > other.number ? -1 : 1;
}

// Rounded odds, in a moment, where exact ones take long: the same two turns in floating numbers.
// Nothing here ever enters an exact number; what is shown of it has a sign for that.

import { bestFirst, Odds, Player } from "./odds.js";

export const PLACES = 10n ** 9n;
const ALIKE = 1e-12;

// Whether odds can be rounded: of two players, neither behind before the game, and of payouts that
// a float holds with all the places that are kept.
export function mayBeRounded(odds) {
  if (!(odds instanceof Odds) || !odds.game.isEven) return false;
  const { clackPayout, tiePays } = odds.game;
  return [clackPayout, tiePays].every((paid) => Number.isSafeInteger(Math.round(fraction(paid) * Number(PLACES))));
}

export class Near {
  constructor(odds) {
    this.game = odds.game;
    this.first = new NearTurn(odds.turn);
    this.second = odds.secondTurn === odds.turn ? this.first : new NearTurn(odds.secondTurn);
  }

  // The first player's turn, once the second's is solved against every score; `progress` is told
  // the part that is done, and awaited.
  async solve(progress) {
    const scores = this.game.scores();
    const against = new Map();
    for (const [place, score] of scores.entries()) {
      const values = this.second.induce(this.toSecond(score));
      against.set(score, values.map((each) => each.at(-1)));
      await progress((place + 1) / (scores.length + 1));
    }
    const ended = this.first.scores.map((score) => {
      const [value, win, tie] = against.get(score);
      return [-value, 1 - win - tie, tie];
    });
    return { beat: null, near: true, ended, values: this.first.induce((set) => ended[set]) };
  }

  // What ending with each set is worth to the second player: it depends on the score only by
  // whether it is 0, and lower, equal or higher than the one to beat.
  toSecond(beat) {
    const [zero, lower, equal, higher] = [0n, beat - 1n, beat, beat + 1n].map((second) => {
      const { winner, value } = this.game.toSecond(beat, second);
      return [fraction(value), Number(winner === "second"), Number(winner === "nobody")];
    });
    const worth = (score) => (score === beat ? equal : score < beat ? lower : higher);
    const { scores } = this.second;
    return (set) => (scores[set] === 0n ? zero : worth(scores[set]));
  }
}

// A turn in floating numbers.
class NearTurn {
  constructor(turn) {
    this.choices = turn.choices.map((choices) => choices.map(inFloats));
    this.scores = turn.game.sets().map((set) => turn.game.score(set));
  }

  // Values, chances to win and chances to tie of every set; `ended` is what ending there is worth.
  induce(ended) {
    const [value, win, tie] = [0, 1, 2].map(() => new Float64Array(this.scores.length));
    for (let set = 0; set < value.length; set += 1) {
      const end = ended(set);
      const choices = this.choices[set];
      let best = null;
      for (let place = 0; place < choices.length; place += 1) {
        const mean = meanNear(choices[place], value, win, tie, end);
        if (best === null || isBetter(mean[0], mean[1], best[0], best[1])) best = mean;
      }
      const worth = best ?? end;
      value[set] = worth[0];
      win[set] = worth[1];
      tie[set] = worth[2];
    }
    return [value, win, tie];
  }
}

// Of what is worth the same the one that wins more often is better, as where odds are exact.
function isBetter(value, win, otherValue, otherWin) {
  const gain = value - otherValue;
  return gain > ALIKE || (gain > -ALIKE && win > otherWin);
}

function fraction([numerator, denominator]) {
  return Number(numerator) / Number(denominator);
}

// The sets that each pick may leave stand one behind the other; `until` says where those of a pick end.
function inFloats({ outcomes, picks, none }) {
  let end = 0;
  return {
    none: Number(none) / Number(outcomes),
    chances: Float64Array.from(picks, ({ ways }) => Number(ways) / Number(outcomes)),
    after: Uint16Array.from(picks.flatMap(({ after }) => after)),
    until: Uint32Array.from(picks, ({ after }) => (end += after.length)),
  };
}

// What rolling some dice is worth, and the chances to win and to tie; `end` is what it is worth that
// no set can be covered.
function meanNear({ none, chances, after, until }, value, win, tie, end) {
  let sum = none * end[0];
  let wins = none * end[1];
  let ties = none * end[2];
  let other = 0;
  for (let pick = 0; pick < chances.length; pick += 1) {
    let best = after[other];
    for (other += 1; other < until[pick]; other += 1) {
      const one = after[other];
      if (isBetter(value[one], win[one], value[best], win[best])) best = one;
    }
    const chance = chances[pick];
    sum += chance * value[best];
    wins += chance * win[best];
    ties += chance * tie[best];
  }
  return [sum, wins, ties];
}

// The first player's turn in rounded numbers, with the same questions as the exact one.
export class NearPlayer extends Player {
  get near() {
    return true;
  }

  worth(set) {
    return nearWorth(this.solved.values.map((each) => each[set]));
  }

  ended(set) {
    return nearWorth(this.solved.ended[set]);
  }

  dice(set) {
    const means = this.turn.choicesOf(set).map((choice) => {
      const mean = meanNear(inFloats(choice), ...this.solved.values, this.solved.ended[set]);
      return { dice: choice.dice, ...nearWorth(mean) };
    });
    return means.sort((one, other) => bestFirst(one, other) || one.dice - other.dice);
  }
}

// A rounded worth in the form of an exact one.
function nearWorth(parts) {
  const [value, win, tie] = parts.map((part) => [BigInt(Math.round(part * Number(PLACES))), PLACES]);
  return { number: value[0] * PLACES + win[0], value, win, tie };
}

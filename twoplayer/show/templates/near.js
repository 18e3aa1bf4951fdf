"use strict";

// Rounded odds, in a moment, where exact ones take long: the same two turns in floating numbers.
// Nothing here ever enters an exact number; what is shown of it has a sign for that.

const PLACES = 10n ** 9n;
const ALIKE = 1e-12;

class Near {
  constructor(odds) {
    this.game = odds.game;
    this.turn = odds.turn;
    this.choices = this.turn.choices.map((choices) =>
      choices.map(({ outcomes, picks, none }) => ({
        none: Number(none) / Number(outcomes),
        chances: Float64Array.from(picks, ({ ways }) => Number(ways) / Number(outcomes)),
        after: picks.map((pick) => Uint16Array.from(pick.after)),
      })),
    );
    this.scored = this.game.sets().map((set) => this.game.score(set));
  }

  // The first player's turn, once the second's is solved against every score; `progress` is told
  // the part that is done, and awaited.
  async solve(progress) {
    const scores = this.game.scores();
    const against = new Map();
    for (const [place, score] of scores.entries()) {
      const ended = this.scored.map((second) => {
        const { winner, value } = this.game.toSecond(score, second);
        return [fraction(value), Number(winner === "second"), Number(winner === "nobody")];
      });
      against.set(score, this.atStart(this.induce(ended)));
      await progress((place + 1) / (scores.length + 1));
    }
    const ended = this.scored.map((score) => {
      const [value, win, tie] = against.get(score);
      return [-value, 1 - win - tie, tie];
    });
    return { beat: null, near: true, ended, values: this.induce(ended) };
  }

  atStart(values) {
    return values.map((each) => each[this.game.all]);
  }

  // Values, chances to win and chances to tie of every set; `ended` is what ending there is worth.
  induce(ended) {
    const [value, win, tie] = [0, 1, 2].map((part) => Float64Array.from(ended, (each) => each[part]));
    for (let set = 1; set < value.length; set += 1) {
      let best = null;
      for (const choice of this.choices[set]) {
        const found = meanNear(choice, value, win, tie, set);
        if (!best || found[0] > best[0] + ALIKE) best = found;
      }
      if (best) [value[set], win[set], tie[set]] = best;
    }
    return [value, win, tie];
  }
}

function fraction([numerator, denominator]) {
  return Number(numerator) / Number(denominator);
}

// What rolling some dice is worth, and the chances to win and to tie.
function meanNear({ none, chances, after }, value, win, tie, set) {
  let [mean, wins, ties] = [none * value[set], none * win[set], none * tie[set]];
  for (let place = 0; place < chances.length; place += 1) {
    const sets = after[place];
    let best = sets[0];
    for (let other = 1; other < sets.length; other += 1) {
      const gain = value[sets[other]] - value[best];
      if (gain > ALIKE || (gain > -ALIKE && win[sets[other]] > win[best])) best = sets[other];
    }
    mean += chances[place] * value[best];
    wins += chances[place] * win[best];
    ties += chances[place] * tie[best];
  }
  return [mean, wins, ties];
}

// The first player's turn in rounded numbers, with the same questions as the exact one.
class NearPlayer extends Player {
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
    const [value, win, tie] = this.solved.values;
    const [ends, wins, ties] = this.solved.ended[set];
    return this.turn
      .choicesOf(set)
      .map(({ dice, outcomes, picks, none }) => {
        const unit = Number(outcomes);
        const chances = picks.map(({ ways }) => Number(ways) / unit);
        const choice = { none: 0, chances, after: picks.map(({ after }) => after) };
        const found = meanNear(choice, value, win, tie, set);
        const over = Number(none) / unit;
        const ended = [ends, wins, ties];
        return { dice, ...nearWorth(found.map((each, part) => each + over * ended[part])) };
      })
      .sort((one, other) => bestFirst(one, other) || one.dice - other.dice);
  }
}

// A rounded worth in the form of an exact one.
function nearWorth(parts) {
  const [value, win, tie] = parts.map((part) => [BigInt(Math.round(part * Number(PLACES))), PLACES]);
  return { number: value[0], value, win, tie };
}

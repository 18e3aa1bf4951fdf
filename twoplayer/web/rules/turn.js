// One turn, solved by backward induction: covering tiles makes a set smaller, so the sets are
// taken in ascending order. Values are whole numbers (BigInt): the value times the scale of the
// turn, in which every mean is whole.

export class Turn {
  constructor(game) {
    this.game = game;
    this.throws = new Map();
    this.everywhere = null;
  }

  // What may be done in a set: for each number of dice, how many throws lead to a pick of which
  // sets. Throws that cover nothing are counted in `none`.
  choicesOf(set) {
    if (set === 0) return [];
    return this.game.diceCounts(set).map((dice) => {
      const picks = [];
      let none = 0n;
      for (const { roll, ways } of this.throwsOf(dice)) {
        const after = this.game.covers(set, roll).map((some) => set ^ some);
        if (after.length) picks.push({ ways, after });
        else none += ways;
      }
      return { dice, outcomes: this.game.outcomes ** BigInt(dice), picks, none };
    });
  }

  // The throws of some dice; one stands for all that cover the same sets.
  throwsOf(dice) {
    if (!this.throws.has(dice)) {
      const found = new Map();
      for (const { roll, ways } of this.game.rolls(dice)) {
        const covers = `${this.game.covered(roll)}`;
        found.set(covers, { roll, ways: ways + (found.get(covers)?.ways ?? 0n) });
      }
      this.throws.set(dice, [...found.values()]);
    }
    return this.throws.get(dice);
  }

  // The choices in every set.
  get choices() {
    this.everywhere ??= this.game.sets().map((set) => this.choicesOf(set));
    return this.everywhere;
  }

  // The number of ways in which the most single dice that can count may fall.
  get scale() {
    if (!this.ways) {
      const most = [];
      for (const choices of this.choices) {
        const counts = choices
          .filter(({ picks }) => picks.length)
          .map(({ dice, picks }) => dice + Math.max(...picks.flatMap(({ after }) => after.map((set) => most[set]))));
        most.push(Math.max(0, ...counts));
      }
      this.ways = this.game.outcomes ** BigInt(Math.max(...most));
    }
    return this.ways;
  }

  // The value of every set, times the scale; `ended` is what ending the turn there is worth.
  solve(ended) {
    const values = ended.map((payoff) => payoff * this.scale);
    this.choices.forEach((choices, set) => {
      const means = choices.map((choice) => mean(choice, values, values[set]));
      if (means.length) values[set] = means.reduce(larger);
    });
    return values;
  }
}

// What rolling some dice is worth, where the best is made of every throw.
/** @type {(choice: { outcomes: bigint, picks: { ways: bigint, after: number[] }[], none: bigint }, values: bigint[], ended: bigint) => bigint} */
export function mean({ outcomes, picks, none }, values, ended) {
  let sum = none * ended;
  for (const { ways, after } of picks) {
    let best = values[after[0]];
    for (let place = 1; place < after.length; place += 1) best = larger(best, values[after[place]]);
    sum += ways * best;
  }
  return sum / outcomes;
}

export function larger(one, other) {
  return other > one ? other : one;
}

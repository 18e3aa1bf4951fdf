// What the rules of a game mean: its whole definition, which says the same, line by line, as the
// program's checker (`checker.py`). A set of tiles is a bit mask, in which bit i stands for the i-th
// smallest tile. A roll is a list of dice, ascending; where only the total of the dice matters, a
// list of that total.

import { fractionOf, minus } from "../shared/exact.js";
import { favourOf, MOVES, TIES } from "./kinds.js";
import { limitsOf, tilesOf } from "./spelled.js";

export class Game {
  // `margin` is what the first player is behind by before the game, where rounds are added up: twice
  // what he has left more, and 1 more or less where equal scores lose or win.
  /** @param {import("./fields.js").Rules} rules */
  constructor(rules, margin = favourOf(rules.ties)) {
    this.rules = rules;
    this.margin = margin;
    this.tiles = tilesOf(rules.tiles);
    this.all = 2 ** this.tiles.length - 1;
    const [dice, sides] = rules.dice.split("d").map(Number);
    this.dice = dice;
    this.sides = sides;
    this.weights = rules.weights?.split(",").map(BigInt) ?? Array(this.sides).fill(1n);
    this.outcomes = this.weights.reduce((sum, weight) => sum + weight);
    this.single = rules.one_die !== "never";
    this.forced = rules.one_die.startsWith("forced ");
    this.limits = limitsOf(rules.one_die).map(([name, limit]) => [name, Number(limit)]);
    const number = (rule) => (rule === null ? null : Number(rule));
    this.maxTiles = number(rules.max_tiles);
    this.openingTile = number(rules.opening_tile);
    this.stopTotal = number(rules.stop_total);
    this.clackPayout = fractionOf(rules.clack_payout);
    this.tiePays = fractionOf(TIES[rules.ties].pays);
    this.byTotal = MOVES[rules.moves].byTotal;
    this.every = null;
    this.found = new Map();
    this.thrown = new Map();
  }

  // Whether nobody is behind before the game: rounded odds know no other.
  get isEven() {
    return this.margin === favourOf(this.rules.ties);
  }

  // Every set of tiles, ascending.
  sets() {
    return Array.from({ length: this.all + 1 }, (_, set) => set);
  }

  // Every score, ascending.
  scores() {
    const scores = () => [...new Set(this.sets().map((set) => this.score(set)))];
    this.every ??= scores().sort((one, other) => (one < other ? -1 : 1));
    return this.every;
  }

  // The tiles of a set, ascending.
  open(set) {
    return this.tiles.filter((_, place) => (set >> place) & 1);
  }

  // How many dice the player may roll.
  diceCounts(set) {
    const open = this.open(set);
    const measures = {
      sum: open.reduce((sum, tile) => sum + tile, 0),
      max: open.at(-1) ?? 0,
      count: open.length,
    };
    if (!this.single || this.limits.some(([name, limit]) => measures[name] > limit)) return [this.dice];
    return this.forced ? [1] : [1, this.dice];
  }

  // Each roll of some dice, and in how many ways it falls, of `outcomes ** dice` in all: as if a die
  // had as many of each side as it weighs.
  rolls(dice) {
    if (!this.thrown.has(dice)) this.thrown.set(dice, this.throwing(dice));
    return this.thrown.get(dice);
  }

  throwing(dice) {
    let ways = new Map([["", { roll: [], ways: 1n }]]);
    for (let thrown = 0; thrown < dice; thrown += 1) {
      const before = ways;
      ways = new Map();
      for (const each of before.values()) {
        for (const [place, weight] of this.weights.entries()) {
          const roll = this.rollOf([...each.roll, place + 1]);
          const found = ways.get(`${roll}`) ?? { roll, ways: 0n };
          ways.set(`${roll}`, { roll, ways: found.ways + weight * each.ways });
        }
      }
    }
    return [...ways.values()].sort((one, other) => inOrder(one.roll, other.roll));
  }

  // The roll that some dice make.
  /** @type {(faces: number[]) => number[]} */
  rollOf(faces) {
    if (this.byTotal) return [faces.reduce((sum, die) => sum + die)];
    return [...faces].sort((one, other) => one - other);
  }

  // The sets of tiles that a roll covers where all of them are open, if it is not the first of the
  // turn.
  covered(roll) {
    const total = roll.reduce((sum, die) => sum + die);
    const difference = Math.abs(roll[0] - roll.at(-1));
    const { moves } = this.rules;
    if (total === this.stopTotal) return [];
    const found = [];
    if (["sum", "sum-or-difference"].includes(moves)) found.push(...this.withSum(total));
    if (moves === "sum-or-difference" && difference) found.push(...this.withSum(difference));
    if (["one-tile", "dice-or-sum", "exact"].includes(moves)) found.push(this.set([total]));
    if (["one-tile", "dice-or-sum"].includes(moves)) found.push(...roll.map((die) => this.set([die])));
    if (["dice-or-sum", "exact"].includes(moves) && difference) found.push(this.set(roll));
    const most = this.maxTiles ?? this.tiles.length;
    return [...new Set(found)].filter((set) => set && this.open(set).length <= most);
  }

  // The sets that a roll may cover; the player must cover one, if there is any.
  covers(set, roll) {
    const must = set === this.all && this.openingTile !== null ? this.set([this.openingTile]) : 0;
    if (!this.found.has(`${roll}`)) this.found.set(`${roll}`, this.covered(roll));
    return this.found.get(`${roll}`).filter((some) => (some & set) === some && (some & must) === must);
  }

  // The score of a turn that ends; lower is better. With no tile open it is 0.
  score(set) {
    const open = this.open(set);
    const { scoring } = this.rules;
    if (scoring === "digits") return BigInt(`0${open.join("")}`);
    if (scoring === "sum") return BigInt(open.reduce((sum, tile) => sum + tile, 0));
    return BigInt(scoring === "count" ? open.length : Number(open.length > 0));
  }

  // Whether the second player has a turn, after this score of the first.
  secondRolls(first) {
    return first > 0n || !this.rules.immediate_clack;
  }

  // Who wins where the players have left these scores, and how many stakes: what the second
  // player gets.
  /** @type {(first: bigint, second: bigint | null) => { winner: string, value: import("../shared/exact.js").Fraction }} */
  toSecond(first, second) {
    const [numerator, denominator] = this.clackPayout;
    if (!this.secondRolls(first)) return { winner: "first", value: [-numerator, denominator] };
    const behind = this.margin + 2n * (first - second);
    if (behind > 0n) {
      return { winner: "second", value: second === 0n ? this.clackPayout : [1n, 1n] };
    }
    if (behind < 0n) {
      return { winner: "first", value: first === 0n ? [-numerator, denominator] : [-1n, 1n] };
    }
    return { winner: "nobody", value: minus([0n, 1n], this.tiePays) };
  }

  // The set of some tiles; none of them where one is no tile of the game.
  set(tiles) {
    const places = tiles.map((tile) => this.tiles.indexOf(tile));
    return places.includes(-1) ? 0 : places.reduce((set, place) => set | (1 << place), 0);
  }

  // The sets of tiles with this sum: those without the first tile, those with it.
  withSum(total, place = 0) {
    if (total <= 0 || place === this.tiles.length) return total === 0 ? [0] : [];
    const without = this.withSum(total, place + 1);
    const others = this.withSum(total - this.tiles[place], place + 1);
    return [...without, ...others.map((set) => set | (1 << place))];
  }
}

function inOrder(one, other) {
  const place = one.findIndex((die, index) => die !== other[index]);
  return place < 0 ? 0 : one[place] - other[place];
}

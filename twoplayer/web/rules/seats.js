// Three players and more, one turn each, solved from the last one's: what everybody gets. What has
// happened matters only through the standing: the lowest score so far, and how many hold it (one,
// where equal scores are decided). A standing has one worth to each holder, one to each who has lost,
// and one to everybody still to come.
//
// Everybody plays for his own value. What is equal in it is decided as the program does it: by the
// lower value of the holders, then of those to come in their order; then by the higher chance to win
// alone, to clack, and by the lower chance that anybody after him clacks. Behind these stand numbers
// that decide nothing. Together they are one whole number, as of two players.

import { gcd } from "../shared/exact.js";
import { Game } from "./game.js";
import { favourOf } from "./kinds.js";
import { Player } from "./odds.js";
import { larger, Turn } from "./turn.js";

/** @typedef {import("../shared/exact.js").Fraction} Fraction */

// What a phone works out within some seconds, in the unit of `workOfSeats`.
export const MOST_SEATS_WORK = 2e7;

// Of who has no part in the lowest score.
const LOST = { alone: 0n, shared: 0n };

export class Seats {
  constructor(rules, players) {
    this.game = new Game(rules);
    this.turn = new Turn(this.game);
    this.players = players;
    this.scores = this.game.scores();
    const places = new Map(this.scores.map((score, place) => [score, place]));
    this.places = this.game.sets().map((set) => places.get(this.game.score(set)));
    this.most = favourOf(rules.ties) ? 1 : players;
    // By seat: what standings are worth before its turn, by place of the score and holders; and the
    // unit in which that is whole. Behind the last one all have played.
    this.before = [];
    this.units = [];
    this.allPlayed();
  }

  // Solve from the last seat to the second; tell `progress` the part that is done, and wait for it.
  async solve(progress = (_part) => null) {
    const standings = this.standingsOf(this.players).length;
    const whole = (standings * this.players) / 2 + 1;
    let done = 0;
    for (let seat = this.players; seat > 1; seat -= 1) {
      const found = new Map();
      for (const [place, holders] of this.standingsOf(seat)) {
        found.set(`${place}/${holders}`, this.worthBefore(seat, place, holders));
        done += 1;
        await progress(Math.min(0.99, done / whole));
      }
      this.before[seat] = found;
      this.units[seat] = this.units[seat + 1] * this.turn.scale;
    }
    return this;
  }

  // The standings that a seat may face.
  standingsOf(seat) {
    const most = Math.min(this.most, seat - 1);
    const holders = Array.from({ length: most }, (_, each) => each + 1);
    return this.scores.flatMap((_, place) => holders.map((each) => [place, each]));
  }

  // The turn of a seat against the lowest score so far, which so many hold: "seat/score/holders".
  player(standing) {
    const [seat, score, holders] = standing.split("/");
    const place = seat === "1" ? null : this.scores.indexOf(BigInt(score));
    return new SeatPlayer(this.turn, { ...this.facing(Number(seat), place, Number(holders)), beat: standing });
  }

  firstPlayer() {
    return new SeatPlayer(this.turn, this.facing(1, null, 0));
  }

  facing(seat, place, holders) {
    const unit = this.units[seat + 1] * this.turn.scale;
    const [numerator, denominator] = this.game.clackPayout;
    const most = unit * BigInt(this.players ** 2) * (numerator / denominator + 1n);
    const bits = most.toString(2).length + 2;
    const payoffs = this.scores.map((_, left) => packedList(this.payoff(seat, place, holders, left), bits));
    const ended = this.places.map((left) => payoffs[left]);
    const values = this.turn.solve(ended);
    const parts = this.payoff(seat, place, holders, 0).length;
    const scaled = ended.map((each) => each * this.turn.scale);
    return { seat, players: this.players, unit, bits, parts, ended: scaled, values };
  }

  // What everybody gets where a seat leaves a score: the parts in the order in which they decide.
  payoff(seat, place, holders, left) {
    const { holds, shares } = this.standsAt(place, left);
    const then = this.standing(seat, holds ? left : place, holds ? 1 : holders + Number(shares));
    const others = place === null ? [] : [holds ? then.loser : then.holder];
    const clack = left === 0 ? this.units[seat + 1] : 0n;
    const { alone, shared } = holds || shares ? then : LOST;
    const { alone: aloneOfOthers, shared: sharedOfOthers } = holds ? LOST : then;
    return [
      holds || shares ? then.holder : then.loser,
      ...[...others, ...then.values].map((value) => -value),
      alone,
      clack,
      -then.clack,
      shared,
      aloneOfOthers,
      sharedOfOthers,
      ...then.wins,
      larger(clack, then.clack),
    ];
  }

  // Whether who leaves a score is the one who has the lowest, or shares it with those who had it.
  standsAt(place, left) {
    const favour = favourOf(this.game.rules.ties);
    if (place === null || left !== place) return { holds: place === null || left < place, shares: false };
    return { holds: favour > 0n, shares: favour === 0n };
  }

  standing(seat, place, holders) {
    return this.before[seat + 1].get(`${place}/${holders}`);
  }

  allPlayed() {
    const { players, most } = this;
    const [numerator, denominator] = this.game.clackPayout;
    let shares = 1n;
    for (let holders = 2; holders <= most; holders += 1) {
      shares = (shares * BigInt(holders)) / gcd(shares, BigInt(holders));
    }
    const unit = denominator * shares;
    const found = new Map();
    for (const place of this.scores.keys()) {
      const stake = place === 0 ? numerator * shares : unit;
      for (let holders = 1; holders <= most; holders += 1) {
        const holder = (stake * BigInt(players - holders)) / BigInt(holders);
        const alone = holders === 1 ? unit : 0n;
        const none = { values: [], wins: [], clack: 0n };
        found.set(`${place}/${holders}`, { holder, loser: -stake, alone, shared: unit - alone, ...none });
      }
    }
    this.before[players + 1] = found;
    this.units[players + 1] = unit;
  }

  worthBefore(seat, place, holders) {
    if (place === 0 && !this.game.secondRolls(0n)) return this.stopped(seat);
    const solved = this.facing(seat, place, holders);
    const parts = unpackedList(solved.values[this.game.all], solved.bits, solved.parts);
    const { value, holder, toCome, win, alone, shared, wins, clack } = partsByName(parts, seat, this.players);
    const values = [value, ...toCome];
    const lost = BigInt(Math.max(seat - 1 - holders, 1));
    const sum = values.reduce((total, each) => total + each, BigInt(holders) * holder);
    return { holder, loser: -sum / lost, values, alone, shared, wins: [win, ...wins], clack };
  }

  // Where a clack has won at once nobody plays after it.
  stopped(seat) {
    const unit = this.units[seat + 1] * this.turn.scale;
    const [numerator, denominator] = this.game.clackPayout;
    const stake = (numerator * unit) / denominator;
    const toCome = this.players - seat + 1;
    return {
      holder: stake * BigInt(this.players - 1),
      loser: -stake,
      values: Array(toCome).fill(-stake),
      wins: Array(toCome).fill(0n),
      alone: unit,
      shared: 0n,
      clack: 0n,
    };
  }
}

// The parts of a payoff, by name.
/**
 * @type {(parts: bigint[], seat: number, players: number) => {
 *   value: bigint, holder: bigint, toCome: bigint[], win: bigint, tie: bigint, alone: bigint,
 *   shared: bigint, wins: bigint[], clack: bigint,
 * }}
 */
function partsByName(parts, seat, players) {
  const rest = [...parts];
  const take = (count) => rest.splice(0, count);
  const toCome = players - seat;
  const [value] = take(1);
  const holder = seat > 1 ? -take(1)[0] : 0n;
  const values = take(toCome).map((each) => -each);
  const [win, , , tie, alone, shared] = take(6);
  return { value, holder, toCome: values, win, tie, alone, shared, wins: take(toCome), clack: rest[0] };
}

function packedList(parts, bits) {
  return parts.reduce((sum, part) => (sum << BigInt(bits)) + part, 0n);
}

/** @type {(number: bigint, bits: number, count: number) => bigint[]} */
function unpackedList(number, bits, count) {
  const found = Array(count);
  for (let place = count - 1; place >= 0; place -= 1) {
    found[place] = place === 0 ? number : BigInt.asIntN(bits, number);
    number = (number - found[place]) >> BigInt(bits);
  }
  return found;
}

// The turn of one of several players, with the same questions as one of two.
export class SeatPlayer extends Player {
  worthOf(number) {
    const { unit, bits, parts, seat, players } = this.solved;
    const all = partsByName(unpackedList(number, bits, parts), seat, players);
    /** @type {(part: bigint) => Fraction} */
    const exact = (part) => [part, unit];
    const { value, win, tie } = all;
    return { number, value: exact(value), win: exact(win), tie: exact(tie), all, unit };
  }
}

// What everybody gets, by seat, and his chance to win alone: `left` are the scores so far, without
// the score of who plays.
export function everybody(worth, seat, left, ties) {
  const { all, unit } = worth;
  const holding = holdersOf(left.slice(0, seat - 1), ties);
  const lost = BigInt(Math.max(seat - 1 - holding.length, 1));
  /** @type {bigint} */
  const sum = all.toCome.reduce((total, each) => total + each, all.value);
  const loser = -(sum + BigInt(holding.length) * all.holder) / lost;
  const before = left.slice(0, seat - 1).map((_, place) =>
    holding.includes(place) ? { value: all.holder, win: all.alone } : { value: loser, win: 0n },
  );
  const after = all.toCome.map((value, place) => ({ value, win: all.wins[place] }));
  const exact = ({ value, win }) => ({ value: [value, unit], win: [win, unit] });
  return [...before, { value: all.value, win: all.win }, ...after].map(exact);
}

// The places of those who hold the lowest of some scores, or of the one of them whom equal scores
// favour.
export function holdersOf(left, ties) {
  const lowest = left.reduce((low, score) => (low === null || score < low ? score : low), null);
  const holding = [...left.keys()].filter((place) => left[place] === lowest);
  const favour = favourOf(ties);
  return favour > 0n ? holding.slice(-1) : favour < 0n ? holding.slice(0, 1) : holding;
}

// How much work the odds of several players are: numbers, times how long they are, about.
export function workOfSeats(rules, players) {
  const game = new Game(rules);
  const scores = game.scores().length;
  const states = 2 ** game.tiles.length * game.rolls(game.dice).length;
  const holders = favourOf(rules.ties) ? 1 : players;
  let work = 0;
  for (let seat = 2; seat <= players; seat += 1) {
    const parts = 2 * (players - seat) + 9;
    const long = 1 + (parts * (players - seat + 1)) / 12;
    work += states * scores * Math.min(holders, seat - 1) * long;
  }
  return work;
}

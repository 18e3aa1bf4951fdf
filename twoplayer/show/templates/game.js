"use strict";

// The game and its solver, exact: values are whole numbers (BigInt), times the scale of a turn.
//
// A payoff has components, compared one after the other: what it is worth, the chance to win, to
// clack, and minus the chance that the other clacks; behind them stands the chance of a tie, which
// decides nothing. Together they are one whole number in a base of 2 ** bits. All are times the
// denominator of the payout.

const COMPONENTS = ["value", "win", "clack", "noOtherClack", "tie"];

function bitsOf(variant, turn) {
  const size = variant.payout.reduce((most, part) => (part > most ? part : most), 1n);
  return 2 * turn.scale.toString(2).length + size.toString(2).length + 4;
}

function pack(payoff, bits) {
  return COMPONENTS.reduce((packed, name) => (packed << BigInt(bits)) + payoff[name], 0n);
}

function unpack(packed, bits) {
  const found = {};
  for (const name of [...COMPONENTS].reverse()) {
    // What stands behind a component may be negative, and has then borrowed from it.
    found[name] = name === COMPONENTS[0] ? packed : BigInt.asIntN(bits, packed);
    packed = (packed - found[name]) >> BigInt(bits);
  }
  return found;
}

// The value of every state of a turn, by backward induction: covering tiles makes a state smaller.
function solveTurn(turn, payoffs) {
  const values = payoffs.map((payoff) => payoff * turn.scale);
  for (let state = 1; state < values.length; state += 1) {
    const ended = values[state];
    let best = null;
    for (const choice of turn.choices) {
      if (choice.states[state] !== "1") continue;
      let sum = 0n;
      for (const roll of choice.rolls) {
        sum += roll.ways * bestAfter(roll.moves, state, values, ended);
      }
      const worth = sum / choice.outcomes;
      if (best === null || worth > best) best = worth;
    }
    if (best !== null) values[state] = best;
  }
  return values;
}

function bestAfter(moves, state, values, ended) {
  let best = null;
  for (const move of moves) {
    if ((move & state) !== move) continue;
    const value = values[state ^ move];
    if (best === null || value > best) best = value;
  }
  return best === null ? ended : best;
}

// What the second player gets for leaving a state of some rank against the rank to beat.
function payoffToSecond(variant, beat, state, rank) {
  const [numerator, denominator] = variant.payout;
  let wins = Math.sign(beat - rank);
  if (wins === 0) wins = { push: 0, first: -1, second: 1 }[variant.ties];
  const atOnce = variant.immediateClack && beat === 0;
  if (atOnce) wins = -1;
  const pays = (wins > 0 && state === 0) || (wins < 0 && beat === 0);
  const certain = (holds) => (holds ? denominator : 0n);
  return {
    value: BigInt(wins) * (pays ? numerator : denominator),
    win: certain(wins > 0),
    clack: certain(state === 0 && !atOnce),
    noOtherClack: 0n,
    tie: certain(wins === 0),
  };
}

// What the first player gets for leaving a rank: the other side of the second player's values.
function payoffToFirst(variant, turn, rank, state) {
  const certain = turn.scale * variant.payout[1];
  const { value, win, clack, tie } = variant.against;
  return {
    value: -value[rank],
    win: certain - win[rank] - tie[rank],
    clack: state === 0 ? certain : 0n,
    noOtherClack: -clack[rank],
    tie: tie[rank],
  };
}

// One player's turn of a variant, solved in every state. `beat` is the rank of the score to beat,
// or null for the first player.
function solvePlayer(data, variant, beat) {
  const turn = data.turns[variant.turn];
  const { ranks } = data.scorings[variant.scoring];
  const bits = bitsOf(variant, turn);
  const payoffs = ranks.map((rank, state) =>
    pack(
      beat === null
        ? payoffToFirst(variant, turn, rank, state)
        : payoffToSecond(variant, beat, state, rank),
      bits,
    ),
  );
  const unit = (beat === null ? turn.scale * turn.scale : turn.scale) * variant.payout[1];
  const values = solveTurn(turn, payoffs);
  const ended = payoffs.map((payoff) => payoff * turn.scale);
  return { variant, turn, bits, unit, values, ended };
}

// An option's worth in stakes and its chances, as fractions.
function worthOf(solved, packed) {
  const parts = unpack(packed, solved.bits);
  return {
    packed,
    value: [parts.value, solved.unit],
    win: [parts.win, solved.unit],
    tie: [parts.tie, solved.unit],
  };
}

function byWorth(one, other) {
  if (one.packed === other.packed) return one.order - other.order;
  return one.packed > other.packed ? -1 : 1;
}

// Every legal move after a roll, best first; none if the turn ends.
function advise(solved, state, roll) {
  return roll.moves
    .filter((move) => (move & state) === move)
    .map((move) => ({ move, order: move, ...worthOf(solved, solved.values[state ^ move]) }))
    .sort(byWorth);
}

// The numbers of dice that are allowed in a state, best first.
function adviseDice(solved, state) {
  return solved.turn.choices
    .filter((choice) => choice.states[state] === "1")
    .map((choice) => {
      let sum = 0n;
      for (const roll of choice.rolls) {
        sum += roll.ways * bestAfter(roll.moves, state, solved.values, solved.ended[state]);
      }
      return { choice, order: choice.dice, ...worthOf(solved, sum / choice.outcomes) };
    })
    .sort(byWorth);
}

function equalWorth(one, other) {
  return one.value[0] * other.value[1] === other.value[0] * one.value[1];
}

// An exact number as a decimal, rounded half to even.
function decimal([numerator, denominator], places) {
  const negative = numerator < 0n;
  const size = negative ? -numerator : numerator;
  const shifted = size * 10n ** BigInt(places);
  const down = shifted / denominator;
  const twiceLeft = 2n * (shifted % denominator);
  const up = twiceLeft > denominator || (twiceLeft === denominator && down % 2n === 1n);
  const units = down + (up ? 1n : 0n);
  const digits = units.toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const sign = negative && units > 0n ? "−" : "";
  return `${sign}${whole}${places ? "." : ""}${digits.slice(digits.length - places)}`;
}

// Exact numbers as decimals with as many places as it takes to tell different ones apart; none
// that is not 0 is shown as 0.
function decimals(numbers, places) {
  const key = ([numerator, denominator]) => {
    const divisor = gcd(numerator < 0n ? -numerator : numerator, denominator);
    return `${numerator / divisor}/${denominator / divisor}`;
  };
  const different = new Set([...numbers.map(key), "0/1"]).size;
  for (let more = places; ; more += 1) {
    const texts = numbers.map((number) => decimal(number, more));
    if (new Set([...texts, decimal([0n, 1n], more)]).size === different) return texts;
  }
}

function gcd(one, other) {
  while (other) [one, other] = [other, one % other];
  return one;
}

// The embedded data, with whole numbers of any size made from their text.
function revive(plain) {
  const whole = (texts) => texts.map((text) => BigInt(text));
  return {
    ...plain,
    turns: plain.turns.map((turn) => ({
      ...turn,
      scale: BigInt(turn.scale),
      choices: turn.choices.map((choice) => ({
        ...choice,
        outcomes: BigInt(choice.outcomes),
        rolls: choice.rolls.map((roll) => ({ ...roll, ways: BigInt(roll.ways) })),
      })),
    })),
    variants: plain.variants.map((variant) => ({
      ...variant,
      payout: whole(variant.payout),
      against: Object.fromEntries(
        Object.entries(variant.against).map(([name, values]) => [name, whole(values)]),
      ),
    })),
  };
}

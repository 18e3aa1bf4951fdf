// The rules of a game, one by one: all that a script has to know of a rule stands here, but for what it
// means (`game.js`) and its words in each language (`words/both-*.js`). Who lists, reads or shows rules
// goes through this table.

import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";
import { gainOfTie, MOVES, SCORINGS, TIES } from "./kinds.js";
import {
  oneOf, orAbsent, positive, readDice, readFlag, readOneDie, readPayout, readTiles, readWeights, wholeNumber,
} from "./reading.js";
import { limitsOf, loaded, tilesOf } from "./spelled.js";

// Every rule, in its normal spelling.
/**
 * @typedef {{
 *   tiles: string, dice: string, weights: string | null, one_die: string, moves: string,
 *   max_tiles: string | null, opening_tile: string | null, stop_total: string | null,
 *   scoring: string, clack_payout: string, immediate_clack: boolean, ties: string,
 * }} Rules
 */

// classic: what holds in the classic game; read: what is given, in its normal spelling, or what is wrong
// with it, thrown; words: a sentence about it.
// short: beside its title, if not by the sentence; brief: in a word or two, if not as short as that, or as
// it is spelled.
// mark: on the picture of rules that are not classic here, if neither tiles nor dice show it; isStruck:
// the mark is struck through.
// choices: what a switch of the menu offers, with the word for each; holds: which of them is the present
// one, where no choice needs to be; isSwitched: no other than these can be chosen.
// isStake: it is the same for all players, since it says what is played for.
/**
 * @typedef {{
 *   classic: any, read: (given: any) => any, words: (value: any) => string,
 *   short?: (value: any) => string, brief?: (value: any) => string,
 *   mark?: (value: any) => string, isStruck?: boolean,
 *   choices?: Record<string, string>, holds?: (value: any, choice: string) => boolean, isSwitched?: boolean,
 *   isStake?: boolean,
 * }} Field
 */

/** @type {Record<keyof Rules, Field>} */
export const FIELDS = {
  tiles: {
    classic: "1-9",
    read: readTiles,
    words(spelled) {
      const tiles = tilesOf(spelled);
      const [low, high, count] = [tiles[0], tiles.at(-1), tiles.length];
      if (count === 1) return SAY.inWords.oneTile(low);
      return high - low === count - 1 ? SAY.inWords.run(count, low, high) : SAY.inWords.tiles(count, tiles.join(", "));
    },
    brief: (spelled) => spelled.replaceAll("-", "–"),
    choices: { "1-9": "9", "1-10": "10", "1-12": "12" },
  },
  dice: {
    classic: "2d6",
    read: readDice,
    words: (spelled) => SAY.inWords.dice(...spelled.split("d").map(Number)),
  },
  weights: {
    classic: null,
    read: readWeights,
    words: (spelled) => (loaded(spelled) === null ? SAY.inWords.even : SAY.inWords.loaded(spelled.replaceAll(",", ":"))),
    mark: () => "≠",
  },
  one_die: {
    classic: "never",
    read: readOneDie,
    words(spelled) {
      if (spelled === "never") return SAY.inWords.neverOne;
      if (spelled === "always") return SAY.inWords.alwaysOne;
      return spelled.startsWith("forced ") ? SAY.inWords.mustOne(whenOne(spelled)) : SAY.inWords.mayOne(whenOne(spelled));
    },
    short(spelled) {
      if (spelled === "never") return SAY.never;
      if (spelled === "always") return SAY.always;
      return spelled.startsWith("forced ") ? SAY.mustWhile(whenOne(spelled)) : SAY.mayWhile(whenOne(spelled));
    },
    brief(spelled) {
      if (spelled === "never") return SAY.never;
      if (spelled === "always") return SAY.always;
      const limits = SAY.and(limitsOf(spelled).map(([name, limit]) => SAY.limits[name](limit)));
      return spelled.startsWith("forced ") ? SAY.must(limits) : limits;
    },
    choices: { never: "no", "max <= 6": "yes" },
    // Whenever it may be rolled is "yes".
    holds: (spelled, choice) => (spelled === "never") === (choice === "never"),
  },
  moves: {
    classic: "sum",
    read: oneOf(MOVES),
    words: (name) => SAY.inWords.covers(SAY.covers[name]),
    short: (name) => SAY.covers[name],
    brief: (name) => lookUp(SAY.briefly.moves, name) ?? name,
  },
  max_tiles: {
    classic: null,
    read: orAbsent(positive),
    words: (most) => (most === null ? SAY.inWords.anyNumber : SAY.inWords.most(most)),
    mark: (most) => `≤ ${most}`,
  },
  opening_tile: {
    classic: null,
    read: orAbsent(wholeNumber),
    words: (tile) => (tile === null ? SAY.inWords.anyFirst : SAY.inWords.opening(tile)),
  },
  stop_total: {
    classic: null,
    read: orAbsent(wholeNumber),
    words: (total) => (total === null ? SAY.inWords.noStop : SAY.inWords.stop(total)),
    mark: String,
    isStruck: true,
  },
  scoring: {
    classic: "sum",
    read: oneOf(SCORINGS),
    words: (name) => SAY.inWords.scoring(SAY.scorings[name]),
    short: (name) => SAY.scorings[name],
    brief: (name) => lookUp(SAY.briefly.scoring, name) ?? name,
    mark: (name) => lookUp({ digits: "125", count: "1+1", shut: "0 | 1" }, name) ?? "…",
    isStake: true,
  },
  clack_payout: {
    classic: "1",
    read: readPayout,
    words: (payout) => SAY.inWords.payout(SAY.stakes(payout)),
    short: (payout) => SAY.stakes(payout),
    mark: (payout) => `× ${payout}`,
    choices: { 1: "once", 2: "twice" },
    isStake: true,
  },
  immediate_clack: {
    classic: false,
    read: readFlag,
    words: (atOnce) => (atOnce ? SAY.inWords.atOnce : SAY.inWords.notAtOnce),
    short: (atOnce) => (atOnce ? SAY.atOnce : SAY.notAtOnce),
    mark: () => "!",
    choices: { false: "no", true: "yes" },
    isSwitched: true,
    isStake: true,
  },
  ties: {
    classic: "push",
    read: oneOf(TIES),
    words: (winner) => SAY.ties[winner],
    brief: (winner) => lookUp(SAY.briefly.ties, winner) ?? winner,
    mark: (winner) => (gainOfTie(winner) ? `= ${gainOfTie(winner)}` : ""),
    choices: Object.fromEntries(Object.keys(TIES).map((name) => [name, wordOfGain(gainOfTie(name))])),
    isSwitched: true,
    isStake: true,
  },
};

// The word for who gains by equal scores.
function wordOfGain(gain) {
  return lookUp({ "": "nobody", "●": "player1", "▲": "player2" }, gain) ?? gain;
}

function whenOne(spelled) {
  return SAY.and(limitsOf(spelled).map(([name, limit]) => SAY.measures[name](limit)));
}

// How the classic game is played.
export const CLASSIC = /** @type {Rules} */ (
  Object.fromEntries(Object.entries(FIELDS).map(([name, { classic }]) => [name, classic]))
);

// A value of a rule beside the title of the rule.
export function besideTitle(name, value) {
  const { short, words } = FIELDS[name];
  return (short ?? words)(value);
}

// A value of a rule in a word or two.
export function inBrief(name, value) {
  if (value === null) return SAY.none;
  const { brief, short } = FIELDS[name];
  return (brief ?? short ?? String)(value);
}

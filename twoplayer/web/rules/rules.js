// The rules of a game, spelled as rule files spell them. `readRules` turns what somebody gives into
// the one normal spelling, or says all that is wrong with it, and `WORDS` puts it into words: the
// same as the program's `Variant` does.

import { fractionText, gcd, reduced, size } from "../shared/exact.js";
import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";
import { MOVES, SCORINGS, TIES } from "./kinds.js";
import { limitsOf, tilesOf } from "./spelled.js";

// Every rule, in its normal spelling.
/**
 * @typedef {{
 *   tiles: string, dice: string, weights: string | null, one_die: string, moves: string,
 *   max_tiles: string | null, opening_tile: string | null, stop_total: string | null,
 *   scoring: string, clack_payout: string, immediate_clack: boolean, ties: string,
 * }} Rules
 */

/** @type {Rules} */
export const CLASSIC = {
  tiles: "1-9", dice: "2d6", weights: null, one_die: "never", moves: "sum", max_tiles: null,
  opening_tile: null, stop_total: null, scoring: "sum", clack_payout: "1", immediate_clack: false, ties: "push",
};
const MEASURES = ["sum", "max", "count"];
export const [MOST_TILES, MOST_TILES_HERE, MOST_DICE, MOST_SIDES] = [24, 12, 6, 100];
const LARGEST = 10n ** 100n;
const LARGEST_WEIGHT = 10n ** 18n;
const LARGEST_TILE_HERE = 10n ** 6n;
export const LONGEST = 4000;
const MOST_DIGITS = 1000;

export class RulesError extends Error {
  constructor(faults) {
    super(faults.join("\n"));
    this.name = "RulesError";
    this.faults = faults;
  }
}

// What is wrong with a rule; mostly with what was got for it.
export class RuleFault {
  constructor(name, said, got = true) {
    this.name = name;
    this.said = said;
    this.got = got;
  }

  toString() {
    return `${this.name}: ${this.got ? SAY.wrong.got(this.said) : this.said}`;
  }
}

function refused(name, got, why, takes) {
  return new RuleFault(name, SAY.wrong.refused(got, why, takes));
}

// What somebody gave, as it is quoted in an error.
export function quoted(value) {
  if (typeof value !== "string") return cut(String(value));
  const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
  const text = mark + value.replaceAll("\\", "\\\\").replaceAll("'", mark === "'" ? "\\'" : "'") + mark;
  return cut(text);
}

export function cut(text) {
  return text.length <= 60 ? text : `${text.slice(0, 40)} … ${text.slice(-10)}`;
}

// Refuse what is too long to be read: that may take the square of its length.
function checkLength(value) {
  for (const text of [value].flat().map(String)) {
    if (text.length > LONGEST) throw SAY.wrong.long(text.length, LONGEST);
  }
}

function wholeNumber(value) {
  const text = String(value).trim();
  if (typeof value === "boolean" || !/^[+-]?\d{1,1000}$/.test(text)) throw SAY.wrong.notWhole;
  const number = BigInt(text.replace(/^\+/, ""));
  if (number >= LARGEST || number <= -LARGEST) throw SAY.wrong.tooLarge;
  return number;
}

function positive(value) {
  const number = wholeNumber(value);
  if (number < 1n) throw SAY.wrong.notPositive;
  return number;
}

function orAbsent(read) {
  return (value) => {
    const absent = value === null || String(value).trim().toLowerCase() === "none";
    return absent ? null : String(read(value));
  };
}

function oneOf(kinds) {
  return (value) => {
    const name = String(value).trim().toLowerCase();
    if (!Object.hasOwn(kinds, name)) throw SAY.wrong.unknown;
    return name;
  };
}

function readRange(part) {
  const text = part.trim();
  const match = /^(-?\d{1,1000})\s*(?:[-–]\s*(\d{1,1000}))?$/.exec(text);
  if (!match) throw SAY.wrong.noRange(quoted(text));
  const [low, high] = [BigInt(match[1]), BigInt(match[2] ?? match[1])];
  if (high < low) throw SAY.wrong.downwards(quoted(text));
  return [low, high];
}

function readTiles(value) {
  const text = String(value).trim().replace(/\s+/g, " ");
  const parts = Array.isArray(value) ? value.map(String) : text.split(/,|(?<=\d) (?=\d)/);
  const alone = parts.length === 1 && !Array.isArray(value) && /^[+-]*\d+$/.test(parts[0].trim());
  const ranges = alone ? [[1n, positive(value)]] : parts.map(readRange);
  const count = ranges.reduce((sum, [low, high]) => sum + high - low + 1n, 0n);
  if (ranges.some(([low]) => low < 1n)) throw SAY.wrong.belowOne;
  if (ranges.some(([, high]) => high >= LARGEST)) throw SAY.wrong.tooLarge;
  if (count > BigInt(MOST_TILES)) throw SAY.wrong.manyTiles(MOST_TILES);
  const tiles = ranges.flatMap(([low, high]) =>
    Array.from({ length: Number(high - low) + 1 }, (_, place) => low + BigInt(place)),
  );
  tiles.sort((one, other) => (one < other ? -1 : 1));
  if (new Set(tiles).size < tiles.length) throw SAY.wrong.twice;
  return spellTiles(tiles);
}

function spellTiles(tiles) {
  const runs = [];
  for (const tile of tiles) {
    const last = runs.at(-1);
    if (last && last[1] + 1n === tile) last[1] = tile;
    else runs.push([tile, tile]);
  }
  if (runs.length === 1) return `${tiles[0]}-${tiles.at(-1)}`;
  return runs.map(([low, high]) => (low === high ? `${low}` : `${low}-${high}`)).join(",");
}

function readDice(value) {
  const match = /^(\d{0,6})\s*[dD]\s*(\d{1,6})$/.exec(String(value).trim());
  if (!match) throw SAY.wrong.notDice;
  const [dice, sides] = [Number(match[1] || 1), Number(match[2])];
  if (dice < 1 || dice > MOST_DICE) throw SAY.wrong.manyDice(MOST_DICE);
  if (sides < 1 || sides > MOST_SIDES) throw SAY.wrong.manySides(MOST_SIDES);
  return `${dice}d${sides}`;
}

function readWeights(value) {
  const text = String(value).trim().toLowerCase();
  if (value === null || text === "none") return null;
  const sides = Array.isArray(value) ? value : String(value).split(",");
  if (sides.length > MOST_SIDES) throw SAY.wrong.manyNumbers(MOST_SIDES);
  const weights = sides.map(positive);
  if (weights.some((weight) => weight > LARGEST_WEIGHT)) throw SAY.wrong.tooLarge;
  const divisor = weights.reduce(gcd);
  return weights.map((weight) => weight / divisor).join(",");
}

function readOneDie(value) {
  const spelled = String(value).toLowerCase().replaceAll("≤", "<=").split(/\s+/).filter(Boolean).join(" ");
  if (spelled === "never" || spelled === "always") return spelled;
  const conditions = spelled.replace(/^forced[ -]/, "");
  const limits = new Map();
  for (const condition of conditions.split(/[ -]and[ -]/)) {
    const match = /^(sum|max|count)(?: ?<= ?([+-]?\d{1,1000})|-(\d{1,1000}))$/.exec(condition);
    if (!match) throw SAY.wrong.noCondition(quoted(condition));
    const limit = BigInt((match[2] ?? match[3]).replace(/^\+/, ""));
    if (!(limits.get(match[1]) <= limit)) limits.set(match[1], limit);
  }
  const kept = MEASURES.filter((name) => limits.has(name));
  const text = kept.map((name) => `${name} <= ${limits.get(name)}`).join(" and ");
  return conditions === spelled ? text : `forced ${text}`;
}

function readPayout(value) {
  const text = String(value).trim().replaceAll("−", "-");
  const match = /^(?:([+-]?\d+)\s*[/:]\s*(\d+)|([+-]?)(\d+(?:\.\d*)?|\.\d+))$/.exec(text);
  if (!match || typeof value === "boolean") throw SAY.wrong.notExact;
  const [, numerator, denominator, sign, digits] = match;
  const parts = denominator === undefined ? decimalNumber(sign, digits) : [numerator, denominator];
  const [above, below] = parts.map((part) => BigInt(part.replace(/^\+/, "")));
  if (below === 0n) throw SAY.wrong.zeroDenominator;
  const number = reduced([above, below]);
  if (size(number).some((part) => part >= 10n ** BigInt(MOST_DIGITS))) throw SAY.wrong.manyDigits(MOST_DIGITS);
  if (number[0] < 0n) throw SAY.wrong.negative;
  return fractionText(number);
}

function decimalNumber(sign, digits) {
  const [whole, part = ""] = digits.split(".");
  return [`${sign}${whole}${part}`, `1${"0".repeat(part.length)}`];
}

function readFlag(value) {
  const flags = { true: true, yes: true, false: false, no: false };
  const flag = lookUp(flags, String(value).trim().toLowerCase());
  if (flag === undefined) throw SAY.wrong.neither;
  return flag;
}

export const READ = {
  tiles: readTiles, dice: readDice, weights: readWeights, one_die: readOneDie,
  moves: oneOf(MOVES), max_tiles: orAbsent(positive), opening_tile: orAbsent(wholeNumber),
  stop_total: orAbsent(wholeNumber), scoring: oneOf(SCORINGS),
  clack_payout: readPayout, immediate_clack: readFlag, ties: oneOf(TIES),
};

// Every rule in its normal spelling; what is left out is as in the classic game. `takes` says, by
// field, what it takes, and `meant` what people say for some of it. Throws a `RulesError` that names
// all faults.
/** @type {(given: object, takes: object, meant: object) => Rules} */
export function readRules(given, takes, meant) {
  const rules = /** @type {Rules} */ ({});
  const faults = [];
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(CLASSIC, name)) {
      faults.push(new RuleFault(cut(name), SAY.wrong.noRule(Object.keys(CLASSIC).join(", ")), false));
    }
  }
  for (const name of Object.keys(CLASSIC)) {
    const value = Object.hasOwn(given, name) ? given[name] : CLASSIC[name];
    try {
      checkLength(value);
      rules[name] = READ[name](value);
    } catch (reason) {
      if (typeof reason !== "string") throw reason;
      const near = nearest(lookUp(meant, name), value);
      const why = near ? SAY.wrong.near(reason, SAY.or(near.split(" or "))) : reason;
      faults.push(refused(name, quoted(value), why, takes[name]));
    }
  }
  faults.push(...contradictions(rules), ...beyondThisPage(rules));
  if (faults.length) throw new RulesError(faults);
  return { ...rules, weights: loaded(rules.weights) };
}

// What somebody may mean who says this.
function nearest(meant, said) {
  const text = typeof said === "string" ? said.toLowerCase().trim().replace(/\s+/g, " ") : "";
  return lookUp(meant, text) ?? null;
}

// The weights of a die whose sides differ in them; of any other, null.
function loaded(weights) {
  return new Set(weights?.split(",")).size > 1 ? weights : null;
}

// The rules that do not go together, among those that could be read.
function contradictions(rules) {
  const pairs = [movesAndDice, weightsAndDice, singleAndDice, openingAndTiles];
  return pairs.map((fault) => fault(rules)).filter(Boolean);
}

function movesAndDice({ moves, dice }) {
  if (!moves || !dice || Number(dice.split("d")[0]) < 3 || MOVES[moves].byTotal) return null;
  const byTotal = Object.keys(MOVES).filter((name) => MOVES[name].byTotal);
  const takes = SAY.wrong.withDice(byTotal.join(" | "), dice);
  return refused("moves", `'${moves}'`, SAY.wrong.oneOrTwo, takes);
}

function weightsAndDice({ weights, dice }) {
  if (!weights || !dice) return null;
  const [count, sides] = [weights.split(",").length, Number(dice.split("d")[1])];
  if (count === sides) return null;
  return refused("weights", quoted(weights), SAY.wrong.numbers(count), SAY.wrong.sidesOf(sides, dice));
}

function singleAndDice({ one_die: oneDie, dice }) {
  if (!oneDie || oneDie === "never" || !dice?.startsWith("1d")) return null;
  return refused("one_die", `'${oneDie}'`, SAY.wrong.oneAnyway, SAY.wrong.withDice("'never'", dice));
}

function openingAndTiles({ opening_tile: opening, tiles }) {
  if (!opening || !tiles || tilesOf(tiles).map(String).includes(opening)) return null;
  const known = tilesOf(tiles).join(", ") + (tilesOf(tiles).length === 1 ? "," : "");
  return refused("opening_tile", opening, SAY.wrong.noTile, SAY.wrong.oneOf(known));
}

function beyondThisPage({ tiles }) {
  if (!tiles) return [];
  const count = tilesOf(tiles).length;
  if (count > MOST_TILES_HERE) {
    return [new RuleFault("tiles", SAY.wrong.beyond(count, MOST_TILES_HERE))];
  }
  const largest = BigInt(tiles.split(/[-,]/).at(-1));
  return largest > LARGEST_TILE_HERE
    ? [new RuleFault("tiles", SAY.wrong.upTo(quoted(tiles), LARGEST_TILE_HERE))]
    : [];
}

// What the program says of the most tiles, as it is on this page.
export function onThisPage(text) {
  return text.replaceAll(`at most ${MOST_TILES}`, `at most ${MOST_TILES_HERE}`);
}

// The fields that are not as in the classic game.
/** @type {(rules: Rules) => Partial<Rules>} */
export function changed(rules) {
  return Object.fromEntries(
    Object.entries(rules).filter(([name, value]) => value !== CLASSIC[name]),
  );
}

export const WORDS = {
  tiles(spelled) {
    const tiles = tilesOf(spelled);
    const [low, high, count] = [tiles[0], tiles.at(-1), tiles.length];
    if (count === 1) return SAY.inWords.oneTile(low);
    return high - low === count - 1 ? SAY.inWords.run(count, low, high) : SAY.inWords.tiles(count, tiles.join(", "));
  },
  dice: (spelled) => SAY.inWords.dice(...spelled.split("d").map(Number)),
  weights: (spelled) => (loaded(spelled) === null ? SAY.inWords.even : SAY.inWords.loaded(spelled.replaceAll(",", ":"))),
  one_die(spelled) {
    if (spelled === "never") return SAY.inWords.neverOne;
    if (spelled === "always") return SAY.inWords.alwaysOne;
    const when = whenOne(spelled);
    return spelled.startsWith("forced ") ? SAY.inWords.mustOne(when) : SAY.inWords.mayOne(when);
  },
  moves: (name) => SAY.inWords.covers(SAY.covers[name]),
  max_tiles: (most) => (most === null ? SAY.inWords.anyNumber : SAY.inWords.most(most)),
  opening_tile: (tile) => (tile === null ? SAY.inWords.anyFirst : SAY.inWords.opening(tile)),
  stop_total: (total) => (total === null ? SAY.inWords.noStop : SAY.inWords.stop(total)),
  scoring: (name) => SAY.inWords.scoring(SAY.scorings[name]),
  clack_payout: (payout) => SAY.inWords.payout(SAY.stakes(payout)),
  immediate_clack: (atOnce) => (atOnce ? SAY.inWords.atOnce : SAY.inWords.notAtOnce),
  ties: (winner) => SAY.ties[winner],
};

export function whenOne(spelled) {
  return SAY.and(limitsOf(spelled).map(([name, limit]) => SAY.measures[name](limit)));
}

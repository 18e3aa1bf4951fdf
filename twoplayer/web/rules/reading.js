// How what somebody gives for a rule is read: into its one normal spelling, or what is wrong with it is
// thrown, as a text. `fields.js` says which rule is read in which way.

import { fractionText, gcd, reduced, size } from "../shared/exact.js";
import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";

const MEASURES = ["sum", "max", "count"];
export const MOST_TILES = 24;
const [MOST_DICE, MOST_SIDES] = [6, 100];
const LARGEST = 10n ** 100n;
const LARGEST_WEIGHT = 10n ** 18n;
export const LONGEST = 4000;
const MOST_DIGITS = 1000;

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
export function checkLength(value) {
  for (const text of [value].flat().map(String)) {
    if (text.length > LONGEST) throw SAY.wrong.long(text.length, LONGEST);
  }
}

export function wholeNumber(value) {
  const text = String(value).trim();
  if (typeof value === "boolean" || !/^[+-]?\d{1,1000}$/.test(text)) throw SAY.wrong.notWhole;
  const number = BigInt(text.replace(/^\+/, ""));
  if (number >= LARGEST || number <= -LARGEST) throw SAY.wrong.tooLarge;
  return number;
}

export function positive(value) {
  const number = wholeNumber(value);
  if (number < 1n) throw SAY.wrong.notPositive;
  return number;
}

export function orAbsent(read) {
  return (value) => {
    const absent = value === null || String(value).trim().toLowerCase() === "none";
    return absent ? null : String(read(value));
  };
}

export function oneOf(kinds) {
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

export function readTiles(value) {
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

export function readDice(value) {
  const match = /^(\d{0,6})\s*[dD]\s*(\d{1,6})$/.exec(String(value).trim());
  if (!match) throw SAY.wrong.notDice;
  const [dice, sides] = [Number(match[1] || 1), Number(match[2])];
  if (dice < 1 || dice > MOST_DICE) throw SAY.wrong.manyDice(MOST_DICE);
  if (sides < 1 || sides > MOST_SIDES) throw SAY.wrong.manySides(MOST_SIDES);
  return `${dice}d${sides}`;
}

export function readWeights(value) {
  const text = String(value).trim().toLowerCase();
  if (value === null || text === "none") return null;
  const sides = Array.isArray(value) ? value : String(value).split(",");
  if (sides.length > MOST_SIDES) throw SAY.wrong.manyNumbers(MOST_SIDES);
  const weights = sides.map(positive);
  if (weights.some((weight) => weight > LARGEST_WEIGHT)) throw SAY.wrong.tooLarge;
  const divisor = weights.reduce(gcd);
  return weights.map((weight) => weight / divisor).join(",");
}

export function readOneDie(value) {
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

export function readPayout(value) {
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

export function readFlag(value) {
  const flags = { true: true, yes: true, false: false, no: false };
  const flag = lookUp(flags, String(value).trim().toLowerCase());
  if (flag === undefined) throw SAY.wrong.neither;
  return flag;
}

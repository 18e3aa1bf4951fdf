"use strict";

// The rules of a game, spelled as rule files spell them. `readRules` turns what somebody gives into
// the one normal spelling, or says all that is wrong with it, and `WORDS` puts it into words: the
// same as the program's `Variant` does.

const CLASSIC = {
  tiles: "1-9", dice: "2d6", weights: null, one_die: "never", moves: "sum", max_tiles: null,
  opening_tile: null, stop_total: null, scoring: "sum", clack_payout: "1", immediate_clack: false, ties: "push",
};
const MOVES = {
  sum: "any set of open tiles with the sum of the roll",
  "one-tile": "exactly one tile, showing either die or the sum",
  "dice-or-sum": "one tile showing either die or the sum, or both dice's tiles",
  exact: "the tile showing the sum, or both dice's tiles",
  "sum-or-difference": "any set of open tiles with the sum or the difference of the dice",
};
// Where only the total of the dice matters, so that any number of them will do.
const BY_TOTAL = ["sum"];
const SCORINGS = {
  sum: "the sum of the open tiles",
  digits: "the open tiles in ascending order, read as one number",
  count: "how many tiles are open",
  shut: "0 if every tile is covered, else 1",
};
const MEASURES = {
  sum: (limit) => `the open tiles sum to ${limit} or less`,
  max: (limit) => `the largest open tile is ${limit} or less`,
  count: (limit) => `${limit} or fewer tiles are open`,
};
const TIES = {
  push: "equal scores push: nobody wins",
  first: "the first player wins equal scores",
  second: "the second player wins equal scores",
};
const [MOST_TILES, MOST_TILES_HERE, MOST_DICE, MOST_SIDES] = [24, 12, 6, 100];
const LARGEST = 10n ** 100n;
const LARGEST_WEIGHT = 10n ** 18n;
const LARGEST_TILE_HERE = 10n ** 6n;
const LONGEST = 4000;
const MOST_DIGITS = 1000;

class RulesError extends Error {
  constructor(faults) {
    super(faults.join("\n"));
    this.name = "RulesError";
    this.faults = faults;
  }
}

// What somebody gave, as it is quoted in an error.
function quoted(value) {
  if (typeof value !== "string") return cut(String(value));
  const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
  const text = mark + value.replaceAll("\\", "\\\\").replaceAll("'", mark === "'" ? "\\'" : "'") + mark;
  return cut(text);
}

function cut(text) {
  return text.length <= 60 ? text : `${text.slice(0, 40)} … ${text.slice(-10)}`;
}

// Refuse what is too long to be read: that may take the square of its length.
function checkLength(value) {
  for (const text of [value].flat().map(String)) {
    if (text.length > LONGEST) throw `${text.length} characters long, more than ${LONGEST}`;
  }
}

function wholeNumber(value) {
  const text = String(value).trim();
  if (typeof value === "boolean" || !/^[+-]?\d{1,1000}$/.test(text)) throw "not a whole number";
  const number = BigInt(text.replace(/^\+/, ""));
  if (number >= LARGEST || number <= -LARGEST) throw "too large a number";
  return number;
}

function positive(value) {
  const number = wholeNumber(value);
  if (number < 1n) throw "not positive";
  return number;
}

function orAbsent(read) {
  return (value) => {
    const absent = value === null || String(value).trim().toLowerCase() === "none";
    return absent ? null : String(read(value));
  };
}

function oneOf(names) {
  return (value) => {
    const name = String(value).trim().toLowerCase();
    if (!names.includes(name)) throw "unknown";
    return name;
  };
}

function readRange(part) {
  const text = part.trim();
  const match = /^(-?\d{1,1000})\s*(?:[-–]\s*(\d{1,1000}))?$/.exec(text);
  if (!match) throw `${quoted(text)} is neither a tile nor a range`;
  const [low, high] = [BigInt(match[1]), BigInt(match[2] ?? match[1])];
  if (high < low) throw `${quoted(text)} runs downwards`;
  return [low, high];
}

function readTiles(value) {
  const text = String(value).trim().replace(/\s+/g, " ");
  const parts = Array.isArray(value) ? value.map(String) : text.split(/,|(?<=\d) (?=\d)/);
  const alone = parts.length === 1 && !Array.isArray(value) && /^[+-]*\d+$/.test(parts[0].trim());
  const ranges = alone ? [[1n, positive(value)]] : parts.map(readRange);
  const count = ranges.reduce((sum, [low, high]) => sum + high - low + 1n, 0n);
  if (ranges.some(([low]) => low < 1n)) throw "a tile below 1";
  if (ranges.some(([, high]) => high >= LARGEST)) throw "too large a number";
  if (count > BigInt(MOST_TILES)) throw `more than ${MOST_TILES} tiles`;
  const tiles = ranges.flatMap(([low, high]) =>
    Array.from({ length: Number(high - low) + 1 }, (_, place) => low + BigInt(place)),
  );
  tiles.sort((one, other) => (one < other ? -1 : 1));
  if (new Set(tiles).size < tiles.length) throw "a tile twice";
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

function tilesOf(spelled) {
  return spelled.split(",").flatMap((part) => {
    const [low, high] = [Number(part.split("-")[0]), Number(part.split("-").at(-1))];
    return Array.from({ length: high - low + 1 }, (_, place) => low + place);
  });
}

function readDice(value) {
  const match = /^(\d{0,6})\s*[dD]\s*(\d{1,6})$/.exec(String(value).trim());
  if (!match) throw "not dice";
  const [dice, sides] = [Number(match[1] || 1), Number(match[2])];
  if (dice < 1 || dice > MOST_DICE) throw `not 1 to ${MOST_DICE} dice`;
  if (sides < 1 || sides > MOST_SIDES) throw `not 1 to ${MOST_SIDES} sides`;
  return `${dice}d${sides}`;
}

function readWeights(value) {
  const text = String(value).trim().toLowerCase();
  if (value === null || text === "none") return null;
  const sides = Array.isArray(value) ? value : String(value).split(",");
  if (sides.length > MOST_SIDES) throw `not 1 to ${MOST_SIDES} numbers`;
  const weights = sides.map(positive);
  if (weights.some((weight) => weight > LARGEST_WEIGHT)) throw "too large a number";
  const divisor = weights.reduce(gcd);
  return weights.map((weight) => weight / divisor).join(",");
}

function readOneDie(value) {
  const spelled = String(value).toLowerCase().replaceAll("≤", "<=").split(/\s+/).filter(Boolean).join(" ");
  if (spelled === "never" || spelled === "always") return spelled;
  const conditions = spelled.replace(/^forced[ -]/, "");
  const limits = {};
  for (const condition of conditions.split(/[ -]and[ -]/)) {
    const match = /^(sum|max|count)(?: ?<= ?([+-]?\d{1,1000})|-(\d{1,1000}))$/.exec(condition);
    if (!match) throw `${quoted(condition)} is not a condition`;
    const limit = BigInt((match[2] ?? match[3]).replace(/^\+/, ""));
    if (!(limits[match[1]] <= limit)) limits[match[1]] = limit;
  }
  const kept = Object.keys(MEASURES).filter((name) => name in limits);
  const text = kept.map((name) => `${name} <= ${limits[name]}`).join(" and ");
  return conditions === spelled ? text : `forced ${text}`;
}

function readPayout(value) {
  const text = String(value).trim().replaceAll("−", "-");
  const match = /^(?:([+-]?\d+)\s*[/:]\s*(\d+)|([+-]?)(\d+(?:\.\d*)?|\.\d+))$/.exec(text);
  if (!match || typeof value === "boolean") throw "not an exact number";
  const [, numerator, denominator, sign, digits] = match;
  let number = denominator === undefined ? decimalNumber(sign, digits) : [numerator, denominator];
  number = number.map((part) => BigInt(String(part).replace(/^\+/, "")));
  if (number[1] === 0n) throw "a denominator of 0";
  number = reduced(number);
  if (size(number).some((part) => part >= 10n ** BigInt(MOST_DIGITS))) throw `more than ${MOST_DIGITS} digits`;
  if (number[0] < 0n) throw "negative";
  return fractionText(number);
}

function decimalNumber(sign, digits) {
  const [whole, part = ""] = digits.split(".");
  return [`${sign}${whole}${part}`, `1${"0".repeat(part.length)}`];
}

function readFlag(value) {
  const flags = { true: true, yes: true, false: false, no: false };
  const name = String(value).trim().toLowerCase();
  if (!Object.hasOwn(flags, name)) throw "neither";
  return flags[name];
}

const READ = {
  tiles: readTiles, dice: readDice, weights: readWeights, one_die: readOneDie,
  moves: oneOf(Object.keys(MOVES)), max_tiles: orAbsent(positive), opening_tile: orAbsent(wholeNumber),
  stop_total: orAbsent(wholeNumber), scoring: oneOf(Object.keys(SCORINGS)),
  clack_payout: readPayout, immediate_clack: readFlag, ties: oneOf(Object.keys(TIES)),
};

// Every rule in its normal spelling; what is left out is as in the classic game. `takes` says, by
// field, what it takes, and `meant` what people say for some of it. Throws a `RulesError` that names
// all faults.
function readRules(given, takes, meant) {
  const [rules, faults] = [{}, []];
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(CLASSIC, name)) {
      faults.push(`${cut(name)}: an unknown rule; takes ${Object.keys(CLASSIC).join(", ")}`);
    }
  }
  for (const name of Object.keys(CLASSIC)) {
    const value = Object.hasOwn(given, name) ? given[name] : CLASSIC[name];
    try {
      checkLength(value);
      rules[name] = READ[name](value);
    } catch (reason) {
      if (typeof reason !== "string") throw reason;
      const near = nearest(meant[name] ?? {}, value);
      const why = near ? `${reason}: did you mean ${near}?` : reason;
      faults.push(`${name}: got ${quoted(value)}, ${why}; takes ${takes[name]}`);
    }
  }
  faults.push(...contradictions(rules), ...beyondThisPage(rules));
  if (faults.length) throw new RulesError(faults);
  return { ...rules, weights: loaded(rules.weights) };
}

// What somebody may mean who says this.
function nearest(meant, said) {
  const text = typeof said === "string" ? said.toLowerCase().trim().replace(/\s+/g, " ") : "";
  return Object.hasOwn(meant, text) ? meant[text] : null;
}

// The weights of a die whose sides differ in them; of any other, null.
function loaded(weights) {
  return new Set(weights?.split(",")).size > 1 ? weights : null;
}

// The rules that do not go together, among those that could be read.
function contradictions({ tiles, dice, weights, one_die: oneDie, moves, opening_tile: opening }) {
  const faults = [];
  const [number, sides] = dice ? dice.split("d").map(Number) : [];
  if (number > 2 && moves && !BY_TOTAL.includes(moves)) {
    faults.push(`moves: got '${moves}', defined for one or two dice; takes ${BY_TOTAL.join(" | ")} with ${dice}`);
  }
  const count = weights?.split(",").length;
  if (sides && weights && count !== sides) {
    const got = `got ${quoted(weights)}, ${count} number${count === 1 ? "" : "s"}`;
    faults.push(`weights: ${got}; takes ${sides} of them with dice ${dice}`);
  }
  if (number === 1 && oneDie && oneDie !== "never") {
    faults.push(`one_die: got '${oneDie}', with one die anyway; takes 'never' with ${dice}`);
  }
  if (opening && tiles && !tilesOf(tiles).map(String).includes(opening)) {
    const known = tilesOf(tiles).join(", ") + (tilesOf(tiles).length === 1 ? "," : "");
    faults.push(`opening_tile: got ${opening}, not a tile of this game; takes one of (${known})`);
  }
  return faults;
}

function beyondThisPage({ tiles }) {
  if (!tiles) return [];
  const count = tilesOf(tiles).length;
  if (count > MOST_TILES_HERE) {
    return [`tiles: got ${count} of them; this page solves at most ${MOST_TILES_HERE}`];
  }
  const largest = BigInt(tiles.split(/[-,]/).at(-1));
  return largest > LARGEST_TILE_HERE
    ? [`tiles: got ${quoted(tiles)}; this page takes tiles up to ${LARGEST_TILE_HERE}`]
    : [];
}

// The fields that are not as in the classic game.
function changed(rules) {
  return Object.fromEntries(
    Object.entries(rules).filter(([name, value]) => value !== CLASSIC[name]),
  );
}

const WORDS = {
  tiles(spelled) {
    const tiles = tilesOf(spelled);
    if (tiles.length === 1) return `a single tile, ${tiles[0]}`;
    const run = tiles.at(-1) - tiles[0] === tiles.length - 1;
    return `${tiles.length} tiles${run ? `, ${tiles[0]} to ${tiles.at(-1)}` : `: ${tiles.join(", ")}`}`;
  },
  dice(spelled) {
    const [dice, sides] = spelled.split("d");
    const number = dice === "1" ? "a single die" : `${dice} dice`;
    return `${number} with ${sides} side${sides === "1" ? "" : "s"}`;
  },
  weights: (spelled) =>
    loaded(spelled) === null
      ? "every side of a die comes up as often as any other"
      : `loaded dice: their sides come up as ${spelled.replaceAll(",", ":")}`,
  one_die(spelled) {
    if (spelled === "never") return "a single die is never rolled";
    const verb = spelled.startsWith("forced ") ? "must be rolled" : "may be rolled instead";
    const words = limitsOf(spelled).map(([name, limit]) => MEASURES[name](limit)).join(" and ");
    return `a single die ${verb} ${words ? `while ${words}` : "at any time"}`;
  },
  moves: (name) => `a roll covers ${MOVES[name]}`,
  max_tiles: (most) =>
    most === null
      ? "any number of tiles in one move"
      : `at most ${most} tile${most === "1" ? "" : "s"} in one move`,
  opening_tile: (tile) => (tile === null ? "any first move" : `the first move must cover the ${tile}`),
  stop_total: (total) =>
    total === null
      ? "no roll ends the turn by itself"
      : `rolling ${total} in total ends the turn at once`,
  scoring: (name) => `score: ${SCORINGS[name]}; lower wins`,
  clack_payout: (payout) =>
    `winning with a clack (every tile covered) pays ${payout} stake${payout === "1" ? "" : "s"}`,
  immediate_clack: (atOnce) =>
    atOnce
      ? "a first-player clack wins at once"
      : "after a first-player clack the second player still takes a turn",
  ties: (winner) => TIES[winner],
};

function limitsOf(oneDie) {
  return [...oneDie.matchAll(/(sum|max|count) <= (-?\d+)/g)].map(([, name, limit]) => [name, limit]);
}

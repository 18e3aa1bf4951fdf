// The rules of a game. `readRules` turns what somebody gives into the one normal spelling of every rule,
// or says all that is wrong with it: the same as the program's `Variant` does.

import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";
import { FIELDS } from "./fields.js";
import { MOVES } from "./kinds.js";
import { checkLength, cut, MOST_TILES, quoted } from "./reading.js";
import { loaded, tilesOf } from "./spelled.js";

/** @typedef {import("./fields.js").Rules} Rules */

const MOST_TILES_HERE = 12;
const LARGEST_TILE_HERE = 10n ** 6n;

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

// Every rule in its normal spelling; what is left out is as in the classic game. `takes` says, by
// field, what it takes, and `meant` what people say for some of it. Throws a `RulesError` that names
// all faults.
/** @type {(given: object, takes: object, meant: object) => Rules} */
export function readRules(given, takes, meant) {
  const rules = /** @type {Rules} */ ({});
  const faults = [];
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(FIELDS, name)) {
      faults.push(new RuleFault(cut(name), SAY.wrong.noRule(Object.keys(FIELDS).join(", ")), false));
    }
  }
  for (const [name, { classic, read }] of Object.entries(FIELDS)) {
    const value = Object.hasOwn(given, name) ? given[name] : classic;
    try {
      checkLength(value);
      rules[name] = read(value);
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
    Object.entries(rules).filter(([name, value]) => value !== FIELDS[name].classic),
  );
}

// Rules of a turn that a player has of his own, where they are not those of the game: a head start.
// What is at stake is the same for all.

import { SAY } from "../words/speech.js";
import { read } from "./catalogue.js";
import { FIELDS } from "./fields.js";
import { linkTo } from "./link.js";
import { LONGEST } from "./reading.js";
import { RuleFault, RulesError } from "./rules.js";

/** @typedef {import("./fields.js").Rules} Rules */
/** @typedef {Partial<Rules>} Own */

const AT_STAKE = Object.keys(FIELDS).filter((name) => FIELDS[name].isStake);
const OF_TURN = Object.keys(FIELDS).filter((name) => !FIELDS[name].isStake);

// By rules, and by what somebody has of his own: what he plays by.
const known = new WeakMap();

// The rules that somebody plays by; those of the game alone where they contradict his own.
/** @type {(rules: Rules, own?: Own) => Rules} */
export function withOwn(rules, own = {}) {
  if (!Object.keys(own).length) return rules;
  if (!known.has(rules)) known.set(rules, new WeakMap());
  const found = known.get(rules);
  if (!found.has(own)) found.set(own, joined(rules, own));
  return found.get(own);
}

function joined(rules, own) {
  try {
    const both = read({ ...rules, ...own });
    return linkTo(both) === linkTo(rules) ? rules : both;
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    return rules;
  }
}

// What somebody has of his own who plays by other rules than those of the game.
/** @type {(rules: Rules, others: Rules) => Own} */
export function ownOf(rules, others) {
  const wrong = AT_STAKE.filter((name) => rules[name] !== others[name]);
  const said = (name) => SAY.wrong.refused(`'${others[name]}'`, SAY.wrong.ofSecond, SAY.wrong.asFirst(`'${rules[name]}'`));
  if (wrong.length) throw new RulesError(wrong.map((name) => new RuleFault(name, said(name))));
  return Object.fromEntries(OF_TURN.filter((name) => rules[name] !== others[name]).map((name) => [name, others[name]]));
}

// What somebody has of his own, as far as it may be that.
export function readOwn(given) {
  const may = (value) => value === null || (typeof value === "string" && value.length <= LONGEST);
  const names = OF_TURN.filter((name) => Object.hasOwn(given ?? {}, name) && may(given[name]));
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

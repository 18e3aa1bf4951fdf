// The rules in the address of the page, behind its `#`: field=value, as rule files spell them.

import { page } from "../shared/given.js";
import { SAY } from "../words/speech.js";
import { changed, CLASSIC, cut, quoted, RuleFault, RulesError } from "./rules.js";

// The language that an address may name beside them.
export const LANGUAGE = /(?:^|[#&])lang=([^&]*)/;

// A link to today's box says so beside the rules.
const TODAY = /(?:^|[#&])today(?=&|$)/;

export function isToToday(address) {
  return TODAY.test(address);
}

// What links begin with that are given away: where the page lives, or else where it is open. A file
// opens on no other device, so then they are what stands behind the address alone.
export function home() {
  const here = /^https?:$/.test(location.protocol) ? location.href.split("#")[0] : "";
  return page.address || here;
}

export function linkTo(rules) {
  const fields = Object.entries(changed(rules));
  const named = fields.length ? fields : [["tiles", rules.tiles]];
  return named.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

// What an address names beside rules: where a game began, and what was rolled and covered.
const POSITION = ["open", "to_beat", "game"];

// The rules that an address names, as they were given: fields, or a name of the catalogue; null
// where it names none.
export function rulesIn(address) {
  const text = ofGame(address).replace(/^&/, "");
  if (text === "") return null;
  if (text.includes("=")) {
    const fields = fieldsIn(text, false);
    return fields.length ? fieldsGiven(fields, Object.keys(CLASSIC).length) : null;
  }
  const known = page.catalogue.find(({ name }) => name === text);
  if (!known) throw new RulesError([SAY.wrong.noName(quoted(text))]);
  return known.rules;
}

// What an address says of rules and of a game.
function ofGame(address) {
  return address.replace(/^#+/, "").replace(LANGUAGE, "").replace(TODAY, "");
}

function fieldsIn(address, ofPosition) {
  const fields = [...new URLSearchParams(ofGame(address))];
  return fields.filter(([name]) => POSITION.includes(name) === ofPosition);
}

// The position and the game that an address names.
export function positionIn(address) {
  return fieldsGiven(fieldsIn(address, true), POSITION.length);
}

export function isOfGame(address) {
  return fieldsIn(address, true).length > 0;
}

export function fieldsGiven(pairs, most) {
  if (pairs.length > most) throw new RulesError([SAY.wrong.manyRules(pairs.length, most)]);
  const names = pairs.map(([name]) => name);
  const twice = new Set(names.filter((name, place) => names.indexOf(name) < place));
  if (twice.size) throw new RulesError([...twice].map((name) => new RuleFault(cut(name), SAY.wrong.givenTwice, false)));
  return Object.fromEntries(pairs);
}

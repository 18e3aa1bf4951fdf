// The rules in the address of the page, behind its `#`: field=value, as rule files spell them.

import { page } from "../shared/given.js";
import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";
import { FIELDS } from "./fields.js";
import { cut, quoted } from "./reading.js";
import { changed, RuleFault, RulesError } from "./rules.js";

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

// The rules of two players: of the second as well, where she has her own.
export function linkOf(first, second) {
  const [link, others] = [first, second].map(linkTo);
  return link === others ? link : `${link}&${SECOND}=${encodeURIComponent(others)}`;
}

// What a link says of the rules of each of two players.
export function linksIn(link) {
  const [first, second] = link.split(`&${SECOND}=`);
  return [first, second ? decodeURIComponent(second) : first];
}

// What an address names beside rules: where a game began, and what was rolled and covered.
const POSITION = ["open", "to_beat", "game"];
export const SECOND = "second";

// The rules that an address names, as they were given: fields, or a name of the catalogue; null
// where it names none.
export function rulesIn(address) {
  const text = ofGame(address).replace(/^&/, "");
  if (text === "") return null;
  if (text.includes("=")) {
    const fields = fieldsIn(address).filter(([name]) => name !== SECOND && !POSITION.includes(name));
    return fields.length ? fieldsGiven(fields, Object.keys(FIELDS).length) : null;
  }
  const known = page.catalogue.find(({ name }) => [text, unescaped(text)].includes(name));
  if (!known) throw new RulesError([SAY.wrong.noName(quoted(text))]);
  return known.rules;
}

// A text as it was before a browser has put it into an address, if it has.
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// What an address says of rules and of a game.
function ofGame(address) {
  return address.replace(/^#+/, "").replace(LANGUAGE, "").replace(TODAY, "");
}

// The rules of the second player's own, if an address names some.
export function secondIn(address) {
  const text = lookUp(fieldsGiven(besideRules(address).filter(([name]) => name === SECOND), 2), SECOND);
  if (text === undefined) return null;
  const hers = text.includes("=") ? fieldsGiven(fieldsIn(text), Object.keys(FIELDS).length) : rulesIn(text);
  if (hers === null || !fieldsIn(text).length) throw new RulesError([SAY.wrong.noName(quoted(text))]);
  return hers;
}

function fieldsIn(address) {
  return [...new URLSearchParams(ofGame(address))];
}

// What an address says beside the rules of the game. A name alone is one of the catalogue, where
// `game` and `second` may be names as well.
function besideRules(address) {
  const fields = ofGame(address).includes("=") ? fieldsIn(address) : [];
  return fields.filter(([name]) => name === SECOND || POSITION.includes(name));
}

function ofPosition(address) {
  return besideRules(address).filter(([name]) => name !== SECOND);
}

// The position and the game that an address names.
export function positionIn(address) {
  return fieldsGiven(ofPosition(address), POSITION.length);
}

// Whether it is of a game of two players, and not of rules alone.
export function isOfGame(address) {
  return besideRules(address).length > 0;
}

export function fieldsGiven(pairs, most) {
  if (pairs.length > most) throw new RulesError([SAY.wrong.manyRules(pairs.length, most)]);
  const names = pairs.map(([name]) => name);
  const twice = new Set(names.filter((name, place) => names.indexOf(name) < place));
  if (twice.size) throw new RulesError([...twice].map((name) => new RuleFault(cut(name), SAY.wrong.givenTwice, false)));
  return Object.fromEntries(pairs);
}

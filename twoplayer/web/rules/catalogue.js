// The rules that have a name: what the page begins with, and what they are called.

import { page } from "../shared/given.js";
import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";
import { linkOf, linksIn, linkTo } from "./link.js";
import { readRules } from "./rules.js";

export const read = (given) => readRules(given, SAY.accepts, page.meant);

// The rules that the page begins with, and those of the second player.
export const begin = read(page.begin);
export const beginSecond = page.second ? read(page.second) : begin;
export const beginning = linkOf(begin, beginSecond);

// The catalogue by link, the first of those with the same rules.
export const named = new Map(page.catalogue.map((each) => [linkTo(read(each.rules)), each]).reverse());

// A name of the catalogue as people say it, and what its rules are, in this language.
// A file may be called as one that is registered: only these have names in every language.
export function calledHere({ name, own, title }) {
  const here = (!own && lookUp(SAY.names, name)) || title;
  return here[0].toUpperCase() + here.slice(1);
}

export function summaryHere({ name, own, summary }) {
  return (!own && lookUp(SAY.summaries, name)) || summary;
}

// What rules are called; of two players those of both, or that one of them has a head start.
export function rulesNameOf(link) {
  const [name, ...others] = [...new Set(linksIn(link))].map(nameOf);
  return [name, ...others.map((other) => (other === SAY.own ? SAY.headStart : other))].join(" + ");
}

// By their name, or by that of the set in the table to which they belong.
function nameOf(link) {
  const row = document.querySelector(`#table tr[data-link="${CSS.escape(link)}"]`);
  if (named.has(link)) return calledHere(named.get(link));
  return row ? SAY.variantOf(setCalled(row)) : SAY.own;
}

// The set to which a line of the table belongs.
export function setCalled({ dataset: { link, name, title } }) {
  return named.has(link) ? calledHere(named.get(link)) : title ?? lookUp(SAY.names, name) ?? name;
}

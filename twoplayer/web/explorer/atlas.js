// The games: each is known by the places of its rules among what these may be. Which are near it,
// and which are fair.

import { CLASSIC, FIELDS } from "../rules/fields.js";
import { linkTo } from "../rules/link.js";
import { readRules } from "../rules/rules.js";
import { decimal, fractionOf, size, times } from "../shared/exact.js";
import { page } from "../shared/given.js";
import { lookUp } from "../shared/look-up.js";
import { localised, SAY } from "../words/speech.js";

const inOrder = (rules) => Object.entries(rules).map(([name, value]) => [name, FIELDS[name].read(value)]);

// The rules that are the same in all games, and those in which they differ, with what they may be.
const COMMON = { ...CLASSIC, ...Object.fromEntries(inOrder(page.common)) };

export const VARIED = page.fields.map((name) => ({ name, options: page.options[name].map(FIELDS[name].read) }));

export const games = new Map(
  Object.entries(page.games).map(([key, [text, notice]]) => [key, gameOf(key, text, notice)]),
);
export const every = [...games.values()];

// How many are better for the second player, and how many are fairer: whole numbers to compare by.
export const byEV = ranked("rank", (one) => one.ev);
export const byFairness = ranked("fairer", (one) => size(one.ev));

function gameOf(key, text, notice) {
  const ev = fractionOf(text);
  return {
    key,
    text,
    ev,
    places: key ? key.split(",").map(Number) : [],
    percent: decimal(times(100, ev), 4),
    favoured: ev[0] > 0n ? "first" : ev[0] < 0n ? "second" : "nobody",
    notice: notice ? BigInt(notice) : null,
  };
}

export function compare([numerator, denominator], [other, by]) {
  const difference = numerator * by - other * denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function rulesOf(game) {
  return { ...COMMON, ...Object.fromEntries(VARIED.map(({ name, options }, at) => [name, options[game.places[at]]])) };
}

export function signed(game) {
  return localised(game.ev[0] > 0n ? `+${game.percent}` : game.percent);
}

// What people call a game; nothing where they have no name for it.
export function calledHere({ key }) {
  return (lookUp(page.names, key) ?? []).map(([name, title]) => translated(name) ?? title).join(", ");
}

function translated(name) {
  const words = lookUp(SAY.names, name);
  return words && words[0].toUpperCase() + words.slice(1);
}

// The games in an order; each knows how many there are before it and those that are equal to it.
function ranked(name, by) {
  const sorted = [...every].sort((one, other) => compare(by(one), by(other)));
  sorted.forEach((each, place) => {
    const before = sorted[place - 1];
    each[name] = before && compare(by(before), by(each)) === 0 ? before[name] : place;
  });
  return sorted;
}

// The games that differ from some rules in so many of them.
export function near(places, changes, from = 0) {
  if (changes === 0) return [games.get(places.join())].filter(Boolean);
  return VARIED.flatMap(({ options }, at) =>
    [...options.keys()]
      .filter((other) => at >= from && other !== places[at])
      .flatMap((other) => near(changedAt(places, at, other), changes - 1, at + 1)),
  );
}

export function changedAt(places, at, other) {
  return places.map((place, each) => (each === at ? other : place));
}

// The fairest games that differ in so many rules, of those that are fairer.
export function fairestNear(game, changes, most) {
  return near(game.places, changes)
    .filter((other) => other.fairer < game.fairer)
    .sort((one, other) => one.fairer - other.fairer)
    .slice(0, most);
}

// The game by some rules, however they are spelled; undefined where it is none of these.
export function gameBy(given) {
  const rules = readRules(given, SAY.accepts, page.meant);
  const places = VARIED.map(({ name, options }) => options.indexOf(rules[name]));
  const game = games.get(places.join());
  return game && linkTo(rulesOf(game)) === linkTo(rules) ? game : undefined;
}

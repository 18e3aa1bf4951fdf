// How the phrases of a language are spoken: numbers, lists and plurals are written as `Intl` does.

import { decimals } from "../shared/exact.js";

/** @typedef {import("./english.js").Words} Words */
/** @typedef {(texts: unknown[]) => string} Listed */

// The language that is spoken, and its table of phrases.
export let language = "en";
export let SAY = /** @type {Words & { and: Listed, or: Listed } & Record<string, any>} */ ({});
let point = ".";

export function speakIn(tag, phrases) {
  language = tag;
  SAY = { ...phrases, and: listed("conjunction"), or: listed("disjunction") };
  point = new Intl.NumberFormat(language).format(0.5).slice(1, 2);
}

// What writes a list is slow to make, and made where one is written.
function listed(type) {
  let list = null;
  return (texts) => {
    list ??= new Intl.ListFormat(language, { type });
    return texts.map(String).reduce((one, other) => list.format([one, other]));
  };
}

// A decimal, which exact numbers have been rounded to; several, as few digits as tell them apart.
export function localised(text) {
  return text.replace(".", point);
}

export function figures(numbers, places) {
  return decimals(numbers, places).map(localised);
}

export function whole(number) {
  return new Intl.NumberFormat(language).format(number);
}

export function counted(games) {
  const most = games < 0n ? -games : games;
  return most < 10n ** 12n ? whole(most) : SAY.trillion;
}

// The form of a word that a number takes: a text as well, which may be a fraction.
export function plural(number, one, other) {
  const [numerator, denominator = 1] = String(number).replace(point, ".").replace("−", "").split("/");
  return new Intl.PluralRules(language).select(Number(numerator) / Number(denominator)) === "one" ? one : other;
}

// What somebody gains: a half of a stake, and any other part of one, is less than one.
export function gain(stakes, half, part) {
  const [numerator, denominator = 1] = stakes.split("/").map(Number);
  if (stakes === "1/2") return half;
  return 0 < numerator && numerator < denominator ? `${stakes} ${part}` : SAY.stakes(stakes);
}

// A score; one of many digits is cut short.
export function figure(score) {
  const text = String(score);
  return text.length <= 15 ? text : SAY.digits(`${text.slice(0, 4)}…${text.slice(-4)}`, text.length);
}

// Whether a name is what who plays alone against the program is called.
export function isYou(name) {
  return name === SAY.you;
}

// Whether a name is what who plays alone is called in what he sends to others.
export function isMe(name) {
  return name === SAY.me;
}

// A text as a sentence begins.
export function capital(text) {
  return text && text[0].toLocaleUpperCase(language) + text.slice(1);
}

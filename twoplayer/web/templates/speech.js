"use strict";

// How the phrases of a language are spoken: numbers, lists and plurals are written as `Intl` does.

// The language that is spoken, and its table of phrases.
let language = "en";
let SAY = ENGLISH;
let point = ".";
// What the fields of rules take, and words of what they may be: what a language has not is said in English.
const OF_VALUES = ["accepts", "covers", "scorings", "measures", "ties"];

function speakIn(tag, phrases) {
  language = tag;
  SAY = { ...phrases, and: listed("conjunction"), or: listed("disjunction") };
  for (const name of OF_VALUES) SAY[name] = { ...ENGLISH[name], ...phrases[name] };
  point = new Intl.NumberFormat(language).format(0.5).slice(1, 2);
  document.documentElement.lang = language;
}

function listed(type) {
  const list = new Intl.ListFormat(language, { type });
  return (texts) => texts.map(String).reduce((one, other) => list.format([one, other]));
}

// A decimal, which exact numbers have been rounded to; several, as few digits as tell them apart.
function localised(text) {
  return text.replace(".", point);
}

function figures(numbers, places) {
  return decimals(numbers, places).map(localised);
}

function whole(number) {
  return new Intl.NumberFormat(language).format(number);
}

function counted(games) {
  const most = games < 0n ? -games : games;
  return most < 10n ** 12n ? whole(most) : SAY.trillion;
}

// The form of a word that a number takes: a text as well, which may be a fraction.
function plural(number, one, other) {
  const [numerator, denominator = 1] = String(number).replace(point, ".").replace("−", "").split("/");
  return new Intl.PluralRules(language).select(numerator / denominator) === "one" ? one : other;
}

// A score; one of many digits is cut short.
function figure(score) {
  const text = String(score);
  return text.length <= 15 ? text : SAY.digits(`${text.slice(0, 4)}…${text.slice(-4)}`, text.length);
}

speakIn("en", ENGLISH);

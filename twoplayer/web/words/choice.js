// Which language is spoken: the one in the address (`lang=de`), or else the one that was chosen here
// the last time, or else the first of the browser's that there is.

import { settings } from "../memory/settings.js";
import { LANGUAGE } from "../rules/link.js";
import { speakIn } from "./speech.js";

/** @type {Record<string, any>} */
export const LANGUAGES = {};

// What the fields of rules take, and words of what they may be: what a language has not is said in English.
const OF_VALUES = ["accepts", "covers", "scorings", "measures", "ties"];

// The language that an address has named, or somebody has chosen since.
export let asked = "";

// Speak the language that an address names, or the one that was asked for before.
export function speakAs(address) {
  const [, named] = LANGUAGE.exec(address) ?? [];
  if (Object.hasOwn(LANGUAGES, named)) asked = named;
  const tags = [asked, settings.language, ...navigator.languages.map((tag) => tag.split("-")[0])];
  const tag = tags.find((each) => Object.hasOwn(LANGUAGES, each)) ?? "en";
  speakIn(tag, { ...LANGUAGES[tag], ...ofValues(LANGUAGES[tag]) });
}

function ofValues(phrases) {
  return Object.fromEntries(OF_VALUES.map((name) => [name, { ...LANGUAGES.en[name], ...phrases[name] }]));
}

// Somebody has chosen a language.
export function speakNow(tag) {
  asked = settings.language = tag;
  speakAs("");
}

// An address, in which the language goes along that somebody has chosen.
export function spokenAt(address) {
  const tag = asked || settings.language;
  return tag ? `${address}${address.includes("#") ? "&" : "#"}lang=${tag}` : address;
}

// The languages, to choose from.
export function listLanguages(list) {
  for (const [tag, { itself }] of Object.entries(LANGUAGES)) list.append(new Option(itself, tag));
}

// What the page is made of: elements, and how they are changed as little as possible.

import { language } from "../words/speech.js";
import { lookUp } from "./look-up.js";

/** @type {(id: string) => any} */
export const element = (id) => document.getElementById(id);

/** @type {(name: string, content?: any, attributes?: Record<string, any>) => any} */
export function made(name, content = [], attributes = {}) {
  const one = document.createElement(name);
  one.append(...[content].flat());
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}

/** @type {(name: string, attributes: Record<string, any>, content?: any) => any} */
export function svg(name, attributes, content = []) {
  const one = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...[content].flat());
  return one;
}

/** @type {(content: any, action: (event: Event) => void, attributes?: Record<string, any>) => any} */
export function button(content, action, attributes = {}) {
  const one = made("button", content, { type: "button", ...attributes });
  one.addEventListener("click", action);
  return one;
}

// Pictures beside the words of buttons, and of the choice of a language, by the key of the word:
// strokes in a square of 24.
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 22h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 3H9c0-1 0-2-1-3Z",
  mine: "M4 4h16v16H4ZM8.5 8.5h.01M15.5 15.5h.01M15.5 8.5h.01M8.5 15.5h.01",
  rules: "M6 2h9l4 4v16H6ZM9 9h7M9 13h7M9 17h4",
  change: "M4 7h16M4 17h16M9 4v6M15 14v6",
  compare: "M4 4h16v16H4ZM4 10h16M10 4v16",
  howToPlay: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18h.01M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20",
  todaysBox: "M4 5h16v15H4ZM4 10h16M8 3v4M16 3v4M9 15h6",
  takeBack: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  newGame: "M4 12a8 8 0 1 0 3-6M4 4v5h5",
  setUp: "M5 4v16M12 10v10M19 4v16M3 20h18",
  scoreSheet: "M4 4h16v16H4ZM8 9h8M8 13h8M8 17h4",
  print: "M7 8V3h10v5M5 8h14v9H5ZM8 14h8v7H8Z",
  back: "M10 5l-7 7 7 7M3 12h18",
  play: "M7 4l12 8-12 8Z",
  playThese: "M7 4l12 8-12 8Z",
  copy: "M9 9h11v12H9ZM15 9V3H4v12h5",
  send: "M4 12v8h16v-8M12 15V3M7 8l5-5 5 5",
  wouldMend: "M12 4v16M5 8h14M5 8l-2 6h4ZM19 8l-2 6h4ZM8 20h8",
  players: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 21a7 7 0 0 1 14 0M16 4a4 4 0 0 1 0 7M19 15a7 7 0 0 1 3 6",
  addPlayer: "M12 5v14M5 12h14",
  playEvening: "M7 4l12 8-12 8Z",
  share: "M4 12v8h16v-8M12 15V3M7 8l5-5 5 5",
  close: "M5 5l14 14M19 5 5 19",
  asBefore: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  endEvening: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  takeUpLast: "M7 4l12 8-12 8Z",
  language: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20M2 12h20M12 2c-6 6-6 14 0 20M12 2c6 6 6 14 0 20",
};

export function icon(path) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: path }));
}

// Fill in the words of the document: what it shows (`data-say`) and what it is called (`data-label`).
export function word(all) {
  document.documentElement.lang = language;
  for (const one of document.querySelectorAll("[data-say]")) {
    const path = one.matches("button, .pictured") && lookUp(ICONS, one.dataset.say);
    one.replaceChildren(...(path ? [icon(path)] : []), all[one.dataset.say]);
  }
  for (const one of document.querySelectorAll("[data-label]")) one.ariaLabel = all[one.dataset.label];
}

// Show a text, and announce it only if it is another one.
export function say(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

// Show a text, smaller the longer it is, so that it takes no more room.
export function sayWithin(id, text, short, long) {
  say(id, text);
  element(id).dataset.length = text.length <= short ? "short" : text.length <= long ? "long" : "longest";
}

// Set an attribute, if it is another one.
export function tell(one, name, value) {
  if (one.getAttribute(name) !== String(value)) one.setAttribute(name, value);
}

// Replace what an element holds if it is not what the key tells already.
export function fill(id, key, make) {
  const parent = element(id);
  const said = `${language}/${key}`;
  if (parent.dataset.key === said) return;
  parent.dataset.key = said;
  parent.replaceChildren(...make());
}

// A button that does nothing now, but keeps the focus.
export function allow(id, holds) {
  element(id).setAttribute("aria-disabled", String(!holds));
}

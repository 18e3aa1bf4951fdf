// What is looked at, which is what the address says, and the beginning.

import { FIELDS } from "../rules/fields.js";
import { fieldsGiven, linkTo } from "../rules/link.js";
import { RulesError } from "../rules/rules.js";
import { when } from "../shared/bell.js";
import { element, made, say, word } from "../shared/dom.js";
import { page } from "../shared/given.js";
import { asked, listLanguages, speakAs, speakNow } from "../words/choice.js";
import { language, SAY } from "../words/speech.js";
import { every, gameBy, games, rulesOf } from "./atlas.js";
import { drawChanges, inShort, makeChanges } from "./changes.js";
import "./languages.js";
import { COLUMNS, copy, drawRows, listenToRows, makeRows, orderRows } from "./rows.js";
import { ASKED } from "./shown.js";
import { drawDots, drawStrip, listenToStrip, strip } from "./strip.js";
import { choose, game, openView, view } from "./view.js";

const REST = 250; // milliseconds: the address is that of a game that somebody stays at
const ONLY = "only.";
let resting = 0;
let following = 0;

// The table follows in the next frame, once however many games were chosen by then.
function draw() {
  element("fault").hidden = true;
  drawStrip();
  drawChanges();
  cancelAnimationFrame(following);
  following = requestAnimationFrame(drawRows);
}

function drawAll() {
  orderRows();
  drawDots();
  draw();
}

// Every word, and then what is looked at.
function showWords() {
  word(SAY);
  document.title = `Shut the Box: ${SAY.title}`;
  say("lead", SAY.lead(every.length));
  element("language").value = language;
  makeChanges();
  makeRows();
  drawAll();
}

// Behind the `#` stand the rules, as in the address of the page, and then how they are looked at.
function linkNow() {
  const only = Object.entries(view.only).map(([name, value]) => [`${ONLY}${name}`, value]);
  const more = [...(view.sort === "ev" ? [] : [["sort", view.sort]]), ...only];
  return [linkTo(rulesOf(game)), ...more.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)].join("&");
}

// The language goes along if somebody has chosen one; who is sent a link has his own.
function addressNow() {
  return linkNow() + (asked && `&lang=${asked}`);
}

// The game in a sentence and its address, where it has one, by what the device offers, or copied.
async function send() {
  const url = location.protocol.startsWith("http") ? `${location.href.split("#")[0]}#${linkNow()}` : "";
  const text = inShort(game);
  try {
    if (!navigator.share) throw new Error("nothing to send it by");
    await navigator.share({ title: SAY.title, text, ...(url && { url }) });
  } catch (error) {
    if (error.name !== "AbortError") await copy([text, url].filter(Boolean).join("\n"), SAY.sentCopied, "sent");
  }
}

function rest() {
  clearTimeout(resting);
  resting = setTimeout(() => {
    say("said", inShort(game));
    if (location.hash !== `#${addressNow()}`) location.hash = addressNow();
  }, REST);
}

function open() {
  clearTimeout(resting);
  const given = [...new URLSearchParams(location.hash.slice(1))];
  const isRule = ([name, _]) => !["sort", "lang"].includes(name) && !name.startsWith(ONLY);
  const { sort = "ev", lang: _, ...only } = Object.fromEntries(given.filter((pair) => !isRule(pair)));
  const wanted = Object.entries(only).map(([name, value]) => [name.replace(ONLY, ""), value]);
  const way = {
    sort: COLUMNS.some(({ name }) => name === sort.replace("-", "")) ? sort : "ev",
    only: Object.fromEntries(wanted.filter(([name, value]) => Object.hasOwn(ASKED, name) && ASKED[name].values.includes(value))),
  };
  const rules = given.filter(isRule);
  speakAs(location.hash);
  let [begun, fault] = [game, []];
  try {
    const found = rules.length ? gameBy(fieldsGiven(rules, Object.keys(FIELDS).length)) : games.get(page.begin);
    if (found) begun = found;
    else fault = [SAY.unknown, made("a", SAY.toPage, { href: `${page.address}${location.hash}` })];
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    fault = [SAY.unread(error.message)];
  }
  openView(begun, way);
  showWords();
  element("fault").replaceChildren(...fault);
  element("fault").hidden = fault.length === 0;
}

when("chosen", () => {
  say("sent", "");
  draw();
  rest();
});
when("looked", () => {
  drawAll();
  rest();
});
const { lesson = "" } = page.elsewhere;
element("to-lesson").parentElement.hidden = !lesson;
element("to-lesson").href = lesson;
listLanguages(element("language"));
element("language").addEventListener("change", ({ target }) => {
  speakNow(target.value);
  showWords();
  rest();
});
element("known").addEventListener("change", ({ target }) => choose(games.get(target.value)));
element("send").addEventListener("click", send);
listenToStrip();
listenToRows();
open();

addEventListener("hashchange", () => {
  if (location.hash !== `#${addressNow()}`) open();
});

new ResizeObserver(() => {
  if (element("strip").clientWidth !== strip.width) drawAll();
}).observe(element("strip"));

// For the console, and for tests: the exact fraction, as text, of rules as rule files spell them.
globalThis.explorer = {
  firstPlayerEV(rules = {}) {
    const found = gameBy(rules);
    if (!found) throw new RulesError([SAY.notHere]);
    return found.text;
  },
};

// "Your rules": the rules that the cards and switches lack, in words. Whether they are fair is worked
// out at once.

import { solver } from "../box/board.js";
import { calledHere, read, summaryHere } from "../rules/catalogue.js";
import { besideTitle, FIELDS } from "../rules/fields.js";
import { Game } from "../rules/game.js";
import { onThisPage, RulesError } from "../rules/rules.js";
import { when } from "../shared/bell.js";
import { element, made, say } from "../shared/dom.js";
import { page } from "../shared/given.js";
import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";
import { inPercentOf, inStakes, judgement } from "../words/worth.js";
import { considered, playAnew } from "./draft.js";

// The rules in the panel, null where they cannot be played; and their solver.
export let written = null;
let preview = null;
// Those that the fields began with.
let begunWith = null;

// What the switches say already.
const SWITCHED = Object.keys(FIELDS).filter((name) => FIELDS[name].isSwitched);
const IN_PANEL = Object.keys(FIELDS).filter((name) => !SWITCHED.includes(name));
// Longer words may be cut in a list: they stand below it as well.
const LONG_WORDS = 28;

export function openPanel() {
  element("start").replaceChildren(
    new Option(SAY.choose, ""),
    ...page.catalogue.map((each, place) => new Option(calledHere(each), String(place))),
  );
  showFields(considered());
  element("panel").showModal();
}

// Begin with the rules at a place of the catalogue, in which two may have one name.
export function startFrom(place) {
  const known = page.catalogue[place];
  if (!known) return;
  showFields(read(known.rules));
  element("start").value = place;
  element("summary").textContent = summaryHere(known);
}

// A row for a rule: what it may be, in words, and a place to write what is not in the list.
function showFields(rules) {
  begunWith = rules;
  element("fields").replaceChildren(...IN_PANEL.map((name) => fieldRow(name, spelled(rules[name]))));
  judge();
}

function spelled(value) {
  return value === null ? "none" : String(value);
}

function fieldRow(name, value) {
  const offered = page.options[name];
  const known = offered.includes(value) ? offered : [...offered, value];
  const options = known.map((each) => new Option(besideTitle(name, FIELDS[name].read(each)), each));
  const list = made("select", [...options, new Option(SAY.other, SAY.other)], { id: `rule-${name}` });
  list.value = value;
  const text = made("input", [], { id: `text-${name}`, type: "text", autocomplete: "off", spellcheck: "false" });
  text.setAttribute("aria-label", SAY.written(SAY.titles[name]));
  text.setAttribute("aria-describedby", `takes-${name}`);
  const takes = made("p", SAY.takes(takenBy(name)), { class: "hint", id: `takes-${name}` });
  const label = made("label", SAY.titles[name], { for: `rule-${name}` });
  const words = made("p", "", { class: "hint whole" });
  const row = made("div", [label, list, words, text, takes], { class: "field" });
  const sides = () => {
    const chosen = list.selectedOptions[0].text;
    text.hidden = takes.hidden = list.value !== SAY.other;
    words.textContent = chosen.length > LONG_WORDS ? chosen : "";
    words.hidden = !words.textContent;
  };
  list.addEventListener("change", () => {
    text.value = list.value === SAY.other ? value : "";
    sides();
    if (list.value === SAY.other) text.focus();
    judge();
  });
  text.addEventListener("input", judge);
  sides();
  return row;
}

function givenInPanel() {
  const given = IN_PANEL.map((name) => {
    const list = element(`rule-${name}`);
    return [name, list.value === SAY.other ? element(`text-${name}`).value : list.value];
  });
  return { ...begunWith, ...Object.fromEntries(given) };
}

// Say what is wrong with the rules, or solve them and say whether they are fair.
function judge() {
  written = preview = null;
  for (const id of ["summary", "faults", "remarks"]) element(id).textContent = "";
  element("start").value = "";
  try {
    written = read(givenInPanel());
    preview = solver(written);
    element("remarks").textContent = remarks(new Game(written)).join(" ");
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    element("faults").textContent = error.faults.map(underTitle).join("\n");
  }
  for (const id of ["play-these", "send-rules"]) element(id).disabled = preview === null;
  showPreview();
}

// A fault in words for somebody who plays: the title of its field, what is wrong, what it takes.
function underTitle({ name, said }) {
  return SAY.fault(lookUp(SAY.titles, name) ?? name, onThisPage(said));
}

// What a field takes, on this page.
function takenBy(name) {
  return onThisPage(SAY.accepts[name]);
}

// What is odd about rules that can be played.
function remarks({ rules, dice, sides, stopTotal, single }) {
  const fewest = single ? 1 : dice;
  const never = stopTotal !== null && (stopTotal < fewest || stopTotal > dice * sides);
  const found = never ? [SAY.noSuchRoll(rules.stop_total, rules.dice)] : [];
  return sides === 1 ? [...found, SAY.oneSide] : found;
}

function showPreview() {
  const { ev = null, near = null, part = 1, failure = "" } = preview ?? {};
  const waits = preview && !failure ? SAY.judging : failure;
  say("panel-verdict", ev || near ? judgement(ev, near) : waits);
  element("panel-progress").hidden = ev !== null || part === 1;
  // Where next to nothing is done there is no part to show.
  if (part > 0.01) element("panel-progress").value = part;
  else element("panel-progress").removeAttribute("value");
  element("panel-more").hidden = ev === null;
  say("panel-percent", ev ? inPercentOf(ev) : "");
  element("panel-exact").textContent = ev ? inStakes(ev) : "";
}

export function playThese() {
  playAnew(written);
}

export function closePanel() {
  written = preview = null;
}

when("news", (one) => {
  if (one === preview) showPreview();
});

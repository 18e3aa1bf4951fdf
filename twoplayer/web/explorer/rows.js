// The table of all games: filtered, sorted, copied. Only the rows in sight are made, since a
// thousand of them would take longer than a blink.

import { FIELDS, inBrief } from "../rules/fields.js";
import { button, element, made, say, tell } from "../shared/dom.js";
import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";
import { byFairness, every, rulesOf, signed, VARIED } from "./atlas.js";
import { ASKED, isShown, stepped } from "./shown.js";
import { choose, game, look, view } from "./view.js";

export const COLUMNS = [
  { name: "ev", order: (one, other) => one.fairer - other.fairer, cell: signed },
  { name: "favoured", order: (one, other) => one.rank - other.rank, cell: (one) => SAY.favoured[one.favoured] },
  ...VARIED.map(({ name, options }, at) => ({
    name,
    order: (one, other) => one.places[at] - other.places[at],
    cell: (one) => inBrief(name, options[one.places[at]]),
  })),
];
const MORE = 4;

let order = [];

// The rows that are made; how far they are scrolled, how high each is, and how high what shows them.
let slice = [-1, -1];
let sight = { top: 0, row: 0, room: 0 };

function title(name) {
  return lookUp(SAY.heads, name) ?? lookUp(SAY.shortTitles, name) ?? SAY.titles[name];
}

export function makeRows() {
  let all = 0;
  element("head").replaceChildren(
    ...COLUMNS.map(({ name, cell }) => {
      const wide = Math.max(title(name).length + 3, ...every.map((one) => cell(one).length)) + 1;
      all += wide;
      const sort = button(title(name), () => look({ sort: view.sort === name ? `-${name}` : name }));
      return made("th", sort, { scope: "col", "data-name": name, style: `width: ${wide}ch` });
    }),
  );
  element("grid").style.minWidth = `${all}ch`;
  element("only").replaceChildren(
    ...Object.entries(ASKED).map(([name, { values, words }]) => {
      const options = values.map((each) => new Option(words(each), each));
      const list = made("select", [new Option(SAY.any, ""), ...options], { id: `only-${name}`, autocomplete: "off" });
      list.addEventListener("change", () => look({ only: onlyNow() }));
      return made("div", [made("label", title(name), { for: `only-${name}` }), list], { class: "field" });
    }),
  );
}

function onlyNow() {
  const given = Object.keys(ASKED).map((name) => [name, element(`only-${name}`).value]);
  return Object.fromEntries(given.filter(([, value]) => value));
}

// Put the games in order, and show what is asked of them.
export function orderRows() {
  const down = view.sort.startsWith("-");
  const { order: by } = COLUMNS.find(({ name }) => name === view.sort.replace("-", ""));
  order = byFairness.filter(isShown).sort((one, other) => (down ? -1 : 1) * by(one, other));
  for (const head of element("head").children) {
    const sorted = view.sort.replace("-", "") === head.dataset.name;
    if (sorted) head.setAttribute("aria-sort", down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
  for (const name of Object.keys(ASKED)) element(`only-${name}`).value = lookUp(view.only, name) ?? "";
  const all = order.length === every.length;
  say("count", all ? SAY.shownAll(every.length) : SAY.shown(order.length, every.length));
  element("all").hidden = all;
  tell(element("grid"), "aria-rowcount", order.length + 1);
  slice = [-1, -1];
  if (!isShown(game)) element("scroll").scrollTop = 0;
  measureRows();
}

// Nothing of this is asked of the browser when a game is chosen: it would have to lay out all first.
function measureRows() {
  const scroll = element("scroll");
  const tall = 2.5 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const room = parseFloat(getComputedStyle(scroll).maxHeight) - element("head").offsetHeight;
  sight = { top: scroll.scrollTop, row: tall, room };
}

// Make the rows in sight, if they are others than before.
function makeRowsInSight() {
  const { top, row: high, room } = sight;
  const first = Math.max(0, Math.floor(top / high) - MORE);
  const last = Math.min(order.length, Math.ceil((top + room) / high) + MORE);
  if (first !== slice[0] || last !== slice[1]) {
    slice = [first, last];
    element("rows").replaceChildren(space(first), ...order.slice(first, last).map(row), space(order.length - last));
  }
  for (const each of element("rows").querySelectorAll("[aria-selected]")) {
    tell(each, "aria-selected", each.dataset.key === game.key);
  }
  const here = document.getElementById(`row-${game.key}`);
  if (here) tell(element("grid"), "aria-activedescendant", here.id);
  else element("grid").removeAttribute("aria-activedescendant");
}

// The room of rows that are not made.
function space(rows) {
  const cell = made("td", [], { colspan: COLUMNS.length });
  return made("tr", cell, { "aria-hidden": "true", class: "space", style: `height: ${rows * sight.row}px` });
}

function row(one, place) {
  const cells = COLUMNS.map(({ name, cell }) => made("td", cell(one), { class: name === "ev" ? `ev ${one.favoured}` : name }));
  return made("tr", cells, {
    id: `row-${one.key}`,
    "data-key": one.key,
    "aria-rowindex": slice[0] + place + 2,
    "aria-selected": "false",
  });
}

// Bring the present game into sight: into the middle if it is far away.
export function drawRows() {
  const place = order.indexOf(game);
  const { top, row: high, room } = sight;
  const [from, to] = [place * high, (place + 1) * high - room];
  if (place >= 0 && (from < top - 2 * high || to > top + 2 * high)) sight.top = from - room / 2;
  else if (place >= 0) sight.top = Math.min(from, Math.max(top, to));
  sight.top = Math.max(0, Math.min(sight.top, order.length * high - room));
  makeRowsInSight();
  if (sight.top !== top) element("scroll").scrollTop = sight.top;
}

// The game whose row is at a height of the screen; the first or last in sight beyond them.
function rowAt(clientY) {
  const { top } = element("rows").getBoundingClientRect();
  const place = Math.floor((clientY - top) / sight.row);
  return order[Math.min(order.length - 1, Math.max(0, place))] ?? game;
}

const ROWS = { ArrowUp: -1, ArrowDown: 1, PageUp: -8, PageDown: 8, Home: -Infinity, End: Infinity };

export function listenToRows() {
  const [grid, scroll, rows] = ["grid", "scroll", "rows"].map(element);
  scroll.addEventListener("scroll", () => {
    sight.top = scroll.scrollTop;
    makeRowsInSight();
  });
  grid.addEventListener("keydown", (event) => {
    const steps = lookUp(ROWS, event.key);
    if (event.target !== grid || steps === undefined) return;
    event.preventDefault();
    choose(stepped(order, steps), grid);
  });
  // A finger scrolls, but over the first column; a mouse drags anywhere.
  rows.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch" && !event.target.closest(".ev")) return;
    rows.setPointerCapture(event.pointerId);
    choose(rowAt(event.clientY), grid);
  });
  rows.addEventListener("pointermove", (event) => {
    if (rows.hasPointerCapture(event.pointerId)) choose(rowAt(event.clientY), grid);
  });
  rows.addEventListener("click", (event) => choose(rowAt(event.clientY), grid));
  element("all").addEventListener("click", () => {
    look({ only: {} });
    element("filter").querySelector("summary").focus();
  });
  element("copy-csv").addEventListener("click", () => copy(asCsv(), SAY.copiedGames(order.length)));
  element("copy-markdown").addEventListener("click", () => copy(asMarkdown(), SAY.copiedGames(order.length)));
}

// The games that are shown, in their order, as the program writes them.
function asCsv() {
  const names = Object.keys(FIELDS);
  const lines = order.map((one) => {
    const rules = rulesOf(one);
    return [...names.map((name) => rules[name] ?? ""), one.text, one.percent.replace("−", "-"), one.favoured];
  });
  return [[...names, "first_player_ev", "first_player_ev_percent", "favoured"], ...lines]
    .map((cells) => `${cells.map(quotedCell).join(",")}\n`)
    .join("");
}

function quotedCell(cell) {
  return /[",\n]/.test(cell) ? `"${cell}"` : cell;
}

function asMarkdown() {
  const line = (cells) => `| ${cells.join(" | ")} |\n`;
  const rows = order.map((one) => line(COLUMNS.map(({ cell }) => cell(one))));
  return [line(COLUMNS.map(({ name }) => title(name))), line(COLUMNS.map(() => "---")), ...rows].join("");
}

// Copy a text; show it where the browser does not let a page copy.
export async function copy(text, done, told = "copied") {
  const shown = element("copy-text");
  try {
    await navigator.clipboard.writeText(text);
    shown.hidden = true;
    say(told, done);
  } catch {
    shown.hidden = false;
    shown.value = text;
    shown.select();
    say(told, SAY.copyHere);
  }
}

// The table of rules: Python writes its numbers, and where each cell stands in its column; the words
// are those of the page.

import { read, setCalled } from "../rules/catalogue.js";
import { besideTitle, FIELDS } from "../rules/fields.js";
import { rulesIn } from "../rules/link.js";
import { changed } from "../rules/rules.js";
import { element } from "../shared/dom.js";
import { lookUp } from "../shared/look-up.js";
import { localised, SAY } from "../words/speech.js";
import { inWords } from "../words/worth.js";
import { playAnew } from "./draft.js";

export function wordTable() {
  const of = element("table-of");
  of.textContent = lookUp(SAY.summaries, of.dataset.name) ?? of.dataset.title;
  const rows = [...document.querySelectorAll("#table tbody tr")];
  for (const heading of document.querySelectorAll("#table th")) {
    heading.firstChild.textContent = SAY.titles[heading.className];
  }
  for (const row of rows) wordRow(row, read(rulesIn(row.dataset.link)));
  drawBars(rows);
  const common = commonOf(read(rulesIn(rows[0].dataset.link)), rows[0]);
  element("common").textContent = common && SAY.inEveryLine(common);
}

// What holds in every row, where each rule that does not has a column.
function commonOf(rules, { cells }) {
  const shown = [...cells].map(({ className }) => className);
  const kept = { tiles: rules.tiles, ...changed(rules) };
  const names = Object.keys(kept).filter((name) => !shown.includes(name));
  return shown.includes("changed") ? "" : names.map((name) => FIELDS[name].words(kept[name])).join("; ");
}

function wordRow(row, rules) {
  const special = inWords(changed(rules)).join("; ") || SAY.classicGame;
  for (const cell of row.cells) {
    const { className: name, firstElementChild: pick } = cell;
    cell.dataset.title = SAY.titles[name];
    if (pick) {
      pick.textContent = localised(pick.value);
      pick.ariaLabel = SAY.playBy(pick.textContent, special);
    } else if (name === "name") cell.textContent = setCalled(row);
    else if (name === "changed") cell.textContent = special;
    else if (name === "favoured") cell.textContent = SAY.gains[favouredIn(row)];
    else if (Object.hasOwn(rules, name)) cell.textContent = besideTitle(name, rules[name]);
  }
}

// A bar for each EV, in the colour of who gains by it.
function drawBars(rows) {
  const sizes = rows.map((row) => Math.abs(parseFloat(row.querySelector(".pick").value.replace("−", "-"))));
  const most = Math.max(...sizes) || 1;
  rows.forEach((row, place) => {
    row.style.setProperty("--size", `${(100 * sizes[place]) / most}%`);
    row.dataset.gains = favouredIn(row);
  });
}

function favouredIn(row) {
  const ev = row.querySelector(".first_player_ev").textContent;
  return ev === "0" ? "nobody" : ev.startsWith("-") ? "second" : "first";
}

export function sortTable(heading) {
  const place = [...heading.parentNode.children].indexOf(heading);
  const up = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of heading.parentNode.children) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", up ? "ascending" : "descending");
  const key = (row) => Number(row.children[place].dataset.key);
  const body = heading.closest("table").tBodies[0];
  const rows = [...body.rows].sort((one, other) => (up ? 1 : -1) * (key(one) - key(other)));
  body.replaceChildren(...rows);
}

export function playRow(row) {
  playAnew(read(rulesIn(row.dataset.link)));
}

"use strict";

// What is not play: the rules and whether they are fair, the table of rules, the settings.

const SETTINGS = ["odds", "ahead", "ask", "sound", "buzz"];

function drawMenu() {
  const { link, ev, near } = solver();
  say("verdict", ev || near ? (ev ? "" : "≈ ") + verdict(ev ?? near) : "");
  say("verdict-exact", ev ? inStakes(ev) : "");
  element("verdict-more").hidden = !ev;
  if (element("menu").open) showRules();
  for (const row of document.querySelectorAll("#table tbody tr")) {
    row.classList.toggle("playing", row.dataset.link === link);
  }
}

function showRules() {
  say("menu-rules", names.get(solver().link) ?? SAY.own);
  fill("words", solver().link, () => inWords(game.rules).map((words) => made("li", words)));
  for (const name of SETTINGS) element(name).checked = settings[name];
}

function openMenu() {
  element("menu").showModal();
  showRules();
}

function inStakes(ev) {
  return SAY.inStakes(fractionText(ev));
}

// The rules in words, but for those that say that nothing is special.
function inWords(rules) {
  return Object.entries(rules)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => WORDS[name](value));
}

// Whether the game is fair, who loses, and how much: in percent, and in how many games a stake.
function verdict(value) {
  if (value[0] === 0n) return SAY.fairly;
  const loses = size(value);
  const [percent] = decimals([times(100, loses)], 4);
  const short = /^0\.0{12}/.test(percent) ? SAY.tiny : percent;
  const games = (loses[1] + loses[0] / 2n) / loses[0];
  return SAY.verdict(less(times(100, loses), [1n, 1n]), value[0] < 0n ? "first" : "second", short, games);
}

function sortTable(heading) {
  const place = [...heading.parentNode.children].indexOf(heading);
  const up = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of heading.parentNode.children) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", up ? "ascending" : "descending");
  const key = (row) => Number(row.children[place].dataset.key);
  const body = heading.closest("table").tBodies[0];
  const rows = [...body.rows].sort((one, other) => (up ? 1 : -1) * (key(one) - key(other)));
  body.replaceChildren(...rows);
}

function playRow(row) {
  for (const id of ["table", "menu"]) element(id).close();
  playBy(read(rulesIn(row.dataset.link)));
  element("go").focus({ preventScroll: true });
}

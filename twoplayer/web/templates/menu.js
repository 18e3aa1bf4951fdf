"use strict";

// What is not play: the rules and whether they are fair, the table of rules, the settings.

const SETTINGS = ["odds", "ahead", "ask", "sound", "buzz"];

// The menu is of the rules that are considered, which are those of the game if no others are.
function drawMenu() {
  const { link, ev, near, failure } = draft ? solverOf(draft) : solver();
  const waits = draft && !failure ? SAY.judging : failure;
  // A shorter sentence, for a moment, would pull the cards away from under the finger.
  const judged = element("judged");
  judged.style.minHeight = waits && !ev && !near ? `${judged.offsetHeight}px` : "";
  say("verdict", ev || near ? judgement(ev, near) : waits);
  say("verdict-exact", ev ? inStakes(ev) : "");
  element("verdict-more").hidden = !ev;
  // A position of several players is more than tiles and a score.
  element("set-up").hidden = seatCount() > 2 || roundsNow() > 1;
  if (ev || near) tip(ev ?? near);
  if (element("menu").open) showRules(link);
  for (const row of document.querySelectorAll("#table tbody tr")) {
    row.classList.toggle("playing", row.dataset.link === solver().link);
  }
}

function showRules(link) {
  say("menu-rules", rulesNameOf(link));
  fill("words", link, () => inWords(considered()).map((words) => made("li", words)));
  drawCards();
  element("take-up").hidden = !lately.last;
  for (const name of SETTINGS) element(name).checked = settings[name];
}

function openMenu() {
  element("menu").showModal();
  drawMenu();
  element("cards").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "center" });
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

// What is known of whether a game is fair: a rounded value is never said to be exact.
function judgement(ev, near) {
  if (ev) return verdict(ev);
  return `≈ ${near[0] === 0n ? SAY.roundedFair : verdict(near)}`;
}

// Whether the game is fair, who loses, and how much: in percent, and in how many games a stake.
function verdict(value) {
  if (value[0] === 0n) return SAY.fairly;
  const loses = size(value);
  const tiny = less(times(10n ** 12n, times(100, loses)), [1n, 1n]);
  const short = tiny ? SAY.tiny : figures([times(100, loses)], 4)[0];
  const games = gamesFor(loses);
  const word = less(times(100, loses), [1n, 1n]) ? SAY.nearlyFair : SAY.notFair;
  const player = value[0] < 0n ? SAY.first : SAY.second;
  return games < 2n ? SAY.loses(word, player, short) : SAY.losesOften(word, player, short, counted(games));
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
  playAnew(read(rulesIn(row.dataset.link)));
}

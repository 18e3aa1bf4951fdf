// What would make rules fair: the changes of a single rule to what people play elsewhere, which the
// program's `mend` tries as well, solved one after the other.

import { bothRules } from "../box/board.js";
import { FIELDS } from "../rules/fields.js";
import { linkTo } from "../rules/link.js";
import { Solver } from "../rules/solver.js";
import { button, element, made, say } from "../shared/dom.js";
import { less, size, times } from "../shared/exact.js";
import { page } from "../shared/given.js";
import { figures, SAY } from "../words/speech.js";
import { gamesFor } from "../words/worth.js";
import { fairTo } from "./cards.js";
import { changedTo, consider, considered } from "./draft.js";

const [AT_A_TIME, MENDS_SHOWN] = [2, 8];

// What is tried, what is left to try, what was found; null where nobody asks.
let mending = null;

// Every change of one rule that goes with the others: which rule, and all of them.
function changesOfOne(rules) {
  return page.mends.flatMap((name) =>
    page.options[name]
      .map((value) => ({ name, rules: changedTo(rules, name, value) }))
      .filter((each) => each.rules && linkTo(each.rules) !== linkTo(rules)),
  );
}

export function openMend() {
  const rules = considered();
  const left = [{ name: null, rules }, ...changesOfOne(rules)];
  mending = { every: left.length - 1, left, found: [], solvers: new Set() };
  element("mends").replaceChildren();
  element("mend").showModal();
  for (let begun = 0; begun < AT_A_TIME; begun += 1) tryNext(mending);
  drawMend();
}

function tryNext(asked) {
  const next = asked.left.shift();
  if (!next) return;
  const [first, second] = bothRules(next.rules);
  const news = ({ ev, near, failure }) => {
    if (!ev && !near && !failure) return;
    solver.stop();
    asked.solvers.delete(solver);
    asked.found.push({ ...next, near: !ev, ev: ev ?? near });
    tryNext(asked);
    if (asked === mending) drawMend();
  };
  const solver = new Solver(first, news, 2, undefined, second);
  asked.solvers.add(solver);
}

export function stopMend() {
  if (!mending) return;
  for (const solver of mending.solvers) solver.stop();
  mending.solvers.clear();
  mending.left = [];
  drawMend();
}

// While it is tried only how far it is is told: a list would move under the finger.
function drawMend() {
  const { every, found, solvers } = mending;
  const done = found.filter(({ name }) => name).length;
  const works = solvers.size > 0;
  for (const id of ["mend-progress", "stop-mend"]) element(id).hidden = !works;
  element("mend-progress").value = done / every;
  const fairer = works ? [] : fairerThanNow(found);
  say("mend-said", works ? SAY.trying(done, every) : fairer.length ? SAY.fairer : SAY.noneFairer);
  const shown = fairer.slice(0, MENDS_SHOWN);
  const evs = figures(shown.map(({ ev }) => times(100, ev)), 4);
  element("mends").replaceChildren(...shown.map((each, place) => mendLine(each, evs[place])));
}

// The changes after which nobody loses as much as now, the fairest first.
function fairerThanNow(found) {
  const solved = found.filter(({ ev }) => ev);
  const now = solved.find(({ name }) => name === null);
  return solved
    .filter((each) => each.name && (!now || less(size(each.ev), size(now.ev))))
    .sort((one, other) => (less(size(one.ev), size(other.ev)) ? -1 : 1));
}

function mendLine({ name, rules, ev, near }, percent) {
  const choose = () => {
    element("mend").close();
    consider(rules);
  };
  const words = [made("b", FIELDS[name].words(rules[name])), fairTo(gamesFor(ev), near), made("small", SAY.evOf(near, percent))];
  return made("li", button(words, choose, { "data-link": linkTo(rules) }));
}

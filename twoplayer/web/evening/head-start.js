// A head start: one of the players has fewer tiles than the others, or may roll a single die. Whether
// that is fair is worked out at once.

import { game, solverOf } from "../box/board.js";
import { changedTo } from "../menu/draft.js";
import { besideTitle } from "../rules/fields.js";
import { withOwn } from "../rules/own.js";
import { tilesOf } from "../rules/spelled.js";
import { when } from "../shared/bell.js";
import { button, element, made, say } from "../shared/dom.js";
import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";
import { inWords, judgement } from "../words/worth.js";

const MOST_FEWER = 4;

/** @typedef {import("./evening.js").Person} Person */
// Of whom it is asked, among whom, and who is told; the solver of the rules of two.
/** @type {{ place: number, players: Person[], take: (own: Person["own"]) => void } | null} */
let helped = null;
let weighed = null;

/** @type {(place: number, players: Person[], take: (own: Person["own"]) => void) => void} */
export function openHeadStart(place, players, take) {
  helped = { place, players, take };
  drawHeadStart();
  element("head-start").showModal();
}

function drawHeadStart() {
  const { name, own } = helped.players[helped.place];
  say("head-start-of", name || SAY.player(helped.place + 1));
  element("head-starts").replaceChildren(choicesIn("tiles", fewerTiles()), choicesIn("one_die", ["always"]));
  element("head-start-words").replaceChildren(...inWords(own).map((words) => made("li", words)));
  const [first, second] = helped.players.map((each) => withOwn(game.rules, each.own));
  weighed = helped.players.length === 2 ? solverOf(first, 2, undefined, second) : null;
  showVerdict();
}

// The choices of a rule: as all have it, some others, and what he has already.
function choicesIn(name, offered) {
  const { own } = helped.players[helped.place];
  const all = game.rules[name];
  const holds = lookUp(own, name) ?? all;
  const values = [...new Set([all, ...offered, holds])].filter((value) => changedTo(game.rules, name, value));
  const choices = values.map((value) => {
    const words = name === "tiles" ? String(tilesOf(value).length) : besideTitle(name, value);
    return button(words, () => decide(name, value), { "aria-pressed": value === holds, "data-value": value });
  });
  const label = made("span", SAY.titles[name], { id: `head-start-${name}` });
  const group = made("div", choices, { role: "group", "aria-labelledby": label.id, class: "either" });
  return made("div", [label, group], { class: "switch" });
}

// The tiles without the largest ones.
function fewerTiles() {
  const tiles = tilesOf(game.rules.tiles);
  const fewer = Array.from({ length: MOST_FEWER }, (_, place) => tiles.slice(0, -1 - place));
  return fewer.filter((some) => some.length).map((some) => changedTo(game.rules, "tiles", some)?.tiles ?? "");
}

function decide(name, value) {
  const { place, players, take } = helped;
  const own = { ...players[place].own, [name]: value };
  if (value === game.rules[name]) delete own[name];
  helped.players = players.with(place, { ...players[place], own });
  drawHeadStart();
  element("head-starts").querySelector(`[data-value="${CSS.escape(value)}"]`).focus();
  take(own);
}

// No head start: the rules of all.
export function dropHeadStart() {
  helped.take({});
  element("head-start").close();
}

function showVerdict() {
  const { ev, near, failure } = weighed ?? {};
  const known = ev ?? near ?? null;
  say("head-start-verdict", weighed ? (known ? judgement(ev, near) : failure || SAY.judging) : SAY.noOwnOdds);
}

when("news", (one) => {
  if (one === weighed) showVerdict();
});

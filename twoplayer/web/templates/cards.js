"use strict";

// The rules that somebody considers, on cards and by a few switches: whoever plays them begins anew,
// and until then the game on the board goes on.

let draft = null;

const SWITCHES = {
  tiles: { "1-9": "9", "1-10": "10", "1-12": "12" },
  one_die: { never: "no", "max <= 6": "yes" },
  clack_payout: { 1: "once", 2: "twice" },
  immediate_clack: { false: "no", true: "yes" },
  ties: { push: "nobody", first: "player1", second: "player2" },
};

function considered() {
  return draft ?? game.rules;
}

function consider(rules) {
  draft = linkTo(rules) === solver().link ? null : rules;
  drawMenu();
}

// The cards and switches, once; `drawCards` says which of them hold.
function makeCards() {
  const offered = page.catalogue.filter(({ games }) => games !== undefined);
  element("cards").replaceChildren(...offered.map(cardOf));
  element("switches").replaceChildren(...Object.keys(SWITCHES).map(switchOf));
}

function cardOf(each) {
  const { title: english, rules: given, games } = each;
  const [rules, summary, here] = [read(given), summaryHere(each), calledHere(each)];
  const title = SAY.names[each.name] === here ? here[0].toUpperCase() + here.slice(1) : english;
  const line = summary.startsWith(`${title}: `) ? summary.slice(title.length + 2) : summary;
  const parts = [picture(rules), made("b", title), made("span", line === title ? "" : line), fairTo(BigInt(games))];
  return button(parts, () => consider(rules), { class: "card", "data-link": linkTo(rules) });
}

// In how many games a seat gains a stake, below 0 where the second one does.
function fairTo(games, near = false) {
  if (games === 0n) return made("small", near ? SAY.nearlyFair : SAY.fair);
  const [mark, seat] = games > 0n ? ["●", 1] : ["▲", 2];
  const who = made("span", SAY.ahead(seat), { class: "unseen" });
  return made("small", [made("i", mark, { class: `of-${seat}`, "aria-hidden": "true" }), SAY.fairTo(games), who]);
}

// The number of games in which a value becomes a stake, with its sign.
function gamesFor(value) {
  if (value[0] === 0n) return 0n;
  const [gain, of] = size(value);
  const games = (of + gain / 2n) / gain || 1n;
  return value[0] < 0n ? -games : games;
}

function switchOf(name) {
  const choices = Object.entries(SWITCHES[name]).map(([value, word]) =>
    button(SAY.switches[word] ?? word, () => switchTo(name, value), { "data-value": value, "data-rule": name }),
  );
  const label = made("span", SAY.switches[name], { id: `switch-${name}` });
  const group = made("div", choices, { role: "group", "aria-labelledby": label.id, class: "either" });
  return made("div", [label, group], { class: "switch" });
}

// The rules with one of them changed; null where that contradicts the others.
function changedTo(rules, name, value) {
  try {
    return read({ ...rules, [name]: value });
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    return null;
  }
}

function switchTo(name, value) {
  const rules = changedTo(considered(), name, value);
  if (rules && !holds(name, value)) consider(rules);
}

// Whether a choice is the one that holds; whenever a single die may be rolled is "yes".
function holds(name, value) {
  const rule = String(considered()[name]);
  return name === "one_die" ? (rule === "never") === (value === "never") : rule === value;
}

function drawCards() {
  const link = linkTo(considered());
  for (const each of element("cards").children) tell(each, "aria-pressed", each.dataset.link === link);
  for (const each of element("switches").querySelectorAll("button")) {
    const { rule, value } = each.dataset;
    tell(each, "aria-pressed", holds(rule, value));
    tell(each, "aria-disabled", changedTo(considered(), rule, value) === null);
  }
  const { source = "" } = named.get(link) ?? {};
  say("about", named.has(link) ? summaryHere(named.get(link)) : "");
  element("source-line").hidden = !source;
  fill("source", source, () => linked(source));
  element("draft").hidden = draft === null;
}

// A text whose addresses can be followed; only those of the web.
function linked(text) {
  const link = (href) => made("a", href, { href, target: "_blank", rel: "noopener noreferrer" });
  return text.split(/(https?:\/\/[^\s<>"']+)/i).map((part, place) => (place % 2 ? link(part) : part));
}

// A new game by other rules, which can be taken back.
function playAnew(rules) {
  const before = game;
  draft = null;
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  playBy(rules);
  element("go").focus({ preventScroll: true });
  snack(SAY.playingBy(rulesNameOf(solver().link)), SAY.undo, () => backTo(before));
}

function backTo(earlier) {
  const place = past.lastIndexOf(earlier);
  if (place < 0) return;
  past = past.slice(0, place + 1);
  undo();
}

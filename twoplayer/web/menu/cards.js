// The rules that somebody considers, on cards and by a few switches: whoever plays them begins anew,
// and until then the game on the board goes on.

import { calledHere, named, read, summaryHere } from "../rules/catalogue.js";
import { FIELDS } from "../rules/fields.js";
import { linkTo } from "../rules/link.js";
import { button, element, fill, made, say, tell } from "../shared/dom.js";
import { page } from "../shared/given.js";
import { lookUp } from "../shared/look-up.js";
import { language, SAY } from "../words/speech.js";
import { changedTo, consider, considered, draft } from "./draft.js";
import { picture } from "./picture.js";

const WEB = /(https?:\/\/[^\s<>"']+)/gi;

// The cards and switches, once; `drawCards` says which of them hold.
export function makeCards() {
  const offered = page.catalogue.filter(({ games }) => games !== undefined);
  element("cards").replaceChildren(...offered.map(cardOf));
  element("switches").replaceChildren(...Object.keys(FIELDS).filter((name) => FIELDS[name].choices).map(switchOf));
}

function cardOf(each) {
  const { rules: given, games } = each;
  const [rules, summary, title] = [read(given), summaryHere(each), calledHere(each)];
  const line = summary.startsWith(`${title}: `) ? summary.slice(title.length + 2) : summary;
  const parts = [picture(rules), made("b", title), made("span", line === title ? "" : line), fairTo(BigInt(games))];
  return button(parts, () => consider(rules), { class: "card", "data-link": linkTo(rules) });
}

// In how many games a seat gains a stake, below 0 where the second one does.
export function fairTo(games, near = false) {
  if (games === 0n) return made("small", near ? SAY.nearlyFair : SAY.fair);
  const [mark, seat] = games > 0n ? ["●", 1] : ["▲", 2];
  const who = made("span", SAY.ahead(seat), { class: "unseen" });
  return made("small", [made("i", mark, { class: `of-${seat}`, "aria-hidden": "true" }), SAY.fairTo(games), who]);
}

function switchOf(name) {
  const choices = Object.entries(FIELDS[name].choices).map(([value, word]) =>
    button(lookUp(SAY.switches, word) ?? word, () => switchTo(name, value), { "data-value": value, "data-rule": name }),
  );
  const label = made("span", SAY.switches[name], { id: `switch-${name}` });
  const group = made("div", choices, { role: "group", "aria-labelledby": label.id, class: "either" });
  return made("div", [label, group], { class: "switch" });
}

function switchTo(name, value) {
  const rules = changedTo(considered(), name, value);
  if (rules && !isChosen(name, value)) consider(rules);
}

// Whether a choice is the one that holds.
function isChosen(name, choice) {
  const value = considered()[name];
  return FIELDS[name].holds?.(value, choice) ?? String(value) === choice;
}

export function drawCards() {
  const link = linkTo(considered());
  for (const each of element("cards").children) tell(each, "aria-pressed", each.dataset.link === link);
  for (const each of element("switches").querySelectorAll("button")) {
    const { rule, value } = each.dataset;
    tell(each, "aria-pressed", isChosen(rule, value));
    tell(each, "aria-disabled", changedTo(considered(), rule, value) === null);
  }
  const source = sourceHere(named.get(link)?.source ?? "");
  say("about", named.has(link) ? summaryHere(named.get(link)) : "");
  element("source-line").hidden = !source;
  fill("source", source, () => linked(source));
  element("draft").hidden = draft === null;
}

// Where rules are from, which is written in English: in another language the addresses alone.
function sourceHere(source) {
  return language === "en" ? source : (source.match(WEB) ?? []).join(" ");
}

// A text whose addresses can be followed; only those of the web.
function linked(text) {
  const link = (href) => made("a", href, { href, target: "_blank", rel: "noopener noreferrer" });
  return text.split(WEB).map((part, place) => (place % 2 ? link(part) : part));
}

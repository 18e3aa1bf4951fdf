// The present game: its rules, with what each other choice would make of it; whether it is fair;
// and what is fairer near it.

import { FIELDS, inBrief } from "../rules/fields.js";
import { linkTo } from "../rules/link.js";
import { changed } from "../rules/rules.js";
import { button, element, fill, made, say, tell } from "../shared/dom.js";
import { page } from "../shared/given.js";
import { spokenAt } from "../words/choice.js";
import { capital, language, SAY } from "../words/speech.js";
import { judgement, wordsOfVerdict } from "../words/worth.js";
import { calledHere, changedAt, every, fairestNear, games, rulesOf, signed, VARIED } from "./atlas.js";
import { choose, game } from "./view.js";

const NEAR = { 1: 3, 2: 5 };

export function makeChanges() {
  const known = every.filter(calledHere).map((one) => new Option(calledHere(one), one.key));
  known.sort((one, other) => one.text.localeCompare(other.text, language));
  element("known").replaceChildren(new Option(SAY.unnamed, ""), ...known);
  element("known").closest("p").hidden = !known.length;
  element("fields").replaceChildren(
    ...VARIED.map(({ name, options }, at) => {
      const chips = options.map((value, place) => {
        const choice = made("input", [], { type: "radio", name, value: place, autocomplete: "off" });
        choice.addEventListener("change", () => choose(games.get(changedAt(game.places, at, place).join())));
        const words = made("span", inBrief(name, value), { class: "option" });
        return made("label", [choice, words, made("span", [], { class: "ev" })], { class: "chip" });
      });
      return made("fieldset", [made("legend", SAY.titles[name]), made("div", chips, { class: "chips" })]);
    }),
  );
  for (const [changes, most] of Object.entries(NEAR)) {
    element(`near-${changes}`).replaceChildren(
      ...Array.from({ length: most }, (_, place) => {
        const go = button([made("span", [], { class: "option" }), made("span", [], { class: "ev" })], () => {
          choose(fairestNear(game, Number(changes), most)[place], go);
          if (go.closest("[hidden]")) element("near-title").focus();
        });
        return made("li", go);
      }),
    );
  }
}

export function drawChanges() {
  [...element("fields").children].forEach((field, at) => {
    [...field.querySelectorAll("label")].forEach((chip, place) => {
      const other = games.get(changedAt(game.places, at, place).join());
      const choice = chip.querySelector("input");
      choice.checked = place === game.places[at];
      choice.disabled = !other;
      showEV(chip, other);
      chip.classList.toggle("fairer", other?.fairer < game.fairer);
    });
  });
  for (const [changes, most] of Object.entries(NEAR)) {
    const found = fairestNear(game, Number(changes), most);
    [...element(`near-${changes}`).children].forEach((row, place) => {
      row.hidden = !found[place];
      if (!found[place]) return;
      const words = changesTo(found[place]);
      const option = row.querySelector(".option");
      if (option.dataset.key !== words.join()) option.replaceChildren(...words.map((each) => made("span", each)));
      option.dataset.key = words.join();
      showEV(row, found[place]);
    });
    element(`none-${changes}`).hidden = found.length > 0;
  }
  drawWorth();
}

// Show the EV of another game beside what leads to it.
function showEV(parent, other) {
  const ev = parent.querySelector(".ev");
  const text = other ? signed(other) : SAY.absent;
  if (ev.textContent !== text) ev.textContent = text;
  tell(ev, "class", `ev ${other?.favoured ?? ""}`);
}

// What is other in another game, in words.
function changesTo(other) {
  return VARIED.flatMap((field, at) => (other.places[at] === game.places[at] ? [] : [chosenIn(field, other.places[at])]));
}

function chosenIn({ name, options }, place) {
  return SAY.chosenIn(SAY.titles[name], inBrief(name, options[place]));
}

function drawWorth() {
  const rules = rulesOf(game);
  const [word, rest] = wordsOfVerdict(game.ev);
  say("ev", word);
  element("ev").className = game.favoured;
  say("who", calledSo(game, capital(rest)));
  element("known").value = calledHere(game) ? game.key : "";
  element("play").href = spokenAt(`${page.address}#${linkTo(rules)}`);
  say("notice", game.notice === null ? SAY.unnoticed : SAY.notice(game.notice));
  say("rank", game.fairer ? SAY.rank(game.fairer, every.length) : SAY.fairest(every.length));
  say("exact", SAY.exactly(inPercent(game), game.text));
  const words = Object.entries(changed(rules)).map(([name, each]) => FIELDS[name].words(each));
  fill("words", game.key, () => (words.length ? words : [SAY.classicGame]).map((each) => made("li", each)));
}

// A game in a sentence, for whom it is read to.
export function inShort(one) {
  const words = VARIED.map((field, at) => chosenIn(field, one.places[at]));
  return SAY.valued(calledSo(one, judgement(one.ev, null)), words.join("; "));
}

function inPercent(one) {
  return `${signed(one)}\u00a0%`;
}

function calledSo(one, words) {
  return calledHere(one) ? SAY.calledSo(calledHere(one), words) : words;
}

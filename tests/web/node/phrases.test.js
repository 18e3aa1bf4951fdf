import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { element } from "./stage.js";
import { byPath, checked, differences, toldTo, WHERE } from "./phrases.js";
import { favourOf } from "../../../twoplayer/web/rules/kinds.js";
import { LANGUAGES, speakAs } from "../../../twoplayer/web/words/choice.js";
import "../../../twoplayer/web/words/languages.js";
import { capital, localised, SAY, whole } from "../../../twoplayer/web/words/speech.js";
import { picture } from "../../../twoplayer/web/menu/picture.js";
import { makeCards } from "../../../twoplayer/web/menu/cards.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { besideTitle, FIELDS } from "../../../twoplayer/web/rules/fields.js";
import { holdersOf } from "../../../twoplayer/web/rules/seats.js";
import { page } from "../../../twoplayer/web/shared/given.js";

const TAGS = Object.keys(LANGUAGES);

test("the page has every phrase in every language, and each says all that it is told", () => {
  assert.ok(TAGS.length > 1);
  assert.deepEqual(checked(LANGUAGES, cases), []);
  const [covers] = cases.kinds;
  const taught = covers.filter((name) => name !== "sum").map((name) => `toCoverBy,${name}`); // of sums it says `toCoverSum`
  assert.deepEqual(differences(LANGUAGES, taught, (path) => path.startsWith("toCoverBy,")), []);
});

test("what a language lacks, or says of nothing, is told in a sentence", () => {
  const [both, one] = [{ a: "x", b: { c: "y" } }, { a: "x", d: "z" }];
  assert.deepEqual(differences({ xx: one, yy: both }, ["a", "b,c"]), [
    `xx lacks words (write them ${WHERE}): b,c`,
    "xx has words that nothing asks for (take them out): d",
  ]);
  assert.deepEqual(toldTo((who, [_points, other]) => `${who} ${other}`), { parameters: ["who", "_points", "other"], unsaid: ["_points"] });
});

test("every rule of the catalogue has a name and a summary in every language", () => {
  const { en, ...others } = LANGUAGES;
  assert.ok(en && page.catalogue.length > 20);
  for (const table of Object.values(others)) {
    const found = byPath(table);
    const wanted = page.catalogue.flatMap(({ name }) => [`summaries,${name}`, ...(name === "2012" ? [] : [`names,${name}`])]);
    assert.deepEqual(wanted.filter((path) => !found.has(path)), [], table.itself);
  }
});

const WRONG = /undefined|\bnull\b|NaN|\[object|=>/;

test("no phrase is undefined, whatever the rules", () => {
  for (const tag of TAGS) {
    speakAs(`#lang=${tag}`);
    const said = Object.values(SAY.accepts);
    for (const given of [...cases.everyValue, ...cases.rules.map((rules) => rules.given)]) {
      const rules = read(given);
      for (const [name, value] of Object.entries(rules)) said.push(FIELDS[name].words(value), besideTitle(name, value));
      for (const score of [0n, 7n]) said.push(SAY.chasing(score, favourOf(rules.ties)), SAY.nextHas("A", score, favourOf(rules.ties)));
      said.push(SAY.tie(FIELDS.ties.words(rules.ties)));
      said.push(...holdersOf([3n, 3n, 5n], rules.ties).map((seat) => SAY.playerWithin(seat + 1)));
    }
    assert.ok(said.length > 1000);
    assert.deepEqual(said.filter((text) => !text || WRONG.test(text)), [], tag);
  }
});

test("what stands before a player is what his name asks for", () => {
  speakAs("#lang=fr");
  const called = ["Joueur 1", "le joueur 2", "Programme 3", "Anne", "Émile", "Ben"];
  const before = ["du joueur 1", "du joueur 2", "du programme 3", "d’Anne", "d’Émile", "de Ben"];
  assert.deepEqual(called.map((who) => SAY.go.next(who)), before.map((text) => `Au tour ${text}`));
  speakAs("#lang=es");
  const llamados = ["Jugador 1", "el jugador 2", "Programa 3", "Ana"];
  assert.deepEqual(llamados.map((who) => SAY.go.next(who)), ["al jugador 1", "al jugador 2", "al programa 3", "a Ana"].map((text) => `Pasa ${text}`));
  assert.deepEqual(llamados.map((who) => SAY.clacks(who).split(":")[0]), ["del jugador 1", "del jugador 2", "del programa 3", "de Ana"].map((text) => `Clac ${text}`));
});

test("who plays alone against the program is spoken to", () => {
  const said = {
    en: ["You win", "You leave a score of 5.", "Again – you start", "Mostly your 1 after a 3."],
    de: ["Du gewinnst", "Du hast 5 Punkte.", "Noch einmal – du beginnst", "Vor allem 1 von dir nach einer 3."],
    fr: ["Tu gagnes", "Tu laisses 5 points.", "Rejouer – tu commences", "Surtout ton 1 après un 3."],
    es: ["Ganas tú", "Tú dejas 5 puntos.", "Otra vez – empiezas tú", "Sobre todo tu 1 tras un 3."],
  };
  for (const [tag, words] of Object.entries(said)) {
    speakAs(`#lang=${tag}`);
    const why = capital(SAY.why(SAY.mostly(SAY.causes.move(SAY.you, "1", "3"))));
    const found = [SAY.winner(SAY.you), SAY.leaves(SAY.you, 5n), SAY.go.again(SAY.you), why];
    assert.deepEqual(found.map((text) => text.replaceAll("\u00a0", " ")), words);
    assert.notEqual(SAY.winner("Ann"), SAY.winner(SAY.you).replace(SAY.you, "Ann"));
  }
});

test("who is called by a number has an article where the language wants one", () => {
  speakAs("#lang=es");
  assert.deepEqual([SAY.winner("Jugador 1"), SAY.go.take("Jugador 2"), SAY.winner("Ana")], ["Gana el jugador 1", "Soy el jugador 2", "Gana Ana"]);
  speakAs("#lang=fr");
  assert.deepEqual([SAY.winner("Joueur 1"), SAY.go.take("Joueur 2"), SAY.winner("Anne")], ["Le joueur 1 gagne", "Je suis le joueur 2", "Anne gagne"]);
});

test("a sheet is not closed by the word that covers tiles, and the coach means what he says", () => {
  const dice = { en: "all the dice", de: "allen Würfeln", fr: "tous les dés", es: "todos los dados" };
  for (const tag of TAGS) {
    speakAs(`#lang=${tag}`);
    for (const covers of [SAY.go.cover("1"), SAY.go.coverSome(""), SAY.coverMove("1")]) {
      assert.ok(!covers.toLowerCase().includes(SAY.close.toLowerCase()), covers);
    }
    assert.ok(tag in dice, `${tag}: add its words for all the dice to this test`);
    assert.ok(SAY.coachDie.includes(dice[tag]), SAY.coachDie);
  }
});

test("numbers, lists and plurals are those of the language", () => {
  const space = "\u202f";
  const known = {
    en: ["1,234,567", "0.5", "1 stake", "1/2 stakes", "2 stakes", "1 or 2"],
    de: ["1.234.567", "0,5", "1 Einsatz", "1/2 Einsätze", "2 Einsätze", "1 oder 2"],
    fr: [`1${space}234${space}567`, "0,5", "1 mise", "1/2 mise", "2 mises", "1 ou 2"],
    es: ["1.234.567", "0,5", "1 apuesta", "1/2 apuestas", "2 apuestas", "1 o 2"],
  };
  for (const [tag, texts] of Object.entries(known)) {
    speakAs(`#lang=${tag}`);
    assert.deepEqual([whole(1234567), localised("0.5"), ...["1", "1/2", "2"].map(SAY.stakes), SAY.or([1, 2])], texts);
  }
});

test("what is less than a stake is said in words of its own", () => {
  const known = {
    en: ["half a stake", "1/3 of a stake", "1 stake", "3/2 stakes", "0 stakes"],
    de: ["einen halben Einsatz", "1/3 Einsatz", "1 Einsatz", "3/2 Einsätze", "0 Einsätze"],
    fr: ["une demi-mise", "1/3 de mise", "1 mise", "3/2 mise", "0 mise"],
    es: ["media apuesta", "1/3 de apuesta", "1 apuesta", "3/2 apuestas", "0 apuestas"],
  };
  for (const [tag, texts] of Object.entries(known)) {
    speakAs(`#lang=${tag}`);
    assert.deepEqual(["1/2", "1/3", "1", "3/2", "0"].map(SAY.gain), texts);
    assert.ok(SAY.itPaysEach(SAY.gain("1/2")).includes(texts[0]));
  }
});

test("how well somebody has played is the same in every language", () => {
  const like = { en: "like a beginner.", de: "wie ein Anfänger gespielt.", fr: "comme un débutant.", es: "como un principiante." };
  for (const [tag, words] of Object.entries(like)) {
    speakAs(`#lang=${tag}`);
    assert.ok(SAY.youPlayedLike(SAY.skills.beginner).endsWith(words));
  }
});

// All texts in an element.
function textsIn(one) {
  return one.children.flatMap((each) => (typeof each === "string" ? [each] : textsIn(each)));
}

test("every way to settle ties can be chosen; it and every scoring has a mark, but those of the classic game", () => {
  const [, scorings, ties] = cases.kinds;
  const marks = (given) => textsIn(picture(read(given))).filter((text) => !textsIn(picture(read({}))).includes(text));
  assert.deepEqual(scorings.filter((scoring) => !marks({ scoring }).length), ["sum"]);
  assert.deepEqual(scorings.filter((scoring) => marks({ scoring }).includes("…")), [], "one that says something");
  assert.deepEqual(ties.filter((name) => !marks({ ties: name }).length), ["push"]);
  makeCards();
  const choices = element("switches").children.flatMap(({ children: [, group] }) => group.children);
  const offered = choices.filter((each) => each.getAttribute("data-rule") === "ties");
  assert.deepEqual(offered.map((each) => each.getAttribute("data-value")), ties);
});

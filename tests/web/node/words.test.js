import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { MOVES, SCORINGS, TIES } from "../../../twoplayer/web/rules/kinds.js";
import { LANGUAGES } from "../../../twoplayer/web/words/choice.js";
import "../../../twoplayer/web/words/languages.js";
import { figure, figures, plural, SAY, speakIn, whole } from "../../../twoplayer/web/words/speech.js";

// Of each kind of rule that has names: where its words are, in a sentence and in a word or two.
const TABLES = [
  ["covers", (words) => words.covers, MOVES],
  ["scorings", (words) => words.scorings, SCORINGS],
  ["ties", (words) => words.ties, TIES],
  ["briefly.moves", (words) => words.briefly.moves, MOVES],
  ["briefly.scoring", (words) => words.briefly.scoring, SCORINGS],
  ["briefly.ties", (words) => words.briefly.ties, TIES],
];

// The names in a table that another one lacks.
function missing(table, other) {
  return Object.keys(table).filter((name) => !Object.hasOwn(other, name));
}

test("every language has words of its own for every covering, scoring and tie", () => {
  assert.deepEqual([MOVES, SCORINGS, TIES].map((kinds) => Object.keys(kinds)), cases.kinds);
  for (const words of Object.values(LANGUAGES)) {
    for (const [table, wordsIn, kinds] of TABLES) {
      const what = `${table} of ${words.itself}: write one for each into its both-….js in twoplayer/web/words`;
      assert.deepEqual(missing(kinds, wordsIn(words)), [], what);
      assert.deepEqual(missing(wordsIn(words), kinds), [], `${table} of ${words.itself}: take these out, which no rule has`);
    }
  }
});

test("whom equal scores favour is said in every language, whatever the score to beat", () => {
  for (const [tag, phrases] of Object.entries(LANGUAGES)) {
    speakIn(tag, phrases);
    for (const { wins } of Object.values(TIES)) {
      for (const score of [0n, 7n]) {
        const said = [SAY.chasing(score, BigInt(wins)), SAY.nextHas("A", score, BigInt(wins))];
        for (const text of said) assert.match(text, /^(?!.*(undefined|null|NaN|=>)).+$/);
      }
    }
  }
});

test("numbers are written as each language does", () => {
  const said = { en: ["0.50", "12,345"], de: ["0,50", "12.345"], fr: ["0,50", "12\u202f345"], es: ["0,50", "12.345"] };
  for (const [tag, [half, many]] of Object.entries(said)) {
    speakIn(tag, LANGUAGES[tag]);
    assert.deepEqual(figures([[1n, 2n]], 2), [half]);
    assert.equal(whole(12345), many);
    assert.deepEqual([1, 2, "3/2"].map((number) => plural(number, "one", "other")), tag === "fr" ? ["one", "other", "one"] : ["one", "other", "other"]);
  }
  assert.match(figure(10n ** 20n), /1000…0000.*21/);
});

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { MOVES, SCORINGS, TIES } from "../../../twoplayer/web/rules/kinds.js";
import { LANGUAGES } from "../../../twoplayer/web/words/choice.js";
import "../../../twoplayer/web/words/languages.js";
import { figure, figures, plural, SAY, speakIn, whole } from "../../../twoplayer/web/words/speech.js";
import { EXPLORER_IN_ENGLISH } from "../../../twoplayer/web/explorer/english.js";

const TABLES = [["covers", MOVES], ["scorings", SCORINGS], ["ties", TIES]];

// The names in a table that another one lacks.
function missing(table, other) {
  return Object.keys(table).filter((name) => !Object.hasOwn(other, name));
}

test("every language has words of its own for every covering, scoring and tie", () => {
  assert.deepEqual(TABLES.map(([, kinds]) => Object.keys(kinds)), cases.kinds);
  for (const { itself, ...phrases } of Object.values(LANGUAGES)) {
    for (const [table, kinds] of TABLES) {
      const what = `${table} of ${itself}: write one for each into its both-….js in twoplayer/web/words`;
      assert.deepEqual(missing(kinds, phrases[table]), [], what);
      assert.deepEqual(missing(phrases[table], kinds), [], `${table} of ${itself}: take these out, which no rule has`);
    }
  }
});

test("the explorer has a word or two for each of them", () => {
  for (const [table, kinds] of [["moves", MOVES], ["scoring", SCORINGS], ["ties", TIES]]) {
    const what = `options.${table}: write one for each into english.js, and every other language, of twoplayer/web/explorer`;
    assert.deepEqual(missing(kinds, EXPLORER_IN_ENGLISH.options[table]), [], what);
    assert.deepEqual(missing(EXPLORER_IN_ENGLISH.options[table], kinds), [], `options.${table}: take these out`);
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

import assert from "node:assert/strict";
import test, { afterEach } from "node:test";

import "./cases.js";
import "./stage.js";
import { chanceTexts, hundredth } from "../../../twoplayer/web/box/chances.js";
import { skillIn } from "../../../twoplayer/web/coach/skill.js";
import { fairTo } from "../../../twoplayer/web/menu/cards.js";
import { LANGUAGES, speakAs } from "../../../twoplayer/web/words/choice.js";
import "../../../twoplayer/web/words/languages.js";
import { gamesFor, inPercentOf, judgement } from "../../../twoplayer/web/words/worth.js";

afterEach(() => speakAs("#lang=en"));

test("a value becomes a stake in so many games, to the nearest whole number", () => {
  const games = { 249: [4n, 997n], 250: [2n, 499n], 100: [1n, 100n], 1: [1000n, 1n] };
  for (const [number, [gain, of]] of Object.entries(games)) {
    assert.equal(gamesFor([gain, of]), BigInt(number));
    assert.equal(gamesFor([-gain, of]), -BigInt(number));
  }
  assert.equal(gamesFor([0n, 1n]), 0n);
});

test("how fair a game is has a measure, and no endless digits", () => {
  speakAs("#lang=en");
  const said = [[-1n, 250n], [-1n, 90n], [0n, 1n], [1n, 3n ** 80n]].map((ev) => judgement(ev, null));
  assert.deepEqual(said, [
    "Nearly fair: about one stake in 250 games goes to the second player.",
    "Not fair: about one stake in 90 games goes to the second player.",
    "Exactly fair: neither seat is better.",
    "Nearly fair: about one stake in more than a trillion games goes to the first player.",
  ]);
  assert.equal(judgement([3n, 4n], null), "Not fair: about 75 stakes in 100 games go to the first player.");
});

test("the percentage stands behind the words, with a measure as well", () => {
  speakAs("#lang=en");
  assert.equal(inPercentOf([-1n, 250n]), "The first player loses 0.4000 % of a stake in a game on average.");
  assert.match(inPercentOf([1n, 3n ** 80n]), /^The second player loses less than a trillionth %/);
  assert.equal(inPercentOf([0n, 1n]), "");
});

test("a rounded value is never said to be exactly fair", () => {
  const exactly = { en: "Exactly fair", de: "Ganz gerecht", fr: "Tout à fait équitable", es: "Del todo justo" };
  const rounded = [0n, 1n, -4n].map((units) => [units, 10n ** 9n]);
  for (const tag of Object.keys(LANGUAGES)) {
    assert.ok(tag in exactly, `${tag}: add its words for exactly fair to this test`);
    speakAs(`#lang=${tag}`);
    assert.ok(judgement([0n, 1n], null).startsWith(exactly[tag]));
    for (const near of rounded) {
      assert.match(judgement(null, near), /^≈ /);
      assert.ok(!judgement(null, near).toLowerCase().includes(exactly[tag].toLowerCase()));
    }
  }
  speakAs("#lang=en");
  const words = "≈ Nearly fair: nobody loses as much as a billionth of a stake in a game on average.";
  assert.equal(judgement(null, rounded[0]), words);
  assert.deepEqual([fairTo(0n, true), fairTo(0n)].map((each) => each.textContent), ["Nearly fair", "exactly fair"]);
});

test("only chances that would look equal have a further digit, and never two", () => {
  const wins = [5426n, 3431n, 3424n, 3353n, 3353n].map((win) => ({ win: [win, 10000n] }));
  assert.deepEqual(chanceTexts(wins), ["54", "34.3", "34.2", "33.5", "33.5"].map((each) => `${each} in 100`));
  const near = [18531n, 18529n].map((win) => ({ win: [win, 100000n] }));
  assert.deepEqual(chanceTexts(near), ["18.5 in 100", "18.5 in 100"]);
});

test("what is not certain is never written as if it were", () => {
  const said = { 0: [0n, 1n], "<1": [1n, 300n], 1: [1n, 100n], 50: [101n, 200n], ">99": [299n, 300n], 100: [2n, 2n] };
  for (const [text, chance] of Object.entries(said)) assert.equal(hundredth(chance), text);
});

test("how well somebody has played is told by what his mistakes cost", () => {
  const told = [1n, 2n, 3n, 10n, 11n, 40n, 41n, 200n].map((hundredths) => skillIn([hundredths, 100n]));
  const [master, regular, beginner, chance] = ["a master", "a regular", "a beginner", "a guesser"];
  assert.deepEqual(told, [master, master, regular, regular, beginner, beginner, chance, chance]);
  assert.equal(skillIn([9n, 10n], 45n), master, "of what counts in place of a stake");
});

import assert from "node:assert/strict";
import test from "node:test";

import { expected, nearby } from "./atlas-given.js";
import { changedAt, every, fairestNear, gameBy, games, rulesOf, VARIED } from "../../../twoplayer/web/explorer/atlas.js";
import { EXPLORER_IN_ENGLISH } from "../../../twoplayer/web/explorer/english.js";
import { ASKED, isShown, stepped } from "../../../twoplayer/web/explorer/shown.js";
import { choose, game, look } from "../../../twoplayer/web/explorer/view.js";
import { inBrief } from "../../../twoplayer/web/rules/fields.js";
import { linkTo, rulesIn } from "../../../twoplayer/web/rules/link.js";
import { RulesError } from "../../../twoplayer/web/rules/rules.js";
import { fractionText, size } from "../../../twoplayer/web/shared/exact.js";
import { speakIn } from "../../../twoplayer/web/words/speech.js";

speakIn("en", EXPLORER_IN_ENGLISH);

test("every game of the report is there by its rules, with its numbers", () => {
  assert.equal(every.length, expected.length);
  assert.equal(new Set(expected.map(({ rules }) => gameBy(rules))).size, expected.length);
  for (const { rules, link, ev, games: notice, percent, fairer } of expected) {
    const one = gameBy(rules);
    assert.deepEqual([one.text, String(one.notice), one.percent, one.fairer], [ev, notice, percent, fairer], link);
    assert.equal(one.favoured, ev.startsWith("-") ? "second" : "first");
    assert.equal(linkTo(rulesOf(one)), link);
    assert.equal(gameBy(rulesIn(link)), one);
  }
});

test("rules are read however they are spelled, and what is no game here is none", () => {
  const spelled = gameBy({ tiles: "10", one_die: "SUM<=6", ties: "First" });
  assert.equal(linkTo(rulesOf(spelled)), "tiles=1-10&one_die=sum%20%3C%3D%206&ties=first");
  assert.equal(gameBy({ tiles: "8" }), undefined);
  assert.equal(gameBy({ dice: "1d6" }), undefined);
  assert.throws(() => gameBy({ tiles: "x" }), RulesError);
});

test("the fairest nearby are the fairest with so many changes", () => {
  for (const { link, changes, most, sizes } of nearby) {
    const found = fairestNear(gameBy(rulesIn(link)), changes, most);
    assert.deepEqual(found.map(({ ev }) => fractionText(size(ev))), sizes, link);
  }
});

test("a step goes to the next game that is shown, and stays at the ends", () => {
  look({ only: { favoured: "second", ties: "first" } });
  const shown = every.filter(isShown);
  assert.ok(shown.length && shown.every(({ favoured }) => favoured === "second"));
  choose(every.find((one) => !isShown(one)));
  for (let steps = 0; steps <= shown.length; steps += 1) {
    choose(stepped(every, 1));
    assert.ok(isShown(game));
  }
  assert.equal(game, shown.at(-1));
  choose(stepped(every, -Infinity));
  assert.equal(game, shown[0]);
  look({ only: {} });
});

test("every value of a rule has its words, and is what a choice leads to", () => {
  VARIED.forEach(({ name, options }, at) => {
    options.forEach((value, place) => {
      assert.match(inBrief(name, value), /^(?!.*(undefined|null|NaN|=>)).+$/);
      const after = games.get(changedAt(game.places, at, place).join());
      if (after) assert.equal(rulesOf(after)[name], value);
    });
  });
  assert.deepEqual(Object.keys(ASKED), ["favoured", ...VARIED.map(({ name }) => name)]);
});

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import "../../../twoplayer/web/words/english.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { linkTo, positionIn, rulesIn } from "../../../twoplayer/web/rules/link.js";
import { RulesError, WORDS } from "../../../twoplayer/web/rules/rules.js";

test("rules are read and put into words as by Variant", () => {
  for (const { given, normal, words } of cases.rules) {
    const rules = read(given);
    assert.deepEqual(rules, normal);
    for (const [name, value] of Object.entries(rules)) assert.equal(WORDS[name](value), words[name]);
  }
});

test("bad rules are explained as by Variant", () => {
  for (const { given, faults } of cases.badRules) {
    assert.throws(() => read(given), (error) => {
      assert.ok(error instanceof RulesError);
      assert.deepEqual(error.faults.map(String), faults);
      return true;
    });
  }
});

test("a link is the one that Python writes, and leads to the same rules", () => {
  for (const { given, link } of cases.rules) {
    assert.equal(linkTo(read(given)), link);
    assert.deepEqual(read(rulesIn(`#${link}`)), read(given));
    assert.deepEqual(positionIn(`${link}&open=1.2&lang=de`), { open: "1.2" });
  }
});

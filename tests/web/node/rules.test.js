import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import "../../../twoplayer/web/words/english.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { CLASSIC, FIELDS } from "../../../twoplayer/web/rules/fields.js";
import { linkTo, positionIn, rulesIn } from "../../../twoplayer/web/rules/link.js";
import { RulesError } from "../../../twoplayer/web/rules/rules.js";

test("rules are read and put into words as by Variant", () => {
  for (const { given, normal, words } of cases.rules) {
    const rules = read(given);
    assert.deepEqual(rules, normal);
    for (const [name, value] of Object.entries(rules)) assert.equal(FIELDS[name].words(value), words[name]);
  }
});

test("the rules are those of Variant, and as in its classic game; the same are at stake", () => {
  assert.deepEqual(CLASSIC, cases.classic);
  assert.deepEqual(Object.keys(FIELDS), Object.keys(cases.classic));
  assert.deepEqual(Object.keys(FIELDS).filter((name) => FIELDS[name].isStake), cases.stakes);
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

test("what is too long is refused before it is read, and what is nearly so is read", () => {
  const faultsOf = (given) => {
    try {
      return read(given);
    } catch (error) {
      assert.ok(error instanceof RulesError);
      return error.faults.map(String);
    }
  };
  for (const { given, faults } of cases.tooLong) assert.deepEqual(faultsOf(given), faults);
  for (const { length, kinds, faults } of cases.anyLength) {
    kinds.forEach((kind, place) => {
      const [part, end] = kind.split("{}");
      const text = part.repeat(length).slice(0, length - end.length) + end;
      assert.deepEqual(faultsOf(Object.fromEntries(Object.keys(CLASSIC).map((name) => [name, text]))), faults[place]);
    });
  }
});

test("what the page cannot solve is said", () => {
  const said = {
    "tiles: got 13 of them; this page solves at most 12": { tiles: "13" },
    "tiles: got '5,1000001'; this page takes tiles up to 1000000": { tiles: "5,1000001" },
    [`tile: an unknown rule; takes ${Object.keys(CLASSIC).join(", ")}`]: { tile: "9" },
  };
  for (const [fault, given] of Object.entries(said)) {
    assert.throws(() => read(given), ({ faults }) => assert.deepEqual(faults.map(String), [fault]) ?? true);
  }
});

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import "../../../twoplayer/web/words/english.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { linkOf, positionIn, rulesIn, secondIn } from "../../../twoplayer/web/rules/link.js";
import { ownOf } from "../../../twoplayer/web/rules/own.js";
import { RulesError } from "../../../twoplayer/web/rules/rules.js";

// The rules that the page plays by, as the link that says them.
function said(address) {
  const rules = read(rulesIn(address));
  const given = secondIn(address);
  const others = given ? read(given) : rules;
  ownOf(rules, others);
  return linkOf(rules, others);
}

test("a link means on the page what it means at the shell", () => {
  for (const { address, says } of cases.links.filter((each) => !each.pagesOwn)) {
    if (says === null) assert.throws(() => said(address), RulesError, address);
    else assert.equal(said(address), says, address);
    assert.deepEqual(positionIn(address), {}, address);
  }
});

test("what the shell sends back to the page, the page reads", () => {
  for (const { address } of cases.links.filter((each) => each.pagesOwn)) {
    const rules = rulesIn(address);
    if (rules) assert.deepEqual(rules, { tiles: "1-4" }, address);
    assert.ok(!rules || Object.keys(positionIn(address)).length, address);
  }
});

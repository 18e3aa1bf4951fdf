import assert from "node:assert/strict";
import test from "node:test";

import "./cases.js";
import { howGood } from "../../../twoplayer/web/coach/judged.js";

test("nearly as good as the best is what costs a twentieth of a stake at most", () => {
  const judged = { best: [0n, 7n], near: [1n, 20n], worse: [51n, 1000n] };
  for (const [said, cost] of Object.entries(judged)) assert.equal(howGood(cost), said);
  assert.equal(howGood([-1n, 20n]), "near", "a cost is a size");
});

test("of what counts in place of a stake it is a twentieth of that", () => {
  assert.equal(howGood([9n, 4n], 45n), "near");
  assert.equal(howGood([91n, 40n], 45n), "worse");
});

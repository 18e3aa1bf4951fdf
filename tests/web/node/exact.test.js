import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { decimal, decimals, equal, fractionOf, fractionText, less, minus, plus, size, times }
  from "../../../twoplayer/web/shared/exact.js";

test("fractions are added, subtracted, compared and written as Python's", () => {
  for (const { one, other, sum, difference, isLess } of cases.fractions) {
    const [first, second] = [one, other].map(fractionOf);
    assert.equal(fractionText(plus(first, second)), sum);
    assert.equal(fractionText(minus(first, second)), difference);
    assert.equal(less(first, second), isLess);
    assert.equal(equal(first, second), one === other);
    assert.equal(fractionText(size(first)), one.replace("-", ""));
    assert.equal(fractionText(times(3, first)), fractionText(plus(first, plus(first, first))));
  }
});

test("a fraction as a decimal is rounded half to even", () => {
  for (const { one, rounded } of cases.fractions) {
    rounded.forEach((text, places) => assert.equal(decimal(fractionOf(one), places), text));
  }
});

test("decimals look equal only if they are", () => {
  const numbers = ["1/3", "333333/1000000", "1/3", "-1/1000000"].map(fractionOf);
  assert.deepEqual(decimals(numbers, 2), ["0.3333333", "0.3333330", "0.3333333", "−0.0000010"]);
});

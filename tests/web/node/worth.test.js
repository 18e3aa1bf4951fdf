import assert from "node:assert/strict";
import test from "node:test";

import "./cases.js";
import { gamesFor } from "../../../twoplayer/web/words/worth.js";

test("a value becomes a stake in so many games, to the nearest whole number", () => {
  const games = { 249: [4n, 997n], 250: [2n, 499n], 100: [1n, 100n], 1: [1000n, 1n] };
  for (const [number, [gain, of]] of Object.entries(games)) {
    assert.equal(gamesFor([gain, of]), BigInt(number));
    assert.equal(gamesFor([-gain, of]), -BigInt(number));
  }
  assert.equal(gamesFor([0n, 1n]), 0n);
});

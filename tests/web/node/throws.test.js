import assert from "node:assert/strict";
import test from "node:test";

import "./cases.js";
import "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { game, lay } from "../../../twoplayer/web/box/board.js";
import { newGame, rollDice } from "../../../twoplayer/web/box/moves.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";

// Roll a die once for each random number that has two places.
function counted(given) {
  const random = Math.random;
  const counts = {};
  for (let hundredths = 0; hundredths < 100; hundredths += 1) {
    lay({ game: newGame(read(given)), past: [], fault: "" });
    Math.random = () => hundredths / 100;
    rollDice();
    counts[game.faces] = (counts[game.faces] ?? 0) + 1;
  }
  Math.random = random;
  return counts;
}

test("dice are thrown as often as their sides weigh", () => {
  assert.deepEqual(counted({ dice: "1d3", weights: "1,2,1" }), { 1: 25, 2: 50, 3: 25 });
  assert.deepEqual(counted({ dice: "1d4", weights: "1,1,3,5" }), { 1: 10, 2: 10, 3: 30, 4: 50 });
  assert.deepEqual(counted({ dice: "1d5" }), { 1: 20, 2: 20, 3: 20, 4: 20, 5: 20 });
});

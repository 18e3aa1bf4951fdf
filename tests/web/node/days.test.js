import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { cases } from "./cases.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { Odds } from "../../../twoplayer/web/rules/odds.js";
import { sha256 } from "../../../twoplayer/web/rules/sha256.js";
import { bestRun, judgedIn } from "../../../twoplayer/web/today/best.js";
import { facesOn } from "../../../twoplayer/web/today/rolls.js";
import { Run } from "../../../twoplayer/web/today/run.js";

test("the digest is the one that Node knows, at every length around a block", () => {
  for (let length = 0; length < 200; length += 1) {
    const text = "é".repeat(length % 7) + "x".repeat(length);
    assert.deepEqual(sha256(text), [...createHash("sha256").update(text).digest()]);
  }
});

test("the dice of a day are those of the definition", () => {
  for (const { rules, date, rolls } of cases.days) {
    const { game } = new Odds(read(rules));
    assert.deepEqual(rolls.map((_, place) => facesOn(date, game, place + 1)), rolls);
  }
});

const played = ({ entries }) => entries.map(({ dice, faces, move }) => [dice, faces, move]);

test("the best plays, and what others decide is judged, as it is defined", () => {
  for (const { rules, date, best, bestLeft, drawn, squares, left } of cases.days) {
    const odds = new Odds(read(rules));
    const alone = odds.alone();
    const byBest = bestRun(odds.game, date, alone);
    assert.deepEqual(played(byBest), best);
    assert.equal(String(byBest.score), bestLeft);
    const run = Run.of(odds.game, date, drawn.map(([dice, , move]) => [dice, move]));
    assert.ok(run.isOver);
    assert.deepEqual(played(run), drawn);
    assert.equal(String(run.score), left);
    assert.deepEqual(judgedIn(run, alone).map(({ judged }) => judged), squares);
    assert.deepEqual(played(Run.of(odds.game, date, run.steps)), drawn);
  }
});

test("a move can be taken back until the next dice are seen", () => {
  const { game } = new Odds(read({ tiles: "1-9" }));
  const run = Run.of(game, "2026-11-23", [[2, 0b100001]]);
  assert.ok(run.mayTakeBack);
  run.takeBack();
  assert.deepEqual([run.open, run.faces, run.entries], [game.all, [6, 1], []]);
  run.cover(0b1000000);
  run.throw(2);
  assert.ok(!run.mayTakeBack);
  assert.deepEqual(run.steps, [[2, 0b1000000], [2]]);
});

test("what was never thrown or covered is refused", () => {
  const { game } = new Odds(read({ tiles: "1-9" }));
  for (const steps of [[[1]], [[2], [2]], [[2, 1]], [["2"]], [[2, 0b1000000], [2, 0b1000000]]]) {
    assert.throws(() => Run.of(game, "2026-11-23", steps), RangeError);
  }
});

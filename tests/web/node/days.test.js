import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test, { mock } from "node:test";

import { cases } from "./cases.js";
import { element, read as textIn } from "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { go } from "../../../twoplayer/web/box/dock.js";
import { drawFelt } from "../../../twoplayer/web/box/felt.js";
import { game, lay, mayRoll, movesNow, past, put, rulesOfGame, showBoard, solver } from "../../../twoplayer/web/box/board.js";
import {
  cover, covering, dayFaces, endingTurn, endTurn, leaveDay, mayBeTapped, mayUndo, newGame, playAgain, rollDice, tapTile, thrownDice, undo, undoByHand,
} from "../../../twoplayer/web/box/moves.js";
import { clearSnack } from "../../../twoplayer/web/box/snack.js";
import { ONESELF, playerName, seatCount } from "../../../twoplayer/web/evening/evening.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { Game } from "../../../twoplayer/web/rules/game.js";
import { BY_ONESELF, Odds } from "../../../twoplayer/web/rules/odds.js";
import { sha256 } from "../../../twoplayer/web/rules/sha256.js";
import { bestTurn } from "../../../twoplayer/web/today/best.js";
import { isBehind, stepsNow } from "../../../twoplayer/web/today/behind.js";
import { goForward, openDay, standingToday } from "../../../twoplayer/web/today/day.js";
import { dayBefore, daysInRow, keepSteps, SHELF, stepsOn, today } from "../../../twoplayer/web/today/diary.js";
import { lineOfDay, resultOfDay } from "../../../twoplayer/web/today/end.js";
import { untilNext } from "../../../twoplayer/web/today/next.js";
import { facesOn } from "../../../twoplayer/web/today/rolls.js";

const COLOURS = { best: "🟩", near: "🟨", worse: "🟥" };
const DATE = "2026-11-23";
const classic = new Game(read({ tiles: "1-9" }));

// A shelf, as a browser has one.
const shelf = new Map();
globalThis.localStorage = { getItem: (key) => shelf.get(key) ?? null, setItem: (key, text) => shelf.set(key, text) };
mock.timers.enable({ apis: ["Date"], now: new Date(`${DATE}T12:00`).getTime() });

// Another window has kept something.
const keptElsewhere = (steps, date = DATE) =>
  shelf.set(SHELF, JSON.stringify({ days: { [date]: { "tiles=1-9": steps } }, last: "", row: 0 }));

// A game lies at the table, and nothing was played today.
function fresh() {
  shelf.set(SHELF, JSON.stringify({ days: {}, last: "", row: 0 }));
  lay({ game: newGame(read({ tiles: "1-9" })), past: [], fault: "" });
  clearSnack();
}

const kept = () => stepsOn(DATE, classic);
const moveOf = (...tiles) => classic.set(tiles);

test("the digest is the one that Node knows, at every length around a block", () => {
  for (let length = 0; length < 200; length += 1) {
    const text = "é".repeat(length % 7) + "x".repeat(length);
    assert.deepEqual(sha256(text), [...createHash("sha256").update(text).digest()]);
  }
});

test("the dice of a day are those of the definition", () => {
  for (const { rules, date, rolls } of cases.days) {
    const { game: meant } = new Odds(read(rules));
    assert.deepEqual(rolls.map((_, place) => facesOn(date, meant, place + 1)), rolls);
  }
});

const played = (log) => log.map(({ dice, faces, move }) => [dice, faces, move]);

test("on the board a day is played, judged and compared with the best as it is defined", async () => {
  for (const { rules, date, best, bestLeft, drawn, squares, left } of cases.days) {
    lay({ game: newGame(read(rules), { evening: ONESELF, order: [0], day: date }), past: [], fault: "" });
    for (const [dice, , move] of drawn) {
      put(thrownDice(dayFaces(dice)));
      put(move === null ? endingTurn() : covering(move));
    }
    assert.deepEqual([game.phase, seatCount(), playerName(0)], ["over", 1, "You"]);
    assert.deepEqual(played(game.log), drawn);
    assert.equal(String(game.left[0]), left);
    if (!solver().known(BY_ONESELF)) assert.equal(lineOfDay(), "");
    for (solver().ask(BY_ONESELF); !solver().known(BY_ONESELF);) await new Promise(setImmediate);
    const byBest = bestTurn(date, solver().known(BY_ONESELF));
    assert.deepEqual([played(byBest.log), String(byBest.score)], [best, bestLeft]);
    const [line, marks = ""] = lineOfDay().split("\n");
    assert.ok(line.endsWith(`: ${left}, the best ${bestLeft}`), line);
    assert.equal(marks, squares.map((kind) => COLOURS[kind]).join(""));
    assert.equal(resultOfDay() === "As good as the best, with the same dice.", left === bestLeft);
  }
});

test("what is kept of a day only ever goes on", () => {
  const [six, one] = [moveOf(1, 6), moveOf(7)];
  const goOn = [
    [[], [[2]]], [[[2]], [[2, six]]], [[[2, six]], [[2, six], [2]]],
    [[[2, six]], [[2, one]]], // until the next dice are seen
    [[[2]], [[2, one], [2]]],
  ];
  const stay = [
    [[[2]], []], [[[2, six]], [[2]]], [[[2, six], [2]], [[2, six]]], [[[2, six], [2]], [[2]]],
  ];
  const differ = [
    [[[2, six], [2]], [[2, one]]], [[[2, six], [2]], [[2, one], [2]]], [[[2, six]], [[2, one], [2]]], [[[2]], [[1]]],
    [[[2, moveOf(1, 2, 3, 4, 5, 6, 7, 8, 9)]], [[2, six]]], // the box is shut
  ];
  for (const [before, now] of goOn) {
    keptElsewhere(before);
    keepSteps(DATE, classic, now, false);
    assert.deepEqual(kept(), now);
  }
  for (const [before, now] of [...stay, ...differ]) {
    keptElsewhere(before);
    keepSteps(DATE, classic, now, false);
    assert.deepEqual(kept(), before);
  }
});

test("a day is one step of the game at the table, which waits behind it", () => {
  fresh();
  put(thrownDice([3, 5]));
  const table = game;
  openDay();
  assert.deepEqual([game.day, game.log, game.roll, past.at(-1) === table], [DATE, [], null, true]);
  rollDice();
  assert.deepEqual([game.faces, kept()], [[6, 1], [[2]]]);
  cover(moveOf(7));
  leaveDay();
  assert.ok(game === table && past.length === 1);
  openDay();
  assert.deepEqual([stepsNow(), past.at(-1) === table], [[[2, moveOf(7)]], true]);
  playAgain();
  assert.deepEqual([game.day, seatCount(), past.at(-1).day], [null, 2, DATE]);
  undo();
  leaveDay();
  assert.ok(game === table);
});

test("a move is taken back until the next dice are seen, and undo is no way to see them", () => {
  fresh();
  openDay();
  assert.ok(!mayUndo());
  rollDice();
  assert.ok(!mayUndo());
  cover(moveOf(1, 6));
  undoByHand();
  assert.deepEqual([game.log, game.faces], [[], [6, 1]]);
  cover(moveOf(7));
  assert.deepEqual(kept(), [[2, moveOf(7)]]);
  leaveDay();
  openDay();
  undoByHand();
  assert.deepEqual([game.log, game.faces, kept()], [[], [6, 1], [[2, moveOf(7)]]]);
  cover(moveOf(7));
  rollDice();
  assert.ok(!mayUndo());
  undoByHand();
  assert.deepEqual(stepsNow(), [[2, moveOf(7)], [2]]);
});

// What lies behind is looked at: nothing is covered or rolled there, and the large button goes on.
function looksBack(steps) {
  assert.ok(isBehind());
  assert.deepEqual(stepsNow(), steps);
  drawFelt();
  assert.equal(textIn("status"), "This is a look back: the box has gone on.");
  assert.ok(!mayUndo());
  assert.deepEqual(classic.tiles.filter((_, place) => mayBeTapped(place)), []);
  element("tiles").replaceChildren(...classic.tiles.map((tile) => element(`tile ${tile}`)));
  classic.tiles.forEach((_, place) => tapTile(place));
  assert.deepEqual(stepsNow(), steps);
  assert.equal(textIn("status"), "This is a look back: the box has gone on.");
}

test("who looks back covers nothing, and goes on to where the box stands", () => {
  fresh();
  openDay();
  rollDice();
  cover(moveOf(7));
  assert.ok(!isBehind());
  rollDice();
  const seen = stepsNow();
  for (const steps of [[[2, moveOf(7)]], [[2]], []]) {
    undo();
    looksBack(steps);
    assert.deepEqual(kept(), seen);
  }
  go();
  assert.ok(!isBehind());
  assert.deepEqual([stepsNow(), kept(), game.faces], [seen, seen, [2, 5]]);
  undo();
  assert.equal(game.day, null);
});

test("what was taken back and covered otherwise is a look back as well", () => {
  fresh();
  keptElsewhere([[2, moveOf(7)]]);
  openDay();
  undoByHand();
  assert.ok(!isBehind(), "another move may be made until the next dice are seen");
  cover(moveOf(1, 6));
  rollDice();
  const seen = stepsNow();
  for (let left = 0; left < 2; left += 1) undo();
  looksBack([[2]]);
  undo();
  looksBack([[2, moveOf(7)]]);
  openDay();
  assert.deepEqual([stepsNow(), isBehind()], [seen, false]);
});

test("a box that was shut is looked back on, too", () => {
  fresh();
  keptElsewhere([[2, classic.all]]);
  lay({ game: newGame(read({ tiles: "1-9" }), { evening: ONESELF, order: [0], day: DATE }) });
  rollDice();
  looksBack([[2]]);
});

test("a window that is behind another looks back, and goes on as the other has played", () => {
  fresh();
  openDay();
  assert.ok(!isBehind());
  const elsewhere = [[2, moveOf(1, 6)], [2, moveOf(7)], [2]];
  keptElsewhere(elsewhere);
  looksBack([]);
  goForward();
  assert.deepEqual([stepsNow(), kept(), isBehind()], [elsewhere, elsewhere, false]);
});

test("what was kept and cannot be played is forgotten", () => {
  const strange = [[[1]], [[2], [2]], [[2, 1]], [["2"]], [[2, 0b1000000], [2, 0b1000000]], 7, "x", { a: 1 }, null];
  for (const each of strange) {
    fresh();
    keptElsewhere(each);
    openDay();
    assert.deepEqual([stepsNow(), past.length], [[], 1]);
    rollDice();
    assert.deepEqual(kept(), [[2]]);
  }
});

test("what is over is told at the table, and days in a row are counted once", () => {
  fresh();
  assert.equal(standingToday(), null);
  shelf.set(SHELF, JSON.stringify({ days: {}, last: dayBefore(DATE), row: 4 }));
  openDay();
  while (game.phase !== "over") {
    if (mayRoll()) rollDice();
    else if (movesNow().length) cover(movesNow()[0]);
    else endTurn();
    if (game.phase === "turn") assert.deepEqual(standingToday()?.isOver, game.roll !== null && !movesNow().length);
  }
  const { score } = standingToday();
  assert.equal(score, rulesOfGame().score(game.open));
  assert.equal(daysInRow(today()), 5);
  showBoard();
  openDay();
  assert.deepEqual([game.phase, game.left, daysInRow(DATE)], ["over", [score], 5]);
  openDay(dayBefore(DATE));
  assert.deepEqual([game.phase, game.left, resultOfDay()], ["over", [], "Working out how the best plays …"]);
});

test("the next box comes at midnight, by the clock of the device", () => {
  for (const [time, said] of [["16:48", "7\u00a0h 12\u00a0min"], ["23:59:30", "1\u00a0min"], ["00:00", "24\u00a0h 0\u00a0min"], ["23:01", "59\u00a0min"]]) {
    mock.timers.setTime(new Date(`${DATE}T${time}`).getTime());
    assert.equal(untilNext(), `next box in ${said}`);
  }
});

import assert from "node:assert/strict";
import test from "node:test";

import "./cases.js";
import { element, read as text } from "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { game, lay, solver } from "../../../twoplayer/web/box/board.js";
import { drawFelt, writeBeat } from "../../../twoplayer/web/box/felt.js";
import { cover, endTurn, newGame, passOn, pickFaces, setUp } from "../../../twoplayer/web/box/moves.js";
import { playLinked } from "../../../twoplayer/web/box/paper.js";
import { drawWorking } from "../../../twoplayer/web/box/rail.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { positionIn, rulesIn } from "../../../twoplayer/web/rules/link.js";

function said(link) {
  lay({ game: newGame(read(rulesIn(link))), past: [], fault: "" });
  playLinked(positionIn(link));
  if (game.roll) endTurn();
  drawFelt();
  return text("status");
}

test("the end is told: who has won, and what", () => {
  const ends = {
    "tiles=1-3&game=2.1-3_6.6-~6.6-": / Player 1 wins 1 stake\.$/,
    "tiles=1-3&game=6.6-~2.1-3_6.6-": / Player 2 wins 1 stake\.$/,
    "tiles=1-3&game=6.6-~6.6-": / nobody wins\.$/,
    "tiles=1-3&ties=second&game=6.6-~6.6-": / Player 2 wins 1 stake\.$/,
    "tiles=1-3&clack_payout=3/2&immediate_clack=yes&open=3&game=2.1-3": /^Player 1 clacks: every tile is covered\. Player 1 wins 3\/2 stakes\.$/,
    "tiles=1,3,5&clack_payout=0&game=5.4-1.3.5~1.1-": /Player 1 wins 0 stakes\.$/,
  };
  for (const [link, words] of Object.entries(ends)) assert.match(said(link), words, link);
});

test("nobody has to beat a zero", () => {
  const after = {
    push: "Player 2 can only tie, with a clack.",
    first: "Player 2 cannot win any more.",
    second: "Player 2 wins only with a clack.",
  };
  for (const [ties, words] of Object.entries(after)) {
    lay({ game: newGame(read({ tiles: "1,3,5", ties })), past: [], fault: "" });
    pickFaces([4, 5]);
    cover(game.open);
    drawFelt();
    assert.ok(text("status").endsWith(words), text("status"));
    passOn();
    drawFelt();
    assert.doesNotMatch(text("status"), /beat 0/);
  }
});

test("a roll that covers nothing says why, and what is left", () => {
  lay({ game: newGame(read({ tiles: "1-9", stop_total: "7" })), past: [], fault: "" });
  playLinked({ open: "1.9" });
  assert.equal(game.phase, "turn");
  lay({ game: { ...game, roll: [7], faces: [1, 6], dice: 2 } });
  drawFelt();
  assert.match(text("status"), /7 ends .*: the score is 10\.$|7 .*the score is 10/);
});

test("a score that is none is the nearest that is", () => {
  lay({ game: newGame(read({ tiles: "1-9", scoring: "digits" })), past: [], fault: "" });
  setUp({ player: 2, beat: 12345n });
  writeBeat("480");
  assert.equal(game.beat, 479n);
  assert.match(text("said"), /^480 is no score of this game/);
  writeBeat("nothing");
  assert.equal(game.beat, 479n);
});

test("after a clack that wins at once there is nothing to beat", () => {
  lay({ game: newGame(read({ tiles: "1-9", immediate_clack: "yes" })), past: [], fault: "" });
  setUp({ player: 2, beat: 1n });
  drawFelt();
  assert.deepEqual(element("beat").children.map(({ name }) => String(name)), Array.from({ length: 45 }, (_, place) => String(place + 1)));
});

test("nothing says that nothing is done", () => {
  lay({ game: newGame(read({ tiles: "1-4" })), past: [], fault: "" });
  for (const part of [0, 0.004]) {
    solver().part = part;
    drawWorking();
    assert.equal(text("working-words"), "odds …");
  }
  solver().part = 0.5;
  drawWorking();
  assert.match(text("working-words"), /50/);
});

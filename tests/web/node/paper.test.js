import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import "../../../twoplayer/web/words/english.js";
import "./stage.js";
import { fault, game, lay } from "../../../twoplayer/web/box/board.js";
import { newGame } from "../../../twoplayer/web/box/moves.js";
import { GameError, linkToGame, onPaper, playLinked } from "../../../twoplayer/web/box/paper.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { openLink } from "../../../twoplayer/web/memory/opening.js";
import { positionIn, rulesIn } from "../../../twoplayer/web/rules/link.js";

function open(link) {
  lay({ game: newGame(read(rulesIn(link))), past: [], fault: "" });
  playLinked(positionIn(link));
}

test("a game on paper is the one that Play writes", () => {
  for (const { link, text, over, left, set } of cases.games) {
    open(link);
    assert.equal(onPaper(), text);
    assert.equal(linkToGame(), link);
    assert.equal(game.phase === "over", over);
    assert.deepEqual(game.left.map(String), left);
    if (!over) assert.equal(game.open, set);
  }
});

test("a game of two, each by his own rules, is the one that Play writes", () => {
  for (const { link, text } of cases.gamesOfBoth) {
    openLink(`#${link}`);
    assert.deepEqual([fault, onPaper(), linkToGame()], ["", text, link]);
  }
});

test("a game that cannot be played is refused, with the entry that is wrong", () => {
  for (const [text, why] of [
    ["9.9-9", /turn 1, roll 1, 9\.9-9 cannot be rolled/],
    ["3.4-9", /turn 1, roll 1, 3\.4-9 covers what it may not/],
    ["3.4_5.4-9", /turn 1, roll 2 comes before the last one is covered/],
    ["x", /turn 1, roll 1, x is none such as/],
    ["1".repeat(5000), /5000 characters long/],
  ]) {
    assert.throws(() => open(`tiles=1-9&game=${text}`), (error) => error instanceof GameError && why.test(error.message));
  }
});

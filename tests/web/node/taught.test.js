import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { element, read as text } from "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { game, lay, movesLeft, movesNow, rulesOfGame } from "../../../twoplayer/web/box/board.js";
import { drawDock, go } from "../../../twoplayer/web/box/dock.js";
import { drawFelt } from "../../../twoplayer/web/box/felt.js";
import { choose, cover, mayBeTapped, newGame, pickFaces, tapTile } from "../../../twoplayer/web/box/moves.js";
import { tellOfMine } from "../../../twoplayer/web/box/taught.js";
import { settings } from "../../../twoplayer/web/memory/settings.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";

function rolled(rules, ...faces) {
  settings.moves = 0;
  lay({ game: newGame(read(rules)), past: [], fault: "" });
  layTiles();
  if (faces.length) pickFaces(faces);
  drawFelt();
}

// Something to shake, of each tile.
function layTiles() {
  element("tiles").replaceChildren(...rulesOfGame().tiles.map((tile) => element(`tile ${tile}`)));
}

function saidOf(place) {
  tapTile(place);
  drawFelt();
  return text("status");
}

test("the first three moves are told what to cover, and then nobody is", () => {
  rolled({ tiles: "1-9" }, 3, 5);
  for (const [faces, first] of [[[3, 5], "8"], [[3, 4], "7"], [[1, 3], "4"], [[1, 2], ""]]) {
    lay({ game: newGame(read({ tiles: "1-9" })) });
    pickFaces(faces);
    drawFelt();
    const sum = faces[0] + faces[1];
    assert.equal(text("status"), `Player 1: you rolled ${sum}.${first && ` Cover tiles that add up to ${sum}.`}`);
    cover(movesNow()[0]);
  }
});

test("what a roll covers is told by the rules", () => {
  const told = [
    [{ tiles: "1-9", moves: "one-tile" }, "Cover one tile: that of a die, or 8."],
    [{ tiles: "1-9", moves: "dice-or-sum" }, "Cover the tile of a die, those of both, or 8."],
    [{ tiles: "1-9", moves: "exact" }, "Cover the tiles of both dice, or 8."],
    [{ tiles: "1-9", moves: "sum-or-difference" }, "Cover tiles that add up to 8, or to the difference of the dice."],
    [{ tiles: "1-9", opening_tile: "2" }, "The first move must cover the 2."],
  ];
  for (const [rules, words] of told) {
    rolled(rules, 3, 5);
    if (movesNow().length) assert.ok(text("status").endsWith(words), text("status"));
  }
});

test("a tap in vain says why, until something else is done", () => {
  rolled({ tiles: "1-9" });
  assert.equal(saidOf(2), "Roll the dice first.");
  pickFaces([3, 5]);
  drawFelt();
  assert.equal(saidOf(8), "9 is more than 8.");
  go();
  drawFelt();
  assert.equal(text("status"), "Cover tiles that add up to 8.");
  choose(1 << 2);
  drawFelt();
  assert.equal(text("status"), "3 chosen, 5 to go.");
  assert.equal(saidOf(5), "3 + 6 is more than 8.");
  assert.equal(saidOf(0), "1 + 3 chosen: that can only be 1 + 3 + 4.");
  cover(movesNow().find((move) => move === 0b10000000));
  pickFaces([1, 2]);
  assert.match(saidOf(7), /^The 8 is covered already\.$/);
});

test("the felt and the large button say the same of a move that is begun", () => {
  settings.ask = true;
  for (const [faces, place, isOnlyOne] of [[[1, 2], 0, true], [[3, 5], 7, true], [[3, 5], 0, false], [[1, 4], 3, true]]) {
    rolled({ tiles: "1-9" }, ...faces);
    tapTile(place);
    drawFelt();
    drawDock();
    const tiles = rulesOfGame().open(movesLeft()[0]).join(" + ");
    assert.equal(text("go") === `Cover ${tiles}`, isOnlyOne);
    if (isOnlyOne) assert.ok(text("status").includes(tiles) && !text("status").includes("to go"), text("status"));
    else assert.equal(text("status"), "1 chosen, 7 to go.");
  }
  settings.ask = false;
});

test("one's own dice, chosen while a roll lies there, are told from the next one on", () => {
  for (const faces of [[3, 5], []]) {
    rolled({ tiles: "1-9" }, ...faces);
    const before = text("status");
    settings.mine = true;
    tellOfMine();
    drawFelt();
    assert.equal(text("status"), faces.length ? "From the next roll on: tap what your dice show." : "Player 1: tap what your dice show.");
    settings.mine = false;
    tellOfMine();
    drawFelt();
    assert.equal(text("status"), before);
  }
});

test("a tile that leaves what no open tiles make is told so", () => {
  rolled({ tiles: "1,4,6,7" }, 1, 6);
  assert.deepEqual(movesNow().toSorted((one, other) => one - other), [0b101, 0b1000]);
  assert.equal(saidOf(1), "4 leaves 3 of 7, and no open tiles add up to that.");
});

test("every tap says something or does something, whatever the rules", () => {
  let vain = 0;
  for (const { rules, set, roll } of cases.positions) {
    lay({ game: { ...newGame(read(rules)), open: set, roll, faces: [], dice: null }, past: [], fault: "" });
    if (!rulesOfGame().byTotal && roll.some((die) => die > rulesOfGame().sides)) continue;
    layTiles();
    rulesOfGame().tiles.forEach((tile, place) => {
      if (set === 0 || mayBeTapped(place)) return;
      const before = game;
      assert.match(saidOf(place), /^(?!.*(undefined|NaN|null)).+\.$/, JSON.stringify([rules, set, roll, tile]));
      assert.equal(game, before);
      vain += 1;
    });
  }
  assert.ok(vain > 100);
});

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { bothRules, diceNow, game, lay, mayRoll, movesNow, past, put, rulesOfGame } from "../../../twoplayer/web/box/board.js";
import { covering, endingTurn, newGame, nextTurn, thrownDice } from "../../../twoplayer/web/box/moves.js";
import { linkToGame } from "../../../twoplayer/web/box/paper.js";
import {
  eveningNow, firstSeats, nextSeats, readEvening, readSeats, seated, seatsByOtherRules, STARTS,
} from "../../../twoplayer/web/evening/evening.js";
import { openLink } from "../../../twoplayer/web/memory/opening.js";
import { settings } from "../../../twoplayer/web/memory/settings.js";
import { going, lately, onShelf, store, stored } from "../../../twoplayer/web/memory/storage.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { linkTo, rulesIn } from "../../../twoplayer/web/rules/link.js";

// Numbers that look drawn, and are the same each time.
let drawn = 7;
const random = () => {
  drawn = (drawn * 48271) % 2147483647;
  return drawn / 2147483647;
};
const any = (list) => list[Math.floor(random() * list.length)];
const below = (number) => Math.floor(random() * number);

// A shelf, as a browser has one.
let shelf = new Map();
globalThis.localStorage = { getItem: (key) => shelf.get(key) ?? null, setItem: (key, text) => shelf.set(key, text) };

function step() {
  if (game.phase === "passed") put(nextTurn(game.left));
  else if (game.phase === "over") lay({ game: newGame(game.rules, nextSeats()) });
  else if (mayRoll()) put(thrownDice(Array.from({ length: diceNow() }, () => 1 + below(rulesOfGame().sides))));
  else if (movesNow().length) put(covering(any(movesNow())));
  else put(endingTurn());
}

// An evening that somebody plays, for as long.
function playEvening(rules, steps) {
  const players = Array.from({ length: 2 + below(7) }, (_, place) => ({
    name: any(["", `N${place}`]), plays: any(["hand", "best"]), own: below(4) ? {} : { tiles: "1-3" },
  }));
  const evening = readEvening({ players, starts: any(STARTS), rounds: 1 + below(3) });
  settings.evening = evening;
  lay({ game: newGame(rules, seated({ ...evening, lines: [] }, below(players.length))), past: [], fault: "" });
  for (let done = 0; done < steps; done += 1) step();
}

// In a line of the sheet those who have won stand in no order.
function sorted(evening) {
  return { ...evening, lines: evening.lines.map((line) => ({ ...line, won: line.won.toSorted() })) };
}

const wholeOf = () => onShelf([sorted(game.evening), game.order, linkToGame(linkTo(game.rules)), game.player, game.left, game.phase]);

// The page is closed, and opened again: what lay there, as a browser keeps it.
function closed() {
  lately.opened = null;
  store();
  const { last } = stored();
  openLink("");
  return last;
}

test("an evening goes on where it was when the page was closed, with its sheet and its order", () => {
  let [sheets, many] = [0, 0];
  for (const link of cases.toPlay) {
    playEvening(read(rulesIn(link)), below(60));
    // On paper the box is passed where nothing is left to be done.
    while (game.phase === "passed" || (game.phase === "turn" && game.roll && !movesNow().length)) step();
    if (game.phase === "over") continue;
    const before = wholeOf();
    const last = closed();
    if (last === null) {
      assert.equal(game.evening.lines.length, 0, "nothing was going on");
      continue;
    }
    assert.deepEqual([eveningNow().lines.length, eveningNow().players], [0, firstSeats().evening.players], "the names are there at once");
    openLink(last.link, readSeats(last.seats));
    assert.equal(wholeOf(), before, link);
    sheets += game.evening.lines.length > 0;
    many += game.evening.players.length > 2;
  }
  assert.ok(sheets > 20 && many > 20, `${sheets} ${many}`);
});

test("after the last game of the evening the next one comes", () => {
  let ended = 0;
  for (const link of cases.toPlay) {
    playEvening(read(rulesIn(link)), 0);
    while (game.phase !== "over") step();
    const next = nextSeats();
    const last = closed();
    openLink(last.link, readSeats(last.seats));
    assert.equal(onShelf([sorted(game.evening), game.order]), onShelf([sorted(next.evening), next.order]), link);
    assert.deepEqual([game.phase, game.log, past], ["turn", [], []]);
    assert.equal(game.evening.lines.length, 1);
    ended += 1;
  }
  assert.ok(ended > 100);
});

test("a game that is over and was of nobody's evening is not gone on with", () => {
  settings.evening = null;
  openLink("#tiles=1-9&game=1.1-2~6.6-");
  lay({ game: { ...game, phase: "over" } });
  assert.equal(going().link, "tiles=1-9");
  assert.equal(closed(), null);
});

test("a score sheet that is none is left, with everything beside it", () => {
  const line = { order: [0, 1], scores: ["1", "2"], stakes: [["1", "1"], ["-1", "1"]], won: [0] };
  const kept = { evening: { players: [{}, {}], lines: [line] }, order: [0, 1] };
  assert.equal(readSeats(kept).evening.lines[0].scores[1], 2n);
  for (const wrong of [{ order: [0, 0] }, { order: [1] }, { scores: ["x", "2"] }, { scores: ["1"] }, { stakes: [["1", "1"]] }, { won: 7 }]) {
    assert.deepEqual(readSeats({ ...kept, evening: { ...kept.evening, lines: [{ ...line, ...wrong }] } }), {}, onShelf(wrong));
  }
  for (const lines of [[null], 7, null]) assert.deepEqual(readSeats({ ...kept, evening: { ...kept.evening, lines } }), {});
  for (const order of [[0, 0], [0], [0, 1, 2], null]) assert.deepEqual(readSeats({ ...kept, order }), {}, onShelf(order));
  assert.deepEqual(readSeats({ ...kept, evening: { players: [{}] } }), {});
  assert.deepEqual(readSeats(undefined), {});
});

test("whatever the shelf holds, there is something to read, and nothing to fail by", () => {
  for (const text of ["null", "[", "", "{}"]) {
    shelf = { get: () => text, set: () => null };
    assert.deepEqual(stored(), {}, text);
  }
  for (const text of ["1", '"x"', '{"last": 1, "settings": 7}']) {
    shelf = { get: () => text, set: () => null };
    assert.equal(typeof stored().last?.link, "undefined", text);
  }
  shelf = { get: () => { throw new Error("no"); }, set: () => { throw new Error("no"); } };
  assert.deepEqual(stored(), {});
  store();
  shelf = new Map();
});

test("what was played stays until something else is", () => {
  settings.evening = null;
  openLink("#tiles=1-9&game=3.5");
  const before = closed();
  assert.equal(before.link, "tiles=1-9&game=5.3");
  openLink("#tiles=1-4");
  lately.opened = onShelf(going());
  store();
  assert.deepEqual(stored().last, before);
  put(thrownDice([1, 1]));
  store();
  assert.equal(stored().last.link, "tiles=1-4&game=1.1");
});

test("rules of one's own go along, whoever starts, and other rules of all leave them", () => {
  const evening = readEvening({ players: [{ name: "Ann" }, { name: "Mia", own: { tiles: "1-8" } }], starts: "turn" });
  lay({ game: newGame(read({}), seated({ ...evening, lines: [] }, 0)), past: [], fault: "" });
  assert.deepEqual(bothRules().map(linkTo), ["tiles=1-9", "tiles=1-8"]);
  put({ phase: "over", left: [20n, 10n], player: 2 });
  lay({ game: newGame(game.rules, nextSeats()) });
  assert.deepEqual(bothRules().map(linkTo), ["tiles=1-8", "tiles=1-9"]);
  assert.equal(rulesOfGame().tiles.length, 8);
  const last = closed();
  openLink(last.link, readSeats(last.seats));
  assert.deepEqual(bothRules().map(linkTo), ["tiles=1-8", "tiles=1-9"]);
  assert.equal(linkTo(game.rules), "tiles=1-9");
  lay({ game: newGame(read({ tiles: "1-10" }), seatsByOtherRules()) });
  assert.deepEqual(bothRules().map(linkTo), ["tiles=1-8", "tiles=1-10"]);
});

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { element, read as text } from "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { game, lay, rulesOfGame, solver } from "../../../twoplayer/web/box/board.js";
import { cover, newGame } from "../../../twoplayer/web/box/moves.js";
import "../../../twoplayer/web/coach/watch.js";
import { settings } from "../../../twoplayer/web/memory/settings.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";

settings.coach = true;

// Lay a position on the board, and wait for its odds.
async function lie({ rules, beat, set, roll }, more = {}) {
  const second = beat !== null;
  const turn = second ? { player: 2, beat: BigInt(beat), left: [BigInt(beat)] } : {};
  lay({ game: { ...newGame(read(rules), more), ...turn, open: set, roll }, past: [], fault: "" });
  const [dice] = rulesOfGame().diceCounts(set);
  lay({ game: { ...game, dice } });
  solver().ask(game.beat);
  while (!solver().known(game.beat)) await new Promise(setImmediate);
}

function speaksOf(move) {
  const before = game;
  cover(move);
  const spoken = element("coach-sheet").open;
  element("coach-sheet").close();
  lay({ game: before });
  return spoken;
}

const POSITIONS = cases.positions.filter(({ second, moves }) => !second && moves.length);

test("the coach speaks of what gives away a twentieth of a stake, and of nothing else", async () => {
  const found = new Set();
  for (const position of POSITIONS) {
    await lie(position);
    for (const [move] of position.moves) {
      const much = position.much.includes(move);
      assert.equal(speaksOf(move), much, JSON.stringify(position));
      found.add(much);
    }
  }
  assert.equal(found.size, 2);
});

test("the coach is silent where nobody wants to hear of it, and of what the program plays", async () => {
  const position = POSITIONS.find(({ much, beat }) => much.length && beat === null);
  const players = [{ name: "", plays: "random" }, { name: "", plays: "hand" }];
  await lie(position, { evening: { players, starts: "same", rounds: 1, lines: [] }, order: [0, 1] });
  assert.ok(!speaksOf(position.much[0]));
  settings.coach = false;
  await lie(position);
  assert.ok(!speaksOf(position.much[0]));
  settings.coach = true;
  assert.ok(speaksOf(position.much[0]));
});

test("where the next roll covers nothing more often than after the best, that is why", async () => {
  let risky = 0;
  for (const position of POSITIONS) {
    await lie(position);
    for (const move of position.much) {
      if (!speaksOf(move)) continue;
      const risks = /covers nothing in ([<>]?\d+) of 100 cases, instead of ([<>]?\d+)/.exec(text("coach-why"));
      if (!risks) continue;
      const [often, seldom] = risks.slice(1).map((number) => Number(number.replace(/[<>]/, "")));
      assert.ok(often >= seldom, text("coach-why"));
      risky += often > seldom;
    }
  }
  assert.ok(risky);
});

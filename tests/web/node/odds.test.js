import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { mayBeRounded, Near, NearPlayer } from "../../../twoplayer/web/rules/near.js";
import { Odds } from "../../../twoplayer/web/rules/odds.js";
import { Seats } from "../../../twoplayer/web/rules/seats.js";
import { fractionText, less, minus, size } from "../../../twoplayer/web/shared/exact.js";

const written = ({ value, win, tie }) => [value, win, tie].map(fractionText);
const inOrder = (options) => [...options].sort((one, other) => (String(one) < String(other) ? -1 : 1));
const PLAYERS = new Map();

async function solved(rules, second) {
  const key = JSON.stringify([rules, second]);
  const odds = () => new Odds(read(rules), undefined, second && read(second));
  if (!PLAYERS.has(key)) PLAYERS.set(key, await odds().solve());
  return PLAYERS.get(key);
}

// Options are the same, and stand best first; equal ones may stand in any order.
function checkOptions(options, name, expected) {
  const found = options.map((option) => [option[name], ...written(option)]);
  assert.deepEqual(inOrder(found), inOrder(expected));
  assert.deepEqual(found.map(([, ...worth]) => worth), expected.map(([, ...worth]) => worth));
}

test("drawn positions are worth what the library says, and so is every choice", async () => {
  for (const { rules, second, beat, set, roll, worth, dice, moves, ended } of cases.positions) {
    const odds = await solved(rules, second);
    const player = beat === null ? odds.firstPlayer() : odds.player(BigInt(beat));
    assert.deepEqual(written(player.worth(set)), worth);
    checkOptions(player.dice(set), "dice", dice);
    checkOptions(player.moves(set, roll), "move", moves);
    if (ended) assert.deepEqual(written(player.ended(set)), ended);
  }
});

test("rounded odds are those of the library, but for what is rounded", async () => {
  const billionth = [2n, 10n ** 9n];
  for (const { rules, second } of cases.positions) {
    const odds = await solved(rules, second);
    if (!mayBeRounded(odds)) continue;
    const near = new NearPlayer(odds.turn, await new Near(odds).solve(() => null));
    const { all } = odds.game;
    const away = minus(near.worth(all).value, odds.firstPlayer().worth(all).value);
    assert.ok(less(size(away), billionth), JSON.stringify(rules));
  }
});

test("three and more players get what the library says", async () => {
  for (const { rules, players, evs, wins } of cases.seats) {
    const seats = await new Seats(read(rules), players).solve();
    const { all, unit } = seats.firstPlayer().worth(seats.game.all);
    assert.deepEqual([all.value, ...all.toCome].map((value) => fractionText([value, unit])), evs);
    assert.deepEqual([all.win, ...all.wins].map((win) => fractionText([win, unit])), wins);
  }
});

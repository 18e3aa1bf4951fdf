import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { mayBeRounded, Near, NearPlayer } from "../../../twoplayer/web/rules/near.js";
import { Odds } from "../../../twoplayer/web/rules/odds.js";
import { Seats } from "../../../twoplayer/web/rules/seats.js";
import { page } from "../../../twoplayer/web/shared/given.js";
import { fractionText, less, minus, size } from "../../../twoplayer/web/shared/exact.js";

const written = ({ value, win, tie }) => [value, win, tie].map(fractionText);
const inOrder = (options) => [...options].sort((one, other) => (String(one) < String(other) ? -1 : 1));
const PLAYERS = new Map();
const NEAR = new Set();

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

test("rounded odds are the exact ones rounded, in every set", async () => {
  const hundredMillionth = [1n, 10n ** 8n];
  let seen = 0;
  for (const { rules, second } of cases.positions) {
    // A payout of many digits is beyond floating numbers, and so are weights.
    if (/\d{4}/.test(rules.weights)) continue;
    const odds = await solved({ ...rules, clack_payout: "3/2" }, second && { ...second, clack_payout: "3/2" });
    if (NEAR.has(odds)) continue;
    NEAR.add(odds);
    const near = new NearPlayer(odds.turn, await new Near(odds).solve(() => null));
    const exact = odds.firstPlayer();
    for (const set of odds.game.sets().slice(1)) {
      const pairs = [[exact, near].map((each) => each.worth(set)), [exact, near].map((each) => each.ended(set)), [exact, near].map((each) => each.dice(set)[0])];
      for (const [one, other] of pairs) {
        for (const name of ["value", "win", "tie"]) {
          assert.ok(less(size(minus(one[name], other[name])), hundredMillionth), JSON.stringify([rules, second, set, name]));
        }
      }
    }
    seen += 1;
  }
  assert.ok(seen >= 50);
});

test("only what a float holds is rounded", () => {
  const [sevens, round] = ["7".repeat(900), `1${"0".repeat(900)}`];
  const may = (payout) => mayBeRounded(new Odds(read({ tiles: "1-3", clack_payout: payout })));
  assert.deepEqual([sevens, `${sevens}/11`, `7/${round}`, `${sevens}/${round}`, `1${"0".repeat(40)}`].map(may), [false, false, true, false, false]);
  assert.deepEqual(["1", "0", "3/2", "1000000"].map(may), [true, true, true, true]);
});

test("every game of the catalogue is the registered one, and worth what the library says", async () => {
  const named = Object.fromEntries(page.catalogue.map(({ name, rules }) => [name, read(rules)]));
  assert.deepEqual(Object.keys(named).sort(), cases.catalogue.map(({ name }) => name).sort());
  for (const { name, rules, ev } of cases.catalogue) {
    assert.deepEqual(named[name], read(rules));
    const odds = await new Odds(read(rules)).solve();
    assert.equal(fractionText(odds.firstPlayer().worth(odds.game.all).value), ev, name);
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

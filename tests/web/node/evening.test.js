import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { element, read as text } from "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { game, lay, put, rulesOfGame } from "../../../twoplayer/web/box/board.js";
import { drawFelt } from "../../../twoplayer/web/box/felt.js";
import { newGame, nextTurn, playAgain } from "../../../twoplayer/web/box/moves.js";
import { linkToGame, rulesLink } from "../../../twoplayer/web/box/paper.js";
import { drawCrowd } from "../../../twoplayer/web/evening/crowd.js";
import {
  isLastRound, LONGEST_NAME, mayHaveRounds, nextStarter, outcome, placeOf, playerName, readEvening, scoreOf, seated,
  stateOf, tally, totalsNow, who, whoWithin,
} from "../../../twoplayer/web/evening/evening.js";
import { drawPlayers } from "../../../twoplayer/web/evening/players.js";
import { result } from "../../../twoplayer/web/evening/result.js";
import { askOdds, oddsSolver, standingOf, whyNoOdds } from "../../../twoplayer/web/evening/standing.js";
import { read, rulesNameOf } from "../../../twoplayer/web/rules/catalogue.js";
import { ownOf } from "../../../twoplayer/web/rules/own.js";
import { everybody, Seats } from "../../../twoplayer/web/rules/seats.js";
import { fractionText, plus } from "../../../twoplayer/web/shared/exact.js";

const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"];
const named = (count) => NAMES.slice(0, count).map((name) => ({ name }));

// Seat some people, from whoever starts.
function sit(given, people, { starter = 0, lines = [], ...more } = {}) {
  const evening = { ...readEvening({ players: people, ...more }), lines };
  lay({ game: newGame(read(given), seated(evening, starter)), past: [], fault: "" });
}

// The game is over: what the seats have left.
function end(left) {
  put({ phase: "over", player: left.length, beat: left[0] ?? null, left });
}

// Names

test("names are short, in one line, and turn nothing that stands beside them", () => {
  const called = [
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=a"],
    ["<b>Ann</b>", "<b>Ann</b>"],
    ["N".repeat(10 ** 4), "N".repeat(LONGEST_NAME)],
    ["שרה\u202e", "\u2068שרה\u2069"],
    ["\ud800Ann\u2067", "Ann"],
    [" a\n\t b ", "a b"],
    ["${who}", "${who}"],
    ["__proto__", "__proto__"],
  ];
  sit({}, called.map(([name]) => ({ name })));
  assert.deepEqual(called.map((_, place) => playerName(place)), called.map(([, name]) => name));
});

test("who has no name has a number, and a program one of its own, in the middle of a sentence as well", () => {
  sit({}, [{}, { plays: "best" }, { name: "Ann", plays: "random" }, {}], { starter: 1 });
  assert.deepEqual([1, 2, 3, 4].map(who), ["Program 2", "Ann", "Player 4", "Player 1"]);
  assert.deepEqual([1, 2, 3, 4].map(whoWithin), ["Program 2", "Ann", "player 4", "player 1"]);
});

test("who plays alone against the program, and has no name, is you", () => {
  sit({}, [{}, { name: "Rosa", plays: "best" }]);
  assert.deepEqual([1, 2].map(who), ["You", "Rosa"]);
  drawFelt();
  assert.equal(text("status"), "Roll 2 dice.");
  lay({ game: { ...game, ...nextTurn([3n]), player: 1, left: [] } });
  drawFelt();
  assert.equal(text("status"), "To beat 3: roll 2 dice.");
  end([5n, 3n]);
  assert.equal(result(), "You leave a score of 5. Rosa leaves a score of 3. Rosa wins 1 stake.");
  sit({}, [{ name: "Ann" }, { name: "Rosa", plays: "best" }]);
  assert.equal(who(1), "Ann");
});

test("what was kept is an evening, or none", () => {
  const strange = [null, 7, [], { players: 3 }, { players: ["a"] }, { players: [] }];
  assert.deepEqual(strange.map(readEvening), strange.map(() => null));
  const nobody = { name: "", plays: "hand", own: {} };
  const fresh = { players: [nobody, nobody], starts: "turn", rounds: 1 };
  for (const odd of [{ rounds: "x" }, { rounds: -3, starts: "__proto__" }, { starts: 7 }]) {
    assert.deepEqual(readEvening({ players: [{}, null], ...odd }), fresh);
  }
  const ways = [{ plays: "constructor" }, { plays: "best", own: { tiles: "1-8", ties: "first", dice: 7, __proto__: { stop_total: "7" } } }];
  assert.deepEqual(readEvening({ players: ways }).players, [nobody, { name: "", plays: "best", own: { tiles: "1-8" } }]);
  assert.equal(readEvening({ players: Array(20).fill({}), rounds: 99 }).players.length, 8);
  assert.equal(readEvening({ players: [{}, {}], rounds: 99 }).rounds, 10);
});

// How a game ends

test("what a game brings to each, who has won, and who starts next", () => {
  for (const { rules, players, order, starts, left, stakes, won, next } of cases.ends) {
    sit(rules, named(players), { starter: order[0], starts });
    end(left.map(BigInt));
    const found = outcome();
    assert.deepEqual(order.map((place) => fractionText(found.stakes[place])), stakes);
    assert.deepEqual(found.won.toSorted(), won);
    assert.equal(fractionText(found.stakes.reduce(plus)), "0");
    assert.equal(nextStarter(), next, JSON.stringify([starts, order, left]));
    const winners = won.map((place) => NAMES[place]);
    const said = result();
    if (!won.length) assert.match(said, /nobody/);
    else assert.ok(winners.every((name) => said.includes(name)) && /stakes?( each)?\.$/.test(said), said);
    const before = tally();
    assert.deepEqual(before.won, NAMES.slice(0, players).map((_, place) => Number(won.includes(place))));
    playAgain();
    assert.deepEqual([placeOf(1), game.phase, game.left], [next, "turn", []]);
    assert.deepEqual(tally(), before, "the sheet keeps what was played");
  }
});

test("who has won is told, with what that brings", () => {
  const ends = [
    [{}, [5n, 3n, 7n], "Ben wins 2 stakes."],
    [{}, [3n, 3n, 7n], "Ann and Ben share: half a stake each."],
    [{}, [3n, 3n, 3n], "A tie of all: nobody pays."],
    [{ ties: "first" }, [3n, 3n, 7n], "Ann wins 2 stakes."],
    [{ ties: "second" }, [3n, 3n, 7n], "Ben wins 2 stakes."],
    [{ clack_payout: "3/2" }, [5n, 3n, 0n], "Cleo wins 3 stakes."],
    [{ clack_payout: "2", immediate_clack: "true" }, [5n, 0n], "Ben wins 4 stakes."],
  ];
  for (const [rules, left, words] of ends) {
    sit(rules, named(3));
    end(left);
    drawFelt();
    assert.ok(text("status").endsWith(words), text("status"));
  }
});

test("what stands at the head of the board at the end agrees with who has won", () => {
  const ends = [
    [[3n, 3n, 7n], "Ann and Ben share the win", ["win shared", "win shared", "win 0 %"], ["50.00%", "50.00%", "0.00%"]],
    [[5n, 3n, 7n], null, ["win 0 %", "win 100 %", "win 0 %"], ["0.00%", "100.00%", "0.00%"]],
    [[3n, 3n, 3n], null, ["win 0 %", "win 0 %", "win 0 %"], ["0.00%", "0.00%", "0.00%"]],
  ];
  for (const [left, said, chances, parts] of ends) {
    sit({}, named(3));
    end(left);
    drawCrowd();
    const shown = element("crowd").querySelectorAll(".chance").map(({ textContent }) => textContent.replace("\u00a0", " "));
    assert.deepEqual(shown, chances);
    assert.deepEqual(element("bar-many").children.map(({ style }) => style.width), parts);
    assert.ok(said ? text("bar-said") === said : text("bar-said").startsWith("To win alone"));
  }
});

test("the games of an evening are added up, and each has its column", () => {
  sit({ clack_payout: "3/2" }, named(3), { starts: "same" });
  const ends = [[5n, 3n, 7n], [0n, 3n, 7n], [3n, 3n, 7n], [4n, 4n, 4n]];
  for (const left of ends) {
    if (game.phase === "over") playAgain();
    end(left);
  }
  drawPlayers();
  const sheet = [
    ["Player", "Games won", "Stakes", "1", "2", "3", "4"],
    ["● Ann", "2", "5/2", "5", "0 ★", "3 ★", "4"],
    ["▲ Ben", "2", "1", "3 ★", "3", "3 ★", "4"],
    ["■ Cleo", "0", "-7/2", "7", "7", "7", "4"],
  ];
  const shown = () => element("evening-lines").children.map(({ children }) => children.map((cell) => cell.textContent));
  assert.deepEqual(shown(), sheet);
  playAgain();
  drawPlayers();
  assert.deepEqual(shown(), sheet, "the next game has begun");
});

test("everybody's own score stands beside his name, and the next is told the lowest so far", () => {
  sit({ tiles: "1-3" }, named(3));
  lay({ game: { ...game, player: 2, phase: "passed", beat: 1n, left: [1n, 5n] } });
  drawFelt();
  assert.equal(text("status"), "Ben leaves a score of 5. Cleo has to beat 1.");
  lay({ game: { ...game, ...nextTurn([1n, 5n]) } });
  assert.equal(game.beat, 1n);
  assert.deepEqual([1, 2, 3].map(scoreOf), [1n, 5n, 6n]);
  assert.deepEqual([1, 2, 3].map(stateOf), ["left", "left", "open"]);
  lay({ game: { ...game, ...nextTurn([5n, 1n]), left: [5n, 1n] } });
  assert.deepEqual([game.beat, scoreOf(1), scoreOf(2)], [1n, 5n, 1n]);
  end([5n, 1n, 3n]);
  assert.deepEqual([1, 2, 3].map(scoreOf), [5n, 1n, 3n]);
  sit({ tiles: "1-3" }, named(3));
  assert.deepEqual([1, 2, 3].map(scoreOf), [6n, null, null]);
  assert.deepEqual([1, 2, 3].map(stateOf), ["open", "", ""]);
});

// Rounds

test("rounds are added up, and the last one says who has won", () => {
  sit({}, named(2), { rounds: 2, starts: "turn" });
  end([5n, 9n]);
  assert.ok(!isLastRound());
  assert.equal(result(), "Round 1 of 2 is over. So far Ann\u00a05, Ben\u00a09.");
  assert.equal(outcome().won.length, 1);
  assert.deepEqual(tally().won, [0, 0], "a round is no game");
  playAgain();
  assert.ok(isLastRound());
  assert.equal(who(1), "Ben");
  end([3n, 8n]);
  assert.equal(result(), "All rounds together: Ann\u00a013, Ben\u00a012. Ben wins 1 stake.");
  playAgain();
  assert.deepEqual([who(1), isLastRound(), tally().won], ["Ann", false, [0, 1]]);
});

test("equal sums favour whom the rules do, by the order of the first round", () => {
  const ends = { push: "A tie of all: nobody pays.", first: "Ann wins 1 stake.", second: "Ben wins 1 stake." };
  for (const [ties, words] of Object.entries(ends)) {
    sit({ ties }, named(2), { rounds: 2, starts: "turn" });
    end([5n, 3n]);
    playAgain();
    end([4n, 2n]);
    assert.deepEqual([who(1), totalsNow()], ["Ben", [7n, 7n]]);
    assert.equal(result(), `All rounds together: Ann\u00a07, Ben\u00a07. ${words}`);
  }
});

test("rounds are for rules in which a clack is worth no more than a win", () => {
  assert.deepEqual([{}, { ties: "first" }, { clack_payout: "2" }, { immediate_clack: "true" }].map((given) => mayHaveRounds(read(given))), [true, true, false, false]);
  sit({ clack_payout: "2" }, named(2), { rounds: 5 });
  assert.ok(isLastRound());
});

test("the last round of two is worth what its definition says", async () => {
  for (const { rules, second, totals, starter, ev } of cases.lastRounds) {
    const [mine, hers] = [read(rules), read(second)];
    const line = { order: [0, 1], scores: totals.map(BigInt), stakes: null, won: [] };
    const people = [{ name: "Ann" }, { name: "Ben", own: ownOf(mine, hers) }];
    sit(rules, people, { rounds: 2, starts: "turn", lines: [line], starter: starter - 1 });
    assert.equal(whyNoOdds(), "");
    askOdds();
    const solver = oddsSolver();
    while (!solver.ev) await new Promise(setImmediate);
    assert.equal(fractionText(solver.ev), ev, JSON.stringify([rules, second, totals, starter]));
  }
});

// Several players

const TABLES = new Map();

async function tableOf(rules, players) {
  const key = JSON.stringify([rules, players]);
  if (!TABLES.has(key)) TABLES.set(key, await new Seats(read(rules), players).solve());
  return TABLES.get(key);
}

// The turn of who has some scores before him, solved.
async function turnOf({ rules, players, left, set }) {
  const table = await tableOf(rules, players);
  sit(rules, named(players));
  const scores = left.map(BigInt);
  if (scores.length) lay({ game: { ...game, ...nextTurn(scores), left: scores } });
  lay({ game: { ...game, open: set } });
  return table.player(standingOf(game));
}

const shown = ({ value, win, tie }) => [value, win, tie].map(fractionText);

test("every player gets what the definition says, in every position", async () => {
  let lots = 0;
  for (const position of cases.turns) {
    const turn = await turnOf(position);
    const { set, roll, left, players, each } = position;
    const found = everybody(turn.worth(set), left.length + 1, left.map(BigInt), game.rules.ties);
    assert.deepEqual(found.map(({ value, win }) => [value, win].map(fractionText)), each, JSON.stringify(position));
    assert.equal(found.length, players);
    assert.deepEqual(shown(turn.worth(set)), position.worth);
    assert.deepEqual(shown(turn.moves(set, roll)[0] ?? turn.ended(set)), position.rolled);
    lots += left.length > 1;
  }
  assert.ok(lots > 10);
});

test("several players of games that people play get what the library says", async () => {
  for (const position of cases.turnsThatArePlayed) {
    const turn = await turnOf(position);
    const { set, roll, left, worth, rolled } = position;
    assert.deepEqual(shown(turn.worth(set)), worth, JSON.stringify(position));
    assert.deepEqual(shown(turn.moves(set, roll)[0] ?? turn.ended(set)), rolled);
    const all = everybody(turn.worth(set), left.length + 1, left.map(BigInt), game.rules.ties);
    assert.equal(fractionText(all.map(({ value }) => value).reduce(plus)), "0");
  }
});

test("it is said why there are no odds", () => {
  const said = (given, people, more) => {
    sit(given, people, more);
    return whyNoOdds();
  };
  assert.equal(said({}, named(3)), "");
  assert.equal(said({ tiles: "1-12" }, named(3)), "No odds for so many: by these rules, for up to 2.");
  assert.equal(said({}, named(2), { rounds: 2 }), "No odds: the rounds are added up.");
  const child = [...named(2), { name: "Mia", own: { tiles: "1-6" } }];
  assert.match(said({}, child), /^With rules of one’s own/);
  assert.equal(said({}, child.slice(1)), "");
});

// Rules of one's own

test("the rules of all have one name, whoever plays, and those of two are both named", () => {
  const people = [{ name: "A" }, { name: "B", own: { tiles: "1-8" } }, { name: "C" }];
  sit({}, people);
  lay({ game: { ...game, ...nextTurn([3n]), left: [3n] } });
  assert.equal(rulesOfGame().tiles.length, 8);
  assert.equal(rulesNameOf(rulesLink()), "The classic game");
  sit({ one_die: "sum <= 6" }, named(2));
  assert.doesNotMatch(rulesNameOf(rulesLink()), /[:+]/);
  sit({}, people.slice(0, 2));
  assert.equal(rulesNameOf(rulesLink()), "The classic game + Head start");
  assert.equal(linkToGame(), "tiles=1-9&second=tiles%3D1-8");
});

test("who has rules of his own keeps them, whoever starts and by whatever rules", () => {
  sit({}, [{ name: "Ann" }, { name: "Mia", own: { tiles: "1-8" } }], { starts: "turn" });
  end([20n, 10n]);
  playAgain();
  assert.equal(rulesLink(), "tiles=1-8&second=tiles%3D1-9");
  assert.equal(rulesOfGame().tiles.length, 8);
});

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { read as text } from "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { game, lay, rulesOfGame } from "../../../twoplayer/web/box/board.js";
import { lookBack, tale } from "../../../twoplayer/web/box/lookback.js";
import { newGame } from "../../../twoplayer/web/box/moves.js";
import { playLinked } from "../../../twoplayer/web/box/paper.js";
import { squaresOf } from "../../../twoplayer/web/box/squares.js";
import { drawStory } from "../../../twoplayer/web/box/story.js";
import { partsWon, whyWon } from "../../../twoplayer/web/box/why.js";
import { skillIn } from "../../../twoplayer/web/coach/skill.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { positionIn, rulesIn } from "../../../twoplayer/web/rules/link.js";
import { decimal, decimals, fractionOf, fractionText, less, plus, size, times } from "../../../twoplayer/web/shared/exact.js";

// Open a game, and wait until all of its decisions are looked back on.
async function lookedBack(link) {
  lay({ game: newGame(read(rulesIn(link))), past: [], fault: "" });
  playLinked(positionIn(link));
  for (;;) {
    const decisions = game.log.map(lookBack);
    if (decisions.every(Boolean)) return decisions;
    await new Promise(setImmediate);
  }
}

const sorted = (fractions) => [...fractions].sort((one, other) => (less(one, other) ? -1 : 1)).map(fractionText);

function mistakesOf(decisions, seat) {
  const all = decisions.filter(({ player }) => player === seat).flatMap(({ mistakes }) => mistakes);
  return all.map(({ cost }) => cost).filter(([cost]) => cost > 0n);
}

test("what dice and players did adds up, and is what the library finds", async () => {
  for (const { link, result, sum, mistakes, seat } of cases.reviews) {
    const decisions = await lookedBack(link);
    const { words, exact } = tale(decisions);
    assert.equal(exact, `${result} = ${sum}`, link);
    for (const player of [1, 2]) assert.deepEqual(sorted(mistakesOf(decisions, player)), mistakes[player], link);
    if (result === "0") continue;
    const won = `Player ${seat} won `;
    assert.ok(words.startsWith(won), words);
    const numbers = [...words.matchAll(/[−+]?\d+\.\d{3}/g)].map(([number]) => BigInt(number.replace("−", "-").replace(/[+.]/g, "")));
    const stake = decimal(times(1000, fractionOf(result)), 0);
    assert.equal(numbers.reduce((all, number) => all + number), BigInt(stake), `${words} adds up as well`);
  }
});

const PART = /^(luck|the seat|the position|Player (\d)’s mistakes) ([+−]?\d+)$/;

test("what has decided a game is said in parts of a hundred, which are what the library finds", async () => {
  let despite = 0;
  for (const { link, hundredths, seat: side } of cases.reviews) {
    const said = partsWon(await lookedBack(link));
    if (!hundredths) assert.equal(said, "");
    else {
      const found = Object.fromEntries(/^In parts of a hundred: (.*)\.$/.exec(said)[1].split(", ").map((part) => {
        const [, what, player, number] = PART.exec(part);
        return [player ?? (what === "luck" ? "luck" : "seat"), Number(number.replace("−", "-"))];
      }));
      const [seat, own, others] = hundredths;
      assert.deepEqual(found, { luck: 100 - seat - own - others, seat, [side]: own, [3 - side]: others }, said);
      despite += Object.values(found).some((part) => part < 0);
    }
  }
  assert.ok(despite);
});

test("one sentence says what weighed most, and what else did, or stood against it", async () => {
  const kinds = new Set();
  for (const { link, hundredths, seat: side, mistakes } of cases.reviews) {
    const decisions = await lookedBack(link);
    const why = whyWon(decisions);
    if (!hundredths) {
      assert.equal(why, "");
      continue;
    }
    const [seat, own, others] = hundredths;
    const flawless = !mistakes[1].length && !mistakes[2].length;
    if (why === "It was all luck.") assert.ok(flawless && Math.abs(seat) < 5, link);
    const parts = [100 - seat - own - others, seat, others, own];
    const least = parts.filter((part) => Math.abs(part) >= 5);
    const [most] = least.filter((part) => part > 0).sort((one, other) => other - one);
    const [next] = least.filter((part) => part !== most).sort((one, other) => Math.abs(other) - Math.abs(one));
    const what = ["luck", "the (better seat|position)", `Player ${3 - side}’s [^,]*`, ""][parts.indexOf(most)];
    if (why !== "It was all luck.") assert.match(why, new RegExp(`^(Mostly )?${what}`, "i"), link);
    if (new Set(least.map(Math.abs)).size === least.length) assert.equal(why.includes(", despite "), next < 0, why);
    assert.doesNotMatch(why, /\d of 100|\d \+ \d/, "no share of a hundred, and no move that breaks in two lines");
    kinds.add(/despite/.test(why) ? "despite" : /, and /.test(why) ? "and" : "alone");
  }
  assert.equal(kinds.size, 3);
});

test("the mistakes are told by what they cost, and how well each has played", async () => {
  for (const { link, mistakes } of cases.reviews) {
    await lookedBack(link);
    drawStory();
    const said = text("costs");
    for (const player of [1, 2]) {
      const costs = mistakes[player].map(fractionOf);
      if (!game.log.some((each) => each.player === player)) continue;
      if (!costs.length) assert.ok(said.includes(`Player ${player} made no mistake.`), link);
      else {
        const all = costs.reduce(plus);
        assert.ok(said.includes(`Player ${player} played like ${skillIn(all)}`), said);
        const dearest = costs.toReversed().slice(0, 3);
        assert.ok(said.includes(`Player ${player}’s mistakes cost ${decimals([all, ...dearest], 4)[0]} `), said);
      }
    }
  }
});

test("a wrong number of dice is told as such", async () => {
  await lookedBack("tiles=1-2&one_die=always&game=1.1-2_5.3~6-");
  drawStory();
  assert.match(text("costs"), /With 1 open, rolled 2 dice; better 1 die: [\d.]+/);
});

test("a square is made for each decision that was one", async () => {
  for (const { link } of cases.reviews) {
    const decisions = await lookedBack(link);
    const several = decisions.flatMap(({ player, open, roll, move }) => [
      rulesOfGame(player).diceCounts(open).length,
      move === null ? 0 : rulesOfGame(player).covers(open, roll).length,
    ]);
    const costs = decisions.flatMap(({ mistakes }) => mistakes.map(({ cost }) => size(cost)));
    const judged = costs.map(([cost, of]) => (cost === 0n ? "best" : 20n * cost > of ? "worse" : "near"));
    assert.deepEqual(squaresOf(decisions), judged.filter((_, place) => several[place] > 1), link);
  }
});

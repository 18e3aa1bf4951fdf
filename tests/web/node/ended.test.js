import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { element, read as textIn } from "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { game, lay, rulesOfGame } from "../../../twoplayer/web/box/board.js";
import { drawEnd } from "../../../twoplayer/web/box/end.js";
import { drawFelt } from "../../../twoplayer/web/box/felt.js";
import { lookBack } from "../../../twoplayer/web/box/lookback.js";
import { newGame } from "../../../twoplayer/web/box/moves.js";
import { playLinked } from "../../../twoplayer/web/box/paper.js";
import { SQUARES, squaresOf } from "../../../twoplayer/web/box/squares.js";
import { readEvening, seated } from "../../../twoplayer/web/evening/evening.js";
import { drawPostcard, endToOthers } from "../../../twoplayer/web/menu/postcard.js";
import { copyLink, openSend, showLink } from "../../../twoplayer/web/menu/send.js";
import { begin, read } from "../../../twoplayer/web/rules/catalogue.js";
import { positionIn, rulesIn } from "../../../twoplayer/web/rules/link.js";
import { speakAs } from "../../../twoplayer/web/words/choice.js";
import "../../../twoplayer/web/words/languages.js";
import { SAY } from "../../../twoplayer/web/words/speech.js";

// A pen that writes down what it draws; every letter is as wide as the largest would be.
const pen = {
  lettersOf: (text) => [...text].length * 0.7 * parseFloat(/([\d.]+)px/.exec(pen.font)[1]),
  measureText: (text) => ({ width: pen.lettersOf(text) }),
  createRadialGradient: () => ({ addColorStop: () => null }),
  ...Object.fromEntries(["beginPath", "fill", "save", "restore", "translate", "scale"].map((name) => [name, () => null])),
  roundRect: (left, top, wide, high, round) => pen.boxes.push({ left, top, wide, high, round }),
  fillText: (text, left, middle) => pen.texts.push({ text, left, middle, wide: pen.lettersOf(text), align: pen.textAlign }),
};
element("postcard").getContext = () => pen;
element("postcard").toBlob = (done) => done(new Blob());
element("send-game").closest = element;
globalThis.getComputedStyle = () => ({ getPropertyValue: (name) => name, color: "", backgroundColor: "" });

async function ended(link) {
  lay({ game: newGame(read(rulesIn(link))), past: [], fault: "" });
  playLinked(positionIn(link));
  while (!game.log.every(lookBack)) await new Promise(setImmediate);
  drawFelt();
  drawEnd();
  return game.log.map(lookBack);
}

// An end of several players, who have left some scores.
function endedByMany(left, names = left.map((_, place) => `Player ${place + 1}`)) {
  const evening = { ...readEvening({ players: names.map((name) => ({ name })) }), lines: [] };
  lay({ game: { ...newGame(begin, seated(evening, 0)), phase: "over", left, player: left.length }, past: [], fault: "" });
  drawFelt();
  drawEnd();
}

const LEFT = [[9n, 3n, 5n], [1n, 2n, 3n, 4n], [7n, 7n, 2n], [45n, 44n, 1n, 0n, 30n, 30n, 8n, 9n]];

test("each player's decisions stand behind his sign", async () => {
  for (const { link } of cases.reviews) {
    const decisions = await ended(link);
    const rows = element("squares").children.map(({ children: [sign, ...marks] }) => [sign.textContent, marks.map((each) => each.textContent).join("")]);
    const of = (seat) => squaresOf(decisions.filter(({ player }) => player === seat)).map((each) => SQUARES[each]).join("");
    const all = [["●", of(1)], ["▲", of(2)]].filter(([, marks]) => marks);
    assert.deepEqual(rows, all, link);
    assert.equal(element("squares").hidden, all.length === 0);
  }
});

test("who has won stands in large, behind his sign", async () => {
  for (const { link, seat } of cases.reviews.filter(({ result }) => result !== "0")) {
    await ended(link);
    assert.equal(textIn("winner"), `${{ 1: "●", 2: "▲" }[seat]} Player ${seat} wins`, link);
  }
});

test("what a mistake nearly cost the winner is told apart from luck", async () => {
  await ended("tiles=1-9&open=1.2.3.4&to_beat=3&game=3.1-1.3_4.2-2.4");
  assert.equal(textIn("why"), "Player 2 shut the box. Mostly luck, despite Player 2’s 1\u00a0+\u00a03 after a\u00a04.");
});

test("the end says in a sentence how much more than a stake it brings, and of a tie only what it pays", async () => {
  await ended("tiles=1-3&clack_payout=3/2&immediate_clack=yes&open=3&game=2.1-3");
  assert.match(textIn("why"), /^Player 1 shut the box\. It brings 3\/2 stakes\. /);
  await ended("tiles=1-3&game=6.6-~6.6-");
  assert.equal(textIn("winner"), "Nobody won");
  assert.equal(textIn("why"), "");
  const many = [[[5n, 3n, 7n], "Ben wins", "It brings 2 stakes."], [[3n, 3n, 7n], "Ann and Ben share the win", "It brings half a stake each."]];
  many.push([[3n, 3n, 3n, 9n], "3 share the win", "It brings 1/3 of a stake each."], [[3n, 3n, 3n], "Nobody won", "Nobody pays."]);
  for (const [left, winner, why] of many) {
    endedByMany(left, ["Ann", "Ben", "Cleo", "Dan"].slice(0, left.length));
    assert.deepEqual([textIn("winner").replace(/^\W /u, ""), textIn("why")], [winner, why]);
  }
});

test("several players stand on steps, the lowest score first and highest", () => {
  for (const left of LEFT) {
    endedByMany(left);
    const steps = element("podium").children;
    const scores = steps.map((each) => /\d+$/.exec(each.textContent)[0]).map(BigInt);
    assert.deepEqual(scores, left.toSorted((one, other) => Number(one - other)));
    const ranks = steps.map((each) => Number(each.style["--rank"]));
    ranks.forEach((rank, place) => {
      assert.equal(rank, scores.filter((score) => score < scores[place]).length / left.length);
      const player = Number(/Player (\d)/.exec(steps[place].textContent)[1]);
      assert.equal(left[player - 1], scores[place], "his own score");
    });
    const [best] = scores;
    if (left.filter((score) => score === best).length === 1) assert.match(textIn("winner"), new RegExp(`Player ${left.indexOf(best) + 1} wins$`));
  }
});

// The picture

function pictured() {
  Object.assign(pen, { boxes: [], texts: [] });
  drawPostcard();
  const { width, height } = element("postcard");
  assert.equal(width, 1080);
  assert.ok(Number.isFinite(height) && height > 600 && height < 2000, height);
  const [wood] = pen.boxes;
  assert.deepEqual(wood, { left: 0, top: 0, wide: width, high: height, round: 0 }, "there is no hole in it");
  for (const { left, top, wide, high } of pen.boxes) {
    assert.ok(left >= 0 && top >= 0 && left + wide <= width + 1 && top + high <= height + 1);
  }
  for (const { text, left, middle, wide, align } of pen.texts) {
    const begins = align === "center" ? left - wide / 2 : align === "left" ? left : left - wide;
    assert.ok(begins >= 0 && begins + wide <= width, `${text} leaves the picture`);
    assert.ok(middle > 0 && middle < height);
  }
  return pen.texts.map(({ text }) => text);
}

test("a picture says what the end says, and nothing leaves it", async () => {
  for (const { link } of cases.reviews) {
    await ended(link);
    const texts = pictured();
    assert.ok(texts.includes(textIn("winner")), link);
    const [said] = endToOthers().split("\n");
    for (const tile of rulesOfGame().tiles) assert.ok(texts.includes(String(tile)));
    assert.ok(texts.join(" ").includes(textIn("why")));
    assert.ok(element("postcard").ariaLabel.startsWith(said));
  }
  const names = ["Grandma Josephine-M", "שרה", "Wolfgang Amadeus Moz", "D", "E", "F", "G", "Ana-María de la Cruz"];
  for (const left of LEFT) {
    endedByMany(left, names.slice(0, left.length));
    const texts = pictured();
    left.forEach((score, place) => {
      assert.ok(texts.some((each) => each.includes(names[place])));
      assert.ok(texts.includes(String(score)));
    });
  }
});

test("a picture is sent of a game that has ended alone, and not with rules", async () => {
  const pictures = () => {
    openSend();
    return !element("picture").hidden;
  };
  const [{ link }] = cases.reviews;
  await ended(link);
  assert.ok(pictures());
  openSend(begin);
  assert.ok(element("picture").hidden);
  lay({ game: { ...game, phase: "turn" } });
  assert.ok(!pictures());
  const evening = { ...readEvening({ players: [{}, {}], rounds: 2 }), lines: [] };
  const round = { ...newGame(begin, seated(evening, 0)), phase: "over", left: [3n, 5n], player: 2 };
  const line = { order: [0, 1], scores: [3n, 5n], stakes: null, won: [] };
  for (const lines of [[], [line]]) {
    lay({ game: { ...round, evening: { ...evening, lines } } });
    drawEnd();
    assert.equal(pictures(), lines.length === 1, "after the last round");
  }
});

test("what is sent at the end is the game, with who has won and why", async () => {
  const copied = [];
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => copied.push(text) }, configurable: true });
  element("send-link").select = () => null;
  for (const { link } of cases.reviews.slice(0, 40)) {
    await ended(link);
    openSend();
    element("send-game").checked = true;
    showLink();
    await copyLink();
    const [title, ...more] = copied.at(-1).split("\n");
    const won = Number(/Player (\d) wins$/.exec(textIn("winner"))?.[1]);
    const scores = game.left.toSorted((one, another) => Number(one - another));
    if (game.left.length < 2) assert.equal(title, `Shut the Box: Player ${won} wins`);
    else if (won) assert.equal(title, `Shut the Box: Player ${won} wins against Player ${3 - won}, ${scores.join(" : ")}`);
    else assert.equal(title, "Shut the Box: Nobody won");
    const names = won ? [won] : [1, 2];
    const list = won && scores.length > 1 ? [] : [scores.map((score, place) => `Player ${names[place]}\u00a0${score}`).join(", ")];
    assert.deepEqual(more, [...list, ...(textIn("why") ? [textIn("why")] : []), `#${link}`]);
    assert.equal(textIn("sent"), "Copied.");
    element("send-game").checked = false;
    showLink();
    assert.equal(element("send-link").value, `#${link.replace(/&game=.*/, "")}`);
  }
});

// A game against Rosa by a link, whose first seat is one's own or hers; who is alone against her has no name.
async function endedAgainstRosa(link, starter = 0) {
  const evening = { ...readEvening({ players: [{}, { name: "Rosa", plays: "best" }] }), lines: [] };
  lay({ game: newGame(read(rulesIn(link)), seated(evening, starter)), past: [], fault: "" });
  playLinked(positionIn(link));
  while (!game.log.every(lookBack)) await new Promise(setImmediate);
  drawFelt();
  drawEnd();
}

const [FIRST_WINS, CLACKS] = ["tiles=1-3&game=2.1-3_6.6-~1.1-2_6.6-", "tiles=2-4&game=3.1-4_2.1-3_1.1-2~6.6-"];

test("who reads what is sent is told who has won, and is not spoken to", async () => {
  const said = {
    en: ["I win against Rosa, 3 : 4", "Rosa wins against me, 3 : 4"],
    de: ["Ich gewinne gegen Rosa, 3 : 4", "Rosa gewinnt gegen mich, 3 : 4"],
    fr: ["Je gagne contre Rosa, 3 : 4", "Rosa gagne contre moi, 3 : 4"],
    es: ["Gano yo contra Rosa, 3 : 4", "Gana Rosa contra mí, 3 : 4"],
  };
  const you = /\b(You|your|Du|dir|Toi|toi|Tu|ton|tes|Tú|tú|ti|tus?)\b/;
  for (const [tag, words] of Object.entries(said)) {
    speakAs(`#lang=${tag}`);
    for (const starter of [0, 1]) {
      await endedAgainstRosa(FIRST_WINS, starter);
      assert.equal(endToOthers().split("\n")[0], words[starter]);
      for (const text of [...pictured(), endToOthers(), element("postcard").ariaLabel]) assert.doesNotMatch(text, you);
    }
    const causes = [SAY.causes, SAY.despite].flatMap(({ move, dice, mistakes }) => [move(SAY.me, "1", "3"), dice(SAY.me, SAY.dice(1)), mistakes(SAY.me)]);
    for (const cause of causes) assert.match(cause, /\b(my|von mir|mon|mes|mis?)\b/);
    for (const cause of causes) assert.doesNotMatch(cause, you);
  }
  speakAs("#lang=en");
});

test("the scores of all are sent", () => {
  endedByMany([15n, 0n, 16n], ["Ann", "Ben", "Cleo"]);
  assert.equal(endToOthers(), "Ben wins\nBen\u00a00, Ann\u00a015, Cleo\u00a016\nBen shut the box. It brings 2 stakes.");
  const players = [{}, { plays: "best" }, { plays: "best" }];
  const evening = { ...readEvening({ players }), lines: [] };
  lay({ game: { ...newGame(begin, seated(evening, 0)), phase: "over", left: [3n, 3n, 5n], player: 3 }, past: [], fault: "" });
  assert.match(endToOthers(), /^2 share the win\nMe\u00a03, Program 2\u00a03, Program 3\u00a05\n/);
});

test("the end says that who has won has shut the box", async () => {
  const said = {
    en: ["You shut the box.", "Rosa shut the box."],
    de: ["Du hast alle Klappen geschlossen.", "Rosa hat alle Klappen geschlossen."],
    fr: ["Tu as tout fermé.", "Rosa a tout fermé."],
    es: ["Lo has cerrado todo.", "Rosa lo ha cerrado todo."],
  };
  for (const [tag, words] of Object.entries(said)) {
    speakAs(`#lang=${tag}`);
    for (const starter of [0, 1]) {
      await endedAgainstRosa(FIRST_WINS, starter);
      assert.ok(!textIn("why").includes(words[starter]), "some are open");
      await endedAgainstRosa(CLACKS, starter);
      assert.ok(textIn("why").startsWith(words[starter]), textIn("why"));
    }
  }
  speakAs("#lang=en");
});

test("below who has won the lower score stands first", async () => {
  for (const starter of [0, 1]) {
    for (const [link, scores] of [[FIRST_WINS, "3 : 4"], ["tiles=1-3&game=1.1-2_6.6-~2.1-3_6.6-", "3 : 4"]]) {
      await endedAgainstRosa(link, starter);
      assert.equal(textIn("faces"), scores);
    }
  }
});

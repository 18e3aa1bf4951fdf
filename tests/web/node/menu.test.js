import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { element, read as text } from "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { lay } from "../../../twoplayer/web/box/board.js";
import { newGame } from "../../../twoplayer/web/box/moves.js";
import { fairTo, makeCards } from "../../../twoplayer/web/menu/cards.js";
import { openMend, stopMend } from "../../../twoplayer/web/menu/mend.js";
import { picture } from "../../../twoplayer/web/menu/picture.js";
import { tip } from "../../../twoplayer/web/menu/seesaw.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { Game } from "../../../twoplayer/web/rules/game.js";
import { linkTo, rulesIn } from "../../../twoplayer/web/rules/link.js";
import { CLASSIC } from "../../../twoplayer/web/rules/fields.js";
import { fractionOf, less } from "../../../twoplayer/web/shared/exact.js";

// Every element in another one.
const within = (one) => [one, ...one.children.flatMap((each) => (each.children ? within(each) : []))];
const named = (one, name) => within(one).filter((each) => each.name === name);
const classOf = (one) => one.getAttribute("class") ?? "";

// What would mend it

function openMendOf(rules) {
  lay({ game: newGame(read(rules)), past: [], fault: "" });
  openMend();
}

const works = () => !element("mend-progress").hidden;

test("what is tried, and what is fairer, is what mend finds, the fairest first", async () => {
  for (const { rules, tried, fairer } of cases.mended) {
    openMendOf(rules);
    assert.equal(text("mend-said"), `0 of ${tried} changes tried …`);
    while (works()) await new Promise(setImmediate);
    const buttons = element("mends").children.map((line) => line.children[0]);
    const links = buttons.map((each) => each.getAttribute("data-link"));
    const sizes = links.map((link) => fairer[link]?.replace("−", ""));
    assert.deepEqual(sizes, Object.values(fairer).slice(0, 8).map((percent) => percent.replace("−", "")));
    assert.equal(new Set(links).size, links.length);
    buttons.forEach((each, place) => assert.ok(each.textContent.endsWith(`EV ${fairer[links[place]]} %`), each.textContent));
    assert.match(text("mend-said"), links.length ? /^Fairer with one change/ : /^No single change/);
  }
  assert.ok(cases.mended.some(({ fairer }) => !Object.keys(fairer).length));
});

test("what was stopped tries nothing more", async () => {
  const begun = [];
  const Usual = globalThis.Worker;
  globalThis.Worker = class extends Usual {
    constructor() {
      super();
      begun.push(this);
    }
  };
  openMendOf({ tiles: "1-4" });
  assert.ok(begun.length);
  stopMend();
  assert.ok(!works());
  const until = begun.length;
  await Promise.all(begun.map((each) => each.solved));
  await new Promise(setImmediate);
  assert.equal(begun.length, until);
  globalThis.Worker = Usual;
});

// Cards

test("a card says in how many games a stake is lost, and who is better off", () => {
  assert.equal(fairTo(-249n).textContent, "▲a stake in 249\u00a0games, player 2 is better off");
  assert.equal(fairTo(1n).textContent, "●a stake in 1\u00a0game, player 1 is better off");
  makeCards();
  const cards = element("cards").children;
  assert.ok(cards.length > 8);
  for (const each of cards) {
    const { ev } = cases.catalogue.find(({ rules }) => linkTo(read(rules)) === each.getAttribute("data-link"));
    const better = ev === "0" ? "exactly fair" : ev.startsWith("-") ? "player 2 is better off" : "player 1 is better off";
    assert.ok(each.textContent.endsWith(better), `${each.textContent}: ${ev}`);
  }
});

// The seesaw

function tipped(ev) {
  tip(fractionOf(ev));
  return parseFloat(element("seesaw").style["--tip"]);
}

test("the seesaw tips to who is better off, and the more so, up to an end", () => {
  assert.equal(tipped("0"), 0);
  const evs = cases.catalogue.map(({ ev }) => ev).sort((one, other) => (less(fractionOf(one), fractionOf(other)) ? -1 : 1));
  const tips = evs.map(tipped);
  assert.deepEqual(tips, tips.toSorted((one, other) => other - one), "the first player sits on the left");
  evs.forEach((ev, place) => assert.equal(Math.sign(tips[place]), ev === "0" ? 0 : ev.startsWith("-") ? 1 : -1));
  assert.deepEqual(["-9", "-1", `-${10n ** 400n}`, `${10n ** 400n}`].map(tipped), [15, 15, 15, -15]);
});

// Pictures

// What a person sees on a picture: tiles that stand, tiles that lie, dice and marks.
function seen(rules) {
  const drawn = picture(rules);
  const dice = named(drawn, "svg").slice(1);
  const ofTiles = drawn.children.filter((each) => ["", "down", "back"].includes(classOf(each)));
  const marks = drawn.children.filter((_, place) => place && classOf(drawn.children[place - 1]) === "mark");
  return {
    drawn, dice, marks,
    standing: ofTiles.filter((each) => each.name === "text" && each.getAttribute("y") === "25").map((each) => Number(each.textContent)),
    lying: ofTiles.filter((each) => classOf(each) === "down").length,
  };
}

test("a picture shows every tile, the dice, and marks for rules that neither shows, where there is room", () => {
  let most = 0;
  for (const { given } of cases.rules) {
    const rules = read(given);
    const { standing, lying, dice, marks, drawn } = seen(rules);
    const of = new Game(rules);
    assert.equal(standing.length + lying, of.tiles.length);
    assert.ok(standing.every((tile) => of.tiles.includes(tile)));
    assert.equal(dice.length, Math.min(of.dice, 3));
    const special = ["weights", "max_tiles", "stop_total", "scoring", "clack_payout", "immediate_clack"].filter((name) => rules[name] !== CLASSIC[name]);
    const shown = special.length + (rules.ties !== "push");
    assert.ok(marks.length <= shown && marks.length >= Math.min(shown, 1), JSON.stringify(given));
    most = Math.max(most, marks.length);
    for (const each of within(drawn)) {
      for (const name of ["x", "y", "width", "height", "cx", "cy", "r", "font-size"]) {
        const value = Number(each.getAttribute(name) ?? 0);
        assert.ok(value >= 0 && value <= 150, `${name} ${value}: ${JSON.stringify(given)}`);
      }
    }
  }
  assert.ok(most > 1);
});

test("a picture of any rules says what is special in few signs", () => {
  const marksOf = (link) => seen(read(rulesIn(link))).marks.map(({ textContent }) => textContent);
  assert.deepEqual(marksOf("tiles=1-9"), []);
  assert.deepEqual(marksOf("clack_payout=2&immediate_clack=true"), ["× 2", "!"]);
  assert.deepEqual(marksOf("ties=second"), ["= ▲"]);
  assert.deepEqual(marksOf(`dice=1d20&clack_payout=${"1".repeat(999)}/7&stop_total=7`), ["7", "…"]);
  assert.deepEqual(marksOf("weights=1,1,1,1,1,2&max_tiles=2"), ["≠", "≤ 2"]);
  assert.deepEqual(marksOf("tiles=7,999988-999990&dice=6d100&scoring=digits"), ["125"]);
  const single = seen(read({ one_die: "always" })).dice;
  assert.equal(single.length, 2);
});

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import "./stage.js";
import "../../../twoplayer/web/words/english.js";
import "../../../twoplayer/web/words/languages.js";
import { fault, game, past } from "../../../twoplayer/web/box/board.js";
import { openLink } from "../../../twoplayer/web/memory/opening.js";
import { settings } from "../../../twoplayer/web/memory/settings.js";
import { haveOwn, readEvening, seatCount } from "../../../twoplayer/web/evening/evening.js";
import { speakAs } from "../../../twoplayer/web/words/choice.js";
import { language } from "../../../twoplayer/web/words/speech.js";

test("what cannot be played is refused in a few words, and nothing of it is on the board", () => {
  for (const { link, said } of cases.opened.filter((each) => each.said)) {
    openLink(link);
    assert.ok(fault.includes(said), `${link.slice(0, 80)}: ${fault.slice(0, 200)}`);
    assert.ok(fault.length < 700);
    assert.ok(!haveOwn());
    assert.deepEqual([past, game.log, game.roll, game.phase], [[], [], null, "turn"], link.slice(0, 80));
  }
});

test("what is odd, and can be played, is", () => {
  for (const { link } of cases.opened.filter(({ said }) => !said)) {
    openLink(link);
    assert.equal(fault, "", link);
  }
});

test("the rules of a game that is refused are played", () => {
  openLink("#tiles=1-10&game=9.9");
  assert.ok(fault);
  assert.equal(game.rules.tiles, "1-10");
});

const ANY = ["constructor", "hasOwnProperty", "__proto__"];

test("an address may say any name, which is refused where it means nothing", () => {
  speakAs("#lang=en");
  const beside = ["second", "game", "open", "to_beat", "ties", "scoring", "moves", "one_die"];
  for (const name of ANY) {
    for (const link of [`${name}=1`, `tiles=1-4&${name}=1`, ...beside.map((field) => `${field}=${name}`)]) {
      openLink(`#${link}`);
      assert.ok(fault, link);
      assert.deepEqual(game.log, [], link);
    }
    speakAs(`#lang=${name}`);
    assert.equal(language, "en");
    openLink(`#lang=${name}`);
    assert.equal(fault, "");
  }
});

test("a game that was sent is one of two players, whoever plays here", () => {
  settings.evening = readEvening({ players: [{}, {}, {}] });
  openLink("#tiles=1-9&game=5.4-9");
  assert.deepEqual([seatCount(), fault], [2, ""]);
  openLink("#tiles=1-9");
  assert.equal(seatCount(), 3);
});

import assert from "node:assert/strict";
import test from "node:test";

import "./kinds-given.js";
import { read as text } from "./stage.js";
import { game, lay } from "../../../twoplayer/web/box/board.js";
import { drawFelt } from "../../../twoplayer/web/box/felt.js";
import { newGame } from "../../../twoplayer/web/box/moves.js";
import { makeCards } from "../../../twoplayer/web/menu/cards.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { besideTitle } from "../../../twoplayer/web/rules/fields.js";
import { LANGUAGES, speakAs } from "../../../twoplayer/web/words/choice.js";
import "../../../twoplayer/web/words/languages.js";
import { SAY } from "../../../twoplayer/web/words/speech.js";
import { inWords } from "../../../twoplayer/web/words/worth.js";

const RULES = { ties: "double", moves: "any", scoring: "half", tiles: "1,3,5" };
const ENGLISH = ["equal scores: the first player pays double", "any tile", "half of the sum"];

test("what has no words in a language is said in English", () => {
  for (const tag of Object.keys(LANGUAGES)) {
    speakAs(`#lang=${tag}`);
    const rules = read(RULES);
    const words = inWords(rules).join("\n");
    for (const each of ENGLISH) assert.ok(words.includes(each), `${tag}: ${words}`);
    if (tag !== "en") assert.ok(SAY.accepts.moves.endsWith(" | any"), SAY.accepts.moves); // that is Python's
    lay({ game: newGame(rules), past: [], fault: "" });
    const states = [
      { phase: "passed", player: 1, beat: null, left: [0n], open: 0 },
      { phase: "turn", player: 2, beat: 0n, left: [0n], open: 7 },
      { phase: "turn", player: 2, beat: 4n, left: [4n], open: 7 },
      { phase: "over", player: 2, beat: 4n, left: [4n, 4n], open: 4 },
    ];
    const said = states.map((state) => {
      lay({ game: { ...game, ...state } });
      drawFelt();
      return text("status");
    });
    said.push(besideTitle("moves", "any"), besideTitle("scoring", "half"), besideTitle("ties", "double"));
    makeCards();
    said.push(text("switches"), ...Object.values(SAY.accepts));
    for (const each of said) assert.match(each, /^(?!.*(undefined|\bnull\b|NaN|=>)).+$/s, tag);
    assert.ok(said[3].includes(ENGLISH[0]), said[3]);
  }
});

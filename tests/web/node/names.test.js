import assert from "node:assert/strict";
import test from "node:test";

import { links } from "./names-given.js";
import "./stage.js";
import "../../../twoplayer/web/words/english.js";
import "../../../twoplayer/web/words/languages.js";
import { fault, game, rulesOfGame } from "../../../twoplayer/web/box/board.js";
import { openLink } from "../../../twoplayer/web/memory/opening.js";
import { rulesNameOf } from "../../../twoplayer/web/rules/catalogue.js";
import { linkTo } from "../../../twoplayer/web/rules/link.js";
import { lookUp } from "../../../twoplayer/web/shared/look-up.js";
import { speakAs } from "../../../twoplayer/web/words/choice.js";
import { language, SAY } from "../../../twoplayer/web/words/speech.js";

const ANY = ["constructor", "hasOwnProperty", "__proto__"];

test("a link names a file of any name, however a browser spells it, in every language", () => {
  for (const { link, shown, tiles } of links) {
    speakAs(`#${link}`);
    assert.equal(language, /lang=(\w+)/.exec(link)?.[1] ?? language, link);
    openLink(`#${link}`);
    assert.equal(fault, "", link);
    assert.equal(rulesNameOf(linkTo(game.rules)), shown, link);
    assert.deepEqual(rulesOfGame().tiles, tiles, link);
  }
});

test("nothing is found in a table that nobody has put there", () => {
  for (const name of ANY) assert.equal(lookUp(SAY.names, name), undefined);
  assert.equal(lookUp(undefined, "constructor"), undefined);
});

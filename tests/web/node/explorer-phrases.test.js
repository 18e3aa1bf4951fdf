import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { checked } from "./phrases.js";
import "../../../twoplayer/web/explorer/languages.js";
import { LANGUAGES } from "../../../twoplayer/web/words/choice.js";

test("the explorer has every phrase in every language, and each says all that it is told", () => {
  assert.ok(Object.keys(LANGUAGES).length > 1);
  assert.deepEqual(checked(LANGUAGES, cases), []);
});

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import "../../../twoplayer/web/words/english.js";
import { fractionText } from "../../../twoplayer/web/shared/exact.js";

// The other side of the worker: what it says, and what it is told. A clock on which everything takes long.
const said = [];
let tell;
let now = 0;
let hear = () => null;
Object.assign(globalThis, {
  WorkerGlobalScope: Object,
  addEventListener: (_, listens) => (tell = (data) => listens({ data })),
  postMessage: (message) => {
    said.push(message);
    hear();
  },
});
Object.defineProperty(globalThis, "performance", { value: { now: () => (now += 100) } });
await import("../../../twoplayer/web/rules/worker.js");

const until = (holds) =>
  new Promise((held) => {
    hear = () => said.some(holds) && held();
    hear();
  });

test("rounded odds come first; exact ones rest while they are halted, and follow", async () => {
  const { read } = await import("../../../twoplayer/web/rules/catalogue.js");
  tell({ rules: read({ tiles: "1-8", scoring: "digits" }), seats: 2, second: null });
  await until(({ near }) => near);
  assert.ok(!said.some((each) => "ev" in each), "there are exact ones to follow");
  tell({ halted: true });
  // Who answers does no more: it has heard by then what it was told before.
  const parts = [];
  for (let asked = 0; asked < 9; asked += 1) {
    said.length = 0;
    tell({ beat: "alone" });
    await until(({ beat }) => beat === "alone");
    await new Promise((goOn) => {
      setTimeout(goOn);
    });
    assert.ok(!said.some((each) => "ev" in each));
    parts.push(said.filter((each) => "part" in each).length);
  }
  assert.deepEqual(parts.slice(1), Array(8).fill(0));
  tell({ halted: false });
  await until((each) => "ev" in each);
  assert.equal(fractionText(said.find((each) => "ev" in each).ev), cases.digits);
});

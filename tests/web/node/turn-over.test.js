import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { element, read as text } from "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { game, lay, solver } from "../../../twoplayer/web/box/board.js";
import { hundredth } from "../../../twoplayer/web/box/chances.js";
import { drawFelt } from "../../../twoplayer/web/box/felt.js";
import { endTurn, newGame, takeTurn } from "../../../twoplayer/web/box/moves.js";
import { drawCurtain } from "../../../twoplayer/web/evening/curtain.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { favourOf } from "../../../twoplayer/web/rules/kinds.js";
import { fractionOf } from "../../../twoplayer/web/shared/exact.js";
import { figure } from "../../../twoplayer/web/words/speech.js";

// Let the first player leave some tiles open, and wait for the odds of the second one.
async function leave({ rules, set }, more = {}) {
  lay({ game: { ...newGame(read(rules), more), open: set }, past: [], fault: "" });
  endTurn();
  solver().ask(game.beat);
  while (!solver().known(game.beat)) await new Promise(setImmediate);
  drawCurtain();
}

// Nothing more can be won by who has beaten the score, unless a clack pays more.
test("the curtain says what there is to beat, and what to hope for; and the felt when it is beaten", async () => {
  const [said, felt] = [new Set(), new Set()];
  for (const each of cases.turnsOver) {
    const { rules, set, score, win, beaten } = each;
    if (set === 0) continue; // a clack is cheered first
    await leave(each);
    assert.ok(!element("curtain").hidden);
    assert.ok(element("room").inert);
    assert.equal(text("next-player"), "▲ Player 2");
    const beats = score !== "0" && favourOf(game.rules.ties) <= 0n;
    assert.equal(text("target-of"), beats ? "Beat Player 1’s" : "Player 1’s score:");
    assert.equal(text("target"), figure(BigInt(score)));
    const wins = beaten.at(-1);
    const words = wins
      ? "Beaten! Player 2 has won: play on for the clack, or end."
      : score === "0" ? "" : `You win ${hundredth(fractionOf(win))} of 100 games from here with the best play.`;
    if (words) assert.equal(text("hope-said"), words, JSON.stringify(rules));
    assert.equal(element("hope").hidden, wins);
    said.add(wins);
    takeTurn();
    drawCurtain();
    assert.ok(element("curtain").hidden);
    assert.ok(!element("room").inert);
    beaten.forEach((holds, open) => {
      if (!open || (open % 7 && beaten.length > 64)) return;
      lay({ game: { ...game, open, roll: null } });
      drawFelt();
      assert.equal(text("status").startsWith("Beaten! Player 2 has won"), holds, JSON.stringify([rules, open, score]));
      felt.add(holds);
    });
  }
  assert.deepEqual([said.size, felt.size], [2, 2]);
});

test("no curtain falls before the program, nor after it", async () => {
  for (const plays of [["hand", "best"], ["random", "hand"]]) {
    const players = plays.map((way) => ({ name: "", plays: way }));
    await leave(cases.turnsOver[0], { evening: { players, starts: "same", rounds: 1, lines: [] }, order: [0, 1] });
    assert.ok(element("curtain").hidden, plays.join());
  }
});

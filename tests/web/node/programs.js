// Has the program play, by rules and in ways that Python names, and writes each of its steps, for Python to judge.

import { cases } from "./cases.js";
import "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { game, lay, mayRoll, movesNow, rulesOfGame } from "../../../twoplayer/web/box/board.js";
import { oddsNow } from "../../../twoplayer/web/box/chances.js";
import { newGame } from "../../../twoplayer/web/box/moves.js";
import { readEvening, seated } from "../../../twoplayer/web/evening/evening.js";
import { stepOfProgram } from "../../../twoplayer/web/evening/opponent.js";
import { askOdds } from "../../../twoplayer/web/evening/standing.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { rulesIn } from "../../../twoplayer/web/rules/link.js";

// Numbers that look drawn, and are the same each time.
let drawn = 1;
Math.random = () => {
  drawn = (drawn * 48271) % 2147483647;
  return drawn / 2147483647;
};

async function solved() {
  askOdds();
  while (!oddsNow()) await new Promise(setImmediate);
}

async function play({ link, way }) {
  const evening = { ...readEvening({ players: [{ plays: way }, { plays: way }] }), lines: [] };
  lay({ game: newGame(read(rulesIn(link)), seated(evening, 0)), past: [], fault: "" });
  const tiles = (set) => rulesOfGame().open(set);
  const steps = [];
  while (game.phase !== "over") {
    if (way === "best") await solved();
    const { player, open, beat, roll, chosen } = game;
    const before = { beat: beat === null ? null : String(beat), open: tiles(open) };
    const [rolls, covers] = [mayRoll(), movesNow().length && chosen];
    const fell = covers && tiles(chosen);
    stepOfProgram();
    if (rolls) steps.push({ ...before, dice: game.dice });
    if (covers) steps.push({ ...before, roll, move: fell });
    if (player > 2 || steps.length > 1000) throw new Error(`${link} does not end`);
  }
  return { link, way, steps };
}

const written = [];
for (const each of cases.programs) written.push(await play(each));
process.stdout.write(JSON.stringify(written));

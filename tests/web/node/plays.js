// Plays games by rules that Python has drawn, and writes them, with where they stand, for Python to read.

import { cases } from "./cases.js";
import "./stage.js";
import "../../../twoplayer/web/words/english.js";
import { diceNow, game, lay, mayRoll, movesNow, rulesOfGame } from "../../../twoplayer/web/box/board.js";
import { cover, endTurn, newGame, passOn, pickDice, pickRoll, rollDice } from "../../../twoplayer/web/box/moves.js";
import { linkToGame, onPaper } from "../../../twoplayer/web/box/paper.js";
import { read } from "../../../twoplayer/web/rules/catalogue.js";
import { rulesIn } from "../../../twoplayer/web/rules/link.js";

// Numbers that look drawn, and are the same each time.
let drawn = 1;
Math.random = () => {
  drawn = (drawn * 48271) % 2147483647;
  return drawn / 2147483647;
};
const any = (list) => list[Math.floor(Math.random() * list.length)];

function play(link) {
  lay({ game: newGame(read(rulesIn(link))), past: [], fault: "" });
  for (let taps = 0; taps < 200 && game.phase !== "over" && Math.random() < 0.97; taps += 1) {
    if (game.phase === "passed") passOn();
    else if (mayRoll()) {
      pickDice(any(rulesOfGame().diceCounts(game.open)));
      if (Math.random() < 0.5) rollDice();
      else pickRoll(any(rulesOfGame().rolls(diceNow())).roll);
    } else if (movesNow().length) cover(any(movesNow()));
    else endTurn();
  }
  return [onPaper(), linkToGame(), game.phase, game.player, rulesOfGame().open(game.open)];
}

process.stdout.write(JSON.stringify(cases.toPlay.map(play)));

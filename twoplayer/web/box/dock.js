// The dock, where the thumb is: one large button, which is always the next thing, and four others.

import {
  isHanded, isLastRound, isProgrammed, nextStarter, seatOf, who, whoWithin,
} from "../evening/evening.js";
import { stepOfProgram } from "../evening/opponent.js";
import { settings } from "../memory/settings.js";
import { sendDay } from "../menu/send.js";
import { allow, element, sayWithin, tell } from "../shared/dom.js";
import { isBehind } from "../today/behind.js";
import { goForward, openDay } from "../today/day.js";
import { today } from "../today/diary.js";
import { lineOfDay } from "../today/end.js";
import { SAY } from "../words/speech.js";
import {
  change, diceNow, game, isStill, mayRoll, movesLeft, movesNow, ownDice, rulesOfGame, tilesIn,
} from "./board.js";
import { bestMoves, hinted, mayHint } from "./chances.js";
import { cover, endTurn, isLastTurn, mayUndo, passOn, playAgain, rollDice, takeTurn } from "./moves.js";
import { refuseGo } from "./taught.js";

// What the large button does, and its words; it does nothing while tiles are still to be tapped.
function next() {
  const { go: says } = SAY;
  if (game.phase === "setup") return { words: says.setup, act: () => change({ phase: "turn" }) };
  if (game.phase === "over") return game.day ? afterDay() : { words: againWords(), act: playAgain };
  if (isBehind()) return { words: SAY.goOn, act: goForward };
  if (isHanded()) return { words: says.take(who(game.player)), act: takeTurn };
  if (isProgrammed()) return { words: says.program(who(game.player)), act: stepOfProgram };
  if (game.phase === "passed") return { words: says.next(whoWithin(game.player + 1)), act: passOn };
  if (mayRoll()) return { words: ownDice() ? says.forMe : says.roll(SAY.dice(diceNow())), act: rollDice };
  if (movesNow().length) {
    const move = meant();
    if (move !== null) return { words: says.cover(tilesIn(move)), act: () => cover(move) };
    return { words: says.coverSome(tilesIn(game.chosen)), act: null };
  }
  const score = rulesOfGame().score(game.open);
  const words = game.day ? SAY.seeEnd : isLastTurn(score) ? says.end(score) : says.pass(score, whoWithin(game.player + 1));
  return { words, act: endTurn };
}

// What was played today is sent, once it is known how the best has played.
function afterDay() {
  if (game.day !== today()) return { words: SAY.todaysBox, act: () => openDay() };
  return { words: SAY.send, act: lineOfDay() ? sendDay : null };
}

function againWords() {
  const { again, nextRound } = SAY.go;
  return (isLastRound() ? again : nextRound)(whoWithin(seatOf(nextStarter())));
}

// The move that is meant: the one that was chosen, or, where none is, the only one, or the best if
// it is shown; null where there is none.
function meant() {
  const moves = movesLeft();
  if (moves.includes(game.chosen)) return game.chosen;
  if (moves.length === 1) return moves[0];
  return hinted() && !game.chosen ? bestMoves()[0].move : null;
}

export function drawDock() {
  const { words, act } = next();
  sayWithin("go", words, 40, 72);
  allow("go", act !== null);
  allow("undo", mayUndo());
  const hint = element("hint");
  tell(hint, "aria-pressed", game.asked || settings.odds);
  allow("hint", mayHint());
  tell(element("mine"), "aria-pressed", settings.mine);
  allow("mine", !game.day);
  for (const id of ["hint", "mine"]) element(id).hidden = Boolean(game.day);
}

// Dice that still tumble have not been seen, nor has who is next: nothing is played on them.
export function go() {
  if (isStill()) return;
  const { act } = next();
  if (act) act();
  else refuseGo();
}

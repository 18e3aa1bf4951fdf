// What was played of the box on the board, and whether it lies behind what is kept of its day: by Back, or
// as another window has played on. Nothing is decided there anew: it is looked at.

import { game, rulesOfGame } from "../box/board.js";
import { isContinued, stepsOn } from "./diary.js";

/** @type {() => import("./diary.js").Steps} */
export function stepsNow() {
  const decided = game.log.map(({ dice, move }) => (move === null ? [dice] : [dice, move]));
  return game.phase === "turn" && game.roll ? [...decided, [game.dice]] : decided;
}

export function isBehind() {
  if (!game.day || game.phase !== "turn") return false;
  return !isContinued(stepsNow(), stepsOn(game.day, rulesOfGame()), rulesOfGame());
}

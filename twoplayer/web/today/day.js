// A box of a day, on the board: a turn alone, with dice that are the same for everybody on that day.
// The game at the table waits behind it. What was played is kept, and only ever goes on.

import { game, lay, mayRoll, movesNow, past, put, rulesOfGame, showBoard } from "../box/board.js";
import { covering, dayFaces, endingTurn, newGame, thrownDice } from "../box/moves.js";
import { ONESELF } from "../evening/evening.js";
import { ring, when } from "../shared/bell.js";
import { stepsNow } from "./behind.js";
import { forgetSteps, keepSteps, SHELF, stepsOn, today } from "./diary.js";
import { facesOn } from "./rolls.js";

export function openDay(date = today()) {
  layDay(date);
  showBoard();
}

// Lay the box of a day on the board, as far as it was played; one of another day is looked at.
export function layDay(date = today()) {
  layAsKept(date, game.day === date ? beforeDay(date) : [...past, game]);
  if (date !== today()) lay({ game: { ...game, phase: "over" } });
}

// What undo goes back to before the box of a day.
function beforeDay(date) {
  return past.slice(0, past.findLastIndex(({ day }) => day !== date) + 1);
}

function layAsKept(day, behind) {
  const fresh = newGame(game.rules, { evening: ONESELF, order: [0], day });
  lay({ game: fresh, past: [], fault: "" });
  try {
    for (const [dice, move] of stepsOn(day, rulesOfGame())) playStep(dice, move);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    lay({ game: fresh });
    forgetSteps(day, rulesOfGame());
  }
  lay({ past: behind });
}

function playStep(dice, move) {
  if (!mayRoll() || !rulesOfGame().diceCounts(game.open).includes(dice)) throw new RangeError("no such dice");
  put(thrownDice(dayFaces(dice)));
  if (move !== undefined && !movesNow().includes(move)) throw new RangeError("no such move");
  if (move !== undefined) put(covering(move));
  else if (!movesNow().length) put(endingTurn());
}

// Whether it was played to the end, and not only looked at.
export function isPlayed() {
  return game.left.length > 0;
}

// How far today's box by the rules on the board was played: nothing where it was not begun.
export function standingToday() {
  const rules = rulesOfGame(1, { rules: game.rules });
  const steps = stepsOn(today(), rules);
  if (!steps.length) return null;
  const open = steps.reduce((left, [, move = 0]) => left ^ move, rules.all);
  const [dice, move] = steps.at(-1);
  const roll = rules.rollOf(facesOn(today(), rules, steps.length).slice(0, dice));
  return { score: rules.score(open), isOver: open === 0 || (move === undefined && !rules.covers(open, roll).length) };
}

// Go on from a look back: to where the box stands.
export function goForward() {
  layAsKept(game.day, beforeDay(game.day));
  showBoard();
}

when("changed", () => {
  if (!game.day) return;
  const isOver = game.phase === "over" || (game.roll !== null && !movesNow().length);
  keepSteps(game.day, rulesOfGame(), stepsNow(), isOver);
});
// Another window has played on, so that this one may lie behind.
addEventListener("storage", ({ key }) => (key === SHELF || key === null) && ring("keptElsewhere"));

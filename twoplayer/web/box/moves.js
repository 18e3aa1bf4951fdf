// What a tap does to the board: dice are rolled, tiles are covered, turns end, and all of it is taken back.

import {
  firstSeats, holdersNow, isProgrammed, leftBefore, nextSeats, seatCount, seatsByOtherRules,
  startsByAnother,
} from "../evening/evening.js";
import { settings } from "../memory/settings.js";
import { ring } from "../shared/bell.js";
import { element } from "../shared/dom.js";
import { isBehind } from "../today/behind.js";
import { stepsOn } from "../today/diary.js";
import { facesOn } from "../today/rolls.js";
import {
  change, diceNow, FRESH, game, hush, lay, movesLeft, movesNow, past, PAUSE, rulesOfGame, showBoard,
} from "./board.js";
import { settle } from "./focus.js";
import { noise } from "./sound.js";

/** @typedef {import("./board.js").GameOnBoard} GameOnBoard */

/** @type {(rules: import("../rules/fields.js").Rules, seats?: Partial<GameOnBoard>) => GameOnBoard} */
export function newGame(rules, seats) {
  const { all: open } = rulesOfGame(1, { rules, ...seats });
  const nobody = { evening: null, order: null, day: null };
  return { rules, player: 1, beat: null, open, ...FRESH, phase: "turn", left: [], log: [], ...nobody, ...seats };
}

export function pickRoll(roll, faces = []) {
  change({ ...FRESH, roll, faces, dice: diceNow() });
  // There is something to choose now: what was pressed to roll is not what comes next.
  if (document.activeElement === element("go") && movesNow().length) settle();
}

// A number is thrown as often as it weighs; the last one, should rounding leave none.
function throwDie(weights) {
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight);
  return 1 + weights.findIndex((weight) => (left -= weight) < 0) || weights.length;
}

export function rollDice() {
  const weights = rulesOfGame().weights.map(Number);
  pickFaces(game.day ? dayFaces() : Array.from({ length: diceNow() }, () => throwDie(weights)));
  hush();
  ring("rolled");
}

// What the dice of the day show next.
export function dayFaces(dice = diceNow()) {
  return facesOn(game.day, rulesOfGame(), game.log.length + 1).slice(0, dice);
}

// Some dice are known, of one's own or of the page's: the roll is, when all of them are.
export function pickFaces(faces) {
  if (faces.length < diceNow()) {
    change({ faces, dice: diceNow() });
    return;
  }
  pickRoll(thrownDice(faces).roll, faces);
}

export function thrownDice(faces) {
  return { ...FRESH, roll: rulesOfGame().rollOf(faces), faces, dice: faces.length };
}

export function pickDice(dice) {
  change({ dice, faces: [] });
}

// A tap that can do nothing does nothing, but for saying so: the roll stays where it is. What makes the roll
// falls, where nothing else can be meant.
export function tapTile(place) {
  const bit = 1 << place;
  if (game.phase === "setup") {
    change({ open: game.open ^ bit });
  } else if (!mayBeTapped(place)) {
    ring("inVain", place);
  } else if (!isProgrammed()) {
    const chosen = game.chosen ^ bit;
    const [move, another] = movesLeft(chosen);
    if (move === chosen && another === undefined && !settings.ask) cover(move);
    else choose(chosen);
  }
}

// Tiles are tapped for a move: with none left it is as before the first.
export function choose(chosen) {
  if (chosen) change({ chosen });
  else undo();
}

export function mayBeTapped(place) {
  if (game.phase === "setup") return true;
  if (isBehind()) return false;
  const bit = 1 << place;
  return (game.chosen & bit) !== 0 || movesLeft().some((move) => (move & bit) !== 0);
}

export function cover(move) {
  change(covering(move));
  noise(game.open ? "knock" : "lid");
  ring("covered");
}

export function covering(move) {
  const { open } = game;
  const log = [...game.log, decided(move)];
  const after = { ...FRESH, open: open ^ move, log };
  return after.open === 0 ? ended(after) : after;
}

// The turn is over: the next player begins, or one sees who has won.
export function endTurn() {
  change(endingTurn());
  noise(game.phase === "over" ? "win" : "pass");
}

export function endingTurn() {
  const log = game.roll ? [...game.log, decided(null)] : game.log;
  const after = ended({ ...FRESH, open: game.open, log });
  return after.phase === "passed" ? { ...after, ...nextTurn(after.left) } : after;
}

// What is remembered of a decision.
function decided(move) {
  const { player, beat, open, dice, roll, faces } = game;
  return { player, beat, holders: holdersNow(), open, dice, roll, faces, move };
}

// What a turn that ends changes: the next player has to beat the score, or the game is over.
function ended(changes) {
  const score = rulesOfGame().score(changes.open);
  const left = [...game.left];
  left[game.player - 1] = score;
  if (game.player === 2 && seatCount() === 2) left[0] = game.beat;
  return { ...changes, left, phase: isLastTurn(score) ? "over" : "passed" };
}

// Whether the game is over when the player whose turn it is leaves a score.
export function isLastTurn(score) {
  return game.player === seatCount() || !rulesOfGame().secondRolls(score);
}

/** @type {(left: bigint[]) => Partial<GameOnBoard>} */
export function nextTurn(left) {
  const beat = left.reduce((low, score) => (score < low ? score : low));
  return { ...FRESH, player: left.length + 1, beat, open: rulesOfGame(left.length + 1).all, phase: "turn", handed: true };
}

export function playBy(rules) {
  change(newGame(rules, ofTable(seatsByOtherRules)));
}

export function playAgain() {
  change({ ...newGame(game.rules, ofTable(nextSeats)), handed: ofTable(startsByAnother) });
}

// What is asked of the game at the table, where the box of a day may lie before it.
function ofTable(asked) {
  const now = { game, past };
  leaveDay();
  const found = asked();
  lay(now);
  return found;
}

export function setUp(changes) {
  leaveDay();
  const { player, beat } = { ...game, ...changes };
  const turn = player === 1 ? { player, beat: null } : { player, beat };
  change({ ...FRESH, ...changes, ...turn, phase: "setup", left: [], log: [] });
}

// Leave what is being set up as it was before.
export function cancelSetup() {
  const before = past.findLastIndex(({ phase }) => phase !== "setup");
  if (before < 0) return;
  lay({ game: past[before], past: past.slice(0, before) });
  showBoard();
}

// Go from the box of a day to the game at the table, before that is shown.
export function leaveDay() {
  if (!game.day) return;
  const before = past.findLastIndex(({ day }) => !day);
  if (before < 0) lay({ game: newGame(game.rules, firstSeats()), past: [] });
  else lay({ game: past[before], past: past.slice(0, before) });
}

// Put back what was decided upon in the log.
export function tryAgain(place) {
  const { player, beat, open, dice, roll, faces } = game.log[place];
  const left = seatCount() > 2 ? leftBefore(player) : beat === null ? [] : [beat];
  const log = game.log.slice(0, place);
  change({ ...FRESH, player, beat, open, dice, roll, faces, phase: "turn", left, log });
}

export function undo() {
  if (past.length === 0) return;
  // What the program has done goes with what made it do so.
  do {
    lay({ game: past.at(-1), past: past.slice(0, -1) });
  } while (past.length && isProgrammed());
  showBoard();
}

// Whether what was done last may be taken back: of the box of a day a move, until the next dice are
// seen.
export function mayUndo() {
  if (!game.day || game.chosen) return past.length > 0;
  const seen = stepsOn(game.day, rulesOfGame()).length;
  return game.phase === "turn" && game.roll === null && seen === game.log.length && seen > 0;
}

export function undoByHand() {
  if (!mayUndo()) return;
  if (game.day && !game.chosen) takeBackLast();
  else undo();
}

// Go back to where the dice lay there and no tile was chosen yet.
export function takeBackLast() {
  const place = game.log.length - 1;
  const before = past.findLast(({ day, log, roll, chosen }) => day === game.day && log.length === place && roll && !chosen);
  if (before) backTo(before);
  else tryAgain(place);
}

// Who has the turn has the box in hand.
export function takeTurn() {
  lay({ game: { ...game, handed: false } });
  showBoard();
  hush(PAUSE);
}

// Who has clacked has been cheered: the next one begins.
export function passOn() {
  change(nextTurn(game.left));
}

// Undo all that was done since a game lay on the board.
export function backTo(earlier) {
  const place = past.lastIndexOf(earlier);
  if (place < 0) return;
  lay({ past: past.slice(0, place + 1) });
  undo();
}

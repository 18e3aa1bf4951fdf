// The board: what lies on the table. `moves.js` has what a tap does to it, `draw.js` shows it.

import { settings } from "../memory/settings.js";
import { Game } from "../rules/game.js";
import { linkOf } from "../rules/link.js";
import { withOwn } from "../rules/own.js";
import { Solver } from "../rules/solver.js";
import { ring } from "../shared/bell.js";

/** @typedef {import("../evening/evening.js").Evening} Evening */
/** @typedef {{ dice: number | null, roll: number[] | null, faces: number[] }} Thrown */
// A decision that was made: by which seat, against which score that so many hold, with which tiles
// open, and what it was; the move is null where nothing could be covered.
/**
 * @typedef {Thrown & {
 *   player: number, beat: bigint | null, holders: number, open: number, move: number | null,
 * }} Decision
 */
// A game: by which rules; whose seat has the turn, from 1; the score to beat, null in the first one's
// turn; the set of open tiles; how many dice are picked, what was rolled, and the dice that are known
// so far; the tiles tapped for a move; whether a hint is asked for, and whether the turn has gone to
// somebody who has not taken it up; what the players have left, by
// seat; the decisions so far; who plays, and of each seat, from the first, the place of its player.
// A position is set up; the first player has clacked and passes; the game is over. The date, where it
// is the box of a day.
/**
 * @typedef {Thrown & {
 *   rules: import("../rules/fields.js").Rules, player: number, beat: bigint | null, open: number,
 *   chosen: number, asked: boolean, handed: boolean, phase: "turn" | "setup" | "passed" | "over", left: bigint[],
 *   log: Decision[], evening?: Evening | null, order?: number[] | null, day?: string | null,
 * }} GameOnBoard
 */

/** @type {Thrown & { chosen: number, asked: boolean, handed: boolean }} */
export const FRESH = { dice: null, roll: null, faces: [], chosen: 0, asked: false, handed: false };
// So much can be undone.
const MOST_KEPT = 200;
const TUMBLE = 350;
// So long nothing is played once another has the turn, or it is another phase of the game.
export const PAUSE = 600;

let solvers = [];
// The game, what undo goes back to, what is wrong with the address that was opened, and that address.
/** @type {GameOnBoard} */
export let game;
/** @type {GameOnBoard[]} */
export let past;
export let fault = "";
export let faulty = "";
// Until when nothing is played on what nobody has seen: dice that still tumble, another's turn.
export let still = 0;
// What rules mean, by the rules.
const meanings = new WeakMap();

// Lay on the table what is told; the rest stays.
/** @type {(state: { game?: GameOnBoard, past?: GameOnBoard[], fault?: string, faulty?: string }) => void} */
export function lay(state) {
  ({ game = game, past = past, fault = fault, faulty = faulty } = state);
}

// The game of the table, which waits behind the box of a day.
export function atTable() {
  return game.day ? past.findLast(({ day }) => !day) : game;
}

// What is done, before it is shown. A move is one thing, however many tiles were tapped for it: what
// is kept to go back to is the board before the first tap.
/** @type {(changes: Partial<GameOnBoard>) => void} */
export function put(changes) {
  const tapped = game.chosen !== 0 && !changes.rules;
  lay({ game: { ...game, ...changes }, past: tapped ? past : [...past.slice(1 - MOST_KEPT), game], fault: "" });
}

/** @type {(changes: Partial<GameOnBoard>) => void} */
export function change(changes) {
  const { player, phase } = game;
  put(changes);
  showBoard();
  if (phase !== "setup" && (player !== game.player || phase !== game.phase)) hush(PAUSE);
}

// Tell that the board is another one.
export function showBoard() {
  still = 0;
  ring("changed");
}

// Nothing is played for a moment.
export function hush(lasts = TUMBLE) {
  still = performance.now() + lasts;
}

export function isStill() {
  return performance.now() < still;
}

// The solver of some rules: the latest few go on, so that nothing is solved twice.
export function solverOf(rules, seats = 2, margin = undefined, second = rules) {
  const link = linkOf(rules, second);
  const same = (each) => each.link === link && each.seats === seats && each.margin === margin;
  const asked = solvers.find(same) ?? new Solver(rules, (...news) => ring("news", ...news), seats, margin, second);
  solvers = [asked, ...solvers.filter((each) => each !== asked)];
  for (const old of solvers.splice(4)) old.stop();
  return asked;
}

// The rules of the player at a place: those of the game, but for what he has of his own.
/** @type {(place: number, of?: Partial<GameOnBoard>) => import("../rules/fields.js").Rules} */
export function rulesAt(place, { rules, evening } = game) {
  return withOwn(rules, evening?.players[place].own);
}

/** @type {(seat: number, of?: Partial<GameOnBoard>) => import("../rules/fields.js").Rules} */
function rulesOf(seat, of = game) {
  return rulesAt(of.order?.[seat - 1] ?? seat - 1, of);
}

// The rules of both seats of two, or, of several players, twice those of who plays; by other rules of
// the game, if some are considered.
export function bothRules(rules = game.rules) {
  const now = { ...game, rules };
  const seats = (now.evening?.players.length ?? 2) === 2 ? [1, 2] : [now.player, now.player];
  return seats.map((seat) => rulesOf(seat, now));
}

export function solver(rules = game.rules) {
  const [first, second] = bothRules(rules);
  return solverOf(first, 2, undefined, second);
}

// The rules of a seat with all that they mean: of the one whose turn it is.
/** @type {(seat?: number, of?: Partial<GameOnBoard>) => Game} */
export function rulesOfGame(seat = game.player, of = game) {
  const rules = rulesOf(seat, of);
  if (!meanings.has(rules)) meanings.set(rules, new Game(rules));
  return meanings.get(rules);
}

// Who plays rolls for the first time, or again.
export function mayRoll() {
  return game.phase === "turn" && game.roll === null && game.open !== 0;
}

// Whether the players roll dice of their own.
export function ownDice() {
  return settings.mine && !game.day;
}

// The number of dice to roll: the one that was picked, else the most.
export function diceNow() {
  const counts = rulesOfGame().diceCounts(game.open);
  return counts.includes(game.dice) ? game.dice : Math.max(...counts);
}

export function movesNow() {
  return game.phase !== "turn" || game.roll === null ? [] : rulesOfGame().covers(game.open, game.roll);
}

// The moves that the tiles tapped so far may become.
export function movesLeft(chosen = game.chosen) {
  return movesNow().filter((move) => (move & chosen) === chosen);
}

// The tiles of a set.
export function tilesIn(set, between = " + ", seat = game.player) {
  return rulesOfGame(seat).open(set).join(between);
}

// The scores that there may be to beat: after a clack that wins at once there is no turn any more.
export function scoresToBeat() {
  return rulesOfGame(1).scores().filter((score) => rulesOfGame(1).secondRolls(score));
}

// What the device keeps of today's boxes, and nothing else does: what was thrown and covered today and
// yesterday, by rules, and on how many days in a row one was played to the end. Whatever other windows
// do, dice that were seen stay, and what was covered before them.

import { linkTo } from "../rules/link.js";
import { lookUp } from "../shared/look-up.js";

export const SHELF = "twoplayer today";

// The numbers of dice and the moves; of a roll that is still to be decided the dice alone.
/** @typedef {(number | null)[][]} Steps */
/** @typedef {import("../rules/game.js").Game} Game */
/** @typedef {{ days: Record<string, Record<string, Steps>>, last: string, row: number }} Diary */

// Where nothing may be kept it is known while the page is open.
/** @type {Diary} */
let diary = { days: {}, last: "", row: 0 };

function opened() {
  try {
    diary = { ...diary, ...JSON.parse(localStorage.getItem(SHELF)) };
  } catch {
    // as before
  }
  return diary;
}

// The date of the device.
export function today() {
  const now = new Date();
  const numbers = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return numbers.map((number, place) => String(number).padStart(place ? 2 : 4, "0")).join("-");
}

export function dayBefore(date) {
  const noon = new Date(`${date}T12:00Z`);
  noon.setUTCDate(noon.getUTCDate() - 1);
  return noon.toISOString().slice(0, 10);
}

// How many minutes the next box is away, at least one.
export function minutesToNext() {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.max(1, Math.ceil((midnight.getTime() - now.getTime()) / 60_000));
}

/** @type {(date: string, game: Game) => Steps} */
export function stepsOn(date, game) {
  const kept = lookUp(lookUp(opened().days, date), linkTo(game.rules));
  const isStep = (step) => Array.isArray(step) && [1, 2].includes(step.length) && step.every(Number.isInteger);
  return Array.isArray(kept) && kept.every(isStep) ? kept : [];
}

// Keep what was played, if it goes on from what is kept.
/** @type {(date: string, game: Game, steps: Steps, isOver: boolean) => void} */
export function keepSteps(date, game, steps, isOver) {
  const kept = stepsOn(date, game);
  if (isPartOf(steps, kept) || !isContinued(steps, kept, game)) return;
  const isFirstEnd = isOver && !(diary.last >= date);
  writeDiary(date, game, steps, isFirstEnd ? { last: date, row: daysInRow(date) + 1 } : {});
}

// What was kept could not be played.
/** @type {(date: string, game: Game) => void} */
export function forgetSteps(date, game) {
  writeDiary(date, game, []);
}

function writeDiary(date, game, steps, row = {}) {
  const { days } = opened();
  const late = Object.entries(days).filter(([day]) => day >= dayBefore(date));
  const those = lookUp(days, date);
  const mine = { ...(typeof those === "object" ? those : {}), [linkTo(game.rules)]: steps };
  diary = { ...diary, ...row, days: Object.fromEntries([...late, [date, mine]]) };
  try {
    localStorage.setItem(SHELF, JSON.stringify(diary));
  } catch {
    // as before
  }
}

// Whether steps are the first of others; the last of them may be undecided.
function isPartOf(steps, others) {
  return steps.every(([dice, move], place) => {
    const [sameDice, sameMove] = others[place] ?? [];
    return dice === sameDice && (move === sameMove || (move === undefined && place === steps.length - 1));
  });
}

// Whether steps go on from others: the last move of these may be another one until the next dice are
// seen, but for one that has shut the box.
/** @type {(steps: Steps, others: Steps, game: Game) => boolean} */
export function isContinued(steps, others, { all }) {
  const isShut = others.reduce((open, [, move = 0]) => open ^ move, all) === 0;
  const free = steps.length === others.length && !isShut;
  const [[lastDice] = [undefined]] = others.slice(-1);
  const settled = free ? others.slice(0, -1) : others;
  return isPartOf(settled, steps) && (!free || lastDice === steps.at(-1)?.[0]);
}

// On how many days in a row, up to a date or the day before it.
export function daysInRow(date) {
  const { last, row } = opened();
  return [date, dayBefore(date)].includes(last) && Number.isSafeInteger(row) && row > 0 ? row : 0;
}

// What the device keeps of today's boxes, and nothing else does: what was thrown and covered today and
// yesterday, by rules, and on how many days in a row one was played to the end.

import { lookUp } from "../shared/look-up.js";

const SHELF = "twoplayer today";

/** @typedef {import("./run.js").Steps} Steps */
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

/** @type {(date: string, link: string) => Steps} */
export function stepsOn(date, link) {
  return lookUp(lookUp(opened().days, date), link) ?? [];
}

/** @type {(date: string, link: string, steps: Steps, isOver: boolean) => void} */
export function keepSteps(date, link, steps, isOver) {
  const row = daysInRow(date);
  const { days, last } = diary;
  const kept = [dayBefore(date), date].map((day) => [day, lookUp(days, day) ?? {}]);
  diary.days = Object.fromEntries(kept);
  diary.days[date] = { ...diary.days[date], [link]: steps };
  if (isOver && last !== date) Object.assign(diary, { last: date, row: row + 1 });
  try {
    localStorage.setItem(SHELF, JSON.stringify(diary));
  } catch {
    // as before
  }
}

// On how many days in a row, up to a date or the day before it.
export function daysInRow(date) {
  const { last, row } = opened();
  return [date, dayBefore(date)].includes(last) && Number.isSafeInteger(row) && row > 0 ? row : 0;
}

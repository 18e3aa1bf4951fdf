// Today's box from outside: how far it was played, on how many days in a row, and when the next one
// comes; it is said anew every minute as long as it is seen.

import { game } from "../box/board.js";
import { ring } from "../shared/bell.js";
import { element } from "../shared/dom.js";
import { figure, language, SAY } from "../words/speech.js";
import { standingToday } from "./day.js";
import { dayBefore, daysInRow, minutesToNext, today } from "./diary.js";

let ticking = null;

export function dateSaid(date) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(`${date}T12:00Z`));
}

// What the box of a day is called.
export function dayName(date) {
  if (date === today()) return SAY.todaysBox;
  return date === dayBefore(today()) ? SAY.yesterdaysBox : dateSaid(date);
}

export function untilNext() {
  const minutes = minutesToNext();
  return SAY.nextBox(Math.floor(minutes / 60), minutes % 60);
}

// On how many days in a row, where that is more than one.
export function rowSaid() {
  const row = daysInRow(today());
  return row > 1 ? SAY.daysInRow(row) : "";
}

// What stands on the door.
export function dayAtTheDoor() {
  const standing = standingToday();
  const parts = !standing
    ? [SAY.sameDice, rowSaid()]
    : standing.isOver
      ? [SAY.dayLeft(figure(standing.score)), rowSaid(), untilNext()]
      : [SAY.stillOpen(standing.score), rowSaid()];
  return parts.filter(Boolean).join(" · ");
}

// Say again, at the next minute, what is seen of it.
export function drawClock() {
  clearTimeout(ticking);
  const isSeen = element("door").open || (game.day && game.phase === "over");
  ticking = isSeen ? setTimeout(() => ring("minute"), 60_000 - (Date.now() % 60_000)) : null;
}

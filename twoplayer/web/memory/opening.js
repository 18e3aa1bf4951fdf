// What is opened: what the history has kept, what an address says, or the game of the last time.

import { fault, game, lay } from "../box/board.js";
import { draw } from "../box/draw.js";
import { forgetTyping } from "../box/keys.js";
import { newGame } from "../box/moves.js";
import { GameError, playLinked } from "../box/paper.js";
import { clearSnack, snack } from "../box/snack.js";
import { firstSeats, readSeats, withSecond } from "../evening/evening.js";
import { begin, beginSecond, read } from "../rules/catalogue.js";
import { isOfGame, isToToday, positionIn, rulesIn, SECOND, secondIn } from "../rules/link.js";
import { onThisPage, RulesError } from "../rules/rules.js";
import { layDay } from "../today/day.js";
import { SAY } from "../words/speech.js";
import { going, lately, onShelf, stored } from "./storage.js";
import { markTrail } from "./trail.js";

// Go on with what the history of the browser has kept.
export function takeUp(state) {
  lay(state);
  markTrail({ place: state.place, base: state.base });
}

// A game by the rules in an address, or else by those that the page begins with, and what was
// played of it. A game that somebody has sent is one of two players.
export function openLink(address, seats = isOfGame(address) ? {} : firstSeats()) {
  lay({ game: newGame(begin, seats), past: [], fault: "" });
  try {
    const given = rulesIn(address);
    const rules = given ? read(given) : begin;
    lay({ game: newGame(rules, seats.evening ? seats : secondOf(address, rules, given ? rules : beginSecond)) });
    playLinked(positionIn(address));
  } catch (error) {
    if (!(error instanceof RulesError || error instanceof GameError)) throw error;
    const why = error instanceof RulesError ? SAY.inTheLink(onThisPage(error.message)) : error.message;
    lay({ game: newGame(game.rules, seats), past: [], fault: why, faulty: address });
  }
}

// The players, where the second has rules of her own: those that the address names, or else these.
function secondOf(address, rules, others) {
  try {
    const given = secondIn(address);
    return withSecond(rules, given ? read(given) : others);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw new RulesError(error.faults.map((each) => `${SECOND}: ${each}`));
  }
}

// The box of the day, where an address is to that and names rules.
export function layDayOf(address) {
  if (isToToday(address) && !fault) layDay();
}

// Open what the address says; and ask whether to go on with the last game, if that is another one: over
// the box of a day nothing is asked, and its door leads there.
export function openAfresh() {
  openLink(location.hash);
  lately.opened = onShelf(going());
  layDayOf(location.hash);
  markTrail();
  const { last } = stored();
  if (typeof last?.link !== "string" || onShelf(last) === lately.opened) return;
  lately.last = last;
  if (!game.day) snack(SAY.wasPlaying, SAY.takeUp, takeUpLast);
}

export function takeUpLast() {
  clearSnack();
  openLink(lately.last.link, readSeats(lately.last.seats));
  lately.last = null;
  markTrail();
  forgetTyping();
  draw();
}

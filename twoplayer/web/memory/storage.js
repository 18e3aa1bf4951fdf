// What the browser keeps when the page is closed: the settings, and what was going on: the game, as
// the link to it, and the evening with its score sheet. Some let a page keep nothing.

import { game } from "../box/board.js";
import { linkToGame } from "../box/paper.js";
import { nextSeats } from "../evening/evening.js";
import { beginning } from "../rules/catalogue.js";
import { linkTo } from "../rules/link.js";
import { settings } from "./settings.js";

// What was going on when the page was closed, null where nothing was; and what it was opened on
// since, as text.
export const lately = { last: null, opened: "" };

const shelf = () => `twoplayer ${beginning}`;

export function stored() {
  try {
    return JSON.parse(localStorage.getItem(shelf())) ?? {};
  } catch {
    return {};
  }
}

// What is going on; of a game that is over, what comes next.
export function going() {
  const { evening, order } = game;
  const isOver = game.phase === "over";
  const seats = isOver ? nextSeats() : evening ? { evening, order } : {};
  return { link: isOver ? linkTo(game.rules) : linkToGame(linkTo(game.rules)), seats };
}

// As text, in which whole numbers are written like others.
export function onShelf(what) {
  return JSON.stringify(what, (_, value) => (typeof value === "bigint" ? String(value) : value));
}

function isNothing({ link, seats }) {
  return link === beginning && !seats.evening?.lines.length;
}

// Until something is done here, the game of the last time stays; so does the one behind the box of a
// day, which is kept by itself.
export function store() {
  const now = game.day ? null : going();
  if (now && onShelf(now) !== lately.opened) lately.opened = null;
  try {
    const last = now && lately.opened === null ? (isNothing(now) ? null : now) : stored().last;
    localStorage.setItem(shelf(), onShelf({ settings, last }));
  } catch {
    // as before
  }
}

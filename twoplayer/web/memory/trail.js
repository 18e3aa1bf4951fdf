// The entries that the history has of what was done here.

import { past } from "../box/board.js";

// So many times in a row Back does something here, before it leaves: nobody is trapped.
const MOST_BACK = 8;

// place, base: the number of the entry that the page is on, and of the first one of its address;
// dialogs, past: how many things there were to go back from when the game was kept; wentBack:
// whether somebody has gone back since the last entry was made, so that those ahead hold no longer.
export const trail = { place: 0, base: 0, dialogs: 0, past: 0, wentBack: false };

export const openDialogs = () => [...document.querySelectorAll("dialog[open]")];

export function mayGoBackFurther() {
  const now = openDialogs().length;
  const more = now > trail.dialogs || past.length > trail.past;
  const wanted = Math.min(MOST_BACK, past.length + now);
  return more && (trail.wentBack || trail.place - trail.base < wanted);
}

// This is how the game has been kept.
export function markTrail(changes) {
  Object.assign(trail, changes, { dialogs: openDialogs().length, past: past.length });
}

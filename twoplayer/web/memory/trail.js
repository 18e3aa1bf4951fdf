// The entries that the history has of what was done here.

import { past } from "../box/board.js";

// So many times in a row Back does something here, before it leaves: nobody is trapped.
const MOST_BACK = 8;

// place, base: the number of the entry that the page is on, and of the first one of its address;
// open, past: what there was to go back from when the game was kept: what was open, and how many moves; wentBack:
// whether somebody has gone back since the last entry was made, so that those ahead hold no longer.
/** @type {{ place: number, base: number, open: Element[], past: number, wentBack: boolean }} */
export const trail = { place: 0, base: 0, open: [], past: 0, wentBack: false };

// What lies over the board, the topmost last: dialogs, and on the door what is unfolded there.
export const whatIsOpen = () => [...document.querySelectorAll("dialog[open], #door[open] #friends:not([hidden])")];

export function mayGoBackFurther() {
  const now = whatIsOpen();
  const more = now.some((each) => !trail.open.includes(each)) || past.length > trail.past;
  const wanted = Math.min(MOST_BACK, past.length + now.length);
  return more && (trail.wentBack || trail.place - trail.base < wanted);
}

// This is how the game has been kept.
export function markTrail(changes) {
  Object.assign(trail, changes, { open: whatIsOpen(), past: past.length });
}

"use strict";

// Back does what a person means by it: it closes the dialog that is open, or else undoes what was
// done last; where there is neither it leaves the page. For that the history has an entry for each
// of the last few things that were done, and Forward shows what an entry has kept.

// So many times in a row Back does something here, before it leaves: nobody is trapped.
const MOST_BACK = 8;

// place, base: the number of the entry that the page is on, and of the first one of its address;
// dialogs, past: how many things there were to go back from when the game was kept; wentBack:
// whether somebody has gone back since the last entry was made, so that those ahead hold no longer.
const trail = { place: 0, base: 0, dialogs: 0, past: 0, wentBack: false };

const openDialogs = () => [...document.querySelectorAll("dialog[open]")];

function mayGoBackFurther() {
  const now = openDialogs().length;
  const more = now > trail.dialogs || past.length > trail.past;
  const wanted = Math.min(MOST_BACK, past.length + now);
  return more && (trail.wentBack || trail.place - trail.base < wanted);
}

// This is how the game has been kept.
function markTrail(changes) {
  Object.assign(trail, changes, { dialogs: openDialogs().length, past: past.length });
}

// Close the dialog on top, or undo; tell whether there was something.
function stepBack() {
  const top = openDialogs().at(-1);
  if (!top && !past.length) return false;
  if (top) top.close();
  else undo();
  return true;
}

addEventListener("popstate", ({ state }) => {
  if (state?.version !== page.version) return; // an address that somebody has written
  here = location.hash;
  clearSnack();
  const steps = state.place < trail.base ? 0 : trail.place - state.place;
  if (steps > 0) {
    const moved = Array.from({ length: steps }, stepBack).includes(true);
    markTrail({ place: state.place, wentBack: true });
    if (moved) draw();
    else history.go(trail.base - trail.place - 1);
  } else {
    takeUp(state);
    forgetTyping();
    draw();
  }
});

addEventListener("hashchange", () => {
  if (location.hash === here) return;
  here = location.hash;
  speakAs(here);
  openLink(here);
  markTrail({ place: trail.place + 1, base: trail.place + 1 });
  forgetTyping();
  showWords();
});

new MutationObserver(() => keep()).observe(document.body, { subtree: true, attributeFilter: ["open"] });

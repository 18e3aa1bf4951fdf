// Back does what a person means by it: it closes the dialog that is open, or else undoes what was
// done last; where there is neither it leaves the page. For that the history has an entry for each
// of the last few things that were done, and Forward shows what an entry has kept.

import { game, past } from "../box/board.js";
import { draw, showWords } from "../box/draw.js";
import { forgetTyping } from "../box/keys.js";
import { undo } from "../box/moves.js";
import { clearSnack } from "../box/snack.js";
import { toTable, turnFriends } from "../evening/door.js";
import { page } from "../shared/given.js";
import { speakAs } from "../words/choice.js";
import { arrive, here, keep } from "./memory.js";
import { layDayOf, openLink, takeUp } from "./opening.js";
import { markTrail, trail, whatIsOpen } from "./trail.js";

// Close the dialog on top, or undo; tell whether there was something.
function stepBack() {
  const top = whatIsOpen().at(-1);
  if (!top && !past.length) return false;
  if (top) close(top);
  else if (game.day && !past.at(-1).day) toTable();
  else undo();
  return true;
}

function close(one) {
  if (one.id === "friends") turnFriends();
  else one.close();
}

addEventListener("popstate", ({ state }) => {
  if (state?.version !== page.version) return; // an address that somebody has written
  arrive();
  clearSnack();
  const steps = state.place < trail.base ? 0 : trail.place - state.place;
  if (steps > 0) {
    const moved = Array.from({ length: steps }, stepBack).includes(true);
    markTrail({ place: state.place, wentBack: true });
    if (moved) draw();
    else history.go(trail.base - trail.place - 1);
  } else {
    for (const each of whatIsOpen().reverse()) close(each);
    takeUp(state);
    forgetTyping();
    draw();
  }
});

addEventListener("hashchange", () => {
  if (location.hash === here) return;
  arrive();
  speakAs(here);
  openLink(here);
  layDayOf(here);
  markTrail({ place: trail.place + 1, base: trail.place + 1 });
  forgetTyping();
  showWords();
});

new MutationObserver(() => keep()).observe(document.body, { subtree: true, attributeFilter: ["open"] });

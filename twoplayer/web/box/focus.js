// Where the hands are: what has the focus of the keyboard.

import { isHanded } from "../evening/evening.js";
import { element } from "../shared/dom.js";
import { game, movesNow } from "./board.js";

export function lost(focused) {
  return focused === document.body || focused.closest("[hidden]") !== null;
}

// Where the hands are once what they were on is gone: on the tiles to choose from, or on what comes
// next.
export function settle() {
  if (isHanded()) element("take-turn").focus({ preventScroll: true });
  else element(game.phase === "setup" || movesNow().length ? "tiles" : "go").focus({ preventScroll: true });
}

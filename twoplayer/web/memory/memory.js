// What the browser keeps of the game: the board, what undo takes back, the settings; and the address.

import { fault, faulty, game, past, rulesAt } from "../box/board.js";
import { seatCount } from "../evening/evening.js";
import { beginning } from "../rules/catalogue.js";
import { LANGUAGE, linkOf, linkTo } from "../rules/link.js";
import { element } from "../shared/dom.js";
import { page } from "../shared/given.js";
import { asked } from "../words/choice.js";
import { settings } from "./settings.js";
import { store } from "./storage.js";
import { markTrail, mayGoBackFurther, trail } from "./trail.js";

// A browser lets a page keep something only so often (WebKit: 100 times in 10 seconds): so many
// times in so many milliseconds it is kept at once, and then every now and then.
const [AT_ONCE, WITHIN, NOW_AND_THEN] = [40, 10_000, 300];

// The address that the game on the board has.
export let here = location.hash;
let keeping = null;
let keptAt = [];

// What was kept of the game that was going on when this page was left or loaded again, unless it is
// another page, or another address, now.
export function kept() {
  const { state } = history;
  return state?.version === page.version && state.address === location.hash ? state : null;
}

// Keep the game in the history of the browser, once it is drawn, and its rules in the address;
// unless somebody has gone to another one, whose game is not on the board yet.
export function keep() {
  if (location.hash !== here) return;
  keptAt = keptAt.filter((time) => performance.now() - time < WITHIN);
  if (addressNow() !== here) keepNow();
  else keeping ??= setTimeout(() => keepNow(), keptAt.length < AT_ONCE ? 0 : NOW_AND_THEN);
}

// Somebody has gone to another address.
export function arrive() {
  here = location.hash;
}

function addressNow() {
  const link = seatCount() === 2 ? linkOf(rulesAt(0), rulesAt(1)) : linkTo(game.rules);
  const plain = location.hash.replace(LANGUAGE, "").length < 2 && link === beginning && !game.day;
  const address = [plain ? "" : link, game.day && "today", asked && `lang=${asked}`].filter(Boolean).join("&");
  return address && `#${address}`;
}

function keepNow(further = mayGoBackFurther()) {
  clearTimeout(keeping);
  keeping = null;
  keptAt.push(performance.now());
  if (location.hash !== here) return;
  const address = addressNow();
  const place = trail.place + Number(further);
  const { version } = page;
  const atDoor = element("door").open;
  const state = { game, past, fault, faulty, settings, place, base: trail.base, address, atDoor, version };
  try {
    history[further ? "pushState" : "replaceState"](state, "", address || undefined);
    markTrail({ place, wentBack: trail.wentBack && !further });
  } catch (error) {
    if (error.name !== "SecurityError") throw error;
    keeping = setTimeout(() => keepNow(), NOW_AND_THEN);
  }
  here = location.hash;
  store();
}

addEventListener("pagehide", () => keepNow(false));

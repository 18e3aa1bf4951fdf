// The keyboard: digits choose the roll, then the tiles; Enter is the large button; Escape takes back
// the chosen tiles, Backspace undoes, and letters are the other buttons. A held key does nothing.

import { isHanded, isProgrammed } from "../evening/evening.js";
import { when } from "../shared/bell.js";
import { element, say } from "../shared/dom.js";
import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";
import { diceNow, game, mayRoll, rulesOfGame } from "./board.js";
import { go } from "./dock.js";
import { choose, mayBeTapped, pickRoll, tapTile, undoByHand } from "./moves.js";

const LETTERS = { r: "go", u: "undo", h: "hint", d: "mine", "?": "menu-open" };

// Digits typed so far that may still become a longer number.
let typed = "";

export function forgetTyping() {
  typed = "";
  showTyped();
}

// What may be typed now: the digits that stand for it, and what it does.
function typable() {
  if (document.querySelector("dialog[open]") || isProgrammed() || isHanded()) return [];
  if (mayRoll()) {
    if (game.day) return [];
    return rulesOfGame()
      .rolls(diceNow())
      .map(({ roll }) => ({
        keys: [roll.join(""), [...roll].reverse().join("")],
        act: () => pickRoll(roll),
      }));
  }
  return rulesOfGame().tiles.flatMap((tile, place) =>
    ["turn", "setup"].includes(game.phase) && mayBeTapped(place)
      ? [{ keys: [String(tile)], act: () => tapTile(place) }]
      : [],
  );
}

function typeDigit(digit) {
  const whole = typed + digit;
  const fits = typable().filter(({ keys }) => keys.some((key) => key.startsWith(whole)));
  if (!fits.length && typed) {
    finishTyping();
    typeDigit(digit);
    return;
  }
  const meant = fits.find(({ keys }) => keys.includes(whole));
  const longer = fits.some(({ keys }) => keys.some((key) => key.startsWith(whole) && key !== whole));
  typed = fits.length ? whole : "";
  if (meant && !longer) finishTyping();
  else showTyped();
}

// Take what was typed as it is; tell whether it meant something.
function finishTyping() {
  const meant = typable().find(({ keys }) => keys.includes(typed));
  forgetTyping();
  meant?.act();
  return Boolean(meant);
}

function showTyped() {
  say("typed", typed ? SAY.typed(typed) : "");
}

// What a key does now; nothing where it means nothing here.
function actOf({ target, key }) {
  if (/^\d$/.test(key)) return () => typeDigit(key);
  if (key === "Enter") return actOfEnter(target);
  if (typed && ["Escape", "Backspace"].includes(key)) return forgetTyping;
  if (key === "Escape") return game.chosen ? () => choose(0) : null;
  if (key === "Backspace") return undoByHand;
  const id = lookUp(LETTERS, key);
  return id ? () => element(id).click() : null;
}

// On a button Enter presses that one.
function actOfEnter(target) {
  if (typed) return finishTyping;
  return target === document.body || target.matches("#tiles") ? go : null;
}

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (target.closest("input:not([type=checkbox]), select, dialog")) return;
  if (event.repeat) {
    if (/^([\d ?a-z]|Enter|Backspace)$/.test(key)) event.preventDefault();
    return;
  }
  const act = actOf(event);
  if (act && key === "Enter") event.preventDefault();
  act?.();
});

when("changed", forgetTyping);

// What the first moves teach: which tiles a roll covers, said until somebody has made three moves; and why a tap
// does nothing, said and shown for as long as nothing else is done.

import { isProgrammed, waysOf } from "../evening/evening.js";
import { settings } from "../memory/settings.js";
import { ring, when } from "../shared/bell.js";
import { element } from "../shared/dom.js";
import { isBehind } from "../today/behind.js";
import { SAY } from "../words/speech.js";
import { game, mayRoll, movesNow, rulesOfGame } from "./board.js";
import { clearSnack, snack } from "./snack.js";
import { noise } from "./sound.js";

const MOVES_TO_LEARN = 3;

// The board on which something was tapped in vain, and why that does nothing.
/** @type {{ game: import("./board.js").GameOnBoard | null, words: string }} */
export let inVain = { game: null, words: "" };

export function isTaught() {
  return settings.moves >= MOVES_TO_LEARN;
}

when("covered", () => {
  if (waysOf(game.log.at(-1).player) === "hand" && !isTaught()) settings.moves += 1;
});

// What is to be covered after this roll.
export function toCover() {
  const { openingTile, all, byTotal, rules } = rulesOfGame();
  if (game.open === all && openingTile !== null) return `${SAY.mustOpen(openingTile)}.`;
  const total = totalOf(game.roll);
  if (!byTotal && game.roll.length === 1) return SAY.toCoverTile(total);
  return rules.moves === "sum" ? SAY.toCoverSum(total) : SAY.toCoverBy[rules.moves](total);
}

function totalOf(roll) {
  return roll.reduce((sum, die) => sum + die);
}

// A tile that cannot be covered shakes, and it is said why.
function refuseTile(place) {
  refuse(whyNotTile(place), element("tiles").children[place]);
}

// So does the large button, while tiles are still to be tapped.
export function refuseGo() {
  if (movesNow().length) refuse(toCover(), element("go"));
}

function refuse(words, shaken) {
  if (isProgrammed() || game.phase !== "turn" || game.open === 0) return;
  inVain = { game, words };
  shaken.classList.remove("refused");
  void shaken.offsetWidth; // so that the browser begins again
  shaken.classList.add("refused");
  noise("refused");
  ring("refused");
}

// One's own dice are meant from the next roll on, where it is not that which is awaited now.
export function tellOfMine() {
  const words = settings.mine && !(mayRoll() && !isProgrammed()) ? SAY.fromNext(SAY.toTell([])) : "";
  const isSeen = game.roll !== null && !isProgrammed();
  inVain = { game: words && isSeen ? game : null, words };
  if (words && !isSeen) snack(words);
  else clearSnack();
}

function whyNotTile(place) {
  if (isBehind()) return SAY.lookedBack;
  const { tiles, rules } = rulesOfGame();
  const tile = tiles[place];
  if (!((game.open >> place) & 1)) return SAY.isCoveredNow(tile);
  if (mayRoll()) return SAY.rollFirst;
  if (!movesNow().length) return `${SAY.nothing}.`;
  if (rules.moves !== "sum") return SAY.notByThis(tile, toCover());
  const chosen = rulesOfGame().open(game.chosen);
  const total = totalOf(game.roll);
  const sum = totalOf([...chosen, tile]);
  const some = [...chosen, tile].join(" + ");
  if (sum > total) return SAY.tooMuch(some, total);
  return sum === total ? SAY.notByThis(tile, toCover()) : SAY.noRest(some, total - sum, total);
}

when("inVain", refuseTile);

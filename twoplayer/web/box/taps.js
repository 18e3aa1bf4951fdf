// What is tapped on the board: the dock, the felt with a position that is set up, the sheet of all odds
// and the story.

import { isProgrammed } from "../evening/evening.js";
import { oddsSolver } from "../evening/standing.js";
import { settings } from "../memory/settings.js";
import { element } from "../shared/dom.js";
import { closing, onChange, onClose, onTap } from "../shared/taps.js";
import { isBehind } from "../today/behind.js";
import { sayHint } from "./advice.js";
import { openOdds } from "./all-odds.js";
import { game, isStill, lay, mayRoll, ownDice, rulesOfGame } from "./board.js";
import { go } from "./dock.js";
import { chooseSetting, draw } from "./draw.js";
import { drawFelt, setUpPlayer, writeBeat } from "./felt.js";
import { cancelSetup, rollDice, setUp, undoByHand } from "./moves.js";
import { noise } from "./sound.js";
import { closeStory } from "./story.js";
import { tellOfMine } from "./taught.js";
import { fitTiles } from "./tiles.js";

// Ask for a hint, or hide it again; that is nothing to be undone.
function hint() {
  lay({ game: { ...game, asked: !game.asked } });
  draw();
  sayHint();
}

// Sound, or none: what has it begins with a knock.
function turnSound() {
  chooseSetting("sound", !settings.sound);
  noise("knock");
}

// Dice of one's own, or the page's.
function turnMine() {
  chooseSetting("mine", !settings.mine);
  tellOfMine();
  drawFelt();
}

// Work out the odds, or stop that.
function halt() {
  oddsSolver().halt(!oddsSolver().halted);
  draw();
}

// Play by the rules that are on the board, where a link was refused.
function playAnyway() {
  lay({ fault: "" });
  draw();
  element("go").focus({ preventScroll: true });
}

// A tap on the felt rolls too.
function rollByFelt({ target }) {
  if (!mayRoll() || ownDice() || isProgrammed() || isStill() || isBehind()) return;
  if (!target.closest("button, select, input, #refused")) rollDice();
}

// The second tap of a double tap was not meant for what has come under the finger since.
function dropSecondTap(event) {
  if (event.detail > 1 && event.target.closest("#chips, #moves")) event.stopPropagation();
}

// The large button does nothing while tiles are still to be tapped, but says so.
function goInVain() {
  if (element("go").getAttribute("aria-disabled") === "true") go();
}

export function listenToBoard() {
  element("go").addEventListener("click", goInVain);
  onTap({
    go,
    undo: undoByHand,
    hint,
    mine: turnMine,
    halt,
    mute: turnSound,
    "all-odds": openOdds,
    "close-all": closing("all"),
    "close-sheet": closing("sheet"),
    "play-anyway": playAnyway,
    "all-open": () => setUp({ open: rulesOfGame().all }),
    "leave-setup": cancelSetup,
  });
  onChange({
    "exact-odds": ({ checked }) => element("all").classList.toggle("show-exact", checked),
    player: ({ value }) => setUpPlayer(Number(value)),
    beat: ({ value }) => setUp({ beat: BigInt(value) }),
    "beat-text": ({ value }) => writeBeat(value),
  });
  onClose({ sheet: closeStory });
  element("middle").addEventListener("click", rollByFelt);
  addEventListener("click", dropSecondTap, { capture: true });
  addEventListener("resize", fitTiles);
}

// What is tapped between the games: the door, the curtain, the sheet of the players and a head start.

import { chooseSetting, draw } from "../box/draw.js";
import { settle } from "../box/focus.js";
import { keep } from "../memory/memory.js";
import { takeUpLast } from "../memory/opening.js";
import { openMenu } from "../menu/menu.js";
import { element } from "../shared/dom.js";
import { closing, onChange, onClose, onTap } from "../shared/taps.js";
import { liftCurtain } from "./curtain.js";
import {
  addFriend, closeDoor, goesOn, keepFriends, openDoor, playFriends, playRosa, tellPlayers, toTable, toToday, turnFriends,
} from "./door.js";
import { dropHeadStart } from "./head-start.js";
import { addPlayer, checkPlayers, endEvening, playEvening } from "./players.js";

// Go on with what is on the board, or else with what was left the last time.
function goOn() {
  const taken = goesOn() === "lately" ? takeUpLast : toTable;
  closeDoor();
  taken();
}

// What is unfolded is something to go back from.
function unfoldFriends() {
  turnFriends();
  keep();
}

// The hands are on the board then, wherever they were.
function leaveDoor() {
  draw();
  if (!element("room").contains(document.activeElement) && !document.querySelector("dialog[open]")) settle();
}

export function listenToEvening() {
  onTap({
    "take-turn": liftCurtain,
    "door-on": goOn,
    "door-friends": unfoldFriends,
    "add-friend": addFriend,
    "play-friends": playFriends,
    "door-today": toToday,
    "door-rules": closeDoor,
    "other-rules": openMenu,
    "door-players": tellPlayers,
    "door-help": () => element("help").showModal(),
    "play-rosa": playRosa,
    "close-door": closeDoor,
    "add-player": addPlayer,
    "play-evening": playEvening,
    "end-evening": endEvening,
    "close-players": closing("players-sheet"),
    "close-head-start": closing("head-start"),
    "drop-head-start": dropHeadStart,
  });
  onChange({
    "rosa-plays": ({ value }) => chooseSetting("rosa", value),
    starts: checkPlayers,
    rounds: checkPlayers,
  });
  onClose({ door: leaveDoor });
  element("friend-names").addEventListener("input", keepFriends);
  element("rail").addEventListener("click", ({ target }) => target.closest(".who") && openDoor());
}

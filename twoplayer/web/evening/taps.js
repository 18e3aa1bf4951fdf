// What is tapped between the games: the door, the curtain, the sheet of the players and a head start.

import { chooseSetting, draw } from "../box/draw.js";
import { noise } from "../box/sound.js";
import { keep } from "../memory/memory.js";
import { takeUpLast } from "../memory/opening.js";
import { openMenu } from "../menu/menu.js";
import { element } from "../shared/dom.js";
import { closing, onChange, onClose, onTap } from "../shared/taps.js";
import { liftCurtain } from "./curtain.js";
import {
  addFriend, closeDoor, goesOn, keepFriends, openDoor, playFriends, tellPlayers, toTable, toToday, turnFriends,
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
    "close-door": closeDoor,
    "add-player": addPlayer,
    "play-evening": playEvening,
    "end-evening": endEvening,
    "close-players": closing("players-sheet"),
    "close-head-start": closing("head-start"),
    "drop-head-start": dropHeadStart,
  });
  onChange({
    "door-sound": ({ checked }) => {
      chooseSetting("sound", checked);
      noise("knock");
    },
    starts: checkPlayers,
    rounds: checkPlayers,
  });
  onClose({ door: draw });
  element("friend-names").addEventListener("input", keepFriends);
  element("rail").addEventListener("click", ({ target }) => target.closest(".who") && openDoor());
}

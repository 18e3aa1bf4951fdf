// What is tapped between the games: the door, the curtain, the sheet of the players and a head start.

import { chooseSetting, draw } from "../box/draw.js";
import { noise } from "../box/sound.js";
import { kept } from "../memory/memory.js";
import { takeUpLast } from "../memory/opening.js";
import { openMenu } from "../menu/menu.js";
import { isToToday } from "../rules/link.js";
import { element } from "../shared/dom.js";
import { closing, onChange, onClose, onTap } from "../shared/taps.js";
import { openDay } from "../today/today.js";
import { liftCurtain } from "./curtain.js";
import {
  addFriend, closeDoor, goesOn, keepFriends, openDoor, playFriends, tellPlayers, turnFriends,
} from "./door.js";
import { dropHeadStart } from "./head-start.js";
import { addPlayer, checkPlayers, endEvening, playEvening } from "./players.js";

// Whether the box of the day leads back to the door.
let isBeforeDoor = false;

// Go on with what is on the board, or else with what was left the last time.
function goOn() {
  const taken = goesOn() === "lately" ? takeUpLast : () => null;
  closeDoor();
  taken();
}

function toToday() {
  openDay();
  isBeforeDoor = true;
}

function leaveToday() {
  if (isBeforeDoor) openDoor();
  isBeforeDoor = false;
}

export function listenToEvening() {
  isBeforeDoor = !kept() && isToToday(location.hash);
  onTap({
    "take-turn": liftCurtain,
    "door-on": goOn,
    "door-friends": turnFriends,
    "add-friend": addFriend,
    "play-friends": playFriends,
    "door-today": closing("door", toToday),
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
  onClose({ door: draw, day: leaveToday });
  element("friend-names").addEventListener("input", keepFriends);
  element("rail").addEventListener("click", ({ target }) => target.closest(".who") && openDoor());
}

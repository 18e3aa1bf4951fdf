// What is tapped, and the beginning.

import "../coach/watch.js";
import { isProgrammed } from "../evening/evening.js";
import { liftCurtain } from "../evening/curtain.js";
import {
  addFriend, closeDoor, goesOn, keepFriends, openDoor, playFriends, tellPlayers, turnFriends,
} from "../evening/door.js";
import { dropHeadStart } from "../evening/head-start.js";
import {
  addPlayer, checkPlayers, endEvening, openPlayers, playEvening,
} from "../evening/players.js";
import { oddsSolver } from "../evening/standing.js";
import "../memory/back.js";
import { kept } from "../memory/memory.js";
import { openAfresh, openLink, takeUp, takeUpLast } from "../memory/opening.js";
import { settings } from "../memory/settings.js";
import { stored } from "../memory/storage.js";
import { markTrail } from "../memory/trail.js";
import { consider, draft, playAnew } from "../menu/draft.js";
import { openMend, stopMend } from "../menu/mend.js";
import { openMenu, SETTINGS } from "../menu/menu.js";
import { closePanel, openPanel, playThese, startFrom, written } from "../menu/panel.js";
import { makeSeesaw } from "../menu/seesaw.js";
import { copyLink, openSend, sendPicture, shareLink, showLink } from "../menu/send.js";
import { playRow, sortTable } from "../menu/table.js";
import { read } from "../rules/catalogue.js";
import { isOfGame, isToToday } from "../rules/link.js";
import { Solver } from "../rules/solver.js";
import { element } from "../shared/dom.js";
import { fractionText } from "../shared/exact.js";
import { openDay } from "../today/today.js";
import { listLanguages, speakAs, speakNow } from "../words/choice.js";
import "../words/languages.js";
import { sayHint } from "./advice.js";
import { openOdds } from "./all-odds.js";
import { fault, faulty, game, isStill, lay, mayRoll, rulesOfGame } from "./board.js";
import { go } from "./dock.js";
import { draw, showWords } from "./draw.js";
import { setUpPlayer, writeBeat } from "./felt.js";
import "./keys.js";
import { cancelSetup, playAgain, rollDice, setUp, undo } from "./moves.js";
import { noise } from "./sound.js";
import { closeStory, openStory } from "./story.js";
import { fitTiles } from "./tiles.js";

// Whether the box of the day leads back to the door.
let isBeforeDoor = !kept() && isToToday(location.hash);

const close = (id) => () => element(id).close();

/** @type {Record<string, () => unknown>} */
const TAPS = {
  go,
  undo,
  hint,
  mine: () => set("mine", !settings.mine),
  "menu-open": openMenu,
  "all-odds": openOdds,
  halt: () => {
    oddsSolver().halt(!oddsSolver().halted);
    draw();
  },
  "take-turn": liftCurtain,
  "door-on": () => {
    const taken = goesOn() === "lately" ? takeUpLast : () => null;
    closeDoor();
    taken();
  },
  "door-friends": turnFriends,
  "door-today": leaving("door", () => {
    openDay();
    isBeforeDoor = true;
  }),
  "door-rules": closeDoor,
  "other-rules": openMenu,
  "door-players": tellPlayers,
  "add-friend": addFriend,
  "play-friends": playFriends,
  "close-door": closeDoor,
  "play-anyway": () => {
    lay({ fault: "" });
    draw();
    element("go").focus({ preventScroll: true });
  },
  "close-all": close("all"),
  "close-menu": close("menu"),
  "close-help": close("help"),
  "close-panel": close("panel"),
  "close-table": close("table"),
  "close-sheet": close("sheet"),
  how: () => element("help").showModal(),
  "own-rules": openPanel,
  compare: () => element("table").showModal(),
  "new-game": leaving("menu", playAgain),
  players: () => openPlayers(),
  "play-evening": playEvening,
  "end-evening": endEvening,
  "add-player": addPlayer,
  "close-players": close("players-sheet"),
  "open-day": leaving("menu", () => openDay()),
  "close-head-start": close("head-start"),
  "drop-head-start": dropHeadStart,
  "set-up": leaving("menu", () => game.phase === "setup" || setUp({})),
  "show-story": leaving("menu", openStory),
  print: leaving("menu", () => globalThis.print()),
  "play-these": playThese,
  "play-draft": () => playAnew(draft),
  "drop-draft": () => consider(game.rules),
  mending: openMend,
  "stop-mend": stopMend,
  "close-mend": close("mend"),
  "send-rules": () => openSend(written),
  "send-open": leaving("menu", () => openSend()),
  "take-up": leaving("menu", takeUpLast),
  share: shareLink,
  copy: copyLink,
  "send-picture": sendPicture,
  "close-send": close("send"),
  "all-open": () => setUp({ open: rulesOfGame().all }),
  "leave-setup": cancelSetup,
};

function leaving(id, act) {
  return () => {
    element(id).close();
    act();
  };
}

// Ask for a hint, or hide it again; that is nothing to be undone.
function hint() {
  lay({ game: { ...game, asked: !game.asked } });
  draw();
  sayHint();
}

function set(name, value) {
  settings[name] = value;
  draw();
}

for (const [id, action] of Object.entries(TAPS)) {
  element(id).addEventListener("click", () => {
    if (element(id).getAttribute("aria-disabled") !== "true") action();
  });
}

element("door-sound").addEventListener("change", ({ target }) => {
  set("sound", target.checked);
  noise("knock");
});
for (const name of SETTINGS) {
  element(name).addEventListener("change", ({ target }) => set(name, target.checked));
}

for (const [id, sheet] of [["exact", "table"], ["exact-odds", "all"]]) {
  element(id).addEventListener("change", ({ target }) => {
    element(sheet).classList.toggle("show-exact", target.checked);
  });
}
element("send-game").addEventListener("change", showLink);
element("start").addEventListener("change", ({ target }) => startFrom(target.value));
element("player").addEventListener("change", ({ target }) => setUpPlayer(Number(target.value)));
element("beat").addEventListener("change", ({ target }) => setUp({ beat: BigInt(target.value) }));
element("beat-text").addEventListener("change", ({ target }) => writeBeat(target.value));
for (const id of ["starts", "rounds"]) element(id).addEventListener("change", checkPlayers);
element("sheet").addEventListener("close", closeStory);
element("door").addEventListener("close", draw);
element("friend-names").addEventListener("input", keepFriends);
element("day").addEventListener("close", () => {
  if (isBeforeDoor) openDoor();
  isBeforeDoor = false;
});
element("rail").addEventListener("click", ({ target }) => target.closest(".who") && openDoor());

element("panel").addEventListener("close", closePanel);
element("mend").addEventListener("close", stopMend);

element("menu").addEventListener("close", () => consider(game.rules));

for (const heading of document.querySelectorAll("#table th")) {
  heading.querySelector("button").addEventListener("click", () => sortTable(heading));
}

for (const row of document.querySelectorAll("#table tbody tr")) {
  row.addEventListener("click", () => playRow(row));
}

// A tap on the felt rolls too.
element("middle").addEventListener("click", ({ target }) => {
  if (mayRoll() && !settings.mine && !isProgrammed() && !isStill() && !target.closest("button, select, input, #refused")) rollDice();
});
addEventListener("resize", fitTiles);

// The second tap of a double tap was not meant for what has come under the finger since.
addEventListener(
  "click",
  (event) => {
    if (event.detail > 1 && event.target.closest("#chips, #moves")) event.stopPropagation();
  },
  { capture: true },
);
listLanguages(element("language"));

element("language").addEventListener("change", ({ target }) => {
  speakNow(target.value);
  // Nothing has been done since, so that it is the same game again, with the fault in other words.
  if (fault) openLink(faulty);
  showWords();
});
Object.assign(settings, stored().settings, kept()?.settings);
speakAs(location.hash);

// A game that goes on, or that somebody has sent, needs no door; nor does the box of the day.
const isUnasked = !kept() && !isOfGame(location.hash) && !isToToday(location.hash);
if (kept()) takeUp(kept());
else openAfresh();
makeSeesaw();
showWords();
if (isUnasked && !fault) openDoor();
// Back leaves by the door that one has come in by.
if (!kept()) markTrail();

// For the console, and for tests: the exact fraction, as text, of rules as rule files spell them.
globalThis.twoplayer = {
  firstPlayerEV: (rules) =>
    new Promise((found, failed) => {
      new Solver(read(rules), (solver) => {
        if (!solver.ev && !solver.failure) return;
        solver.stop();
        if (solver.failure) failed(new Error(solver.failure));
        else found(fractionText(solver.ev));
      });
    }),
};

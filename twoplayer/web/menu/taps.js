// What is tapped in the menu, and in what it opens: one's own rules, the table of rules, what would mend
// them, something to send, how to play.

import { fault, faulty, game } from "../box/board.js";
import { chooseSetting, showWords } from "../box/draw.js";
import { playAgain, setUp } from "../box/moves.js";
import { openStory } from "../box/story.js";
import { openPlayers } from "../evening/players.js";
import { openLink, takeUpLast } from "../memory/opening.js";
import { element } from "../shared/dom.js";
import { closing, onChange, onClose, onTap } from "../shared/taps.js";
import { openDay } from "../today/day.js";
import { listLanguages, speakNow } from "../words/choice.js";
import { consider, draft, playAnew } from "./draft.js";
import { openMend, stopMend } from "./mend.js";
import { openMenu, SETTINGS } from "./menu.js";
import { closePanel, openPanel, playThese, startFrom, written } from "./panel.js";
import { copyLink, openSend, sendPicture, shareLink, showLink } from "./send.js";
import { playRow, sortTable } from "./table.js";

function speak(tag) {
  speakNow(tag);
  // Nothing has been done since, so that it is the same game again, with the fault in other words.
  if (fault) openLink(faulty);
  showWords();
}

function listenToTable() {
  for (const heading of document.querySelectorAll("#table th")) {
    heading.querySelector("button").addEventListener("click", () => sortTable(heading));
  }
  for (const row of document.querySelectorAll("#table tbody tr")) row.addEventListener("click", () => playRow(row));
}

export function listenToMenu() {
  onTap({
    "menu-open": openMenu,
    "close-menu": closing("menu"),
    "play-draft": () => playAnew(draft),
    "drop-draft": () => consider(game.rules),
    mending: openMend,
    "stop-mend": stopMend,
    "close-mend": closing("mend"),
    "own-rules": openPanel,
    "play-these": playThese,
    "send-rules": () => openSend(written),
    "close-panel": closing("panel"),
    compare: () => element("table").showModal(),
    "close-table": closing("table"),
    how: () => element("help").showModal(),
    "close-help": closing("help"),
    "take-up": closing("menu", takeUpLast),
    "open-day": closing("menu", () => openDay()),
    "new-game": closing("menu", playAgain),
    players: () => openPlayers(),
    "send-open": closing("menu", () => openSend()),
    "set-up": closing("menu", () => game.phase === "setup" || setUp({})),
    "show-story": closing("menu", openStory),
    print: closing("menu", () => globalThis.print()),
    share: shareLink,
    copy: copyLink,
    "send-picture": sendPicture,
    "close-send": closing("send"),
  });
  onChange({
    ...Object.fromEntries(SETTINGS.map((name) => [name, ({ checked }) => chooseSetting(name, checked)])),
    exact: ({ checked }) => element("table").classList.toggle("show-exact", checked),
    "send-game": showLink,
    start: ({ value }) => startFrom(value),
    language: ({ value }) => speak(value),
  });
  onClose({ panel: closePanel, mend: stopMend, menu: () => consider(game.rules) });
  listenToTable();
  listLanguages(element("language"));
}

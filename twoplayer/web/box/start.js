// The beginning: each part of the page listens to what is tapped there, and a game is opened.

import "../coach/watch.js";
import { openDoor } from "../evening/door.js";
import { listenToEvening } from "../evening/taps.js";
import "../memory/back.js";
import { kept } from "../memory/memory.js";
import { openAfresh, takeUp } from "../memory/opening.js";
import { settings } from "../memory/settings.js";
import { stored } from "../memory/storage.js";
import { markTrail } from "../memory/trail.js";
import { makeSeesaw } from "../menu/seesaw.js";
import { listenToMenu } from "../menu/taps.js";
import { read } from "../rules/catalogue.js";
import { isOfGame, isToToday } from "../rules/link.js";
import { Solver } from "../rules/solver.js";
import { fractionText } from "../shared/exact.js";
import { speakAs } from "../words/choice.js";
import "../words/languages.js";
import { fault } from "./board.js";
import { showWords } from "./draw.js";
import "./keys.js";
import { listenToBoard } from "./taps.js";

listenToBoard();
listenToEvening();
listenToMenu();

Object.assign(settings, stored().settings, kept()?.settings);
speakAs(location.hash);

// A game that goes on, or that somebody has sent, needs no door, unless it was open; nor does the box of
// the day.
const isUnasked = kept()?.atDoor ?? (!isOfGame(location.hash) && !isToToday(location.hash));
if (kept()) takeUp(kept());
else openAfresh();
makeSeesaw();
showWords();
if (isUnasked && !fault) openDoor();
// Back leaves by the door that one has come in by.
markTrail();

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

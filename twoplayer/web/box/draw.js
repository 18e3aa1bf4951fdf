// Everything that is shown, drawn anew where it is another one than before.

import { drawCurtain } from "../evening/curtain.js";
import { drawDoor } from "../evening/door.js";
import { drawProgram } from "../evening/opponent.js";
import { drawPlayers } from "../evening/players.js";
import { askOdds } from "../evening/standing.js";
import { keep } from "../memory/memory.js";
import { settings } from "../memory/settings.js";
import { makeCards } from "../menu/cards.js";
import { drawMenu } from "../menu/menu.js";
import { wordTable } from "../menu/table.js";
import { when } from "../shared/bell.js";
import { element, word } from "../shared/dom.js";
import { drawClock } from "../today/next.js";
import { language, SAY } from "../words/speech.js";
import { drawAdvice } from "./advice.js";
import { drawAll } from "./all-odds.js";
import { drawDock } from "./dock.js";
import { drawEnd } from "./end.js";
import { drawFelt } from "./felt.js";
import { lost, settle } from "./focus.js";
import { showHelp } from "./help.js";
import { rulesLink } from "./paper.js";
import { drawRail, drawWorking } from "./rail.js";
import { drawStory } from "./story.js";
import { drawTiles, fitTiles } from "./tiles.js";

export function draw() {
  askOdds();
  const held = document.activeElement !== document.body;
  drawTiles();
  fitTiles();
  drawFelt();
  drawAdvice();
  drawRail();
  drawDock();
  drawAll();
  drawMenu();
  drawStory();
  drawPlayers();
  drawEnd();
  drawDoor();
  drawClock();
  drawCurtain();
  if (held && lost(document.activeElement)) settle();
  keep();
  drawProgram();
}

// Every word of the document that stays, and then everything else.
export function showWords() {
  word(SAY);
  element("language").value = language;
  showHelp();
  wordTable();
  document.title = SAY.title;
  makeCards();
  draw();
}

// Somebody has chosen how the page is to be.
export function chooseSetting(name, value) {
  settings[name] = value;
  draw();
}

when("changed", draw);
when("refused", drawFelt);
when("minute", draw);
when("keptElsewhere", draw);
when("news", ({ link }, partly) => {
  if (link !== rulesLink()) return;
  if (partly) drawWorking();
  else draw();
});

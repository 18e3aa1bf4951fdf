"use strict";

// Everything that is shown, drawn anew where it is another one than before.

function draw() {
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
  if (held && lost(document.activeElement)) settle();
  keep();
  drawProgram();
}

function lost(focused) {
  return focused === document.body || focused.closest("[hidden]") !== null;
}

// Where the hands are once what they were on is gone: on the tiles to choose from, or on what comes
// next.
function settle() {
  element(game.phase === "setup" || movesNow().length ? "tiles" : "go").focus({ preventScroll: true });
}

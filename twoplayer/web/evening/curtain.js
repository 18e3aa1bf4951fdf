// The curtain: between two people the box goes from hand to hand, and who takes it up sees first what
// there is to beat. Its button lies elsewhere than the one that passes, so that no tap is meant for both.

import { game, isStill } from "../box/board.js";
import { hundredth, nearSign, oddsNow, worthNow } from "../box/chances.js";
import { takeTurn } from "../box/moves.js";
import { settings } from "../memory/settings.js";
import { element, made, say } from "../shared/dom.js";
import { decimal, times } from "../shared/exact.js";
import { figure, SAY } from "../words/speech.js";
import {
  favourNow, isBeaten, isHanded, placeOf, playerName, roundsBefore, roundsNow, SHAPES, totalsNow, who, whoWithin,
} from "./evening.js";

export function drawCurtain() {
  const drawn = isHanded();
  const curtain = element("curtain");
  const rises = curtain.hidden && drawn;
  curtain.hidden = !drawn;
  element("room").inert = drawn;
  if (!drawn) return;
  const place = placeOf(game.player);
  curtain.className = `of-${place + 1}`;
  element("next-player").replaceChildren(made("i", SHAPES[place], { "aria-hidden": "true" }), " ", made("bdi", playerName(place)));
  say("take-turn", SAY.go.take(who(game.player)));
  drawTarget();
  drawChance();
  if (rises) element("take-turn").focus({ preventScroll: true });
}

// What there is to beat, and whose it is; where rounds are added up, how everybody stands.
function drawTarget() {
  if (roundsNow() > 1) {
    const totals = totalsNow().map((total, place) => SAY.total(playerName(place), total));
    say("target-of", roundsBefore().length || game.left.length ? SAY.totals(totals) : "");
    say("target", "");
    return;
  }
  const begins = game.beat === null;
  const words = game.beat === 0n || favourNow() > 0n ? SAY.theirScore : SAY.beatTheirs;
  say("target-of", begins ? "" : words(who(game.left.indexOf(game.beat) + 1)));
  say("target", begins ? "" : figure(game.beat));
}

function drawChance() {
  const odds = settings.ahead ? oddsNow() : null;
  const beaten = isBeaten();
  const win = !beaten && odds && worthNow(odds).win;
  element("hope").hidden = !win;
  if (win) element("hope").firstChild.style.width = `${decimal(times(100, win), 2)}%`;
  const hopeless = game.beat === 0n && roundsNow() === 1 ? SAY.nextHas(whoWithin(game.player), 0n, favourNow()) : "";
  say("hope-said", beaten ? SAY.beaten(who(game.player)) : hopeless || (win ? SAY.mayWin(nearSign(odds) + hundredth(win)) : ""));
}

export function liftCurtain() {
  if (!isStill()) takeTurn();
}

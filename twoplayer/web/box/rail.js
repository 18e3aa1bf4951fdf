// The rail above the box: who plays, what they have left, who is ahead, and what is worked out.

import { drawCrowd } from "../evening/crowd.js";
import {
  eveningNow, favourNow, placeOf, playerName, roundsBefore, roundsNow, scoreOf, seatCount, seatOf,
  stateOf, tally, totalsNow, whoWithin,
} from "../evening/evening.js";
import { oddsSolver, whyNoOdds } from "../evening/standing.js";
import { settings } from "../memory/settings.js";
import { rulesNameOf } from "../rules/catalogue.js";
import { element, fill, icon, say, tell } from "../shared/dom.js";
import { decimal, times } from "../shared/exact.js";
import { dateSaid, dayName, rowSaid } from "../today/next.js";
import { SAY } from "../words/speech.js";
import { game, rulesOfGame } from "./board.js";
import { byPlace, chancesOf, hundredth, nearSign, oddsNow, settled, worthNow } from "./chances.js";
import { rulesLink } from "./paper.js";

export function drawRail() {
  const many = seatCount() > 2;
  element("rail").classList.toggle("many", many);
  element("rail").classList.toggle("alone", seatCount() === 1);
  element("seat-2").hidden = seatCount() === 1;
  element("all-odds").hidden = seatCount() === 1;
  say("title", titleNow());
  drawMute();
  if (many) drawCrowd();
  for (const place of many ? [] : eveningNow().players.keys()) {
    const number = seatOf(place);
    const seat = element(`seat-${place + 1}`);
    seat.querySelector(".name").textContent = playerName(place);
    seat.classList.toggle("programmed", eveningNow().players[place].plays !== "hand");
    seat.classList.toggle("playing", ["turn", "setup"].includes(game.phase) && game.player === number);
    const score = scoreOf(number);
    seat.querySelector(".score").textContent = score ?? "–";
    seat.querySelector(".score").dataset.length = String(score ?? "").length > 6 ? "long" : "short";
    seat.querySelector(".note").textContent = noteOf(number);
  }
  say("why-none", whyNoOdds());
  say("rules-name", [game.day && dateSaid(game.day), rulesNameOf(rulesLink())].filter(Boolean).join("\n"));
  say("row", game.day ? rowSaid() : "");
  if (seatCount() === 2) drawBar();
  drawWorking();
}

// A horn beside the name, which waves leave while there is sound.
function drawMute() {
  fill("mute", String(settings.sound), () => [icon(`M4 9h4l5-4v14l-5-4H4Z${settings.sound ? "M16 9a4 4 0 0 1 0 6M19 6a8 8 0 0 1 0 12" : "M17 9l5 6M22 9l-5 6"}`)]);
  tell(element("mute"), "aria-pressed", settings.sound);
  tell(element("mute"), "aria-label", SAY.sound);
}

// The game of the evening, and how it stands; else the name of all of it.
function titleNow() {
  if (game.day) return dayName(game.day);
  if (!game.evening) return SAY.title;
  if (roundsNow() > 1) return SAY.roundNumber(roundsBefore().length + 1, roundsNow());
  const { games, won } = tally();
  const number = games + (game.phase === "over" ? 0 : 1);
  return won.length === 2 ? SAY.gameScore(number, won) : SAY.gameNumber(number);
}

function noteOf(number) {
  if (roundsNow() > 1) return SAY.inAll(totalsNow()[placeOf(number)]);
  const chases = number === 2 && (game.beat ?? game.left[0] ?? null);
  if (typeof chases === "bigint" && rulesOfGame().secondRolls(chases) && game.phase !== "over") {
    return SAY.chasing(chases, favourNow());
  }
  return stateOf(number);
}

function drawBar() {
  const odds = settings.ahead ? oddsNow() : null;
  const chances = odds && byPlace(game.phase === "over" ? settled() : chancesOf(game.player, worthNow(odds)));
  const texts = chances?.map(hundredth) ?? ["", "", ""];
  const near = game.phase === "over" ? "" : nearSign(odds);
  const bar = element("bar");
  bar.classList.toggle("rope", !chances);
  chances?.forEach((chance, place) => {
    bar.style.setProperty(`--part-${place}`, decimal(times(100, chance), 2).replace("−", "-"));
  });
  say("bar-said", chances ? SAY.bar(near, playerName(0), texts, whoWithin(seatOf(1))) : "");
  ["ahead-1", "ahead-tie", "ahead-2"].forEach((id, place) => say(id, texts[place] && near + texts[place]));
}

// How far the work is, and a way to stop it where it takes long.
export function drawWorking() {
  const { part, ev, near, failure, halted } = oddsSolver();
  const without = whyNoOdds();
  const percent = Math.floor(100 * part);
  const words = near ? SAY.sharper(percent) : SAY.working(percent);
  const stopped = near ? SAY.halted : SAY.haltedEarly;
  const text = without ? SAY.without : ev ? "" : failure ? SAY.failed(failure) : halted ? stopped : words;
  say("working-words", text);
  const button = element("halt");
  button.hidden = Boolean(ev || failure || without);
  say("halt", halted ? SAY.goOn : SAY.stop);
}

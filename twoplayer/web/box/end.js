// The end, with a face: who has won, in large and in his colour, with what score, and why, in a sentence; of
// several players all of them, on steps. Everything else is in the story.

import {
  isLastRound, orderNow, outcome, placeOf, playerName, rankedNow, roundsNow, scoresNow, seatCount, SHAPES,
} from "../evening/evening.js";
import { whyNoOdds } from "../evening/standing.js";
import { FIELDS } from "../rules/fields.js";
import { element, fill, made, say } from "../shared/dom.js";
import { fractionText, size } from "../shared/exact.js";
import { drawDayEnd } from "../today/end.js";
import { isMe, SAY } from "../words/speech.js";
import { game } from "./board.js";
import { resultNow } from "./chances.js";
import { lookBack } from "./lookback.js";
import { SQUARES, squaresOf } from "./squares.js";
import { whyWon } from "./why.js";

export function drawEnd() {
  element("box").classList.toggle("over", game.phase === "over" && isLastRound());
  drawDayEnd();
  const over = game.phase === "over" && isLastRound() && !game.day;
  element("end").hidden = !over;
  element("winner").hidden = !over;
  if (!over) {
    element("squares").hidden = true;
    return;
  }
  drawWinner();
  say("why", whyNow());
  drawSquares(seatCount() === 2 ? decisionsNow() : []);
  drawPodium();
}

// The decisions as they are looked back on; none where that is not known.
function decisionsNow() {
  const decisions = whyNoOdds() ? [] : game.log.map(lookBack);
  return decisions.every(Boolean) ? decisions : [];
}

// A clack, what it brings, and why, by what the players are called.
/** @type {(called?: (place: number) => string) => string} */
export function whyNow(called = playerName) {
  const decisions = seatCount() === 2 ? decisionsNow() : [];
  const isExact = decisions.length && decisions.every(({ odds }) => !odds.near);
  const why = isExact ? whyWon(decisions, (seat) => called(placeOf(seat))) : "";
  return [clackOf(called), stakesWon(), why].filter(Boolean).join(" ");
}

// That who has won has shut the box.
function clackOf(called) {
  const { won: [place, ...more] } = outcome();
  const isClack = place !== undefined && !more.length && roundsNow() === 1 && scoresNow()[place] === 0n;
  return isClack ? SAY.shuts(called(place)) : "";
}

// How many stakes it brought, where two did not just play for one; and a tie that pays.
function stakesWon() {
  const { stakes, won } = outcome();
  if (seatCount() === 2 && roundsNow() === 1) {
    const { winner, value } = resultNow();
    const gained = fractionText(size(value));
    if (winner === "nobody") return gained === "0" ? "" : SAY.tie(FIELDS.ties.words(game.rules.ties));
    return gained === "1" ? "" : SAY.itPays(SAY.gain(gained));
  }
  if (!won.length) return SAY.nobodyPays;
  const gained = SAY.gain(fractionText(stakes[won[0]]));
  return won.length === 1 ? SAY.itPays(gained) : SAY.itPaysEach(gained);
}

// The words of who has won: of more than two who share it, and to others of oneself, how many they are.
/** @type {(called?: (place: number) => string) => string} */
export function winnerWords(called = playerName) {
  const names = outcome().won.map(called);
  if (!names.length) return SAY.endsTied;
  if (names.length === 1) return SAY.winner(names[0]);
  return names.length === 2 && !names.some(isMe) ? SAY.sharers(SAY.and(names)) : SAY.manyShare(names.length);
}

function drawWinner() {
  const { won } = outcome();
  const [place] = won;
  const named = won.length === 1;
  const words = winnerWords();
  element("winner").className = named ? `of-${place + 1}` : "";
  element("winner").style.setProperty("--letters", words.length + 2);
  const mark = named ? [made("i", SHAPES[place], { "aria-hidden": "true" }), " "] : [];
  fill("winner", `${words}/${game.log.length}`, () => [...mark, made("span", words)]);
}

// The squares of each player's decisions: a row for each, behind his sign.
function drawSquares(decisions) {
  const of = (place) => squaresOf(decisions.filter(({ player }) => placeOf(player) === place));
  const rows = [0, 1].map((place) => ({ place, all: of(place) })).filter(({ all }) => all.length);
  element("squares").hidden = rows.length === 0;
  fill("squares", JSON.stringify([rows, orderNow().map(playerName)]), () => rows.map(rowOfSquares));
}

function rowOfSquares({ place, all }) {
  const [best, near, worse] = ["best", "near", "worse"].map((kind) => all.filter((each) => each === kind).length);
  const marks = all.map((each) => made("i", SQUARES[each], { class: each }));
  const label = SAY.ownRules(playerName(place), SAY.squares(best, near, worse));
  const sign = made("b", SHAPES[place], { class: `of-${place + 1}` });
  return made("span", [sign, ...marks], { role: "img", "aria-label": label });
}

// Of several players, who has left the least stands highest and first.
function drawPodium() {
  const ranked = seatCount() > 2 ? rankedNow() : [];
  const better = ({ score }) => ranked.filter((other) => other.score < score).length;
  element("podium").hidden = ranked.length === 0;
  element("podium").style.setProperty("--steps", ranked.length);
  element("podium").classList.toggle("crowded", ranked.length > 4);
  fill("podium", JSON.stringify(ranked.map(({ place, score }) => [playerName(place), String(score)])), () =>
    ranked.map((each) => {
      const { place, score } = each;
      const mark = made("i", SHAPES[place], { "aria-hidden": "true" });
      const step = made("span", [mark, " ", made("b", String(score))], { class: "step" });
      const one = made("li", [made("bdi", playerName(place), { class: "name" }), step], { class: `of-${place + 1}` });
      one.style.setProperty("--rank", better(each) / ranked.length);
      return one;
    }),
  );
}

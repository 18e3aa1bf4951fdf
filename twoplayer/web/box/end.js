// The end, with a face: who has won, in large and in his colour, with what score, and why, in a sentence; of
// several players all of them, on steps. Everything else is in the story.

import {
  isLastRound, orderNow, outcome, placeOf, playerName, roundsNow, scoresNow, seatCount, SHAPES, totalsNow,
} from "../evening/evening.js";
import { whyNoOdds } from "../evening/standing.js";
import { FIELDS } from "../rules/fields.js";
import { element, fill, made, say } from "../shared/dom.js";
import { fractionText, size } from "../shared/exact.js";
import { drawDayEnd } from "../today/end.js";
import { SAY } from "../words/speech.js";
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
  const decisions = whyNoOdds() ? [] : game.log.map(lookBack);
  const known = decisions.every(Boolean);
  const exact = known && decisions.every(({ odds }) => !odds.near);
  const why = exact && decisions.length && seatCount() === 2 ? whyWon(decisions) : "";
  say("why", [stakesWon(), why].filter(Boolean).join(" "));
  drawSquares(known && seatCount() === 2 ? decisions : []);
  drawPodium();
}

// How many stakes it brought, where two did not just play for one; and a tie that pays.
function stakesWon() {
  const { stakes, won } = outcome();
  if (seatCount() === 2 && roundsNow() === 1) {
    const { winner, value } = resultNow();
    const gained = fractionText(size(value));
    if (winner === "nobody") return gained === "0" ? "" : SAY.tie(FIELDS.ties.words(game.rules.ties));
    return gained === "1" ? "" : SAY.itPays(SAY.stakes(gained));
  }
  if (!won.length) return SAY.nobodyPays;
  const gained = SAY.stakes(fractionText(stakes[won[0]]));
  return won.length === 1 ? SAY.itPays(gained) : SAY.itPaysEach(gained);
}

// The words of who has won: of more than two who share it how many they are.
function winnerWords(won) {
  if (!won.length) return SAY.endsTied;
  if (won.length === 1) return SAY.winner(playerName(won[0]));
  return won.length === 2 ? SAY.sharers(SAY.and(won.map(playerName))) : SAY.manyShare(won.length);
}

function drawWinner() {
  const { won } = outcome();
  const [place] = won;
  const named = won.length === 1;
  const words = winnerWords(won);
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

// The places of those who had a turn, with what they have left: the least first.
export function rankedNow() {
  const scores = roundsNow() > 1 ? totalsNow() : scoresNow();
  const played = orderNow().filter((place) => scores[place] !== null).map((place) => ({ place, score: scores[place] }));
  return played.sort((one, other) => (one.score < other.score ? -1 : Number(one.score > other.score)));
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

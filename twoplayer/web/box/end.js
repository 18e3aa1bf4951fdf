// The end, with a face: who has won, in large and in his colour, how it went, and why; of several
// players all of them, on steps.

import {
  isLastRound, orderNow, outcome, playerName, roundsNow, scoresNow, seatCount, SHAPES, totalsNow,
} from "../evening/evening.js";
import { whyNoOdds } from "../evening/standing.js";
import { element, fill, made, say } from "../shared/dom.js";
import { SAY } from "../words/speech.js";
import { game } from "./board.js";
import { drawGraph } from "./graph.js";
import { lookBack } from "./lookback.js";
import { SQUARES, squaresOf } from "./squares.js";
import { whyWon } from "./why.js";

export function drawEnd() {
  const over = game.phase === "over" && isLastRound();
  element("box").classList.toggle("over", over);
  element("end").hidden = !over;
  element("winner").hidden = !over;
  if (!over) return;
  drawWinner();
  const decisions = whyNoOdds() ? [] : game.log.map(lookBack);
  const known = decisions.every(Boolean);
  drawGraph("end-graph", known ? decisions : []);
  const exact = known && decisions.every(({ odds }) => !odds.near);
  say("why", exact && decisions.length && seatCount() === 2 ? whyWon(decisions) : "");
  drawSquares(known && seatCount() === 2 ? decisions : []);
  drawPodium();
}

function drawWinner() {
  const { won } = outcome();
  const [place] = won;
  const named = won.length === 1;
  const words = named ? SAY.winner(playerName(place)) : won.length ? SAY.and(won.map(playerName)) : SAY.endsTied;
  element("winner").className = named ? `of-${place + 1}` : "";
  const mark = named ? [made("i", SHAPES[place], { "aria-hidden": "true" }), " "] : [];
  fill("winner", `${words}/${game.log.length}`, () => [...mark, made("span", words)]);
}

// The squares of each player's decisions, in the order of the game.
function drawSquares(decisions) {
  const all = squaresOf(decisions);
  const counts = { best: 0, near: 0, worse: 0 };
  for (const each of all) counts[each] += 1;
  element("squares").hidden = all.length === 0;
  const marks = () => all.map((each) => made("i", SQUARES[each], { class: each }));
  fill("squares", all.join(" "), () => [made("span", marks(), { role: "img", "aria-label": SAY.squares(counts.best, counts.near, counts.worse) })]);
}

// Of several players, who has left the least stands highest and first.
function drawPodium() {
  const scores = roundsNow() > 1 ? totalsNow() : scoresNow();
  const places = seatCount() > 2 ? orderNow().filter((place) => scores[place] !== null) : [];
  const ranked = places.sort((one, other) => (scores[one] < scores[other] ? -1 : Number(scores[one] > scores[other])));
  const better = (place) => ranked.filter((other) => scores[other] < scores[place]).length;
  element("podium").hidden = places.length === 0;
  fill("podium", JSON.stringify(ranked.map((place) => [playerName(place), String(scores[place])])), () =>
    ranked.map((place) => {
      const mark = made("i", SHAPES[place], { "aria-hidden": "true" });
      const step = made("span", [mark, " ", made("b", String(scores[place]))], { class: "step" });
      const one = made("li", [made("bdi", playerName(place), { class: "name" }), step], { class: `of-${place + 1}` });
      one.style.setProperty("--rank", better(place) / ranked.length);
      return one;
    }),
  );
}

// How a box of a day has ended: the score beside the best's with the same dice, how well each decision
// was made, and when the next box comes; in the story, roll by roll; and what is sent.

import { game, rulesOfGame, solver } from "../box/board.js";
import { lookBack } from "../box/lookback.js";
import { SQUARES, squaresOf } from "../box/squares.js";
import { skillIn } from "../coach/skill.js";
import { rulesNameOf } from "../rules/catalogue.js";
import { linkTo } from "../rules/link.js";
import { BY_ONESELF } from "../rules/odds.js";
import { element, fill, made, say } from "../shared/dom.js";
import { plus } from "../shared/exact.js";
import { figure, SAY } from "../words/speech.js";
import { bestTurn } from "./best.js";
import { isPlayed } from "./day.js";
import { today } from "./diary.js";
import { rowSaid, untilNext } from "./next.js";

const COLOURS = { best: "🟩", near: "🟨", worse: "🟥" };

// The turn of the best, once the odds are known; it is the same as long as they are.
const turns = new WeakMap();

export function bestOfDay() {
  const odds = solver().known(BY_ONESELF);
  if (!odds) return null;
  const known = turns.get(odds);
  if (known?.day === game.day) return known;
  const found = { day: game.day, ...bestTurn(game.day, odds) };
  turns.set(odds, found);
  return found;
}

// What was decided, as it is looked back on; nothing until the odds are known, or where it was not
// played to the end.
function decisionsOfDay() {
  const decisions = isPlayed() ? game.log.map(lookBack) : [];
  return decisions.every(Boolean) ? decisions : [];
}

function wholeScore() {
  return rulesOfGame().score(rulesOfGame().all);
}

// What is said of it.
export function resultOfDay() {
  const best = bestOfDay();
  if (!best) return solver().failure ? SAY.failed(solver().failure) : SAY.workingBest;
  return isPlayed() ? SAY.besideBest(game.left[0], best.score) : SAY.notPlayed;
}

export function drawDayEnd() {
  const isOver = Boolean(game.day) && game.phase === "over";
  element("day-end").hidden = !isOver;
  element("day-rolls").hidden = !isOver;
  element("lines-scroll").hidden = isOver;
  if (!isOver) return;
  const [best, decisions] = [bestOfDay(), decisionsOfDay()];
  const beside = [...(isPlayed() ? scoreBeside(SAY.you, game.left[0]) : []), ...scoreBeside(SAY.theBest, best && best.score)];
  element("day-scores").replaceChildren(...beside);
  element("day-scores").style.setProperty("--digits", Math.max(2, ...beside.filter((_, place) => place % 2).map((each) => each.textContent.length)));
  say("day-said", resultOfDay());
  drawDaySquares(squaresOf(decisions, wholeScore()));
  say("day-skill", decisions.length ? skillOf(decisions) : "");
  say("day-next", game.day === today() ? [rowSaid(), untilNext()].filter(Boolean).join(" · ") : "");
  drawRolls(best, decisions);
}

function scoreBeside(who, score) {
  return [made("dt", who), made("dd", score === null ? "…" : figure(score))];
}

function drawDaySquares(all) {
  element("day-squares").hidden = !all.length;
  element("day-squares").replaceChildren(...all.map(square));
  const count = (kind) => all.filter((each) => each === kind).length;
  element("day-squares").ariaLabel = SAY.squares(count("best"), count("near"), count("worse"));
}

// A square has a sign as well as a colour.
function square(kind) {
  return made("i", SQUARES[kind], { class: kind });
}

function skillOf(decisions) {
  const lost = decisions.flatMap(({ mistakes }) => mistakes.map(({ cost }) => cost)).reduce(plus, [0n, 1n]);
  return lost[0] ? SAY.youPlayedLike(skillIn(lost, wholeScore())) : SAY.youFlawless;
}

// What is sent: the same in every language but for its words; nothing until it is known.
export function lineOfDay() {
  const [best, decisions] = [bestOfDay(), decisionsOfDay()];
  if (!isPlayed() || !best) return "";
  const named = [SAY.title, game.day, rulesNameOf(linkTo(game.rules))].filter((name) => name !== SAY.own).join(", ");
  const line = SAY.dayResult(named, figure(game.left[0]), figure(best.score));
  return [line, squaresOf(decisions, wholeScore()).map((kind) => COLOURS[kind]).join("")].filter(Boolean).join("\n");
}

function drawRolls(best, decisions) {
  element("day-rolls").classList.toggle("alone", !isPlayed());
  const mine = isPlayed() ? game.log : [];
  const key = [game.day, linkTo(game.rules), mine.length, best && best.log.length, decisions.length].join("/");
  fill("day-lines", key, () =>
    Array.from({ length: Math.max(mine.length, best ? best.log.length : 0) }, (_, place) => {
      const [own, other] = [mine[place], best?.log[place]];
      const faces = [own, other].map((each) => each?.faces ?? []);
      const thrown = faces[0].length < faces[1].length ? faces[1] : faces[0];
      const marks = squaresOf(decisions.slice(place, place + 1), wholeScore()).map(square);
      const cells = [thrown.join(" + "), [coveredIn(own, thrown), " ", ...marks], coveredIn(other, thrown)];
      return made("tr", cells.map((content) => made("td", content)));
    }),
  );
}

// The tiles that were covered, behind the die where only one was rolled.
function coveredIn(thrown, all) {
  if (!thrown) return "";
  const { faces, move } = thrown;
  const tiles = SAY.covered(move === null ? "" : rulesOfGame().open(move).join(" + "));
  return faces.length < all.length ? `${faces}: ${tiles}` : tiles;
}

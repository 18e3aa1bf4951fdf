// How a day's box has ended: the score beside the best's by the same dice, roll by roll, and a line
// to paste.

import { skillIn } from "../coach/skill.js";
import { rulesNameOf } from "../rules/catalogue.js";
import { home, linkTo } from "../rules/link.js";
import { element, made, say } from "../shared/dom.js";
import { plus } from "../shared/exact.js";
import { figure, SAY } from "../words/speech.js";
import { bestRun, judgedIn } from "./best.js";

const COLOURS = { best: "🟩", near: "🟨", worse: "🟥" };

// The turn of who plays here, null where it was not played to the end; and that of the best, once the
// odds are known.
/** @type {(run: import("./run.js").Run, odds: import("../rules/odds.js").Player | null, failure: string) => void} */
export function drawDayEnd(run, odds, failure) {
  const best = odds && bestRun(run.game, run.date, odds);
  const mine = run.isOver ? run : null;
  const judged = mine && odds ? judgedIn(mine, odds) : [];
  const beside = [...(mine ? scoreOfTurn(SAY.you, mine) : []), ...scoreOfTurn(SAY.theBest, best)];
  element("day-scores").replaceChildren(...beside);
  const compared = best && (mine ? SAY.besideBest(mine.score, best.score) : SAY.notPlayed);
  say("day-said", compared ?? (failure ? SAY.failed(failure) : SAY.workingBest));
  say("day-skill", mine && best ? skillOn(mine, judged) : "");
  const squares = element("day-squares");
  squares.replaceChildren(...judged.map(square));
  squares.hidden = !judged.length;
  const count = (kind) => judged.filter((each) => each.judged === kind).length;
  squares.ariaLabel = SAY.squares(count("best"), count("near"), count("worse"));
  element("day-line").hidden = !mine || !best;
  if (mine && best) element("day-line").value = lineOf(mine, best, judged);
  drawRolls(mine, best, judged);
}

function scoreOfTurn(who, turn) {
  return [made("dt", who), made("dd", turn ? figure(turn.score) : "…")];
}

// A square has a sign as well as a colour.
function square({ judged }) {
  return made("i", "", { class: judged });
}

function skillOn({ game }, judged) {
  const lost = judged.map(({ cost }) => cost).reduce(plus, [0n, 1n]);
  return lost[0] ? SAY.youPlayedLike(skillIn(lost, game.score(game.all))) : SAY.youFlawless;
}

// What is sent: the same in every language but for its words, and where it can be played.
function lineOf(mine, best, judged) {
  const link = linkTo(mine.game.rules);
  const named = [SAY.title, mine.date, rulesNameOf(link)].filter((name) => name !== SAY.own).join(", ");
  const line = SAY.dayResult(named, figure(mine.score), figure(best.score));
  const squares = judged.map((each) => COLOURS[each.judged]).join("");
  return [line, squares, home() && `${home()}#${link}&today`].filter(Boolean).join("\n");
}

function drawRolls(mine, best, judged) {
  const turns = [...(mine ? [mine] : []), ...(best ? [best] : [])];
  element("day-end").classList.toggle("alone", !mine);
  const most = Math.max(0, ...turns.map(({ entries }) => entries.length));
  const rows = Array.from({ length: most }, (_, place) => {
    const faces = turns.map(({ entries }) => entries[place]?.faces ?? []);
    const longest = faces.reduce((one, other) => (other.length > one.length ? other : one));
    const cells = turns.map((turn) => {
      const entry = turn.entries[place];
      if (!entry) return made("td");
      const squares = turn === mine ? judged.filter(({ number }) => number === place + 1).map(square) : [];
      return made("td", [coveredIn(turn, entry, longest), " ", ...squares]);
    });
    return made("tr", [made("td", longest.join(" + ")), ...cells]);
  });
  element("day-rolls").replaceChildren(...rows);
}

// The tiles that were covered, behind the die where only one was rolled.
function coveredIn({ game }, { faces, move }, thrown) {
  const tiles = SAY.covered(move === null ? "" : game.open(move).join(" + "));
  return faces.length < thrown.length ? `${faces}: ${tiles}` : tiles;
}

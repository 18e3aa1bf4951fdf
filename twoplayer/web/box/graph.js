// The graph of the chances, from the first roll to the last move: player 1 below, player 2 above,
// ties between them; a dot where a mistake was made.

import { playerName, SHAPES } from "../evening/evening.js";
import { element, fill, svg } from "../shared/dom.js";
import { decimal, plus } from "../shared/exact.js";
import { SAY } from "../words/speech.js";
import { game } from "./board.js";
import { byPlace, chancesOf, hundredth, settled } from "./chances.js";
import { lastOf } from "./lookback.js";

const [WIDE, HIGH] = [320, 120];

export function drawGraph(decisions) {
  element("graph").hidden = decisions.length === 0;
  const key = decisions.length ? `${decisions.length}/${game.phase}/${lastOf(game.log)}/${decisions[0].odds.near}` : "";
  fill("graph", key, () => (decisions.length ? [graphOf(decisions)] : []));
}

function graphOf(decisions) {
  const points = decisions.flatMap((each, place) => [
    ...(place ? [] : [{ player: each.player, worth: each.before }]),
    { player: each.player, worth: each.rolled },
    ...(each.move === null ? [] : [{ player: each.player, worth: each.covered, wrong: isWrong(each) }]),
  ]);
  if (game.phase === "over") points.push({ over: true });
  const chances = points.map(({ player, worth, over }) => byPlace(over ? settled() : chancesOf(player, worth)));
  const across = (place) => (WIDE * place) / Math.max(1, points.length - 1);
  const up = (chance) => HIGH * (1 - share(chance));
  const lower = chances.map(([win], place) => `${across(place)},${up(win)}`);
  const upper = chances.map(([win, tie], place) => `${across(place)},${up(plus(win, tie))}`);
  const dots = points.flatMap(({ wrong }, place) =>
    wrong ? [svg("circle", { cx: across(place), cy: up(chances[place][0]), r: 4, class: "wrong" })] : [],
  );
  const second = points.findIndex(({ player }) => player === 2);
  const change = second > 0 ? [svg("path", { d: `M${across(second - 1)} 0V${HIGH}`, class: "passed" })] : [];
  const label = SAY.graph(playerName(0), chances.map(([win]) => hundredth(win)));
  return svg("svg", { viewBox: `0 -5 ${WIDE} ${HIGH + 10}`, role: "img", "aria-label": label }, [
    svg("rect", { width: WIDE, height: HIGH, class: "second" }),
    svg("polygon", { points: [`0,${HIGH}`, ...upper, `${WIDE},${HIGH}`].join(" "), class: "nobody" }),
    svg("polygon", { points: [`0,${HIGH}`, ...lower, `${WIDE},${HIGH}`].join(" "), class: "first" }),
    svg("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "half" }),
    ...change,
    ...dots,
    // Whose share is whose.
    svg("text", { x: 5, y: HIGH - 6 }, `${SHAPES[0]} ${playerName(0)}`),
    svg("text", { x: 5, y: 14 }, `${SHAPES[1]} ${playerName(1)}`),
  ]);
}

function isWrong({ mistakes }) {
  return mistakes.some(({ cost }) => cost[0] > 0n);
}

// A chance as a number, to be drawn.
function share(chance) {
  return Number(decimal(chance, 6).replace("−", "-"));
}

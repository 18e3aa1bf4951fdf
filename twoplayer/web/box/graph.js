// The graph of the chances, from the first roll to the last move: player 1 below, player 2 above,
// ties between them, or of several players everybody's in layers; a dot where a mistake was made.

import {
  leftBefore, orderNow, outcome, placeOf, playerName, seatCount, seatOf, SHAPES,
} from "../evening/evening.js";
import { everybody } from "../rules/seats.js";
import { element, fill, svg } from "../shared/dom.js";
import { decimal } from "../shared/exact.js";
import { SAY } from "../words/speech.js";
import { game } from "./board.js";
import { byPlace, chancesOf, settled } from "./chances.js";
import { lastOf } from "./lookback.js";

const [WIDE, HIGH] = [320, 120];

export function drawGraph(decisions) {
  element("graph").hidden = decisions.length === 0;
  const key = decisions.length
    ? `${decisions.length}/${game.phase}/${lastOf(game.log)}/${decisions[0].odds.near}/${orderNow().map((place) => playerName(place))}`
    : "";
  fill("graph", key, () => (decisions.length ? [graphOf(decisions)] : []));
}

function graphOf(decisions) {
  const points = decisions.flatMap((each, place) => [
    ...(place ? [] : [{ player: each.player, worth: each.before }]),
    { player: each.player, worth: each.rolled },
    ...(each.move === null ? [] : [{ player: each.player, worth: each.covered, wrong: isWrong(each) }]),
  ]);
  if (game.phase === "over") points.push({ over: true });
  const many = seatCount() > 2;
  const chances = points.map(many ? sharesOfAll : sharesOfTwo);
  const across = (place) => (WIDE * place) / Math.max(1, points.length - 1);
  const up = (sum) => HIGH * (1 - sum);
  // The layers from below: the first one's share, what nobody wins, the second one's; or all in turn.
  const layers = many ? [...orderNow().keys()] : [0, 1];
  const names = many ? layers.map((place) => `of-${place + 1}`) : ["first", "nobody"];
  const drawn = layers.map((layer) => {
    const edge = chances.map((each, place) => `${across(place)},${up(sumTo(each, layer))}`);
    return svg("polygon", { points: [`0,${HIGH}`, ...edge, `${WIDE},${HIGH}`].join(" "), class: names[layer] });
  });
  const dots = points.flatMap(({ player, wrong }, place) => {
    const layer = many ? placeOf(player) : 0;
    return wrong ? [svg("circle", { cx: across(place), cy: up(sumTo(chances[place], layer)), r: 4, class: "wrong" })] : [];
  });
  const changes = points.flatMap(({ player }, place) =>
    place && player && player !== points[place - 1].player
      ? [svg("path", { d: `M${across(place - 1)} 0V${HIGH}`, class: "passed" })]
      : [],
  );
  const label = many
    ? SAY.graphOfAll(layers.map((place) => SAY.oneOf(playerName(place), Math.round(100 * chances.at(-1)[place]))))
    : SAY.graph(playerName(0), chances.map(([win]) => Math.round(100 * win)));
  return svg("svg", { viewBox: `0 -5 ${WIDE} ${HIGH + 10}`, role: "img", "aria-label": label }, [
    svg("rect", { width: WIDE, height: HIGH, class: many ? "nobody" : "second" }),
    ...drawn.reverse(),
    ...(many ? [] : [svg("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "half" })]),
    ...changes,
    ...dots,
    // Whose share is whose.
    ...(many ? [] : [
      svg("text", { x: 5, y: HIGH - 6 }, `${SHAPES[0]} ${playerName(0)}`),
      svg("text", { x: 5, y: 14 }, `${SHAPES[1]} ${playerName(1)}`),
    ]),
  ]);
}

function sumTo(shares, layer) {
  return shares.slice(0, layer + 1).reduce((sum, each) => sum + each, 0);
}

function sharesOfTwo({ player, worth, over }) {
  return byPlace(over ? settled() : chancesOf(player, worth)).map(share);
}

// Of several players, by place, the chance of each to win alone.
function sharesOfAll({ player, worth, over }) {
  const { won } = over ? outcome() : {};
  const all = over ? [] : everybody(worth, player, leftBefore(player), game.rules.ties);
  return orderNow().map((_, place) => {
    if (over) return won.length === 1 && won[0] === place ? 1 : 0;
    return share(all[seatOf(place) - 1].win);
  });
}

function isWrong({ mistakes }) {
  return mistakes.some(({ cost }) => cost[0] > 0n);
}

// A chance as a number, to be drawn.
function share(chance) {
  return Number(decimal(chance, 6).replace("−", "-"));
}

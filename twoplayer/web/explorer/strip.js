// The strip: a dot for every game, from the second player's favour to the first's, and where the
// present one is. It is a slider over the games that are shown.

import { element, svg, tell } from "../shared/dom.js";
import { lookUp } from "../shared/look-up.js";
import { localised, SAY } from "../words/speech.js";
import { byEV, byFairness, every, near } from "./atlas.js";
import { inShort } from "./changes.js";
import { isShown, stepped } from "./shown.js";
import { choose, game } from "./view.js";

// Half of the strip is for games this fair, in percent; the others are drawn ever closer together.
const HALF = 0.5;
const [LARGEST_DOT, SMALLEST_DOT, STEP, EDGE, BELOW] = [14, 1, 0.25, 16, 22];
const ASIDE = 12; // so many dots lower is worth a column
const TICKS = [0.1, 0.5, 1, 2, 5, 10, 20, 50, 100];
const HALF_A_LABEL = 24; // pixels from the middle of the widest label to its end
const PAGE = 20;

let dots = new Map();
export let strip = { width: 0, high: 0, dot: 0, across: (_percent) => 0 };

// Put every dot into a column, and the columns around the middle; as large as there is room, if a
// full column may give to those beside it.
function layStrip() {
  const { clientWidth: width, clientHeight: all } = element("strip");
  const high = all - BELOW;
  const bent = (one) => Math.asinh(approximate(one.ev) / HALF);
  const [low, top] = [Math.min(0, bent(byEV[0])), Math.max(0, bent(byEV.at(-1)))];
  const across = (value) => EDGE + ((value - low) / (top - low || 1)) * (width - 2 * EDGE);
  let dot = LARGEST_DOT + STEP;
  let columns = null;
  while (!columns && dot > SMALLEST_DOT) {
    dot -= STEP;
    columns = stacked((one) => across(bent(one)) / dot, (high - 2 * EDGE) / dot);
  }
  dots = new Map();
  for (const [column, some] of columns) {
    some.forEach((one, place) => {
      dots.set(one, [column * dot, high / 2 + (place - (some.length - 1) / 2) * dot]);
    });
  }
  strip = { width, high, dot, across: (percent) => across(Math.asinh(percent / HALF)) };
}

// The games by column: each in its own, or beside it where that is much lower; null where a column is
// higher than that.
function stacked(place, most) {
  const columns = new Map();
  for (const one of byFairness) {
    const exact = place(one);
    const far = (column) => (ASIDE * (column - exact)) ** 2 + (columns.get(column)?.length ?? 0) ** 2;
    const middle = Math.round(exact);
    const column = [-2, -1, 1, 2].reduce((best, at) => (far(middle + at) < far(best) ? middle + at : best), middle);
    if (!columns.has(column)) columns.set(column, []);
    if (columns.get(column).push(one) > most) return null;
  }
  return columns;
}

function approximate([numerator, denominator]) {
  return Number((numerator * 10n ** 18n) / denominator) / 1e16;
}

// Every dot of some games, as one path.
function path(some, kind) {
  const d = some.map((one) => `M${dots.get(one).map((each) => each.toFixed(1)).join(" ")}h0`).join("");
  return svg("path", { d, class: kind });
}

function coloured(some, kind) {
  return ["second", "nobody", "first"].map((who) => path(some.filter((one) => one.favoured === who), `${kind} ${who}`));
}

// The picture behind the present game: drawn anew when there is another room, or another filter.
export function drawDots() {
  layStrip();
  const { width, high, dot } = strip;
  const out = every.filter((one) => !isShown(one));
  const picture = svg("svg", { viewBox: `0 0 ${width} ${high + BELOW}`, "aria-hidden": "true" }, [
    ...ticks(),
    svg("path", { d: `M${strip.across(0)} 6V${high}`, class: "even" }),
    ...coloured(out, "out"),
    ...coloured(every.filter(isShown), "dot"),
    svg("g", { id: "arcs" }),
    svg("path", { id: "line" }),
    svg("circle", { id: "here", r: Math.max(7, dot * 0.9) }),
  ]);
  picture.style.setProperty("--dot", dot * 0.84);
  element("strip").replaceChildren(picture);
}

function ticks() {
  const shown = [];
  const { across, high, width } = strip;
  for (const percent of [0, ...TICKS.flatMap((each) => [each, -each])]) {
    const x = across(percent);
    if (x < EDGE - 1 || x > width - EDGE + 1 || shown.some((other) => Math.abs(other.x - x) < 52)) continue;
    shown.push({ x, percent });
  }
  const inside = (x) => Math.min(Math.max(x, HALF_A_LABEL), width - HALF_A_LABEL);
  return shown.flatMap(({ x, percent }) => [
    svg("path", { d: `M${x} ${high - 2}v5`, class: "tick" }),
    svg("text", { x: inside(x), y: high + BELOW - 5, class: percent ? "tick" : "tick even" }, tickWords(percent)),
  ]);
}

// Below the middle a word, so that no line of a game crosses it.
function tickWords(percent) {
  if (!percent) return SAY.fair;
  return localised(`${percent > 0 ? "+" : "−"}${Math.abs(percent)}\u00a0%`);
}

export function drawStrip() {
  const [x, y] = dots.get(game);
  const { high } = strip;
  const around = near(game.places, 1).filter(isShown);
  const arcs = around.map((other) => {
    const [right, down] = dots.get(other);
    return svg("path", { d: `M${x} ${y}Q${(x + right) / 2} ${Math.min(y, down) - 40} ${right} ${down}`, class: "arc" });
  });
  element("arcs").replaceChildren(...arcs, path(around, "ring"), ...coloured(around, "dot"));
  element("line").setAttribute("d", `M${x} 4V${high}`);
  element("here").setAttribute("class", game.favoured);
  element("here").style.transform = `translate(${x}px, ${y}px)`;
  const slider = element("strip");
  tell(slider, "aria-valuemin", 1);
  tell(slider, "aria-valuemax", every.length);
  tell(slider, "aria-valuenow", byEV.indexOf(game) + 1);
  tell(slider, "aria-valuetext", inShort(game));
}

// The shown game whose dot is nearest to a point of the screen.
function nearestDot({ clientX, clientY }) {
  const { left, top } = element("strip").getBoundingClientRect();
  let [best, least] = [game, Infinity];
  for (const [other, [x, y]] of dots) {
    const far = (x - clientX + left) ** 2 + (y - clientY + top) ** 2;
    if (far < least && isShown(other)) [best, least] = [other, far];
  }
  return best;
}

const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -PAGE, PageUp: PAGE, Home: -Infinity, End: Infinity };

export function listenToStrip() {
  const slider = element("strip");
  slider.addEventListener("keydown", (event) => {
    const steps = lookUp(STEPS, event.key);
    if (steps === undefined) return;
    event.preventDefault();
    choose(stepped(byEV, steps));
  });
  slider.addEventListener("pointerdown", (event) => {
    slider.setPointerCapture(event.pointerId);
    choose(nearestDot(event));
  });
  slider.addEventListener("pointermove", (event) => {
    if (slider.hasPointerCapture(event.pointerId)) choose(nearestDot(event));
  });
}

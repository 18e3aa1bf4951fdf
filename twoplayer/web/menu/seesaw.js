// A seesaw that tips to the seat that is better off. What it shows stands beside it in words.

import { PLACES } from "../rules/near.js";
import { element, svg } from "../shared/dom.js";

const [STEEPEST, LEVEL] = [15, 0.001];

export function makeSeesaw() {
  const plank = svg("g", { class: "plank" }, [
    svg("rect", { x: 6, y: 30, width: 108, height: 5, rx: 2.5 }),
    svg("circle", { cx: 18, cy: 20, r: 10, class: "first" }),
    svg("path", { d: "M102 9 113 30H91Z", class: "second" }),
  ]);
  const foot = svg("path", { d: "M60 34 73 60H47Z", class: "foot" });
  element("seesaw").replaceChildren(svg("svg", { viewBox: "0 0 120 64" }, [foot, plank]));
}

// Tip as an EV says.
export function tip(ev) {
  element("seesaw").style.setProperty("--tip", `${lean(ev).toFixed(2)}deg`);
}

// So many degrees, down on the right where the second player is better off: ten times as much is
// not ten times as steep, so that little is seen, and much has room.
function lean([numerator, denominator]) {
  const ev = Number((numerator * PLACES) / denominator) / Number(PLACES);
  const steep = Math.log10(1 + Math.abs(ev) / LEVEL) / 2;
  return -Math.sign(ev) * Math.min(1, steep) * STEEPEST;
}

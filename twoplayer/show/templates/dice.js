"use strict";

// Dice as faces.

const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[28, 28], [50, 50], [72, 72]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[28, 25], [72, 25], [28, 50], [72, 50], [28, 75], [72, 75]],
};

// The picture of a die: pips where it has six sides, else the number.
function face(number, sides) {
  const picture = svg("svg", { viewBox: "0 0 100 100", class: "face", "aria-hidden": "true" });
  picture.append(svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 18 }));
  if (sides === 6) {
    picture.append(...PIPS[number].map(([cx, cy]) => svg("circle", { cx, cy, r: 9 })));
  } else {
    const text = svg("text", { x: 50, y: 66, "text-anchor": "middle" });
    text.textContent = number;
    picture.append(text);
  }
  return picture;
}

function svg(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

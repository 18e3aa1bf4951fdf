// A small picture of rules: the tiles, of which some lie as a roll may cover them, the dice of that
// roll, and a mark for each rule that neither shows and that is not as in the classic game.

import { face } from "../box/dice.js";
import { FIELDS } from "../rules/fields.js";
import { Game } from "../rules/game.js";
import { changed } from "../rules/rules.js";
import { svg } from "../shared/dom.js";

const THROWN = [3, 5, 2];
const PICTURE_WIDTH = 150;
const LONGEST_MARK = 6;

export function picture(rules) {
  const of = new Game(rules);
  const faces = of.dice === 1 ? [8] : THROWN.slice(0, of.dice);
  const thrown = faces.map((number) => Math.min(number, of.sides));
  const parts = [...picturedTiles(of, exampleMove(of, thrown)), ...picturedDice(of, thrown), ...picturedMarks(rules)];
  return svg("svg", { viewBox: `0 0 ${PICTURE_WIDTH} 76`, class: "picture", "aria-hidden": "true" }, parts);
}

// A move after a roll: one that the classic game has not, or else that of the dice's own tiles.
function exampleMove(of, thrown) {
  const total = thrown.reduce((sum, die) => sum + die);
  const moves = of.covers(of.all, of.byTotal ? [total] : [...thrown].sort((one, other) => one - other));
  const usual = of.withSum(total);
  const own = of.set(thrown);
  return moves.find((move) => !usual.includes(move)) ?? moves.find((move) => move === own) ?? moves[0] ?? 0;
}

function picturedTiles({ tiles }, move) {
  const wide = Math.min(14, (PICTURE_WIDTH - 4) / tiles.length - 1.5);
  const left = (PICTURE_WIDTH - tiles.length * (wide + 1.5)) / 2;
  const back = svg("rect", { x: 0, y: 0, width: PICTURE_WIDTH, height: 42, rx: 5, class: "back" });
  const drawn = tiles.flatMap((tile, place) => {
    const x = left + place * (wide + 1.5);
    if ((move >> place) & 1) return [svg("rect", { x, y: 28, width: wide, height: 9, rx: 1.5, class: "down" })];
    const size = Math.min(11, (1.5 * wide) / String(tile).length);
    const number = { x: x + wide / 2, y: 25, "font-size": size, "text-anchor": "middle" };
    return [svg("rect", { x, y: 6, width: wide, height: 31, rx: 2 }), svg("text", number, String(tile))];
  });
  return [back, ...drawn];
}

// Where a single die may be rolled, the last of them stands back.
function picturedDice({ sides, single }, thrown) {
  return thrown.map((number, place) => {
    const one = face(number, sides);
    const size = { x: place * 29, y: 47, width: 27, height: 27 };
    for (const [key, value] of Object.entries(size)) one.setAttribute(key, value);
    if (single && place === thrown.length - 1) one.classList.add("perhaps");
    return one;
  });
}

// Marks stand from the right to the left, as long as there is room.
function picturedMarks(rules) {
  let right = PICTURE_WIDTH;
  return Object.entries(changed(rules)).flatMap(([name, value]) => {
    const { mark, isStruck } = FIELDS[name];
    const found = mark?.(value) ?? "";
    const text = found.length > LONGEST_MARK ? "…" : found;
    if (!text || right < 100) return [];
    const wide = Math.max(22, 12 + 6 * text.length);
    right -= wide + 2;
    const body = svg("rect", { x: right + 2, y: 50, width: wide, height: 22, rx: 11, class: "mark" });
    const middle = { x: right + 2 + wide / 2, y: 65, "font-size": 12, "text-anchor": "middle" };
    return [body, svg("text", middle, isStruck ? svg("tspan", { "text-decoration": "line-through" }, text) : text)];
  });
}

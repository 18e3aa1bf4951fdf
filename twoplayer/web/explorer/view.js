// What is looked at: a game, and how all of them are shown.

import { ring } from "../shared/bell.js";
import { page } from "../shared/given.js";
import { games } from "./atlas.js";

export let game = games.get(page.begin);

export let view = { sort: "ev", only: {} };

// What it is chosen on stays under the finger, whatever is longer or shorter above it.
export function choose(next, held) {
  if (!next || next === game) return;
  const before = held?.getBoundingClientRect().top;
  game = next;
  ring("chosen");
  if (held) scrollBy({ top: held.getBoundingClientRect().top - before, behavior: "instant" });
}

// Look at the games in another way.
export function look(changes) {
  view = { ...view, ...changes };
  ring("looked");
}

// Begin with a game, and a way to look at all of them.
export function openView(first, way) {
  [game, view] = [first, way];
}

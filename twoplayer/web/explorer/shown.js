// Which games are shown, and how one goes from one of them to another; what is asked, in words.

import { FIELDS, inBrief } from "../rules/fields.js";
import { SAY } from "../words/speech.js";
import { VARIED } from "./atlas.js";
import { game, view } from "./view.js";

// Go so many games further among those that are shown, in some order.
export function stepped(order, steps) {
  const shown = order.filter((each) => isShown(each) || each === game);
  const place = Math.min(shown.length - 1, Math.max(0, shown.indexOf(game) + steps));
  const next = shown[place];
  return next && isShown(next) ? next : game;
}

// What may be asked of a game: by name, what it has, as the address spells it.
export const ASKED = {
  favoured: { values: ["first", "second", "nobody"], words: (value) => SAY.favoured[value], of: (one) => one.favoured },
  ...Object.fromEntries(
    VARIED.map(({ name, options }, at) => [
      name,
      { values: options.map(String), words: (value) => inBrief(name, FIELDS[name].read(value)), of: (one) => String(options[one.places[at]]) },
    ]),
  ),
};

export function isShown(one) {
  return Object.entries(view.only).every(([name, value]) => ASKED[name].of(one) === value);
}

// Which games are shown, and how one goes from one of them to another; what is asked, in words.

import { READ } from "../rules/rules.js";
import { limitsOf } from "../rules/spelled.js";
import { lookUp } from "../shared/look-up.js";
import { SAY } from "../words/speech.js";
import { FIELDS } from "./atlas.js";
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
    FIELDS.map(({ name, options }, at) => [
      name,
      { values: options.map(String), words: (value) => optionWords(name, READ[name](value)), of: (one) => String(options[one.places[at]]) },
    ]),
  ),
};

export function isShown(one) {
  return Object.entries(view.only).every(([name, value]) => ASKED[name].of(one) === value);
}

const OPTIONS = {
  tiles: (spelled) => spelled.replaceAll("-", "–"),
  one_die(spelled) {
    if (spelled === "never" || spelled === "always") return SAY[spelled];
    const limits = SAY.and(limitsOf(spelled).map(([name, limit]) => SAY.limits[name](limit)));
    return spelled.startsWith("forced ") ? SAY.must(limits) : limits;
  },
  clack_payout: (payout) => SAY.stakes(payout),
  immediate_clack: (atOnce) => (atOnce ? SAY.atOnce : SAY.notAtOnce),
};

// What a rule may be, in a word or two.
export function optionWords(name, value) {
  if (value === null) return SAY.none;
  return lookUp(OPTIONS, name)?.(value) ?? lookUp(lookUp(SAY.options, name), value) ?? String(value);
}

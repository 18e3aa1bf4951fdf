// The rules that have names, as the program tells them: of each its words; whether a covering goes by
// the total of the dice alone; who wins a tie (1 the second player, -1 the first, 0 nobody), and what
// one that nobody wins pays the first.

import { page } from "../shared/given.js";
import { lookUp } from "../shared/look-up.js";

export const MOVES = byName(page.kinds.moves);
export const SCORINGS = byName(page.kinds.scoring);
export const TIES = byName(page.kinds.ties);

function byName(kinds) {
  return Object.fromEntries(kinds.map((kind) => [kind.name, kind]));
}

// Whom equal scores favour: above 0 the second player, below 0 the first, else nobody.
export function favourOf(ties) {
  return BigInt(TIES[ties].wins);
}

// Who gains by equal scores: the mark of a seat, with the stakes where nobody wins but one pays.
export function gainOfTie(name) {
  const { wins, pays } = TIES[name];
  if (wins !== 0) return wins < 0 ? "●" : "▲";
  if (pays === "0") return "";
  return pays.startsWith("-") ? `▲ ${pays.slice(1)}` : `● ${pays}`;
}

// The names, as a field takes them; behind some stands what is said of them.
export function namesOf(kinds, said = {}) {
  return Object.keys(kinds).map((name) => (lookUp(said, name) ? `${name} (${lookUp(said, name)})` : name)).join(" | ");
}

// The words of each.
export function wordsOf(kinds) {
  return Object.fromEntries(Object.entries(kinds).map(([name, { words }]) => [name, words]));
}

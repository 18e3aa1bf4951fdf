// What rules are, and whether they are fair, in words.

import { FIELDS } from "../rules/fields.js";
import { fractionText, less, size, times } from "../shared/exact.js";
import { counted, figures, SAY } from "./speech.js";

export function inStakes(ev) {
  return SAY.inStakes(fractionText(ev));
}

// The rules in words, but for those that say that nothing is special.
export function inWords(rules) {
  return Object.entries(rules)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => FIELDS[name].words(value));
}

// What is known of whether a game is fair: a rounded value is never said to be exact.
export function judgement(ev, near) {
  if (ev) return verdict(ev);
  return `≈ ${near[0] === 0n ? SAY.roundedFair : verdict(near)}`;
}

// Whether the game is fair, who loses, and how much: in percent, and in how many games a stake.
function verdict(value) {
  if (value[0] === 0n) return SAY.fairly;
  const loses = size(value);
  const tiny = less(times(10n ** 12n, times(100, loses)), [1n, 1n]);
  const short = tiny ? SAY.tiny : figures([times(100, loses)], 4)[0];
  const games = gamesFor(loses);
  const word = less(times(100, loses), [1n, 1n]) ? SAY.nearlyFair : SAY.notFair;
  const player = value[0] < 0n ? SAY.first : SAY.second;
  return games < 2n ? SAY.loses(word, player, short) : SAY.losesOften(word, player, short, counted(games));
}

// The number of games in which a value becomes a stake, with its sign.
export function gamesFor(value) {
  if (value[0] === 0n) return 0n;
  const [gain, of] = size(value);
  const games = (of + gain / 2n) / gain || 1n;
  return value[0] < 0n ? -games : games;
}

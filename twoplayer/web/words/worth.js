// What rules are, and whether they are fair, in words.

import { FIELDS } from "../rules/fields.js";
import { decimal, fractionText, less, size, times } from "../shared/exact.js";
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

// Games that a stake takes, below which it is said how many stakes a hundred games take.
const FEW_GAMES = 10n;

// Whether the game is fair, and in about how many games a stake goes to whom: the same words everywhere.
function verdict(value) {
  const [word, rest] = wordsOfVerdict(value);
  return SAY.judged(word, rest);
}

// Both parts of it: the word, and what it means.
/** @type {(value: import("../shared/exact.js").Fraction) => [string, string]} */
export function wordsOfVerdict(value) {
  if (value[0] === 0n) return [SAY.exactlyFair, SAY.neither];
  const loses = size(value);
  const word = less(times(100, loses), [1n, 1n]) ? SAY.nearlyFair : SAY.notFair;
  const seat = value[0] < 0n ? SAY.goesTo.second : SAY.goesTo.first;
  const games = gamesFor(loses);
  if (games >= FEW_GAMES) return [word, SAY.oneStakeGoes(counted(games), seat)];
  return [word, SAY.stakesGo(counted(BigInt(decimal(times(100, loses), 0))), seat)];
}

// The same in percent, for whom it is asked.
export function inPercentOf(value) {
  if (value[0] === 0n) return "";
  const percent = times(100, size(value));
  const tiny = less(times(10n ** 12n, percent), [1n, 1n]);
  return SAY.percentOf(value[0] < 0n ? SAY.first : SAY.second, tiny ? SAY.tiny : figures([percent], 4)[0]);
}

// The number of games in which a value becomes a stake, with its sign.
export function gamesFor(value) {
  if (value[0] === 0n) return 0n;
  const [gain, of] = size(value);
  const games = (of + gain / 2n) / gain || 1n;
  return value[0] < 0n ? -games : games;
}

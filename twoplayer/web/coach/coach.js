// The coach, who speaks only where he is wanted, and after a move that gives much away: what would have
// been better, and why; it can be taken back.

import { hundredth } from "../box/chances.js";
import { element, say } from "../shared/dom.js";
import { less, times } from "../shared/exact.js";
import { SAY } from "../words/speech.js";

let takeBackMove = null;

// Say what is wrong with a move, by the turn that was solved and the tiles that it leaves open and that
// the best would have left.
/** @type {(words: string, turn: import("../rules/turn.js").Turn, left: number, better: number, takeBack: () => void) => void} */
export function tellMistake(words, turn, left, better, takeBack) {
  takeBackMove = takeBack;
  say("coach-says", words);
  say("coach-why", whyWorse(turn, left, better));
  element("coach-sheet").showModal();
}

// Why one set of open tiles is worse than another: what the next roll does to it, or what tiles there
// are; nothing where that tells nothing.
function whyWorse(turn, left, better) {
  const [risk, other] = [left, better].map((set) => riskOf(turn, set));
  const [often, seldom] = [risk, other].map(hundredth);
  if (less(other, risk) && often !== seldom) return SAY.coachRisk(often, seldom);
  const counts = [left, better].map((set) => Math.min(...turn.game.diceCounts(set)));
  if (counts[1] < counts[0]) return SAY.coachDie;
  const largest = [left, better].map((set) => turn.game.open(set).at(-1) ?? 0);
  return largest[1] < largest[0] ? SAY.coachLarge(largest[0], hundredth(chanceOf(turn.game, largest[0]))) : "";
}

// How often a roll of all dice can cover a tile, where others that it takes are open.
function chanceOf(game, tile) {
  const bit = game.set([tile]);
  const covering = game.rolls(game.dice).filter(({ roll }) => game.covered(roll).some((set) => set & bit));
  return [covering.reduce((sum, { ways }) => sum + ways, 0n), game.outcomes ** BigInt(game.dice)];
}

// How often the next roll covers nothing, by the dice with which that is rarest.
function riskOf(turn, set) {
  const risks = turn.choicesOf(set).map(({ none, outcomes }) => [none, outcomes]);
  return risks.reduce((one, other) => (less(other, one) ? other : one), risks[0] ?? [0n, 1n]);
}

// A twentieth: of a stake, or of what counts instead.
export function isMuch(cost, whole = 1n) {
  return !less(times(20, cost), [whole, 1n]);
}

element("coach-back").addEventListener("click", () => {
  element("coach-sheet").close();
  takeBackMove();
});
element("coach-on").addEventListener("click", () => element("coach-sheet").close());

// How a turn, or a game, has ended, in words.

import { game } from "../box/board.js";
import { resultNow } from "../box/chances.js";
import { FIELDS } from "../rules/fields.js";
import { fractionText, size } from "../shared/exact.js";
import { SAY } from "../words/speech.js";
import {
  isLastRound, outcome, playerName, roundsBefore, roundsNow, scoresNow, seatCount, totalsNow, who,
} from "./evening.js";

// What a player has left.
export function said(number) {
  const score = game.left[number - 1];
  return score === 0n ? SAY.clacks(who(number)) : SAY.leaves(who(number), score);
}

export function result() {
  if (seatCount() > 2 || roundsNow() > 1) return resultOfMany();
  const { winner, value } = resultNow();
  const both = game.left.length < 2 ? said(1) : `${said(1)} ${said(2)}`;
  if (winner === "nobody") return `${both} ${SAY.tie(FIELDS.ties.words(game.rules.ties))}`;
  return `${both} ${SAY.wins(who(winner === "first" ? 1 : 2), fractionText(size(value)))}`;
}

// How a game of several players, or rounds, has ended.
function resultOfMany() {
  const counted = roundsNow() > 1 ? totalsNow() : scoresNow();
  const totals = counted.map((score, place) => SAY.total(playerName(place), score ?? "–"));
  if (!isLastRound()) return SAY.roundOver(roundsBefore().length + 1, roundsNow(), totals);
  const before = roundsNow() > 1 ? SAY.totals(totals) : said(game.player);
  const { stakes, won } = outcome();
  if (!won.length) return `${before} ${SAY.allTie}`;
  const gained = fractionText(stakes[won[0]]);
  if (won.length === 1) return `${before} ${SAY.wins(playerName(won[0]), gained)}`;
  return `${before} ${SAY.sharing(won.map(playerName), gained)}`;
}

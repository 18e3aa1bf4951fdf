// The coach watches who plays with his own hands on the board.

import { game, past, tilesIn } from "../box/board.js";
import { chanceTexts, nearSign } from "../box/chances.js";
import { lookBack } from "../box/lookback.js";
import { backTo, tryAgain } from "../box/moves.js";
import { waysOf } from "../evening/evening.js";
import { oddsSolver } from "../evening/standing.js";
import { settings } from "../memory/settings.js";
import { when } from "../shared/bell.js";
import { SAY } from "../words/speech.js";
import { isMuch, tellMistake } from "./coach.js";

when("covered", () => {
  const decision = game.log.at(-1);
  if (!settings.coach || waysOf(decision.player) !== "hand") return;
  const seen = lookBack(decision);
  const mistake = seen?.mistakes.find(({ ofDice }) => !ofDice);
  if (!mistake || !isMuch(mistake.cost)) return;
  const { open, move } = decision;
  const { best } = mistake;
  const chances = chanceTexts([best, seen.covered]).map((text) => nearSign(seen.odds) + text);
  const words = SAY.coachSays(tilesIn(move), tilesIn(best.move), chances[1], chances[0]);
  tellMistake(words, oddsSolver().turn, open ^ move, open ^ best.move, takeBackLast);
});

// Go back to where the dice lay there and no tile was chosen yet.
function takeBackLast() {
  const place = game.log.length - 1;
  const before = past.findLast(({ log, roll, chosen }) => log.length === place && roll && !chosen);
  if (before) backTo(before);
  else tryAgain(place);
}

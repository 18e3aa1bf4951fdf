// The coach watches who plays with his own hands on the board.

import { game, rulesOfGame, tilesIn } from "../box/board.js";
import { chanceTexts, nearSign } from "../box/chances.js";
import { lookBack } from "../box/lookback.js";
import { takeBackLast } from "../box/moves.js";
import { waysOf } from "../evening/evening.js";
import { oddsSolver } from "../evening/standing.js";
import { settings } from "../memory/settings.js";
import { when } from "../shared/bell.js";
import { times } from "../shared/exact.js";
import { figures, SAY } from "../words/speech.js";
import { isMuch, tellMistake } from "./coach.js";

when("covered", () => {
  const decision = game.log.at(-1);
  if (!settings.coach || waysOf(decision.player) !== "hand") return;
  const seen = lookBack(decision);
  const mistake = seen?.mistakes.find(({ ofDice }) => !ofDice);
  if (!mistake || !isMuch(mistake.cost, game.day ? rulesOfGame().score(rulesOfGame().all) : 1n)) return;
  const { open, move } = decision;
  const { best } = mistake;
  const says = game.day ? SAY.coachExpects : SAY.coachSays;
  const [better, worse] = (game.day ? scoresExpected : chancesToWin)([best, seen.covered], seen.odds);
  const words = says(tilesIn(move), tilesIn(best.move), worse, better);
  tellMistake(words, oddsSolver().turn, open ^ move, open ^ best.move, takeBackLast);
});

function chancesToWin(options, odds) {
  return chanceTexts(options).map((text) => nearSign(odds) + text);
}

// Of a turn alone, which is worth minus the score.
function scoresExpected(options) {
  return figures(options.map(({ value }) => times(-1, value)), 1);
}

// What the odds say of the board: of its moves, and of who is ahead.

import { isProgrammed, placeOf } from "../evening/evening.js";
import { oddsSolver, standingOf, whyNoOdds } from "../evening/standing.js";
import { settings } from "../memory/settings.js";
import { decimal, equal, minus, times } from "../shared/exact.js";
import { figures, localised, SAY } from "../words/speech.js";
import { game, mayRoll, movesNow, rulesOfGame, solver } from "./board.js";

export function resultNow() {
  const [first, second] = game.left;
  return oddsSolver().turn.game.toSecond(first, second ?? null);
}

// The chances at the end, when nothing is left to chance.
export function settled() {
  const { winner } = resultNow();
  return ["first", "nobody", "second"].map((who) => [who === winner ? 1n : 0n, 1n]);
}

// The chances of two players by their places, which they keep, whoever begins.
export function byPlace(chances) {
  return placeOf(1) === 0 ? chances : [...chances].reverse();
}

// The odds of the turn that is played, rounded ones if need be; null while they are worked out.
export function oddsNow() {
  return whyNoOdds() ? null : oddsSolver().nearly(standingOf(game));
}

export function nearSign(odds) {
  return odds?.near ? "≈" : "";
}

// Whether there is anything to give a hint about: a choice, or a roll. The box of a day is played
// without one, as by everybody.
export function mayHint() {
  return !game.day && (mayRoll() || movesNow().length > 0) && !isProgrammed() && !whyNoOdds();
}

// Whether the best moves are shown.
export function hinted() {
  return (settings.odds || game.asked) && mayHint() && oddsNow() !== null;
}

// The moves of a roll, best first, or the numbers of dice before it; none where there is no choice.
export function bestMoves() {
  return movesNow().length ? oddsNow().moves(game.open, game.roll) : [];
}

export function diceOptions() {
  const choice = mayRoll() && rulesOfGame().diceCounts(game.open).length > 1;
  return choice ? oddsNow().dice(game.open) : [];
}

// What the position is worth to the player whose turn it is.
export function worthNow(odds = oddsNow()) {
  if (game.phase === "setup") return odds.worth(game.open);
  if (game.phase !== "turn" || game.open === 0) return odds.ended(game.open);
  if (game.roll === null) return odds.worth(game.open);
  return bestMoves()[0] ?? odds.ended(game.open);
}

// The chances that player 1 wins, that nobody does, that player 2 does.
export function chancesOf(player, { win, tie }) {
  const lose = minus(minus([1n, 1n], win), tie);
  return player === 1 ? [win, tie, lose] : [lose, tie, win];
}

// A chance in whole hundredths; what is not certain is never written as if it were.
export function hundredth(chance) {
  const whole = decimal(times(100, chance), 0);
  const [certain, never] = [equal(chance, [1n, 1n]), chance[0] === 0n];
  if (whole === "0") return never ? "0" : "<1";
  return whole === "100" && !certain ? ">99" : whole;
}

// The chances to win of some options, best first, with a further digit, and no more than one, for those that
// would look equal. Where a stake more or less matters they need not fall: all odds tell why.
export function chanceTexts(options) {
  const chances = options.map(({ win }) => times(100, win));
  return chances.map((chance) => {
    const alike = chances.filter((other) => decimal(other, 0) === decimal(chance, 0));
    const digits = alike.every((other) => equal(other, chance)) ? 0 : 1;
    return SAY.inHundred(localised(decimal(chance, digits)));
  });
}

// What some options are worth, rounded so that only equal ones look equal.
export function oddsWords(options) {
  const values = figures(options.map(({ value }) => value), 4);
  const wins = figures(options.map(({ win }) => times(100, win)), 2);
  const ties = figures(options.map(({ tie }) => times(100, tie)), 2);
  const near = nearSign(oddsNow());
  return options.map((_, place) => near + SAY.odds(values[place], wins[place], ties[place]));
}

export function isAwaited() {
  const { failure, halted } = oddsSolver();
  return !oddsNow() && !failure && !halted;
}

// Where there is nothing to choose before a roll: how often it covers nothing.
export function riskNow() {
  const [{ none, outcomes }] = solver().turnAgainst(game.beat).choicesOf(game.open);
  return SAY.inHundred(hundredth([none, outcomes]));
}

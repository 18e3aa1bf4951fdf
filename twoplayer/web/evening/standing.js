// What the odds are asked for: of two players, of several, or of the last of some rounds.

import { bothRules, game, solver, solverOf } from "../box/board.js";
import { TIES } from "../rules/kinds.js";
import { linkTo } from "../rules/link.js";
import { BY_ONESELF } from "../rules/odds.js";
import { MOST_SEATS_WORK, workOfSeats } from "../rules/seats.js";
import { SAY } from "../words/speech.js";
import {
  favourNow, FEWEST_PLAYERS, haveOwn, holdersNow, isLastRound, MOST_PLAYERS, orderOfGame, placeOf,
  roundsBefore, roundsNow, seatCount,
} from "./evening.js";

// Up to how many players there are odds by some rules.
const mostSeats = new Map();

export function mostWithOdds(rules) {
  const link = linkTo(rules);
  if (!mostSeats.has(link)) {
    let most = FEWEST_PLAYERS;
    const pays = TIES[rules.ties].pays !== "0"; // of two players alone
    while (!pays && most < MOST_PLAYERS && workOfSeats(rules, most + 1) <= MOST_SEATS_WORK) most += 1;
    mostSeats.set(link, most);
  }
  return mostSeats.get(link);
}

// Why there are no odds of this game; nothing where there are.
export function whyNoOdds() {
  if (roundsNow() > 1 && !isDecider()) return SAY.noRoundOdds;
  if (seatCount() <= 2) return "";
  if (haveOwn()) return SAY.noOwnOdds;
  const most = mostWithOdds(game.rules);
  return seatCount() > most ? SAY.tooManyOdds(most) : "";
}

// Whether this is the last round of two players: a game in which one is behind.
function isDecider() {
  return seatCount() === 2 && roundsNow() > 1 && isLastRound();
}

export function oddsSolver() {
  if (isDecider()) {
    const [first, second] = bothRules();
    return solverOf(first, 2, marginNow(), second);
  }
  return seatCount() <= 2 || whyNoOdds() ? solver() : solverOf(game.rules, seatCount());
}

// By what who starts this round is behind, as a `Game` takes it. Equal sums favour one by the order of
// the first round.
function marginNow() {
  const [mine, other] = [1, 2].map((seat) =>
    roundsBefore().reduce((sum, { scores }) => sum + scores[placeOf(seat)], 0n),
  );
  const favour = favourNow();
  return 2n * (mine - other) + (orderOfGame()[0] === placeOf(1) ? favour : -favour);
}

export function askOdds() {
  if (whyNoOdds()) solver().ask(game.beat);
  else oddsSolver().ask(standingOf(game));
}

// What a turn faces, as the solvers call it: alone, nothing; of two players the score to beat.
export function standingOf({ player, beat, holders = holdersNow() }) {
  if (seatCount() === 1) return BY_ONESELF;
  return seatCount() === 2 ? beat : `${player}/${beat ?? ""}/${holders}`;
}

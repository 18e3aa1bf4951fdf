// The program as a player: the best it can, by the rule of thumb of a card, or at random. It plays
// step by step, so that one can follow.

import {
  change, diceNow, game, hush, lay, mayRoll, movesLeft, movesNow, rulesOfGame, solver, tilesIn,
} from "../box/board.js";
import { oddsNow } from "../box/chances.js";
import { lookBack } from "../box/lookback.js";
import { cover, endTurn, passOn, rollDice } from "../box/moves.js";
import { howGood } from "../coach/judged.js";
import { settings } from "../memory/settings.js";
import { linkTo } from "../rules/link.js";
import { limitsOf } from "../rules/spelled.js";
import { page } from "../shared/given.js";
import { SAY } from "../words/speech.js";
import { eveningNow, isProgrammed, playerName, seatCount, waysOf, who } from "./evening.js";
import { oddsSolver, whyNoOdds } from "./standing.js";

// Between two steps it waits so many milliseconds; where it has to wait for odds, it looks again.
const PACE = 500;
let stepping = null;

export function programWords() {
  const name = who(game.player);
  if (mayRoll()) return SAY.programRolls(name);
  if (game.chosen) return SAY.programCovers(name, tilesIn(game.chosen));
  if (movesNow().length) return SAY.programRolled(name, SAY.and(game.roll));
  return SAY.programStops(name, rulesOfGame().score(game.open));
}

// What the program would have done instead of the last move of who plays against its best, where that gave
// much away; said until the dice are rolled again.
export function otherMove() {
  const last = game.log.at(-1);
  const rival = eveningNow().players.findIndex(({ plays }) => plays === "best");
  if (settings.coach || rival < 0 || seatCount() > 2 || last?.player !== game.player || last.move === null) return "";
  const seen = lookBack(last);
  const mistake = seen?.mistakes.find(({ ofDice }) => !ofDice);
  if (!mistake || seen.odds.near || howGood(mistake.cost) !== "worse") return "";
  return SAY.wouldTake(playerName(rival), tilesIn(mistake.best.move));
}

export function drawProgram() {
  clearTimeout(stepping);
  stepping = isProgrammed() ? setTimeout(goOnPlaying, PACE) : null;
}

// Nobody plays behind a sheet, or while nobody looks.
function goOnPlaying() {
  if (document.hidden || document.querySelector("dialog[open]")) drawProgram();
  else stepOfProgram();
}

// The next step, which the large button hurries; it waits for dice that tumble, and for odds.
export function stepOfProgram() {
  const wanted = programChoice();
  if (wanted === null) drawProgram();
  else wanted();
  // Who has hurried the program has not yet seen that it is his turn.
  if (!isProgrammed()) hush();
}

function programChoice() {
  if (game.phase === "passed") return passOn;
  if (mayRoll()) {
    const dice = chosenDice();
    return dice && (() => rollProgram(dice));
  }
  if (movesLeft().includes(game.chosen)) return () => cover(game.chosen);
  if (!movesNow().length) return endTurn;
  const move = chosenMove();
  return move && (() => change({ chosen: move }));
}

function rollProgram(dice) {
  if (dice !== diceNow()) lay({ game: { ...game, dice } });
  rollDice();
}

// What the odds are that the program plays by: rounds, and too many players, are played as if only
// the score to beat counted.
function programOdds() {
  return whyNoOdds() ? solver().nearly(game.beat) : oddsNow();
}

// How it plays: by a card where there is one. Without odds, since somebody has stopped them or they
// failed, it plays by a rule of thumb, too.
function programWay() {
  const way = waysOf(game.player);
  const { halted, failure } = whyNoOdds() ? solver() : oddsSolver();
  if (way === "best" && !programOdds() && (halted || failure)) return "card";
  return way === "card" && !cardNow() ? "best" : way;
}

// The number of dice; null while odds are awaited.
function chosenDice() {
  const counts = rulesOfGame().diceCounts(game.open);
  const way = programWay();
  if (counts.length === 1) return counts[0];
  if (way === "random") return byChance(counts);
  if (way === "best") return programOdds()?.dice(game.open)[0].dice ?? null;
  return advisesOne(cardNow()?.one_die ?? "never", rulesOfGame().open(game.open)) ? counts[0] : counts.at(-1);
}

function chosenMove() {
  const way = programWay();
  if (way === "random") return byChance(movesNow());
  if (way === "best") return programOdds()?.moves(game.open, game.roll)[0].move ?? null;
  return byChance(byThumb(cardNow()?.rule ?? ANY_CARD, movesNow()));
}

function byChance(choices) {
  return choices[Math.floor(Math.random() * choices.length)];
}

// The card

// Where there is none: few tiles, large ones.
const ANY_CARD = [["tiles", -1], ["largest tile", 1]];

// What a rule of thumb looks at, in the tiles that are covered and in those that stay open.
const FEATURES = {
  "largest tile": (covered) => Math.max(...covered),
  "smallest tile": (covered) => Math.min(...covered),
  tiles: (covered) => covered.length,
  squares: (covered) => covered.reduce((sum, tile) => sum + tile ** 2, 0),
  "1 kept": (_, open) => Number(open.includes(1)),
  "6 or less": (_, open) => Number(Math.max(0, ...open) <= 6),
  "playable totals": (_, open) => (open.length ? playableTotals(rulesOfGame().set(open)) : Infinity),
};

function cardNow() {
  return thumbOf(linkTo(rulesOfGame().rules), game.player === 1 ? "first" : "second");
}

export function thumbOf(link, player) {
  return page.thumbs.find(({ players, games }) => players.includes(player) && games.includes(decodeURIComponent(link))) ?? null;
}

// The totals that have a move.
function playableTotals(set) {
  const rules = rulesOfGame();
  const rolls = rules.diceCounts(set).flatMap((dice) => rules.rolls(dice).map(({ roll }) => roll));
  const live = rolls.filter((roll) => rules.covers(set, roll).length);
  return new Set(live.map((roll) => roll.reduce((sum, die) => sum + die))).size;
}

// The moves that a rule of thumb does not tell apart from the best by it.
function byThumb(rule, moves) {
  let left = moves;
  for (const [name, sign] of rule) {
    const worth = left.map(
      (move) => sign * FEATURES[name](rulesOfGame().open(move), rulesOfGame().open(game.open ^ move)),
    );
    const most = Math.max(...worth);
    left = left.filter((_, place) => worth[place] === most);
  }
  return left;
}

// Whether a single die is rolled, by advice that is written as rules are.
function advisesOne(advice, open) {
  if (advice === "never") return false;
  const measures = { sum: open.reduce((sum, tile) => sum + tile, 0), max: open.at(-1) ?? 0, count: open.length };
  return limitsOf(advice).every(([name, limit]) => measures[name] <= Number(limit));
}

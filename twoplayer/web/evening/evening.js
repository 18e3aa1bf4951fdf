// An evening: who plays, by name or as the program, in which order, and what the games have brought.

import { game, rulesAt, rulesOfGame } from "../box/board.js";
import { settings } from "../memory/settings.js";
import { favourOf, TIES } from "../rules/kinds.js";
import { ownOf, readOwn } from "../rules/own.js";
import { holdersOf } from "../rules/seats.js";
import { fractionText, minus, plus, reduced } from "../shared/exact.js";
import { isYou, SAY } from "../words/speech.js";

/** @typedef {import("../shared/exact.js").Fraction} Fraction */
// A player's name, how he plays, and which rules he has of his own.
/** @typedef {{ name: string, plays: string, own: import("../rules/own.js").Own }} Person */
// A line of the score sheet, by player: the order of a game or round, the scores, what it has brought
// (nothing where the game goes on for another round), and who has won.
/** @typedef {{ order: number[], scores: (bigint | null)[], stakes: Fraction[] | null, won: number[] }} Line */
// Who plays, who starts the next game, how many rounds it has, and what was played.
/** @typedef {{ players: Person[], starts: string, rounds: number, lines: Line[] }} Evening */

export const [FEWEST_PLAYERS, MOST_PLAYERS] = [2, 8];
export const MOST_ROUNDS = 10;
export const LONGEST_NAME = 20;
export const WAYS = ["hand", "best", "card", "random"];
export const STARTS = ["turn", "loser", "winner", "same"];
export const SHAPES = ["●", "▲", "■", "◆", "▼", "★", "✚", "⬟"];
export const NOBODY = { name: "", plays: "hand", own: {} };
/** @type {Evening} */
export const ALONE = { players: [NOBODY, NOBODY], starts: "same", rounds: 1, lines: [] };

// Who plays the box of a day.
/** @type {Evening} */
export const ONESELF = { players: [NOBODY], starts: "same", rounds: 1, lines: [] };

/** @type {() => Evening} */
export function eveningNow() {
  return game.evening ?? ALONE;
}

export function seatCount() {
  return eveningNow().players.length;
}

export function orderNow() {
  return game.order ?? [...eveningNow().players.keys()];
}

// The place of the player who has a seat.
export function placeOf(seat) {
  return orderNow()[seat - 1];
}

export function seatOf(place) {
  return orderNow().indexOf(place) + 1;
}

// What somebody is called who has a seat; and in the middle of a sentence.
export function who(seat) {
  return playerName(placeOf(seat));
}

export function whoWithin(seat) {
  const place = placeOf(seat);
  const { name, plays } = eveningNow().players[place];
  return name || plays !== "hand" || isAlone() ? playerName(place) : SAY.playerWithin(place + 1);
}

export function playerName(place) {
  const { name, plays } = eveningNow().players[place];
  if (name) return apart(name);
  if (plays !== "hand") return SAY.program(place + 1);
  return isAlone() ? SAY.you : SAY.player(place + 1);
}

// What somebody is called in what is sent: who reads that is not you.
export function nameToOthers(place) {
  const name = playerName(place);
  return isYou(name) ? SAY.me : name;
}

// Whether one person plays, against the program alone.
function isAlone() {
  return eveningNow().players.filter(({ plays }) => plays === "hand").length === 1;
}

// A name that may be written from right to left does not turn the sentence around it.
function apart(name) {
  return /[\u0590-\u{10ffff}]/u.test(name) ? `\u2068${name}\u2069` : name;
}

// A name as somebody has written it, short, in one line, and without marks that turn what follows.
function cleanName(text) {
  const short = String(text).slice(0, 10 * LONGEST_NAME);
  const line = short.replace(/[\s\p{Cc}]+/gu, " ").replace(/[\p{Bidi_Control}\p{Cs}]/gu, "");
  return [...line.trim()].slice(0, LONGEST_NAME).join("").trim();
}

// An evening that somebody has set up, or that was kept, as far as it is one; else null.
export function readEvening(given) {
  if (!Array.isArray(given?.players)) return null;
  const players = given.players.slice(0, MOST_PLAYERS).map((each) => ({
    name: cleanName(each?.name ?? ""),
    plays: WAYS.includes(each?.plays) ? each.plays : "hand",
    own: readOwn(each?.own),
  }));
  if (players.length < FEWEST_PLAYERS) return null;
  const starts = STARTS.includes(given.starts) ? given.starts : "turn";
  const rounds = Math.min(MOST_ROUNDS, Math.max(1, Math.floor(given.rounds) || 1));
  return { players, starts, rounds };
}

// An evening with its score sheet, and the order, as they were kept; nothing where they are none.
export function readSeats(given) {
  const evening = readEvening(given?.evening);
  if (!evening) return {};
  const places = [...evening.players.keys()];
  const each = (list, read) => places.map((place) => read(list[place]));
  const ordered = (list) => {
    if (String([...list].sort()) !== String(places)) throw new TypeError("no order");
    return list;
  };
  const score = (text) => (text === null ? null : BigInt(text));
  const stake = ([numerator, denominator]) => [BigInt(numerator), BigInt(denominator)];
  const line = ({ order, scores, stakes, won }) => ({
    order: ordered(order),
    scores: each(scores, score),
    stakes: stakes && each(stakes, stake),
    won: places.filter((place) => won.includes(place)),
  });
  try {
    return { evening: { ...evening, lines: given.evening.lines.map(line) }, order: ordered(given.order) };
  } catch {
    return {};
  }
}

// Rounds are for rules in which a clack is worth no more than a win, as everywhere in the program.
export function mayHaveRounds(rules) {
  return rules.clack_payout === "1" && !rules.immediate_clack && TIES[rules.ties].pays === "0";
}

export function roundsNow() {
  return mayHaveRounds(game.rules) ? eveningNow().rounds : 1;
}

// The rounds of this game that have been played before.
export function roundsBefore() {
  const { lines } = eveningNow();
  return roundsNow() > 1 ? lines.slice(lines.findLastIndex(({ stakes }) => stakes) + 1) : [];
}

export function isLastRound() {
  return roundsBefore().length + 1 >= roundsNow();
}

// Of every player, by place: the score of this round, null where he had no turn.
export function scoresNow() {
  return eveningNow().players.map((_, place) => game.left[seatOf(place) - 1] ?? null);
}

// Of every player, by place: the sum of the rounds of this game.
export function totalsNow() {
  const rounds = [...roundsBefore().map(({ scores }) => scores), scoresNow()];
  return scoresNow().map((_, place) => rounds.reduce((sum, scores) => sum + (scores[place] ?? 0n), 0n));
}

// The places of those who had a turn, with what they have left: the least first.
export function rankedNow() {
  const scores = roundsNow() > 1 ? totalsNow() : scoresNow();
  const played = orderNow().filter((place) => scores[place] !== null).map((place) => ({ place, score: scores[place] }));
  return played.sort((one, other) => (one.score < other.score ? -1 : Number(one.score > other.score)));
}

// This line of the score sheet, when the round is over: what it brings to each, by place, and the
// places of those who have won.
function lineNow() {
  const line = { order: orderNow(), scores: scoresNow(), stakes: null, won: [] };
  return isLastRound() ? { ...line, ...outcome() } : line;
}

/** @type {() => { stakes: Fraction[], won: number[] }} */
export function outcome() {
  const places = roundsNow() > 1 ? orderOfGame() : orderNow();
  const counted = roundsNow() > 1 ? totalsNow() : scoresNow();
  const left = places.map((place) => counted[place]).filter((score) => score !== null);
  const [numerator, denominator] = left.includes(0n) ? rulesOfGame().clackPayout : [1n, 1n];
  const holding = holdersOf(left, game.rules.ties).map((seat) => places[seat]);
  const won = holding.length < places.length ? holding : [];
  const shared = BigInt(holding.length);
  /** @type {Fraction} */
  const tied = places.length === 2 ? rulesOfGame().tiePays : [0n, 1n];
  /** @type {Fraction[]} */
  const stakes = counted.map((_, place) => {
    if (!won.length) return place === places[0] ? tied : minus([0n, 1n], tied);
    if (!won.includes(place)) return [-numerator, denominator];
    return [numerator * (BigInt(places.length) - shared), denominator * shared];
  });
  return { stakes, won };
}

// The order in which the first round of this game was played.
export function orderOfGame() {
  return roundsBefore()[0]?.order ?? orderNow();
}

// The score sheet so far.
export function linesNow() {
  return [...eveningNow().lines, ...(game.phase === "over" ? [lineNow()] : [])];
}

// What each has won in the evening: games, and stakes.
export function tally() {
  const games = linesNow().filter(({ stakes }) => stakes);
  const each = (sum) => eveningNow().players.map((_, place) => sum(place));
  return {
    games: games.length,
    won: each((place) => games.filter(({ won }) => won.includes(place)).length),
    stakes: each((place) => reduced(games.map(({ stakes }) => stakes[place]).reduce(plus, [0n, 1n]))),
  };
}

// The evening that a fresh page begins with: the names that were kept, with nothing played yet.
export function firstSeats() {
  const evening = readEvening(settings.evening);
  return evening ? seated({ ...evening, lines: [] }, 0) : {};
}

// The evening and the order of the next game or round, or of this one from its beginning.
export function nextSeats() {
  if (!game.evening) return {};
  const { evening } = game;
  if (game.phase === "over") {
    return seated({ ...evening, lines: linesNow() }, nextStarter());
  }
  const begun = roundsBefore().length;
  return { evening: { ...evening, lines: evening.lines.slice(0, evening.lines.length - begun) }, order: orderOfGame() };
}

// The same by other rules: rounds of a game by these do not count.
export function seatsByOtherRules() {
  const { evening, order } = nextSeats();
  if (!evening) return {};
  const ended = evening.lines.findLastIndex(({ stakes }) => stakes) + 1;
  return { evening: { ...evening, lines: evening.lines.slice(0, ended) }, order };
}

// Two players of whom the second has rules of her own, if they are others.
export function withSecond(rules, second) {
  const own = ownOf(rules, second);
  return Object.keys(own).length ? seated({ ...ALONE, players: [NOBODY, { ...NOBODY, own }] }, 0) : {};
}

// Whether somebody plays by rules of his own.
export function haveOwn() {
  return eveningNow().players.some((_, place) => rulesAt(place) !== game.rules);
}

// Everybody in his place around the table, from who starts.
export function seated(evening, starter) {
  const places = [...evening.players.keys()];
  return { evening, order: [...places.slice(starter), ...places.slice(0, starter)] };
}

// The place of who starts next. Of several who have lost, or won, this one's starter, else the
// first who played; with two players equal scores change nothing.
export function nextStarter() {
  const { starts } = eveningNow();
  const order = orderNow();
  if (starts === "same") return order[0];
  if (starts === "turn") return (order[0] + 1) % order.length;
  const scores = scoresNow();
  const played = order.filter((place) => scores[place] !== null);
  // Who had no turn, because somebody has clacked at once, has lost.
  const idle = order.filter((place) => scores[place] === null);
  if (starts === "loser" && idle.length) return idle[0];
  const before = (one, other) => (starts === "loser" ? scores[one] > scores[other] : scores[one] < scores[other]);
  return played.reduce((first, place) => (before(place, first) ? place : first));
}

// The scores before a seat's turn.
export function leftBefore(seat) {
  return game.left.slice(0, seat - 1);
}

// Whom equal scores favour: above 0 the second player, below 0 the first, else nobody.
export function favourNow() {
  return favourOf(game.rules.ties);
}

// What a player has left by now; null before his turn.
export function scoreOf(number) {
  if (number === game.player && ["turn", "setup"].includes(game.phase)) return rulesOfGame().score(game.open);
  return game.left[number - 1] ?? (number === 1 ? game.beat : null);
}

// What the score beside a name is: of tiles still to be covered, or left; nothing before the turn.
export function stateOf(number) {
  if (scoreOf(number) === null) return "";
  return number === game.player && game.phase === "turn" ? SAY.open : SAY.left;
}

// How many have the score to beat.
export function holdersNow() {
  return game.beat === null ? 0 : holdersOf(leftBefore(game.player), game.rules.ties).length;
}

// Whether the box goes from one hand to another, who has not taken it up.
export function isHanded() {
  const [before, now] = [game.player - 1, game.player].map((seat) => seat === 0 || waysOf(seat) === "hand");
  return game.phase === "turn" && game.handed && before && now;
}

// Whether another person starts the next game than who has played last in this one.
export function startsByAnother() {
  if (!game.evening || game.phase !== "over") return false;
  return placeOf(game.player) !== nextStarter() && waysOf(game.player) === "hand";
}

// Whether the score of all others is beaten by whoever plays last, and nothing more is to be won.
export function isBeaten() {
  if (game.phase !== "turn" || game.beat === null || game.open === 0 || roundsNow() > 1) return false;
  if (game.player < seatCount() || fractionText(rulesOfGame().clackPayout) !== "1") return false;
  const score = rulesOfGame().score(game.open);
  return score < game.beat || (score === game.beat && favourNow() > 0n);
}

// Whether the program has the turn.
export function isProgrammed() {
  return ["turn", "passed"].includes(game.phase) && waysOf(game.player) !== "hand";
}

export function waysOf(seat) {
  return eveningNow().players[placeOf(seat)].plays;
}

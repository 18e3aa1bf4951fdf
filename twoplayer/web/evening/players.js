// The sheet of the evening: who plays and how, who starts, how many rounds; and what has been played.

import { atTable, change, game, rulesAt } from "../box/board.js";
import { leaveDay, newGame } from "../box/moves.js";
import { settings } from "../memory/settings.js";
import { linkTo } from "../rules/link.js";
import { withOwn } from "../rules/own.js";
import { allow, button, element, fill, made, say } from "../shared/dom.js";
import { fractionText } from "../shared/exact.js";
import { figure, SAY } from "../words/speech.js";
import { inWords } from "../words/worth.js";
import {
  ALONE, eveningNow, FEWEST_PLAYERS, linesNow, LONGEST_NAME, mayHaveRounds, MOST_PLAYERS,
  MOST_ROUNDS, NOBODY, orderNow, playerName, readEvening, seatCount, seated, seatsByOtherRules, SHAPES, STARTS,
  tally, WAYS,
} from "./evening.js";
import { openHeadStart } from "./head-start.js";
import { thumbOf } from "./opponent.js";
import { mostWithOdds } from "./standing.js";

// Of those who play, or of others.
export function openPlayers(people = null) {
  element("menu").close();
  const evening = readEvening(atTable()?.evening) ?? { ...ALONE, starts: "turn" };
  showPlayers(people ? { ...evening, players: people } : evening);
  element("players-sheet").showModal();
}

function showPlayers({ players, starts, rounds }) {
  element("names").replaceChildren(...players.map(playerRow));
  element("starts").replaceChildren(...STARTS.map((way) => new Option(SAY.startWays[way], way)));
  element("starts").value = starts;
  const counts = Array.from({ length: MOST_ROUNDS }, (_, place) => place + 1);
  element("rounds").replaceChildren(...counts.map((count) => new Option(SAY.roundCount(count), String(count))));
  element("rounds").value = rounds;
  checkPlayers();
}

function playerRow({ name, plays, own = {} }, place) {
  const number = place + 1;
  const field = made("input", [], {
    class: "player-name", maxlength: LONGEST_NAME, autocomplete: "off", spellcheck: "false", dir: "auto",
    "aria-label": SAY.nameField(number),
  });
  field.value = name;
  const [hand, ...ways] = WAYS.map((way) => new Option(SAY.ways[way], way));
  const list = made("select", [hand, made("optgroup", ways, { label: SAY.theProgram })], { "aria-label": SAY.playsHow(number) });
  list.value = plays;
  // What he is called without a name.
  const call = () => { field.placeholder = list.value === "hand" ? SAY.player(number) : SAY.program(number); };
  call();
  list.addEventListener("change", call);
  list.addEventListener("change", checkPlayers);
  const mark = made("i", SHAPES[place], { "aria-hidden": "true" });
  const drop = button("✕", () => dropPlayer(place), { "aria-label": SAY.removePlayer(number), class: "drop" });
  const ahead = button([], () => openHeadStart(place, writtenEvening().players, take), { class: "own" });
  const row = made("li", [mark, field, list, drop, ahead], { class: `of-${number}` });
  const take = (mine) => {
    const words = inWords(mine).join("; ");
    row.own = mine;
    ahead.textContent = words ? SAY.ownRules(SAY.headStart, words) : SAY.headStart;
  };
  take(own);
  return row;
}

// What stands in the sheet.
function writtenEvening() {
  const players = [...element("names").children].map((row) => ({
    name: row.querySelector("input").value,
    plays: row.querySelector("select").value,
    own: row.own,
  }));
  return readEvening({ players, starts: element("starts").value, rounds: Number(element("rounds").value) });
}

export function addPlayer() {
  const evening = writtenEvening();
  if (evening.players.length >= MOST_PLAYERS) return;
  showPlayers({ ...evening, players: [...evening.players, NOBODY] });
  element("names").lastElementChild.querySelector("input").focus();
}

function dropPlayer(place) {
  const evening = writtenEvening();
  if (evening.players.length <= FEWEST_PLAYERS) return;
  showPlayers({ ...evening, players: evening.players.filter((_, each) => each !== place) });
  element("add-player").focus();
}

// Say what goes and what does not, while it is written.
export function checkPlayers() {
  const { players, rounds } = writtenEvening();
  const remarks = [];
  const most = mostWithOdds(game.rules);
  if (rounds > 1) remarks.push(mayHaveRounds(game.rules) ? SAY.roundsHow : SAY.roundsNeed);
  else if (players.length > most) remarks.push(SAY.oddsUpTo(most));
  const cards = ["first", "second"].every((player) => thumbOf(linkTo(game.rules), player));
  if (!cards && players.some(({ plays }) => plays === "card")) remarks.push(SAY.noCard);
  if (game.evening?.lines.length && startsAnew(writtenEvening())) remarks.push(SAY.restarts);
  say("players-remarks", remarks.join(" "));
  allow("add-player", players.length < MOST_PLAYERS);
  allow("play-evening", rounds === 1 || mayHaveRounds(game.rules));
  for (const drop of document.querySelectorAll("#names .drop")) {
    drop.setAttribute("aria-disabled", String(players.length <= FEWEST_PLAYERS));
  }
}

// Whether what is played so far does not fit another evening: other players, or rounds.
function startsAnew({ players, rounds }) {
  return players.length !== seatCount() || rounds !== eveningNow().rounds;
}

// Whether somebody has other rules of his own than before.
function changesRules({ players }) {
  return players.some(({ own }, place) => withOwn(game.rules, own) !== rulesAt(place));
}

// Play so: with new names or ways the game goes on.
export function playEvening() {
  leaveDay();
  const evening = writtenEvening();
  settings.evening = evening;
  element("players-sheet").close();
  if (startsAnew(evening)) change(newGame(game.rules, seated({ ...evening, lines: [] }, 0)));
  else if (changesRules(evening)) {
    const { evening: before, order } = { order: orderNow(), ...seatsByOtherRules() };
    change(newGame(game.rules, { evening: { ...evening, lines: before?.lines ?? [] }, order }));
  } else change({ evening: { ...evening, lines: eveningNow().lines }, order: orderNow() });
}

// Two players without names again.
export function endEvening() {
  leaveDay();
  settings.evening = null;
  element("players-sheet").close();
  change({ ...newGame(game.rules), evening: null, order: null });
}

// What has been played: of each player what he has won, and a column for each game or round.
export function drawPlayers() {
  const evening = game.day ? null : game.evening;
  const lines = evening ? linesNow() : [];
  element("evening-sheet").hidden = !lines.length;
  element("end-evening").hidden = !evening;
  if (!lines.length) return;
  const names = evening.players.map((_, place) => playerName(place));
  const key = [SAY.won, ...names, ...lines.map(({ scores, stakes }) => `${scores} ${stakes}`)].join("/");
  fill("evening-lines", key, () => eveningRows(names, lines));
}

function eveningRows(names, lines) {
  const { won, stakes } = tally();
  const games = lines.map((_, number) => number + 1);
  const heads = [SAY.aPlayer, SAY.won, SAY.inStakesHead, ...games].map((text) => made("th", String(text), { scope: "col" }));
  const rows = names.map((name, place) => {
    const mark = made("i", SHAPES[place], { "aria-hidden": "true" });
    const played = lines.map(({ scores, won: winners }) => sheetCell(scores[place], winners.includes(place)));
    const cells = [won[place], fractionText(stakes[place]), ...played].map((text) => made("td", String(text)));
    const head = made("th", [mark, " ", made("bdi", name)], { scope: "row" });
    return made("tr", [head, ...cells], { class: `of-${place + 1}` });
  });
  return [made("tr", heads), ...rows];
}

// A score, with a star where it has won.
function sheetCell(score, hasWon) {
  const text = score === null ? "–" : figure(score);
  return hasWon ? `${text} ★` : text;
}

// More than two players: whose odds are asked for, and the rail as a list.

import { game } from "../box/board.js";
import { hundredth, oddsNow, worthNow } from "../box/chances.js";
import { winnerWords } from "../box/end.js";
import { settings } from "../memory/settings.js";
import { everybody } from "../rules/seats.js";
import { element, fill, made, say } from "../shared/dom.js";
import { decimal, minus, plus, times } from "../shared/exact.js";
import { figures, SAY } from "../words/speech.js";
import {
  eveningNow, isLastRound, orderNow, outcome, playerName, roundsNow, scoreOf, seatCount, seatOf,
  SHAPES, stateOf, totalsNow, who,
} from "./evening.js";
import { whyNoOdds } from "./standing.js";

// What everybody gets by seat, as it stands, and his chance to win alone; at the end his part of the win.
function allNow(odds) {
  if (game.phase === "over") {
    const { stakes, won } = outcome();
    const wins = (place) => (won.includes(place) ? [1n, BigInt(won.length)] : [0n, 1n]);
    return orderNow().map((place) => ({ value: stakes[place], win: wins(place) }));
  }
  return everybody(worthNow(odds), game.player, game.left, game.rules.ties);
}

export function drawCrowd() {
  const { players } = eveningNow();
  const odds = settings.ahead ? oddsNow() : null;
  const over = settings.ahead && game.phase === "over" && isLastRound() && !whyNoOdds();
  const all = odds || over ? allNow(odds) : null;
  const shared = over && outcome().won.length > 1 ? winnerWords() : "";
  const by = players.map((_, place) => all?.[seatOf(place) - 1] ?? null);
  const totals = roundsNow() > 1 ? totalsNow() : null;
  element("crowd").style.setProperty("--seats", players.length > 4 ? Math.ceil(players.length / 2) : players.length);
  const shown = players.map(({ plays }, place) => [playerName(place), plays]);
  fill("crowd", JSON.stringify(shown), () => players.map(crowdCell));
  [...element("crowd").children].forEach((cell, place) => {
    const seat = seatOf(place);
    const playing = seat === game.player && ["turn", "passed"].includes(game.phase);
    cell.classList.toggle("playing", playing);
    if (playing) cell.setAttribute("aria-current", "true");
    else cell.removeAttribute("aria-current");
    const [score, note, chance] = cell.querySelectorAll(".score, .note, .chance");
    const text = String(scoreOf(seat) ?? "–");
    score.textContent = text;
    score.dataset.length = text.length > 6 ? "long" : "short";
    note.textContent = stateOf(seat);
    const wins = by[place] && (shared && by[place].win[0] ? SAY.winShared : SAY.winsPart(hundredth(by[place].win)));
    chance.textContent = totals ? SAY.inAll(totals[place]) : (wins ?? "");
  });
  drawBarOfMany(by, shared);
}

function crowdCell({ plays }, place) {
  const mark = made("i", SHAPES[place], { "aria-hidden": "true" });
  const name = made("button", [mark, " ", made("bdi", playerName(place), { class: "name" })], { type: "button", class: "who", "aria-haspopup": "dialog" });
  const parts = [["strong", "score"], ["span", "note"], ["span", "chance"]];
  const numbers = made("span", parts.flatMap(([tag, part]) => [made(tag, "", { class: part }), " "]), { class: "numbers" });
  return made("li", [name, numbers], { class: `of-${place + 1}${plays === "hand" ? "" : " programmed"}` });
}

// A part of the bar for each, and what is left for games that nobody wins alone; a win that is shared is told.
function drawBarOfMany(by, shared) {
  const known = by.every(Boolean);
  const bar = element("bar-many");
  fill("bar-many", String(by.length), () => [...by.keys()].map((place) => made("i", [], { class: `of-${place + 1}` })));
  [...bar.children].forEach((part, place) => {
    part.style.width = known ? `${decimal(times(100, by[place].win), 2)}%` : "0";
  });
  bar.classList.toggle("rope", !known);
  const nobody = known && minus([1n, 1n], by.map(({ win }) => win).reduce(plus));
  const parts = known && by.map(({ win }, place) => SAY.oneOf(playerName(place), hundredth(win)));
  say("bar-said", shared || (known ? SAY.barOfMany(parts, hundredth(nobody)) : ""));
}

// What everybody would get on average, for the sheet of all odds.
export function worthToEach() {
  if (seatCount() === 2 || game.phase === "over") return "";
  const all = allNow(oddsNow());
  const values = figures(all.map(({ value }) => value), 3);
  return SAY.worthToEach(values.map((text, place) => SAY.oneOf(who(place + 1), text)));
}

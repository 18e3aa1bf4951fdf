"use strict";

// More than two players: whose odds are asked for, and the rail as a list.

// Up to how many players there are odds by some rules.
const mostSeats = new Map();

function mostWithOdds(rules) {
  const link = linkTo(rules);
  if (!mostSeats.has(link)) {
    let most = FEWEST_PLAYERS;
    while (most < MOST_PLAYERS && workOfSeats(rules, most + 1) <= MOST_SEATS_WORK) most += 1;
    mostSeats.set(link, most);
  }
  return mostSeats.get(link);
}

// Why there are no odds of this game; nothing where there are.
function whyNoOdds() {
  if (roundsNow() > 1 && !isDecider()) return SAY.noRoundOdds;
  if (seatCount() === 2) return "";
  const most = mostWithOdds(game.rules);
  return seatCount() > most ? SAY.tooManyOdds(most) : "";
}

// Whether this is the last round of two players: a game in which one is behind.
function isDecider() {
  return seatCount() === 2 && roundsNow() > 1 && isLastRound();
}

function oddsSolver() {
  if (isDecider()) return solverOf(game.rules, 2, marginNow());
  return seatCount() === 2 || whyNoOdds() ? solver() : solverOf(game.rules, seatCount());
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

function askOdds() {
  if (whyNoOdds()) solver().ask(game.beat);
  else oddsSolver().ask(standingOf(game));
}

// What a turn faces, as the solvers call it: of two players the score to beat.
function standingOf({ player, beat, holders = holdersNow() }) {
  return seatCount() === 2 ? beat : `${player}/${beat ?? ""}/${holders}`;
}

// How many have the score to beat.
function holdersNow() {
  return game.beat === null ? 0 : holdersOf(leftBefore(game.player), game.rules.ties).length;
}

// What everybody gets by seat, as it stands, and his chance to win alone.
function allNow(odds) {
  if (game.phase === "over") {
    const { stakes, won } = outcome();
    const wins = (place) => [won.length === 1 && won[0] === place ? 1n : 0n, 1n];
    return orderNow().map((place) => ({ value: stakes[place], win: wins(place) }));
  }
  return everybody(worthNow(odds), game.player, game.left, game.rules.ties);
}

function drawCrowd() {
  const { players } = eveningNow();
  const odds = settings.ahead ? oddsNow() : null;
  const over = settings.ahead && game.phase === "over" && isLastRound();
  const all = odds || over ? allNow(odds) : null;
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
    const [, score, chance] = cell.querySelectorAll("bdi, .score, .chance");
    const text = String(scoreOf(seat) ?? "–");
    score.textContent = text;
    score.dataset.length = text.length > 6 ? "long" : "short";
    chance.textContent = totals ? `Σ ${totals[place]}` : by[place] ? `${hundredth(by[place].win)}` : "";
  });
  drawBarOfMany(by);
}

function crowdCell({ plays }, place) {
  const mark = made("i", SHAPES[place], { "aria-hidden": "true" });
  const name = made("span", [mark, " ", made("bdi", playerName(place), { class: "name" })], { class: "who" });
  const numbers = made("span", [made("strong", "", { class: "score" }), " ", made("span", "", { class: "chance" })], {
    class: "numbers",
  });
  return made("li", [name, numbers], { class: `of-${place + 1}${plays === "hand" ? "" : " programmed"}` });
}

// A part of the bar for each, and what is left for games that nobody wins alone.
function drawBarOfMany(by) {
  const known = by.every(Boolean);
  const bar = element("bar-many");
  fill("bar-many", String(by.length), () => [...by.keys()].map((place) => made("i", [], { class: `of-${place + 1}` })));
  [...bar.children].forEach((part, place) => {
    part.style.width = known ? `${decimal(times(100, by[place].win), 2)}%` : "0";
  });
  bar.classList.toggle("rope", !known);
  const nobody = known && minus([1n, 1n], by.map(({ win }) => win).reduce(plus));
  const parts = known && by.map(({ win }, place) => SAY.oneOf(playerName(place), hundredth(win)));
  say("bar-said", known ? SAY.barOfMany(parts, hundredth(nobody)) : "");
}

// What everybody would get on average, for the sheet of all odds.
function worthToEach() {
  if (seatCount() === 2 || game.phase === "over") return "";
  const all = allNow(oddsNow());
  const values = figures(all.map(({ value }) => value), 3);
  return SAY.worthToEach(values.map((text, place) => SAY.oneOf(who(place + 1), text)));
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

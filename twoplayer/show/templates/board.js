"use strict";

// The board on the page: what is tapped changes `game`, and `show` draws it.

const data = revive(JSON.parse(document.getElementById("data").textContent));
const element = (id) => document.getElementById(id);
const solvedTurns = new Map();

// player: "first" or "second"; beat: the rank to beat, or null; open: the state, a bit mask;
// phase: "turn", "passed" (the first player has ended) or "over"; said: how the turn ended.
let { game, past } = kept();

// The game that was going on when this page was left or loaded again; a page of other rules
// starts anew.
function kept() {
  const { state } = history;
  if (state?.digest !== element("data").dataset.digest) return { game: newGame(0), past: [] };
  element("odds").checked = state.odds;
  return state;
}

function keep() {
  const [odds, { digest }] = [element("odds").checked, element("data").dataset];
  history.replaceState({ game, past, odds, digest }, "");
}

function newGame(variant) {
  const open = fullBoard(data.variants[variant]);
  return { variant, player: "first", beat: null, open, dice: null, roll: null, phase: "turn", said: "" };
}

function fullBoard(variant) {
  return 2 ** data.turns[variant.turn].tiles.length - 1;
}

function current() {
  const variant = data.variants[game.variant];
  return { variant, turn: data.turns[variant.turn], scoring: data.scorings[variant.scoring] };
}

function solved() {
  const key = `${game.variant} ${game.beat}`;
  if (!solvedTurns.has(key)) solvedTurns.set(key, solvePlayer(data, current().variant, game.beat));
  return solvedTurns.get(key);
}

function change(changes) {
  past.push(game);
  game = { ...game, ...changes };
  show();
}

// What the tiles of a bit mask are called: "2, 5".
function tilesOf(mask, between = " + ") {
  return current().turn.tiles.filter((_, place) => mask & (1 << place)).join(between);
}

// The ranks that there may be to beat: after a clack that wins at once there is no turn any more.
function ranksToBeat(variant) {
  const ranks = [...data.scorings[variant.scoring].scores.keys()];
  return variant.immediateClack ? ranks.slice(1) : ranks;
}

function scoreOf(state) {
  const { scoring } = current();
  return scoring.scores[scoring.ranks[state]];
}

function diceOptions() {
  return adviseDice(solved(), game.open);
}

// The dice whose rolls are shown: the one that was picked, else the best, or the one with the
// most dice where the odds are hidden.
function diceNow() {
  const options = diceOptions();
  const picked = options.find(({ choice }) => choice.dice === game.dice);
  if (picked || element("odds").checked) return (picked || options[0])?.choice;
  return options.reduce((most, each) => (each.choice.dice > most.choice.dice ? each : most)).choice;
}

function rollNow() {
  return game.roll === null ? null : diceNow().rolls[game.roll];
}

function percent([numerator, denominator]) {
  return [100n * numerator, denominator];
}

// The worth of some options as text, rounded so that only equal ones look equal.
function oddsOf(options) {
  const values = decimals(options.map((option) => option.value), 4);
  const wins = decimals(options.map((option) => percent(option.win)), 2);
  return options.map((_, place) => `worth ${values[place]} stakes · win ${wins[place]} %`);
}

function bestDice(state) {
  const options = adviseDice(solved(), state);
  const best = options.filter((option) => equalWorth(option, options[0]));
  return best.map(({ choice }) => choice.dice).sort().join(" or ");
}

function diceWord(count) {
  return String(count) === "1" ? "1 die" : `${count} dice`;
}

// What happens

function pickRoll(place) {
  change({ roll: place, dice: diceNow().dice });
  element("moves").firstElementChild?.scrollIntoView({ block: "nearest" });
}

function applyMove(move) {
  const open = game.open ^ move;
  if (open === 0) endTurn(open);
  else change({ open, roll: null, dice: null });
}

function endTurn(open) {
  const { variant, scoring } = current();
  const rank = scoring.ranks[open];
  const left = open === 0 ? "clacks" : `leaves a score of ${scoreOf(open)}`;
  const ended = { open, roll: null, dice: null };
  if (game.player === "second") {
    const said = `Player 2 ${left}. ${resultWords(game.beat, open, rank)}`;
    change({ ...ended, phase: "over", said });
  } else if (open === 0 && variant.immediateClack) {
    change({ ...ended, phase: "over", said: `Player 1 clacks. ${resultWords(rank, open, rank)}` });
  } else {
    const said = `Player 1 ${left}. Pass on: player 2 has to beat ${scoreOf(open)}.`;
    change({ ...ended, phase: "passed", beat: rank, said });
  }
}

function resultWords(beat, state, rank) {
  const { variant } = current();
  const { value, win, tie } = payoffToSecond(variant, beat, state, rank);
  if (tie) return "A tie: nobody pays.";
  const units = value < 0n ? -value : value;
  const divisor = gcd(units, variant.payout[1]);
  const [size, parts] = [units / divisor, variant.payout[1] / divisor];
  const text = parts === 1n ? `${size}` : `${size}/${parts}`;
  return `Player ${win ? 2 : 1} wins ${text} ${text === "1" ? "stake" : "stakes"}.`;
}

function startSecond() {
  change({ player: "second", open: fullBoard(current().variant), phase: "turn", said: "" });
}

function rollDice() {
  const { rolls } = diceNow();
  const outcomes = Number(diceNow().outcomes);
  let number = Math.floor(Math.random() * outcomes);
  pickRoll(rolls.findIndex((roll) => (number -= Number(roll.ways)) < 0));
}

// What is shown

function button(text, action, attributes = {}) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", action);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function listItem(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

// Replace the content of an element, and keep the focus on the same place in it.
function fill(id, children) {
  const parent = element(id);
  const focused = [...parent.querySelectorAll("button")].indexOf(document.activeElement);
  parent.replaceChildren(...children);
  if (focused >= 0) {
    const buttons = parent.querySelectorAll("button:not(:disabled)");
    (buttons[Math.min(focused, buttons.length - 1)] || element("status")).focus();
  }
}

function show() {
  const playing = game.phase === "turn" && game.open !== 0;
  const odds = element("odds").checked;
  element("variant").value = String(game.variant);
  element("player").value = game.player;
  element("beat-label").hidden = game.beat === null;
  showScores();
  const count = current().turn.tiles.length;
  element("tiles").style.setProperty("--columns", count > 9 ? Math.ceil(count / 2) : count);
  fill("tiles", tileButtons());
  fill("dice", playing ? diceButtons(odds) : []);
  fill("rolls", playing ? rollButtons() : []);
  fill("moves", playing && game.roll !== null ? moveItems(odds) : []);
  fill("next", nextButtons(playing));
  element("status").textContent = status(playing, odds);
  element("hint").hidden = game.phase !== "turn";
  const [rules, player] = ["variant", "player"].map((id) => element(id).selectedOptions[0].textContent);
  element("setup-said").textContent = `Rules: ${rules} · you are ${player}`;
  disable("roll-for-me", !playing || game.roll !== null);
  disable("undo", past.length === 0);
  element("words").replaceChildren(...current().variant.words.map(listItem));
  for (const row of document.querySelectorAll("tbody tr")) {
    row.classList.toggle("chosen", Number(row.dataset.variant) === game.variant);
  }
  keep();
}

// A button that is switched off while it has the focus hands it on to what the page says.
function disable(id, off) {
  const focused = document.activeElement === element(id);
  element(id).disabled = off;
  if (off && focused) element("status").focus();
}

function showScores() {
  const { variant, scoring } = current();
  const select = element("beat");
  if (select.dataset.variant !== String(game.variant)) {
    const ranks = ranksToBeat(variant);
    select.replaceChildren(...ranks.map((rank) => new Option(scoring.scores[rank], rank)));
    select.dataset.variant = game.variant;
  }
  if (game.beat !== null) select.value = String(game.beat);
  select.disabled = game.phase !== "turn";
}

function status(playing, odds) {
  if (game.phase !== "turn") return game.said;
  const who = game.player === "first" ? "Player 1" : `Player 2, beat ${current().scoring.scores[game.beat]}`;
  if (!playing) return `${who}: every tile is covered.`;
  if (game.roll === null) {
    const [best] = oddsOf(diceOptions());
    const advice = odds ? ` Roll ${diceWord(bestDice(game.open))}: ${best}.` : "";
    return `${who}: tap what you rolled.${advice}`;
  }
  const rolled = `${who}: you rolled ${rollNow().name}.`;
  if (!advise(solved(), game.open, rollNow()).length) {
    return `${rolled} Nothing can be covered: your turn ends with a score of ${scoreOf(game.open)}.`;
  }
  const [best] = advise(solved(), game.open, rollNow());
  return `${rolled} Tap a move.${odds ? ` Best is ${tilesOf(best.move)}.` : ""}`;
}

function tileButtons() {
  return current().turn.tiles.map((tile, place) => {
    const open = (game.open & (1 << place)) !== 0;
    const toggle = () => change({ open: game.open ^ (1 << place), roll: null, dice: null });
    const made = button(String(tile), toggle, {
      "aria-pressed": open,
      "aria-label": `Tile ${tile}, ${open ? "open" : "covered"}`,
    });
    made.disabled = game.phase !== "turn";
    return made;
  });
}

function diceButtons(odds) {
  const options = diceOptions();
  if (options.length < 2) return [];
  const worth = oddsOf(options);
  const made = options.map(({ choice }, place) => {
    const text = diceWord(choice.dice) + (odds ? `: ${worth[place]}` : "");
    const pick = () => change({ dice: choice.dice, roll: null });
    return [choice.dice, button(text, pick, { "aria-pressed": choice === diceNow() })];
  });
  return made.sort(([one], [other]) => one - other).map(([, each]) => each);
}

function rollButtons() {
  return diceNow().rolls.map((roll, place) =>
    button(roll.name, () => pickRoll(place), {
      "aria-pressed": place === game.roll,
      "aria-label": `Rolled ${roll.name}`,
    }),
  );
}

function moveItems(odds) {
  const options = advise(solved(), game.open, rollNow());
  const worth = oddsOf(options);
  const shown = options.map((option, place) => {
    const after = game.open ^ option.move;
    const best = odds && equalWorth(option, options[0]);
    const made = button("", () => applyMove(option.move), best ? { class: "best" } : {});
    const what = document.createElement("span");
    what.className = "what";
    what.textContent = `Cover ${tilesOf(option.move)}${best ? " (best)" : ""}`;
    made.append(what);
    if (odds) {
      const text = document.createElement("span");
      text.className = "odds";
      const then = after === 0 ? "that is a clack" : `then roll ${diceWord(bestDice(after))}`;
      text.textContent = `${worth[place]} · ${then}`;
      made.append(text);
    }
    const item = listItem("");
    item.append(made);
    return [odds ? place : option.move, item];
  });
  return shown.sort(([one], [other]) => one - other).map(([, item]) => item);
}

function nextButtons(playing) {
  if (game.phase === "passed") return [button("Start player 2's turn", startSecond)];
  if (game.phase === "over") return [button("Play again", restart)];
  if (!playing) return [button("End the turn", () => endTurn(game.open))];
  if (game.roll !== null && !advise(solved(), game.open, rollNow()).length) {
    return [button("End the turn", () => endTurn(game.open))];
  }
  return [];
}

function restart() {
  change(newGame(game.variant));
}

// What is tapped beside the board

// Other rules, the same player, and the same score to beat where there is one.
function chooseVariant(variant) {
  const chosen = data.variants[variant];
  const { scores } = data.scorings[chosen.scoring];
  const beat = game.beat === null ? -1 : scores.indexOf(current().scoring.scores[game.beat]);
  const second = game.player === "second" && ranksToBeat(chosen).includes(beat);
  change({ ...newGame(variant), ...(second ? { player: "second", beat } : {}) });
}

function sortTable(heading) {
  const headings = [...heading.parentNode.children];
  const place = headings.indexOf(heading);
  const up = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of headings) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", up ? "ascending" : "descending");
  const key = (row) => Number(row.children[place].dataset.key);
  const body = document.querySelector("tbody");
  const rows = [...body.rows].sort((one, other) => (up ? 1 : -1) * (key(one) - key(other)));
  body.replaceChildren(...rows);
}

element("variant").addEventListener("change", (event) => chooseVariant(Number(event.target.value)));
element("player").addEventListener("change", (event) => {
  const second = event.target.value === "second";
  if (second && game.phase === "passed") {
    startSecond();
    return;
  }
  const last = current().scoring.scores.length - 1;
  const beat = second ? Math.min(12, last) : null;
  change({ ...newGame(game.variant), player: event.target.value, beat });
});
element("beat").addEventListener("change", (event) => change({ beat: Number(event.target.value) }));
element("odds").addEventListener("change", show);
element("exact").addEventListener("change", (event) => {
  element("variants").classList.toggle("show-exact", event.target.checked);
});
element("roll-for-me").addEventListener("click", rollDice);
element("undo").addEventListener("click", () => {
  game = past.pop() || game;
  show();
});
element("new-turn").addEventListener("click", () => {
  const beat = game.player === "first" ? null : game.beat;
  change({ ...newGame(game.variant), player: game.player, beat });
});
element("new-game").addEventListener("click", restart);
for (const heading of document.querySelectorAll("th")) {
  heading.querySelector("button").addEventListener("click", () => sortTable(heading));
}
for (const row of document.querySelectorAll("tbody tr")) {
  row.addEventListener("click", () => {
    chooseVariant(Number(row.dataset.variant));
    element("board").scrollIntoView();
    element("status").focus({ preventScroll: true });
  });
}
// A link to a part of the page makes a new entry of the history, without the game.
addEventListener("hashchange", keep);
show();

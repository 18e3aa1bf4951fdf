"use strict";

// What is shown of the board.

function draw() {
  solver().ask(game.beat);
  const playing = game.phase === "turn" && game.open !== 0;
  const rolled = playing && game.roll !== null;
  const held = document.activeElement !== document.body;
  if (playing && !shownOdds()) drawnPlain.add(game);
  say("fault", fault);
  say("status", status());
  say("worth", worth());
  drawWorking(solver());
  fill("tiles", rulesOfGame().tiles.map(tileButton));
  fit("tiles");
  fill("dice", playing && !rolled ? diceButtons() : []);
  fill("rolls", playing && !rolled ? rollButtons() : []);
  fit("rolls");
  element("faces").replaceChildren(...(rolled ? facesOf(game.faces ?? facesRolled()) : []));
  fill("moves", rolled ? moveItems() : []);
  fill("next", nextButtons());
  drawSetup();
  drawMistakes();
  drawVerdict();
  element("roll-for-me").disabled = !playing || rolled;
  element("undo").disabled = past.length === 0;
  element("set-up").disabled = game.phase === "setup";
  const now = document.activeElement;
  if (held && (now === document.body || now.disabled)) settle();
  keep();
}

// Show a text, and announce it only if it is another one.
function say(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

function drawWorking(solver) {
  const { part, ev, failure } = solver;
  const working = ev ? "" : `Working out the odds … ${Math.floor(100 * part)} %`;
  say("working", failure ? `The odds could not be worked out: ${failure}` : working);
}

// Where the hands are once what they were on is gone: on what Enter plays, or where the next choice
// is.
function settle() {
  const place = game.phase === "setup" || game.roll !== null ? "tiles" : "rolls";
  (meantByEnter() ?? element(place)).focus();
}

// What Enter plays: the move that was chosen, or the best; where the odds are hidden, the only one.
function meantByEnter() {
  const moves = [...document.querySelectorAll("#moves button")];
  const only = shownOdds() || moves.length === 1 ? moves[0] : null;
  return moves.find((each) => each.matches(".ready")) ?? only ?? document.querySelector("#next button");
}

// Replace what an element holds, and keep the focus on the same place in it.
function fill(id, children) {
  const parent = element(id);
  const place = [...parent.querySelectorAll("button")].indexOf(document.activeElement);
  parent.replaceChildren(...children);
  const buttons = parent.querySelectorAll("button");
  if (place >= 0) buttons[Math.min(place, buttons.length - 1)]?.focus({ preventScroll: true });
}

function made(name, content, attributes = {}) {
  const one = document.createElement(name);
  one.append(...(Array.isArray(content) ? content : [content]));
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}

function button(content, action, attributes = {}) {
  const one = made("button", content, { type: "button", ...attributes });
  one.addEventListener("click", action);
  return one;
}

// Words

function diceWord(count) {
  return count === 1 ? "1 die" : `${count} dice`;
}

function tilesIn(set, between = " + ") {
  return rulesOfGame().open(set).join(between);
}

function rollWord(roll) {
  return roll.join(" and ");
}

function player() {
  return game.beat === null ? "Player 1" : `Player 2, ${toBeat(game.beat)}`;
}

function toBeat(score) {
  return `to beat ${game.rules.ties === "second" ? "or equal " : ""}${score}`;
}

// What some options are worth, rounded so that only equal ones look equal.
function oddsWords(options) {
  const values = decimals(options.map(({ value }) => value), 4);
  const wins = decimals(options.map(({ win }) => times(100, win)), 2);
  const ties = decimals(options.map(({ tie }) => times(100, tie)), 2);
  return options.map((_, place) => `worth\u00a0${values[place]} stakes · win\u00a0${wins[place]}\u00a0% · tie\u00a0${ties[place]}\u00a0%`);
}

function bestDice(set) {
  const options = shownOdds().dice(set);
  const best = options.filter(({ value }) => equal(value, options[0].value));
  return best.map(({ dice }) => diceWord(dice)).sort().join(" or ");
}

// What is said.
function status() {
  if (game.phase === "setup") return "Setting up a position: tap tiles to open or cover them.";
  if (game.phase === "passed") return `${said(1)} Pass on: player 2 has ${toBeat(game.left[0])}.`;
  if (game.phase === "over") return result();
  if (game.open === 0) return `${player()}: every tile is covered.`;
  if (game.roll !== null) return rolledWords();
  const counts = rulesOfGame().diceCounts(game.open).map(diceWord).join(" or ");
  return `${player()}: roll ${counts}, and tap what you rolled.`;
}

// What the position is worth to the player; with moves to choose from, they say it.
function worth() {
  const known = shownOdds();
  if (!known || game.phase === "over" || movesNow().length) return "";
  const over = game.phase === "passed" || game.open === 0 || game.roll !== null;
  const [text] = oddsWords([over ? known.ended(game.open) : known.worth(game.open)]);
  return game.phase === "passed" ? `Player 1: ${text}` : text;
}

function rolledWords() {
  const rolled = `${player()}: you rolled ${rollWord(game.roll)}.`;
  if (movesNow().length) return `${rolled} Tap the tiles to cover.`;
  const { stopTotal, openingTile, all } = rulesOfGame();
  const total = game.roll.reduce((sum, die) => sum + die);
  let why = "Nothing can be covered";
  if (game.open === all && openingTile !== null) why = `The first move must cover the ${openingTile}`;
  if (total === stopTotal) why = `A ${total} ends the turn`;
  return `${rolled} ${why}: the score is ${rulesOfGame().score(game.open)}.`;
}

// What a player has left.
function said(player) {
  const score = game.left[player - 1];
  return score === 0n
    ? `Player ${player} clacks: every tile is covered.`
    : `Player ${player} leaves a score of ${score}.`;
}

function result() {
  const [first, second] = game.left;
  const { winner, value } = rulesOfGame().toSecond(first, second ?? null);
  const both = second === undefined ? said(1) : `${said(1)} ${said(2)}`;
  if (winner === "nobody") return `${both} A tie, and ${WORDS.ties(game.rules.ties)}.`;
  const stakes = fractionText(size(value));
  const number = winner === "first" ? 1 : 2;
  return `${both} Player ${number} wins ${stakes} ${stakes === "1" ? "stake" : "stakes"}.`;
}

// The parts of the board

function tileButton(tile, place) {
  const bit = 1 << place;
  const [open, chosen] = [(game.open & bit) !== 0, (game.chosen & bit) !== 0];
  const state = open ? "open" : "covered";
  const rolled = game.phase === "turn" && game.roll !== null;
  const dead = game.phase !== "setup" && !mayBeTapped(place);
  return button(String(tile), () => tapTile(place), {
    class: `${chosen ? "chosen" : state}${rolled && dead ? " dim" : ""}`,
    "aria-label": `Tile ${tile}, ${state}`,
    "aria-disabled": dead,
    "aria-pressed": game.phase === "setup" ? open : chosen,
  });
}

// As many buttons in a row as leave each at least as wide as a finger, in rows of one length.
function fit(id) {
  const [count, finger] = [element(id).childElementCount || 1, 48];
  const most = Math.max(1, Math.floor(element(id).clientWidth / finger));
  element(id).style.setProperty("--columns", Math.ceil(count / Math.ceil(count / most)));
}

function diceButtons() {
  const counts = rulesOfGame().diceCounts(game.open);
  if (counts.length < 2) return [];
  const options = shownOdds()?.dice(game.open);
  const worth = options && oddsWords(options);
  return counts.map((dice) => {
    const place = options?.findIndex((option) => option.dice === dice);
    const best = options && equal(options[place].value, options[0].value);
    const content = [made("span", `${diceWord(dice)}${best ? " (best)" : ""}`, { class: "what" })];
    if (worth) content.push(made("span", worth[place], { class: "odds" }));
    return button(content, () => change({ dice }), { "aria-pressed": dice === diceNow() });
  });
}

const MOST_ROLL_BUTTONS = 60;

function rollButtons() {
  const rolls = rulesOfGame().rolls(diceNow());
  if (rolls.length > MOST_ROLL_BUTTONS) return [rollList(rolls)];
  return rolls.map(({ roll }) =>
    button(roll.length > 1 ? facesOf(roll) : String(roll[0]), () => pickRoll(roll), {
      "aria-label": `Rolled ${rollWord(roll)}`,
    }),
  );
}

function rollList(rolls) {
  const first = new Option("What was rolled?", "");
  const options = rolls.map(({ roll }, place) => new Option(rollWord(roll), place));
  const list = made("select", [first, ...options], { "aria-label": "What was rolled?" });
  list.addEventListener("change", () => pickRoll(rolls[Number(list.value)].roll));
  return list;
}

function facesOf(numbers) {
  return numbers.map((number) => face(number, rulesOfGame().sides));
}

// The dice on the table, where they are known: not of a total alone.
function facesRolled() {
  return rulesOfGame().byTotal && game.dice > 1 ? [] : game.roll;
}

function moveItems() {
  const ready = (move) => Number(move === game.chosen);
  const left = movesLeft().sort((one, other) => ready(other) - ready(one));
  const known = shownOdds()?.moves(game.open, game.roll);
  if (!known) return left.map((move) => moveItem(move));
  const texts = oddsWords(known);
  const items = new Map(
    known.map(({ move, value }, place) => [move, [texts[place], equal(value, known[0].value)]]),
  );
  const best = [...items.keys()].filter((move) => left.includes(move));
  return (drawnPlain.has(game) ? left : best).map((move) => moveItem(move, ...items.get(move)));
}

function moveItem(move, worth, best = false) {
  const left = game.open ^ move;
  const content = [made("span", `Cover ${tilesIn(move)}${best ? " (best)" : ""}`, { class: "what" })];
  if (worth) {
    content.push(made("span", `${worth}${after(left)}`, { class: "odds" }));
  }
  const kind = [best ? "best" : "", move === game.chosen ? "ready" : ""].join(" ").trim();
  return made("li", button(content, () => cover(move), kind ? { class: kind } : {}));
}

// What comes after a move, where that is not just another roll.
function after(left) {
  if (left === 0) return " · every tile: a clack";
  const choice = rulesOfGame().diceCounts(left).length > 1;
  return choice ? ` · then roll ${bestDice(left)}` : "";
}

function nextButtons() {
  if (game.phase === "passed") return [button("Start player 2's turn", startSecond)];
  if (game.phase === "over") return [button("Play again", () => change(newGame(game.rules)))];
  const stuck = game.phase === "turn" && (game.open === 0 || (game.roll !== null && !movesNow().length));
  return stuck ? [button("End the turn", endTurn)] : [];
}

// The scores that there may be to beat: after a clack that wins at once there is no turn any more.
function scoresToBeat() {
  return rulesOfGame().scores().filter((score) => rulesOfGame().secondRolls(score));
}

function drawSetup() {
  const [setting, list] = [game.phase === "setup", element("beat")];
  element("position").hidden = !setting;
  if (!setting) return;
  if (list.dataset.link !== solver().link) {
    list.replaceChildren(...scoresToBeat().map((score) => new Option(score, score)));
    list.dataset.link = solver().link;
  }
  element("player").value = game.player;
  element("beat-label").hidden = game.beat === null;
  if (game.beat !== null) list.value = String(game.beat);
}

// What the mistakes cost, where somebody asks for it at the end.
function drawMistakes() {
  const over = game.phase === "over" && game.log.length > 0;
  element("mistakes").hidden = !over;
  if (!over || !element("mistakes").open) return;
  const found = costs();
  if (!found) {
    element("costs").replaceChildren(made("p", "Working out what they cost …"));
    return;
  }
  const players = [1, 2].filter((number) => game.left[number - 1] !== undefined);
  element("costs").replaceChildren(...players.flatMap((number) => costsOf(number, found)));
}

function costsOf(number, found) {
  const wrong = found.filter(({ player, cost }) => player === number && cost[0] > 0n);
  if (!wrong.length) return [made("p", `Player ${number} made no mistake.`)];
  const total = wrong.map(({ cost }) => cost).reduce(plus);
  const texts = decimals([total, ...wrong.map(({ cost }) => cost)], 4);
  const items = wrong.map((each, place) => made("li", `${mistake(each)}: ${texts[place + 1]} stakes`));
  return [
    made("p", `Player ${number}'s mistakes cost ${texts[0]} stakes, on average:`),
    made("ul", items),
  ];
}

function mistake({ open, roll, move, dice, best }) {
  const where = `With ${tilesIn(open, " ")} open`;
  if (!roll) return `${where}, rolled ${diceWord(dice)}; better ${diceWord(best.dice)}`;
  return `${where} and ${rollWord(roll)} rolled, covered ${tilesIn(move)}; better ${tilesIn(best.move)}`;
}

function drawVerdict() {
  const { link, ev } = solver();
  element("rules-name").textContent = names.get(link) ?? "your own";
  element("verdict").textContent = ev ? verdict(ev) : "";
  element("verdict-exact").textContent = ev ? inStakes(ev) : "";
  element("verdict-more").hidden = !ev;
  element("words").replaceChildren(...inWords(game.rules).map((words) => made("li", words)));
  for (const row of document.querySelectorAll("tbody tr")) {
    row.classList.toggle("playing", row.dataset.link === link);
  }
}

function inStakes(ev) {
  return `${fractionText(ev)} stakes to the first player`;
}

// The rules in words, but for those that say that nothing is special.
function inWords(rules) {
  return Object.entries(rules)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => WORDS[name](value));
}

// Whether the game is fair, and who is the sucker.
function verdict(value) {
  if (value[0] === 0n) return "Exactly fair: nobody is the sucker.";
  const sucker = value[0] < 0n ? "first" : "second";
  const [percent] = decimals([times(100, size(value))], 4);
  return `Not fair: the ${sucker} player is the sucker, and loses ${percent} % of a stake in a game on average.`;
}

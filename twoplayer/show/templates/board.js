"use strict";

// The board: what lies on the table, and what a tap does to it. `draw` shows it.
//
// game.player: 1 or 2; beat: the score to beat, null in the first player's turn; open: the set of
// open tiles; dice: how many are picked, or null; roll: what lies on the table, or null; faces: the
// dice that the page rolled; chosen: the tiles tapped for a move; phase: "turn", "setup" (of a
// position), "passed" (the first player has ended) or "over"; left: what the players have left;
// log: the decisions so far.

const element = (id) => document.getElementById(id);
const page = JSON.parse(element("data").textContent);
const read = (given) => readRules(given, page.takes, page.meant);
const beginning = linkTo(read(page.begin));
// The names of the catalogue by link, the first of those with the same rules.
const names = new Map(page.catalogue.map(({ name, rules }) => [linkTo(rules), name]).reverse());

const MOST_KEPT = 200;

// The address that the game on the board has.
let here = location.hash;
let solvers = [];
let { game, past, fault } = kept() ?? opened();

// What was drawn before its odds were known: it keeps its order, since fingers may be on their way.
let drawnPlain = new WeakSet();

// The game that was going on when this page was left or loaded again, unless it is another page,
// or another address, now.
function kept() {
  const { state } = history;
  if (state?.version !== page.version || state.address !== location.hash) return null;
  element("odds").checked = state.odds;
  return state;
}

// Keep the game in the history of the browser, and its rules in the address; unless somebody has
// gone to another one, whose game is not on the board yet.
function keep() {
  if (location.hash !== here) return;
  const odds = element("odds").checked;
  const link = linkTo(game.rules);
  const given = location.hash !== "" || link !== beginning;
  const address = given ? `#${link}` : "";
  history.replaceState({ game, past, fault, odds, address, version: page.version }, "", address || undefined);
  here = location.hash;
}

// A game by the rules in the address, or else by those that the page begins with.
function opened() {
  let [rules, fault] = [read(page.begin), ""];
  try {
    rules = read(rulesIn(location.hash) ?? page.begin);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    fault = `The rules in the address cannot be played. ${error.message}`;
  }
  return { game: newGame(rules), past: [], fault };
}

function newGame(rules) {
  const [open, left] = [new Game(rules).all, []];
  const turn = { player: 1, beat: null, open, dice: null, roll: null, faces: null, chosen: 0 };
  return { rules, ...turn, phase: "turn", left, log: [] };
}

function change(changes) {
  past = [...past.slice(1 - MOST_KEPT), game];
  game = { ...game, ...changes };
  forgetTyping();
  draw();
}

// The solver of some rules: the latest few go on, so that nothing is solved twice.
function solverOf(rules) {
  const link = linkTo(rules);
  const solver = solvers.find((each) => each.link === link) ?? new Solver(rules, news);
  solvers = [solver, ...solvers.filter((each) => each !== solver)];
  for (const old of solvers.splice(3)) old.stop();
  return solver;
}

// Something of some rules is known.
function news(solver, partly) {
  if (solver.link === linkTo(game.rules)) {
    if (partly) drawWorking(solver);
    else draw();
  }
  if (solver === preview) showPreview();
}

function solver() {
  return solverOf(game.rules);
}

function rulesOfGame() {
  return solver().turn.game;
}

// The odds of the turn that is played; null while they are worked out, or where they are hidden.
function shownOdds() {
  return element("odds").checked ? solver().known(game.beat) : null;
}

// The number of dice whose rolls are shown: the one that was picked, else the best, or the most
// where the odds are hidden.
function diceNow() {
  const counts = rulesOfGame().diceCounts(game.open);
  if (counts.includes(game.dice)) return game.dice;
  const known = drawnPlain.has(game) ? null : shownOdds();
  return known?.dice(game.open)[0].dice ?? Math.max(...counts);
}

function movesNow() {
  return game.roll === null ? [] : rulesOfGame().covers(game.open, game.roll);
}

// The moves that the tiles tapped so far may become.
function movesLeft() {
  return movesNow().filter((move) => (move & game.chosen) === game.chosen);
}

// What happens

function pickRoll(roll, faces = null) {
  change({ roll, faces, dice: diceNow(), chosen: 0 });
}

// A number is thrown as often as it weighs; the last one, should rounding leave none.
function throwDie(weights) {
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight);
  return 1 + weights.findIndex((weight) => (left -= weight) < 0) || weights.length;
}

function rollDice() {
  const { weights, byTotal } = rulesOfGame();
  const faces = Array.from({ length: diceNow() }, () => throwDie(weights.map(Number)));
  const ascending = [...faces].sort((one, other) => one - other);
  const total = faces.reduce((sum, number) => sum + number);
  pickRoll(byTotal ? [total] : ascending, faces);
}

// A tap that can do nothing does nothing: the roll stays where it is.
function tapTile(place) {
  const bit = 1 << place;
  if (game.phase === "setup") change({ open: game.open ^ bit });
  else if (mayBeTapped(place)) change({ chosen: game.chosen ^ bit });
}

function mayBeTapped(place) {
  if (game.phase === "setup") return true;
  const bit = 1 << place;
  return (game.chosen & bit) !== 0 || movesLeft().some((move) => (move & bit) !== 0);
}

function cover(move) {
  const { player, beat, open, dice, roll } = game;
  const log = [...game.log, { player, beat, open, dice, roll, move }];
  const after = { open: open ^ move, dice: null, roll: null, faces: null, chosen: 0, log };
  change(after.open === 0 ? ended(after) : after);
}

function endTurn() {
  const { player, beat, open, dice, roll } = game;
  const log = roll ? [...game.log, { player, beat, open, dice, roll, move: null }] : game.log;
  change(ended({ open, dice: null, roll: null, faces: null, chosen: 0, log }));
}

// What a turn that ends changes: the next player has to beat the score, or the game is over.
function ended(changes) {
  const score = rulesOfGame().score(changes.open);
  const left = [...game.left];
  left[game.player - 1] = score;
  if (game.player === 2) left[0] = game.beat;
  const over = game.player === 2 || !rulesOfGame().secondRolls(score);
  return { ...changes, left, phase: over ? "over" : "passed" };
}

function startSecond() {
  const open = rulesOfGame().all;
  change({ player: 2, beat: game.left[0], open, phase: "turn" });
}

function playBy(rules) {
  fault = "";
  change(newGame(rules));
}

function setUp(changes) {
  const { player, beat } = { ...game, ...changes };
  const turn = player === 1 ? { player, beat: null } : { player, beat };
  change({ ...changes, ...turn, phase: "setup", left: [], log: [], dice: null, roll: null, chosen: 0 });
}

function undo() {
  game = past.at(-1) ?? game;
  past = past.slice(0, -1);
  forgetTyping();
  draw();
}

// What each decision cost in stakes, beside the best; null while the odds are worked out.
function costs() {
  const players = new Map(game.log.map(({ beat }) => [beat, solver().known(beat)]));
  for (const beat of players.keys()) solver().ask(beat);
  if ([...players.values()].includes(null)) return null;
  return game.log.flatMap(({ player, beat, open, dice, roll, move }) => {
    const odds = players.get(beat);
    const of = (options, chosen) => ({
      best: options[0],
      cost: minus(options[0].value, options.find(chosen).value),
    });
    const thrown = { player, open, ...of(odds.dice(open), (option) => option.dice === dice), dice };
    if (move === null) return [thrown];
    const moves = of(odds.moves(open, roll), (option) => option.move === move);
    return [thrown, { player, open, roll, ...moves, move }];
  });
}

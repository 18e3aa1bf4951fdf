"use strict";

// The board: what lies on the table, and what a tap does to it. `draw` shows it.
//
// game.player: 1 or 2; beat: the score to beat, null in the first player's turn; open: the set of
// open tiles; dice: how many are picked, or null; roll: what lies on the table, or null; faces: the
// dice that are known, so far; chosen: the tiles tapped for a move; asked: whether a hint is asked
// for; phase: "turn", "setup" (of a position), "passed" (the first player has clacked) or "over";
// left: what the players have left; log: the decisions so far.

const page = JSON.parse(element("data").textContent);
const read = (given) => readRules(given, page.takes, page.meant);
const beginning = linkTo(read(page.begin));
// The names of the catalogue by link, the first of those with the same rules.
const names = new Map(page.catalogue.map(({ name, rules }) => [linkTo(read(rules)), name]).reverse());

const FRESH = { dice: null, roll: null, faces: [], chosen: 0, asked: false };

// odds: those of every move are always shown; ahead: who is ahead is; ask: tiles fall only when the
// large button is pressed; mine: the players roll dice of their own.
const settings = { odds: false, ahead: true, ask: false, mine: false, sound: false, buzz: true };
Object.assign(settings, kept()?.settings);

let solvers = [];
let { game, past, fault } = kept() ?? opened();

// A game by the rules in the address, or else by those that the page begins with.
function opened() {
  let [rules, fault] = [read(page.begin), ""];
  try {
    rules = read(rulesIn(location.hash) ?? page.begin);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    fault = SAY.badAddress(error.message);
  }
  return { game: newGame(rules), past: [], fault };
}

function newGame(rules) {
  const open = new Game(rules).all;
  return { rules, player: 1, beat: null, open, ...FRESH, phase: "turn", left: [], log: [] };
}

function change(changes) {
  past = [...past.slice(1 - MOST_KEPT), game];
  game = { ...game, ...changes };
  fault = "";
  still = 0;
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
    if (partly) drawWorking();
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

// Who plays rolls for the first time, or again.
function mayRoll() {
  return game.phase === "turn" && game.roll === null && game.open !== 0;
}

// The number of dice to roll: the one that was picked, else the most.
function diceNow() {
  const counts = rulesOfGame().diceCounts(game.open);
  return counts.includes(game.dice) ? game.dice : Math.max(...counts);
}

function movesNow() {
  return game.phase !== "turn" || game.roll === null ? [] : rulesOfGame().covers(game.open, game.roll);
}

// The moves that the tiles tapped so far may become.
function movesLeft(chosen = game.chosen) {
  return movesNow().filter((move) => (move & chosen) === chosen);
}

// The tiles of a set.
function tilesIn(set, between = " + ") {
  return rulesOfGame().open(set).join(between);
}

// What happens

function pickRoll(roll, faces = []) {
  change({ ...FRESH, roll, faces, dice: diceNow() });
  // There is something to choose now: what was pressed to roll is not what comes next.
  if (document.activeElement === element("go") && movesNow().length) settle();
}

// A number is thrown as often as it weighs; the last one, should rounding leave none.
function throwDie(weights) {
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight);
  return 1 + weights.findIndex((weight) => (left -= weight) < 0) || weights.length;
}

function rollDice() {
  const weights = rulesOfGame().weights.map(Number);
  pickFaces(Array.from({ length: diceNow() }, () => throwDie(weights)));
  tumble();
}

// Some dice are known, of one's own or of the page's: the roll is, when all of them are.
function pickFaces(faces) {
  if (faces.length < diceNow()) {
    change({ faces, dice: diceNow() });
    return;
  }
  const ascending = [...faces].sort((one, other) => one - other);
  pickRoll(rulesOfGame().byTotal ? [faces.reduce((sum, die) => sum + die)] : ascending, faces);
}

function pickDice(dice) {
  change({ dice, faces: [] });
}

// A tap that can do nothing does nothing: the roll stays where it is. What makes the roll falls,
// where nothing else can be meant.
function tapTile(place) {
  const bit = 1 << place;
  if (game.phase === "setup") {
    change({ open: game.open ^ bit });
  } else if (mayBeTapped(place)) {
    const chosen = game.chosen ^ bit;
    const [move, another] = movesLeft(chosen);
    if (move === chosen && another === undefined && !settings.ask) cover(move);
    else change({ chosen });
  }
}

function mayBeTapped(place) {
  if (game.phase === "setup") return true;
  const bit = 1 << place;
  return (game.chosen & bit) !== 0 || movesLeft().some((move) => (move & bit) !== 0);
}

function cover(move) {
  const { player, beat, open, dice, roll, faces } = game;
  const log = [...game.log, { player, beat, open, dice, roll, faces, move }];
  const after = { ...FRESH, open: open ^ move, log };
  const last = after.open === 0;
  change(last ? ended(after) : after);
  noise(last ? "lid" : "knock");
}

// The turn is over: the next player begins, or one sees who has won.
function endTurn() {
  const { player, beat, open, dice, roll, faces } = game;
  const log = roll ? [...game.log, { player, beat, open, dice, roll, faces, move: null }] : game.log;
  const after = ended({ ...FRESH, open, log });
  change(after.phase === "passed" ? { ...after, ...secondTurn(after.left[0]) } : after);
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

function secondTurn(beat) {
  return { ...FRESH, player: 2, beat, open: rulesOfGame().all, phase: "turn" };
}

function playBy(rules) {
  change(newGame(rules));
}

function setUp(changes) {
  const { player, beat } = { ...game, ...changes };
  const turn = player === 1 ? { player, beat: null } : { player, beat };
  change({ ...FRESH, ...changes, ...turn, phase: "setup", left: [], log: [] });
}

// Leave what is being set up as it was before.
function cancelSetup() {
  const before = past.findLastIndex(({ phase }) => phase !== "setup");
  if (before < 0) return;
  game = past[before];
  past = past.slice(0, before);
  draw();
}

// Put back what was decided upon in the log.
function tryAgain(place) {
  const { player, beat, open, dice, roll, faces } = game.log[place];
  const left = beat === null ? [] : [beat];
  const log = game.log.slice(0, place);
  change({ ...FRESH, player, beat, open, dice, roll, faces, phase: "turn", left, log });
}

function undo() {
  if (past.length === 0) return;
  game = past.at(-1);
  past = past.slice(0, -1);
  still = 0;
  forgetTyping();
  draw();
}

// Ask for a hint, or hide it again; that is nothing to be undone.
function hint() {
  game = { ...game, asked: !game.asked };
  draw();
  sayHint();
}

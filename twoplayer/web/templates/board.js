"use strict";

// The board: what lies on the table, and what a tap does to it. `draw` shows it.
//
// game.player: the seat, from 1; beat: the score to beat, null in the first one's turn; open: the set of
// open tiles; dice: how many are picked, or null; roll: what lies on the table, or null; faces: the
// dice that are known, so far; chosen: the tiles tapped for a move; asked: whether a hint is asked
// for; phase: "turn", "setup" (of a position), "passed" (the first player has clacked) or "over";
// left: what the players have left, by seat; log: the decisions so far. `evening.js` has who plays.

const read = (given) => readRules(given, SAY.accepts, page.meant);
const beginning = linkTo(read(page.begin));
// The catalogue by link, the first of those with the same rules.
const named = new Map(page.catalogue.map((each) => [linkTo(read(each.rules)), each]).reverse());

// A name of the catalogue, and what its rules are, in this language.
function calledHere({ name, called }) {
  return (called === name && SAY.names[name]) || called;
}

function summaryHere({ name, called, summary }) {
  return (called === name && SAY.summaries[name]) || summary;
}

const FRESH = { dice: null, roll: null, faces: [], chosen: 0, asked: false };

// odds: those of every move are always shown; ahead: who is ahead is; ask: tiles fall only when the
// large button is pressed; mine: the players roll dice of their own; language: the one chosen here.
const settings = { odds: false, ahead: true, ask: false, mine: false, sound: false, buzz: true, language: "" };
Object.assign(settings, stored().settings, kept()?.settings);

let solvers = [];
let game, past, fault;
// The address that could not be played, of which the fault tells.
let faulty = "";

// Go on with what the history of the browser has kept.
function takeUp(state) {
  ({ game, past, fault, faulty } = state);
  markTrail({ place: state.place, base: state.base });
}

// A game by the rules in an address, or else by those that the page begins with, and what was
// played of it. A game that somebody has sent is one of two players.
function openLink(address, seats = isOfGame(address) ? {} : firstSeats()) {
  [game, past, fault] = [newGame(read(page.begin), seats), [], ""];
  try {
    game = newGame(read(rulesIn(address) ?? page.begin), seats);
    playLinked(positionIn(address));
  } catch (error) {
    [game, past] = [newGame(game.rules, seats), []];
    if (error instanceof RulesError) fault = SAY.badAddress(error.message);
    else if (error instanceof GameError) fault = error.message;
    else throw error;
    faulty = address;
  }
}

function newGame(rules, seats) {
  const open = new Game(rules).all;
  return { rules, player: 1, beat: null, open, ...FRESH, phase: "turn", left: [], log: [], ...seats };
}

// What is done, before it is shown.
function put(changes) {
  past = [...past.slice(1 - MOST_KEPT), game];
  game = { ...game, ...changes };
  fault = "";
}

function change(changes) {
  put(changes);
  still = 0;
  forgetTyping();
  draw();
}

// The solver of some rules: the latest few go on, so that nothing is solved twice.
function solverOf(rules, seats = 2, margin = undefined) {
  const link = linkTo(rules);
  const same = (each) => each.link === link && each.seats === seats && each.margin === margin;
  const solver = solvers.find(same) ?? new Solver(rules, news, seats, margin);
  solvers = [solver, ...solvers.filter((each) => each !== solver)];
  for (const old of solvers.splice(4)) old.stop();
  return solver;
}

// Something of some rules is known.
function news(solver, partly) {
  if (solver.link === linkTo(game.rules)) {
    if (partly) drawWorking();
    else draw();
  }
  if (draft && solver.link === linkTo(draft)) drawMenu();
  if (solver === preview) showPreview();
}

// What rules are called: by their name, or by that of the set in the table to which they belong.
function rulesNameOf(link) {
  const row = document.querySelector(`#table tr[data-link="${CSS.escape(link)}"]`);
  if (named.has(link)) return calledHere(named.get(link));
  return row ? SAY.variantOf(SAY.names[row.dataset.name] ?? row.dataset.name) : SAY.own;
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
  pickRoll(thrownDice(faces).roll, faces);
}

function thrownDice(faces) {
  const ascending = [...faces].sort((one, other) => one - other);
  const roll = rulesOfGame().byTotal ? [faces.reduce((sum, die) => sum + die)] : ascending;
  return { ...FRESH, roll, faces, dice: faces.length };
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
  } else if (mayBeTapped(place) && !isProgrammed()) {
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
  change(covering(move));
  noise(game.open ? "knock" : "lid");
}

function covering(move) {
  const { open } = game;
  const log = [...game.log, decided(move)];
  const after = { ...FRESH, open: open ^ move, log };
  return after.open === 0 ? ended(after) : after;
}

// The turn is over: the next player begins, or one sees who has won.
function endTurn() {
  change(endingTurn());
}

function endingTurn() {
  const log = game.roll ? [...game.log, decided(null)] : game.log;
  const after = ended({ ...FRESH, open: game.open, log });
  return after.phase === "passed" ? { ...after, ...nextTurn(after.left) } : after;
}

// What is remembered of a decision.
function decided(move) {
  const { player, beat, open, dice, roll, faces } = game;
  return { player, beat, holders: holdersNow(), open, dice, roll, faces, move };
}

// What a turn that ends changes: the next player has to beat the score, or the game is over.
function ended(changes) {
  const score = rulesOfGame().score(changes.open);
  const left = [...game.left];
  left[game.player - 1] = score;
  if (game.player === 2 && seatCount() === 2) left[0] = game.beat;
  return { ...changes, left, phase: isLastTurn(score) ? "over" : "passed" };
}

// Whether the game is over when the player whose turn it is leaves a score.
function isLastTurn(score) {
  return game.player === seatCount() || !rulesOfGame().secondRolls(score);
}

function nextTurn(left) {
  const beat = left.reduce((low, score) => (score < low ? score : low));
  return { ...FRESH, player: left.length + 1, beat, open: rulesOfGame().all, phase: "turn" };
}

function playBy(rules) {
  change(newGame(rules, seatsByOtherRules()));
}

function playAgain() {
  change(newGame(game.rules, nextSeats()));
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
  const left = seatCount() > 2 ? leftBefore(player) : beat === null ? [] : [beat];
  const log = game.log.slice(0, place);
  change({ ...FRESH, player, beat, open, dice, roll, faces, phase: "turn", left, log });
}

function undo() {
  if (past.length === 0) return;
  // What the program has done goes with what made it do so.
  do {
    game = past.at(-1);
    past = past.slice(0, -1);
  } while (past.length && isProgrammed());
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

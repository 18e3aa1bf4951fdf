// What is said on the felt, and setting up a position there.

import { favourNow, isBeaten, isProgrammed, roundsNow, who } from "../evening/evening.js";
import { otherMove, programWords } from "../evening/opponent.js";
import { result, said } from "../evening/result.js";
import { settings } from "../memory/settings.js";
import { rulesNameOf } from "../rules/catalogue.js";
import { element, fill, say, sayWithin } from "../shared/dom.js";
import { isBehind } from "../today/behind.js";
import { resultOfDay } from "../today/end.js";
import { capital, isYou, SAY } from "../words/speech.js";
import {
  fault, game, movesLeft, movesNow, rulesOfGame, scoresToBeat, solver, tilesIn,
} from "./board.js";
import { drawDice } from "./dice.js";
import { nextTurn, setUp } from "./moves.js";
import { inVain, isTaught, toCover } from "./taught.js";

const MOST_OFFERED = 100;

// Words to who plays, by name, and with the score to beat: who plays alone against the program needs no name.
function toPlayer(words) {
  const name = who(game.player);
  const chased = game.beat === null || roundsNow() > 1 ? [] : [SAY.chasing(game.beat, favourNow())];
  const called = [...(isYou(name) ? [] : [name]), ...chased];
  if (!called.length) return capital(words);
  const told = SAY.ownRules(called.reduce((one, other) => SAY.with(one, other)), words);
  return isYou(name) ? capital(told) : told;
}

function status() {
  if (game.phase === "setup") return SAY.setup;
  if (game.phase === "passed") {
    const { player: seat } = game;
    if (roundsNow() > 1) return said(seat);
    return `${said(seat)} ${SAY.nextHas(who(seat + 1), nextTurn(game.left).beat, favourNow())}`;
  }
  if (game.phase === "over") return game.day ? resultOfDay() : result();
  if (isBehind()) return SAY.lookedBack;
  if (isProgrammed()) return programWords();
  if (game.open === 0) return toPlayer(SAY.everyTile);
  if (inVain.game === game) return inVain.words;
  if (isBeaten() && game.roll === null) return SAY.beaten(who(game.player));
  if (game.roll !== null) return rolledWords();
  if (game.day) return game.log.length ? SAY.stillOpen(rulesOfGame().score(game.open)) : SAY.aboutDay;
  const dice = () => SAY.or(rulesOfGame().diceCounts(game.open).map(SAY.dice));
  const asked = toPlayer(settings.mine ? SAY.toTell(game.faces) : SAY.toRoll(dice()));
  return [asked, ...(game.faces.length ? [] : [otherMove()])].filter(Boolean).join(" ");
}

function rolledWords() {
  if (game.chosen) return chosenWords();
  const rolled = toPlayer(SAY.rolled(SAY.and(game.roll)));
  if (movesNow().length) return isTaught() ? rolled : `${rolled} ${toCover()}`;
  const why = whyStuck(rulesOfGame(), game.open, game.roll);
  return `${rolled} ${SAY.scores(why, rulesOfGame().score(game.open))}`;
}

// Why a roll that covers nothing does not.
export function whyStuck({ stopTotal, openingTile, all }, open, roll) {
  const total = roll.reduce((sum, die) => sum + die);
  if (total === stopTotal) return SAY.stops(total);
  return open === all && openingTile !== null ? SAY.mustOpen(openingTile) : SAY.nothing;
}

// What is chosen, and what of the roll is left, where any tiles with its sum will do.
function chosenWords() {
  const moves = movesLeft();
  if (moves.includes(game.chosen)) return SAY.ready(tilesIn(game.chosen));
  if (moves.length === 1) return SAY.chosenFor(tilesIn(game.chosen), tilesIn(moves[0]));
  const sum = (set) => rulesOfGame().open(set).reduce((total, tile) => total + tile, 0);
  const left = [...new Set(moves.map((move) => sum(move ^ game.chosen)))];
  return SAY.chosen(tilesIn(game.chosen), left.length === 1 ? left[0] : null);
}

export function drawFelt() {
  drawRefusal();
  sayWithin("status", status(), 48, 116);
  element("status").classList.toggle("beaten", isBeaten() && game.roll === null);
  const shut = ["passed", "over"].includes(game.phase) && game.open === 0;
  const stuck = game.phase === "turn" && game.roll !== null && !movesNow().length;
  element("box").classList.toggle("shut", shut);
  element("box").classList.toggle("stuck", stuck);
  if (shut) say("brand", rulesNameOf(solver().link));
  drawDice();
  drawSetup();
}

// A link that was refused: what can be done, and, where somebody asks, what was wrong.
function drawRefusal() {
  if (element("fault").textContent !== fault) element("refused").querySelector("details").open = false;
  element("refused").hidden = !fault;
  say("fault", fault);
  say("refusal", fault && SAY.refusedLink);
  say("play-anyway", SAY.playAnyway(rulesNameOf(solver().link)));
}

function drawSetup() {
  const setting = game.phase === "setup";
  element("position").hidden = !setting;
  if (!setting) return;
  const scores = scoresToBeat();
  const many = scores.length > MOST_OFFERED;
  const [list, text] = [element("beat"), element("beat-text")];
  fill("beat", solver().link, () => (many ? [] : scores.map((score) => new Option(score, score))));
  element("player").value = game.player;
  for (const option of element("player").options) {
    option.label = game.evening ? who(Number(option.value)) : option.textContent;
  }
  element("beat-label").hidden = game.beat === null || many;
  element("beat-text-label").hidden = game.beat === null || !many;
  if (game.beat === null) return;
  list.value = String(game.beat);
  if (document.activeElement !== text) text.value = String(game.beat); // else it is being written
}

// The score to beat that somebody has written: the nearest there is.
export function writeBeat(written) {
  const asked = /^\s*\d{1,100}\s*$/.test(written) ? BigInt(written) : game.beat;
  const away = (score) => (score < asked ? asked - score : score - asked);
  const beat = scoresToBeat().reduce((near, score) => (away(score) < away(near) ? score : near));
  setUp({ beat });
  element("beat-text").value = String(beat);
  say("said", beat === asked ? "" : SAY.noScore(asked, beat));
}

export function setUpPlayer(number) {
  const offered = scoresToBeat();
  // Who has tiles of her own has other ones open.
  const others = rulesOfGame(number) === rulesOfGame() ? {} : { open: rulesOfGame(number).all };
  setUp({ player: number, beat: number === 1 ? null : offered[Math.floor(offered.length / 4)], ...others });
}

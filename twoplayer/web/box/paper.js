// A game on paper, as the program's `Play` writes and reads it: a line for each turn, such as
// `5+4: 9, 6+6: 3+4+5, 3+1: -`; and as it stands in an address, where nothing has to be escaped:
// `5.4-9_6.6-3.4.5_3.1`. What somebody sends is played move by move, or refused.

import { orderNow, seatCount } from "../evening/evening.js";
import { linkOf, linkTo } from "../rules/link.js";
import { cut, LONGEST } from "../rules/reading.js";
import { SAY } from "../words/speech.js";
import { bothRules, game, lay, mayRoll, movesNow, put, rulesOfGame, scoresToBeat, tilesIn } from "./board.js";
import { covering, endingTurn, nextTurn, thrownDice } from "./moves.js";

// What stands for what in an address.
const IN_ADDRESS = [[": -", ""], [": ", "-"], [", ", "_"], ["+", "."], ["\n", "~"]];
const NUMBERS = String.raw`\d{1,7}(?:\.\d{1,7}){0,23}`;
const ENTRY = new RegExp(`^(${NUMBERS})(?:-(${NUMBERS})?)?$`);

export class GameError extends Error {}

function inAddress(text) {
  return IN_ADDRESS.reduce((so, [sign, other]) => so.replaceAll(sign, other), text);
}

// The game on the board, on paper: what was rolled and covered since it began.
export function onPaper() {
  const now = game.phase === "turn" && game.roll !== null ? [{ ...game, move: undefined }] : [];
  const rolls = [...game.log, ...now];
  const turns = orderNow().map((_, place) => rolls.filter(({ player }) => player === place + 1));
  return turns.filter((turn) => turn.length).map((turn) => turn.map(entryOf).join(", ")).join("\n");
}

function entryOf({ player, open, roll, faces, dice, move }) {
  const thrown = [...(faces.length ? faces : diceFor(roll, dice, player))].sort((one, other) => other - one).join("+");
  if (move) return `${thrown}: ${tilesIn(move, "+", player)}`;
  return rulesOfGame(player).covers(open, roll).length ? thrown : `${thrown}: -`;
}

// The dice of a roll; where only their total is known, some that make it.
function diceFor(roll, dice, player) {
  const { byTotal, sides } = rulesOfGame(player);
  if (!byTotal) return roll;
  let left = roll[0];
  return Array.from({ length: dice }, (_, place) => {
    const die = Math.min(sides, left - (dice - 1 - place));
    left -= die;
    return die;
  });
}

// The rules that can be sent: of two players, as they are seated, those of both.
export function rulesLink() {
  return seatCount() === 2 ? linkOf(...bothRules()) : linkTo(game.rules);
}

// The rules of the game on the board, where it began if that is not the beginning, and all that
// was rolled and covered since. Where the players are kept beside it, so are rules of their own.
export function linkToGame(rules = rulesLink()) {
  const { player, beat, open } = game.log[0] ?? game;
  const isLater = seatCount() === 2 && player === 2;
  const text = inAddress(onPaper());
  return [
    rules,
    ...(isLater || open !== rulesOfGame(player).all ? [`open=${tilesIn(open, ".", player)}`] : []),
    ...(isLater ? [`to_beat=${beat}`] : []),
    ...(text ? [`game=${text}`] : []),
  ].join("&");
}

// Play what a link says on the board, whose game has just begun; undo takes it back.
/** @type {(position: { open?: string, to_beat?: string, game?: string }) => void} */
export function playLinked({ open, to_beat: beat, game: text }) {
  if (open !== undefined || beat !== undefined) lay({ game: { ...game, ...begunAt(open, beat) } });
  if (text === undefined) return;
  if (text.length > LONGEST) throw new GameError(SAY.badGame.long(text.length, LONGEST));
  const first = game.player;
  for (const [line, turn] of text.split("~").entries()) {
    for (const [place, entry] of turn.split("_").entries()) {
      const refuse = (why) => {
        throw new GameError(SAY.badGame[why](line + 1, place + 1, cut(entry)));
      };
      if (game.phase === "passed") put(nextTurn(game.left));
      if (game.phase === "over") refuse("over");
      if (game.player !== first + line) refuse(game.player < first + line ? "early" : "late");
      playEntry(entry, refuse);
    }
  }
  // On paper a turn that has ended has been passed, and taken up.
  if (game.phase === "passed") put(nextTurn(game.left));
  lay({ game: { ...game, handed: false } });
}

function begunAt(open, beat) {
  const player = beat === undefined ? 1 : 2;
  const position = { open: rulesOfGame(player).all };
  if (open !== undefined) {
    position.open = setOf(open, player);
    if (position.open === null) throw new GameError(SAY.badGame.open(cut(open)));
  }
  if (beat === undefined) return position;
  const score = scoresToBeat().find((each) => String(each) === beat);
  if (score === undefined) throw new GameError(SAY.badGame.beat(cut(beat)));
  return { ...position, player, beat: score };
}

function playEntry(entry, refuse) {
  const [, thrown, covered] = ENTRY.exec(entry) ?? refuse("unread");
  const faces = thrown.split(".").map(Number).sort((one, other) => one - other);
  const { sides } = rulesOfGame();
  if (game.roll !== null) refuse("wait");
  if (!mayRoll() || !rulesOfGame().diceCounts(game.open).includes(faces.length)) refuse("roll");
  if (faces.some((die) => die < 1 || die > sides)) refuse("roll");
  put(thrownDice(faces));
  if (covered !== undefined) {
    const move = setOf(covered);
    if (!movesNow().includes(move)) refuse("cover");
    put(covering(move));
  } else if (!movesNow().length) {
    put(endingTurn());
  }
}

// The set of tiles written in an address; null where they are no tiles of the game, or twice there.
function setOf(text, player = game.player) {
  const tiles = text === "" ? [] : text.split(".").map(Number);
  const set = rulesOfGame(player).set(tiles);
  return rulesOfGame(player).open(set).join(".") === tiles.sort((one, other) => one - other).join(".") ? set : null;
}

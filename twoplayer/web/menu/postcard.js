// How a game has ended, to send, in words and as a picture: the box, who has won, and why, as the end says
// it to who plays; who reads it is somebody else.

import { game, rulesOfGame } from "../box/board.js";
import { whyNow, winnerWords } from "../box/end.js";
import { rulesLink } from "../box/paper.js";
import { isLastRound, nameToOthers, outcome, rankedNow, seatCount, SHAPES } from "../evening/evening.js";
import { rulesNameOf } from "../rules/catalogue.js";
import { home } from "../rules/link.js";
import { element } from "../shared/dom.js";
import { figure, SAY } from "../words/speech.js";

// A part of the picture, as high as it is, painted from its upper edge.
/** @typedef {{ high: number, paint: (top: number) => void }} Part */

const [WIDTH, MARGIN] = [1080, 72];
const ROOM = WIDTH - 2 * MARGIN;
const MIDDLE = WIDTH / 2;

/** @type {CanvasRenderingContext2D} */
let pen = null;

export function isPictured() {
  return game.phase === "over" && isLastRound() && !game.day;
}

// Who has won, with which scores, and why.
export function endToOthers() {
  const [ranked, { won: [place, ...more] }] = [rankedNow(), outcome()];
  const isDuel = seatCount() === 2 && ranked.length === 2 && place !== undefined && !more.length;
  const scores = ranked.map((each) => (isDuel ? figure(each.score) : SAY.total(nameToOthers(each.place), each.score)));
  const [who, other] = [place, 1 - place].map((each) => (isDuel ? nameToOthers(each) : ""));
  const lines = isDuel ? [SAY.against(who, other, scores.join(" : "))] : [winnerWords(nameToOthers), scores.join(", ")];
  return [...lines, whyNow(nameToOthers)].filter(Boolean).join("\n");
}

export function drawPostcard() {
  const canvas = element("postcard");
  pen = canvas.getContext("2d");
  const parts = [heading(), box(), winner(), ...ranks(), sentence(), ...squares(), address()];
  const high = parts.reduce((sum, part) => sum + part.high, 2 * MARGIN);
  Object.assign(canvas, { width: WIDTH, height: high });
  paintFelt(high);
  parts.reduce((top, part) => {
    part.paint(top);
    return top + part.high;
  }, MARGIN);
  canvas.ariaLabel = endToOthers().replaceAll("\n", ". ");
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

function colourOf(place) {
  return colour(["--first", "--second"][place] ?? `--of-${place + 1}`);
}

function paintFelt(high) {
  const glow = pen.createRadialGradient(MIDDLE, high / 3, 0, MIDDLE, high / 3, high);
  ["--felt-light", "--felt", "--felt-deep"].forEach((name, place) => glow.addColorStop(place / 2, colour(name)));
  paintBox(colour("--wood-deep"), 0, 0, WIDTH, high, 0);
  paintBox(glow, 24, 24, WIDTH - 48, high - 48, 20);
}

function paintBox(paint, left, top, wide, high, round) {
  pen.fillStyle = paint;
  pen.beginPath();
  pen.roundRect(left, top, wide, high, round);
  pen.fill();
}

// A text around a height, in letters as large as there is room for.
function write(text, middle, size, paint, { left = MIDDLE, align = "center", room = ROOM } = {}) {
  const font = (/** @type {number} */ pixels) => `700 ${pixels}px ${colour("--serif")}`;
  pen.font = font(size);
  pen.font = font(Math.min(size, (size * room) / pen.measureText(text).width));
  Object.assign(pen, { fillStyle: paint, textAlign: align, textBaseline: "middle" });
  pen.fillText(text, left, middle);
}

/** @type {() => Part} */
function heading() {
  const called = [SAY.title, rulesNameOf(rulesLink())].filter((name) => name !== SAY.own).join(" · ");
  return { high: 80, paint: (top) => write(called, top + 24, 40, "#f0c357") };
}

// The tiles as whoever played last has left them.
/** @type {() => Part} */
function box() {
  const { tiles } = rulesOfGame();
  const wide = ROOM / tiles.length;
  const paint = (top) => {
    paintBox(colour("--wood-deep"), MARGIN - 16, top, ROOM + 32, 190, 12);
    tiles.forEach((tile, place) => {
      const left = MARGIN + place * wide;
      const open = (game.open >> place) & 1;
      paintBox(open ? "#d9ab66" : "#6d4a24", left + 4, top + (open ? 16 : 140), wide - 8, open ? 158 : 34, 10);
      const where = { left: left + wide / 2, room: wide - 16 };
      write(String(tile), top + (open ? 95 : 70), open ? 64 : 36, open ? "#24140a" : "#c9ab84", where);
    });
  };
  return { high: 220, paint };
}

/** @type {() => Part} */
function winner() {
  const { won } = outcome();
  const text = [won.length === 1 ? SHAPES[won[0]] : "", winnerWords(nameToOthers)].filter(Boolean).join(" ");
  return { high: 150, paint: (top) => write(text, top + 75, 104, getComputedStyle(element("winner")).color) };
}

// Who has left what, the least first.
/** @type {() => Part[]} */
function ranks() {
  return rankedNow().map(({ place, score }) => ({
    high: 82,
    paint: (top) => {
      paintBox(colourOf(place), MARGIN, top, ROOM, 70, 12);
      const name = `${SHAPES[place]} ${nameToOthers(place)}`;
      write(name, top + 36, 40, "#fff", { left: MARGIN + 24, align: "left", room: ROOM - 260 });
      write(figure(score), top + 36, 44, "#fff", { left: WIDTH - MARGIN - 24, align: "right", room: 220 });
    },
  }));
}

/** @type {() => Part} */
function sentence() {
  const lines = linesOf(whyNow(nameToOthers), 38);
  const paint = (top) => lines.forEach((line, place) => write(line, top + 40 + 52 * place, 38, colour("--bone")));
  return { high: lines.length ? 52 * lines.length + 24 : 0, paint };
}

// A text in lines, none longer than there is room for.
function linesOf(text, size) {
  pen.font = `700 ${size}px ${colour("--serif")}`;
  const fits = (line) => pen.measureText(line).width <= ROOM;
  return text.split(" ").filter(Boolean).reduce((/** @type {string[]} */ lines, word) => {
    const longer = [...lines.slice(-1), word].join(" ");
    return fits(longer) ? [...lines.slice(0, -1), longer] : [...lines, word];
  }, []);
}

// A row for each player, behind his sign.
/** @type {() => Part[]} */
function squares() {
  const rows = [...element("squares").children].map(({ children }) => [...children]);
  const size = Math.min(58, ...rows.map((row) => ROOM / row.length));
  return rows.map((row) => ({
    high: size + 16,
    paint: (top) => row.forEach((mark, place) => {
      const left = MIDDLE + size * (place - row.length / 2);
      const { backgroundColor, color } = getComputedStyle(mark);
      paintBox(backgroundColor, left + 4, top + 12, size - 8, size - 8, 8);
      write(mark.textContent, top + 9 + size / 2, size / 2, color, { left: left + size / 2 });
    }),
  }));
}

// Where it is played, if that is anywhere.
/** @type {() => Part} */
function address() {
  const text = home().replace(/^https?:\/\//, "");
  return { high: text ? 76 : 0, paint: (top) => text && write(text, top + 50, 34, "#f0c357") };
}

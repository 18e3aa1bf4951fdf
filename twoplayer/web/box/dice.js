// Dice: as faces, as they tumble, and as keys to say what one's own dice show.

import { isLastRound, isProgrammed, rankedNow, seatCount, totalsNow } from "../evening/evening.js";
import { when } from "../shared/bell.js";
import { button, element, fill, made, svg } from "../shared/dom.js";
import { SAY } from "../words/speech.js";
import { diceNow, game, mayRoll, ownDice, rulesOfGame, solver } from "./board.js";
import { pickFaces, pickRoll } from "./moves.js";
import { noise } from "./sound.js";

const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[28, 28], [50, 50], [72, 72]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[28, 25], [72, 25], [28, 50], [72, 50], [28, 75], [72, 75]],
};
const MOST_KEYS = 21;

// The picture of a die: pips where it has six sides, else the number.
export function face(number, sides) {
  const body = svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 18 });
  const pips = () => PIPS[number].map(([cx, cy]) => svg("circle", { cx, cy, r: 9 }));
  const text = () => svg("text", { x: 50, y: 66, "text-anchor": "middle" }, String(number));
  const attributes = { viewBox: "0 0 100 100", class: "face", "aria-hidden": "true" };
  return svg("svg", attributes, [body, ...(sides === 6 ? pips() : [text()])]);
}

// Where a die will lie.
export function hollow() {
  const body = svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 18 });
  return svg("svg", { viewBox: "0 0 100 100", class: "hollow", "aria-hidden": "true" }, body);
}

function facesOf(numbers) {
  return numbers.map((number) => face(number, rulesOfGame().sides));
}

export function drawDice() {
  const shown = game.phase === "turn" ? game.faces : [];
  // Where the dice are not known there is their total, or a single die.
  const alone = game.phase === "turn" && game.roll && !shown.length;
  const exact = alone && (!rulesOfGame().byTotal || game.dice === 1);
  const faces = exact ? game.roll : shown;
  const waiting = mayRoll() && !shown.length ? diceNow() : 0;
  const count = Math.max(2, faces.length, waiting);
  element("faces").style.setProperty("--count", count);
  element("faces").style.setProperty("--lines", Math.ceil(count / 6));
  const total = alone && !exact ? game.roll : scoresAtEnd();
  fill("faces", `${faces}/${total}/${waiting}/${rulesOfGame().sides}`, () => {
    if (total) return [made("span", String(total), { class: "total" })];
    return waiting ? Array.from({ length: waiting }, hollow) : facesOf(faces);
  });
  element("faces").hidden = drawKeys() || game.phase === "setup";
}

// What both have left, where it fits: below who has won his score stands first. Today's box says it itself.
function scoresAtEnd() {
  if (game.phase !== "over" || seatCount() !== 2) return "";
  const text = (isLastRound() ? rankedNow().map(({ score }) => score) : totalsNow()).join(" : ");
  return text.length <= 15 ? text : "";
}

// One's own dice: a key for each face; tell whether there are any.
function drawKeys() {
  const wanted = ownDice() && mayRoll() && !isProgrammed();
  element("keys").hidden = !wanted;
  const { sides } = rulesOfGame();
  const rolls = wanted && sides > MOST_KEYS ? diceNow() : "";
  const columns = sides <= 4 ? sides : sides <= 6 ? 3 : sides <= 12 ? 6 : 7;
  element("keys").style.setProperty("--columns", columns);
  element("keys").style.setProperty("--rows", Math.ceil(sides / columns));
  if (wanted) fill("keys", `${solver().link}/${rolls}`, rolls ? () => [rollList()] : faceKeys);
  return wanted;
}

function faceKeys() {
  const { sides } = rulesOfGame();
  return Array.from({ length: sides }, (_, place) =>
    button(face(place + 1, sides), () => pickFaces([...game.faces, place + 1]), {
      "aria-label": SAY.face(place + 1),
    }),
  );
}

function rollList() {
  const rolls = rulesOfGame().rolls(diceNow());
  const options = rolls.map(({ roll }, place) => new Option(SAY.and(roll), place));
  const list = made("select", [new Option(SAY.whatRolled, ""), ...options], { "aria-label": SAY.whatRolled });
  list.addEventListener("change", () => pickRoll(rolls[Number(list.value)].roll));
  return list;
}

// The dice that were rolled tumble; until they lie almost still nothing is played on them, by a
// second tap or key that was not meant for what nobody has seen.
when("rolled", () => {
  const faces = element("faces");
  faces.classList.remove("tumble");
  void faces.offsetWidth; // so that the browser begins again
  faces.classList.add("tumble");
  noise("dice");
});

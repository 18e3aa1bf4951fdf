// Today's box: a turn alone by the rules of the board, with dice that are the same for everybody on that
// day. The game on the board waits behind it.

import { game, hush, solverOf, still } from "../box/board.js";
import { face, hollow } from "../box/dice.js";
import { whyStuck } from "../box/felt.js";
import { noise } from "../box/sound.js";
import { fitIn, tileButton } from "../box/tiles.js";
import { tellMistake } from "../coach/coach.js";
import { settings } from "../memory/settings.js";
import { rulesNameOf } from "../rules/catalogue.js";
import { Game } from "../rules/game.js";
import { home, isToToday, linkTo } from "../rules/link.js";
import { BY_ONESELF } from "../rules/odds.js";
import { when } from "../shared/bell.js";
import { allow, button, element, fill, made, say, sayWithin, tell } from "../shared/dom.js";
import { times } from "../shared/exact.js";
import { closing, onTap } from "../shared/taps.js";
import { figures, language, SAY } from "../words/speech.js";
import { judgedAt } from "./best.js";
import { dayBefore, daysInRow, keepSteps, stepsOn, today } from "./diary.js";
import { drawDayEnd } from "./end.js";
import { Run } from "./run.js";

// The turn; whether it was today's when it was opened, as it stays past midnight; the tiles tapped for a
// move, and the number of dice picked for the next roll; whether the end is shown.
/** @type {Run} */
let run = null;
let isTodays = true;
let chosen = 0;
let picked = null;
let endShown = false;

const daySolver = () => solverOf(run.game.rules);
const tilesOfRun = (set) => run.game.open(set).join(" + ");

export function openDay(date = today()) {
  run = begun(new Game(game.rules), date);
  isTodays = date === today();
  [chosen, picked, endShown] = [0, null, run.isOver || !isTodays];
  daySolver().ask(BY_ONESELF);
  if (!element("day").open) element("day").showModal();
  say("day-sent", "");
  drawDay();
}

// The turn as it was left; from the beginning where what was kept is none.
function begun(rules, date) {
  try {
    return Run.of(rules, date, stepsOn(date, linkTo(rules.rules)));
  } catch {
    return new Run(rules, date);
  }
}

// What the large button does, and its words; it does nothing while tiles are still to be tapped.
function nextStep() {
  if (!isTodays) return { words: SAY.todaysBox, act: () => openDay() };
  if (endShown) return { words: mayShare() ? SAY.share : SAY.copy, act: sendLine };
  if (run.isOver) return { words: SAY.seeEnd, act: showEnd };
  if (!run.faces) return { words: SAY.go.roll(SAY.dice(diceToThrow())), act: throwDice };
  const move = meantNow();
  if (move !== null) return { words: SAY.go.cover(tilesOfRun(move)), act: () => coverTiles(move) };
  return { words: SAY.go.coverSome(tilesOfRun(chosen)), act: null };
}

function meantNow() {
  const moves = mayBecome();
  if (moves.includes(chosen)) return chosen;
  return moves.length === 1 ? moves[0] : null;
}

function mayBecome(tiles = chosen) {
  return run.moves.filter((move) => (move & tiles) === tiles);
}

function diceToThrow() {
  const counts = run.game.diceCounts(run.open);
  return counts.includes(picked) ? picked : Math.max(...counts);
}

function done() {
  keepSteps(run.date, linkTo(run.game.rules), run.steps, run.isOver);
  drawDay();
}

function throwDice() {
  run.throw(diceToThrow());
  [chosen, picked] = [0, null];
  hush();
  done();
  const faces = element("day-faces");
  faces.classList.remove("tumble");
  void faces.offsetWidth; // so that the browser begins again
  faces.classList.add("tumble");
  noise("dice");
}

function coverTiles(move) {
  run.cover(move);
  chosen = 0;
  done();
  noise(run.open ? "knock" : "lid");
  if (settings.coach) coachOnDay(move);
}

function coachOnDay(move) {
  const odds = daySolver().known(BY_ONESELF);
  const mistake = odds && judgedAt(run, odds, run.entries.length - 1).find(({ ofDice }) => !ofDice);
  if (mistake?.judged !== "worse") return;
  const { open } = run.entries.at(-1);
  const sets = [open ^ move, open ^ mistake.best];
  const scores = figures(sets.map((set) => times(-1, odds.worth(set).value)), 1);
  const words = SAY.coachExpects(tilesOfRun(move), tilesOfRun(mistake.best), scores[0], scores[1]);
  tellMistake(words, daySolver().turn, sets[0], sets[1], takeBack);
}

function takeBack() {
  run.takeBack();
  done();
}

function tapOn(place) {
  const bit = 1 << place;
  if (!mayTap(bit)) return;
  chosen ^= bit;
  const [move, another] = mayBecome();
  if (move === chosen && another === undefined && !settings.ask) coverTiles(move);
  else drawDay();
}

function mayTap(bit) {
  return (chosen & bit) !== 0 || mayBecome().some((move) => (move & bit) !== 0);
}

function showEnd() {
  endShown = true;
  drawDay();
  element("day-title").focus();
}

function mayShare() {
  return Boolean(home() && navigator.share);
}

async function sendLine() {
  const line = element("day-line");
  try {
    if (mayShare()) return await navigator.share({ text: line.value });
  } catch (error) {
    if (error.name === "AbortError") return null;
  }
  line.select();
  try {
    await navigator.clipboard.writeText(line.value);
    say("day-sent", SAY.copied);
  } catch {
    say("day-sent", SAY.copyHere);
  }
  return null;
}

function drawDay() {
  const odds = daySolver().known(BY_ONESELF);
  say("day-title", isTodays ? SAY.todaysBox : SAY.yesterdaysBox);
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const row = daysInRow(today());
  const parts = [date.format(new Date(`${run.date}T12:00Z`)), rulesNameOf(linkTo(run.game.rules))];
  say("day-of", [...parts, ...(row > 1 ? [SAY.daysInRow(row)] : [])].join(" · "));
  element("day-box").hidden = endShown;
  element("day-end").hidden = !endShown;
  if (endShown) drawDayEnd(run, odds, daySolver().failure);
  else drawPlay();
  const { words, act } = nextStep();
  sayWithin("day-go", words, 40, 72);
  allow("day-go", act !== null && !(endShown && isTodays && !odds));
  element("day-back").hidden = endShown;
  allow("day-back", run.mayTakeBack);
  element("day-other").hidden = !isTodays;
  say("day-other", SAY.yesterdaysBox);
}

function drawPlay() {
  const { game: rules, open } = run;
  fill("day-tiles", linkTo(rules.rules), () =>
    rules.tiles.map((tile, place) => tileButton(tile, place, () => tapOn(place))),
  );
  [...element("day-tiles").children].forEach((one, place) => {
    const bit = 1 << place;
    const state = chosen & bit ? "chosen" : open & bit ? "open" : "covered";
    const dim = state === "open" && run.faces && !mayTap(bit) ? " dim" : "";
    if (one.className !== state + dim) one.className = state + dim;
    tell(one, "aria-label", SAY.tile(rules.tiles[place], (open & bit) !== 0));
    tell(one, "aria-disabled", !mayTap(bit));
    tell(one, "aria-pressed", state === "chosen");
  });
  fitIn(element("day-tiles"));
  element("day-box").classList.toggle("stuck", run.stuck);
  element("day-box").classList.toggle("shut", open === 0);
  const faces = run.faces ?? Array(diceToThrow()).fill(0);
  element("day-faces").style.setProperty("--count", Math.max(2, faces.length));
  fill("day-faces", `${run.entries.length}/${faces}/${rules.sides}`, () =>
    faces.map((number) => (number ? face(number, rules.sides) : hollow())),
  );
  sayWithin("day-status", dayStatus(), 55, 116);
  drawCounts();
}

function dayStatus() {
  const { open, faces, entries, game: rules } = run;
  if (open === 0) return SAY.clack;
  if (run.stuck) return SAY.scores(whyStuck(rules, open, run.roll), run.score);
  if (!faces) return entries.length ? SAY.stillOpen(run.score) : SAY.aboutDay;
  if (mayBecome().includes(chosen)) return SAY.ready(tilesOfRun(chosen));
  const rolled = SAY.youRolled(SAY.and(run.roll));
  return chosen ? SAY.chosen(tilesOfRun(chosen), null) : `${rolled} ${SAY.toCover}`;
}

// How many dice may be rolled, where that is a choice.
function drawCounts() {
  const counts = run.faces || run.isOver ? [] : run.game.diceCounts(run.open);
  const chips = counts.length > 1 ? counts : [];
  fill("day-chips", `${chips}/${diceToThrow()}`, () =>
    chips.map((count) => {
      const pick = () => {
        picked = count;
        drawDay();
      };
      return button(made("b", SAY.dice(count)), pick, { class: "chip", "aria-pressed": count === diceToThrow() });
    }),
  );
}

onTap({
  "day-go": () => performance.now() >= still && nextStep().act?.(),
  "day-back": takeBack,
  "day-other": () => openDay(dayBefore(today())),
  "close-day": closing("day"),
});

// A held key does nothing; digits are tiles.
element("day").addEventListener("keydown", (event) => {
  if (event.repeat && ["Enter", " "].includes(event.key)) event.preventDefault();
  const place = run.game.tiles.findIndex((tile) => String(tile) === event.key);
  if (place >= 0 && !endShown) tapOn(place);
});
addEventListener("resize", () => element("day").open && fitIn(element("day-tiles")));
when("news", ({ link }, partly) => {
  if (!partly && element("day").open && link === linkTo(run.game.rules)) drawDay();
});
when("opened", (address) => isToToday(address) && openDay());

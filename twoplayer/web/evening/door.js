// The door: who plays, and by which rules. It stands open when the page is opened, and opens by a tap
// on the names.

import { atTable, change, game, showBoard, solver } from "../box/board.js";
import { leaveDay, newGame } from "../box/moves.js";
import { clearSnack } from "../box/snack.js";
import { settings } from "../memory/settings.js";
import { lately } from "../memory/storage.js";
import { picture } from "../menu/picture.js";
import { rulesNameOf } from "../rules/catalogue.js";
import { allow, button, element, fill, made, say } from "../shared/dom.js";
import { isBehind } from "../today/behind.js";
import { openDay } from "../today/day.js";
import { today } from "../today/diary.js";
import { dayAtTheDoor } from "../today/next.js";
import { language, SAY } from "../words/speech.js";
import { judgement } from "../words/worth.js";
import {
  FEWEST_PLAYERS, LONGEST_NAME, MOST_PLAYERS, NOBODY, readEvening, seated, SHAPES, tally,
} from "./evening.js";
import { openPlayers } from "./players.js";

// The friends whose names have been typed, and for which evening: kept until another one begins.
/** @type {{ people: any[], evening: import("./evening.js").Evening | null } | null} */
let entered = null;

export function openDoor() {
  showFriends(friendsNow());
  element("friends").hidden = true;
  tellFriends();
  element("door").showModal();
  drawDoor();
  element("door").scrollTop = 0;
}

export function drawDoor() {
  if (entered?.evening !== game.evening) entered = null;
  if (!element("door").open) {
    fill("door-rules", "", () => []);
    element("friend-names").replaceChildren();
    return;
  }
  const { link, ev, near } = solver();
  fill("rosa-plays", language, () => Object.entries(SAY.strengths).map(([way, words]) => new Option(words, way)));
  element("rosa-plays").value = settings.rosa;
  fill("door-rules", link, () => [picture(game.rules), made("b", rulesNameOf(link)), made("small", [], { id: "door-verdict" })]);
  say("door-day", dayAtTheDoor());
  say("door-verdict", ev ?? near ? judgement(ev, near) : "");
  element("door-on").hidden = !goesOn();
  say("door-state", goesOn() === "here" ? stateNow() : "");
}

// Where there is something to go on with: on the board, or what was left the last time.
export function goesOn() {
  const { log, roll, evening } = atTable() ?? { log: [] };
  if (log.length || roll || evening?.lines.length) return "here";
  return lately.last ? "lately" : "";
}

function stateNow() {
  if (game.day || !game.evening) return "";
  const { games, won } = tally();
  const number = games + (game.phase === "over" ? 0 : 1);
  return won.length === 2 ? SAY.gameScore(number, won) : SAY.gameNumber(number);
}

export function closeDoor() {
  element("door").close();
}

// Go from the box of a day to the game at the table; to the door, where nobody plays there.
export function toTable() {
  leaveDay();
  showBoard();
  if (goesOn() !== "here") openDoor();
}

// To today's box, which may lie on the board.
export function toToday() {
  closeDoor();
  if (game.day !== today() || isBehind()) openDay();
  element("go").focus({ preventScroll: true });
}

// Against the program, as well as it is to play: who plays is called as the last time.
export function playRosa() {
  beginWith([friendsNow()[0], { ...NOBODY, name: SAY.rosa, plays: settings.rosa }]);
}

function friendsNow() {
  if (entered) return entered.people;
  const { players } = readEvening(atTable()?.evening ?? settings.evening) ?? { players: [NOBODY, NOBODY] };
  const people = players.filter(({ plays }) => plays === "hand");
  return people.length ? people : [NOBODY];
}

function beginWith(players) {
  const evening = { starts: "turn", rounds: 1, players };
  settings.evening = readEvening(evening);
  entered = null;
  clearSnack();
  closeDoor();
  change(newGame(game.rules, seated({ ...settings.evening, lines: [] }, 0)));
  element("go").focus({ preventScroll: true });
}

// Friends: two names to eight.
export function tellFriends() {
  element("door-friends").setAttribute("aria-expanded", String(!element("friends").hidden));
}

export function turnFriends() {
  element("friends").hidden = !element("friends").hidden;
  tellFriends();
  element("friends").scrollIntoView({ block: "nearest" });
}

function showFriends(people) {
  const players = people.length < FEWEST_PLAYERS ? [...people, NOBODY] : people;
  element("friend-names").replaceChildren(...players.map(friendRow));
  allow("add-friend", players.length < MOST_PLAYERS);
}

function friendRow({ name, own }, place, { length }) {
  const field = made("input", [], {
    maxlength: LONGEST_NAME, autocomplete: "off", spellcheck: "false", dir: "auto", enterkeyhint: "next",
    "aria-label": SAY.nameField(place + 1), placeholder: SAY.player(place + 1),
  });
  field.value = name;
  const mark = made("i", SHAPES[place], { "aria-hidden": "true" });
  const drop = button("✕", () => dropFriend(place), { "aria-label": SAY.removePlayer(place + 1), class: "drop" });
  drop.hidden = length <= FEWEST_PLAYERS;
  const row = made("li", [mark, field, drop], { class: `of-${place + 1}` });
  row.own = own;
  return row;
}

function writtenFriends() {
  return [...element("friend-names").children].map((row) => ({ name: row.querySelector("input").value, plays: "hand", own: row.own }));
}

export function keepFriends() {
  entered = { people: writtenFriends(), evening: game.evening };
}

// More about those who are written there.
export function tellPlayers() {
  closeDoor();
  openPlayers(entered?.people);
}

export function addFriend() {
  showFriends([...writtenFriends(), NOBODY]);
  keepFriends();
  element("friend-names").lastElementChild.querySelector("input").focus();
}

function dropFriend(place) {
  showFriends(writtenFriends().filter((_, each) => each !== place));
  keepFriends();
  element("add-friend").focus();
}

export function playFriends() {
  beginWith(writtenFriends());
}

// What is not play: the rules and whether they are fair, the table of rules, the settings.

import { game, solver } from "../box/board.js";
import { eveningNow, playerName, roundsNow, seatCount } from "../evening/evening.js";
import { settings } from "../memory/settings.js";
import { lately } from "../memory/storage.js";
import { rulesNameOf } from "../rules/catalogue.js";
import { linkTo } from "../rules/link.js";
import { when } from "../shared/bell.js";
import { element, fill, made, say, tell } from "../shared/dom.js";
import { page } from "../shared/given.js";
import { spokenAt } from "../words/choice.js";
import { SAY } from "../words/speech.js";
import { inPercentOf, inStakes, inWords, judgement } from "../words/worth.js";
import { drawCards } from "./cards.js";
import { considered, draft } from "./draft.js";
import { tip } from "./seesaw.js";

export const SETTINGS = ["odds", "ahead", "coach", "ask", "sound", "buzz"];

// The menu is of the rules that are considered, which are those of the game if no others are.
export function drawMenu() {
  const shown = solver(considered());
  drawVerdict(shown);
  // A position of several players is more than tiles and a score.
  element("set-up").hidden = seatCount() > 2 || roundsNow() > 1;
  if (element("menu").open) showRules(shown.link);
  for (const row of document.querySelectorAll("#table tbody tr")) {
    row.classList.toggle("playing", row.dataset.link === linkTo(game.rules));
  }
}

function drawVerdict({ ev, near, failure }) {
  const known = ev ?? near;
  const waits = draft && !failure ? SAY.judging : failure;
  // A shorter sentence, for a moment, would pull the cards away from under the finger.
  const judged = element("judged");
  judged.style.minHeight = waits && !known ? `${judged.offsetHeight}px` : "";
  say("verdict", known ? judgement(ev, near) : waits);
  say("verdict-percent", ev ? inPercentOf(ev) : "");
  say("verdict-exact", ev ? inStakes(ev) : "");
  element("verdict-more").hidden = !ev;
  if (known) tip(known);
}

function showRules(link) {
  say("menu-rules", rulesNameOf(link));
  const own = eveningNow().players.map((each, place) => [playerName(place), inWords(each.own ?? {}).join("; ")]);
  const apart = own.filter(([, words]) => words).map(([name, words]) => SAY.ownRules(name, words));
  fill("words", `${link}/${apart}`, () => [...inWords(considered()), ...apart].map((words) => made("li", words)));
  drawCards();
  drawElsewhere();
  element("take-up").hidden = !lately.last;
  for (const name of SETTINGS) element(name).checked = settings[name];
}

// Where else one may go, as far as that is known: the explorer shows the rules that are considered.
function drawElsewhere() {
  const { explorer = "", lesson = "" } = page.elsewhere;
  element("elsewhere").hidden = !explorer && !lesson;
  for (const [id, address] of [["to-explorer", explorer && spokenAt(`${explorer}#${linkTo(considered())}`)], ["to-lesson", lesson]]) {
    element(id).hidden = !address;
    tell(element(id), "href", address);
  }
}

export function openMenu() {
  element("menu").showModal();
  drawMenu();
  element("cards").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "center" });
}

when("considered", drawMenu);
when("news", ({ link }) => {
  if (draft && link === solver(draft).link) drawMenu();
});

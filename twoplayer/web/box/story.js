// The story of a game: why somebody has won, how good every decision was, the dearest mistakes, and, where
// somebody asks, what dice and players did in exact numbers that add up.

import { skillIn } from "../coach/skill.js";
import { orderNow, placeOf, seatCount, who } from "../evening/evening.js";
import { whyNoOdds } from "../evening/standing.js";
import { settings } from "../memory/settings.js";
import { button, element, fill, made, say } from "../shared/dom.js";
import { less, plus } from "../shared/exact.js";
import { figures, SAY } from "../words/speech.js";
import { inWords } from "../words/worth.js";
import { game, rulesOfGame, solver, tilesIn } from "./board.js";
import { drawGraph } from "./graph.js";
import { lastOf, lookBack, tale } from "./lookback.js";
import { tryAgain } from "./moves.js";
import { partsWon, whyWon } from "./why.js";

const MOST_MISTAKES = 3;

// Shown beside the box where there is room, else on a sheet of its own.
export function openStory() {
  const book = element("book");
  if (getComputedStyle(book).display === "none") {
    element("sheet").insertBefore(element("story"), element("close-sheet").parentElement);
    element("sheet").showModal();
    drawStory();
  } else {
    element("story-title").focus();
  }
}

export function closeStory() {
  element("book").append(element("story"));
}

export function drawStory() {
  const decisions = game.log.map(lookBack);
  const known = decisions.every(Boolean);
  const over = game.phase === "over" && decisions.length > 0;
  const alone = seatCount() === 2;
  const told = over && !whyNoOdds() && !game.day;
  drawGraph(known && (over || settings.ahead) && !whyNoOdds() && !game.day ? decisions : []);
  drawSheet();
  // Of several players the luck and the mistakes of one change what the others get, too: no sum.
  drawTale(decisions, told && alone, known);
  const seats = orderNow().map((_, place) => place + 1);
  const players = seats.filter((seat) => decisions.some((each) => each?.player === seat));
  const costs = told && known ? players.flatMap((seat) => costsOf(seat, decisions)) : [];
  element("costs").replaceChildren(...costs);
}

// The sentence that the end says as well, or that it is worked out; and behind it the sums, in parts of a
// hundred, in stakes, and exactly.
function drawTale(decisions, told, known) {
  const near = decisions.some((each) => each?.odds.near);
  const summed = told && known && !near;
  element("tale").hidden = !told;
  element("tale-more").hidden = !summed;
  if (told) say("tale", summed ? whyWon(decisions) : known ? `≈ ${tale(decisions).words}` : SAY.workingStory);
  if (!summed) return;
  const { words, exact } = tale(decisions);
  say("tale-parts", partsWon(decisions));
  say("tale-sum", words);
  say("tale-exact", exact);
}

// What the mistakes of a player cost, the dearest ones first, each to be tried again.
function costsOf(number, decisions) {
  const wrong = decisions
    .flatMap((each, place) => each.mistakes.map((mistake) => ({ ...each, ...mistake, place })))
    .filter(({ player, cost }) => player === number && cost[0] > 0n)
    .sort((one, other) => (less(one.cost, other.cost) ? 1 : -1));
  if (!wrong.length) return [made("p", SAY.flawless(who(number)))];
  const total = wrong.map(({ cost }) => cost).reduce(plus);
  const dearest = wrong.slice(0, MOST_MISTAKES);
  const texts = figures([total, ...dearest.map(({ cost }) => cost)], 4);
  const items = dearest.map((each, place) => {
    const again = () => {
      element("sheet").close();
      tryAgain(each.place);
    };
    return made("li", [SAY.costs(mistakeIn(each), texts[place + 1]), button(SAY.tryAgain, again)]);
  });
  const more = wrong.length - dearest.length;
  if (more) items.push(made("li", SAY.moreMistakes(more)));
  const skill = SAY.playedLike(who(number), skillIn(total));
  return [made("p", `${skill} ${SAY.mistakes(who(number), texts[0])}`), made("ul", items)];
}

function mistakeIn({ player, open, roll, move, dice, best, ofDice }) {
  const tiles = (set, between) => tilesIn(set, between, player);
  const where = tiles(open, " ");
  if (ofDice) return SAY.wrongDice(where, SAY.dice(dice), SAY.dice(best.dice));
  return SAY.wrongMove(where, SAY.and(roll), tiles(move), tiles(best.move));
}

// The score sheet: a line for each roll.
function drawSheet() {
  const names = orderNow().map((_, place) => who(place + 1));
  const key = [solver().link, game.log.length, game.phase, game.left, lastOf(game.log), ...names].join("/");
  fill("lines", key, () =>
    game.log.map(({ player, open, roll, faces, move }) => {
      const left = rulesOfGame(player).score(open ^ (move ?? 0));
      const covered = SAY.covered(move === null ? "" : tilesIn(move, " + ", player));
      const name = game.evening ? who(player) : player;
      const cells = [name, faces.length ? faces.join(" + ") : SAY.and(roll), covered, left];
      return made("tr", cells.map((text) => made("td", String(text))), { class: `of-${placeOf(player) + 1}` });
    }),
  );
  say("sheet-rules", inWords(game.rules).join("; "));
}

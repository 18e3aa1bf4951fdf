"use strict";

// The story of a game: what the dice did and what the players did, in exact numbers that add up, and
// the dearest mistakes.

const MOST_MISTAKES = 3;
const NOTHING = [0n, 1n];

// What was worked out of a decision, and by which odds.
const lookedBack = new WeakMap();

// What a decision in the log was worth to who made it: before it, after the roll, after the move;
// the best dice and the best move beside those that were chosen. Null while the odds are worked out.
function lookBack(decision) {
  const { open, dice, roll, move } = decision;
  if (whyNoOdds()) return null;
  oddsSolver().ask(standingOf(decision));
  const odds = oddsSolver().nearly(standingOf(decision));
  if (!odds) return null;
  const known = lookedBack.get(decision);
  if (known?.odds === odds) return known;
  const throws = odds.dice(open);
  const thrown = throws.find((option) => option.dice === dice);
  const moves = odds.moves(open, roll);
  const rolled = moves[0] ?? odds.ended(open);
  const covered = move === null ? rolled : moves.find((option) => option.move === move);
  const found = {
    ...decision, odds, before: throws[0], rolled, covered,
    luck: minus(rolled.value, thrown.value),
    mistakes: [
      { best: throws[0], cost: minus(throws[0].value, thrown.value), ofDice: true },
      { best: rolled, cost: minus(rolled.value, covered.value), ofDice: false },
    ],
  };
  lookedBack.set(decision, found);
  return found;
}

function toFirst(number, value) {
  return number === 1 ? value : minus(NOTHING, value);
}

// The parts of the story: what the position was worth at the start to player 1, the luck, what the
// mistakes of each cost, and the result, which is their sum.
function partsOf(decisions) {
  const [begun] = decisions;
  const luck = decisions.map((each) => toFirst(each.player, each.luck)).reduce(plus, NOTHING);
  const costs = [1, 2].map((number) =>
    decisions
      .filter(({ player }) => player === number)
      .flatMap(({ mistakes }) => mistakes.map(({ cost }) => cost))
      .reduce(plus, NOTHING),
  );
  return { begun: toFirst(begun.player, begun.before.value), luck, costs };
}

// The sentence that tells it, from the side of the winner, rounded so that it adds up as it stands
// there (the luck takes what is lost), and the same sum exactly.
function tale(decisions) {
  const { winner, value } = resultNow();
  const side = winner === "second" ? 2 : 1;
  const turned = (number) => reduced(toFirst(side, number));
  const { begun, luck, costs } = partsOf(decisions);
  const result = minus(NOTHING, value);
  const own = minus(NOTHING, costs[side - 1]);
  const others = costs[2 - side];
  const shown = [turned(result), turned(begun), own, others].map(toThousandths);
  const rest = shown.slice(1).reduce((sum, number) => sum - number, shown[0]);
  const [seat, lucky, lost, gained] = [shown[1], rest, shown[2], shown[3]].map(signed);
  const exactParts = [turned(begun), turned(luck), own, others].map((part) => `(${fractionText(part)})`);
  const end = winner === "nobody" ? SAY.endsTied : SAY.ends(who(side), fractionText(size(value)));
  const from = isBeginning(decisions[0]) ? SAY.seat : SAY.position;
  return {
    words: SAY.sum(end, seat, lucky, lost, gained, whoWithin(3 - side), from),
    exact: `${fractionText(turned(result))} = ${exactParts.join(" + ")}`,
  };
}

function isBeginning({ player, open }) {
  return player === 1 && roundsNow() === 1 && open === rulesOfGame().all;
}

function toThousandths(number) {
  return BigInt(decimal(times(1000, number), 0).replace("−", "-"));
}

function signed(thousandths) {
  const text = localised(decimal([thousandths, 1000n], 3));
  return thousandths > 0n ? `+${text}` : text;
}

// Shown beside the box where there is room, else on a sheet of its own.
function openStory() {
  const book = element("book");
  if (getComputedStyle(book).display === "none") {
    element("sheet").insertBefore(element("story"), element("close-sheet").parentElement);
    element("sheet").showModal();
    drawStory();
  } else {
    element("story-title").focus();
  }
}

function closeStory() {
  element("book").append(element("story"));
}

function drawStory() {
  const decisions = game.log.map(lookBack);
  const known = decisions.every(Boolean);
  const over = game.phase === "over" && decisions.length > 0;
  const near = decisions.find((each) => each?.odds.near);
  const alone = seatCount() === 2;
  drawGraph(known && alone && (over || settings.ahead) ? decisions : []);
  drawSheet();
  element("tale").hidden = !over || !alone || Boolean(whyNoOdds());
  if (!over || whyNoOdds()) {
    element("tale-more").hidden = true;
    element("costs").replaceChildren();
    return;
  }
  element("tale-more").hidden = !known || !alone || Boolean(near);
  if (!known) {
    say("tale", SAY.workingStory);
    element("costs").replaceChildren();
    return;
  }
  // Of several players the luck and the mistakes of one change what the others get, too: no sum.
  if (alone) {
    const { words, exact } = tale(decisions);
    say("tale", (near ? "≈ " : "") + words);
    say("tale-exact", exact);
  }
  const players = orderNow().map((_, place) => place + 1).filter((number) => decisions.some((each) => each.player === number));
  element("costs").replaceChildren(...players.flatMap((number) => costsOf(number, decisions)));
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
  if (more) items.push(made("li", SAY.more(more)));
  return [made("p", SAY.mistakes(who(number), texts[0])), made("ul", items)];
}

function mistakeIn({ open, roll, move, dice, best, ofDice }) {
  const where = tilesIn(open, " ");
  if (ofDice) return SAY.wrongDice(where, SAY.dice(dice), SAY.dice(best.dice));
  return SAY.wrongMove(where, SAY.and(roll), tilesIn(move), tilesIn(best.move));
}

// The score sheet: a line for each roll.
function drawSheet() {
  const names = orderNow().map((_, place) => who(place + 1));
  const key = [solver().link, game.log.length, game.phase, game.left, lastOf(game.log), ...names].join("/");
  fill("lines", key, () =>
    game.log.map(({ player, open, roll, faces, move }) => {
      const left = rulesOfGame().score(open ^ (move ?? 0));
      const covered = SAY.covered(move === null ? "" : tilesIn(move));
      const name = game.evening ? who(player) : player;
      const cells = [name, faces.length ? faces.join(" + ") : SAY.and(roll), covered, left];
      return made("tr", cells.map((text) => made("td", String(text))), { class: `of-${placeOf(player) + 1}` });
    }),
  );
  say("sheet-rules", inWords(game.rules).join("; "));
}

function lastOf(log) {
  const last = log.at(-1);
  return last ? `${last.roll} ${last.move} ${last.open} ${last.player}` : "";
}

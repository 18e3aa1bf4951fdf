"use strict";

// Advice: who is ahead, the best moves where somebody asks for them, and all of them with their
// exact odds.

const MOST_HINTS = 3;

// The odds of the turn that is played, rounded ones if need be; null while they are worked out.
function oddsNow() {
  return whyNoOdds() ? null : oddsSolver().nearly(standingOf(game));
}

function nearSign(odds) {
  return odds?.near ? "≈" : "";
}

// Whether there is anything to give a hint about: a choice, or a roll.
function mayHint() {
  return (mayRoll() || movesNow().length > 0) && !isProgrammed() && !whyNoOdds();
}

// Whether the best moves are shown.
function hinted() {
  return (settings.odds || game.asked) && mayHint() && oddsNow() !== null;
}

// The moves of a roll, best first, or the numbers of dice before it; none where there is no choice.
function bestMoves() {
  return movesNow().length ? oddsNow().moves(game.open, game.roll) : [];
}

function diceOptions() {
  const choice = mayRoll() && rulesOfGame().diceCounts(game.open).length > 1;
  return choice ? oddsNow().dice(game.open) : [];
}

// What the position is worth to the player whose turn it is.
function worthNow(odds = oddsNow()) {
  if (game.phase === "setup") return odds.worth(game.open);
  if (game.phase !== "turn" || game.open === 0) return odds.ended(game.open);
  if (game.roll === null) return odds.worth(game.open);
  return bestMoves()[0] ?? odds.ended(game.open);
}

// The chances that player 1 wins, that nobody does, that player 2 does.
function chancesOf(player, { win, tie }) {
  const lose = minus(minus([1n, 1n], win), tie);
  return player === 1 ? [win, tie, lose] : [lose, tie, win];
}

// A chance in whole hundredths; what is not certain is never written as if it were.
function hundredth(chance) {
  const whole = decimal(times(100, chance), 0);
  const [certain, never] = [equal(chance, [1n, 1n]), chance[0] === 0n];
  if (whole === "0") return never ? "0" : "<1";
  return whole === "100" && !certain ? ">99" : whole;
}

// The chances to win of some options, best first, with further digits only for those that would look
// equal; and what they are worth where the chances are in another order.
function chanceTexts(options) {
  const chances = options.map(({ win }) => times(100, win));
  const texts = chances.map((chance) => {
    const alike = chances.filter((other) => decimal(other, 0) === decimal(chance, 0));
    return SAY.inHundred(figures(alike, 0)[alike.indexOf(chance)]);
  });
  const ordered = options.every(
    (each, place) =>
      place === 0 ||
      equal(each.value, options[place - 1].value) ||
      less(each.win, options[place - 1].win),
  );
  if (ordered) return texts;
  const values = figures(options.map(({ value }) => value), 2);
  return texts.map((text, place) => SAY.with(text, SAY.stakes(values[place])));
}

function less(one, other) {
  return minus(one, other)[0] < 0n;
}

// What some options are worth, rounded so that only equal ones look equal.
function oddsWords(options) {
  const values = figures(options.map(({ value }) => value), 4);
  const wins = figures(options.map(({ win }) => times(100, win)), 2);
  const ties = figures(options.map(({ tie }) => times(100, tie)), 2);
  const near = nearSign(oddsNow());
  return options.map((_, place) => near + SAY.odds(values[place], wins[place], ties[place]));
}

function isAwaited() {
  const { failure, halted } = oddsSolver();
  return !oddsNow() && !failure && !halted;
}

// Where there is nothing to choose before a roll: how often it covers nothing.
function riskNow() {
  const [{ none, outcomes }] = solver().turn.choicesOf(game.open);
  return SAY.inHundred(hundredth([none, outcomes]));
}

// The choices below the dice: how many of them, the best moves, the story at the end.
function drawAdvice() {
  const shown = hinted();
  const near = nearSign(oddsNow());
  const moves = shown ? bestMoves() : [];
  const dice = mayRoll() && !moves.length && !isProgrammed() ? rulesOfGame().diceCounts(game.open) : [];
  const chips = [];
  if (dice.length > 1) {
    const options = shown ? diceOptions() : [];
    const texts = chanceTexts(options);
    for (const count of dice) {
      const place = options.findIndex((option) => option.dice === count);
      const best = place >= 0 && equal(options[place].value, options[0].value);
      const chance = place >= 0 ? near + texts[place] : "";
      const pressed = count === diceNow();
      chips.push({ what: SAY.dice(count), chance, best, pressed, act: () => pickDice(count) });
    }
  }
  const first = moves.slice(0, MOST_HINTS);
  const texts = chanceTexts(first);
  first.forEach(({ move, value }, place) => {
    const best = equal(value, first[0].value);
    chips.push({ what: tilesIn(move), chance: near + texts[place], best, act: () => cover(move) });
  });
  if (moves.length) chips.push({ what: SAY.allMoves, chance: "", act: openOdds });
  if (shown && !chips.length) chips.push({ what: SAY.risk, chance: riskNow(), act: openOdds });
  if (game.asked && mayHint() && isAwaited()) chips.push({ what: SAY.workingAll, chance: "", act: openOdds });
  if (game.phase === "over") chips.push({ what: SAY.theStory, chance: "", act: openStory, story: true });
  if (game.phase === "over" && game.evening) chips.push({ what: SAY.eveningSheet, chance: "", act: openPlayers });
  const key = JSON.stringify([solver().link, chips]);
  fill("chips", key, () => chips.map(chip));
  element("chips").style.setProperty("--chips", Math.max(1, chips.length));
}

function chip({ what, chance, best = false, pressed = null, act, story = false }) {
  const content = [made("b", `${best ? "★ " : ""}${what}`)];
  if (chance) content.push(" ", made("span", chance));
  const attributes = { class: `chip${best ? " best" : ""}${story ? " to-story" : ""}` };
  if (pressed !== null) attributes["aria-pressed"] = pressed;
  return button(content, act, attributes);
}

// A hint that somebody has asked for is announced.
function sayHint() {
  const moves = hinted() ? bestMoves() : [];
  const dice = hinted() && !moves.length ? diceOptions() : [];
  const [best] = [...moves, ...dice];
  const text = best && SAY.best(best.move ? tilesIn(best.move) : SAY.dice(best.dice), chanceTexts([best])[0]);
  say("said", game.asked && oddsNow() ? (text ?? SAY.with(SAY.risk, riskNow())) : "");
}

// All odds

function openOdds() {
  element("all").showModal();
  drawAll();
}

function drawAll() {
  if (!element("all").open) return;
  const odds = oddsNow();
  if (!odds) {
    say("worth", whyNoOdds() || SAY.workingAll);
    say("worth-exact", "");
    say("worth-each", "");
    element("moves").replaceChildren();
    return;
  }
  const now = worthNow(odds);
  say("worth", SAY.worth(who(game.player), oddsWords([now])[0]));
  say("worth-exact", odds.near ? "" : exactly(now));
  say("worth-each", worthToEach());
  const options = isProgrammed() ? [] : [...bestMoves(), ...diceOptions()];
  const texts = oddsWords(options);
  element("moves").replaceChildren(...options.map((option, place) => moveItem(option, texts[place], options[0])));
}

function moveItem(option, text, { value: best }) {
  const { move, dice, value } = option;
  const what = move ? SAY.coverMove(tilesIn(move)) : SAY.rollMany(dice);
  const play = () => {
    element("all").close();
    if (move) cover(move);
    else pickDice(dice);
  };
  const isBest = equal(value, best);
  const content = [
    button(isBest ? SAY.isBest(what) : what, play, { class: isBest ? "what best" : "what" }),
    made("p", [text, ...after(option)].join(" · "), { class: "odds" }),
  ];
  if (!oddsNow().near) content.push(made("p", exactly(option), { class: "fraction", tabindex: 0 }));
  return made("li", content);
}

function exactly({ value, win, tie }) {
  return SAY.exactly(...[value, win, tie].map(fractionText));
}

// What comes after a move, where that is not just another roll.
function after({ move }) {
  if (!move) return [];
  const left = game.open ^ move;
  if (left === 0) return [SAY.clackNow];
  if (rulesOfGame().diceCounts(left).length < 2) return [];
  const options = oddsNow().dice(left);
  const best = options.filter(({ value }) => equal(value, options[0].value));
  return [SAY.thenRoll(SAY.or(best.map(({ dice }) => SAY.dice(dice)).sort()))];
}

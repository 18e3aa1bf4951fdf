"use strict";

// What the page says, but for the rules in words (`rules.js`) and the labels of its own (`page.html`).

// A score of many digits is cut short.
function figure(score) {
  const text = String(score);
  return text.length <= 15 ? text : `${text.slice(0, 4)}…${text.slice(-4)} (${text.length} digits)`;
}

const SAY = {
  player: (number) => `Player ${number}`,
  dice: (count) => (count === 1 ? "1 die" : `${count} dice`),
  or: (texts) => texts.join(" or "),
  roll: (roll) => roll.join(" and "),
  stakes: (number) => `${number} ${number === "1" ? "stake" : "stakes"}`,
  tile: (tile, open) => `Tile ${tile}, ${open ? "open" : "covered"}`,
  face: (number) => `A die shows ${number}`,

  // The second player and the score to beat: 0 cannot be beaten.
  chasing(score, ties) {
    if (score > 0n) return ties === "second" ? `to beat or equal ${figure(score)}` : `to beat ${figure(score)}`;
    return { push: "to tie a 0", first: "against a 0", second: "to equal 0" }[ties];
  },
  nextHas(score, ties) {
    if (score > 0n) return `Player 2 has ${SAY.chasing(score, ties)}.`;
    const can = { push: "can only tie, with a clack", first: "cannot win any more", second: "wins only with a clack" };
    return `Player 2 ${can[ties]}.`;
  },

  setup: "Setting up a position: tap tiles to open or cover them.",
  toRoll: (player, counts) => `${player}: roll ${counts}.`,
  toTell: (player, faces) =>
    faces.length ? `${player}: ${faces.join(" and ")} and …` : `${player}: tap what your dice show.`,
  rolled: (player, roll) => `${player}: you rolled ${roll}.`,
  toCover: "Tap the tiles to cover.",
  chosen: (tiles, left) => `${tiles} chosen${left === null ? "" : `, ${left} to go`}.`,
  ready: (tiles) => `${tiles} chosen: that makes the roll.`,
  nothing: "Nothing can be covered",
  mustOpen: (tile) => `The first move must cover the ${tile}`,
  stops: (total) => `A ${total} ends the turn`,
  scores: (why, score) => `${why}: the score is ${figure(score)}.`,
  everyTile: (player) => `${player}: every tile is covered.`,
  clacks: (number) => `Player ${number} clacks: every tile is covered.`,
  leaves: (number, score) => `Player ${number} leaves a score of ${figure(score)}.`,
  tie: (ties) => `A tie, and ${ties}.`,
  wins: (number, stakes) => `Player ${number} wins ${SAY.stakes(stakes)}.`,

  // The large button.
  go: {
    setup: "Play from here",
    roll: (counts) => `Roll ${counts}`,
    forMe: "Roll for me",
    cover: (tiles) => `Cover ${tiles}`,
    coverSome: (tiles) => (tiles ? `Cover ${tiles} + …` : "Cover …"),
    end: (score) => `${figure(score)} left: see who has won`,
    pass: (score) => `${figure(score)} left: pass to player 2`,
    next: "Pass to player 2",
    again: "Play again",
  },

  open: "open",
  left: "left",
  inHundred: (number) => `${number} in 100`,
  with: (text, more) => `${text}, ${more}`,
  bar: (near, [first, tie, second]) =>
    `Player 1 wins ${near}${first} in 100, a tie ${near}${tie}, player 2 wins ${near}${second}. All odds`,
  barHidden: "All odds",
  allMoves: "All moves",
  best: (move, chance) => `Best: ${move}, ${chance}.`,
  noHint: "There is nothing to choose.",
  coverMove: (tiles) => `Cover ${tiles}`,
  isBest: (text) => `${text} (best)`,
  rollMany: (count) => `Roll ${SAY.dice(count)}`,
  odds: (value, win, tie) =>
    `worth\u00a0${value} stakes · win\u00a0${win}\u00a0% · tie\u00a0${tie}\u00a0%`,
  exactly: (value, win, tie) => `exactly ${value} stakes, win ${win}, tie ${tie}`,
  clackNow: "every tile: a clack",
  thenRoll: (dice) => `then roll ${dice}`,
  worth: (whose, text) => `${whose}, as it stands: ${text}`,
  working: (part) => `odds …${part ? ` ${part} %` : ""}`,
  sharper: (part) => `≈, exact …${part ? ` ${part} %` : ""}`,
  halted: "≈ rounded",
  haltedEarly: "no odds",
  workingAll: "Working out the odds …",
  stop: "Stop",
  goOn: "Go on",
  failed: (why) => `No odds: ${why}`,
  whatRolled: "What was rolled?",

  // The story of the game.
  seat: "the seat",
  position: "the position",
  ends: (number, stakes) => `Player ${number} won ${SAY.stakes(stakes)}`,
  endsTied: "Nobody won",
  sum: (end, seat, luck, own, others, other, from) =>
    `${end}: ${seat} for ${from}, ${luck} luck, ${own} own mistakes, ${others} mistakes of player ${other}.`,
  flawless: (number) => `Player ${number} made no mistake.`,
  mistakes: (number, cost) => `Player ${number}'s mistakes cost ${cost} stakes, on average:`,
  more: (count) => `and ${count} more`,
  costs: (what, cost) => `${what}: ${cost} stakes `,
  tryAgain: "Try it again",
  wrongDice: (open, dice, best) => `With ${open} open, rolled ${dice}; better ${best}`,
  wrongMove: (open, roll, move, best) =>
    `With ${open} open and ${roll} rolled, covered ${move}; better ${best}`,
  workingStory: "Working out what happened …",
  graph: (chances) => `Player 1's chance to win, roll by roll: ${chances.join(", ")} in 100`,
  theStory: "The story of the game",
  covered: (tiles) => tiles || "–",

  // Rules.
  own: "your own",
  badAddress: (why) => `The rules in the address cannot be played. ${why}`,
  fairly: "Exactly fair: neither seat is better.",
  verdict(sure, number, percent, games) {
    const word = sure ? "Nearly fair" : "Not fair";
    const counted = games < 10n ** 12n ? games.toLocaleString("en") : "more than a trillion";
    const measure = games > 1n ? `, a stake in ${counted} games` : "";
    return `${word}: the ${number} player loses ${percent} % of a stake in a game on average${measure}.`;
  },
  tiny: "less than a trillionth",
  inStakes: (number) => `${number} stakes to the first player`,
  judging: "Working out whether it is fair …",
  other: "other …",
  choose: "choose …",
  takes: (what) => `Takes ${what}.`,
  written: (title) => `${title}, written as in a rule file`,
  fault: (title, reason) => `${title}: ${reason}.`,
  noSuchRoll: (total, dice) => `No roll of ${dice} makes ${total}.`,
  oneSide: "Dice with one side always fall alike.",
  copied: "The link is copied.",
  copiedRules: "Copied: put it behind the address of the page.",
  copyHere: "Copy the link from here:",
  typed: (text) => `Typed ${text} …`,
  noScore: (score, from) => `${score} is no score of this game: the nearest is ${from}.`,
};

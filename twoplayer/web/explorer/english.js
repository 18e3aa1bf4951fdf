// What the explorer says in English: `german.js`, `french.js` and `spanish.js` say the same.

import { BOTH_IN_ENGLISH } from "../words/both-english.js";
import { plural, whole } from "../words/speech.js";

/** @typedef {typeof EXPLORER_IN_ENGLISH} ExplorerWords */

export const EXPLORER_IN_ENGLISH = {
  ...BOTH_IN_ENGLISH,
  title: "Which rules are fair?",
  lead: (games) =>
    `${whole(games)} ${plural(games, "set", "sets")} of house rules for Shut the Box, each solved exactly. Each is a dot; those with a ring are one change away.`,
  stage: "Where a game lies among all",
  strip: "Game, from the second player's favour to the first's",
  secondGains: "▲ the second player gains",
  fair: "fair",
  firstGains: "the first gains ●",
  now: "The game",
  play: "Play this",
  known: "What people play:",
  unnamed: "choose a name",
  calledSo: (called, words) => `${called}: ${words}`,
  send: "Send a link",
  sentCopied: "It is copied.",
  rules: "The rules",
  rulesHint: "Below each choice: what the first player would gain by it, in percent of a stake (EV).",
  rulesInWords: "These rules in words",
  worth: "Is it fair?",
  near: "Fairer games nearby",
  away1: "With one change",
  away2: "With two changes",
  noneNear: "None is fairer.",
  games: "All games",
  gamesHint:
    "Tap a game, or drag over the first column, and everything above changes with it. Tap a heading to sort; by EV the fairest come first.",
  all: "Show all",
  grid: "Games",
  copyCsv: "Copy as CSV",
  copyMarkdown: "Copy as Markdown",
  copyText: "The games, to copy",

  favoured: { first: "● first", second: "▲ second", nobody: "nobody" },
  valued: (verdict, words) => `${verdict} ${words}`,
  notice: (games) => `It stands out from luck after ${whole(games)} ${plural(games, "game", "games")}.`,
  unnoticed: "There is nothing to notice, however long one plays.",
  rank: (fairer, games) => `Of ${whole(games)} games ${whole(fairer)} ${plural(fairer, "is", "are")} fairer.`,
  fairest: (games) => `Of ${whole(games)} games none is fairer.`,
  exactly: (percent, fraction) => `EV: ${percent}, exactly ${fraction} stakes`,
  classicGame: "The classic game.",
  chosenIn: (title, option) => `${title}: ${option}`,
  shown: (some, games) => `Filter: ${whole(some)} of ${whole(games)} games`,
  shownAll: (games) => `Filter: all ${whole(games)} games`,
  any: "any",
  heads: { ev: "EV (%)", favoured: "Favoured" },
  copiedGames: (games) => `${whole(games)} games are copied.`,
  copyHere: "Copy them from here:",
  unknown: "These rules are not among the games here. The page can solve them: ",
  toPage: "open it",
  unread: (why) => `The rules in the address cannot be read. ${why}`,
  notHere: "not among the games here",
  absent: "not here",
};

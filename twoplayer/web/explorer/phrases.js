// What the explorer says, but for the rules in words (`rules.js`) and their titles.

import { ENGLISH } from "../words/english.js";
import { speakIn } from "../words/speech.js";

const count = (number) => number.toLocaleString("en");

export const OF_EXPLORER = {
  title: "Which rules are fair?",
  lead: (games) =>
    `${count(games)} sets of house rules for Shut the Box, each solved exactly. Each is a dot; those with a ring are one change away.`,
  stage: "Where a game lies among all",
  strip: "Game, from the second player's favour to the first's",
  secondGains: "▲ the second player gains",
  fair: "fair",
  firstGains: "the first gains ●",
  now: "The game",
  play: "Play this",
  known: "What people play:",
  unnamed: "choose a name",
  calledSo: (called, words) => (called ? `${called}: ${words}` : words),
  send: "Send a link",
  sentCopied: "It is copied.",
  rules: "The rules",
  rulesHint: "Below each choice: what the first player would gain by it, in percent of a stake (EV).",
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
  made: "Made by twoplayer. This page needs no network.",

  tick: (percent) => `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)}${percent ? "" : " %"}`,
  percent: (number) => `${number}\u00a0%`,
  who: {
    first: "● The first player is favoured.",
    second: "▲ The second player is favoured.",
    nobody: "Exactly fair: neither seat is better.",
  },
  favoured: { first: "● first", second: "▲ second", nobody: "nobody" },
  valued: (percent, who, words) => `${percent}. ${who} ${words}`,
  money: (amount) => `The better seat gains ${amount} in 100 games of a dollar.`,
  cents: (number) => `${number} cents`,
  dollars: (number) => `${number} dollars`,
  notice: (games) => `It stands out from luck after ${games} ${games === "1" ? "game" : "games"}.`,
  unnoticed: "There is nothing to notice, however long one plays.",
  rank: (fairer, games) =>
    fairer
      ? `Of ${count(games)} games ${count(fairer)} ${fairer === 1 ? "is" : "are"} fairer.`
      : `Of ${count(games)} games none is fairer.`,
  exactly: (fraction) => `EV, exactly: ${fraction} stakes`,
  classic: "The classic game.",
  chosenIn: (title, option) => `${title}: ${option}`,
  shown: (some, games) =>
    some === games ? `Filter: all ${count(games)} games` : `Filter: ${count(some)} of ${count(games)} games`,
  any: "any",
  heads: { ev: "EV (%)", favoured: "Favoured" },
  heading: (name, title) => ({ one_die: "Single die", clack_payout: "A clack pays", immediate_clack: "First's clack" })[name] ?? title,
  copiedGames: (games) => `${count(games)} games are copied.`,
  copyHere: "Copy them from here:",
  unknown: "These rules are not among the games here. The page can solve them: ",
  toPage: "open it",
  unread: (why) => `The rules in the address cannot be read. ${why}`,
  notHere: "not among the games here",
  absent: "not here",

  // What a rule may be, in a word or two.
  option(name, value) {
    const known = this.options[name];
    const text = String(value).replaceAll(" <= ", "\u00a0≤\u00a0");
    return typeof known === "function" ? known(text) : (known?.[text] ?? (value === null ? "none" : text));
  },
  options: {
    tiles: (text) => text.replaceAll("-", "–"),
    one_die: (text) =>
      ({ never: "never", always: "at any time" })[text] ?? text.replace("forced ", "must: ").replace("max", "largest").replace("count", "tiles left"),
    moves: (text) => text.replaceAll("-", " "),
    scoring: { sum: "the sum", digits: "the digits", count: "how many", shut: "shut or not" },
    clack_payout: (text) => `${text} ${text === "1" ? "stake" : "stakes"}`,
    immediate_clack: { true: "wins at once", false: "second still rolls" },
    ties: { push: "nobody wins", first: "first wins", second: "second wins" },
  },
};

speakIn("en", { ...ENGLISH, ...OF_EXPLORER });

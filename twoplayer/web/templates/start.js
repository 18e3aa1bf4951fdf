"use strict";

// What is tapped, and the beginning.

const close = (id) => () => element(id).close();
const TAPS = {
  go,
  undo,
  hint,
  mine: () => set("mine", !settings.mine),
  "menu-open": openMenu,
  "all-odds": openOdds,
  halt: () => {
    oddsSolver().halt(!oddsSolver().halted);
    draw();
  },
  "close-all": close("all"),
  "close-menu": close("menu"),
  "close-help": close("help"),
  "close-panel": close("panel"),
  "close-table": close("table"),
  "close-sheet": close("sheet"),
  how: () => element("help").showModal(),
  "own-rules": openPanel,
  compare: () => element("table").showModal(),
  "new-game": leaving("menu", playAgain),
  players: openPlayers,
  "play-evening": playEvening,
  "end-evening": endEvening,
  "add-player": addPlayer,
  "close-players": close("players-sheet"),
  "set-up": leaving("menu", () => game.phase === "setup" || setUp({})),
  "show-story": leaving("menu", openStory),
  print: leaving("menu", () => globalThis.print()),
  "play-these": playThese,
  "play-draft": () => playAnew(draft),
  "drop-draft": () => consider(game.rules),
  mending: openMend,
  "stop-mend": stopMend,
  "close-mend": close("mend"),
  "send-rules": () => openSend(preview.turn.game.rules),
  "send-open": leaving("menu", () => openSend()),
  "take-up": leaving("menu", takeUpLast),
  share: shareLink,
  copy: copyLink,
  "close-send": close("send"),
  "all-open": () => setUp({ open: rulesOfGame().all }),
  "leave-setup": cancelSetup,
};

function leaving(id, act) {
  return () => {
    element(id).close();
    act();
  };
}

function set(name, value) {
  settings[name] = value;
  draw();
}

for (const [id, action] of Object.entries(TAPS)) {
  element(id).addEventListener("click", (event) => {
    if (element(id).getAttribute("aria-disabled") !== "true") action(event);
  });
}
for (const name of SETTINGS) {
  element(name).addEventListener("change", ({ target }) => set(name, target.checked));
}
element("exact").addEventListener("change", ({ target }) => {
  element("table").classList.toggle("show-exact", target.checked);
});
element("send-game").addEventListener("change", showLink);
element("start").addEventListener("change", ({ target }) => startFrom(target.value));
element("player").addEventListener("change", ({ target }) => setUpPlayer(Number(target.value)));
element("beat").addEventListener("change", ({ target }) => setUp({ beat: BigInt(target.value) }));
element("beat-text").addEventListener("change", ({ target }) => writeBeat(target.value));
for (const id of ["starts", "rounds"]) element(id).addEventListener("change", checkPlayers);
element("sheet").addEventListener("close", closeStory);
element("panel").addEventListener("close", () => {
  preview = null;
});
element("mend").addEventListener("close", stopMend);
element("menu").addEventListener("close", () => {
  draft = null;
  drawMenu();
});
for (const heading of document.querySelectorAll("#table th")) {
  heading.querySelector("button").addEventListener("click", () => sortTable(heading));
}
for (const row of document.querySelectorAll("#table tbody tr")) {
  row.addEventListener("click", () => playRow(row));
}
// A tap on the felt rolls too.
element("middle").addEventListener("click", ({ target }) => {
  if (mayRoll() && !settings.mine && !isProgrammed() && !target.closest("button, select, input, #fault")) rollDice();
});
addEventListener("resize", fitTiles);
// The second tap of a double tap was not meant for what has come under the finger since.
addEventListener(
  "click",
  (event) => {
    if (event.detail > 1 && event.target.closest("#chips, #moves")) event.stopPropagation();
  },
  { capture: true },
);
for (const [tag, { itself }] of Object.entries(LANGUAGES)) element("language").append(new Option(itself, tag));
element("language").addEventListener("change", ({ target }) => {
  asked = settings.language = target.value;
  speakAs("");
  // Nothing has been done since, so that it is the same game again, with the fault in other words.
  if (fault) openLink(faulty);
  showWords();
});
speakAs(location.hash);
if (kept()) takeUp(kept());
else openAfresh();
makeSeesaw();
showWords();

// For the console, and for tests: the exact fraction, as text, of rules as rule files spell them.
globalThis.twoplayer = {
  firstPlayerEV: (rules) =>
    new Promise((found, failed) => {
      new Solver(read(rules), (solver) => {
        if (!solver.ev && !solver.failure) return;
        solver.stop();
        if (solver.failure) failed(new Error(solver.failure));
        else found(fractionText(solver.ev));
      });
    }),
};

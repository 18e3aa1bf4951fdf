"use strict";

// What is tapped, and the beginning.

function sortTable(heading) {
  const place = [...heading.parentNode.children].indexOf(heading);
  const up = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of heading.parentNode.children) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", up ? "ascending" : "descending");
  const key = (row) => Number(row.children[place].dataset.key);
  const body = document.querySelector("tbody");
  const rows = [...body.rows].sort((one, other) => (up ? 1 : -1) * (key(one) - key(other)));
  body.replaceChildren(...rows);
}

const TAPS = {
  how: () => element("help").showModal(),
  "close-help": () => element("help").close(),
  rules: openPanel,
  "close-panel": () => element("panel").close(),
  "play-these": playThese,
  "copy-link": copyLink,
  "roll-for-me": rollDice,
  undo,
  "set-up": () => setUp({}),
  "play-from-here": () => change({ phase: "turn" }),
  "all-open": () => setUp({ open: rulesOfGame().all }),
  "new-game": () => change(newGame(game.rules)),
};
for (const [id, action] of Object.entries(TAPS)) element(id).addEventListener("click", action);

element("odds").addEventListener("change", () => {
  drawnPlain = new WeakSet();
  draw();
});
element("mistakes").addEventListener("toggle", draw);
element("exact").addEventListener("change", ({ target }) => {
  element("variants").classList.toggle("show-exact", target.checked);
});
element("start").addEventListener("change", ({ target }) => startFrom(target.value));
element("player").addEventListener("change", ({ target }) => {
  const offered = scoresToBeat();
  const beat = target.value === "1" ? null : offered[Math.floor(offered.length / 4)];
  setUp({ player: Number(target.value), beat });
});
element("beat").addEventListener("change", ({ target }) => setUp({ beat: BigInt(target.value) }));
element("panel").addEventListener("close", () => {
  preview = null;
});
for (const heading of document.querySelectorAll("th")) {
  heading.querySelector("button").addEventListener("click", () => sortTable(heading));
}
for (const row of document.querySelectorAll("tbody tr")) {
  row.addEventListener("click", () => {
    playBy(read(rulesIn(row.dataset.link)));
    scrollTo({ top: 0 });
    element("rolls").focus({ preventScroll: true });
  });
}
addEventListener("resize", () => ["tiles", "rolls"].forEach(fit));
addEventListener("hashchange", () => {
  here = location.hash;
  ({ game, past, fault } = kept() ?? opened());
  forgetTyping();
  draw();
});
// The second tap of a double tap was not meant for what has come under the finger since.
addEventListener(
  "click",
  (event) => {
    if (event.detail > 1 && event.target.closest("#rolls, #moves, #next")) event.stopPropagation();
  },
  { capture: true },
);
draw();

// For the console, and for tests: the exact fraction, as text, of rules as rule files spell them.
globalThis.twoplayer = {
  firstPlayerEV: (rules) =>
    new Promise((found, failed) => {
      new Solver(read(rules), (solver, partly) => {
        if (partly) return;
        solver.stop();
        if (solver.failure) failed(new Error(solver.failure));
        else found(fractionText(solver.ev));
      });
    }),
};

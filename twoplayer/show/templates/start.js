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
  "close-panel": closePanel,
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

element("odds").addEventListener("change", draw);
element("mistakes").addEventListener("toggle", draw);
element("exact").addEventListener("change", ({ target }) => {
  element("variants").classList.toggle("show-exact", target.checked);
});
element("start").addEventListener("change", ({ target }) => {
  const known = page.catalogue.find(({ name }) => name === target.value);
  element("summary").textContent = known?.summary ?? "";
  if (known) showFields(read(known.rules));
});
element("player").addEventListener("change", ({ target }) => {
  const [score] = rulesOfGame().scores().slice(Math.floor(rulesOfGame().scores().length / 4));
  setUp({ player: Number(target.value), beat: target.value === "1" ? null : score || 1n });
});
element("beat").addEventListener("change", ({ target }) => setUp({ beat: BigInt(target.value) }));
element("panel").addEventListener("close", () => preview?.stop());
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
  ({ game, past } = opened());
  draw();
});
draw();

// For the console, and for tests: the exact fraction, as text, of rules as rule files spell them.
globalThis.twoplayer = {
  firstPlayerEV: (rules) =>
    new Promise((found, failed) => {
      const once = new Solver(read(rules), {
        solved: (value) => {
          once.stop();
          found(fractionText(value));
        },
        failed: (message) => failed(new Error(message)),
      });
    }),
};

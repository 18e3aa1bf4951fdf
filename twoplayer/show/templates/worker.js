"use strict";

// Work that takes longer than a frame is done in a worker, so that it never blocks the board. This
// file runs on both sides: the page makes a `Solver` for every set of rules; the worker is the
// same scripts again, without a page around them.

class Solver {
  // `solved` is called with the first player's EV, `progress` with the part of the work that is
  // done.
  constructor(rules, { solved = () => {}, progress = () => {}, failed = () => {} } = {}) {
    this.turn = new Turn(new Game(rules));
    this.asked = new Map();
    this.worker = new Worker(Solver.address());
    this.worker.addEventListener("message", ({ data }) => {
      if ("progress" in data) progress(data.progress);
      else if ("ev" in data) solved(data.ev);
      else this.asked.get(data.beat).found(new Player(this.turn, data));
    });
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      failed(event.message);
    });
    this.worker.postMessage({ rules });
  }

  static address() {
    if (!Solver.made) {
      const scripts = [...document.querySelectorAll("script[data-solver]")];
      const text = scripts.map((script) => script.textContent).join("\n");
      Solver.made = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    }
    return Solver.made;
  }

  // A player's turn, solved: the first's (against null), or the second's against a score. Called
  // back at once where it is known.
  player(beat, found) {
    const asked = this.asked.get(beat);
    if (asked?.player) return found(asked.player);
    if (asked) return asked.waiting.push(found);
    const entry = { waiting: [found] };
    entry.found = (player) => {
      entry.player = player;
      for (const each of entry.waiting) each(player);
    };
    this.asked.set(beat, entry);
    this.worker.postMessage({ beat });
    return undefined;
  }

  // The player's turn if it is known, else null.
  known(beat) {
    return this.asked.get(beat)?.player ?? null;
  }

  stop() {
    this.worker.terminate();
  }
}

if (typeof document === "undefined") {
  let odds;
  addEventListener("message", ({ data }) => {
    if ("beat" in data) {
      postMessage(odds.player(data.beat).solved);
      return;
    }
    odds = new Odds(data.rules).solve((progress) => postMessage({ progress }));
    postMessage({ ev: odds.player(null).worth(odds.game.all).value });
  });
}

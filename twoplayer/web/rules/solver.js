// Rules are solved in a worker, so that it never blocks the board. This file runs on both sides:
// the page makes a `Solver` for a set of rules; the worker is the same scripts again, without a
// page around them. Where exact odds take long, rounded ones come first.

import { page } from "../shared/given.js";
import { Game } from "./game.js";
import { linkTo } from "./link.js";
import { mayBeRounded, Near, NearPlayer } from "./near.js";
import { Odds, Player } from "./odds.js";
import { SeatPlayer, Seats } from "./seats.js";
import { Turn } from "./turn.js";

export class Solver {
  static blob = "";

  // `news` is called with the solver when something of it is known: that part of the work is done,
  // the first player's EV, a player's turn, rounded odds, or that it failed.
  constructor(rules, news, seats = 2, margin = undefined) {
    this.link = linkTo(rules);
    this.seats = seats;
    this.margin = margin;
    this.turn = new Turn(new Game(rules, margin));
    this.part = 0;
    this.ev = null;
    this.near = null;
    this.rounded = null;
    this.halted = false;
    this.failure = "";
    this.players = new Map();
    this.worker = new Worker(Solver.address());
    this.worker.addEventListener("message", ({ data }) => {
      if ("part" in data) this.part = data.part;
      else if ("ev" in data) this.ev = data.ev;
      else if (data.near) this.takeNear(data);
      else this.players.set(data.beat, new (seats > 2 ? SeatPlayer : Player)(this.turn, data));
      news(this, "part" in data);
    });
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.failure = event.message || "the browser does not allow it";
      news(this, false);
    });
    this.worker.postMessage({ rules, seats, margin });
  }

  static address() {
    if (!Solver.blob) {
      const { textContent: text } = document.querySelector("script[data-solver]");
      Solver.blob = URL.createObjectURL(new Blob([`given = ${JSON.stringify({ kinds: page.kinds })};`, text], { type: "text/javascript" }));
    }
    return Solver.blob;
  }

  // Have a player's turn solved: the first's (against null), or the second's against a score; of
  // several players, by standing.
  ask(beat) {
    if (this.players.has(beat)) return;
    this.players.set(beat, null);
    this.worker.postMessage({ beat });
  }

  // The player's turn if it is solved, else null.
  known(beat) {
    return this.players.get(beat) ?? null;
  }

  takeNear(solved) {
    this.rounded = new NearPlayer(this.turn, solved);
    this.near = this.rounded.worth(this.turn.game.all).value;
  }

  // The player's turn, rounded if it is not yet solved exactly, else null.
  nearly(beat) {
    return this.known(beat) ?? (beat === null ? this.rounded : null);
  }

  // Rest from the exact odds, or go on with them.
  halt(halted) {
    this.halted = halted;
    this.worker.postMessage({ halted });
  }

  stop() {
    this.worker.terminate();
  }
}

const BREATH = 50;

// Say how much is done, not too often, and let the worker hear what else is asked.
function pausing(tell) {
  let said = performance.now();
  return (part) => {
    if (performance.now() - said < BREATH) return null;
    said = performance.now();
    tell(part);
    return new Promise((goOn) => {
      setTimeout(goOn);
    });
  };
}

// What takes longer than this is told in rounded numbers first, and that is known after a while.
const [LONG, WHILE] = [1000, 150];

if ("WorkerGlobalScope" in globalThis) {
  let odds = null;
  let everything = null;
  let resting = null;
  let goOn = null;
  const solve = () => {
    const tell = pausing((part) => postMessage({ part }));
    const begun = performance.now();
    let rounded = false;
    return odds.solve(async (part) => {
      const taken = performance.now() - begun;
      if (!rounded && taken > WHILE && taken / part > LONG && mayBeRounded(odds)) {
        rounded = true;
        postMessage(await new Near(odds).solve(tell));
      }
      await tell(part);
      await resting;
    });
  };
  addEventListener("message", async ({ data }) => {
    if ("rules" in data) {
      odds = data.seats > 2 ? new Seats(data.rules, data.seats) : new Odds(data.rules, data.margin);
      everything = solve();
      await everything;
      postMessage({ ev: odds.firstPlayer().worth(odds.game.all).value });
    } else if ("halted" in data) {
      goOn?.();
      resting = data.halted ? new Promise((done) => (goOn = done)) : null;
    } else {
      if (data.beat === null || odds instanceof Seats) await everything;
      const player = data.beat === null ? odds.firstPlayer() : odds.player(data.beat);
      postMessage(player.solved);
    }
  });
}

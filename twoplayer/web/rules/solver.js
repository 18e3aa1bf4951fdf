// Rules are solved in a worker, so that it never blocks the board: the page makes a `Solver` for a set
// of rules, `worker.js` answers it.

import { page } from "../shared/given.js";
import { Game } from "./game.js";
import { linkOf } from "./link.js";
import { NearPlayer } from "./near.js";
import { Player } from "./odds.js";
import { SeatPlayer } from "./seats.js";
import { Turn } from "./turn.js";

export class Solver {
  static blob = "";

  // `news` is called with the solver when something of it is known: that part of the work is done,
  // the first player's EV, a player's turn, rounded odds, or that it failed.
  // `second` are the rules of the second of two players.
  constructor(rules, news, seats = 2, margin = undefined, second = rules) {
    this.link = linkOf(rules, second);
    this.seats = seats;
    this.margin = margin;
    this.turn = new Turn(new Game(rules, margin));
    this.secondTurn = second === rules ? this.turn : new Turn(new Game(second, margin));
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
      else this.players.set(data.beat, new (seats > 2 ? SeatPlayer : Player)(this.turnAgainst(data.beat), data));
      news(this, "part" in data);
    });
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.failure = event.message || "the browser does not allow it";
      news(this, false);
    });
    this.worker.postMessage({ rules, seats, margin, second: second === rules ? null : second });
  }

  // The turn of who faces a score, or, against null, the first player's.
  turnAgainst(beat) {
    return beat === null ? this.turn : this.secondTurn;
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

// A turn alone by the dice of a day: what was thrown and covered, from the first roll on.

import { facesOn } from "./rolls.js";

/** @typedef {{ open: number, dice: number, faces: number[], roll: number[], move: number | null }} Entry */
// The numbers of dice and the moves; of a roll that is still to be decided the dice alone.
/** @typedef {(number | null)[][]} Steps */

export class Run {
  /** @type {(game: import("../rules/game.js").Game, date: string, steps?: Steps) => Run} */
  static of(game, date, steps = []) {
    const run = new Run(game, date);
    for (const [dice, move = null] of steps) {
      run.throw(dice);
      if (move !== null) run.cover(move);
    }
    return run;
  }

  constructor(game, date) {
    this.game = game;
    this.date = date;
    this.open = game.all;
    /** @type {Entry[]} */
    this.entries = [];
    // The dice that lie there, and are to be decided upon.
    this.faces = null;
    this.stuck = false;
  }

  get isOver() {
    return this.stuck || this.open === 0;
  }

  get score() {
    return this.game.score(this.open);
  }

  get roll() {
    return this.game.rollOf(this.faces);
  }

  // The sets of tiles that may be covered now.
  get moves() {
    return this.faces && !this.isOver ? this.game.covers(this.open, this.roll) : [];
  }

  throw(dice) {
    if (this.isOver || this.faces || !this.game.diceCounts(this.open).includes(dice)) {
      throw new RangeError("no such dice");
    }
    this.faces = facesOn(this.date, this.game, this.entries.length + 1).slice(0, dice);
    this.stuck = !this.moves.length;
    if (this.stuck) this.decide(null);
  }

  cover(move) {
    if (!this.moves.includes(move)) throw new RangeError("no such move");
    this.decide(move);
    this.open ^= move;
    this.faces = null;
  }

  decide(move) {
    const { open, faces, roll } = this;
    this.entries.push({ open, dice: faces.length, faces, roll, move });
  }

  // A move may be taken back until the next dice are seen.
  get mayTakeBack() {
    return !this.faces && !this.isOver && this.entries.length > 0;
  }

  takeBack() {
    ({ open: this.open, faces: this.faces } = this.entries.pop());
  }

  get steps() {
    const decided = this.entries.map(({ dice, move }) => (move === null ? [dice] : [dice, move]));
    return this.faces && !this.stuck ? [...decided, [this.faces.length]] : decided;
  }
}

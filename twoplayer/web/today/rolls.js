// The dice of a day, which are the same for everybody who plays by the same rules.

import { linkTo } from "../rules/link.js";
import { sha256 } from "../rules/sha256.js";

// What the dice of a roll show, which are numbered from 1: a single die is the first of them.
/** @type {(date: string, game: import("../rules/game.js").Game, number: number) => number[]} */
export function facesOn(date, game, number) {
  const { dice, outcomes } = game;
  if (outcomes === 1n) return Array(dice).fill(1);
  let width = 1;
  while (256n ** BigInt(width) < outcomes) width += 1;
  const fair = 256n ** BigInt(width) - (256n ** BigInt(width) % outcomes);
  const faces = [];
  for (let more = 0; ; more += 1) {
    const named = [date, linkTo(game.rules), number, ...(more ? [more] : [])];
    for (const drawn of numbersIn(sha256(named.join("|")), width)) {
      if (drawn < fair) faces.push(sideAt(game, drawn % outcomes));
      if (faces.length === dice) return faces;
    }
  }
}

// The numbers of so many bytes that a digest has whole.
function numbersIn(digest, width) {
  return Array.from({ length: Math.floor(digest.length / width) }, (_, place) =>
    digest
      .slice(width * place, width * (place + 1))
      .reduce((number, byte) => 256n * number + BigInt(byte), 0n),
  );
}

// The first side whose weight, with those of the sides before it, is above a number.
function sideAt({ weights }, number) {
  return 1 + weights.findIndex((weight) => (number -= weight) < 0n);
}

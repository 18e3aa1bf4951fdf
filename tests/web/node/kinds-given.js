// What a page is given for which a covering, a scoring and a way to settle ties is new: no language has words for them.

import "./cases.js";

const { moves, scoring, ties } = globalThis.given.kinds;
globalThis.given = {
  ...globalThis.given,
  kinds: {
    moves: [...moves, { name: "any", words: "any tile", byTotal: false }],
    scoring: [...scoring, { name: "half", words: "half of the sum" }],
    ties: [...ties, { name: "double", words: "equal scores: the first player pays double", wins: 0, pays: "-2" }],
  },
};

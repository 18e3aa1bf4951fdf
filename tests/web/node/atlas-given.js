// What the explorer of the atlas is given, in place of what a page is.

import { cases } from "./cases.js";

globalThis.given = cases.explored.given;

export const { games: expected, near: nearby } = cases.explored;

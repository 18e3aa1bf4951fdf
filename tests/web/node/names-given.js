// What a page of files of any name is given, in place of what the others are.

import { cases } from "./cases.js";

globalThis.given = cases.names.given;

export const { links } = cases.names;

// What Python wrote: what it gives a page, and cases with what comes of them. It is read before
// anything of the page is.

import { readFileSync } from "node:fs";

const { given, ...cases } = JSON.parse(readFileSync(process.env.CASES, "utf8"));
globalThis.given = given;

export { cases };

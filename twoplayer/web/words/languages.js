// The languages of the page: one table of phrases each.

import { LANGUAGES } from "./choice.js";
import { ENGLISH } from "./english.js";
import { FRENCH } from "./french.js";
import { GERMAN } from "./german.js";
import { SPANISH } from "./spanish.js";

Object.assign(LANGUAGES, { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH });

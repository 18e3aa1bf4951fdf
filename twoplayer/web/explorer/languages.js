// The languages of the explorer: one table of phrases each.

import { LANGUAGES } from "../words/choice.js";
import { EXPLORER_IN_ENGLISH } from "./english.js";
import { EXPLORER_IN_FRENCH } from "./french.js";
import { EXPLORER_IN_GERMAN } from "./german.js";
import { EXPLORER_IN_SPANISH } from "./spanish.js";

Object.assign(LANGUAGES, { en: EXPLORER_IN_ENGLISH, de: EXPLORER_IN_GERMAN, fr: EXPLORER_IN_FRENCH, es: EXPLORER_IN_SPANISH });

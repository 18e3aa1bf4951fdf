"use strict";

// The language of the page: one table of phrases each. It is the one in the address (`lang=de`), or
// else the one that was chosen here the last time, or else the first of the browser's that there is.

const LANGUAGES = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

// The language that an address has named, or somebody has chosen since.
let asked = "";

// Speak the language that an address names, or the one that was asked for before.
function speakAs(address) {
  const [, named] = LANGUAGE.exec(address) ?? [];
  if (Object.hasOwn(LANGUAGES, named)) asked = named;
  const tags = [asked, settings.language, ...navigator.languages.map((tag) => tag.split("-")[0])];
  const tag = tags.find((each) => Object.hasOwn(LANGUAGES, each)) ?? "en";
  speakIn(tag, LANGUAGES[tag]);
}

// Every word of the document that stays, and then everything else.
function showWords() {
  word(SAY);
  element("language").value = language;
  element("help-steps").replaceChildren(...SAY.helpSteps.map((step) => made("li", step)));
  wordTable();
  document.title = `${SAY.title}: ${element("table-of").textContent}`;
  makeCards();
  draw();
}

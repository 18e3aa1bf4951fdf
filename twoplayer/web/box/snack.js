// What has just been done, in a word, with a way to take it back: it lies over the felt, does not
// stop anybody, and goes by itself unless somebody is on it. There is one at a time.

import { button, element, made } from "../shared/dom.js";
import { settle } from "./focus.js";

const SNACK_LASTS = 8000;
const snackBar = made("div", made("p", [], { role: "status" }), { id: "snack" });
let snackGoes = null;

element("box").append(snackBar);

// Say a text, with a button of a word that does something, if there is one.
export function snack(text, word = "", act = () => null) {
  clearSnack();
  snackBar.firstChild.textContent = text;
  snackBar.classList.add("shown");
  const acted = () => {
    clearSnack();
    act();
    if (document.activeElement === document.body) settle();
  };
  if (word) snackBar.append(button(word, acted, { "aria-label": `${word}: ${text}` }));
  waitToGo();
}

function waitToGo() {
  clearTimeout(snackGoes);
  const go = () => (snackBar.matches(":hover, :focus-within") ? waitToGo() : clearSnack());
  snackGoes = setTimeout(go, SNACK_LASTS);
}

export function clearSnack() {
  clearTimeout(snackGoes);
  snackBar.classList.remove("shown");
  snackBar.firstChild.textContent = "";
  snackBar.querySelector("button")?.remove();
}

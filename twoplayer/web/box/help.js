// How to play, in three pictures: what is rolled, what is covered, and what is left.

import { element, made, svg } from "../shared/dom.js";
import { SAY } from "../words/speech.js";
import { face } from "./dice.js";

const [PICTURED, AS_HIGH, TILE_APART] = [300, 52, 33];

export function showHelp() {
  const pictures = [rolledPicture(), tilesPicture([3, 5]), tilesPicture([2, 3, 4, 5, 6, 7, 8])];
  element("help-steps").replaceChildren(...pictures.map((picture, place) => {
    picture.setAttribute("aria-label", SAY.helpPictures[place]);
    return made("li", [picture, made("span", SAY.helpSteps[place])]);
  }));
}

function pictureOf(content) {
  return svg("svg", { viewBox: `0 0 ${PICTURED} ${AS_HIGH}`, role: "img" }, content);
}

function rolledPicture() {
  return pictureOf([3, 5].map((number, place) => {
    const die = face(number, 6);
    for (const [name, value] of Object.entries({ x: 104 + 50 * place, y: 4, width: 44, height: 44 })) die.setAttribute(name, value);
    return die;
  }));
}

function tilesPicture(covered) {
  return pictureOf(Array.from({ length: 9 }, (_, place) => {
    const state = covered.includes(place + 1) ? "covered" : "open";
    return svg("g", { transform: `translate(${3 + TILE_APART * place} 4)` }, [
      svg("rect", { width: 29, height: 44, rx: 5, class: state }),
      svg("text", { x: 14.5, y: 29, "text-anchor": "middle", class: state }, String(place + 1)),
    ]);
  }));
}

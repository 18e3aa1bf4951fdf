// The tiles of the box. They stay, and change their classes, so that the style can move them.

import { isProgrammed } from "../evening/evening.js";
import { linkTo } from "../rules/link.js";
import { button, element, fill, made, tell } from "../shared/dom.js";
import { SAY } from "../words/speech.js";
import { game, rulesOfGame } from "./board.js";
import { bestMoves, hinted } from "./chances.js";
import { mayBeTapped, tapTile } from "./moves.js";

export function drawTiles() {
  const { tiles } = rulesOfGame();
  fill("tiles", linkTo(rulesOfGame().rules), () => tiles.map((tile, place) => tileButton(tile, place, () => tapTile(place))));
  const best = hinted() ? (bestMoves()[0]?.move ?? 0) : 0;
  let falling = 0;
  [...element("tiles").children].forEach((one, place) => {
    const bit = 1 << place;
    const [open, chosen] = [(game.open & bit) !== 0, (game.chosen & bit) !== 0];
    const dead = game.phase !== "setup" && !mayBeTapped(place);
    const state = chosen ? "chosen" : open ? "open" : "covered";
    const dim = open && dead && game.phase === "turn" && game.roll !== null ? " dim" : "";
    const looks = `${state}${dim}${best & bit ? " star" : ""}`;
    if (state === "covered" && one.className !== "covered") falling += 1;
    one.style.setProperty("--turn", state === "covered" ? falling : 0);
    if (one.className !== looks) one.className = looks;
    tell(one, "aria-label", SAY.tile(tiles[place], open));
    tell(one, "aria-disabled", dead || isProgrammed());
    tell(one, "aria-pressed", game.phase === "setup" ? open : chosen);
  });
}

export function tileButton(tile, place, act) {
  const attributes = { "data-tile": tile, class: "open", style: `--place: ${place}` };
  return button(made("span", String(tile)), act, attributes);
}

export function fitTiles() {
  fitIn(element("tiles"));
}

// All tiles in one row where they are wide enough for a finger, else in two.
export function fitIn(tiles) {
  const count = tiles.childElementCount || 1;
  const fits = count <= 9 || tiles.clientWidth / count >= 44;
  tiles.style.setProperty("--columns", fits ? count : Math.ceil(count / 2));
  tiles.style.setProperty("--digits", Math.max(1, ...[...tiles.children].map((each) => each.dataset.tile.length)));
  tiles.parentElement.classList.toggle("double", !fits);
}

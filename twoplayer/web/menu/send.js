// Something to send: a link to rules, or to the game as it stands, by what the device offers, or
// copied; and a picture of how a game has ended. A file has no address, so there it is the file that
// is sent.

import { game } from "../box/board.js";
import { linkToGame, rulesLink } from "../box/paper.js";
import { roundsNow, seatCount } from "../evening/evening.js";
import { rulesNameOf } from "../rules/catalogue.js";
import { home, linkTo } from "../rules/link.js";
import { element, made, say } from "../shared/dom.js";
import { lineOfDay } from "../today/end.js";
import { SAY } from "../words/speech.js";
import { drawPostcard, endToOthers, isPictured } from "./postcard.js";

// The rules that are sent alone; null where the game on the board can be sent with them.
let alone = null;
// The picture as a file: made beforehand, since only what follows a tap at once may be shared. Its
// button waits for it.
/** @type {File} */
let pictured = null;

export function openSend(rules = null) {
  alone = rules;
  const sendable = seatCount() === 2 && roundsNow() === 1;
  element("send-game").closest("label").hidden = alone !== null || !sendable;
  element("send-game").checked = sendable && linkToGame() !== rulesLink();
  say("send-only", alone !== null || sendable || game.day ? "" : SAY.sendOnly);
  element("share").hidden = !home() || !navigator.share;
  say("send-behind", home() ? "" : SAY.sendBehind);
  element("picture").hidden = alone !== null || !isPictured();
  element("send").showModal();
  showLink();
  if (!element("picture").hidden) makePicture();
}

function makePicture() {
  const button = element("send-picture");
  button.disabled = true;
  drawPostcard();
  say("send-picture", maySharePicture() ? SAY.sharePicture : SAY.savePicture);
  element("postcard").toBlob((/** @type {Blob} */ blob) => {
    pictured = pictureFile([blob]);
    button.disabled = false;
  });
}

function pictureFile(parts) {
  return new File(parts, "shut-the-box.png", { type: "image/png" });
}

function maySharePicture() {
  return Boolean(navigator.canShare?.({ files: [pictureFile([])] }));
}

export async function sendPicture() {
  if (!maySharePicture()) savePicture();
  else await navigator.share({ files: [pictured] }).catch(({ name }) => name !== "AbortError" && savePicture());
}

function savePicture() {
  made("a", [], { href: URL.createObjectURL(pictured), download: pictured.name }).click();
  say("sent", SAY.saved);
}

export function showLink() {
  const whole = alone === null && element("send-game").checked;
  element("send-link").value = `${home()}#${whole ? linkToGame() : toSend()}`;
  const how = game.day && !alone ? "day" : !whole ? "rules" : game.phase === "over" ? "end" : "game";
  say("send-how", home() ? SAY.sendHow[how] : SAY.sendFile);
  say("send-text", textToSend());
  say("sent", "");
}

// Who has won, and why, where the game has ended; how today's box went.
function textToSend() {
  if (!alone && game.day && game.phase === "over") return lineOfDay();
  if (alone || !isPictured()) return "";
  return `${SAY.title}: ${endToOthers()}`;
}

function toSend() {
  if (alone) return linkTo(alone);
  return game.day ? `${rulesLink()}&today` : rulesLink();
}

// Send at once how today's box went, by what the device offers; what is sent is seen behind it.
export async function sendDay() {
  openSend();
  await (element("share").hidden ? copyLink() : shareLink());
}

// The text and where it can be played; a file has no address.
function wholeText() {
  const link = home() || !game.day ? element("send-link").value : "";
  return [textToSend(), link].filter(Boolean).join("\n");
}

export async function shareLink() {
  try {
    const title = `${SAY.title}: ${rulesNameOf(toSend())}`;
    const text = textToSend();
    const url = element("send-link").value;
    await navigator.share(game.day ? { title, text: wholeText() } : { title, ...(text && { text }), url });
  } catch (error) {
    if (error.name !== "AbortError") await copyLink();
  }
}

// Copy the text and the link; select that as well, since not every browser lets a page copy.
export async function copyLink() {
  const link = element("send-link");
  link.select();
  try {
    await navigator.clipboard.writeText(wholeText());
    say("sent", SAY.copied);
  } catch {
    say("sent", SAY.copyHere);
  }
}

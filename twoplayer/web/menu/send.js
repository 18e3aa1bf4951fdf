// Something to send: a link to rules, or to the game as it stands, by what the device offers, or
// copied. A file has no address, so there it is the file that is sent.

import { linkToGame, rulesLink } from "../box/paper.js";
import { roundsNow, seatCount } from "../evening/evening.js";
import { rulesNameOf } from "../rules/catalogue.js";
import { home, linkTo } from "../rules/link.js";
import { element, say } from "../shared/dom.js";
import { SAY } from "../words/speech.js";

// The rules that are sent alone; null where the game on the board can be sent with them.
let alone = null;

export function openSend(rules = null) {
  alone = rules;
  const sendable = seatCount() === 2 && roundsNow() === 1;
  element("send-game").closest("label").hidden = alone !== null || !sendable;
  element("send-game").checked = sendable && linkToGame() !== rulesLink();
  say("send-only", alone !== null || sendable ? "" : SAY.sendOnly);
  element("share").hidden = !home() || !navigator.share;
  say("send-how", home() ? SAY.sendHow : SAY.sendFile);
  say("send-behind", home() ? "" : SAY.sendBehind);
  element("send").showModal();
  showLink();
}

export function showLink() {
  const whole = alone === null && element("send-game").checked;
  element("send-link").value = `${home()}#${whole ? linkToGame() : toSend()}`;
  say("sent", "");
}

function toSend() {
  return alone ? linkTo(alone) : rulesLink();
}

export async function shareLink() {
  try {
    await navigator.share({ title: `${SAY.title}: ${rulesNameOf(toSend())}`, url: element("send-link").value });
  } catch (error) {
    if (error.name !== "AbortError") await copyLink();
  }
}

// Copy the link; select it as well, since not every browser lets a page copy.
export async function copyLink() {
  const link = element("send-link");
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    say("sent", SAY.copied);
  } catch {
    say("sent", SAY.copyHere);
  }
}

// The other side of a `Solver`: what solves, with nothing else of the page. It is a script of the page
// as well, which takes from it what a solved turn can be asked. Where exact odds take long, rounded ones
// come first.

import { mayBeRounded, Near } from "./near.js";
import { BY_ONESELF, Odds } from "./odds.js";
import { Seats } from "./seats.js";

const BREATH = 50;

// Say how much is done, not too often, and let the worker hear what else is asked.
function pausing(tell) {
  let said = performance.now();
  return (part) => {
    if (performance.now() - said < BREATH) return null;
    said = performance.now();
    tell(part);
    return new Promise((goOn) => {
      setTimeout(goOn);
    });
  };
}

// What takes longer than this is told in rounded numbers first, and that is known after a while.
const [LONG, WHILE] = [1000, 150];

if ("WorkerGlobalScope" in globalThis) {
  let odds = null;
  let everything = null;
  let resting = null;
  let goOn = null;
  const solve = () => {
    const tell = pausing((part) => postMessage({ part }));
    const begun = performance.now();
    let rounded = false;
    return odds.solve(async (part) => {
      const taken = performance.now() - begun;
      if (!rounded && taken > WHILE && taken / part > LONG && mayBeRounded(odds)) {
        rounded = true;
        postMessage(await new Near(odds).solve(tell));
      }
      await tell(part);
      await resting;
    });
  };
  addEventListener("message", async ({ data }) => {
    if ("rules" in data) {
      odds = data.seats > 2 ? new Seats(data.rules, data.seats) : new Odds(data.rules, data.margin, data.second);
      everything = solve();
      await everything;
      postMessage({ ev: odds.firstPlayer().worth(odds.game.all).value });
    } else if ("halted" in data) {
      goOn?.();
      resting = data.halted ? new Promise((done) => {
        goOn = done;
      }) : null;
    } else {
      if (data.beat === null || odds instanceof Seats) await everything;
      const turns = new Map([[null, () => odds.firstPlayer()], [BY_ONESELF, () => odds.alone()]]);
      const player = turns.get(data.beat)?.() ?? odds.player(data.beat);
      postMessage(player.solved);
    }
  });
}

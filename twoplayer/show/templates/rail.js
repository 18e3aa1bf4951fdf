"use strict";

// The rail above the box: who plays, what they have left, who is ahead, and what is worked out.

function drawRail() {
  for (const number of [1, 2]) {
    const seat = element(`seat-${number}`);
    seat.classList.toggle("playing", ["turn", "setup"].includes(game.phase) && game.player === number);
    const score = scoreOf(number);
    seat.querySelector(".score").textContent = score ?? "–";
    seat.querySelector(".score").dataset.length = String(score ?? "").length > 6 ? "long" : "short";
    seat.querySelector(".note").textContent = noteOf(number);
  }
  element("rules-name").textContent = names.get(solver().link) ?? SAY.own;
  drawBar();
  drawWorking();
}

// What a player has left by now; null before his turn.
function scoreOf(number) {
  if (number === game.player && ["turn", "setup"].includes(game.phase)) return rulesOfGame().score(game.open);
  if (number === 1 && game.beat !== null) return game.beat;
  return game.left[number - 1] ?? null;
}

function noteOf(number) {
  const chases = number === 2 && (game.beat ?? game.left[0] ?? null);
  if (typeof chases === "bigint" && rulesOfGame().secondRolls(chases) && game.phase !== "over") {
    return SAY.chasing(chases, game.rules.ties);
  }
  if (scoreOf(number) === null) return "";
  return number === game.player && game.phase === "turn" ? SAY.open : SAY.left;
}

function drawBar() {
  const odds = settings.ahead ? oddsNow() : null;
  const chances = odds && (game.phase === "over" ? settled() : chancesOf(game.player, worthNow(odds)));
  const texts = chances?.map(hundredth) ?? ["", "", ""];
  const near = game.phase === "over" ? "" : nearSign(odds);
  const bar = element("bar");
  bar.classList.toggle("rope", !chances);
  chances?.forEach((chance, place) => {
    bar.style.setProperty(`--part-${place}`, decimal(times(100, chance), 2).replace("−", "-"));
  });
  const label = chances ? SAY.bar(near, texts) : SAY.barHidden;
  tell(element("all-odds"), "aria-label", label);
  ["ahead-1", "ahead-tie", "ahead-2"].forEach((id, place) => say(id, texts[place] && near + texts[place]));
}

// The chances at the end, when nothing is left to chance.
function settled() {
  const { winner } = resultNow();
  return ["first", "nobody", "second"].map((who) => [who === winner ? 1n : 0n, 1n]);
}

// How far the work is, and a way to stop it where it takes long.
function drawWorking() {
  const { part, ev, near, failure, halted } = solver();
  const percent = Math.floor(100 * part);
  const words = near ? SAY.sharper(percent) : SAY.working(percent);
  const stopped = near ? SAY.halted : SAY.haltedEarly;
  const text = ev ? "" : failure ? SAY.failed(failure) : halted ? stopped : words;
  say("working-words", text);
  const button = element("halt");
  button.hidden = Boolean(ev || failure);
  say("halt", halted ? SAY.goOn : SAY.stop);
}

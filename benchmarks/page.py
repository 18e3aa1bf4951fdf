"""Measure how soon the page of the sixteen can be used on a slow phone, in a real browser.

The processor is throttled to a quarter of its speed. A load counts from the navigation until the
board is drawn and takes taps, and until the odds stand there; a tap from the click until what it
changes does. Each is compared with plain work that is done in the same page: whole numbers are
added up, and found again by their digits. Rules are solved in the page's own thread here, since a
browser does not slow a worker down; on the page they are solved in one.

    python benchmarks/page.py [ROUNDS]
"""

from __future__ import annotations

import shutil
import sys
from math import inf
from pathlib import Path
from statistics import median

from playwright.sync_api import CDPSession, Page, sync_playwright

PAGE = Path(__file__).parent.parent / "reports" / "page.html"
SLOWER = 4
MOST = {
    "usable": 8,
    "odds, solved beside it": 15,
    "the slowest of nine taps": 1.25,
    "the same, 6 × slower": 2.5,
    "draw a move, not throttled": 0.05,
    "9 tiles, by the sum": 5,
    "9 tiles, by digits": 45,
}
"""How many times the plain work may be done while some of it is."""

PLAIN = "plain work in it"
WORK = """() => {
  const start = performance.now();
  const found = new Map();
  let sum = 0n;
  for (let number = 1; number <= 40_000; number += 1) {
    sum += BigInt(number) ** 2n;
    found.set(String(sum), number);
  }
  return performance.now() - start;
}"""
USABLE = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
NOW = "performance.now()"
TAPS = """() => {
  const before = ["#go", "#undo", "#mine", "#mine"];
  const after = ["#hint", "[data-tile='3']", "[data-tile='5']", "#undo", "#all-odds"];
  const tap = (selector) => {
    const start = performance.now();
    document.querySelector(selector).click();
    document.body.getBoundingClientRect();
    return performance.now() - start;
  };
  change(newGame(game.rules));
  const times = before.map(tap);
  pickFaces([3, 5]);
  times.push(...after.map(tap));
  document.getElementById("close-all").click();
  return Math.max(...times);
}"""
DRAW = """() => {
  const times = [];
  for (let moves = 0; moves < 21; moves += 1) {
    change(newGame(game.rules));
    pickFaces([3, 5]);
    const start = performance.now();
    tapTile(7);
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other)[10];
}"""
SOLVE = """async (rules) => {
  const start = performance.now();
  const odds = await new Odds(read(rules)).solve();
  odds.firstPlayer();
  return performance.now() - start;
}"""
RULES = {
    "9 tiles, by the sum": {"one_die": "sum <= 6", "clack_payout": "2"},
    "9 tiles, by digits": {"one_die": "always", "scoring": "digits"},
    "10 tiles, by the sum": {"tiles": "10"},
    "12 tiles, by the sum": {"tiles": "12"},
}


def measured(page: Page, session: CDPSession) -> dict[str, float]:
    """Return milliseconds, by what takes them."""
    page.goto(PAGE.as_uri())
    found = {"usable": page.evaluate(USABLE)}
    page.locator("#verdict:not(:empty)").wait_for(state="attached")
    found["odds, solved beside it"] = page.evaluate(NOW)
    found[PLAIN] = page.evaluate(WORK)
    found["the slowest of nine taps"] = page.evaluate(TAPS)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    found["the same, 6 × slower"] = page.evaluate(TAPS)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    found["draw a move, not throttled"] = page.evaluate(DRAW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return found | {name: page.evaluate(SOLVE, rules) for name, rules in RULES.items()}


def main(rounds: int) -> int:
    """Print the medians; return 1 if something takes too long."""
    found: dict[str, list[tuple[float, float]]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in range(rounds):
            context = browser.new_context(viewport={"width": 360, "height": 640}, offline=True)
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            measures = measured(page, session)
            for name, milliseconds in measures.items():
                times_work = milliseconds / measures[PLAIN]
                found.setdefault(name, []).append((times_work, milliseconds))
            context.close()
        browser.close()
    print(f"| the page, processor {SLOWER} × slower / {PLAIN} | ratio | range | at most | ms |")
    print("|---|---|---|---|---|")
    slow = False
    for what, taken in found.items():
        ratios, times = zip(*taken, strict=True)
        ratio, low, high = (f"{each(ratios):.3g}" for each in (median, min, max))
        most = MOST.get(what, inf)
        allowed = "" if most == inf else str(most)
        print(f"| {what} | {ratio} | {low} to {high} | {allowed} | {median(times):.0f} |")
        slow |= median(ratios) > most
    return int(slow)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))

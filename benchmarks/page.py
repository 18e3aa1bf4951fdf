"""Measure how soon the page of the sixteen can be used on a slow phone, in a real browser.

The processor is throttled to a quarter of its speed. A load counts from the navigation until the
board is drawn and takes taps, and until the odds stand there; a tap from the click until what it
changes does. Rules are solved in the page's own thread here, since a browser does not slow a worker
down; on the page they are solved in one.

    python benchmarks/page.py [ROUNDS]
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import CDPSession, Page, sync_playwright

PAGE = Path(__file__).parent.parent / "reports" / "page.html"
SLOWER = 4
MOST = {
    "usable": 1_000,
    "odds, solved beside it": 1_000,
    "the slowest of nine taps": 100,
    "the same, 6 × slower": 200,
    "draw a move, not throttled": 8,
    "9 tiles, by the sum": 3_000,
    "9 tiles, by digits": 15_000,
}
"""The most milliseconds that some of it may take."""

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
    found["the slowest of nine taps"] = page.evaluate(TAPS)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    found["the same, 6 × slower"] = page.evaluate(TAPS)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    found["draw a move, not throttled"] = page.evaluate(DRAW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return found | {name: page.evaluate(SOLVE, rules) for name, rules in RULES.items()}


def main(rounds: int) -> int:
    """Print the medians; return 1 if something takes too long."""
    found: dict[str, list[float]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in range(rounds):
            context = browser.new_context(viewport={"width": 360, "height": 640}, offline=True)
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            for name, milliseconds in measured(page, session).items():
                found.setdefault(name, []).append(milliseconds)
            context.close()
        browser.close()
    print(f"| the page, processor {SLOWER} × slower | milliseconds, median | range |")
    print("|---|---|---|")
    for what, times in found.items():
        middle, low, high = (
            f"{time:.{int(time < 10)}f}" for time in (median(times), min(times), max(times))
        )
        print(f"| {what} | {middle} | {low} to {high} |")
    return int(any(median(found[name]) > most for name, most in MOST.items()))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))

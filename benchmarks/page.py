"""Measure how soon the page of the sixteen, and the explorer, answer on a slow phone's browser.

The processor is throttled to a quarter of its speed. A load counts from the navigation until the
board is drawn and takes taps, and until the odds stand there; a tap from the click until what it
changes does, and so does a choice in the explorer. The best of some rounds counts, since the
machine has other things to do. What is allowed is meant for one that does some plain work in 80 ms,
and is longer where that takes longer: whole numbers are added up, and found again by their digits.
Rules are solved in the page's own thread here, since a browser does not slow a worker down; on the
page they are solved in one.

    python benchmarks/page.py [ROUNDS]
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import CDPSession, Page, sync_playwright

REPORTS = Path(__file__).parent.parent / "reports"
PAGE, EXPLORER = REPORTS / "page.html", REPORTS / "explorer.html"
SLOWER = 4
PLAIN = "plain work in it"
CHOICE = "the slowest choice in the explorer"
MOST = {
    PLAIN: 80,
    "usable": 700,
    "odds, solved beside it": 1200,
    "the slowest of nine taps": 100,
    "the same, 6 × slower": 200,
    "draw a move, not throttled": 4,
    "9 tiles, by the sum": 400,
    "9 tiles, by digits": 3600,
    CHOICE: 100,
}
"""How many milliseconds each may take where the plain work takes its own; that may take longer."""
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
WATCH = """
new MutationObserver((_, observer) => {
  if (!document.getElementById("status")?.textContent) return;
  observer.disconnect();
  setTimeout(() => { globalThis.usable = performance.now(); });
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
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
CHOICES = """() => {
  const others = [...document.querySelectorAll(".chip input:not(:checked)")];
  return Math.max(...others.map((choice) => {
    const start = performance.now();
    choice.click();
    document.body.getBoundingClientRect();
    return performance.now() - start;
  }));
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
    page.locator("#verdict:not(:empty):not(:has-text('≈'))").wait_for(state="attached")
    odds = page.evaluate(NOW)
    found = {"usable": page.evaluate("usable"), "odds, solved beside it": odds}
    found[PLAIN] = page.evaluate(WORK)
    found["the slowest of nine taps"] = page.evaluate(TAPS)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    found["the same, 6 × slower"] = page.evaluate(TAPS)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    found["draw a move, not throttled"] = page.evaluate(DRAW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    found |= {name: page.evaluate(SOLVE, rules) for name, rules in RULES.items()}
    page.goto(EXPLORER.as_uri())
    page.locator(".chip").first.wait_for()
    return found | {CHOICE: page.evaluate(CHOICES)}


def main(rounds: int) -> int:
    """Print the times; return 1 if something takes too long."""
    found: dict[str, list[float]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in range(rounds):
            context = browser.new_context(viewport={"width": 360, "height": 640}, offline=True)
            page = context.new_page()
            page.add_init_script(WATCH)
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            for name, milliseconds in measured(page, session).items():
                found.setdefault(name, []).append(milliseconds)
            context.close()
        browser.close()
    slower = max(1, min(found[PLAIN]) / MOST[PLAIN])
    print(f"| ms, processor {SLOWER} × slower | the best | median | at most |")
    print("|---|---|---|---|")
    slow = False
    for what, times in found.items():
        most = MOST[what] * slower if what in MOST else None
        allowed = "" if most is None else f"{most:.0f}"
        print(f"| {what} | {min(times):.0f} | {median(times):.0f} | {allowed} |")
        slow |= most is not None and what != PLAIN and min(times) > most
    return int(slow)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))

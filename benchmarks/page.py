"""Measure how soon the page of the sixteen can be used on a slow phone, in a real browser.

The processor is throttled to a quarter of its speed. A load counts from the navigation until the
board is drawn and takes taps; a tap from the click until the advice stands there.

    python benchmarks/page.py [ROUNDS]
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

PAGE = Path(__file__).parent.parent / "reports" / "page.html"
SLOWER = 4
MOST_MILLISECONDS = 1000
USABLE = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
TAP = """() => {
  const start = performance.now();
  document.querySelectorAll('#rolls button')[5].click();
  return performance.now() - start;
}"""
AGAINST_A_NEW_SCORE = """() => {
  const start = performance.now();
  chooseVariant(7);
  change({ player: 'second', beat: 17 });
  return performance.now() - start;
}"""


def main(rounds: int) -> int:
    """Print the medians; return 1 if a load takes too long."""
    found: dict[str, list[float]] = {"load": [], "tap a roll": [], "a new score to beat": []}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in range(rounds):
            context = browser.new_context(viewport={"width": 360, "height": 740}, offline=True)
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(PAGE.as_uri())
            found["load"].append(page.evaluate(USABLE))
            found["tap a roll"].append(page.evaluate(TAP))
            found["a new score to beat"].append(page.evaluate(AGAINST_A_NEW_SCORE))
            context.close()
        browser.close()
    print(f"| the page, processor {SLOWER} × slower | milliseconds, median | range |")
    print("|---|---|---|")
    for what, times in found.items():
        print(f"| {what} | {median(times):.0f} | {min(times):.0f} to {max(times):.0f} |")
    return int(median(found["load"]) > MOST_MILLISECONDS)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))

"""Ask axe whether everybody reaches what is on the site: `python docs/reached.py SITE`.

Axe is asked of a page of each kind, light and dark, on a phone and on a desk. What stands beside
all pages has the same colours on each. So all four ways are tried with the first pages, and two
with the others. No page has more doors beside it than are seen at once.
"""

import shutil
import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

FIRST = ["index", "README"]
PAGES = [
    *FIRST,
    "search",
    *("docs/tutorial", "docs/mathematics/the-game", "docs/proof", "docs/notebook", "docs/glossary"),
    *("docs/commands", "docs/api/show", "docs/watch-it-think"),
    *("reports/sixteen", "reports/explorer", "reports/page", "reports/card_first"),
]
WAYS = {  # the colours, and the width in pixels; with the pages
    ("light", 1280): PAGES,
    ("dark", 360): PAGES,
    ("light", 360): FIRST,
    ("dark", 1280): FIRST,
}
MOST_DOORS = 25
BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium")


def faults(site):
    """Yield what is wrong, in lines."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER)
        for (scheme, width), pages in WAYS.items():
            page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
            for name in pages:
                page.goto((site / f"{name}.html").resolve().as_uri())
                for found in Axe().run(page).response["violations"]:
                    where = found["nodes"][0]["html"][:100]
                    yield f"{name}, {scheme}, {width}: {found['id']}: {where}"
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    yield f"{name}, {width}: wider than the screen"
                if page.locator(".sidebar-tree li").count() > MOST_DOORS:
                    yield f"{name}: more than {MOST_DOORS} doors"
        browser.close()


if __name__ == "__main__":
    wrong = [*faults(Path(sys.argv[1]))]
    print("\n".join(wrong))
    sys.exit(bool(wrong))

"""How somebody uses a page: by what it calls things and where they are, as time goes by.

A visit is a context of its own, opened at a link. Its clock goes on only a little by itself: where
a person would wait (dice tumble, another has the turn), `wait` lets the time pass at once.
"""

import re
from datetime import datetime, timedelta

from playwright.sync_api import expect

PHONE = 360, 640
TURNED = 640, 360
LOW = 568, 320
NARROW = 320, 568
TALL = 390, 844
TABLET = 820, 1180
DESK = 1280, 900
WIDE = 1440, 900


def wait(page, seconds=1):
    """Let the time pass."""
    page.clock.fast_forward(1000 * seconds)


def stop_the_clock(page):
    """Let time pass only where a person waits, however slow the machine is."""
    page.clock.pause_at(datetime.now() + timedelta(days=1))


def button(page, name):
    return page.get_by_role("button", name=name, exact=isinstance(name, str))


def tap(page, *names):
    for name in names:
        wait(page)
        button(page, name).tap()


def menu(page, *names):
    """Tap something behind "Rules"."""
    tap(page, "Rules", *names)


def more(page, name):
    """Tap what stands behind "Rules" under "More"."""
    menu(page)
    if not button(page, name).is_visible():
        page.locator("#menu-more summary").tap()
    tap(page, name)


def seat(page, *names):
    """Let so many play, under these names."""
    menu(page, "Players")
    sheet = page.get_by_role("dialog", name="Players")
    for _ in names[2:]:
        sheet.get_by_role("button", name="Add a player").tap()
    for number, name in enumerate(names, start=1):
        sheet.get_by_label(f"Name of player {number}").fill(name)
    sheet.get_by_role("button", name="Play", exact=True).tap()


def setting(page, label, holds=True):
    menu(page)
    page.get_by_label(label).set_checked(holds)
    tap(page, "Back to the game")


def roll(page, *faces):
    """Say what one's own dice show."""
    mine = button(page, "My dice")
    if mine.get_attribute("aria-pressed") == "false":
        mine.tap()
    tap(page, *(f"A die shows {number}" for number in faces))


def tiles(page):
    """Find the tiles of the box: "9, open", "9, covered"."""
    return page.get_by_role("group", name="Tiles").first.get_by_role("button")


def tile(page, number):
    return tiles(page).filter(has_text=re.compile(f"^{number}$"))


def touch(page, *numbers):
    """Tap tiles, whether that does anything or not."""
    wait(page)
    for number in numbers:
        tile(page, number).tap(force=True)


def covered(page):
    """Find the tiles that are covered."""
    return tiles(page).and_(page.get_by_role("button", name=re.compile("covered")))


def status(page):
    """Find what is said of the game."""
    return page.locator("#status")


def says(page, words):
    expect(status(page)).to_contain_text(words)


SCROLLS = """() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  return scrollHeight > innerHeight || scrollWidth > innerWidth || scrollX + scrollY > 0;
}"""
OUTSIDE = """(parts) => parts.filter((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
}).map((each) => each.outerHTML)"""
FITS = """() => [document.documentElement, ...document.querySelectorAll("dialog[open]")].every(
  (each) => each.scrollWidth <= Math.min(each.clientWidth, innerWidth)
)"""


def inside(page, *parts):
    """See that all of some parts is on the screen, and that the page cannot be scrolled."""
    assert not page.evaluate(SCROLLS)
    for part in parts:
        assert part.evaluate_all(OUTSIDE) == []


def fits(page):
    """Tell whether nothing is wider than the screen, and no sheet wider than itself."""
    return page.evaluate(FITS)

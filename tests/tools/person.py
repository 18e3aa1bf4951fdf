"""How somebody uses a page: by what it calls things and where they are, as time goes by.

A visit is a context of its own, opened at a link. Its clock goes on only a little by itself: where
a person would wait (dice tumble, another has the turn), `wait` lets the time pass at once.
"""

import re

from conftest import run
from playwright.sync_api import expect

PHONE = {"width": 360, "height": 640}
TURNED = {"width": 640, "height": 360}
LOW = {"width": 568, "height": 320}
NARROW = {"width": 320, "height": 568}
TALL = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
DESK = {"width": 1280, "height": 900}
WIDE = {"width": 1440, "height": 900}


def wait(page, seconds=1):
    """Let the time pass."""
    page.clock.fast_forward(1000 * seconds)


def button(page, name):
    return page.get_by_role("button", name=name, exact=isinstance(name, str))


def tap(page, *names):
    for name in names:
        wait(page)
        button(page, name).tap()


def menu(page, *names):
    """Tap something behind "Rules"."""
    tap(page, "Rules", *names)


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


def inside(page, *parts):
    """See that all of some parts is on the screen, and that the page cannot be scrolled."""
    size = page.viewport_size
    for part in parts:
        for each in part.all():
            if box := each.bounding_box():
                assert box["x"] >= -1, each
                assert box["y"] >= -1, each
                assert box["x"] + box["width"] <= size["width"] + 1, each
                assert box["y"] + box["height"] <= size["height"] + 1, each

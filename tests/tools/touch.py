"""How tests play on the page: as hands do, by touching what they read on it."""

import re

from conftest import enter, run  # noqa: F401
from person import SCROLLS

PHONE = {"width": 360, "height": 640}
TURNED = {"width": 640, "height": 360}
DESK = {"width": 1280, "height": 900}
NARROW = {"width": 320, "height": 568}
TALL = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
WIDE = {"width": 1440, "height": 900}


def page_of(folder, line):
    path = folder / "page.html"
    assert run(f"write page {line} -o {path}").exit_code == 0
    return path


def spelled(rules):
    """Spell rules as a browser takes them."""
    return {
        name: list(value) if isinstance(value, tuple) else str(value) if name != "ties" else value
        for name, value in rules.items()
        if value is not None
    }


def solved(page):
    """Wait until the odds stand there."""
    page.locator("#verdict:not(:empty):not(:has-text('≈'))").wait_for(state="attached")
    return page


def tap(page, *names):
    """Tap buttons, each after as long as nothing is played once another has the turn."""
    for name in names:
        page.evaluate("hush(0)")
        page.get_by_role("button", name=name, exact=True).tap()
        take(page)


def take(page):
    """Be the next player, who lifts the curtain once he has the phone in hand."""
    if page.locator("#curtain").is_visible():
        page.evaluate("hush(0)")
        page.locator("#take-turn").tap()
        page.evaluate("hush(0)")


def menu(page, *names):
    """Tap something behind "Rules"."""
    tap(page, "Rules", *names)


def leave(page):
    page.keyboard.press("Escape")


def setting(page, label, holds=True):
    menu(page)
    page.get_by_label(label).set_checked(holds)
    tap(page, "Back to the game")


def roll(page, *faces):
    """Say what one's own dice show."""
    if page.locator("#mine").get_attribute("aria-pressed") == "false":
        tap(page, "My dice")
    tap(page, *(f"A die shows {number}" for number in faces))


def go(page):
    page.evaluate("hush(0)")
    page.locator("#go").tap()
    take(page)


def next_thing(page):
    return page.locator("#go").inner_text()


def tile(page, number):
    return page.locator("#tiles button").filter(has_text=re.compile(f"^{number}$"))


def touch(page, *numbers):
    """Tap tiles, whether that does anything or not."""
    for number in numbers:
        tile(page, number).tap(force=True)


def kinds(page):
    """Tell what each tile looks like, by its number."""
    tiles = page.locator("#tiles button")
    return {
        int(each.get_attribute("data-tile")): each.get_attribute("class") for each in tiles.all()
    }


def tiles_that_are(page, kind):
    return [number for number, found in kinds(page).items() if found == kind]


def status(page):
    return page.locator("#status").inner_text()


def all_odds(page):
    """Read all odds: what the position is worth, the moves, and what each of them is worth."""
    page.locator("#all-odds").tap()
    page.locator("#worth:has-text('worth')").wait_for()
    read = lambda what: page.locator(what).all_inner_texts()  # noqa: E731
    found = read("#worth")[0], read("#moves .what"), read("#moves .odds"), read("#moves .fraction")
    tap(page, "Close")
    return found


def set_up(page, open_tiles, beat=None):
    menu(page)
    page.locator("#menu-more summary").tap()
    tap(page, "Set up a position")
    if beat is not None:
        page.get_by_label("Whose turn").select_option("2")
        page.locator("#beat").select_option(str(beat))
    for number, kind in kinds(page).items():
        if (kind == "open") != (number in open_tiles):
            tile(page, number).tap()
    tap(page, "Play from here")


def end_both(page):
    """Let who is left play the best until the game is over."""
    while not next_thing(page).startswith("Again"):
        take(page)
        if page.evaluate("mayRoll()"):
            page.evaluate("pickFaces(Array(diceNow()).fill(rulesOfGame().sides))")
        elif page.evaluate("movesNow().length"):
            page.evaluate("oddsNow() && cover(bestMoves()[0].move)")
        else:
            go(page)


def scrolls(page):
    """Tell whether the page can be scrolled, or has been."""
    return page.evaluate(SCROLLS)


def evening(page, names, ways=None, rounds=1, starts="each in turn"):
    """Set up an evening, as hands do."""
    menu(page, "Players")
    rows = page.locator("#names li")
    while rows.count() < len(names):
        tap(page, "Add a player")
    for place, name in enumerate(names):
        rows.nth(place).locator("input").fill(name)
        rows.nth(place).locator("select").select_option((ways or {}).get(place, "hand"))
    page.locator("#starts").select_option(label=starts)
    page.locator("#rounds").select_option(str(rounds))
    tap(page, "Play")
    return page


def lose_turn(page):
    """Let a turn end as fast as it may, by a roll that nothing stands for sooner or later."""
    seat = page.evaluate("game.player")
    while page.evaluate("game.player") == seat and page.evaluate("game.phase") != "over":
        if page.evaluate("mayRoll()"):
            page.evaluate("pickFaces(Array(diceNow()).fill(rulesOfGame().sides))")
        elif page.evaluate("movesNow().length"):
            page.evaluate("cover(movesNow()[0])")
        else:
            go(page)


def finish(page):
    while page.evaluate("game.phase") != "over":
        lose_turn(page)

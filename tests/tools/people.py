"""An evening of people on the page: who plays is written in a sheet, and each says his dice."""

import re

from conftest import begun
from person import menu, roll, touch, wait
from playwright.sync_api import expect


def sheet(page, name="Players"):
    return page.get_by_role("dialog", name=re.compile(name))


def open_players(page):
    menu(page, "Players")
    return sheet(page)


def write_players(page, names, ways=None, rounds=1, starts="each in turn"):
    """Write who plays into the sheet, and how: a way by the number of a player."""
    players = open_players(page)
    for number, name in enumerate(names, 1):
        if number > 2:
            players.get_by_role("button", name="Add a player").tap()
        players.get_by_label(f"Name of player {number}").fill(name)
    for number, way in (ways or {}).items():
        players.get_by_label(f"How player {number} plays").select_option(way)
    players.get_by_label("Who starts the next game?").select_option(starts)
    players.get_by_label("A game has").select_option(str(rounds))
    return players


def seat(page, names, **more):
    """Have an evening begin."""
    write_players(page, names, **more).get_by_role("button", name="Play", exact=True).tap()
    expect(sheet(page)).to_have_count(0)


def names(page):
    """Find the names in the rail."""
    return page.locator(".seat .name:visible, #crowd .name")


def go(page):
    """Tap the large button, and be the next one who has the box in hand."""
    wait(page)
    page.locator("#go").tap()
    take(page)


def take(page):
    if (curtain := page.locator("#curtain")).is_visible():
        wait(page)
        curtain.get_by_role("button").tap()
        expect(curtain).to_be_hidden()


LEAVES = {
    6: [],
    4: [((1, 1), (2,))],
    3: [((1, 2), (3,))],
    0: [((1, 1), (2,)), ((1, 3), (1, 3))],
}
"""What is rolled and covered of the tiles 1 to 3, to leave a score."""


def leave(page, score):
    """Play a turn with the tiles 1 to 3 that leaves a score, and pass the box on."""
    for dice, tiles in LEAVES[score]:
        roll(page, *dice)
        touch(page, *tiles)
    if score:
        roll(page, 6, 6)
    if not re.match("Again|Next round", page.locator("#go").inner_text()):
        go(page)


def tell(page, name):
    """Tap a choice below the dice."""
    wait(page)
    page.locator("#chips").get_by_role("button", name=name).tap()


def closed(page, link="", door=False):
    """Close the page, and open it again; and go through its door, unless one stays there."""
    wait(page)  # what was done is kept
    context, address = page.context, page.url.partition("#")[0]
    page.close()
    again = context.new_page()
    again.goto(f"{address}{link and f'#{link}'}")
    return begun(again, door)

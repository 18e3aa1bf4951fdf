"""Today's box on the page: the dice of the day, the best's turn, a line to send, a streak."""

import json

import pytest
from days import Day, faces_on
from touch import DESK, NARROW, PHONE, TURNED, fits, leave, menu, page_of, solved, tap

from twoplayer import Variant

dear = pytest.mark.dear
TILES = "#day-tiles button"


def opened(page):
    """Open it, and tell the date of the device."""
    solved(page)
    menu(page, "Today's box")
    return page.evaluate("today()")


def large_button(page):
    return page.locator("#day-go").inner_text()


def cover(page, tiles):
    for tile in tiles:
        if page.locator(f"{TILES}[data-tile='{tile}']").get_attribute("class") == "open":
            page.locator(f"{TILES}[data-tile='{tile}']").tap()


def roll(page, dice=2):
    """Roll, with as many dice, and look at them."""
    for chip in page.locator("#day-chips .chip").filter(has_text=f"{dice} di").all():
        chip.tap()
    page.locator("#day-go").tap()
    page.evaluate("still = 0")


def played_by_the_best(page, day):
    for _, dice, _, move in day.best():
        roll(page, dice)
        cover(page, sorted(move or (), reverse=True))
    tap(page, "See how you did")


def test_the_best_plays_as_well_as_the_best_by_the_same_dice(open_page):
    page = open_page()
    day = Day(Variant(), opened(page))
    played_by_the_best(page, day)
    best = day.left(day.best())
    page.locator("#day-said:has-text('As good as the best')").wait_for()
    assert page.locator("#day-scores dd").all_inner_texts() == [str(best), str(best)]
    assert page.locator("#day-skill").inner_text() == "You made no mistake."
    squares = len(list(day.squares(day.best())))
    said, *shown = page.locator("#day-line").input_value().splitlines()
    assert said == f"Shut the Box, {day.date}, The classic game: {best}, the best {best}"
    assert shown == ["🟩" * squares] * bool(squares)


@dear
def test_what_was_played_goes_on_where_it_was_and_the_game_behind_it_waits(open_page):
    page = open_page()
    date = opened(page)
    roll(page)
    left = page.locator("#day-status").inner_text()
    tap(page, "Close")
    assert page.locator("#status").inner_text() == "Player 1: roll 2 dice."
    menu(page, "Today's box")
    assert page.locator("#day-status").inner_text() == left
    assert sum(page.evaluate("run.faces")) == sum(faces_on(date, Variant(), 1))


@dear
def test_a_move_is_taken_back_until_the_next_dice_are_seen(open_page):
    page = open_page()
    opened(page)
    roll(page)
    assert page.locator("#day-back").get_attribute("aria-disabled") == "true"
    cover(page, page.evaluate("run.game.open(run.moves.at(-1))"))
    tap(page, "Take it back")
    assert page.locator(f"{TILES}.covered").count() == 0
    cover(page, page.evaluate("run.game.open(run.moves.at(-1))"))
    roll(page)
    assert page.locator("#day-back").get_attribute("aria-disabled") == "true"


@dear
def test_what_is_sent_has_the_way_to_the_box_of_the_day(open_page, tmp_path):
    path = page_of(tmp_path, "classic full-house --address https://example.org/box.html")
    page = open_page(path=path, link="full-house&today")
    while not page.evaluate("run.isOver"):
        page.evaluate("throwDice()")
        page.evaluate("run.isOver || coverTiles(run.moves[0])")
    page.evaluate("still = 0")  # the dice have been seen
    tap(page, "See how you did")
    page.locator("#day-line:visible").wait_for()
    said, squares, address = page.locator("#day-line").input_value().splitlines()
    assert said.startswith(f"Shut the Box, {page.evaluate('today()')}, Full house: ")
    assert set(squares) <= set("🟩🟨🟥")
    assert address == "https://example.org/box.html#tiles=1-12&today"


@dear
def test_what_is_begun_before_midnight_is_played_to_its_end(open_page):
    page = open_page()
    date = opened(page)
    roll(page)
    page.evaluate("""() => {
      const Before = Date;
      const later = Date.now() + 24 * 3600 * 1000;
      Date = class extends Before {
        constructor(...given) {
          super(...(given.length ? given : [later]));
        }
      };
    }""")
    assert page.evaluate("today()") != date
    cover(page, page.evaluate("run.game.open(run.moves.at(-1))"))
    assert large_button(page) == "Roll 2 dice"
    page.evaluate("openDay()")
    assert page.evaluate("run.date") == page.evaluate("today()")
    assert page.locator(f"{TILES}.covered").count() == 0


@dear
def test_a_link_that_cannot_be_played_opens_nothing_over_what_it_says(open_page):
    page = open_page(link="tiles=0&today")
    assert page.get_by_role("alert").is_visible()
    assert not page.locator("#day").is_visible()


@dear
def test_yesterdays_is_looked_at(open_page):
    page = open_page()
    opened(page)
    tap(page, "Yesterday's box")
    day = Day(Variant(), page.evaluate("run.date"))
    assert day.date == page.evaluate("dayBefore(today())")
    page.locator("#day-rolls tr").first.wait_for()
    assert page.locator("#day-scores dd").all_inner_texts() == [str(day.left(day.best()))]
    shown = [line.split("\t") for line in page.locator("#day-rolls tr").all_inner_texts()]
    assert [roll for roll, *_ in shown] == [
        " + ".join(map(str, faces)) for _, _, faces, _ in day.best()
    ]
    tap(page, "Today's box")
    assert page.locator("#day-box").is_visible()


@dear
@pytest.mark.parametrize(
    ("kept", "days"), [("yesterday", 5), ("before", 1), ("rubbish", 1), ("nothing", 1)]
)
def test_a_streak_is_kept_on_the_device(open_page, kept, days):
    page = open_page()
    date = opened(page)
    yesterday, before = page.evaluate("[dayBefore(today()), dayBefore(dayBefore(today()))]")
    shelves = {
        "yesterday": json.dumps({"days": {}, "last": yesterday, "row": 4}),
        "before": json.dumps({"days": {}, "last": before, "row": 4}),
        "rubbish": json.dumps({"days": 7, "last": yesterday, "row": "x"}),
        "nothing": "{",
    }
    page.evaluate("text => localStorage.setItem('twoplayer today', text)", shelves[kept])
    played_by_the_best(page, Day(Variant(), date))
    assert page.evaluate("daysInRow(today())") == days
    said = page.locator("#day-of").inner_text()
    assert (f"{days} days in a row" in said) == (days > 1)
    assert set(page.evaluate("JSON.parse(localStorage.getItem('twoplayer today')).days")) == {
        yesterday,
        date,
    }


@dear
@pytest.mark.parametrize(
    "steps", [[[1]], [[2, 1]], [["2"]], 7, "x", {"a": 1}, [[2], [2], [2]], None]
)
def test_what_was_kept_and_never_played_is_forgotten(open_page, steps):
    page = open_page()
    date = opened(page)
    kept = {"days": {date: {"tiles=1-9": steps}}, "last": "", "row": 0}
    page.evaluate("text => localStorage.setItem('twoplayer today', text)", json.dumps(kept))
    tap(page, "Close")
    menu(page, "Today's box")
    assert large_button(page) == "Roll 2 dice"


@dear
def test_a_link_opens_it_by_its_rules(open_page):
    page = open_page(link="tiles=1-5&today")
    assert page.locator("#day").is_visible()
    assert page.locator(TILES).count() == 5
    leave(page)
    assert page.evaluate("location.hash") == "#tiles=1-5"


@dear
@pytest.mark.parametrize(
    "link", ["tiles=1-12&one_die=always", "tiles=1-9", "dice=1d20", "tiles=1-5&dice=6d100"]
)
@pytest.mark.parametrize("size", [PHONE, DESK, NARROW, TURNED])
def test_it_fits_every_screen(open_page, size, link):
    page = open_page(size, link=link + "&today")
    inside = """() => ["#day-dock button", "#day-tiles button", "#day-faces svg"]
        .flatMap((what) => [...document.querySelectorAll(what)])
        .map((each) => each.getBoundingClientRect())
        .filter(({ width }) => width)
        .every(({ left, top, right, bottom }) =>
            left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)"""
    assert fits(page)
    assert page.evaluate(inside)
    while not page.evaluate("run.isOver"):
        page.evaluate("throwDice()")
        assert page.evaluate(inside)
        page.evaluate("run.isOver || coverTiles(run.moves.at(-1))")
    page.evaluate("showEnd()")
    assert fits(page)
    assert page.evaluate(inside)


@pytest.mark.dear
def test_a_link_to_todays_box_leads_by_no_door(open_page):
    page = open_page(link="tiles=1-9&today", door=True)
    page.locator("#day[open]").wait_for()
    assert page.locator("#door[open]").count() == 0


def test_what_cannot_be_taken_back_looks_so(open_page):
    page = open_page(link="tiles=1-9&today", door=True)
    page.locator("#day[open]").wait_for()
    style = "getComputedStyle(element('day-back')).borderStyle"
    assert page.evaluate("element('day-back').ariaDisabled") == "true"
    assert page.evaluate(style) == "dashed"

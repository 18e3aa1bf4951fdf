"""Today's box, as somebody plays it: dice of the day, the best's turn, a line to send, a streak.

Its dice, the best's turn and the squares are compared with their definition in Node.
"""

import json
import re

import pytest
from conftest import begun
from days import Day, faces_on
from person import (
    NARROW,
    PHONE,
    TURNED,
    fits,
    inside,
    menu,
    says,
    wait,
)
from playwright.sync_api import expect
from touch import page_of

from twoplayer import Variant

DATE, NEXT = "2026-11-23", "2026-11-24"
A_DAY = 24 * 3600


def box_of(page):
    return page.get_by_role("dialog", name=re.compile("^(Today|Yesterday)'s box$"))


def opened(visit, link="", **more):
    """Open today's box of that date."""
    page = visit(link, when=f"{DATE}T12:00:00", **more)
    menu(page, "Today's box")
    return page


def button(page, name):
    return box_of(page).get_by_role("button", name=name, exact=isinstance(name, str))


def tap(page, name):
    wait(page)
    button(page, name).tap()


def tiles(page):
    return box_of(page).get_by_role("group", name="Tiles").get_by_role("button")


def covered(page):
    return tiles(page).and_(page.get_by_role("button", name=re.compile("covered")))


def cover(page, move):
    for number in move:
        if (tile := button(page, f"Tile {number}, open")).count():
            tile.tap()


def play_as_the_best(page, day):
    for _, dice, _, move in day.best():
        tap(page, re.compile(f"Roll {dice}"))
        cover(page, sorted(move or (), reverse=True))
    tap(page, "See how you did")


def play_any(page):
    """Play to the end by the first tiles that may be tapped."""
    while "See how you did" not in (words := page.locator("#day-go").inner_text()):
        wait(page)
        if words.startswith("Roll"):
            page.locator("#day-go").tap()
        else:
            tiles(page).and_(page.locator(".open:not(.dim)")).first.tap()
        yield words


def test_the_best_plays_as_well_as_the_best_by_the_same_dice_day_after_day(visit):
    page, day = opened(visit), Day(Variant(), DATE)
    play_as_the_best(page, day)
    best = day.left(day.best())
    expect(box_of(page)).to_contain_text("As good as the best")
    expect(box_of(page).locator("dd")).to_have_text([str(best), str(best)])
    expect(box_of(page)).to_contain_text("You made no mistake.")
    squares = len(list(day.squares(day.best())))
    line = page.get_by_label("What you send")
    said = f"Shut the Box, {DATE}, The classic game: {best}, the best {best}"
    expect(line).to_have_value("\n".join([said, *["🟩" * squares] * bool(squares)]))
    tap(page, "Close")
    wait(page, A_DAY)
    menu(page, "Today's box")
    expect(covered(page)).to_have_count(0)
    play_as_the_best(page, Day(Variant(), NEXT))
    expect(box_of(page)).to_contain_text("2 days in a row")
    tap(page, "Close")
    wait(page, 2 * A_DAY)
    menu(page, "Today's box")
    expect(box_of(page)).not_to_contain_text("in a row")


def test_what_was_played_goes_on_where_it_was_and_the_game_behind_it_waits(visit):
    page = opened(visit)
    tap(page, "Roll 2 dice")
    faces = faces_on(DATE, Variant(), 1)
    expect(box_of(page).locator("#day-faces circle")).to_have_count(sum(faces))
    expect(button(page, "Take it back")).to_have_attribute("aria-disabled", "true")
    expect(button(page, "Take it back")).to_have_css("border-style", "dashed")
    [move] = [move for *_, move in Day(Variant(), DATE).best()][:1]
    cover(page, move)
    expect(covered(page)).to_have_count(len(move))
    tap(page, "Take it back")
    expect(covered(page)).to_have_count(0)
    left = page.locator("#day-status").inner_text()
    tap(page, "Close")
    says(page, "Player 1: roll 2 dice.")
    page.reload()
    begun(page)
    menu(page, "Today's box")
    expect(page.locator("#day-status")).to_have_text(left)
    cover(page, move)
    tap(page, "Roll 2 dice")
    expect(button(page, "Take it back")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")
    says(page, "Player 1: roll 2 dice.")


def test_what_is_begun_before_midnight_is_played_to_its_end(visit):
    page = opened(visit)
    tap(page, "Roll 2 dice")
    wait(page, A_DAY)
    cover(page, next(move for *_, move in Day(Variant(), DATE).best()))
    expect(covered(page)).not_to_have_count(0)
    expect(box_of(page)).to_contain_text("November 23, 2026")
    expect(page.locator("#day-go")).to_have_text("Roll 2 dice")
    tap(page, "Close")
    menu(page, "Today's box")
    expect(box_of(page)).to_contain_text("November 24, 2026")
    expect(covered(page)).to_have_count(0)


def test_yesterdays_is_looked_at(visit):
    page, day = opened(visit), Day(Variant(), "2026-11-22")
    tap(page, "Yesterday's box")
    expect(box_of(page)).to_contain_text("November 22, 2026")
    expect(box_of(page).locator("dd")).to_have_text([str(day.left(day.best()))])
    rolls = box_of(page).get_by_role("row").filter(has=page.get_by_role("cell"))
    shown = [" + ".join(map(str, faces)) for _, _, faces, _ in day.best()]
    expect(rolls).to_have_count(len(shown))
    for row, faces in zip(rolls.all(), shown, strict=True):
        expect(row.get_by_role("cell").first).to_have_text(faces)
    tap(page, "Today's box")
    expect(tiles(page)).to_have_count(9)


def test_what_is_sent_has_the_way_to_the_box_of_the_day(visit, tmp_path):
    path = page_of(tmp_path, "classic full-house --address https://example.org/box.html")
    page = visit("full-house&today", path=path, door=True, when=f"{DATE}T12:00:00")
    for _ in play_any(page):
        pass
    tap(page, "See how you did")
    line = page.get_by_label("What you send")
    expect(line).to_have_value(
        re.compile(
            rf"^Shut the Box, {DATE}, Full house: .*\n[🟩🟨🟥]+\n"
            r"https://example\.org/box\.html#tiles=1-12&today$"
        )
    )


NEVER_PLAYED = [[[1]], [[2, 1]], [["2"]], 7, "x", {"a": 1}, [[2], [2], [2]], None]


def test_what_was_kept_and_is_none_is_forgotten(visit):
    page = opened(visit)
    steps = [{"days": {DATE: {"tiles=1-9": each}}, "last": "", "row": 0} for each in NEVER_PLAYED]
    odd = {"days": 7, "last": "2026-11-22", "row": "x"}
    for kept in (*map(json.dumps, (*steps, odd)), "{"):
        page.evaluate("(text) => localStorage.setItem('twoplayer today', text)", kept)
        tap(page, "Close")
        menu(page, "Today's box")
        expect(page.locator("#day-go")).to_have_text("Roll 2 dice")
        expect(box_of(page)).not_to_contain_text("in a row")


def test_a_link_opens_it_by_its_rules_and_by_no_door(visit):
    page = visit("tiles=1-5&today", door=True)
    expect(tiles(page)).to_have_text(["1", "2", "3", "4", "5"])
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("#tiles=1-5$"))
    page = visit("tiles=0&today", door=True)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "link"),
    [
        (PHONE, "tiles=1-12&one_die=always"),
        (NARROW, "tiles=1-5&dice=6d100"),
        (TURNED, "tiles=1-9&lang=de"),
    ],
)
def test_it_fits_every_screen(visit, size, link):
    page = visit(f"{link}&today", size=size, door=True)
    parts = [page.locator(what) for what in ("#day-dock button:visible", "#day-tiles button")]
    go = page.locator("#day-go")

    def seen():
        inside(page, *parts, page.locator("#day-faces svg"))
        assert fits(page)

    for _ in range(60):
        seen()
        if not (
            open_tiles := page.locator("#day-tiles .open:not(.dim)[aria-disabled=false]")
        ).count():
            wait(page)
            go.tap()
        else:
            open_tiles.first.tap()
        if page.locator("#day-end").is_visible():
            break
    expect(page.locator("#day-scores")).to_be_visible()
    inside(page, page.locator("#day-dock button:visible"))
    assert fits(page)

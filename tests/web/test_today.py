"""Today's box, as somebody plays it: on the board, with dice of the day, and what comes of it.

Its dice, the best's turn, the squares and what is kept of it are compared with their definition in
Node.
"""

import json
import re

import pytest
from conftest import begun, until
from days import Day, faces_on
from people import closed
from person import (
    NARROW,
    PHONE,
    TALL,
    TURNED,
    button,
    covered,
    fits,
    inside,
    menu,
    says,
    status,
    tap,
    tile,
    tiles,
    touch,
    wait,
)
from playwright.sync_api import expect
from touch import page_of

from twoplayer import Variant

DATE, NEXT, BEFORE = "2026-11-23", "2026-11-24", "2026-11-22"
A_DAY = 24 * 3600
BLANK = "about:blank"
LOOK_BACK = "This is a look back: the box has gone on."


def opened(visit, link="", **more):
    """Open today's box of that date."""
    page = visit(link, when=f"{DATE}T12:00:00", **more)
    menu(page, "Today's box")
    return page


def title(page):
    return page.get_by_role("heading", level=1)


def go(page):
    """Find the large button."""
    return page.locator("#go")


def door(page):
    return page.get_by_role("dialog", name="Shut the Box", exact=True)


def to_today(page):
    return door(page).get_by_role("button", name=re.compile("^Today's box"))


def story(page):
    return page.get_by_role("dialog", name="The story of the game")


def faces(page):
    """Find the pips of the dice that lie there."""
    return page.locator("#faces circle")


def is_at(page, link):
    expect(page).to_have_url(re.compile(f"#{re.escape(link)}$"))


def best_moves(date=DATE, variant=None):
    return [sorted(move or ()) for *_, move in Day(variant or Variant(), date).best()]


def play_as_the_best(page, day):
    for _, dice, _, move in day.best():
        tap(page, re.compile(f"Roll {dice}"))
        for number in sorted(move or (), reverse=True):
            if tile(page, number).get_attribute("aria-disabled") == "false":
                touch(page, number)
    if go(page).inner_text() == "See how you did":
        tap(page, "See how you did")


def play_any(page):
    """Play to the end by the first tiles that may be tapped."""
    while go(page).inner_text() != "Send":
        wait(page)
        playable = page.locator("#tiles .open:not(.dim)[aria-disabled=false]")
        (playable.first if playable.count() else go(page)).tap()


def test_the_best_plays_as_well_as_the_best_with_the_same_dice_day_after_day(visit):
    page, day = opened(visit), Day(Variant(), DATE)
    expect(title(page)).to_have_text("Today's box")
    expect(page.locator("#rules-name")).to_have_text("November 23, 2026 The classic game")
    says(page, "The same dice for everybody today.")
    play_as_the_best(page, day)
    best = day.left(day.best())
    says(page, "As good as the best, with the same dice.")
    expect(page.locator("#day-scores dd")).to_have_text([str(best), str(best)])
    expect(page.locator("#day-end")).to_contain_text("You made no mistake.")
    expect(page.locator("#day-squares i")).to_have_count(len(list(day.squares(day.best()))))
    wait(page, A_DAY)
    tap(page, "Today's box")
    expect(covered(page)).to_have_count(0)
    play_as_the_best(page, Day(Variant(), NEXT))
    expect(page.locator("#rail")).to_contain_text("2 days in a row")
    expect(page.locator("#day-end")).to_contain_text("2 days in a row")
    wait(page, 2 * A_DAY)
    tap(page, "Today's box")
    expect(page.locator("#rail")).not_to_contain_text("in a row")


def test_it_is_the_board_with_one_seat_and_given_dice(visit):
    page = opened(visit, size=TALL)
    expect(page.locator(".seat:visible")).to_have_count(1)
    expect(page.locator("#seat-1")).to_contain_text("You")
    for id in ("hint", "mine", "all-odds", "bar"):
        expect(page.locator(f"#{id}")).to_be_hidden()  # everybody has the same dice, and no odds
    where = tiles(page).first.bounding_box()
    page.keyboard.type("65")  # says nothing of dice
    page.keyboard.press("d")
    expect(page.locator("#keys")).to_be_hidden()
    go(page).tap()
    expect(faces(page)).to_have_count(sum(faces_on(DATE, Variant(), 1)))
    says(page, "You rolled 7.")
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Backspace")
    says(page, "You rolled 7.")
    wait(page)
    page.keyboard.press("7")
    expect(covered(page)).to_have_text(["7"])
    menu(page, "New game")
    expect(title(page)).to_have_text("Shut the Box")
    expect(page.locator("#hint")).to_be_visible()
    assert tiles(page).first.bounding_box() == where


# Back, Forward, Reload, and other windows


def test_back_and_forward_are_steps_of_the_game(visit):
    page = visit(door=True, when=f"{DATE}T12:00:00", size=TALL)
    address = page.url
    page.goto(BLANK)
    page.goto(address)
    begun(page, door=True)
    to_today(page).tap()
    is_at(page, "tiles=1-9&today")
    tap(page, "Roll 2 dice")  # the second tap
    touch(page, 7)
    expect(covered(page)).to_have_text(["7"])
    tap(page, "Roll 2 dice")
    for gone in (["7"], [], []):
        wait(page)
        page.go_back()
        expect(covered(page)).to_have_text(gone)
        says(page, LOOK_BACK)
        expect(title(page)).to_have_text("Today's box")
        is_at(page, "tiles=1-9&today")
    wait(page)
    page.go_back()
    expect(door(page)).to_be_visible()
    expect(to_today(page)).to_contain_text("still open")
    for gone in ([], [], ["7"]):
        wait(page)
        page.go_forward()
        expect(door(page)).to_have_count(0)
        expect(title(page)).to_have_text("Today's box")
        expect(covered(page)).to_have_text(gone)


def test_what_was_seen_stays_seen_however_far_one_goes_back(visit):
    page = opened(visit)
    tap(page, "Roll 2 dice")
    touch(page, 7)
    tap(page, "Roll 2 dice")
    says(page, "You rolled 7.")
    for _ in range(2):
        wait(page)
        page.go_back()
    expect(covered(page)).to_have_count(0)
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")
    wait(page)
    page.reload()
    begun(page)
    says(page, LOOK_BACK)
    expect(page.locator("#tiles [aria-disabled=false]")).to_have_count(0)
    page.keyboard.type("16")
    expect(covered(page)).to_have_count(0)
    expect(page.locator("#snack")).not_to_contain_text("window")
    tap(page, "Go on")
    expect(covered(page)).to_have_text(["7"])
    says(page, "You rolled 7.")


def test_it_goes_on_when_the_page_is_loaded_again_and_the_table_waits_behind_it(visit):
    page = visit(when=f"{DATE}T12:00:00")
    tap(page, "Roll 2 dice")
    table = status(page).inner_text()
    menu(page, "Today's box")
    tap(page, "Roll 2 dice")
    touch(page, 7)
    wait(page)
    page.reload()
    begun(page)
    expect(title(page)).to_have_text("Today's box")
    expect(covered(page)).to_have_text(["7"])
    tap(page, "Undo")
    expect(covered(page)).to_have_count(0)
    says(page, "You rolled 7.")
    page.locator(".who:visible").tap()
    door(page).get_by_role("button", name=re.compile("^Go on")).tap()
    expect(status(page)).to_have_text(table)
    is_at(page, "tiles=1-9")
    page = closed(page, "tiles=1-9&today")
    expect(title(page)).to_have_text("Today's box")
    expect(covered(page)).to_have_text(["7"])  # what was covered last, of all that was seen
    page.locator(".who:visible").tap()
    door(page).get_by_role("button", name=re.compile("^Go on")).tap()
    expect(status(page)).to_have_text(table)


def test_a_door_that_was_open_is_open_when_the_page_is_loaded_again(visit):
    page = visit(door=True)
    wait(page)
    page.reload()
    expect(door(page)).to_be_visible()
    expect(go(page)).to_have_text("Roll 2 dice")
    door(page).get_by_role("button", name="Go in").tap()
    wait(page)
    page.reload()
    begun(page, door=True)
    expect(door(page)).to_have_count(0)


def test_back_closes_what_was_opened_from_the_door(visit):
    page = visit(door=True)
    address = page.url
    page.goto(BLANK)
    page.goto(address)
    begun(page, door=True)
    door(page).get_by_role("button", name=re.compile("^Friends")).tap()
    wait(page)
    page.go_back()
    expect(page.locator("#friends")).to_be_hidden()
    expect(door(page)).to_be_visible()
    door(page).get_by_role("button", name="Players and settings").tap()
    wait(page)
    page.go_back()
    expect(page.get_by_role("dialog", name="Players")).to_have_count(0)
    expect(page.get_by_role("main")).to_be_visible()


def kept(page):
    """Read what is kept of today's box."""
    text = page.evaluate("localStorage.getItem('twoplayer today')")
    return json.loads(text)["days"][DATE]["tiles=1-9"]


def test_what_another_window_has_played_is_never_lost(visit):
    page = opened(visit)
    address = page.url.partition("#")[0]
    other = page.context.new_page()
    other.goto(f"{address}#tiles=1-9&today")
    begun(other)
    play_as_the_best(other, Day(Variant(), DATE))
    expect(other.locator("#day-end")).to_be_visible()
    whole = kept(other)
    assert len(whole) == len(best_moves())
    page.bring_to_front()
    says(page, LOOK_BACK)
    tap(page, "Go on")
    expect(page.locator("#day-end")).to_be_visible()
    assert kept(page) == whole
    third = page.context.new_page()
    third.goto(f"{address}#tiles=1-9&today")
    begun(third)
    expect(third.locator("#day-end")).to_be_visible()


# A day, and the next


def test_what_is_begun_before_midnight_is_played_to_its_end(visit):
    page = opened(visit)
    tap(page, "Roll 2 dice")
    wait(page, A_DAY)
    touch(page, 7)
    expect(covered(page)).to_have_text(["7"])
    expect(page.locator("#rail")).to_contain_text("November 23, 2026")
    expect(title(page)).to_have_text("Yesterday's box")
    expect(go(page)).to_have_text("Roll 2 dice")
    menu(page, "Today's box")
    expect(page.locator("#rail")).to_contain_text("November 24, 2026")
    expect(covered(page)).to_have_count(0)


def test_yesterdays_is_looked_at_roll_by_roll(visit):
    page, day = opened(visit), Day(Variant(), BEFORE)
    tap(page, "Yesterday's box")
    expect(page.locator("#rail")).to_contain_text("November 22, 2026")
    says(page, "You have not played this one.")
    expect(page.locator("#day-scores dd")).to_have_text([str(day.left(day.best()))])
    tap(page, "Roll by roll")
    rolls = story(page).get_by_role("row").filter(has=page.get_by_role("cell"))
    shown = [" + ".join(map(str, faces)) for _, _, faces, _ in day.best()]
    expect(rolls).to_have_count(len(shown))
    for row, thrown in zip(rolls.all(), shown, strict=True):
        expect(row.get_by_role("cell").first).to_have_text(thrown)
    tap(page, "Close", "Today's box")
    expect(go(page)).to_have_text("Roll 2 dice")
    expect(title(page)).to_have_text("Today's box")
    tap(page, "Roll 2 dice")
    for said in (LOOK_BACK, "You have not played", LOOK_BACK):
        wait(page)
        page.go_back()
        says(page, said)


def test_the_door_leads_there_first_and_says_how_it_stands(visit):
    page = visit(door=True, when=f"{DATE}T16:48:00")
    expect(door(page).get_by_role("button").first).to_have_text(
        "Today's box the same dice for everybody"
    )
    to_today(page).tap()
    tap(page, "Roll 2 dice")
    touch(page, 7)
    page.locator(".who:visible").tap()
    expect(to_today(page)).to_contain_text("38 still open.")
    to_today(page).tap()
    expect(covered(page)).to_have_text(["7"])
    play_any(page)
    expect(page.locator("#day-next")).to_contain_text(re.compile(r"next box in 7.h \d+.min"))
    tap(page, "New game")
    expect(to_today(page)).to_contain_text(re.compile(r"\d+ left · next box in 7.h"))
    wait(page, 3600)
    expect(to_today(page)).to_contain_text(re.compile(r"next box in 6.h"))
    door(page).get_by_role("button", name="Rosa").tap()
    expect(page.locator(".seat:visible")).to_have_count(2)


# What is sent


def test_one_tap_sends_how_it_went_and_where_it_can_be_played(visit, tmp_path):
    path = page_of(tmp_path, "classic full-house --address https://example.org/box.html")
    page = visit("full-house&today", path=path, door=True, when=f"{DATE}T12:00:00")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    play_any(page)
    expect(go(page)).to_have_attribute("aria-disabled", "false")
    tap(page, "Send")
    sheet = page.get_by_role("dialog", name="Send")
    line = rf"^Shut the Box, {DATE}, Full house: .*\n[🟩🟨🟥]+"
    link = r"https://example\.org/box\.html#tiles=1-12&today"
    assert re.search(line, sheet.locator("#send-text").inner_text())
    expect(sheet.get_by_label("The link")).to_have_value(re.compile(f"^{link}$"))
    expect(sheet).to_contain_text("Whoever opens the link today gets the same dice.")
    expect(sheet.get_by_text("Copied.")).to_be_visible()
    assert re.search(rf"{line}\n{link}$", page.evaluate("navigator.clipboard.readText()"))


def test_a_link_opens_it_by_its_rules_and_stays_in_the_address(visit):
    page = visit("tiles=1-5&today", door=True)
    expect(tiles(page)).to_have_text(["1", "2", "3", "4", "5"])
    expect(title(page)).to_have_text("Today's box")
    is_at(page, "tiles=1-5&today")
    page = visit("today&lang=de", door=True)
    expect(title(page)).to_have_text("Kasten des Tages")
    is_at(page, "tiles=1-9&today&lang=de")
    page = visit("tiles=0&today", door=True)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(title(page)).to_have_text("Shut the Box")


@pytest.mark.parametrize(
    ("size", "link"),
    [
        (PHONE, "tiles=1-12&one_die=always"),
        (NARROW, "tiles=1-5&dice=6d100"),
        (TURNED, "tiles=1-9&lang=de"),
        (TALL, "tiles=1-9&lang=fr"),
    ],
)
def test_it_fits_every_screen(visit, size, link):
    page = visit(f"{link}&today", size=size, door=True)
    parts = [page.locator(what) for what in ("#dock button:visible", "#tiles button")]

    for _ in range(60):
        inside(page, *parts, page.locator("#faces svg"))
        assert fits(page)
        if page.locator("#day-end").is_visible():
            break
        wait(page)
        playable = page.locator("#tiles .open:not(.dim)[aria-disabled=false]")
        (playable.first if playable.count() else go(page)).tap()
    expect(page.locator("#day-scores dd")).to_have_count(2)
    until(page, "!document.querySelector('#day-scores').textContent.includes('…')")
    inside(page, *parts, page.locator("#day-scores, #day-squares, #day-next"))
    assert fits(page)

"""Back and Forward, and what is there again when the page was closed.

Which evening is read from what a browser has kept is tested in Node.
"""

import re

import pytest
from conftest import begun
from people import closed, leave, names, seat, sheet, take, tell
from person import (
    button,
    covered,
    menu,
    roll,
    says,
    setting,
    status,
    tap,
    tiles,
    touch,
    wait,
)
from playwright.sync_api import expect

BEFORE = "about:blank"


@pytest.fixture
def come_from(visit):
    """Open the page from another one, to which Back may lead."""

    def opened(link=""):
        page = visit(link, door=True)
        address = page.url
        page.goto(BEFORE)
        page.goto(address)
        return begun(page)

    return opened


def back(page):
    wait(page)  # what was done is kept
    page.go_back()


def has_left(page):
    expect(page).to_have_url(BEFORE)


def is_at(page, link):
    expect(page).to_have_url(re.compile(f"#{re.escape(link)}$"))


def question(page):
    return page.locator("#snack").get_by_role("button")


# Back


def test_back_leaves_a_page_on_which_nothing_was_done_or_all_undone_by_hand(come_from):
    page = come_from()
    back(page)
    has_left(page)
    page.go_forward()
    begun(page)
    menu(page)
    tap(page, "Back to the game", "Roll 2 dice", "Undo")
    says(page, "roll 2 dice.")
    back(page)
    has_left(page)


def test_back_closes_the_dialogs_then_undoes_the_rules_then_the_move(come_from):
    page = come_from("clack_payout=2")
    tap(page, "Roll 2 dice")
    rolled = status(page).inner_text()
    menu(page, "Compare rules")
    wait(page)
    sheet(page, "Compare rules").get_by_role("row").nth(1).get_by_role("button").tap()
    is_at(page, "immediate_clack=true")
    menu(page, "How to play")
    back(page)
    expect(sheet(page, "How to play")).to_have_count(0)
    expect(sheet(page, "Rules")).to_be_visible()
    back(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    is_at(page, "immediate_clack=true")
    back(page)
    is_at(page, "clack_payout=2")
    expect(status(page)).to_have_text(rolled)
    back(page)
    says(page, "roll 2 dice.")
    back(page)
    has_left(page)


def test_back_takes_back_rules_from_a_card_as_undo_does(come_from):
    page = come_from()
    tap(page, "Roll 2 dice")
    rolled = status(page).inner_text()
    for by_hand in (True, False):
        menu(page)
        cards = page.get_by_role("group", name="Rules that people play")
        cards.get_by_role("button", pressed=False).first.tap()
        tap(page, "Play by these rules")
        expect(question(page)).to_have_count(1)
        is_at(page, "tiles=1-12")
        if by_hand:
            wait(page)
            question(page).tap()
        else:
            back(page)
        expect(status(page)).to_have_text(rolled)
        expect(question(page)).to_have_count(0)
    back(page)
    says(page, "roll 2 dice.")
    back(page)
    has_left(page)


LONG = [((4, 5), 9), ((4, 4), 8), ((3, 4), 7), ((3, 3), 6), ((1, 4), 5), ((1, 3), 4)]


def test_back_leaves_in_the_end_however_long_the_game(come_from):
    page = come_from()
    for dice, number in LONG:
        roll(page, *dice)
        touch(page, number)
    for _ in range(8):
        back(page)
        expect(page.get_by_role("main")).to_be_visible()
    expect(covered(page)).not_to_have_count(0)
    expect(covered(page)).not_to_have_count(len(LONG))
    left = covered(page).all_inner_texts()
    back(page)
    has_left(page)
    page.go_forward()
    begun(page)
    expect(covered(page)).to_have_text(left)  # it is still there


def test_forward_does_again_what_back_has_undone_until_something_else_is_done(come_from):
    page = come_from()
    roll(page, 3, 5)
    touch(page, 8)
    expect(covered(page)).to_have_text(["8"])
    back(page)
    expect(covered(page)).to_have_count(0)
    page.go_forward()
    expect(covered(page)).to_have_text(["8"])
    wait(page)
    page.reload()
    begun(page)
    expect(covered(page)).to_have_text(["8"])
    back(page)
    expect(covered(page)).to_have_count(0)
    says(page, "rolled 8")
    touch(page, 5, 3)
    expect(covered(page)).to_have_text(["3", "5"])
    wait(page)
    page.go_forward()  # where nothing is any more
    wait(page)
    expect(covered(page)).to_have_text(["3", "5"])
    back(page)
    expect(covered(page)).to_have_count(0)


# The page closed


def test_a_game_goes_on_when_the_page_was_closed_if_one_says_so(visit):
    page = visit()
    expect(question(page)).to_have_count(0)
    setting(page, "Ask first")
    roll(page, 3, 5)
    touch(page, 8)
    tap(page, "Cover 8")
    roll(page, 6, 6)
    before = status(page).inner_text()
    page = closed(page)
    expect(covered(page)).to_have_count(0)
    expect(page.locator("#snack").get_by_role("status")).to_contain_text("You were playing here.")
    question(page).focus()
    wait(page, 60)
    expect(question(page)).to_be_focused()  # who is on it has time
    page.locator("#go").focus()
    wait(page, 60)
    expect(question(page)).to_have_count(0)  # else it goes by itself
    page = closed(page)
    question(page).tap()
    expect(status(page)).to_have_text(before)
    expect(covered(page)).to_have_text(["8"])
    expect(question(page)).to_have_count(0)
    touch(page, 9, 3)
    says(page, "3 + 9 chosen")  # settings too are there again
    tap(page, *["Undo"] * 4)
    expect(covered(page)).to_have_count(0)


def test_what_was_played_stays_until_something_else_is_and_what_is_over_does_not(visit):
    page = visit()
    roll(page, 3, 5)
    for _ in range(2):
        page = closed(page, "tiles=4")
        expect(question(page)).to_have_count(1)
    roll(page, 1, 1)
    wait(page)
    menu(page, "Go on where I was")
    says(page, "rolled 8")
    is_at(page, "tiles=1-9")
    page = closed(page, "tiles=1-5")
    roll(page, 2, 3)
    page = closed(page)
    question(page).tap()
    expect(tiles(page)).to_have_count(5)  # rules of one's own
    page = closed(page, "tiles=1-3&open=3&to_beat=2")
    roll(page, 6, 6)
    tap(page, re.compile("see who has won"))
    tap(page, re.compile("^Again"))
    page = closed(page, "tiles=1-3")
    expect(question(page)).to_have_count(0)


def test_an_evening_goes_on_with_its_tally(visit):
    page = visit("tiles=1-3")
    people = ["Ann", "Ben", "Cleo"]
    seat(page, people)
    for score in (6, 3, 4):
        leave(page, score)
    tap(page, "Again – Ben starts")
    take(page)
    leave(page, 4)
    before = [status(page).inner_text(), *page.locator("#crowd").all_inner_texts()]
    page = closed(page)
    expect(names(page)).to_have_text(people)
    expect(page.get_by_role("heading", level=1)).to_have_text("Game 1")
    question(page).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Game 2")
    take(page)
    expect(status(page)).to_have_text(before[0])
    expect(page.locator("#crowd")).to_contain_text(["Ann"])
    assert page.locator("#crowd").all_inner_texts() == before[1:]
    for score in (3, 0):
        leave(page, score)
    tell(page, "The evening")
    rows = sheet(page).get_by_role("row").all_inner_texts()
    assert [row.split("\t")[3:] for row in rows] == [
        ["1", "2"],
        ["6", "0 ★"],
        ["3 ★", "4"],
        ["4", "3"],
    ]


def test_a_language_that_was_chosen_is_spoken_again(visit):
    page = visit()
    menu(page)
    page.get_by_label("Language").select_option("Deutsch")
    button(page, "Zurück zum Spiel").tap()
    for link, tag in [("", "de"), ("tiles=4&lang=fr", "fr"), ("", "de")]:
        page = closed(page, link)
        expect(page.locator("html")).to_have_attribute("lang", tag)
        wait(page)
        expect(page).to_have_url(re.compile(r"#tiles=1-4&lang=fr$" if link else r"\.html$"))


JUNK = [
    "null",
    "1",
    "[",
    '"x"',
    '{"last": 1, "settings": 7}',
    '{"settings": {"language": "__proto__"}}',
    '{"last": {"link": "tiles=1-9&game=9.9"}}',
]
NOTHING = """Object.defineProperty(globalThis, "localStorage", {
  get() { throw new DOMException("no", "SecurityError"); },
});"""
"""A browser that lets a page keep nothing."""


def test_whatever_the_browser_has_kept_or_may_not_keep_one_can_play(visit, tmp_path):
    page = visit()
    tap(page, "Roll 2 dice")
    wait(page)
    address, other = page.url, tmp_path / "other.html"
    other.write_text("<!DOCTYPE html><title>other</title>", "utf-8")
    for kept in JUNK:
        page.goto(other.as_uri())
        shelf = "(text) => Object.keys(localStorage).map((key) => localStorage.setItem(key, text))"
        assert page.evaluate(shelf, kept) != []
        page.goto(address)
        begun(page)
        if question(page).count():
            question(page).tap()
            page.get_by_text("What was wrong?").tap()
            expect(page.locator("#fault")).to_contain_text("cannot be rolled")
        wait(page)
        page.locator("#go").tap()
        says(page, "rolled")
    page.context.add_init_script(NOTHING)
    page = closed(page)
    tap(page, "Roll 2 dice")
    says(page, "rolled")

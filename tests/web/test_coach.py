"""The coach, who speaks only where he is wanted, and only of what gives much away."""

import re

import pytest
from days import faces_on
from person import covered, menu, roll, says, setting, tap, touch, wait
from playwright.sync_api import expect

from twoplayer import Variant, one_player


def test_a_move_that_gives_much_away_is_told_and_taken_back(visit):
    page = visit()
    roll(page, 4, 5)
    touch(page, 4, 5)
    expect(page.get_by_role("dialog")).to_have_count(0)  # nobody has asked for him
    tap(page, "Undo")
    setting(page, "Coach")
    touch(page, 4, 5)
    coach = page.get_by_role("dialog", name=re.compile("After 4 "))
    expect(coach).to_contain_text(
        re.compile(r"After 4 \+ 5 you win \d+ in 100; after 9 it would be \d+ in 100\.")
    )
    expect(coach).to_contain_text("The 9 stays open, which 28 of 100 rolls can cover at most.")
    tap(page, "Go on")
    expect(covered(page)).to_have_text(["4", "5"])
    tap(page, "Undo")
    touch(page, 4, 5)
    coach.get_by_role("button", name="Take it back").tap()
    expect(covered(page)).to_have_count(0)
    says(page, "Player 1: you rolled 9. Tap the tiles to cover.")
    touch(page, 9)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(covered(page)).to_have_text(["9"])


def worst_and_best(date):
    """Return, for the first roll of a day, the dearest move and the best, and what they leave."""
    total = sum(faces_on(date, Variant(), 1))
    values = one_player("classic").moves(range(1, 10), total)
    return max(values, key=values.get), min(values, key=values.get), values


@pytest.mark.parametrize("date", ["2026-11-23"])
def test_in_todays_box_he_speaks_of_what_leaves_much_more(visit, date):
    worst, best, values = worst_and_best(date)
    assert values[worst] - values[best] > 2.25, "a twentieth of all tiles"
    page = visit(when=f"{date}T12:00:00")
    setting(page, "Coach")
    menu(page, "Today's box")
    day = page.get_by_role("dialog", name="Today's box")
    day.get_by_role("button", name="Roll 2 dice").tap()
    wait(page)
    for move in (worst, best):
        for tile in move:
            day.get_by_role("button", name=f"Tile {tile}, open").tap()
        coach = page.get_by_role("dialog", name=re.compile("^After "))
        if move == worst:
            expect(coach).to_contain_text(f"{float(values[worst]):.1f} on average")
            coach.get_by_role("button", name="Take it back").tap()
        expect(coach).to_have_count(0)
    expect(day.get_by_role("button", name=re.compile("covered"))).to_have_count(len(best))

"""The coach, who speaks only where he is wanted, and only of what gives much away."""

import re
from fractions import Fraction

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
    says(page, "Player 1: you rolled 9.")
    touch(page, 9)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(covered(page)).to_have_text(["9"])


def first_decision():
    """Return a date, and three moves of its first roll: the dearest, one that is near, the best.

    Beside each stands what it leaves, on average.
    """
    turn = one_player("classic")
    for day in range(1, 31):
        date = f"2026-11-{day:02}"
        values = turn.moves(range(1, 10), sum(faces_on(date, Variant(), 1)))
        best = min(values.values())
        near = [move for move, value in values.items() if 0 < value - best <= A_TWENTIETH]
        worst = max(values, key=values.get)
        if near and values[worst] - best > A_TWENTIETH:
            return date, [
                (move, values[move]) for move in (worst, near[0], min(values, key=values.get))
            ]
    raise AssertionError("no such day")


A_TWENTIETH = Fraction(45, 20)
"""Of the score of all tiles."""


def test_in_todays_box_he_speaks_of_what_leaves_much_more(visit):
    date, moves = first_decision()
    page = visit(when=f"{date}T12:00:00")
    setting(page, "Coach")
    menu(page, "Today's box")
    tap(page, "Roll 2 dice")
    wait(page)
    coach = page.get_by_role("dialog", name=re.compile("^After "))
    for place, (move, value) in enumerate(moves):
        touch(page, *move)
        if place == 0:
            expect(coach).to_contain_text(f"{float(value):.1f} on average")
            coach.get_by_role("button", name="Take it back").tap()
        else:
            expect(covered(page)).to_have_count(len(move))
            tap(page, "Undo")
        expect(coach).to_have_count(0)

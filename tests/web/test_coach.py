"""The coach, who speaks only where he is wanted, and only of what gives much away."""

import re
from fractions import Fraction

import pytest
from conftest import to_fraction
from touch import end_both, kinds, menu, roll, setting, solved, status, tap, tiles_that_are, touch

from twoplayer import one_player, solve

dear = pytest.mark.dear
SAYS = "#coach-says"


def coached(page):
    solved(page)
    setting(page, "Coach")
    return page


def test_a_move_that_gives_much_away_is_told_and_taken_back(open_page):
    page = coached(open_page())
    roll(page, 4, 5)
    touch(page, 4, 5)
    said = page.locator(SAYS).inner_text()
    assert re.fullmatch(r"After 4 \+ 5 you win \d+ in 100; after 9 it would be \d+ in 100\.", said)
    why = "The 9 stays open, which 28 of 100 rolls can cover at most."
    assert page.locator("#coach-why").inner_text() == why
    tap(page, "Take it back")
    assert "open dim" not in kinds(page)[9]
    assert tiles_that_are(page, "chosen") == []
    assert status(page) == "Player 1: you rolled 9. Tap the tiles to cover."
    touch(page, 9)
    assert not page.locator(SAYS).is_visible()
    assert tiles_that_are(page, "covered") == [9]


@dear
def test_he_is_silent_until_he_is_wanted(open_page):
    page = solved(open_page())
    roll(page, 4, 5)
    touch(page, 4, 5)
    assert not page.locator(SAYS).is_visible()
    assert tiles_that_are(page, "covered") == [4, 5]


@dear
def test_one_may_go_on(open_page):
    page = coached(open_page())
    roll(page, 4, 5)
    touch(page, 4, 5)
    tap(page, "Go on")
    assert tiles_that_are(page, "covered") == [4, 5]
    tap(page, "Undo")
    assert 4 in tiles_that_are(page, "open") or 4 in tiles_that_are(page, "chosen")


SPEAKS = """([roll, move]) => {
  change(newGame(game.rules));
  pickFaces(roll);
  cover(rulesOfGame().set(move));
  const spoken = document.getElementById("coach-sheet").open;
  document.getElementById("coach-sheet").close();
  return spoken;
}"""


@dear
def test_he_speaks_from_a_twentieth_of_a_stake_on(open_page):
    page = coached(open_page())
    turn = solve("classic").play(None)
    everything = tuple(range(1, 10))
    spoken = set()
    for one in range(1, 7):
        for other in range(one, 7):
            moves = turn.moves(everything, one + other)
            best = max(map(to_fraction, moves.values()))
            for move, value in moves.items():
                much = best - to_fraction(value) >= Fraction(1, 20)
                assert page.evaluate(SPEAKS, [[one, other], list(move)]) == much, move
                spoken.add(much)
    assert spoken == {True, False}


@dear
def test_the_program_is_not_coached(open_page):
    page = coached(open_page())
    page.evaluate("""() => {
      const players = [{ name: "", plays: "random" }, { name: "", plays: "hand" }];
      const evening = { players, starts: "same", rounds: 1, lines: [] };
      change(newGame(game.rules, { evening, order: [0, 1] }));
      pickFaces([4, 5]);
      cover(rulesOfGame().set([4, 5]));
    }""")
    assert not page.locator(SAYS).is_visible()


@dear
def test_in_todays_box_he_speaks_of_what_is_worse_by_more_than_a_twentieth_of_all_tiles(open_page):
    page = coached(open_page())
    menu(page, "Today's box")
    while not page.evaluate("Boolean(daySolver().known(BY_ONESELF))"):
        pass
    turn = one_player("classic")
    everything = tuple(range(1, 10))
    page.evaluate("throwDice()")
    roll_total = page.evaluate("run.roll[0]")
    moves = {move: to_fraction(value) for move, value in turn.moves(everything, roll_total).items()}
    for move, value in moves.items():
        page.evaluate("move => coverTiles(run.game.set(move))", list(move))
        much = value - min(moves.values()) > Fraction(45, 20)
        assert page.locator(SAYS).is_visible() == much
        if much:
            expected = f"{float(value):.1f} on average"
            assert expected in page.locator(SAYS).inner_text()
            page.locator("#coach-back").tap()
        else:
            page.evaluate("takeBack()")
        assert page.evaluate("run.entries.length") == 0


@dear
def test_how_well_somebody_played_is_told_by_what_his_mistakes_cost(open_page):
    page = open_page()
    skill = lambda hundredths: page.evaluate(f"skillIn([{hundredths}n, 100n])")  # noqa: E731
    told = [skill(each) for each in (1, 2, 3, 10, 11, 40, 41, 200)]
    assert told == [
        *["a master"] * 2,
        *["a regular"] * 2,
        *["a beginner"] * 2,
        *["somebody who covers at random"] * 2,
    ]
    assert page.evaluate("skillIn([9n, 10n], 45n)") == "a master"


@dear
def test_the_story_says_how_well_everybody_played(open_page):
    page = solved(open_page())
    roll(page, 4, 5)
    touch(page, 4, 5)
    end_both(page)
    menu(page, "Score sheet")
    page.get_by_text("Player 2 made no mistake.").wait_for()
    said = page.locator("#costs").inner_text()
    assert re.search(r"played like \w+ .*\. Player 1's mistakes cost [\d.]+ stakes", said)

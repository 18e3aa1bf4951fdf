"""Turns are made once, and the last ones kept."""

import pytest
from narrowed import narrowed

from twoplayer import Variant
from twoplayer.errors import GameTooLargeError
from twoplayer.turn import turns
from twoplayer.turn.turns import turn_of


def test_a_turn_is_shared_by_all_rules_that_change_nothing_of_it():
    assert turn_of(Variant(clack_payout=2, ties="first")) is turn_of(Variant())


@narrowed(turns, MOST_KEPT_MEMORY=0)
@pytest.mark.parametrize("refused", [[], [Variant(tiles=24, dice="6d100")]], ids=["", "refused"])
def test_the_last_ones_stay_and_those_that_were_asked_for_again(refused):
    """Whatever has been refused before."""
    for each in refused:
        with pytest.raises(GameTooLargeError):
            turn_of(each)
    numbers = range(1, turns.MOST_KEPT_ANYWAY + 2)
    games = [Variant(tiles=number, dice="1d23") for number in numbers]  # which nobody else plays
    first, *others = map(turn_of, games[:-1])
    assert turn_of(games[0]) is first
    turn_of(games[-1])
    assert turn_of(games[0]) is first
    assert turn_of(games[1]) is not others[0]

"""The dice of a day, and the best's turn by them, as they are defined."""

import pytest
from days import Day, faces_on

from twoplayer import Variant, one_player


def test_the_dice_of_a_day_are_those_of_the_definition():
    rolls = [faces_on("2026-11-23", Variant(), number) for number in range(1, 8)]
    assert rolls == [[6, 1], [2, 5], [2, 2], [2, 3], [4, 1], [3, 6], [3, 4]]


@pytest.mark.parametrize(
    "rules", [{"tiles": 6}, {"tiles": 5, "moves": "exact", "one_die": "always"}]
)
def test_the_best_has_the_lowest_expected_score_that_the_library_knows(rules):
    variant = Variant(**rules)
    day = Day(variant, "2026-11-23")
    assert -day.worth(day.oracle.all_tiles)[0] == one_player(variant).value()
    assert set(day.squares(day.best())) <= {"best"}

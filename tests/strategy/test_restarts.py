"""Starting again until every tile is covered."""

from fractions import Fraction

import pytest
from conftest import examples, to_fraction
from drawn import rule_sets, states_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle
from test_spec import facts

from twoplayer import InputError, Variant
from twoplayer.strategy import restarts


def assert_fixed_point(rules, discount):
    """The values fulfil the equations of the definition, which have one solution."""
    oracle, g = Oracle(**rules), Fraction(discount)
    solved = restarts(Variant(**rules), discount)
    value = {s: to_fraction(solved.value(s)) for s in states_of(rules) if s}
    start = value[oracle.all_tiles]

    def after(state, roll):
        worth = [value[state - m] * g if state - m else 1 for m in oracle.covers(state, roll)]
        return max(worth, default=g * start)

    for row in solved.policy():
        state = frozenset(row["open_tiles"])
        by_total = isinstance(row["roll"], int)
        assert to_fraction(row["value"]) == after(
            state, (row["roll"],) if by_total else row["roll"]
        )
    for state, shown in value.items():
        by_dice = [
            sum(chance * after(state, roll) for roll, chance in oracle.rolls(dice))
            for dice in oracle.dice_counts(state)
        ]
        assert shown == max(by_dice)


@settings(max_examples=examples(15))
@given(
    rule_sets(("dice", "weights", "one_die", "moves", "stop_total")),
    st.sampled_from(["1/2", "9/10", "1/100"]),
)
def test_restarts_are_the_fixed_point(rules, discount):
    assert_fixed_point(rules, discount)


@pytest.mark.parametrize("discount", ["1/2", "7/11", "9/10"])
def test_a_roll_that_can_cover_nothing_is_discounted_as_well(discount):
    """A single die must be rolled for the last tile, and shows neither the 4 nor the 5."""
    rules = {"tiles": (4, 5), "dice": "3d3", "one_die": "forced count <= 1"}
    assert_fixed_point(rules, discount)


@pytest.mark.dear
@pytest.mark.parametrize("fact", facts("restarts"))
def test_what_a_source_says_of_restarts(fact):
    """The largest tile is not always right; the best move is nearer to the median in some cases."""
    solved = restarts(Variant(), fact["discount"])
    assert len(solved.exceptions()) == fact["without_the_largest_tile"]
    rows = solved.spread()
    assert sum(row["positions"] for row in rows) == fact["positions"]
    assert sum(row["smaller"] * row["positions"] for row in rows) == fact["nearer_to_the_median"]
    assert all(row["best_to_median"] > row["median_to_worst"] for row in rows)


@pytest.mark.parametrize("discount", [0, 1, "-1/2", "3/2", 0.9, "x", None])
def test_a_discount_outside_0_to_1_is_refused(discount):
    with pytest.raises(InputError, match=r"^discount: got .* takes 0 < g < 1"):
        restarts(Variant(tiles=2), discount)

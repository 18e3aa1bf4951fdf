"""The bounds of a race hold its value, and are near each other."""

from fractions import Fraction
from itertools import pairwise

import pytest
from conftest import examples
from drawn import TURN_FIELDS, UNPAID, pairs, rule_sets
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from match_oracle import Race
from narrowed import narrowed

from twoplayer import InputError, Variant, match, one_player, watching
from twoplayer.errors import GameTooLargeError, RulesError
from twoplayer.evening import rounds as module
from twoplayer.evening.rounds import STARTS
from twoplayer.exact import percent_bounds
from twoplayer.game import Bounds

RACE_RULES = rule_sets((*TURN_FIELDS, "ties"), most_tiles=2, ties=UNPAID)
RACE_PAIRS = pairs(stakes=("scoring", "ties"), most_tiles=2, ties=UNPAID)
WAYS = list(STARTS)
DIGITS = Fraction(1, 10**14)
"""So exact are the decimals that a race is compared with."""


def race(variant, to, starts="alternate"):
    return match(variant, to=to, starts=starts)


def assert_between(bounds, value):
    low, high = bounds
    assert 0 <= high - low <= Fraction(1, 10**9)
    assert low - DIGITS <= Fraction(value) <= high + DIGITS


@pytest.mark.dear
@settings(max_examples=examples(15))
@given(RACE_RULES, st.sampled_from(WAYS), st.integers(1, 6))
def test_the_bounds_hold_what_the_definition_converges_to(rules, starts, target):
    variant = Variant(**rules)
    assume(one_player(variant, "clack").value() < 1)
    bounds = race(variant, target, starts).fractions.first_player_ev
    assert_between(bounds, Race(starts, **rules).ev(target))


@settings(max_examples=examples(15))
@given(RACE_PAIRS, st.sampled_from(WAYS), st.integers(1, 6))
def test_by_rules_of_their_own_the_bounds_hold_what_the_definition_converges_to(
    pair, starts, target
):
    mine, hers = (Variant(**rules) for rules in pair)
    assume(min(one_player(variant, "clack").value() for variant in (mine, hers)) < 1)
    bounds = match(mine, to=target, starts=starts, second=hers).fractions.first_player_ev
    assert_between(bounds, Race(starts, pair[1], **pair[0]).ev(target))


@pytest.mark.dear
@pytest.mark.parametrize("ties", ["push", pytest.param("second", marks=pytest.mark.dear)])
def test_all_four_ways_to_choose_who_starts_differ_and_equal_their_definition(ties):
    rules = {"tiles": (1, 2), "dice": "2d2", "one_die": "always", "ties": ties}
    found = {way: race(Variant(**rules), 3, way).fractions.first_player_ev for way in WAYS}
    for way in WAYS:
        assert_between(found[way], Race(way, **rules).ev(3))
    in_order = sorted(found.values())
    assert all(one.high < other.low for one, other in pairwise(in_order))


@pytest.mark.dear
@pytest.mark.parametrize("starts", ["alternate", pytest.param("loser", marks=pytest.mark.dear)])
def test_the_bounds_hold_where_a_clack_is_nearly_certain(starts):
    """Fifteen of sixteen turns can clack: the bounds are halved, since they narrow slowly."""
    rules = {"tiles": (1, 2), "dice": "2d2", "moves": "one-tile", "ties": "first"}
    assert one_player(Variant(**rules), "clack").value() == Fraction(15, 16)
    bounds = race(Variant(**rules), 2, starts).fractions.first_player_ev
    assert_between(bounds, Race(starts, **rules).ev(2))


def test_the_bounds_hold_where_64_bits_are_not_enough():
    rules = {"tiles": (20, 21), "dice": "6d6"}
    assert 6**6 * 2**48 > 2**63
    bounds = race(Variant(**rules), 42, "winner").fractions.first_player_ev
    assert_between(bounds, Race("winner", **rules).ev(42))


def test_the_bounds_hold_where_totals_are_beyond_64_bits():
    rules = {"tiles": (1, 2, 10**20), "dice": "2d2", "one_die": "always", "ties": "first"}
    bounds = race(Variant(**rules), 10**20 + 1, "loser").fractions.first_player_ev
    assert_between(bounds, Race("loser", **rules).ev(10**20 + 1))
    small = {"tiles": (1, 2), "dice": "2d3", "ties": "first"}
    for mine, hers in ((rules, small), (small, rules)):
        found = match(Variant(**mine), to=4, starts="winner", second=Variant(**hers))
        assert_between(found.fractions.first_player_ev, Race("winner", hers, **mine).ev(4))


@pytest.mark.few(1)
@pytest.mark.parametrize("starts", ["same", "winner"])
def test_the_size_of_blocks_makes_no_difference(starts):
    variant = Variant(tiles=3, dice="2d2", one_die="always")
    at_once = race(variant, 3, starts).first_player_ev
    with narrowed(module, MOST_MADE_TOGETHER=10):
        assert race(variant, 3, starts).first_player_ev == at_once


@pytest.mark.parametrize("starts", WAYS)
def test_a_race_to_1_lasts_until_somebody_does_not_clack(starts):
    """Where nobody can clack it is a round."""
    variant = Variant(tiles="2,20", ties="second")
    low, high = race(variant, 1, starts).first_player_ev
    assert low <= match(variant, 1, starts=starts, exact=True).first_player_ev <= high


@pytest.mark.parametrize("starts", WAYS)
def test_without_a_choice_a_race_with_pushes_is_fair(starts):
    found = race(Variant(tiles=3, dice="1d6", moves="exact"), 5, starts)
    assert found.first_player_ev.low <= 0 <= found.first_player_ev.high
    assert found.favoured == "unknown"


# What is refused


@pytest.mark.parametrize("target", [0, -1, 2.0, "45", True, [3]])
def test_what_is_no_target_is_refused(target):
    with pytest.raises(InputError, match=r"^to: got .*; takes a whole number, 1 or more"):
        race(Variant(tiles=2), target)


def test_what_is_no_match_is_no_race():
    with pytest.raises(InputError, match=r"^starts: got 'first'; takes same "):
        race(Variant(tiles=2), 5, "first")
    with pytest.raises(RulesError, match=r"^clack_payout: got 2; takes 1 "):
        race(Variant(tiles=2, clack_payout=2), 5)


def test_no_race_is_exact():
    with pytest.raises(InputError, match=r"^exact: got True, .*; takes False in a race"):
        match(Variant(tiles=2), to=5, exact=True)


def test_who_can_always_clack_has_no_race():
    with pytest.raises(
        RulesError, match=r"^to: got 5, .*sure to score 0; takes a number of rounds"
    ):
        race(Variant(tiles="2-2", dice="2d1"), 5)


@pytest.mark.parametrize(
    ("rules", "target"),
    [({"scoring": "digits"}, 10**6), ({}, 10**9), ({"tiles": 2}, 10**4000)],
    ids=["digits", "a billion", "thousands of digits"],
)
def test_too_many_totals_are_refused_before_any_is_solved(rules, target):
    parts, said = [], r"^to: got .* there are \d+ pairs"
    with watching(parts.append), pytest.raises(GameTooLargeError, match=said):
        race(Variant(**rules), target)
    assert parts == [1], "nothing is told before the end"


@narrowed(module, MOST_APART=Fraction(1, 10**30))
def test_bounds_that_are_too_far_apart_are_an_error():
    with pytest.raises(InputError, match=r"^to: got 4, .* apart, and 1e-30 is wanted"):
        race(Variant(tiles=2), 4)


# The result


def test_a_race_says_what_it_is():
    found = race(Variant(tiles=2, dice="2d2", one_die="always"), 4, "same")
    assert (found.variant.tiles, found.to, found.starts) == ((1, 2), 4, "same")
    assert found.favoured == "second"
    assert len(repr(found)) < 200
    assert found == race(found.variant, 4, "same") != race(found.variant, 4, "loser")
    low, high = found.fractions.first_player_ev
    assert isinstance(found.first_player_ev, Bounds)
    assert found.to_records() == [
        {
            "starts": "same",
            "to": 4,
            "first_player_ev_low": str(low),
            "first_player_ev_low_percent": float(low * 100),
            "first_player_ev_high": str(high),
            "first_player_ev_high_percent": float(high * 100),
            "favoured": "second",
        }
    ]
    shown = found._repr_html_()
    assert "A race to 4, starts same" in shown
    assert all(bound in shown for bound in percent_bounds((low, high)))


@pytest.mark.dear
@pytest.mark.parametrize(
    ("starts", "ev"), [("alternate", -0.00160372183504931), ("loser", -0.0024036148722023)]
)
def test_the_classic_race_to_10_is_what_an_independent_program_found(starts, ev):
    low, high = race("classic", 10, starts).fractions.first_player_ev
    assert float(low) - 1e-15 <= ev <= float(high) + 1e-15

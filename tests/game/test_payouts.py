"""The EV as a function of the clack payout."""

from fractions import Fraction
from itertools import pairwise

import pytest
import sympy
from conftest import ev_at, to_fraction
from drawn import ANY_BUT_THE_PAYOUT, pairs, rule_sets
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import InputError, Variant, watching
from twoplayer.game.payouts import ev_by_payout, fair_payouts


@given(ANY_BUT_THE_PAYOUT, st.fractions(0, 6), st.fractions(0, 6), st.data())
def test_every_piece_equals_the_solver_at_its_ends_and_between(rules, one, other, data):
    assume(one != other)
    variant, low, high = Variant(**rules), *sorted((one, other))
    ev = ev_by_payout(variant, low, high)
    piece = data.draw(st.integers(0, len(ev.lines) - 1))
    ends = ev.breakpoints[piece : piece + 2]
    anywhere = data.draw(st.fractions(low, high))
    for payout in (*ends, sum(ends) / 2, anywhere):
        assert ev(payout) == ev_at(variant, payout)
    assert ev.breakpoints[0] == low
    assert ev.breakpoints[-1] == high
    assert all(before != after for before, after in zip(ev.lines, ev.lines[1:], strict=False))


OWN_RULES = pairs(stakes=("scoring", "immediate_clack", "ties"), most_tiles=3)


@given(OWN_RULES, st.fractions(0, 6), st.fractions(0, 6), st.data())
def test_every_piece_equals_the_definition_by_rules_of_his_own_and_of_hers(pair, one, other, data):
    assume(one != other)
    first, second = (Variant(**rules) for rules in pair)
    low, high = sorted((one, other))
    ev = ev_by_payout(first, low, high, second=second).fractions
    piece = data.draw(st.integers(0, len(ev.lines) - 1))
    ends = ev.breakpoints[piece : piece + 2]
    for payout in (*ends, data.draw(st.fractions(*ends))):
        mine, hers = ({**rules, "clack_payout": payout} for rules in pair)
        assert ev(payout) == Oracle(hers, **mine).first_player_ev()
    fair = fair_payouts(first, low, high, second=second)
    assert all(ev(payout) == 0 for payout in fair if not isinstance(payout, tuple))
    assert bool(fair) == any(
        min(values) <= 0 <= max(values)
        for values in zip(map(ev, ev.breakpoints), map(ev, ev.breakpoints[1:]), strict=False)
    )


def test_by_whose_rules_it_is():
    first, second = Variant(tiles=4), Variant(tiles=3)
    ev = ev_by_payout(first, 0, 2, second=second)
    assert (ev.variant, ev.second_variant) == (first, second)
    assert ev != ev_by_payout(first, 0, 2)
    assert "variant=Variant(tiles='1-4'), second_variant=Variant(tiles='1-3')" in repr(ev)
    with pytest.raises(InputError, match=r"^ties: got 'first', for the second player; takes"):
        ev_by_payout(first, second=second.replace(ties="first"))


@pytest.mark.dear
@given(rule_sets(("dice", "weights", "scoring", "immediate_clack", "ties")))
def test_the_whole_function_equals_the_oracle_on_a_fine_grid(rules):
    assume(len(rules["tiles"]) <= 3)
    ev = ev_by_payout(Variant(**rules), 0, 4)
    for step in range(41):
        payout = Fraction(step, 10)
        assert to_fraction(ev(payout)) == Oracle(**rules, clack_payout=payout).first_player_ev()


@given(ANY_BUT_THE_PAYOUT)
def test_beyond_the_last_breakpoint_the_line_goes_on_for_ever(rules):
    variant = Variant(**rules)
    ev = ev_by_payout(variant)
    assert ev.breakpoints[-1] == sympy.oo
    for payout in (ev.breakpoints[-2], ev.breakpoints[-2] + 1, 10**30):
        assert ev(payout) == ev_at(variant, payout)


@pytest.mark.dear
def test_a_short_range_of_payouts_has_dozens_of_pieces():
    variant = Variant(immediate_clack=True)
    ev = ev_by_payout(variant, Fraction(9, 10), Fraction(6, 5))
    assert len(ev.lines) == 75
    assert max(slope for _, slope in ev.lines) <= sympy.Rational(466473281, 6530347008)
    for low, high in zip(ev.breakpoints[:5], ev.breakpoints[1:], strict=False):
        assert ev(low) == ev_at(variant, low)
        assert ev((low + high) / 2) == ev_at(variant, (low + high) / 2)


def test_the_function_as_a_sympy_expression():
    ev = ev_by_payout(Variant(tiles=5, immediate_clack=True), 0, 4)
    expression = ev.to_sympy()
    assert isinstance(expression, sympy.Piecewise)
    for payout in (0, ev.breakpoints[1], sympy.Rational(7, 3), 4):
        assert expression.subs("p", payout) == ev(payout)
    assert expression.subs("p", 5) is sympy.nan
    above_one = ev_by_payout(ev.variant, 1, 4).to_sympy()
    assert above_one.subs("p", 0) is sympy.nan
    assert above_one.subs("p", 1) == ev(1)


def test_progress_is_told_in_many_parts_of_one():
    shares = []
    with watching(shares.append):
        assert ev_by_payout(Variant(tiles=6), 0, 4)
    assert shares[-1] == 1
    assert max(after - before for before, after in pairwise([0, *shares])) < 1 / 2


def test_halving_is_counted_and_takes_no_share():
    """How many intervals are left is not known, least of all where there is no upper end."""
    shares = []
    with watching(shares.append):
        assert fair_payouts(Variant(), 0) == ()
    assert len(shares) > 10
    assert shares == [0] * (len(shares) - 1) + [1]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("low", "high"), [(9, 9 + Fraction(1, 10**18)), (10**20, None), (10**20, 10**20 + 1)]
)
def test_progress_is_told_in_the_shortest_and_farthest_ranges_too(low, high):
    variant = Variant(
        tiles="2", dice="2d4", one_die="forced sum <= 9", moves="dice-or-sum", ties="second"
    )
    for function in (ev_by_payout, fair_payouts):
        shares = []
        with watching(shares.append):
            function(variant, low, high)
        assert shares == sorted(shares)
        assert shares[-1] == 1
    assert fair_payouts(Variant(tiles=5), 71 + low, high and 71 + high) == (
        (71 + low, sympy.oo if high is None else 71 + high),
    )


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.5, 1, "low: got 0.5, a float"),
        (-1, 1, "low: got -1, negative"),
        (0, "x", "high: got 'x', not an exact number"),
        (2, 2, "high: got 2; takes a payout above 2"),
        (3, "5/2", "takes a payout above 3"),
    ],
)
def test_a_bad_interval_is_refused(low, high, said):
    for function in (ev_by_payout, fair_payouts):
        with pytest.raises(InputError, match=said):
            function(Variant(), low, high)


def test_a_payout_outside_of_the_function_is_refused():
    ev = ev_by_payout(Variant(tiles=3), 1, 2)
    for payout in (0, "5/2", 1.5):
        with pytest.raises(InputError, match="payout: got"):
            ev(payout)


def test_the_pieces_are_records_with_their_ends_and_their_lines():
    ev = ev_by_payout(Variant(tiles=3, dice="1d6", immediate_clack=True), 0, 4)
    names = ("low", "high", "constant", "slope")
    records = [{name: each[name] for name in names} for each in ev.to_records()]
    assert records == [
        {"low": "0", "high": "1", "constant": "-1/648", "slope": "73/648"},
        {"low": "1", "high": "4", "constant": "0", "slope": "1/9"},
    ]


def test_where_there_is_no_largest_payout_it_is_the_infinity_of_its_numbers():
    ev = ev_by_payout(Variant(tiles=2), 0)
    assert ev.breakpoints[-1] is sympy.oo
    assert type(ev.fractions.breakpoints[-1]) is float

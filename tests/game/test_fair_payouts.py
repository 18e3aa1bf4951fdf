"""The payouts that make a game exactly fair."""

from fractions import Fraction
from math import inf

import pytest
import sympy
from conftest import ev_at
from drawn import ANY_BUT_THE_PAYOUT
from hypothesis import assume, given
from hypothesis import strategies as st

from twoplayer import Variant
from twoplayer.game import payouts
from twoplayer.game.contest import Contest
from twoplayer.game.payouts import Line, Segment, Unknown, ev_by_payout, fair_payouts


def sure_sign(variant, low, high):
    return payouts.sure_sign(Unknown(Contest((variant, variant)), "clack"), low, high)


@given(ANY_BUT_THE_PAYOUT, st.fractions(0, 3), st.fractions(3, 9).filter(lambda high: high > 3))
def test_fair_payouts_are_all_zeros_of_the_function(rules, low, high):
    variant = Variant(**rules)
    ev = ev_by_payout(variant, low, high)
    points, intervals = set(), []
    for (start, end), (constant, slope) in zip(
        zip(ev.breakpoints, ev.breakpoints[1:], strict=False), ev.lines, strict=True
    ):
        if not constant and not slope:
            intervals.append((start, end))
        elif slope and start <= -constant / slope <= end:
            points.add(-constant / slope)
    alone = {p for p in points if not any(a <= p <= b for a, b in intervals)}
    found = fair_payouts(variant, low, high)
    assert [each for each in found if isinstance(each, tuple)] == intervals
    assert {each for each in found if not isinstance(each, tuple)} == alone


@pytest.mark.dear
@given(ANY_BUT_THE_PAYOUT, st.fractions(0, 9), st.fractions(0, 9), st.data())
def test_a_sure_sign_holds_from_end_to_end(rules, one, other, data):
    assume(one != other)
    variant, low, high = Variant(**rules), *sorted((one, other))
    end = data.draw(st.sampled_from([high, inf]))
    sign = sure_sign(variant, low, end)
    anywhere = data.draw(st.fractions(low, high if end == high else 10**9))
    for payout in (low, high, anywhere):
        assert sign * ev_at(variant, payout) > 0 or sign == 0


def test_signs_are_sure_in_wide_ranges():
    assert sure_sign(Variant(), Fraction(0), Fraction(1, 2)) == -1
    assert sure_sign(Variant(immediate_clack=True), Fraction(2), Fraction(4)) == 1
    assert sure_sign(Variant(tiles=6, ties="first"), Fraction(1), inf) == 1
    assert sure_sign(Variant(immediate_clack=True), Fraction(0), Fraction(4)) == 0


@pytest.mark.dear
@pytest.mark.parametrize(
    "one_die",
    [
        "never",
        *(pytest.param(d, marks=pytest.mark.dear) for d in ("always", "max <= 6", "sum <= 6")),
    ],
)
def test_a_clack_at_once_can_be_made_exactly_fair(one_die):
    variant = Variant(one_die=one_die, immediate_clack=True)
    [payout] = fair_payouts(variant, 0, 4)
    assert isinstance(payout, sympy.Rational)
    assert ev_at(variant, payout) == 0


@pytest.mark.dear
def test_ten_tiles_can_be_made_exactly_fair():
    variant = Variant(tiles=10, immediate_clack=True)
    [payout] = fair_payouts(variant, 0, 4)
    assert ev_at(variant, payout) == 0


FAIR_THRICE = Variant(tiles="1,5-6", dice="1d6", scoring="count", immediate_clack=True)
"""Its EV is 0 at a payout of 0, where it then rises; where it falls again; and where it rises."""


def test_a_fair_payout_at_an_end_of_the_range_is_found():
    every = fair_payouts(FAIR_THRICE)
    assert every == (0, sympy.Rational(54, 29), sympy.Rational(155, 28))
    aside = Fraction(1, 10)
    for payout in every[1:]:
        assert fair_payouts(FAIR_THRICE, payout - aside, payout) == (payout,)
        assert fair_payouts(FAIR_THRICE, payout, payout + aside) == (payout,)
    assert fair_payouts(FAIR_THRICE, 0, aside) == (0,)


@pytest.mark.parametrize("payout", [Fraction(54, 29), Fraction(155, 28)])
def test_no_sign_is_sure_where_an_end_is_fair(payout):
    aside = Fraction(1, 10)
    assert sure_sign(FAIR_THRICE, payout - aside, payout) == 0
    assert sure_sign(FAIR_THRICE, payout, payout + aside) == 0
    signs = [
        sure_sign(FAIR_THRICE, payout - 2 * aside, payout - aside),
        sure_sign(FAIR_THRICE, payout + aside, payout + 2 * aside),
    ]
    assert sorted(signs) == [-1, 1]


def test_the_classic_game_is_fair_at_no_payout():
    assert fair_payouts(Variant(), 0, 4) == ()


@pytest.mark.dear
def test_a_game_that_is_fair_at_every_payout_gives_the_whole_range():
    assert fair_payouts(Variant(tiles="1-1"), 0, 10) == ((0, 10),)
    assert fair_payouts(Variant(tiles="1-1")) == ((0, sympy.oo),)
    assert fair_payouts("all-or-nothing", 1, 2) == ((1, 2),)


@pytest.mark.dear
def test_a_game_that_is_fair_from_some_payout_on():
    assert fair_payouts(Variant(tiles=5)) == ((sympy.Rational(71, 2), sympy.oo),)


def test_a_payout_that_plain_solving_refutes_is_never_returned(monkeypatch):
    wrong = Line(Fraction(-1), Fraction(1))
    segments = [Segment(0, Fraction(0), Fraction(4), wrong)]
    monkeypatch.setattr(payouts, "ev_segments", lambda *arguments: segments)
    with pytest.raises(AssertionError, match="is not fair"):
        fair_payouts(Variant(tiles=6, immediate_clack=True), 0, 4)


@pytest.mark.dear
def test_payouts_of_any_size_are_halved_from_0_on():
    assert fair_payouts(Variant(tiles=5)) == ((sympy.Rational(71, 2), sympy.oo),)

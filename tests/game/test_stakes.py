"""What is at stake: who wins, and what is paid for it."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twoplayer.game.stakes import Stakes
from twoplayer.variant.tiles import TIES, Tie

PAID = st.fractions(-4, 4, max_denominator=5)
TIE = st.sampled_from(list(TIES.values())) | PAID.map(lambda pays: Tie("paid", pays=pays))
STAKES = st.builds(Stakes, PAID.map(abs), st.booleans(), TIE, st.integers(0, 3))
MOST = 12
RANKS = np.arange(MOST)


@given(STAKES)
def test_of_who_wins_both_columns_ascend_with_the_rank_to_beat(stakes):
    wins, holds = stakes.steps(RANKS)
    for column in (wins, holds):
        assert (np.diff(column) >= 0).all()
    assert (wins <= holds).all()


@given(STAKES)
def test_who_wins_is_what_the_rules_say(stakes):
    result = stakes.who_wins(RANKS, RANKS)
    for own in range(MOST):
        for beat in range(MOST):
            if stakes.at_once and beat < stakes.clacks:
                expected = -1
            elif own == beat:
                expected = stakes.tie.wins
            else:
                expected = 1 if own < beat else -1
            assert result[own, beat] == expected


@given(STAKES)
def test_seen_by_the_second_player_it_is_the_same(stakes):
    """Of the first player's ranks the lower ones win, and the higher ones lose."""
    result = stakes.who_wins(RANKS, RANKS)
    win, hold = stakes.steps_back(MOST)
    assert win.tolist() == (result < 0).sum(axis=1).tolist()
    assert hold.tolist() == (result <= 0).sum(axis=1).tolist()


@given(STAKES)
def test_what_is_paid_is_what_the_rules_say(stakes):
    payoffs, result = stakes.to_second(RANKS, RANKS), stakes.who_wins(RANKS, RANKS)
    for own in range(MOST):
        for beat in range(MOST):
            sign, winner = result[own, beat], own if result[own, beat] > 0 else beat
            price = stakes.payout if winner < stakes.clacks else 1
            expected = int(sign) * price if sign else -stakes.tie.pays
            assert Fraction(int(payoffs[own, beat]), stakes.unit) == expected
            assert abs(expected) <= stakes.most


@given(STAKES, st.sets(st.integers(0, MOST - 1), min_size=1))
def test_what_cannot_be_told_apart_is_paid_the_same(stakes, attainable):
    left, beat = np.array(sorted(attainable)), RANKS[stakes.clacks :]
    columns = stakes.to_second(left, beat).T.tolist()
    known = {}
    for *key, column in zip(*stakes.told_apart(left, beat), columns, strict=True):
        assert known.setdefault(tuple(key), column) == column


@pytest.mark.parametrize("pays", ["clack", "tie"])
@given(STAKES, PAID.map(abs))
def test_what_is_paid_is_a_line_in_what_a_clack_or_a_tie_pays(pays, stakes, x):
    none, one = stakes.left_open(pays)
    paid = {"payout": x} if pays == "clack" else {"tie": Tie("paid", pays=x)}
    there = stakes._replace(**paid)
    assert none.unit == one.unit
    start, end = (np.array(each.to_second(RANKS, RANKS), object) for each in (none, one))
    line = start + (end - start) * x
    assert (line * there.unit == there.to_second(RANKS, RANKS) * none.unit).all()

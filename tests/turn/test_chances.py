"""Chances: what is found forwards is what values are, which are found backwards."""

from fractions import Fraction

import numpy as np
import pytest
from conftest import examples
from drawn import TURN_FIELDS, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st

from twoplayer import Variant
from twoplayer.turn.chances import Advantages, Chances
from twoplayer.turn.turns import turn_of


def drawn_policy(turn, seed):
    """Choose among the moves after every roll by whole numbers that are often equal."""
    random = np.random.default_rng(seed)
    return turn.policy(random.integers(0, 2, len(turn.source)))


@given(rule_sets(TURN_FIELDS), st.integers(0, 2**32))
def test_the_value_of_a_policy_is_the_mean_of_what_it_leaves(rules, seed):
    turn = turn_of(Variant(**rules))
    policy = drawn_policy(turn, seed)
    payoffs = np.random.default_rng(seed).integers(-9, 9, (turn.board.size, 1))
    chances = Chances(turn, policy)
    mean = Fraction(int(chances.endings[:, 0] @ payoffs[:, 0]), chances.scale)
    assert mean == Fraction(int(turn.evaluate(payoffs, policy)[-1, 0]), turn.scale_of(policy))
    assert chances.endings.sum() == chances.scale


@settings(max_examples=examples(25))
@given(rule_sets(TURN_FIELDS), st.integers(0, 2**32))
def test_a_state_is_met_as_often_as_it_is_entered_and_as_it_is_left(rules, seed):
    turn = turn_of(Variant(**rules))
    chances = Chances(turn, drawn_policy(turn, seed))
    ends = turn.source == turn.successor
    for state in range(turn.board.size):
        met = Fraction(int(chances.reach[state, 0]), chances.scale)
        entered = chances.of((turn.successor == state) & ~ends)
        assert entered + (state == turn.board.size - 1) == met
        if state in turn.source:
            assert chances.of(turn.source == state) == met


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "rules", [{"tiles": 6}, {"tiles": 5, "one_die": "always", "scoring": "digits"}]
)
def test_an_advantage_is_what_the_turn_gains_by_the_move(rules, seed):
    """Each of twenty moves is made in one of two columns, after those before it."""
    gains = []
    turn, random = turn_of(Variant(**rules)), np.random.default_rng(seed)
    payoffs = random.integers(-9, 9, (turn.board.size, 2))
    played = Advantages(turn, payoffs, turn.policy())
    every = np.arange(len(turn.source))
    for move in random.permutation(every)[:20].tolist():
        column, before = int(random.integers(2)), played.at_start
        gained = played.of(every)
        changed = played.decide(move, slice(column, column + 1))
        after = played.at_start
        gain = Fraction(int(gained[move, column]), played.unit)
        assert after[column] - before[column] == gain
        gains.append(gain)
        assert after[1 - column] == before[1 - column]
        again = played.of(every)
        assert again[move, column] == 0
        assert (gained == again)[~changed[turn.source]].all()
    assert any(gains)


@settings(max_examples=25)
@given(rule_sets(TURN_FIELDS))
def test_a_turn_can_end_where_one_that_is_played_at_random_ends(rules):
    turn = turn_of(Variant(**rules))
    ended = Chances(turn, turn.policy()).endings[:, 0] > 0
    assert turn.may_end.tolist() == ended.tolist()

"""Backward induction: tuples, policies and discounts, in every combination."""

from fractions import Fraction
from itertools import product

import networkx as nx
import numpy as np
import pytest
from drawn import TURN_FIELDS, rule_sets
from hypothesis import given
from hypothesis import strategies as st
from narrowed import narrowed
from oracle import Oracle

from twoplayer import Variant, solve
from twoplayer.turn import induction, state_graph
from twoplayer.turn.dag import transitions_in
from twoplayer.turn.turns import board_of, turn_of

DISCOUNTS = [Fraction(1), Fraction(9, 10), Fraction(7, 11)]


@given(rule_sets(TURN_FIELDS), st.sampled_from(DISCOUNTS), st.integers(0, 2**32))
def test_a_policy_values_every_component_of_a_tuple_by_itself(rules, discount, seed):
    turn = turn_of(Variant(**rules))
    payoffs = np.random.default_rng(seed).integers(-9, 9, (len(turn.board.open_tiles), 2, 3))
    policy = turn.policy()
    together = turn.evaluate(payoffs, policy, discount)
    for component in range(3):
        alone = turn.evaluate(payoffs[:, :, component], policy, discount)
        assert (together[:, :, component] == alone).all()


@given(rule_sets(TURN_FIELDS), st.sampled_from(DISCOUNTS), st.integers(0, 2**32))
def test_of_a_tuple_the_first_component_is_best_and_a_constant_stays_one(rules, discount, seed):
    turn = turn_of(Variant(**rules))
    payoffs = np.random.default_rng(seed).integers(-9, 9, (len(turn.board.open_tiles), 2, 2))
    payoffs[:, :, 1] = 5
    values = turn.evaluate(payoffs, discount=discount)
    assert (values[:, :, 0] == turn.evaluate(payoffs[:, :, 0], discount=discount)).all()
    if discount == 1:
        assert (values[:, :, 1] == 5 * turn.scale).all()


@given(rule_sets(TURN_FIELDS), st.sampled_from(DISCOUNTS), st.integers(0, 2**32))
def test_tuples_beyond_64_bits_are_worth_so_many_times_what_small_ones_are(rules, discount, seed):
    """Many first components are equal, so that the next ones decide."""
    turn = turn_of(Variant(**rules))
    payoffs = np.random.default_rng(seed).integers(-2, 2, (len(turn.board.open_tiles), 2, 3))
    large = turn.evaluate(payoffs.astype(object) * 2**64, discount=discount)
    assert (large == turn.evaluate(payoffs, discount=discount).astype(object) * 2**64).all()


@given(rule_sets(TURN_FIELDS), st.sampled_from(DISCOUNTS), st.integers(0, 2**32))
def test_values_are_exact_on_either_side_of_each_bound_of_64_bits(rules, discount, seed):
    """Sums over the ways in which dice fall have room, or only values have, or neither."""
    turn = turn_of(Variant(**rules))
    payoffs = np.random.default_rng(seed).integers(-1, 2, (turn.board.size, 5)).astype(object)
    payoffs[0] = 1
    values = turn.evaluate(payoffs * 2**64, discount=discount)
    for unit in (scale := turn.scale_of(discount=discount), scale * turn.most_outcomes):
        for factor in ((2**63 - 1) // unit, (2**63 - 1) // unit + 1):
            if factor:
                larger = turn.evaluate(payoffs * factor, discount=discount).astype(object)
                assert (larger * 2**64 == values * factor).all()


@given(
    rule_sets(TURN_FIELDS), st.sampled_from(DISCOUNTS), st.sampled_from([0, 1, -7, 2**62, -(2**70)])
)
def test_the_policy_of_the_optimum_has_the_value_of_the_optimum(rules, discount, reward):
    """In columns of their own, which are packed together where numbers are long."""
    variant = Variant(**rules)
    turn = turn_of(variant)
    payoffs = np.array([-len(open_tiles) for open_tiles in turn.board.open_tiles])
    values, policy = turn.optimum(payoffs, discount, reward)
    columns = np.column_stack([payoffs - 3, payoffs])
    followed = turn.evaluate(columns, policy, discount, reward)[:, 1]
    scale, policy_scale = turn.scale_of(discount=discount), turn.scale_of(policy, discount)
    for one, other in zip(values.tolist(), followed.tolist(), strict=True):
        assert Fraction(one, scale) == Fraction(other, policy_scale)


@given(rule_sets(TURN_FIELDS), st.sampled_from(DISCOUNTS), st.integers(0, 2**32))
def test_rewards_are_exact_on_either_side_of_64_bits_and_add_to_the_first_of_a_tuple(
    rules, discount, seed
):
    turn = turn_of(Variant(**rules))
    payoffs = np.random.default_rng(seed).integers(-9, 9, (turn.board.size, 2, 2))
    small = turn.evaluate(payoffs[:, :, 0], discount=discount, reward=-3).astype(object)
    for times in (1, 2**64):
        large = turn.evaluate(payoffs.astype(object) * times, None, discount, -3 * times)
        assert (large[:, :, 0] == small * times).all()
    policy = turn.policy()
    tuples = turn.evaluate(payoffs, policy, discount, reward=5)
    assert (tuples[:, :, 0] == turn.evaluate(payoffs[:, :, 0], policy, discount, reward=5)).all()
    assert (tuples[:, :, 1] == turn.evaluate(payoffs[:, :, 1], policy, discount)).all()


@given(
    rule_sets(TURN_FIELDS),
    st.sampled_from(DISCOUNTS),
    st.integers(0, 2**32),
    st.sampled_from([1, 2**64]),
)
def test_who_leaves_all_open_and_decides_for_the_best_plays_optimally(rules, discount, seed, size):
    """In tuples as well, and beyond 64 bits; who leaves nothing open gets what chance gets."""
    turn = turn_of(Variant(**rules))
    some = np.random.default_rng(seed).integers(-9, 9, (len(turn.board.open_tiles), 2, 2))
    payoffs = some.astype(object) * size if size > 1 else some
    best = turn.evaluate(payoffs, turn.policy().as_restriction, discount)
    assert (best == turn.evaluate(payoffs, discount=discount)).all()
    by_number = turn.policy(
        np.arange(len(turn.layout.source)), dice=turn.optimum(some[:, 0, 0])[1].dice_weights > 0
    )
    if set(by_number.dice_units) <= {1}:
        chosen = turn.evaluate(payoffs, by_number.as_restriction, discount)
        assert (chosen == turn.evaluate(payoffs, by_number, discount)).all()


@given(rule_sets(TURN_FIELDS), st.booleans(), st.integers(0, 2**32), st.sampled_from([1, 2**21]))
def test_many_payoffs_together_have_the_values_that_each_has_alone(rules, with_policy, seed, block):
    """Many states pay the same in all of 100 columns, others in many that lie side by side."""
    turn = turn_of(Variant(**rules))
    states = np.arange(len(turn.board.open_tiles))[:, np.newaxis]
    chance = np.random.default_rng(seed)
    low, high = np.sort(chance.integers(0, len(states) + 2, 2))
    limits = np.sort(chance.integers(low, high + 1, 100))
    payoffs = np.sign(limits - states) * (1 + states % 5)
    policy = turn.policy() if with_policy else None
    alone = [turn.evaluate(payoffs[:, [column]], policy) for column in range(100)]
    with narrowed(induction, MOST_SOLVED_TOGETHER=block):
        together = turn.evaluate(payoffs, policy)
        at_start = turn.at_start(range(100), lambda some: payoffs[:, some], policy)
    assert (together == np.hstack(alone)).all()
    assert at_start == [column[-1, 0] for column in alone]


@pytest.mark.parametrize("block", [1, 2**12])
def test_scores_to_beat_are_valued_a_few_at_once_or_one_by_one(block):
    """Of five tiles by digits, many states pay the same against all of a few scores."""
    rules = {"tiles": "1-5", "dice": "1d6", "scoring": "digits"}
    turn = turn_of(Variant(**rules))
    payoffs = np.sign(np.arange(8, 16) - turn.ranks[:, np.newaxis])
    alone = [turn.evaluate(payoffs[:, [column]]) for column in range(8)]
    with narrowed(induction, MOST_SOLVED_TOGETHER=block):
        assert (turn.evaluate(payoffs) == np.hstack(alone)).all()
        # A variant of its own, since values are kept.
        solution = solve(Variant(**rules, clack_payout=Fraction(block + 2, block + 1))).fractions
    oracle = Oracle(**rules, clack_payout=Fraction(block + 2, block + 1))
    assert solution.first_player_ev == oracle.first_player_ev()
    assert solution.second_player_values == oracle.second_player_values()


def test_states_that_come_again_have_no_levels():
    variant = Variant(tiles=3)
    graph, board = state_graph(variant), board_of(variant)
    graph.add_edge(0b001, 0b011)
    with pytest.raises(nx.NetworkXUnfeasible):
        transitions_in(graph, board.choices)


def test_a_layout_is_the_same_whatever_the_order_of_the_edges():
    """The action sets have an order of their own, not that of a set."""
    variant = Variant(tiles=5, moves="sum-or-difference")
    layout = turn_of(variant).layout
    assert layout.action_sets == sorted(layout.action_sets, key=sorted)
    for state, action_set in product(range(1, 32), range(layout.code.turn_ends + 1)):
        assert layout.code.decode(layout.code.encode(state, action_set)) == (state, action_set)


@pytest.mark.dear
def test_payoffs_of_zero_are_solved_beyond_64_bits_as_well():
    """Nothing to win against a clack that pays nothing, at a scale of 24**10."""
    solution = solve(Variant(tiles=10, dice="2d24", clack_payout=0))
    assert solution.second_player_values[0] == 0
    turn = turn_of(solution.variant)
    assert turn.scale >= 2**63
    assert set(turn.evaluate(np.zeros((1024, 1), dtype=np.int64)).ravel().tolist()) == {0}


@pytest.mark.dear
def test_a_policy_with_very_many_equal_moves_is_valued_beyond_64_bits():
    """With 12 tiles and totals up to 24 the numbers of legal moves have a large common multiple."""
    turn = turn_of(Variant(tiles=12, dice="2d12"))
    policy = turn.policy()
    assert max(policy.move_units) >= 2**63
    ones = np.ones((4096, 1), dtype=np.int64)
    assert set(turn.evaluate(ones, policy).ravel().tolist()) == {turn.scale_of(policy)}


def test_a_turn_can_end_where_some_roll_covers_nothing():
    """With a die of two sides and the tiles 1 and 2, every roll covers one while both are open."""
    assert turn_of(Variant(tiles=2, dice="1d2")).may_end.tolist() == [
        True,
        True,
        True,
        False,
    ]
    assert turn_of(Variant(tiles="1,2,9", dice="1d2")).may_end.tolist() == [
        True,
        True,
        True,
        False,
    ]


def test_only_where_a_turn_comes_to_it_can_end():
    """Whoever has to cover the 2 first never has the 2 alone."""
    turn = turn_of(Variant(tiles=2, dice="1d2", opening_tile=2))
    assert turn.may_end.tolist() == [True, True, False, True]


@given(rule_sets(TURN_FIELDS), st.integers(0, 60), st.integers(0, 2**32))
def test_rounded_values_are_below_the_exact_ones_by_less_than_one_a_roll(rules, bits, seed):
    """In 64 bits, and in Python integers where 64 bits cannot hold the sum over a roll."""
    turn = turn_of(Variant(**rules))
    some = np.random.default_rng(seed).integers(-(2**bits), 2**bits, (2 ** len(turn.board.free), 3))
    columns = range(3)
    exact = turn.at_start(columns, lambda _: some)
    rounded = turn.at_start(columns, lambda _: some, rounded=True)
    for whole, value in zip(rounded, exact, strict=True):
        above = Fraction(value, turn.scale) - whole
        assert 0 <= above < turn.most_rolls or above == turn.most_rolls == 0

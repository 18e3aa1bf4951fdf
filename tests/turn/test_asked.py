"""What a turn answers whoever asks it: its moves and decisions, where it may come to, one step."""

from fractions import Fraction

import networkx as nx
import numpy as np
from conftest import examples
from drawn import TURN_FIELDS, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from narrowed import narrowed

from twoplayer import Variant
from twoplayer.turn import induction, state_graph
from twoplayer.turn.turns import turn_of


@settings(max_examples=examples(25))
@given(rule_sets(TURN_FIELDS))
def test_where_a_turn_may_come_to_is_what_the_graph_says(rules):
    variant = Variant(**rules)
    graph, turn = state_graph(variant), turn_of(variant)
    for state in graph:
        after, before = nx.descendants(graph, state), nx.ancestors(graph, state)
        assert set(np.flatnonzero(turn.reachable(state)).tolist()) == {state} | after
        assert set(np.flatnonzero(turn.leading_to(state)).tolist()) == {state} | before


@settings(max_examples=examples(25))
@given(rule_sets(TURN_FIELDS))
def test_a_decision_has_the_moves_of_its_action_set(rules):
    turn = turn_of(Variant(**rules))
    state, action_set = turn.decisions.state, turn.decisions.action_set
    for number, (source, some) in enumerate(zip(state.tolist(), action_set.tolist(), strict=True)):
        moves = turn.decision == number
        assert set(turn.source[moves].tolist()) == {source}
        left = {source}
        if some >= 0:
            left = {source ^ m for m in turn.action_sets[some] if source & m == m}
        assert set(turn.successor[moves].tolist()) == left
        assert turn.first_moves[number] == np.flatnonzero(moves)[0]
    assert len(turn.decision) == 0 or turn.decision[-1] == len(state) - 1


@settings(max_examples=examples(25))
@given(rule_sets(TURN_FIELDS))
def test_a_decision_is_found_where_the_roll_has_a_move_alone(rules):
    turn = turn_of(Variant(**rules))
    every = [(s, a) for s in range(turn.board.size) for a in range(-1, len(turn.action_sets))]
    states, action_sets = np.array(every).T
    found = turn.decision_of(states, action_sets)
    with_move = {*zip(*(each.tolist() for each in turn.decisions[:2]), strict=True)}
    assert [number >= 0 for number in found.tolist()] == [
        a >= 0 and (s, a) in with_move for s, a in every
    ]
    found, states, action_sets = (each[found >= 0] for each in (found, states, action_sets))
    assert (turn.decisions.state[found] == states).all()
    assert (turn.decisions.action_set[found] == action_sets).all()


@settings(max_examples=examples(25))
@given(rule_sets(TURN_FIELDS), st.integers(0, 2**32))
def test_steps_one_after_another_value_the_turn(rules, seed):
    """So they do column by column, and for some columns alone."""
    turn = turn_of(Variant(**rules))
    payoffs = np.random.default_rng(seed).integers(-9, 9, (turn.board.size, 3))
    values = payoffs.astype(object) * turn.scale
    for number, states in enumerate(turn.generations):
        assert (turn.generation[states] == number).all()
        together = turn.step(number, values)
        with narrowed(induction, MOST_SOLVED_TOGETHER=2):
            assert (turn.step(number, values) == together).all()
        assert (turn.step(number, values, np.array([2, 0])) == together[:, [2, 0]]).all()
        values[states] = together
    assert (values == turn.evaluate(payoffs)).all()


@settings(max_examples=examples(25))
@given(rule_sets(TURN_FIELDS), st.integers(0, 2**32))
def test_rounded_values_are_below_by_less_than_three_a_roll_and_one(rules, seed):
    turn, random = turn_of(Variant(**rules)), np.random.default_rng(seed)
    payoffs = random.integers(-(2**40), 2**40, (turn.board.size, 2)).astype(object)
    keys = random.integers(0, 2, (3, len(turn.source)))
    moves = np.array([turn.best_among(turn.all_moves(), key) for key in keys])
    rounded = turn.rounded_at_start(payoffs, moves.T.copy())
    for place, some in enumerate(moves):
        policy = turn.policy_of(some)
        scale = turn.scale_of(policy)
        for column, value in enumerate(turn.evaluate(payoffs, policy)[-1].tolist()):
            above = Fraction(value, scale) - int(rounded[column, place])
            assert 0 <= above < 1 + 3 * turn.most_rolls

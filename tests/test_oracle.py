"""The solver equals the definition, on random rule sets: the same fractions, not close ones."""

from fractions import Fraction

import pytest
from conftest import to_fraction
from drawn import rule_sets, states_of
from hypothesis import given
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import Variant, solve
from twoplayer.variant.fields import FIELDS


def assert_equal(rules):
    solution, oracle = solve(Variant(**rules)), Oracle(**rules)
    second = {k: to_fraction(v) for k, v in solution.second_player_values.items()}
    assert second == oracle.second_player_values()
    assert list(second) == sorted(second)
    assert to_fraction(solution.first_player_ev) == oracle.first_player_ev()


@given(rule_sets())
def test_every_rule_set_of_the_first_table_equals_the_oracle(rules):
    assert_equal(rules)


@pytest.mark.parametrize("field", [name for name in FIELDS if name != "tiles"])
@given(data=st.data())
def test_each_rule_alone_equals_the_oracle(field, data):
    assert_equal(data.draw(rule_sets((field,))))


@given(rule_sets(tuple(name for name in FIELDS if name != "tiles"), most_tiles=5))
def test_all_rules_together_equal_the_oracle(rules):
    assert_equal(rules)


@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")), st.data())
def test_values_moves_and_dice_of_every_state_equal_the_oracle(rules, data):
    solution, oracle = solve(Variant(**rules)), Oracle(**rules)
    beat = data.draw(st.sampled_from([None, *solution.second_player_values]))
    value = oracle.first_turn() if beat is None else oracle.second_turn(beat)
    for state in states_of(rules):
        assert to_fraction(solution.value(state, score_to_beat=beat)) == value(state)
    state = data.draw(st.sampled_from(list(filter(None, states_of(rules)))))
    dice = data.draw(st.sampled_from(sorted(oracle.dice_counts(state))))
    roll = data.draw(st.tuples(*[st.integers(1, oracle.sides)] * dice))
    moves = solution.moves(state, roll, score_to_beat=beat)
    worth = {tuple(sorted(m)): value(state - m) for m in oracle.covers(state, roll)}
    assert {move: to_fraction(v) for move, v in moves.items()} == worth
    assert list(moves.values()) == sorted(moves.values(), reverse=True)
    best = solution.optimal_moves(state, roll, score_to_beat=beat)
    assert set(best) == {move for move, v in worth.items() if v == max(worth.values())}
    by_dice = {
        n: sum(
            chance * max((value(state - m) for m in oracle.covers(state, r)), default=ended)
            for r, chance in oracle.rolls(n)
        )
        for ended in [ending_value(oracle, state, beat)]
        for n in oracle.dice_counts(state)
    }
    optimal = [n for n in sorted(by_dice) if by_dice[n] == max(by_dice.values())]
    assert list(solution.optimal_dice(state, score_to_beat=beat)) == optimal


def ending_value(oracle, state, beat):
    if beat is None:
        return -oracle.second_player_values()[oracle.score(state)]
    return oracle.to_second(beat, state)


@pytest.mark.parametrize(
    "rules",
    [
        {"tiles": (2, 3, 5, 7, 11), "one_die": "always", "clack_payout": "5/3"},
        {"tiles": (6,), "clack_payout": "0", "immediate_clack": True},
        {"tiles": (40, 50), "clack_payout": "19/5"},
    ],
    ids=["primes", "one tile", "tiles that no roll reaches"],
)
def test_odd_games_equal_the_oracle(rules):
    solution = solve(Variant(**rules))
    rules["clack_payout"] = Fraction(rules["clack_payout"])
    assert to_fraction(solution.first_player_ev) == Oracle(**rules).first_player_ev()


def test_values_beyond_64_bits_are_exact():
    """Scaled to whole numbers, a payout of 10**20 overflows 64 bits in any game."""
    rules = {"tiles": (1, 2, 3, 4), "clack_payout": Fraction(10**20 + 1, 7), "one_die": "always"}
    assert_equal(rules)


@pytest.mark.parametrize("rolls", range(5))
@pytest.mark.parametrize("bits", [63, 64])
def test_values_are_exact_on_either_side_of_64_bits(rolls, bits):
    """Times a power of the sides, which makes values whole, the payout just needs so many bits."""
    payout = Fraction(3 * 2 ** (bits - 2) // 3**rolls)
    assert_equal({"tiles": (1, 2, 3), "dice": "1d3", "clack_payout": payout})


@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")))
def test_the_chances_to_win_tie_and_clack_equal_the_oracle(rules):
    outcomes = solve(Variant(**rules)).outcomes
    expected = Oracle(**rules).outcomes()
    assert {name: to_fraction(getattr(outcomes, name)) for name in expected} == expected

"""Whose dice decide a game, and how many rolls it takes."""

from dataclasses import replace

import pytest
from drawn import TURN_FIELDS, rule_sets
from hypothesis import given
from hypothesis import strategies as st
from narrowed import narrowed
from oracle import Oracle
from roll_oracle import of_both, played_optimally
from test_playing import GAMES

from twoplayer import Variant, solve
from twoplayer.game import luck as luck_module
from twoplayer.turn.turns import board_of


@given(GAMES)
def test_the_luck_of_both_turns_is_the_variance(rules):
    """That of the second is what is left on average, for each score, of the square of a payoff."""
    solution = solve(Variant(**rules)).fractions
    luck, against = solution.luck(), solution.second_player_values
    left = solution.play().score_chances()
    assert luck.first_turn + luck.second_turn == solution.fairness().variance
    ev = solution.first_player_ev
    assert luck.first_turn == sum(left[k] * (-value - ev) ** 2 for k, value in against.items())
    assert luck.second_turn == sum(left[k] * _variance(solution, k) for k in left if left[k])


def _variance(solution, score):
    """Return the variance of what changes hands after a first turn that left a score."""
    variant = solution.variant
    if variant.immediate_clack and score == 0:
        return 0
    _, parts = solution.play(score_to_beat=score).at().prospects()[0]
    stakes = solution.contest.stakes
    square = 1 - parts["tie"] + (stakes.payout**2 - 1) * parts["clack pays"]
    return square + stakes.tie.pays**2 * parts["tie"] - parts["value"] ** 2


@given(GAMES)
def test_a_game_takes_some_number_of_rolls(rules):
    variant = Variant(**rules)
    luck = solve(variant).fractions.luck()
    rolls = luck.rolls
    assert sum(rolls.values()) == 1
    assert (luck.fewest_rolls, luck.most_rolls) == (min(rolls), max(rolls))
    assert luck.mean_rolls == sum(number * chance for number, chance in rolls.items())
    assert min(rolls) >= (1 if variant.immediate_clack else 2)
    assert max(rolls) <= 2 * (len(board_of(variant).free) + 1)


@given(rule_sets(TURN_FIELDS, most_tiles=3), st.booleans())
def test_rolls_are_those_of_plain_recursion_where_each_best_choice_is_as_likely(rules, at_once):
    solution = solve(Variant(**rules, immediate_clack=at_once)).fractions
    oracle = Oracle(**rules)

    def replies(score):
        over = at_once and score == 0
        return {(0, 0): 1} if over else played_optimally(oracle, solution.play(score_to_beat=score))

    luck = solution.luck()
    assert luck.rolls == of_both(played_optimally(oracle, solution.play()), replies)
    assert averages(solution) == (luck.fewest_rolls, luck.most_rolls, luck.mean_rolls)


def averages(solution):
    """Return the fewest rolls, the most and the mean, found without the chances."""
    with narrowed(luck_module, MOST_COUNTED=-1):
        luck = replace(solution).luck()
    assert luck.rolls is None
    return luck.fewest_rolls, luck.most_rolls, luck.mean_rolls


@pytest.mark.parametrize("rules", [{"dice": "1d1"}, {"dice": "3d2", "weights": (10**8, 1)}])
def test_averages_are_exact_beyond_64_bits_as_well(rules):
    solution = solve(Variant(tiles=3, **rules)).fractions
    luck = solution.luck()
    assert averages(solution) == (luck.fewest_rolls, luck.most_rolls, luck.mean_rolls)


def test_whoever_clacks_at_once_leaves_no_roll_to_the_second():
    """A single tile that every roll covers: two rolls, or one."""
    certain = Variant(tiles="1-1", dice="1d1")
    assert solve(certain).luck().rolls == {2: 1}
    assert solve(certain.replace(immediate_clack=True)).luck().rolls == {1: 1}


def test_without_luck_there_are_no_shares():
    luck = solve(Variant(tiles="1-1", dice="1d1")).luck()
    assert (luck.first_turn, luck.second_turn, luck.first_turn_share) == (0, 0, None)


def test_two_with_rules_of_their_own_take_as_many_rolls_as_their_turns():
    luck = solve(Variant(tiles=4), second=Variant(tiles=3, one_die="always")).fractions.luck()
    assert luck.mean_rolls == sum(number * chance for number, chance in luck.rolls.items())
    assert (luck.fewest_rolls, luck.most_rolls) == (min(luck.rolls), max(luck.rolls))

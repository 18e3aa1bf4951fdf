"""Counting winning sequences, and sets that a roll covers."""

from functools import cache
from math import gcd

import pytest
from conftest import examples
from drawn import rule_sets
from hypothesis import given, settings
from oracle import Oracle
from test_spec import facts

from twoplayer import InputError, Variant, strategy_values
from twoplayer.strategy import coverable_sets, winning_sequences


@pytest.mark.parametrize("fact", facts("sequences"))
def test_winning_sequences(fact):
    counts = {int(moves): count for moves, count in fact["counts"].items()}
    assert winning_sequences(Variant(tiles=fact["tiles"])) == counts


@pytest.mark.parametrize("fact", facts("coverable"))
def test_coverable_sets(fact):
    assert len(coverable_sets(Variant(tiles=fact["tiles"]))) == fact["count"]


def count_sequences(oracle, dice):
    """Count by trying every roll and move."""

    @cache
    def counted(state):
        if not state:
            return {0: 1}
        counts = {}
        faces = oracle.faces // gcd(*oracle.game.weights)
        for roll, chance in oracle.rolls(dice):
            for move in oracle.covers(state, roll):
                for moves, count in counted(state - move).items():
                    ways = count * int(chance * faces**dice)
                    counts[moves + 1] = counts.get(moves + 1, 0) + ways
        return counts

    return counted(oracle.all_tiles)


@settings(max_examples=examples(20))
@given(rule_sets(("dice", "weights", "moves", "max_tiles", "opening_tile", "stop_total")))
def test_winning_sequences_equal_brute_force(rules):
    oracle = Oracle(**rules)
    expected = count_sequences(oracle, oracle.count)
    assert winning_sequences(Variant(**rules)) == dict(sorted(expected.items()))


def test_winning_sequences_are_refused_where_the_number_of_dice_is_a_choice():
    with pytest.raises(InputError, match=r"^one_die: got 'always', with which the number of dice"):
        winning_sequences(Variant(tiles=3, one_die="always"))
    assert winning_sequences(Variant(tiles=3, one_die="forced sum <= 3"))
    never = Variant(tiles="2-5", one_die="sum <= 0")
    assert winning_sequences(never) == winning_sequences(Variant(tiles="2-5"))
    assert "most-sequences" not in strategy_values(Variant(tiles=3, one_die="always"))

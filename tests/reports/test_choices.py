"""How often a player has a choice: published counts, brute force."""

from fractions import Fraction
from functools import cache

import pytest
from conftest import examples
from drawn import TURN_FIELDS, rule_sets
from hypothesis import given, settings
from oracle import Oracle
from test_spec import facts

from making.questions import choices
from twoplayer import Variant, one_player, solve
from twoplayer.turn.turns import board_of


def test_choices_say_what_was_counted():
    found = choices(one_player(Variant(tiles=3)))
    assert found == ([14, 1, 1], [Fraction(277, 648), Fraction(1, 18), Fraction(1, 18)])


@pytest.mark.parametrize("fact", facts("choices"))
def test_states_and_totals_with_a_choice(fact):
    counts, _ = choices(one_player(Variant(), fact["aim"]))
    assert counts == fact["counts"]


@settings(max_examples=examples(30))
@given(rule_sets([name for name in TURN_FIELDS if name != "opening_tile"]))
def test_choices_equal_brute_force(rules):
    """Counted in every state, rolls that allow the same moves once; met by plain recursion."""
    variant, oracle = Variant(**rules), Oracle(**rules)
    value = oracle.turn(lambda state: -Fraction(oracle.score(state)))

    def kinds(state, roll):
        worth = [value(state - move) for move in oracle.covers(state, roll)]
        return bool(worth), len(worth) > 1, len(set(worth)) > 1

    @cache
    def meets(state):
        """Return how many of each kind are met from a state on, under optimal play."""
        if not state:
            return [Fraction(0)] * 3
        by_dice = {}
        for dice in oracle.dice_counts(state):
            worth, met = Fraction(0), [Fraction(0)] * 3
            for roll, chance in oracle.rolls(dice):
                moves = oracle.covers(state, roll)
                best = max((value(state - m) for m in moves), default=-oracle.score(state))
                worth += chance * best
                chosen = [state - m for m in moves if value(state - m) == best]
                for kind, is_so in enumerate(kinds(state, roll)):
                    later = sum((meets(after)[kind] for after in chosen), Fraction(0))
                    met[kind] += chance * (is_so + later / max(len(chosen), 1))
            by_dice[dice] = worth, met
        most = max(worth for worth, _ in by_dice.values())
        optimal = [met for worth, met in by_dice.values() if worth == most]
        return [sum(part) / len(optimal) for part in zip(*optimal, strict=True)]

    counts, met = choices(one_player(variant))
    assert met == meets(oracle.all_tiles)
    counted = [0, 0, 0]
    for state in map(frozenset, board_of(variant).open_tiles):
        rolls = {
            frozenset(oracle.covers(oracle.all_tiles, roll)): roll
            for dice in (oracle.dice_counts(state) if state else ())
            for roll, _ in oracle.rolls(dice)
        }
        for roll in rolls.values():
            counted = [n + kind for n, kind in zip(counted, kinds(state, roll), strict=True)]
    assert counts == counted


def test_where_every_move_is_as_good_none_costs():
    """Who only wins by a clack that cannot be, gains nothing by any move."""
    variant = Variant(tiles="1,2,3,30", scoring="shut")
    (_, real, costly), _ = choices(solve(variant).play())
    assert real > 0
    assert costly == 0

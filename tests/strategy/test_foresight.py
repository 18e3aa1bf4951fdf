"""How often a game could be shut had one known every roll, by going through all of them."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from conftest import to_fraction
from drawn import rule_sets
from hypothesis import assume, given
from narrowed import narrowed
from oracle import Oracle

from twoplayer import Variant, one_player
from twoplayer.errors import GameTooLargeError
from twoplayer.strategy import foresight
from twoplayer.strategy import one_player as module
from twoplayer.variant.fields import FIELDS

RULES = rule_sets(tuple(n for n in FIELDS if n not in ("tiles", "scoring", "ties")), most_tiles=3)


def roll_of(oracle, dice):
    """Return dice as what a roll is: their total where nothing else matters."""
    return (sum(dice),) if oracle.game.by_total else tuple(sorted(dice))


def can_be_shut(oracle, state, throws):
    """Tell whether some choices shut the box, where the dice fall so, throw after throw."""
    if not state or not throws:
        return not state
    now, *later = throws
    return any(
        can_be_shut(oracle, state - move, later)
        for number in oracle.dice_counts(state)
        for move in oracle.covers(state, roll_of(oracle, now[:number]))
    )


@pytest.mark.dear
@given(RULES)
def test_it_is_the_chance_of_all_throws_that_can_be_made_to_shut_it(rules):
    oracle = Oracle(**rules)
    sides, tiles = oracle.sides**oracle.count, len(oracle.all_tiles)
    assume(sides**tiles <= 10**5)
    weights = oracle.game.weights
    throws = list(product(range(1, oracle.sides + 1), repeat=oracle.count))
    chance = {throw: Fraction(prod(weights[n - 1] for n in throw)) for throw in throws}
    shut = sum(
        prod(map(chance.__getitem__, several))
        for several in product(throws, repeat=tiles)
        if can_be_shut(oracle, oracle.all_tiles, several)
    )
    assert to_fraction(foresight(Variant(**rules))) == shut / sum(chance.values()) ** tiles


@given(RULES)
def test_nobody_shuts_more_without_it(rules):
    variant = Variant(**rules)
    assert one_player(variant, "clack").value() <= foresight(variant) <= 1


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("tiles", "percent"), [(6, "13.6984"), (9, "8.8141"), (10, "5.2301"), (12, "0.4453")]
)
def test_what_was_found_by_somebody_else(tiles, percent):
    assert f"{float(foresight(Variant(tiles=tiles))) * 100:.4f}" == percent


def test_with_other_coverings_and_loaded_dice_it_is_another_chance():
    classic = foresight("classic")
    assert foresight(Variant(moves="sum-or-difference", tiles=6)) > foresight(Variant(tiles=6))
    assert foresight(Variant(weights=(1, 1, 1, 1, 1, 2))) > classic
    assert foresight(Variant(tiles="7-9", dice="2d3")) == 0


@narrowed(module, MOST_FAMILIES=1_000)
def test_too_many_families_are_given_up_while_they_are_counted():
    with pytest.raises(GameTooLargeError, match=r"^tiles: .* more than 1,000 families of states"):
        foresight("classic")
    assert foresight(Variant(tiles=6)) > 0

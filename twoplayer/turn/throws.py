"""What a throw of the dice may cover: the rolls of a variant, grouped by the sets that they allow.

A roll matters only through the sets it may cover. So rolls that allow the same sets are one
outcome with their weights added: 36 pairs of dice become 11 totals where any set with the sum of
the roll may be covered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..variant.dice import Roll
from ..variant.tiles import TileSet, mask_of
from ..variant.variant import Variant
from .moves import possible_counts, possible_rolls, sets_covered
from .states import States, free_tiles, states_of

__all__ = ["DiceChoice", "MoveSets", "allowed_moves", "dice_choices"]

MoveSets = frozenset[int]
"""The sets of tiles that a roll may cover when all of them are open, as bit masks."""


class DiceChoice(NamedTuple):
    """A number of dice, and the states in which the player may choose to roll it.

    Parameters
    ----------
    dice
        The number of dice.
    sides
        The sides of each.
    opening
        It is the first roll of a turn, after which a certain tile must be covered.
    weights
        How many of the outcomes allow each collection of moves; they add up to `outcomes`.
    states
        True at the mask of every state in which they may be rolled, shape (states,).
    """

    dice: int
    sides: int
    opening: bool
    weights: Mapping[MoveSets, int]
    states: NDArray[np.bool_]

    @property
    def outcomes(self) -> int:
        """The number of equally likely ways in which they fall."""
        return int(self.sides**self.dice)


def allowed_moves(
    variant: Variant, roll: Roll, opening: bool = False, states: States | None = None
) -> MoveSets:
    """Return the moves that a roll allows, were all tiles open.

    Parameters
    ----------
    roll
        The dice, ascending; where only the total matters, that alone will do.
    opening
        The roll is the first of the turn.
    states
        What the bits of a mask stand for; None: as in `states_of`.

    Examples
    --------
    >>> sorted(allowed_moves(Variant(), (1, 2)))
    [3, 4]
    """
    turn = variant.turn_rules
    return _moves(turn, roll, opening, states.free if states else free_tiles(turn))


@lru_cache(maxsize=2**14)
def _moves(variant: Variant, roll: Roll, opening: bool, free: TileSet) -> MoveSets:
    return MoveSets(mask_of(free, tiles) for tiles in sets_covered(variant, roll, opening))


def dice_choices(variant: Variant, states: States | None = None) -> tuple[DiceChoice, ...]:
    """Return every number of dice that may be chosen in a turn.

    The first roll differs from a later one where the first move must cover a certain tile. No dice
    are rolled once every tile is covered.

    Parameters
    ----------
    states
        Where; None: in those that a turn leads to.

    Examples
    --------
    >>> [(c.dice, c.outcomes, len(c.weights)) for c in dice_choices(Variant(one_die="always"))]
    [(1, 6, 6), (2, 36, 11)]
    """
    return _choices(variant, states or states_of(variant))


@lru_cache(maxsize=8)
def _choices(variant: Variant, states: States) -> tuple[DiceChoice, ...]:
    every = states.open_tiles
    counts = [variant.one_die.dice_counts(variant.dice.number, tiles) for tiles in every]
    opens = np.array([tiles == variant.tiles for tiles in every])
    opens &= variant.opening_tile is not None
    found = []
    for dice in possible_counts(variant):
        may = np.array([dice in count for count in counts]) & np.array(list(map(bool, every)))
        for opening, where in ((True, may & opens), (False, may & ~opens)):
            if where.any():
                weights: Counter[MoveSets] = Counter()
                for roll, ways in possible_rolls(variant, dice).items():
                    weights[allowed_moves(variant, roll, opening, states)] += ways
                found.append(DiceChoice(dice, variant.dice.sides, opening, weights, where))
    return tuple(found)

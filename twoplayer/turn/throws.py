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

from ..variant.covering import COVERINGS, SetsBySum
from ..variant.dice import Dice, Roll, rolls, totals
from ..variant.tiles import TileSet, mask_of, tile_sets
from ..variant.variant import Variant

__all__ = ["DiceChoice", "MoveSets", "allowed_moves", "dice_choices", "possible_rolls"]

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


def possible_rolls(variant: Variant, dice: int) -> Mapping[Roll, int]:
    """Return the rolls of a number of dice, and in how many ways each falls.

    Where only the total matters, a roll is the tuple of that total.
    """
    by_total = COVERINGS[variant.moves].by_total
    return (totals if by_total else rolls)(Dice(dice, variant.dice.sides))


def allowed_moves(variant: Variant, roll: Roll, opening: bool = False) -> MoveSets:
    """Return the sets of tiles that a roll may cover, were all tiles open.

    Parameters
    ----------
    roll
        The dice, ascending; where only the total matters, that alone will do.
    opening
        The roll is the first of the turn.

    Examples
    --------
    >>> sorted(allowed_moves(Variant(), (1, 2)))
    [3, 4]
    >>> sorted(allowed_moves(Variant(moves="one-tile"), (1, 2)))
    [1, 2, 4]
    """
    if sum(roll) == variant.stop_total:
        return MoveSets()
    most = variant.max_tiles or len(variant.tiles)
    must = {variant.opening_tile} if opening and variant.opening_tile else set()
    return MoveSets(
        mask_of(variant.tiles, tiles)
        for tiles in COVERINGS[variant.moves].sets(roll, _sets_by_sum(variant.tiles))
        if len(tiles) <= most
        and len(set(tiles)) == len(tiles)
        and must <= set(tiles) <= set(variant.tiles)
    )


@lru_cache(maxsize=8)
def dice_choices(variant: Variant) -> tuple[DiceChoice, ...]:
    """Return every number of dice that may be chosen in a turn.

    The first roll differs from a later one where the first move must cover a certain tile. No dice
    are rolled once every tile is covered.

    Examples
    --------
    >>> [(c.dice, c.outcomes, len(c.weights)) for c in dice_choices(Variant(one_die="always"))]
    [(1, 6, 6), (2, 36, 11)]
    """
    states = tile_sets(variant.tiles)
    normal = variant.dice
    counts = [variant.one_die.dice_counts(normal.number, open_tiles) for open_tiles in states]
    opens = np.zeros(len(states), dtype=bool)
    opens[-1] = variant.opening_tile is not None
    found = []
    for dice in sorted({1, normal.number}):
        may = np.array([dice in count for count in counts])
        may[0] = False
        for opening, where in ((True, may & opens), (False, may & ~opens)):
            if where.any():
                weights: Counter[MoveSets] = Counter()
                for roll, ways in possible_rolls(variant, dice).items():
                    weights[allowed_moves(variant, roll, opening)] += ways
                found.append(DiceChoice(dice, normal.sides, opening, weights, where))
    return tuple(found)


@lru_cache(maxsize=8)
def _sets_by_sum(tiles: TileSet) -> SetsBySum:
    by_sum: dict[int, list[TileSet]] = {}
    for some in tile_sets(tiles)[1:]:
        by_sum.setdefault(sum(some), []).append(some)
    return by_sum

"""Which sets of tiles the rolls of a game may cover, were all tiles open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..errors import GameTooLargeError
from ..variant.covering import COVERINGS, SetsWithSum
from ..variant.dice import Dice, Roll, rolls, totals
from ..variant.tiles import TileSet
from ..variant.variant import Variant

__all__ = ["possible_counts", "possible_rolls", "sets_covered"]

MOST_SETS = 2**16


def possible_counts(variant: Variant) -> tuple[int, ...]:
    """Return the numbers of dice that may be rolled in some state, ascending.

    Whoever may roll a single die with all tiles open may do so in every state; whoever may not
    with the smallest tile alone, in none.
    """
    extremes = (variant.tiles, variant.tiles[:1])
    counts = (variant.one_die.dice_counts(variant.dice.number, tiles) for tiles in extremes)
    return tuple(sorted(set().union(*counts)))


def possible_rolls(variant: Variant, dice: int) -> Mapping[Roll, int]:
    """Return the rolls of a number of dice, and in how many ways each falls.

    Where only the total matters, a roll is the tuple of that total.
    """
    by_total = COVERINGS[variant.moves].by_total
    return (totals if by_total else rolls)(Dice(dice, variant.dice.sides))


def sets_covered(variant: Variant, roll: Roll, opening: bool = False) -> frozenset[TileSet]:
    """Return the sets of tiles that a roll may cover, were all tiles open.

    Parameters
    ----------
    roll
        The dice, ascending; where only the total matters, that alone will do.
    opening
        The roll is the first of the turn.

    Examples
    --------
    >>> sorted(sets_covered(Variant(), (1, 2)))
    [(1, 2), (3,)]
    >>> sorted(sets_covered(Variant(moves="one-tile"), (1, 2)))
    [(1,), (2,), (3,)]
    """
    if sum(roll) == variant.stop_total:
        return frozenset()
    most = variant.max_tiles or len(variant.tiles)
    must = {variant.opening_tile} if opening and variant.opening_tile else set()
    return frozenset(
        tiles
        for tiles in COVERINGS[variant.moves].sets(roll, _sets_with_sum(variant))
        if len(tiles) <= most
        and len(set(tiles)) == len(tiles)
        and must <= set(tiles) <= set(variant.tiles)
    )


def _sets_with_sum(variant: Variant) -> SetsWithSum:
    largest, most = variant.dice.number * variant.dice.sides, variant.max_tiles
    most = min(most or len(variant.tiles), len(variant.tiles))
    return lambda total: _sets_by_sum(variant.tiles, largest, most).get(total, ())


@lru_cache(maxsize=8)
def _sets_by_sum(tiles: TileSet, largest: int, most: int) -> Mapping[int, list[TileSet]]:
    """Return the sets of at most so many tiles with a sum that can be rolled, by their sum."""
    sets: list[tuple[int, TileSet]] = [(0, ())]
    for tile in tiles:
        sets += [
            (total + tile, (*some, tile))
            for total, some in sets
            if total + tile <= largest and len(some) < most
        ]
        if len(sets) > MOST_SETS:
            raise GameTooLargeError(
                f"tiles: one roll or another would cover more than {MOST_SETS} sets of them; "
                "takes fewer tiles, or smaller rolls"
            )
    by_sum: dict[int, list[TileSet]] = {}
    for total, some in sets[1:]:
        by_sum.setdefault(total, []).append(some)
    return by_sum

"""Which sets of tiles a roll may cover.

A covering rule is one function and one entry in `COVERINGS`. The function gets the roll, and what
finds the sets of the game's tiles with a sum; it returns sets of tile numbers. Sets with a tile
that the game does not have, or with the same tile twice, are dropped by the caller, and so are
those with a tile that is already covered.

>>> with_sum = lambda total: {3: [(3,), (1, 2)], 7: [(7,), (3, 4)]}.get(total, [])
>>> for name, covering in COVERINGS.items():
...     print(name, sorted(covering.sets((2, 5), with_sum)))
sum [(3, 4), (7,)]
one-tile [(2,), (5,), (7,)]
dice-or-sum [(2,), (2, 5), (5,), (7,)]
exact [(2, 5), (7,)]
sum-or-difference [(1, 2), (3,), (3, 4), (7,)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from .dice import Roll
from .tiles import TileSet

SetsWithSum = Callable[[int], Iterable[TileSet]]


class Covering(NamedTuple):
    """A rule for which sets of tiles a roll may cover."""

    sets: Callable[[Roll, SetsWithSum], Iterable[TileSet]]
    words: str  # what it allows
    by_total: bool = False  # the function may get the total alone, as a single die


def any_sum(roll: Roll, with_sum: SetsWithSum) -> Iterable[TileSet]:
    """Return the sets with the sum of the roll."""
    return with_sum(sum(roll))


def sum_or_difference(roll: Roll, with_sum: SetsWithSum) -> Iterable[TileSet]:
    """Return the sets with the sum or the difference of the dice."""
    difference = roll[-1] - roll[0]
    return [*with_sum(sum(roll)), *(with_sum(difference) if difference else ())]


def one_tile(roll: Roll, with_sum: SetsWithSum) -> Iterable[TileSet]:
    """Return the tiles that show one of the dice or the sum."""
    return {(number,) for number in (*roll, sum(roll))}


COVERINGS = {
    "sum": Covering(any_sum, "any set of open tiles with the sum of the roll", by_total=True),
    "one-tile": Covering(one_tile, "exactly one tile, showing either die or the sum"),
    "dice-or-sum": Covering(
        lambda roll, with_sum: {*one_tile(roll, with_sum), roll},
        "one tile showing either die or the sum, or both dice's tiles",
    ),
    "exact": Covering(
        lambda roll, with_sum: {(sum(roll),), roll},
        "the tile showing the sum, or both dice's tiles",
    ),
    "sum-or-difference": Covering(
        sum_or_difference, "any set of open tiles with the sum or the difference of the dice"
    ),
}
BY_TOTAL = " | ".join(name for name, covering in COVERINGS.items() if covering.by_total)
"""Those that go with any number of dice."""

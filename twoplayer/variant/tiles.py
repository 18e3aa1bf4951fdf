"""Sets of open tiles: the sets that a roll may cover, their scores, and the rules for ties.

Inside the solver a set is a bit mask, and outside a tuple of tile numbers. Bit i of a mask stands
for the i-th smallest tile of the game. Covering tiles makes the mask smaller, so ascending masks
are a topological order of every game.

A covering rule gets two arguments. The first is the roll. The second is a function from a sum to
the sets of the game's tiles with this sum. The rule returns sets of tile numbers. The caller drops
a set with a covered tile, with a tile twice, or with a tile that the game does not have.

>>> with_sum = lambda total: {3: [(3,), (1, 2)], 7: [(7,), (3, 4)]}.get(total, [])
>>> for name, covering in COVERINGS.items():
...     print(name, sorted(covering.sets((2, 5), with_sum)))
sum [(3, 4), (7,)]
one-tile [(2,), (5,), (7,)]
dice-or-sum [(2,), (2, 5), (5,), (7,)]
exact [(2, 5), (7,)]
sum-or-difference [(1, 2), (3,), (3, 4), (7,)]

The lower score wins; only the order of scores matters. A scoring adds one open tile after another,
ascending, to a score that begins at 0. The first tile makes the score positive, and no further tile
lowers the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache, reduce
from typing import NamedTuple

from .dice import Roll

TileSet = tuple[int, ...]
SetsWithSum = Callable[[int], Iterable[TileSet]]


@lru_cache(maxsize=8)
def tile_sets(tiles: TileSet) -> tuple[TileSet, ...]:
    """List every set of the tiles; the index of a set is its mask.

    >>> tile_sets((2, 3, 5))
    ((), (2,), (3,), (2, 3), (5,), (2, 5), (3, 5), (2, 3, 5))
    """
    sets: list[TileSet] = [()]
    for tile in tiles:
        sets += [(*smaller, tile) for smaller in sets]
    return tuple(sets)


def mask_of(tiles: TileSet, some: Iterable[int]) -> int:
    """Return the mask of the tiles in `some`.

    >>> mask_of((2, 3, 5), [2, 5])
    5
    """
    return sum(1 << tiles.index(tile) for tile in some)


class Covering(NamedTuple):
    """A rule for the sets that a roll may cover; the module describes the function `sets`."""

    sets: Callable[[Roll, SetsWithSum], Iterable[TileSet]]
    words: str  # the sets that the rule allows, in words
    by_total: bool = False  # whether the function may get the total alone, as a single die


def any_sum(roll: Roll, with_sum: SetsWithSum) -> Iterable[TileSet]:
    return with_sum(sum(roll))


def sum_or_difference(roll: Roll, with_sum: SetsWithSum) -> Iterable[TileSet]:
    difference = roll[-1] - roll[0]
    return [*with_sum(sum(roll)), *(with_sum(difference) if difference else ())]


def one_tile(roll: Roll, with_sum: SetsWithSum) -> Iterable[TileSet]:
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
"""The names of the coverings that go with any number of dice."""


class Scoring(NamedTuple):
    """A rule for the score of open tiles: a whole number, and 0 if no tile is open."""

    add: Callable[[int, int], int]  # from the score of some tiles and a larger tile to the score
    words: str

    def score(self, open_tiles: Iterable[int]) -> int:
        """Return the score of tiles, which are given in ascending order.

        >>> {name: scoring.score((1, 2, 5)) for name, scoring in SCORINGS.items()}
        {'sum': 8, 'digits': 125, 'count': 3, 'shut': 1}
        """
        return reduce(self.add, open_tiles, 0)


SCORINGS = {
    "sum": Scoring(lambda score, tile: score + tile, "the sum of the open tiles"),
    "digits": Scoring(
        lambda score, tile: score * 10 ** len(str(tile)) + tile,
        "the open tiles in ascending order, read as one number",
    ),
    "count": Scoring(lambda score, tile: score + 1, "how many tiles are open"),
    "shut": Scoring(lambda score, tile: 1, "0 if every tile is covered, else 1"),
}


class Tie(NamedTuple):
    """A rule for equal scores: a player wins as with a better score, or nobody wins.

    If nobody wins, the second player may pay the first.
    """

    words: str
    wins: int = 0  # the winner: 1 the second player, or the latest of several; −1 the first; 0 none
    pays: Fraction = Fraction(0)  # the second player's payment to the first, if nobody wins


TIES = {
    "push": Tie("equal scores push: nobody wins"),
    "first": Tie("the first player wins equal scores", wins=-1),
    "second": Tie("the second player wins equal scores", wins=1),
}

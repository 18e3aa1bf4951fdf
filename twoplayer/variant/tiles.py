"""Sets of open tiles, and what they score when a turn ends.

Inside the solver a set is a bit mask, outside a tuple of tile numbers: bit i of a mask stands for
the i-th smallest tile of the game. Covering tiles makes the mask smaller, so ascending masks are a
topological order of every game.

The lower score wins; only the order of scores matters. A scoring is a step from tile to tile,
ascending, that begins at 0, and one entry in `SCORINGS`. A further tile never lowers the score, and
any tile makes it positive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from typing import NamedTuple

TileSet = tuple[int, ...]


@lru_cache(maxsize=8)
def tile_sets(tiles: TileSet) -> tuple[TileSet, ...]:
    """List every set of the tiles, at the index that is its mask.

    >>> tile_sets((2, 3, 5))
    ((), (2,), (3,), (2, 3), (5,), (2, 5), (3, 5), (2, 3, 5))
    """
    sets: list[TileSet] = [()]
    for tile in tiles:
        sets += [(*smaller, tile) for smaller in sets]
    return tuple(sets)


def mask_of(tiles: TileSet, some: Iterable[int]) -> int:
    """Return the mask of some of the tiles.

    >>> mask_of((2, 3, 5), [2, 5])
    5
    """
    return sum(1 << tiles.index(tile) for tile in some)


class Scoring(NamedTuple):
    """A way to score the open tiles."""

    add: Callable[[int, int], int]  # a larger tile to the score of some: the score of them all
    words: str

    def score(self, open_tiles: Iterable[int]) -> int:
        """Score some tiles, ascending.

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

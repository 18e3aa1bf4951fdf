"""States: sets of open tiles, as bit masks inside the solver and tuples of tile numbers outside.

Bit i of a mask stands for the i-th smallest tile of the game. Covering tiles makes the mask
smaller, so ascending masks are a topological order of every game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

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

"""What the open tiles score when a turn ends. Lower wins; only the order of scores matters.

A scoring is one function of the open tiles, ascending, and one entry in `SCORINGS`. It gives 0 if
no tile is open, and only then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from .tiles import TileSet, tile_sets

__all__ = ["SCORINGS", "Scoring", "scores"]


class Scoring(NamedTuple):
    """A way to score the open tiles."""

    score: Callable[[TileSet], int]
    words: str


def digits(open_tiles: TileSet) -> int:
    """Read the open tiles in ascending order as one number.

    Examples
    --------
    >>> digits((1, 2, 5))
    125
    """
    return int("".join(map(str, open_tiles)) or "0")


def shut(open_tiles: TileSet) -> int:
    """Score 0 if every tile is covered, else 1."""
    return 1 if open_tiles else 0


SCORINGS = {
    "sum": Scoring(sum, "the sum of the open tiles"),
    "digits": Scoring(digits, "the open tiles in ascending order, read as one number"),
    "count": Scoring(len, "how many tiles are open"),
    "shut": Scoring(shut, "0 if every tile is covered, else 1"),
}


@lru_cache(maxsize=8)
def scores(tiles: TileSet, scoring: str) -> tuple[int, ...]:
    """Return the score of every state, at the index that is its mask.

    Parameters
    ----------
    tiles
        The numbers on the tiles, ascending.
    scoring
        A name in `SCORINGS`.

    Examples
    --------
    >>> scores((1, 2, 5), "sum")
    (0, 1, 2, 3, 5, 6, 7, 8)
    """
    return tuple(SCORINGS[scoring].score(open_tiles) for open_tiles in tile_sets(tiles))

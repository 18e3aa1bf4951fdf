"""What the open tiles score when a turn ends. Lower wins; only the order of scores matters.

A scoring is one function of the open tiles, ascending, and one entry in `SCORINGS`. It gives 0 if
no tile is open, and only then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .tiles import TileSet

__all__ = ["SCORINGS", "Scoring"]


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

"""What the open tiles score when a turn ends. Lower wins; only the order of scores matters.

A scoring is a step from tile to tile, ascending, that begins at 0, and one entry in `SCORINGS`. A
further tile never lowers the score, and any tile makes it positive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import NamedTuple


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

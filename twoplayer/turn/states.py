"""What a turn tells backward induction: what may be rolled in which states, where moves lead.

That knows no tiles: a state is a number, the last one is the start, and a move leads to a state of
a lower number and level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows


class DiceChoice(NamedTuple):
    """A number of dice, or what else there is to roll, and where a player may choose it."""

    dice: Any
    outcomes: int  # equally likely ways in which they fall
    opening: bool  # the first roll of a turn, after which a certain tile must be covered
    weights: Mapping[Any, int]  # how many of the outcomes allow each collection of moves
    states: NDArray[np.bool_]  # where they may be rolled, by state

    def ways(self) -> Counter[int]:
        """Count the outcomes that allow each move."""
        ways: Counter[int] = Counter()
        for moves, weight in self.weights.items():
            ways.update(dict.fromkeys(moves, weight))
        return ways


class Entries(NamedTuple):
    """Every move in every state, for each of the collections that it is in, as arrays."""

    source: Rows  # the state
    successor: Rows  # where the move leads
    collection: Rows  # its place among these:
    collections: Sequence[Any]

"""The states of a turn: every set of the tiles that can be covered, beside those that cannot.

A tile that no roll can cover stays open for good. So the states that a turn leads to differ in the
other tiles alone: bit i of a state is the i-th smallest of those.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..errors import GameTooLargeError
from ..exact import Rows
from ..variant.scores import scores
from ..variant.scoring import SCORINGS
from ..variant.tiles import TileSet, mask_of, tile_sets
from ..variant.variant import Variant
from .moves import possible_counts, possible_rolls, sets_covered

__all__ = [
    "MOST_STATES",
    "States",
    "coverable_tiles",
    "free_tiles",
    "ranks",
    "state_scores",
    "states_of",
]

MOST_STATES = 2**16


class States(NamedTuple):
    """The states that a turn leads to.

    Parameters
    ----------
    free
        The tiles that some roll can cover, ascending.
    stuck
        The open tiles that no roll can.

    Examples
    --------
    >>> states = states_of(Variant(tiles="1,2,30"))
    >>> states, states.open_tiles, states.mask((2, 30))
    (States(free=(1, 2), stuck=(30,)), ((30,), (1, 30), (2, 30), (1, 2, 30)), 2)
    """

    free: TileSet
    stuck: TileSet

    @property
    def open_tiles(self) -> tuple[TileSet, ...]:
        """The open tiles of every state."""
        return _beside(self.free, self.stuck)

    def mask(self, open_tiles: Iterable[int]) -> int:
        """Return a state from its open tiles."""
        return mask_of(self.free, set(open_tiles) - set(self.stuck))


def states_of(variant: Variant, open_tiles: Collection[int] | None = None) -> States:
    """Return the states that a turn leads to.

    Parameters
    ----------
    open_tiles
        Where it begins; None: with all tiles open.

    Raises
    ------
    GameTooLargeError
        If there are too many.
    """
    free = free_tiles(variant.turn_rules)
    begins = variant.tiles if open_tiles is None else open_tiles
    return States(free, tuple(t for t in variant.tiles if t in begins and t not in free))


def free_tiles(variant: Variant) -> TileSet:
    """Return the tiles that some roll can cover, ascending; refuse too many."""
    found = coverable_tiles(variant)
    if 2 ** len(found) > MOST_STATES:
        raise GameTooLargeError(
            f"tiles: {len(found)} of them can be covered, in 2^{len(found)} states, and tables "
            f"hold {MOST_STATES}; takes fewer tiles (`bounds` encloses the EV of larger boards)"
        )
    return found


@lru_cache(maxsize=64)
def coverable_tiles(variant: Variant) -> TileSet:
    """Return the tiles that some roll can cover, ascending, however many."""
    covered: set[int] = set()
    for dice in possible_counts(variant):
        for roll in possible_rolls(variant, dice):
            if len(covered) < len(variant.tiles):
                covered.update(*sets_covered(variant, roll))
    return tuple(sorted(covered))


@lru_cache(maxsize=8)
def _beside(free: TileSet, stuck: TileSet) -> tuple[TileSet, ...]:
    return tuple(tuple(sorted((*some, *stuck))) for some in tile_sets(free))


def state_scores(variant: Variant, states: States | None = None) -> tuple[int, ...]:
    """Return the score of every state.

    Examples
    --------
    >>> state_scores(Variant(tiles="1,2,30"))
    (30, 31, 32, 33)
    """
    return _state_scores(variant.scoring, states or states_of(variant))


@lru_cache(maxsize=8)
def _state_scores(scoring: str, states: States) -> tuple[int, ...]:
    return tuple(map(SCORINGS[scoring].score, states.open_tiles))


def ranks(variant: Variant, states: States | None = None) -> Rows:
    """Return the rank of every state's score among those of the game, shape (states,)."""
    return _ranks(variant.tiles, variant.scoring, states or states_of(variant))


@lru_cache(maxsize=8)
def _ranks(tiles: TileSet, scoring: str, states: States) -> Rows:
    place = {
        score: rank for rank, score in enumerate(scores(Variant(tiles=tiles, scoring=scoring)))
    }
    found = np.array([place[score] for score in _state_scores(scoring, states)])
    found.flags.writeable = False
    return found

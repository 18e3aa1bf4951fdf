"""The scores that a turn of a variant may leave, and the rank of each among them.

Who wins depends on the order of scores alone, so the solver knows a score by its rank: its place
among the different scores, ascending. Rank 0, and state 0, is a clack.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import index

import numpy as np

from ..errors import PositionError, shown
from ..exact import Rows, Values
from .fields import FIELDS
from .scoring import SCORINGS
from .tiles import TileSet, tile_sets
from .variant import Variant

__all__ = ["hits", "rank_of", "ranks", "scores", "state_scores"]

_MOST_NAMED = 50


def state_scores(variant: Variant) -> tuple[int, ...]:
    """Return the score of every state, at the index that is its mask.

    Examples
    --------
    >>> state_scores(Variant(tiles="1,2,5"))
    (0, 1, 2, 3, 5, 6, 7, 8)
    """
    return _state_scores(variant.tiles, variant.scoring)


@lru_cache(maxsize=8)
def _state_scores(tiles: TileSet, scoring: str) -> tuple[int, ...]:
    return tuple(SCORINGS[scoring].score(open_tiles) for open_tiles in tile_sets(tiles))


def scores(variant: Variant) -> list[int]:
    """Return the different scores, ascending.

    Examples
    --------
    >>> scores(Variant(tiles=2))
    [0, 1, 2, 3]
    """
    return sorted(set(state_scores(variant)))


def ranks(variant: Variant) -> Rows:
    """Return the rank of every state's score, shape (states,)."""
    place = {score: rank for rank, score in enumerate(scores(variant))}
    return np.array([place[score] for score in state_scores(variant)])


def rank_of(variant: Variant, score_to_beat: int) -> int:
    """Return the rank of a score."""
    known = scores(variant)
    try:
        return known.index(index(score_to_beat))
    except (TypeError, ValueError):
        first = FIELDS["tiles"].spell(tuple(known[:_MOST_NAMED]))
        more = ", …" if len(known) > _MOST_NAMED else ""
        raise PositionError(
            f"score_to_beat: got {shown(score_to_beat)}; takes a score of the game, {first}{more}"
        ) from None


def hits(variant: Variant, some: Sequence[int]) -> Values:
    """Return 1 where a state has the score of a rank, else 0, shape (states, len(some))."""
    found: Values = (ranks(variant)[:, np.newaxis] == np.array(some)).astype(np.int64)
    return found

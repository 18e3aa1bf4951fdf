"""The scores of a game, and the rank of each among them.

Who wins depends on the order of scores alone, so the solver knows a score by its rank: its place
among the different scores, ascending. Rank 0 is a clack.
"""

from __future__ import annotations

from functools import lru_cache
from operator import index

from ..errors import GameTooLargeError, PositionError, refused
from .fields import FIELDS
from .scoring import SCORINGS
from .tiles import TileSet
from .variant import Variant

MOST_SCORES = 2**16
_MOST_NAMED = 50


def scores(variant: Variant) -> tuple[int, ...]:
    """Return the different scores of all sets of the tiles, ascending.

    >>> scores(Variant(tiles=2))
    (0, 1, 2, 3)
    """
    return _scores(variant.tiles, variant.scoring)


@lru_cache(maxsize=8)
def _scores(tiles: TileSet, scoring: str) -> tuple[int, ...]:
    add = SCORINGS[scoring].add
    found = {0}
    for tile in tiles:
        found |= {add(score, tile) for score in found}
        if len(found) > MOST_SCORES:
            raise GameTooLargeError(
                f"{len(tiles)} tiles by {scoring!r} have more than {MOST_SCORES} scores; "
                "takes fewer tiles, or another scoring",
                of="scoring",
            )
    return tuple(sorted(found))


def rank_of(variant: Variant, score_to_beat: int) -> int:
    """Return the rank of a score."""
    known = scores(variant)
    try:
        return known.index(index(score_to_beat))
    except (TypeError, ValueError):
        first = FIELDS["tiles"].spell(known[:_MOST_NAMED])
        more = ", …" if len(known) > _MOST_NAMED else ""
        takes = f"a score of the game, {first}{more}"
        raise refused("score_to_beat", score_to_beat, takes, kind=PositionError) from None

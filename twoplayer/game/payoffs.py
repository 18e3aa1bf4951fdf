"""What changes hands: the payoffs of the two turns, as whole numbers.

They are in units of 1/q stakes for a clack payout of p/q. A score is used only through its rank
among the different scores of the game; rank 0, and state 0, is a clack.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import PositionError
from ..turn.layout import Rows, Values
from ..variant.fields import FIELDS
from ..variant.scoring import scores
from ..variant.variant import Variant

__all__ = ["hits", "ladder", "payoffs_to_first", "payoffs_to_second", "rank_of", "ranks", "results"]


def ladder(variant: Variant) -> list[int]:
    """Return the different scores, ascending."""
    return sorted(set(scores(variant.tiles, variant.scoring)))


def ranks(variant: Variant) -> Rows:
    """Return the place of every state's score among the different scores, shape (states,)."""
    place = {score: rank for rank, score in enumerate(ladder(variant))}
    return np.array([place[score] for score in scores(variant.tiles, variant.scoring)])


def rank_of(variant: Variant, score_to_beat: int) -> int:
    """Return the place of a score among the different scores.

    Raises
    ------
    PositionError
        If it is not a score of this game.
    """
    known = ladder(variant)
    if score_to_beat in known:
        return known.index(score_to_beat)
    shown = f"{FIELDS['tiles'].spell(tuple(known[:50]))}{', …' * (len(known) > 50)}"
    raise PositionError(f"score_to_beat: got {score_to_beat!r}; takes a score of the game, {shown}")


def results(variant: Variant, beat: Sequence[int]) -> tuple[Rows, NDArray[np.bool_]]:
    """Return who wins where the second player ends, and whether it pays `clack_payout`.

    Parameters
    ----------
    beat
        The ranks of the first player's scores.

    Returns
    -------
    wins : ndarray of int
        1 where the second player wins, −1 where she loses, 0 where they tie, shape (states,
        len(beat)).
    clack_pays : ndarray of bool
        Whether the winner has clacked, of the same shape.
    """
    wins = np.sign(np.array(beat) - ranks(variant)[:, np.newaxis])
    wins[wins == 0] = {"push": 0, "first": -1, "second": 1}[variant.ties]
    clacked = np.array(beat) == 0
    if variant.immediate_clack:
        wins[:, clacked] = -1
    clack_pays = clacked & (wins < 0)
    clack_pays[0] |= wins[0] > 0
    return wins, clack_pays


def payoffs_to_second(variant: Variant, beat: Sequence[int]) -> Values:
    """Return what the second player gets, times the payout's denominator.

    Parameters
    ----------
    beat
        The ranks of the first player's scores.

    Returns
    -------
    ndarray
        For every state in which the second player ends, shape (states, len(beat)).
    """
    payout = variant.clack_payout
    wins, clack_pays = results(variant, beat)
    large = max(payout.numerator, payout.denominator) >= 2**63
    pays = np.array([payout.denominator, payout.numerator], object if large else np.int64)
    payoffs: Values = wins * pays[clack_pays.astype(np.int64)]
    return payoffs


def payoffs_to_first(variant: Variant, against: Sequence[int]) -> Values:
    """Return what the first player gets for ending in every state, shape (states,)."""
    return -np.array(against, dtype=object)[ranks(variant)]


def hits(variant: Variant, some: Sequence[int]) -> Values:
    """Return 1 where a state has the score of a rank, else 0, shape (states, len(some))."""
    found: Values = (ranks(variant)[:, np.newaxis] == np.array(some)).astype(np.int64)
    return found

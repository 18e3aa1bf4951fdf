"""What changes hands: the payoffs of the two turns, as whole numbers.

They are in units of 1/q stakes for a clack payout of p/q. A score is used only through its rank
among the different scores of the game; rank 0, and state 0, is a clack.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .layout import Rows, Values
from .scoring import scores
from .variant import Variant

__all__ = ["hits", "ladder", "payoffs_to_first", "payoffs_to_second", "ranks"]


def ladder(variant: Variant) -> list[int]:
    """Return the different scores, ascending."""
    return sorted(set(scores(variant.tiles, variant.scoring)))


def ranks(variant: Variant) -> Rows:
    """Return the place of every state's score among the different scores, shape (states,)."""
    place = {score: rank for rank, score in enumerate(ladder(variant))}
    return np.array([place[score] for score in scores(variant.tiles, variant.scoring)])


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
    result = np.sign(np.array(beat) - ranks(variant)[:, np.newaxis])
    result[result == 0] = {"push": 0, "first": -1, "second": 1}[variant.ties]
    large = max(payout.numerator, payout.denominator) >= 2**63
    payoffs: Values = result.astype(object if large else np.int64) * payout.denominator
    payoffs[0, result[0] > 0] = payout.numerator
    if 0 in beat:
        clacked = beat.index(0)
        lost = np.full(len(result), True) if variant.immediate_clack else result[:, clacked] < 0
        payoffs[lost, clacked] = -payout.numerator
    return payoffs


def payoffs_to_first(variant: Variant, against: Sequence[int]) -> Values:
    """Return what the first player gets for ending in every state, shape (states,)."""
    return -np.array(against, dtype=object)[ranks(variant)]


def hits(variant: Variant, some: Sequence[int]) -> Values:
    """Return 1 where a state has the score of a rank, else 0, shape (states, len(some))."""
    found: Values = (ranks(variant)[:, np.newaxis] == np.array(some)).astype(np.int64)
    return found

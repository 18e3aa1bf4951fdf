"""What changes hands: the payoffs of the two turns, as whole numbers.

The payoffs are in units of 1/q stakes for a clack payout of p/q. A score is known by its rank; rank
0 is a clack.

Optimal play need not be unique, and the chances of winning differ between its ways. Ties in
expected value go to the higher chance that the mover wins, then that the mover clacks, then to the
lower chance that the opponent clacks. So a whole payoff has components, compared in this order;
behind them stand two that follow from the others and are only carried along: the chance that the
scores tie, and that `clack_payout` is paid.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from ..turn.board import scores
from ..turn.payoff import Payoff
from ..variant.variant import Variant

TIES = {"push": (0, 1), "first": (0, 0), "second": (1, 1)}
"""To beat k, the second player wins below the one, and loses from the other on: both added to k."""


def results(
    variant: Variant, left: Rows, beat: Sequence[int]
) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """Return who wins where the second player leaves some ranks, and if it pays `clack_payout`.

    Wins are 1 of hers and −1 of the first player's, 0 where they tie; shape (len(left), len(beat)).
    """
    below, above = (np.array(beat) + more for more in TIES[variant.ties])
    own = left[:, np.newaxis]
    wins: NDArray[np.int8] = (own < below).view(np.int8)
    wins -= own >= above
    clacked, clacks = np.array(beat) == 0, left == 0
    if variant.immediate_clack:
        wins[:, clacked] = -1
    clack_pays = np.zeros(wins.shape, dtype=bool)
    clack_pays[clacks] = wins[clacks] > 0
    clack_pays[:, clacked] |= wins[:, clacked] < 0
    return wins, clack_pays


def told_apart(variant: Variant, leavable: Rows) -> list[tuple[int, int]]:
    """Return what tells scores to beat apart: equal pairs are worth the same to a second player.

    That holds for equal payouts, and ranks to beat from 1 on. A pair is, of the ranks that a turn
    can leave, ascending, how many win and how many do not lose.

    Of the ranks 0, 1 and 2 the second player can't leave 1: to beat 1, and to beat 2 where ties are
    lost, she has to clack.

    >>> leavable = np.array([0, 2])
    >>> told_apart(Variant(tiles="1,2"), leavable)[:3]
    [(0, 1), (1, 1), (1, 2)]
    >>> told_apart(Variant(tiles="1,2", ties="first"), leavable)[:3]
    [(0, 0), (1, 1), (1, 1)]
    """
    beat = np.arange(len(scores(variant)))
    ends = (np.searchsorted(leavable, beat + more).tolist() for more in TIES[variant.ties])
    return list(zip(*ends, strict=True))


def values_to_second(variant: Variant, left: Rows, beat: Sequence[int]) -> Values:
    """Return what the second player gets for some ranks, times the payout's denominator.

    A column for each of the ranks to beat, shape (len(left), len(beat)).
    """
    payout = variant.clack_payout
    wins, clack_pays = results(variant, left, beat)
    large = max(payout.numerator, payout.denominator) >= 2**63
    payoffs: Values = np.full(wins.shape, payout.denominator, object if large else np.int64)
    payoffs[clack_pays] = payout.numerator
    payoffs *= wins
    return payoffs


def second_payoff(variant: Variant, beat: Sequence[int]) -> Payoff:
    """Return the second player's whole payoff, a column for each rank to beat."""
    left = np.arange(len(scores(variant)))
    wins, clack_pays = results(variant, left, beat)
    clacks = np.zeros_like(wins)
    clacks[0] = 1
    if variant.immediate_clack:
        clacks[0, np.array(beat) == 0] = 0
    value, unit = values_to_second(variant, left, beat), variant.clack_payout.denominator
    chances = {"win": wins > 0, "clack": clacks, "tie": wins == 0, "clack_pays": clack_pays}
    parts = {
        "value": value,
        **{n: chance.astype(value.dtype) * unit for n, chance in chances.items()},
    }
    return Payoff(tuple(parts), np.stack(list(parts.values()), axis=-1), unit)


def first_payoff(against: Payoff) -> Payoff:
    """Return the first player's whole payoff from the second's, by the rank to beat."""
    second = dict(zip(against.components, against.table[:, 0].T, strict=True))
    clacks = np.zeros_like(second["value"])
    clacks[0] = against.unit
    parts = {
        "value": -second["value"],
        "win": against.unit - second["win"] - second["tie"],
        "clack": clacks,
        "no_other_clack": -second["clack"],
        "tie": second["tie"],
        "clack_pays": second["clack_pays"],
    }
    return Payoff(
        tuple(parts), np.stack(list(parts.values()), axis=-1)[:, np.newaxis], against.unit
    )

"""What changes hands: the payoffs of the two turns, as whole numbers.

The payoffs are in units of 1/q stakes for a clack payout of p/q. A score is known by its rank; rank
0, and state 0, is a clack.

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
from ..turn.payoff import Payoff
from ..variant.scores import ranks
from ..variant.variant import Variant

__all__ = ["first_payoff", "results", "second_payoff", "values_to_first", "values_to_second"]


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


def values_to_second(variant: Variant, beat: Sequence[int]) -> Values:
    """Return what the second player gets in every state, times the payout's denominator.

    A column for each of the ranks to beat, shape (states, len(beat)).
    """
    payout = variant.clack_payout
    wins, clack_pays = results(variant, beat)
    large = max(payout.numerator, payout.denominator) >= 2**63
    pays = np.array([payout.denominator, payout.numerator], object if large else np.int64)
    payoffs: Values = wins * pays[clack_pays.astype(np.int64)]
    return payoffs


def values_to_first(variant: Variant, against: Sequence[int]) -> Values:
    """Return what the first player gets in every state, if the second gets `against[rank]`."""
    return -np.array(against, dtype=object)[ranks(variant)]


def second_payoff(variant: Variant, beat: Sequence[int]) -> Payoff:
    """Return the second player's whole payoff, a column for each rank to beat."""
    wins, clack_pays = results(variant, beat)
    clacks = np.zeros_like(wins)
    clacks[0] = 1
    if variant.immediate_clack:
        clacks[0, np.array(beat) == 0] = 0
    value, unit = values_to_second(variant, beat), variant.clack_payout.denominator
    chances = {"win": wins > 0, "clack": clacks, "tie": wins == 0, "clack_pays": clack_pays}
    parts = {
        "value": value,
        **{n: chance.astype(value.dtype) * unit for n, chance in chances.items()},
    }
    return Payoff(tuple(parts), np.stack(list(parts.values()), axis=-1), unit)


def first_payoff(variant: Variant, against: Payoff) -> Payoff:
    """Return the first player's whole payoff; the second's has the ranks to beat as its states."""
    second = dict(zip(against.components, against.table[ranks(variant), 0].T, strict=True))
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

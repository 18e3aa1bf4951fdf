"""How a game ends under optimal play, and how often: `Outcomes`.

Optimal play need not be unique, and the chances of winning differ between its ways. Ties in
expected value go to the higher chance that the mover wins, then that the mover clacks, then to the
lower chance that the opponent clacks. So a payoff is a tuple, compared lexicographically:

    second player, to beat k:  (what she gets, whether she wins, whether she clacks)
    first player:              (−v2(k), chance to win, whether he clacks, −chance that she does)

Behind these stand components that nothing is left to decide for, and that are only carried along:
whether the scores tie, and whether `clack_payout` is paid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..exact import to_rational
from ..turn.induction import turn_of
from ..turn.layout import Values
from ..variant.variant import Variant
from .payoffs import ladder, payoffs_to_second, ranks, results

if TYPE_CHECKING:
    from sympy import Rational

__all__ = ["Outcomes", "outcomes_of", "second_turns", "tuples_to_first", "tuples_to_second"]

_TO_SECOND = 5
"""How many components the second player's payoff has."""


@dataclass(frozen=True)
class Outcomes:
    """How often a game ends in which way. Chances are in [0, 1].

    Parameters
    ----------
    first_wins, tie, second_wins
        The chances that the first player wins, that nobody does, and that the second player wins.
    first_clacks, second_clacks
        The chances that they cover every tile.
    clack_pays
        The chance that the winner has clacked, so that `clack_payout` changes hands.
    """

    first_wins: Rational
    tie: Rational
    second_wins: Rational
    first_clacks: Rational
    second_clacks: Rational
    clack_pays: Rational


def outcomes_of(variant: Variant, progress: Callable[[float], object] | None = None) -> Outcomes:
    """Return how often a game ends in which way, with ties in expected value decided as above.

    Parameters
    ----------
    variant
        The rules.
    progress
        Called with the part of the work that has just been done.

    Examples
    --------
    >>> outcomes = outcomes_of(Variant(tiles=1, dice="1d2"))
    >>> outcomes.first_wins, outcomes.tie, outcomes.clack_pays
    (1/4, 1/2, 1/2)
    """
    turn = turn_of(variant)
    payoffs = tuples_to_first(variant, second_turns(variant, progress))
    _, wins, clacks, minus_clacks, ties, pay = (
        to_rational(component, turn.scale**2) for component in turn.values(payoffs)[-1, 0].tolist()
    )
    return Outcomes(wins, ties, 1 - wins - ties, clacks, -minus_clacks, pay)


def second_turns(
    variant: Variant, progress: Callable[[float], object] | None = None
) -> list[list[int]]:
    """Return V(all tiles)·scale to the second player by the rank to beat, each its components.

    Parameters
    ----------
    variant
        The rules.
    progress
        Called with the part of the work that has just been done.
    """
    found: list[list[int]] = []
    to_beat = range(len(ladder(variant)))
    payoffs = partial(tuples_to_second, variant)
    for some, values in turn_of(variant).at_start(to_beat, payoffs, components=_TO_SECOND):
        found += values
        if progress:
            progress(len(some) / len(to_beat))
    return found


def tuples_to_second(variant: Variant, beat: Sequence[int]) -> Values:
    """Return what the second player gets, shape (states, len(beat), 5).

    The components are the payoff times the payout's denominator; whether she wins; whether she
    clacks; whether they tie; whether `clack_payout` is paid.

    Parameters
    ----------
    variant
        The rules.
    beat
        The ranks of the first player's scores.
    """
    wins, clack_pays = results(variant, beat)
    clacked = np.zeros_like(wins)
    clacked[0] = 1
    if variant.immediate_clack:
        clacked[0, np.array(beat) == 0] = 0
    payoffs = payoffs_to_second(variant, beat)
    return np.stack([payoffs, wins > 0, clacked, wins == 0, clack_pays], axis=-1)


def tuples_to_first(variant: Variant, against: Sequence[Sequence[int]]) -> Values:
    """Return what the first player gets, times scale, shape (states, 1, 6).

    The components are the payoff times the payout's denominator; the chance that he wins; whether
    he clacks; minus the chance that she does; the chance of a tie, and that `clack_payout` is paid.

    Parameters
    ----------
    variant
        The rules.
    against
        What `second_turns` returns.
    """
    scale = turn_of(variant).scale
    value, win, clack, tie, pays = np.array(against, dtype=object)[ranks(variant)].T
    clacked = np.zeros_like(value)
    clacked[0] = scale
    components = [-value, scale - win - tie, clacked, -clack, tie, pays]
    return np.stack(components, axis=-1)[:, np.newaxis]

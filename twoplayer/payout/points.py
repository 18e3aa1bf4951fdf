"""The EV at some clack payouts, close enough to draw the curve.

The whole function may have tens of thousands of pieces (`digital` from 0 to 10: 31,000 of the
second player's alone), which takes a quarter of an hour and shows no more.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from ..game.solutions import solve_all
from ..variant.variant import Variant
from ..work import part
from .fair_payouts import fair_intervals

Points: TypeAlias = list[tuple[Fraction, Fraction]]
"""Payouts, ascending, and the first player's EV at each."""

_POINTS = 100
"""So many pieces, of equal length, are drawn."""


def ev_points(variant: Variant, low: Fraction, high: Fraction) -> Points:
    """Return the exact EV at payouts of equal distances, and at all at which it becomes 0.

    Of an interval in which it is 0 they are the ends.

    >>> points = ev_points(Variant(tiles=5), Fraction(0), Fraction(100))
    >>> [f"{float(payout)}: {ev}" for payout, ev in points[-2:]]
    ['35.5: 0', '100.0: 0']
    """
    with part(1 / 5):
        fair = fair_intervals(variant, low, high)
    payouts = [low + (high - low) * place / _POINTS for place in range(_POINTS + 1)]
    with part(4 / 5):
        solutions = solve_all(variant.replace(clack_payout=payout) for payout in payouts)
    evs = [solution.fractions.first_player_ev for solution in solutions]
    ends = {end: Fraction(0) for interval in fair for end in interval if end is not None}
    points = {
        payout: ev
        for payout, ev in zip(payouts, evs, strict=True)
        if not any(start < payout < (end or start) for start, end in fair)
    }
    return sorted({**points, **ends}.items())

"""The clack payouts that make a game exactly fair, every one of them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from ..exact import Rational, to_rational
from ..game.solutions import solve_all
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..work import part, tell, tracked
from .curve import ev_spans, share, sure_sign
from .function import payout_interval, shown_payout
from .lines import Interval, joined_intervals, zeros

if TYPE_CHECKING:
    from sympy.core.numbers import Infinity

FairPayout: TypeAlias = "Rational | tuple[Rational, Rational | Infinity]"
"""A payout, or the ends of an interval of them."""

_NARROW = 128
"""From a to b is narrow if b − a ≤ (1 + a)/128: there the pieces are few."""

_MOST_LEFT = 64
"""With more intervals left than this, halving rules out too little to be worth it."""


def fair_payouts(
    variant: VariantLike,
    low: int | str | Fraction | Rational = 0,
    high: int | str | Fraction | Rational | None = None,
) -> tuple[FairPayout, ...]:
    """Return every clack payout that makes a variant exactly fair; none is a proof of none.

    Bounds that follow from convexity (`curve.sure_sign`) prove for whole intervals of payouts that
    the EV is not 0 there. Halving what they leave open ends in the neighbourhoods of the fair
    payouts; there the pieces of the EV are found exactly, and every result is confirmed by solving
    the game with it.

    Parameters
    ----------
    variant, low, high
        As for `ev_by_payout`.

    Returns
    -------
    tuple
        Ascending: payouts, or `(low, high)` where every payout between is fair; `high` may be
        `sympy.oo`.

    Raises
    ------
    InputError, RulesError, UnknownNameError, FileError, GameTooLargeError
        As `ev_by_payout`.

    Examples
    --------
    >>> fair_payouts(Variant(tiles=5), 0, 100)
    ((71/2, 100),)
    >>> fair_payouts(Variant(), 0, 4)
    ()
    """
    ends = payout_interval(low, high)
    return tuple(
        to_rational(first) if first == last else (to_rational(first), shown_payout(last))
        for first, last in fair_intervals(as_variant(variant), *ends)
    )


def fair_intervals(variant: Variant, low: Fraction, high: Fraction | None) -> list[Interval]:
    """Return what `fair_payouts` does as intervals, whose ends are equal where it is one payout."""
    with part(1 / 2):
        unsure = _unsure(variant, low, high)
    with part(1 / 2):
        found = zeros(span for ends in tracked(unsure) for span in ev_spans(variant, *ends))
    for first, last in found:
        inside = first + 1 if last is None else (first + last) / 2
        payouts = {first, inside, inside if last is None else last}
        with part(0):
            solutions = solve_all(variant.replace(clack_payout=payout) for payout in payouts)
        for solution in solutions:
            if solution.favoured != "nobody":
                raise AssertionError(f"{solution.variant} is not fair")
    return found


def _unsure(variant: Variant, low: Fraction, high: Fraction | None) -> list[Interval]:
    """Return disjoint intervals, ascending, that hold every payout with an EV of 0."""
    found: list[Interval] = []
    pending: list[Interval] = [(low, high)]
    while pending:
        start, end = pending.pop()
        narrow = end is not None and end - start <= (1 + start) / _NARROW
        if narrow or len(found) > _MOST_LEFT:
            found.append((start, end))
        elif not sure_sign(variant, start, end):
            middle = 2 * start + 1 if end is None else (start + end) / 2
            pending += [(middle, end), (start, middle)]
            continue
        tell(float(share(start, end) / share(low, high)))
    return joined_intervals(found)

"""The clack payouts that make a game exactly fair, every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain
from os import PathLike
from typing import TYPE_CHECKING, TypeAlias

from ..exact import parse_exact, to_rational
from ..game.solution import Solution, solve_all
from ..solo.one_player import one_player
from ..variant.registry import as_variant
from ..variant.variant import Variant
from .curve import ev_spans, sure_sign
from .function import payout_interval, shown_payout
from .lines import Interval, Span, joined_intervals, zeros

if TYPE_CHECKING:
    from sympy import Rational
    from sympy.core.numbers import Infinity

__all__ = ["FairPayout", "fair_payouts"]

FairPayout: TypeAlias = "Rational | tuple[Rational, Rational | Infinity]"
"""A payout, or the ends of an interval of them."""

_ROUNDS = 12
"""How often what may hold a fair payout is halved, at most, before its pieces are found."""

_NARROW = 64
"""An interval as short as this part of a payout is narrow: its pieces are few."""

_MOST_LEFT = 64
"""With more intervals left than this, halving rules out too little to be worth it."""


def fair_payouts(
    variant: Variant | str | PathLike[str],
    low: int | str | Fraction | Rational = 0,
    high: int | str | Fraction | Rational | None = None,
    progress: Callable[[float], object] | None = None,
) -> tuple[FairPayout, ...]:
    """Return every clack payout that makes a variant exactly fair. Nothing is a proof of none.

    The slope of the EV is a difference of two chances to clack, so no steeper than C, the highest
    there is. An EV that is not 0 at p therefore rules out every payout nearer to p than |EV|/C.
    Halving what is left, and bounds that follow from convexity (`by_payout.sure_sign`), leave the
    neighbourhoods of the fair payouts; there the pieces of the EV are found exactly, and every
    result is confirmed by solving the game with it.

    Parameters
    ----------
    variant, low, high, progress
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
    variant = as_variant(variant)
    left = 1.0

    def done(part: float) -> None:
        nonlocal left
        left -= part
        if progress:
            progress(part)

    intervals = _near_zeros(variant, *payout_interval(low, high), lambda part: done(part / 2))
    spans: list[Span] = []
    for start, end in intervals:
        spans += ev_spans(variant, start, end, lambda part: done(part / 2 / len(intervals)))
    found = []
    for first, last in zeros(spans):
        inside = first + 1 if last is None else (first + last) / 2
        for solution in _solutions(variant, {first, inside, inside if last is None else last}):
            if solution.first_player_ev != 0:
                raise AssertionError(f"{solution.variant} is not fair")
        fair = to_rational(first)
        found.append(fair if first == last else (fair, shown_payout(last)))
    done(left)
    return tuple(found)


def _solutions(variant: Variant, payouts: Iterable[Fraction]) -> list[Solution]:
    return solve_all(variant.replace(clack_payout=payout) for payout in payouts)


def _near_zeros(
    variant: Variant,
    low: Fraction,
    high: Fraction | None,
    progress: Callable[[float], object],
) -> list[Interval]:
    """Return disjoint intervals that hold every payout with an EV of 0."""
    steepest = parse_exact(one_player(variant, "clack").value())
    size: dict[Fraction, Fraction] = {}

    def may_hold_a_zero(start: Fraction, end: Fraction | None) -> bool:
        if end is None:
            return steepest > 0 or size[start] == 0
        return size[start] + size[end] <= steepest * (end - start)

    left = [(low, high)]
    for _ in range(_ROUNDS):
        if len(left) > _MOST_LEFT:
            break
        middles = [_middle(*interval) for interval in left]
        wanted = dict.fromkeys(chain(middles, *left))
        new = [p for p in wanted if p is not None and p not in size]
        for p, solution in zip(new, _solutions(variant, new), strict=True):
            size[p] = abs(parse_exact(solution.first_player_ev))
        halves = [
            half
            for (start, end), middle in zip(left, middles, strict=True)
            for half in ((start, middle), (middle, end))
        ]
        left = [half for half in halves if may_hold_a_zero(*half)]
        progress(1 / _ROUNDS)
    return joined_intervals(_unsure(variant, joined_intervals(left)))


def _unsure(variant: Variant, intervals: Iterable[Interval]) -> list[Interval]:
    """Return the parts of some intervals in which the sign of the EV is not sure, ascending.

    Narrow ones are left as they are, as their pieces are found faster.
    """
    found: list[Interval] = []
    pending = list(intervals)[::-1]
    while pending:
        low, high = pending.pop()
        narrow = high is not None and high - low <= (1 + low) / _NARROW
        if narrow or len(found) > _MOST_LEFT:
            found.append((low, high))
        elif not sure_sign(variant, low, high):
            middle = _middle(low, high)
            pending += [(middle, high), (low, middle)]
    return found


def _middle(low: Fraction, high: Fraction | None) -> Fraction:
    return 2 * low + 1 if high is None else (low + high) / 2

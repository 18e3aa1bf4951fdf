"""The EV as a function of the clack payout, and the payouts that make a game exactly fair."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import InputError, refused
from ..exact import ExactResult, Rational, exact, parse_exact, to_rational
from ..table import Column, Tabled, To
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..work import part, tell, tracked
from .curve import Interval, ev_spans, joined_intervals, share, sure_sign, zeros
from .solutions import solve_all

if TYPE_CHECKING:
    from sympy import Piecewise
    from sympy.core.numbers import Infinity

FairPayout: TypeAlias = "Rational | tuple[Rational, Rational | Infinity]"
"""A payout, or the ends of an interval of them."""

Points: TypeAlias = list[tuple[Fraction, Fraction]]
"""Payouts, ascending, and the first player's EV at each."""

_NARROW = 128
"""From a to b is narrow if b − a ≤ (1 + a)/128: there the pieces are few."""
_MOST_LEFT = 64
"""With more intervals left than this, halving rules out too little to be worth it."""
_POINTS = 100
"""So many pieces of a curve, of equal length, are drawn."""


@dataclass(frozen=True, eq=False, repr=False)
class EVByPayout(ExactResult, Tabled):
    """The first player's expected value as a function of the clack payout: lines, piece by piece.

    Parameters
    ----------
    variant
        The rules; their own payout makes no difference.
    breakpoints
        The ends of the pieces, ascending, one more than there are. The last may be endless:
        `sympy.oo`, or `math.inf` among `Fraction`s.
    lines
        The constant and the slope of each piece, in stakes.

    Examples
    --------
    >>> ev = ev_by_payout(Variant(tiles=3, dice="1d6", immediate_clack=True), 0, 4)
    >>> ev.breakpoints, ev.lines
    ((0, 1, 4), ((-1/648, 73/648), (0, 1/9)))
    >>> ev("5/2")
    5/18
    """

    variant: Variant
    breakpoints: tuple[Rational | Infinity, ...] = exact()
    lines: tuple[tuple[Rational, Rational], ...] = exact()

    about = "The EV by what a clack pays, p"
    columns = (
        Column("low", title="p from", unit="approx"),
        Column("high", title="to", unit="approx"),
        Column("line", "{0[constant]} + {0[slope]}·p".format, "EV", to=To.PEOPLE),
        Column("constant", to=To.PROGRAMS, unit="approx"),
        Column("slope", to=To.PROGRAMS, unit="approx"),
    )

    def _in_numbers(self, value: Any) -> Any:
        endless = value == inf and self._number is Fraction
        return inf if endless else super()._in_numbers(value)

    def _key(self) -> tuple[Any, ...]:
        *_, end = breakpoints = self.fractions.breakpoints
        return self.variant, breakpoints[0], end

    def __repr__(self) -> str:
        low, *_, high = self.breakpoints
        return f"EVByPayout(variant={self.variant!r}, from {low} to {high})"

    def __call__(self, payout: int | str | Fraction | Rational) -> Rational:
        """Return the EV at a payout.

        Parameters
        ----------
        payout
            What a clack pays, in stakes; exact.

        Raises
        ------
        InputError
            If the payout is not exact, or outside of the first and the last breakpoint.
        """
        p, quick = _payout("payout", payout), self.fractions
        low, *inner, high = quick.breakpoints
        if p < low or p > high:
            end = "oo" if high == inf else high
            raise InputError(f"got {p}; takes one from {low} to {end}", of="payout")
        constant, slope = quick.lines[bisect_left(inner, p)]
        return self._number(constant + slope * p)

    def to_sympy(self) -> Piecewise:
        """Return the function as a `sympy.Piecewise` in the symbol p."""
        from sympy import Piecewise, Symbol, nan

        p = Symbol("p")
        pieces = [
            (constant + slope * p, p <= end)
            for (constant, slope), end in zip(self.lines, self.breakpoints[1:], strict=True)
        ]
        return Piecewise((nan, p < self.breakpoints[0]), *pieces)

    def _found(self) -> list[dict[str, Any]]:
        quick = self.fractions
        pieces = zip(pairwise(quick.breakpoints), quick.lines, strict=True)
        return [
            {
                "low": low,
                "high": "oo" if high == inf else high,
                "constant": line[0],
                "slope": line[1],
            }
            for (low, high), line in pieces
        ]


def ev_by_payout(
    variant: VariantLike,
    low: int | str | Fraction | Rational = 0,
    high: int | str | Fraction | Rational | None = None,
) -> EVByPayout:
    """Return the first player's EV as a function of the clack payout, the whole of it, exact.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant; their own payout makes no difference.
    low, high
        The smallest and the largest payout, in stakes; None, or `sympy.oo`: there is no largest.

    Raises
    ------
    InputError
        If `low` is not below `high`, or one of them is not exact or negative.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> from twoplayer import solve
    >>> ev = ev_by_payout(Variant(tiles=4, immediate_clack=True), 0, 3)
    >>> len(ev.lines), ev(2) == solve(ev.variant.replace(clack_payout=2)).first_player_ev
    (2, True)
    """
    variant, (start, end) = as_variant(variant), payout_interval(low, high)
    spans = ev_spans(variant, start, end)
    ends = (*(span.low for span in spans), end)
    return EVByPayout(variant, ends, tuple(span.line for span in spans))


def payout_interval(low: object, high: object) -> Interval:
    """Read an interval of payouts; None is an end that there is not."""
    start = _payout("low", low)
    endless = high is None or (high == inf) is True  # an array would answer with an array
    end = inf if endless else _payout("high", high)
    if end <= start:
        raise InputError(f"got {high}; takes a payout above {low}", of="high")
    return start, end


def _payout(name: str, value: object) -> Fraction:
    try:
        payout = parse_exact(value)
    except ValueError as error:
        raise refused(name, value, "an exact number of stakes", str(error)) from None
    if payout < 0:
        raise InputError(f"got {value}, negative; takes 0 or more stakes", of=name)
    return payout


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
    return tuple(
        to_rational(first) if first == last else (to_rational(first), to_rational(last))
        for first, last in fair_intervals(as_variant(variant), *payout_interval(low, high))
    )


def fair_intervals(variant: Variant, low: Fraction, high: Any) -> list[Interval]:
    """Return what `fair_payouts` does as intervals, whose ends are equal where it is one payout."""
    with part(1 / 2):
        unsure = _unsure(variant, low, high)
    with part(1 / 2):
        found = zeros(span for ends in tracked(unsure) for span in ev_spans(variant, *ends))
    for first, last in found:
        payouts = {first, first + 1 if last == inf else (first + last) / 2, last} - {inf}
        with part(0):
            solutions = solve_all(variant.replace(clack_payout=payout) for payout in payouts)
        if unfair := [each.variant for each in solutions if each.favoured != "nobody"]:
            raise AssertionError(f"{unfair[0]} is not fair")
    return found


def _unsure(variant: Variant, low: Fraction, high: Any) -> list[Interval]:
    """Return disjoint intervals, ascending, that hold every payout with an EV of 0."""
    found: list[Interval] = []
    pending: list[Interval] = [(low, high)]
    while pending:
        start, end = pending.pop()
        if end - start <= (1 + start) / _NARROW or len(found) > _MOST_LEFT:
            found.append((start, end))
        elif not sure_sign(variant, start, end):
            middle = 2 * start + 1 if end == inf else (start + end) / 2
            pending += [(middle, end), (start, middle)]
            continue
        tell(share(start, end) / share(low, high))
    return joined_intervals(found)


def ev_points(variant: Variant, low: Fraction, high: Fraction) -> Points:
    """Return the exact EV at payouts of equal distances, and at all at which it becomes 0.

    That is close enough to draw the curve, which may have tens of thousands of pieces. Of an
    interval in which it is 0 they are the ends.

    >>> points = ev_points(Variant(tiles=5), Fraction(0), Fraction(100))
    >>> [f"{float(payout)}: {ev}" for payout, ev in points[-2:]]
    ['35.5: 0', '100.0: 0']
    """
    with part(1 / 5):
        fair = fair_intervals(variant, low, high)
    even = (low + (high - low) * place / _POINTS for place in range(_POINTS + 1))
    apart = (p for p in even if not any(start < p < end for start, end in fair))
    with part(4 / 5):
        found = solve_all(variant.replace(clack_payout=p) for p in {*apart, *chain(*fair)})
    return sorted((each.variant.clack_payout, each.fractions.first_player_ev) for each in found)

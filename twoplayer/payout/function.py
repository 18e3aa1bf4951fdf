"""The EV as a function of the clack payout, as users get it, and the payouts that they give."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import inf
from os import PathLike
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..exact import parse_exact, to_rational
from ..variant.registry import as_variant
from ..variant.variant import Variant
from .curve import ev_spans

if TYPE_CHECKING:
    from sympy import Piecewise, Rational
    from sympy.core.numbers import Infinity

__all__ = ["EVByPayout", "ev_by_payout", "payout_interval", "shown_payout"]


@dataclass(frozen=True)
class EVByPayout:
    """The first player's expected value as a function of the clack payout: lines, piece by piece.

    Parameters
    ----------
    variant
        The rules; their own payout makes no difference.
    breakpoints
        The ends of the pieces, ascending, one more than there are; the last may be `sympy.oo`.
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
    breakpoints: tuple[Rational | Infinity, ...] = field(repr=False)
    lines: tuple[tuple[Rational, Rational], ...] = field(repr=False)

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
        p = to_rational(_payout("payout", payout))
        low, high = self.breakpoints[0], self.breakpoints[-1]
        if not low <= p <= high:
            raise InputError(f"payout: got {p}; takes one from {low} to {high}")
        constant, slope = self.lines[max(bisect_left(self.breakpoints, p) - 1, 0)]
        return constant + slope * p

    def to_sympy(self) -> Piecewise:
        """Return the function as a `sympy.Piecewise` in the symbol p."""
        from sympy import Piecewise, Symbol, nan

        p = Symbol("p")
        pieces = [
            (constant + slope * p, p <= end)
            for (constant, slope), end in zip(self.lines, self.breakpoints[1:], strict=True)
        ]
        return Piecewise((nan, p < self.breakpoints[0]), *pieces)

    def to_records(self) -> list[dict[str, Any]]:
        """Return the pieces as plain data for a data frame.

        Returns
        -------
        list of dict
            `low` and `high`, the ends of a piece; `constant` and `slope`, its line.
        """
        return [
            {"low": low, "high": high, "constant": constant, "slope": slope}
            for (low, high), (constant, slope) in zip(
                pairwise(self.breakpoints), self.lines, strict=True
            )
        ]


def ev_by_payout(
    variant: Variant | str | PathLike[str],
    low: int | str | Fraction | Rational = 0,
    high: int | str | Fraction | Rational | None = None,
    progress: Callable[[float], object] | None = None,
) -> EVByPayout:
    """Return the first player's EV as a function of the clack payout, the whole of it, exact.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant; their own payout makes no difference.
    low, high
        The smallest and the largest payout, in stakes; None, or `sympy.oo`: there is no largest.
    progress
        Called with the part of the work that has just been done; the parts add up to about 1.

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
    variant = as_variant(variant)
    spans = ev_spans(variant, *payout_interval(low, high), progress)
    ends = [shown_payout(spans[0].low), *(shown_payout(span.high) for span in spans)]
    lines = [(to_rational(span.first.constant), to_rational(span.first.slope)) for span in spans]
    return EVByPayout(variant, tuple(ends), tuple(lines))


def payout_interval(low: object, high: object) -> tuple[Fraction, Fraction | None]:
    """Read an interval of payouts; None is an end that there is not.

    Raises
    ------
    InputError
        If `low` is not below `high`, or one of them is not exact or negative.
    """
    start = _payout("low", low)
    end = None if high is None or high == inf else _payout("high", high)
    if end is not None and end <= start:
        raise InputError(f"high: got {high}; takes a payout above {low}")
    return start, end


def shown_payout(payout: Fraction | None) -> Rational | Infinity:
    """Return what users get; `sympy.oo` where there is no end."""
    from sympy import oo

    return oo if payout is None else to_rational(payout)


def _payout(name: str, value: object) -> Fraction:
    try:
        payout = parse_exact(value)
    except ValueError as error:
        raise InputError(
            f"{name}: got {value!r}, {error}; takes an exact number of stakes"
        ) from None
    if payout < 0:
        raise InputError(f"{name}: got {value}, negative; takes 0 or more stakes")
    return payout

"""The EV as a function of the clack payout, as users get it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any

from ..errors import InputError, shown
from ..exact import ExactResult, Rational, parse_exact, to_rational
from ..executors import Progress
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..writing import Row, Shown
from .curve import ev_spans
from .lines import Span

if TYPE_CHECKING:
    from sympy import Piecewise
    from sympy.core.numbers import Infinity

__all__ = ["EVByPayout", "ev_by_payout", "payout_interval", "shown_payout"]


@dataclass(frozen=True)
class EVByPayout(ExactResult, Shown):
    """The first player's expected value as a function of the clack payout: lines, piece by piece.

    Parameters
    ----------
    variant
        The rules; their own payout makes no difference.

    Examples
    --------
    >>> ev = ev_by_payout(Variant(tiles=3, dice="1d6", immediate_clack=True), 0, 4)
    >>> ev.breakpoints, ev.lines
    ((0, 1, 4), ((-1/648, 73/648), (0, 1/9)))
    >>> ev("5/2")
    5/18
    """

    variant: Variant
    _spans: tuple[Span, ...] = field(compare=False, repr=False)
    _ends: tuple[Fraction, Fraction | None]

    def __repr__(self) -> str:
        low, high = self._ends
        return f"EVByPayout(variant={self.variant!r}, from {low} to {high or 'oo'})"

    @property
    def breakpoints(self) -> tuple[Rational | Infinity, ...]:
        """The ends of the pieces, ascending, one more than there are; the last may be endless.

        An endless one is `sympy.oo`, or `math.inf` among `Fraction`s.
        """
        low, high = self._ends
        inner = (span.low for span in self._spans[1:])
        return (*map(self._number, (low, *inner)), shown_payout(high, self._number))

    @property
    def lines(self) -> tuple[tuple[Rational, Rational], ...]:
        """The constant and the slope of each piece, in stakes."""
        return tuple(
            (self._number(span.first.constant), self._number(span.first.slope))
            for span in self._spans
        )

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
        p, (low, high) = _payout("payout", payout), self._ends
        if p < low or (high is not None and p > high):
            raise InputError(f"payout: got {p}; takes one from {low} to {high or 'oo'}")
        lows = [span.low for span in self._spans]
        return self._number(self._spans[max(bisect_left(lows, p) - 1, 0)].first.at(p))

    def to_sympy(self) -> Piecewise:
        """Return the function as a `sympy.Piecewise` in the symbol p."""
        from sympy import Piecewise, Symbol, nan

        p = Symbol("p")
        pieces = [
            (constant + slope * p, p <= end)
            for (constant, slope), end in zip(self.lines, self.breakpoints[1:], strict=True)
        ]
        return Piecewise((nan, p < self.breakpoints[0]), *pieces)

    def _title(self) -> str:
        return f"The EV by what a clack pays, p: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        return [
            {
                "p from": each["low"],
                "to": each["high"],
                "EV": f"{each['constant']} + {each['slope']}·p",
            }
            for each in self.fractions.to_records()
        ]

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
    variant: VariantLike,
    low: int | str | Fraction | Rational = 0,
    high: int | str | Fraction | Rational | None = None,
    progress: Progress | None = None,
) -> EVByPayout:
    """Return the first player's EV as a function of the clack payout, the whole of it, exact.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant; their own payout makes no difference.
    low, high
        The smallest and the largest payout, in stakes; None, or `sympy.oo`: there is no largest.
    progress
        Called with the part of the work that has just been done; the parts add up to 1.

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
    variant, ends = as_variant(variant), payout_interval(low, high)
    return EVByPayout(variant, tuple(ev_spans(variant, *ends, progress)), ends)


def payout_interval(low: object, high: object) -> tuple[Fraction, Fraction | None]:
    """Read an interval of payouts; None is an end that there is not.

    Raises
    ------
    InputError
        If `low` is not below `high`, or one of them is not exact or negative.
    """
    start = _payout("low", low)
    endless = high is None or (high == inf) is True  # an array would answer with an array
    end = None if endless else _payout("high", high)
    if end is not None and end <= start:
        raise InputError(f"high: got {high}; takes a payout above {low}")
    return start, end


def shown_payout(payout: Fraction | None, number: Callable[[Fraction], Any] = to_rational) -> Any:
    """Return a payout as a kind of number; None, where there is no end, as its infinity."""
    if payout is not None:
        return number(payout)
    if number is to_rational:
        from sympy import oo

        return oo
    return inf


def _payout(name: str, value: object) -> Fraction:
    try:
        payout = parse_exact(value)
    except ValueError as error:
        raise InputError(
            f"{name}: got {shown(value)}, {error}; takes an exact number of stakes"
        ) from None
    if payout < 0:
        raise InputError(f"{name}: got {value}, negative; takes 0 or more stakes")
    return payout

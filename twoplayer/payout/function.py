"""The EV as a function of the clack payout, as users get it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError, refused
from ..exact import ExactResult, Rational, exact, parse_exact, to_rational
from ..table import Column, Tabled, To
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from .curve import ev_spans

if TYPE_CHECKING:
    from sympy import Piecewise
    from sympy.core.numbers import Infinity


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

    columns = (
        Column("low", title="p from", unit="approx"),
        Column("high", title="to", unit="approx"),
        Column("line", "{0.constant} + {0.slope}·p".format, "EV", to=To.PEOPLE),
        Column("constant", to=To.PROGRAMS, unit="approx"),
        Column("slope", to=To.PROGRAMS, unit="approx"),
    )

    def _in_numbers(self, value: Any) -> Any:
        return shown_payout(None, self._number) if value is None else super()._in_numbers(value)

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

    def _title(self) -> str:
        return f"The EV by what a clack pays, p: {self.variant.in_words()}"

    def _found(self) -> list[_Piece]:
        quick = self.fractions
        *ends, last = quick.breakpoints
        highs = [*ends[1:], "oo" if last == inf else last]
        each = zip(ends, highs, quick.lines, strict=True)
        return [_Piece(low, high, *line) for low, high, line in each]


class _Piece(NamedTuple):
    low: Fraction
    high: Fraction | str
    constant: Fraction
    slope: Fraction


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
    return EVByPayout(variant, ends, tuple(span.first for span in spans))


def payout_interval(low: object, high: object) -> tuple[Fraction, Fraction | None]:
    """Read an interval of payouts; None is an end that there is not."""
    start = _payout("low", low)
    endless = high is None or (high == inf) is True  # an array would answer with an array
    end = None if endless else _payout("high", high)
    if end is not None and end <= start:
        raise InputError(f"got {high}; takes a payout above {low}", of="high")
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
        raise refused(name, value, "an exact number of stakes", str(error)) from None
    if payout < 0:
        raise InputError(f"got {value}, negative; takes 0 or more stakes", of=name)
    return payout

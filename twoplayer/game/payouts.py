"""The EV as a function of what a clack or a tie pays, and the payouts that make a game fair."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from ..errors import InputError, refused
from ..exact import ExactResult, Rational, exact, parse_exact, to_rational
from ..table import Column, Tabled, To
from ..turn.another import GameLike, as_game
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..work import part, tell, tracked
from .curve import Interval, Line, ev_spans, joined_intervals, share, sure_sign, zeros
from .solutions import solve_all
from .stakes import Stake, largest_payoff

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
class _EVByPaid(ExactResult, Tabled):
    """The first player's EV as a function of what something pays: lines, piece by piece."""

    variant: Variant
    breakpoints: tuple[Rational | Infinity, ...] = exact()
    lines: tuple[tuple[Rational, Rational], ...] = exact()

    paid: ClassVar[str]  # what it is a function of
    symbol: ClassVar[str]

    def _in_numbers(self, value: Any) -> Any:
        endless = not isinstance(value, tuple) and abs(value) == inf and self._number is Fraction
        return value if endless else super()._in_numbers(value)

    def _key(self) -> tuple[Any, ...]:
        low, *_, high = self.fractions.breakpoints
        return self.variant, low, high

    def __repr__(self) -> str:
        low, *_, high = self.breakpoints
        return f"{type(self).__name__}(variant={self.variant!r}, from {low} to {high})"

    def __call__(self, paid: int | str | Fraction | Rational) -> Rational:
        """Return the EV where so much is paid.

        Parameters
        ----------
        paid
            In stakes; exact.

        Raises
        ------
        InputError
            If it is not exact, or outside of the first and the last breakpoint.
        """
        x, quick = _stakes(self.paid, paid), self.fractions
        low, *inner, high = quick.breakpoints
        if x < low or x > high:
            ends = f"{_end_text(low)} to {_end_text(high)}"
            raise InputError(f"got {x}; takes one from {ends}", of=self.paid)
        constant, slope = quick.lines[bisect_left(inner, x)]
        return self._number(constant + slope * x)

    def to_sympy(self) -> Piecewise:
        """Return the function as a `sympy.Piecewise`, in the symbol by which its lines are told."""
        from sympy import Piecewise, Symbol, nan

        x = Symbol(self.symbol)
        pieces = [
            (constant + slope * x, x <= end)
            for (constant, slope), end in zip(self.lines, self.breakpoints[1:], strict=True)
        ]
        below = (nan, x < self.breakpoints[0])
        return Piecewise(*[below] * (self.fractions.breakpoints[0] > -inf), *pieces)

    def _found(self) -> list[dict[str, Any]]:
        ends = pairwise(map(_end_text, self.fractions.breakpoints))
        return [
            {"low": low, "high": high, "constant": constant, "slope": slope}
            for (low, high), (constant, slope) in zip(ends, self.fractions.lines, strict=True)
        ]


def _columns(symbol: str) -> tuple[Column, ...]:
    return (
        Column("low", title=f"{symbol} from", unit="approx"),
        Column("high", title="to", unit="approx"),
        Column("line", f"{{0[constant]}} + {{0[slope]}}·{symbol}".format, "EV", to=To.PEOPLE),
        Column("constant", to=To.PROGRAMS, unit="approx"),
        Column("slope", to=To.PROGRAMS, unit="approx"),
    )


def _end_text(end: Any) -> Any:
    """Return the end of an interval, in text where it is endless."""
    return end if abs(end) < inf else "oo" if end > 0 else "-oo"


class EVByPayout(_EVByPaid):
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

    paid, symbol = "payout", "p"
    about = "The EV by what a clack pays, p"
    columns = _columns(symbol)


class EVByTie(_EVByPaid):
    """The first player's expected value as a function of what a tie pays him, τ: lines in pieces.

    Parameters
    ----------
    variant
        The rules; their own `ties` make no difference.
    breakpoints
        The ends of the pieces, ascending, one more than there are. The first and the last may be
        endless: `-sympy.oo` and `sympy.oo`, or `math.inf` among `Fraction`s.
    lines
        The constant and the slope of each piece, in stakes. The slope is the chance of a tie.

    Examples
    --------
    >>> ev = ev_by_tie(Variant(tiles=3, dice="1d6"))
    >>> ev.breakpoints, ev.lines
    ((-1, 1), ((0, 409/1944),))
    >>> ev("1/2")
    409/3888
    """

    paid, symbol = "tie", "τ"
    about = "The EV by what a tie pays the first player, τ"
    columns = _columns(symbol)


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
    return EVByPayout(variant, *_pieces(Stake(variant, "clack"), start, end))


def ev_by_tie(
    variant: GameLike,
    low: int | str | Fraction | Rational | None = None,
    high: int | str | Fraction | Rational | None = None,
) -> EVByTie:
    """Return the first player's EV as a function of what a tie pays him, the whole of it, exact.

    Every tie pays it, that of two clacks too; what he gets the second player pays. Where a clack
    pays 1 stake, −1, 0 and 1 are the three ways to settle `ties`.

    Parameters
    ----------
    variant
        As for `solve`; its own `ties` make no difference.
    low, high
        The least and the most that a tie pays, in stakes, from `-sympy.oo` to `sympy.oo`. None:
        the most that changes hands, 1 or what a clack pays, from the first player and to him.

    Raises
    ------
    InputError
        If `low` is not below `high`, or one of them is not exact.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> from twoplayer import solve
    >>> ev = ev_by_tie(Variant(tiles=4))
    >>> games = [solve(Variant(tiles=4, ties=ties)) for ties in ("second", "push", "first")]
    >>> [ev(-1), ev(0), ev(1)] == [game.first_player_ev for game in games]
    True
    """
    variant = as_game(variant)
    most = largest_payoff(variant)
    start = _end("low", -most if low is None else low)
    end = _above(start, most if high is None else high, "more than")
    return EVByTie(variant, *_pieces(Stake(variant, "tie"), start, end))


def _pieces(stake: Stake, low: Any, high: Any) -> tuple[tuple[Any, ...], tuple[Line, ...]]:
    """Return the breakpoints of the EV, and its lines."""
    spans = ev_spans(stake, low, high)
    return (*(span.low for span in spans), high), tuple(span.line for span in spans)


def payout_interval(low: object, high: object) -> Interval:
    """Read an interval of payouts; None is an end that there is not."""
    start = _stakes("low", low)
    if start < 0:
        raise InputError(f"got {low}, negative; takes 0 or more stakes", of="low")
    return start, _above(start, inf if high is None else high, "a payout above")


def _above(low: Any, high: object, above: str) -> Any:
    """Read the end of an interval."""
    end = _end("high", high)
    if end <= low:
        raise InputError(f"got {high}; takes {above} {_end_text(low)}", of="high")
    return end


def _end(name: str, value: Any) -> Any:
    """Read what may be infinite; an array would answer with an array."""
    for endless in (inf, -inf):
        if (value == endless) is True:
            return endless
    return _stakes(name, value)


def _stakes(name: str, value: object) -> Fraction:
    try:
        return parse_exact(value)
    except ValueError as error:
        raise refused(name, value, "an exact number of stakes", str(error)) from None


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
        stake = Stake(variant, "clack")
        found = zeros(span for ends in tracked(unsure) for span in ev_spans(stake, *ends))
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
        elif not sure_sign(Stake(variant, "clack"), start, end):
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

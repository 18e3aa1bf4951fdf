"""Who is favoured, by how much, and the clack payout that makes a variant exactly fair."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import sqrt
from os import PathLike
from typing import TYPE_CHECKING, TypeAlias

from .by_payout import ev_spans, sure_sign
from .exact import exact_record, parse_exact, to_rational
from .game import Solution, solve, solve_all
from .outcomes import Outcomes, outcomes_of
from .payout_function import EVByPayout, payout_interval, shown_payout
from .piecewise import Interval, Span, joined_intervals, zeros
from .registry import as_variant
from .solo import one_player
from .variant import Variant

if TYPE_CHECKING:
    from sympy import Rational
    from sympy.core.numbers import Infinity

__all__ = ["EVByPayout", "Fairness", "ev_by_payout", "fair_payouts", "fairness_of"]

FairPayout: TypeAlias = "Rational | tuple[Rational, Rational | Infinity]"
"""A payout, or the ends of an interval of them."""

_ROUNDS = 12
"""How often what may hold a fair payout is halved, at most, before its pieces are found."""

_NARROW = 64
"""An interval as short as this part of a payout is narrow: its pieces are few."""

_MOST_LEFT = 64
"""With more intervals left than this, halving rules out too little to be worth it."""


@dataclass(frozen=True)
class Fairness:
    """How fair a variant is, under optimal play of both players.

    Parameters
    ----------
    solution
        Its exact values.
    outcomes
        The chances to win, tie, lose and clack.

    Examples
    --------
    >>> fairness = fairness_of("classic")
    >>> fairness.favoured, fairness.side_payment, fairness.games
    ('second', 668351559599495/166583718925369344, 238245)
    """

    solution: Solution
    outcomes: Outcomes

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"` or `"nobody"`."""
        return self.solution.favoured

    @property
    def side_payment(self) -> Rational:
        """What the favoured player has to pay the other before each game to make it fair."""
        return abs(self.solution.first_player_ev)

    @cached_property
    def variance(self) -> Rational:
        r"""The variance of what changes hands in one game, in square stakes.

        E[X²] − EV², where X² is the square of `clack_payout` where the winner has clacked.
        """
        outcomes, payout = self.outcomes, self.solution.variant.clack_payout
        plain = outcomes.first_wins + outcomes.second_wins - outcomes.clack_pays
        square = plain + to_rational(payout**2) * outcomes.clack_pays
        return square - self.solution.first_player_ev**2

    @property
    def standard_deviation(self) -> float | None:
        """The root of `variance`, in stakes, rounded; None beyond the range of floats."""
        approx = exact_record(self.variance)["approx"]
        return None if approx is None else sqrt(float(approx))

    @property
    def games(self) -> int | None:
        """After how many games the advantage stands out of luck; None where there is none.

        The smallest n ≥ (2·sd/|EV|)², and at least 1: what is gained on average is two standard
        deviations of the sum then.
        """
        if not self.side_payment:
            return None
        return max(1, int((4 * self.variance / self.side_payment**2).ceiling()))


def fairness_of(
    variant: Variant | str | PathLike[str], progress: Callable[[float], object] | None = None
) -> Fairness:
    """Tell how fair a variant is.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    progress
        Called with the part of the work that has just been done; the parts add up to about 1.

    Raises
    ------
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> fairness_of(Variant(scoring="shut")).favoured
    'nobody'
    """
    solution = solve(variant)
    return Fairness(solution, outcomes_of(solution.variant, progress))


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
    >>> ev = ev_by_payout(Variant(tiles=4, immediate_clack=True), 0, 3)
    >>> len(ev.lines), ev(2) == solve(ev.variant.replace(clack_payout=2)).first_player_ev
    (2, True)
    """
    variant = as_variant(variant)
    spans = ev_spans(variant, *payout_interval(low, high), progress)
    ends = [shown_payout(spans[0].low), *(shown_payout(span.high) for span in spans)]
    lines = [(to_rational(span.first.constant), to_rational(span.first.slope)) for span in spans]
    return EVByPayout(variant, tuple(ends), tuple(lines))


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

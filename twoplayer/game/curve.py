r"""The values of a game as functions of its clack payout p: which lines they are, where.

What the second player gets is constant + slope·p, wherever she ends, so each v2(k) is a maximum
of lines, convex in p. Between neighbouring breakpoints of all v2 the first player's payoffs are
lines as well, and so his value is convex there; in all it is neither convex nor concave.

The line just right of p is found by solving with payoffs (value at p, slope), compared
lexicographically; just left of p with (value at p, −slope); beyond every breakpoint with (slope,
constant). Where the lines at both ends of a span differ, they cross inside, and so it is cut.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain
from math import lcm
from typing import NamedTuple

import numpy as np

from ..exact import Values
from ..progress import part, tell
from ..turn.board import ranks, scores
from ..turn.induction import Turn, turn_of
from ..variant.variant import Variant
from .stakes import results

Interval = tuple[Fraction, Fraction | None]
"""The ends of an interval; None where there is no upper one."""


class Line(NamedTuple):
    """The line constant + slope·x."""

    constant: Fraction
    slope: Fraction

    def at(self, x: Fraction) -> Fraction:
        """Return the value at x."""
        return self.constant + self.slope * x


class Span(NamedTuple):
    """An interval on which a function is convex."""

    key: int  # which function
    low: Fraction
    high: Fraction | None
    first: Line  # just right of `low`
    last: Line  # just left of `high`, or, where that is None, beyond every breakpoint


def cut(
    spans: Iterable[Span],
    lines_at: Callable[[Sequence[tuple[int, Fraction]]], Iterable[tuple[Line, Line]]],
    settled: Callable[[Span], object],
) -> list[Span]:
    """Cut spans until the function is one line on each.

    A convex function that has the same line at both ends of a span is that line in between. If
    the lines differ, they cross inside: there `lines_at` gives the lines just left and right, for
    the keys of functions and an x each, and each side is treated likewise. A crossing is a
    breakpoint, or on a line that was not known, so this comes to an end. `settled` is called with
    every span that is one line.

    The larger of −x, 1 and x, between −3 and 3:

    >>> lines = [Line(Fraction(c), Fraction(s)) for c, s in [(0, -1), (1, 0), (0, 1)]]
    >>> def lines_at(places):
    ...     for _, x in places:
    ...         best = [a for a in lines if a.at(x) == max(b.at(x) for b in lines)]
    ...         yield best[0], best[-1]
    >>> whole = Span(0, Fraction(-3), Fraction(3), lines[0], lines[-1])
    >>> [int(span.low) for span in join(cut([whole], lines_at, lambda span: None))]
    [-3, -1, 1]
    """
    found = []
    pending = list(spans)
    while pending:
        bent = [span for span in pending if span.first != span.last]
        for span in pending:
            if span.first == span.last:
                found.append(span)
                settled(span)
        crossings = [
            (key, (one.constant - other.constant) / (other.slope - one.slope))
            for key, _, _, one, other in bent
        ]
        pending = []
        for span, (_, x), lines in zip(bent, crossings, lines_at(crossings), strict=True):
            pending.append(span._replace(high=x, last=lines[0]))
            pending.append(span._replace(low=x, first=lines[1]))
    return sorted(found, key=lambda span: (span.key, span.low))


def join(spans: Iterable[Span]) -> list[Span]:
    """Join neighbours with the same line; the spans ascend, and each is one line."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].first == span.first:
            joined[-1] = joined[-1]._replace(high=span.high)
        else:
            joined.append(span)
    return joined


def zeros(spans: Iterable[Span]) -> list[Interval]:
    """Return where a continuous function is 0, as intervals; the spans ascend, each one line."""
    found: list[Interval] = []
    for _, low, high, line, _ in spans:
        if not any(line):
            found.append((low, high))
        elif line.slope and low <= (x := -line.constant / line.slope) <= (
            x if high is None else high
        ):
            found.append((x, x))
    return joined_intervals(found)


def joined_intervals(intervals: Iterable[Interval]) -> list[Interval]:
    """Join neighbours that touch; the intervals ascend."""
    joined: list[Interval] = []
    for low, high in intervals:
        touches = joined and joined[-1][1] == low
        joined.append((joined.pop()[0] if touches else low, high))
    return joined


class _At(NamedTuple):
    """Just left or right of a payout."""

    key: int  # which of several functions is meant
    payout: Fraction | None  # None: beyond every breakpoint
    side: int  # −1 left, 1 right

    @property
    def order(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The matrix that takes (constant, slope) to the components by which lines compare."""
        if self.payout is None:
            return (0, 1), (1, 0)
        return (self.payout.denominator, self.payout.numerator), (0, self.side)

    def line(self, components: Sequence[int], scale: int) -> Line:
        """Return the line that has these components, times a scale."""
        first, second = (Fraction(component, scale) for component in components)
        if self.payout is None:
            return Line(second, first)
        slope = self.side * second
        return Line(first / self.payout.denominator - slope * self.payout, slope)


def ev_spans(variant: Variant, low: Fraction, high: Fraction | None) -> list[Span]:
    """Return the EV to the first player by the payout: spans with one line each, ascending.

    The payouts are from low to high, which is None where there is no largest.
    """

    def settled(functions: int, span: Span) -> None:
        tell(float(share(span.low, span.high) / share(low, high) / functions))

    columns = len(scores(variant))
    in_all = [(low, high)] * columns
    against = _spans(partial(_second, variant), in_all, partial(settled, 2 * columns))
    cuts = sorted({span.low for span in against})
    constants, slopes = (np.empty((len(cuts), columns), dtype=object) for _ in range(2))
    scale = turn_of(variant).scale
    for rank, start, end, line, _ in against:
        within = slice(
            bisect_left(cuts, start), len(cuts) if end is None else bisect_left(cuts, end)
        )
        constants[within, rank] = int(line.constant * scale)
        slopes[within, rank] = int(line.slope * scale)
    first = partial(_first, variant, constants, slopes)
    return join(_spans(first, zip(cuts, [*cuts[1:], high], strict=True), partial(settled, 2)))


def sure_sign(variant: Variant, low: Fraction, high: Fraction | None) -> int:
    """Return 1 or −1 where the EV surely has this sign from one payout to another, else 0.

    The second player's values are convex: not below their tangents at `low`, not above their
    chords. Against either, the first player's value is convex as well. So the EV is not above the
    higher end of the one, and not below the tangent of the other.
    """
    at_low, at_high = _every_second(variant, low, 1), _every_second(variant, high, -1)
    chords = []
    for first, last in zip(at_low, at_high, strict=True):
        start = first.at(low)
        slope = last.slope if high is None else (last.at(high) - start) / (high - low)
        chords.append(Line(start - slope * low, slope))
    whole = lcm(*(part.denominator for line in (*at_low, *chords) for part in line))
    constants, slopes = (
        np.array(
            [[int(line[part] * whole) for line in lines] for lines in (at_low, chords)], object
        )
        for part in (0, 1)
    )
    # The lines are too large by a factor, as they are not times scale; only their signs matter.
    above, below = _first(variant, constants, slopes, [_At(0, high, -1), _At(1, low, 1)])
    if below.at(low) < 0:
        return -int(above.slope <= 0 if high is None else above.at(high) < 0)
    if below.at(low) > 0:
        return int(below.slope >= 0 if high is None else below.at(high) > 0)
    return 0


def share(low: Fraction, high: Fraction | None) -> Fraction:
    """Return the length of an interval where a payout p lies at p/(1 + p): none is endless."""
    return 1 / (1 + low) - (0 if high is None else 1 / (1 + high))


def _spans(
    evaluate: Callable[[Sequence[_At]], list[Line]],
    intervals: Iterable[tuple[Fraction, Fraction | None]],
    settled: Callable[[Span], object],
) -> list[Span]:
    """Cut intervals, on each of which a function of its own is convex, into spans of one line."""

    def both_sides(crossings: Sequence[tuple[int, Fraction]]) -> Iterator[tuple[Line, Line]]:
        lines = iter(evaluate([_At(key, x, side) for key, x in crossings for side in (-1, 1)]))
        return zip(lines, lines, strict=True)

    ends = list(intervals)
    places = [(_At(key, low, 1), _At(key, high, -1)) for key, (low, high) in enumerate(ends)]
    lines = iter(evaluate(list(chain.from_iterable(places))))
    spans = [Span(key, *ends[key], next(lines), next(lines)) for key in range(len(ends))]
    return cut(spans, both_sides, settled)


def _lines(
    turn: Turn, places: Sequence[_At], payoffs: Callable[[range], tuple[Values, Values]], unit: int
) -> list[Line]:
    """Solve a turn at some places.

    The payoffs of some of them are the constants and the slopes of u(S), times `unit`, each of
    shape (states, columns).
    """
    orders = np.array([place.order for place in places], dtype=object)

    def tuples(some: range) -> Values:
        constant, slope = payoffs(some)
        order = orders[some.start : some.stop]
        components = [constant * order[:, row, 0] + slope * order[:, row, 1] for row in (0, 1)]
        return np.stack(components, axis=-1)

    with part(0):  # it is payouts that are told, not turns
        found = turn.at_start(range(len(places)), tuples, components=2)
    scale = turn.scale * unit
    return [place.line(value, scale) for place, value in zip(places, found, strict=True)]


def _second(variant: Variant, places: Sequence[_At]) -> list[Line]:
    """Return the lines of the second player's value; the key of a place is the rank to beat."""
    left = ranks(variant)

    def payoffs(some: range) -> tuple[Values, Values]:
        beat = [place.key for place in places[some.start : some.stop]]
        wins, clack_pays = results(variant, left, beat)
        return wins * ~clack_pays, wins * clack_pays

    return _lines(turn_of(variant), places, payoffs, 1)


@lru_cache(maxsize=32)
def _every_second(variant: Variant, payout: Fraction | None, side: int) -> list[Line]:
    """Return the line against every score at one place, which halves of an interval share."""
    return _second(variant, [_At(rank, payout, side) for rank in range(len(scores(variant)))])


def _first(
    variant: Variant, constants: Values, slopes: Values, places: Sequence[_At]
) -> list[Line]:
    """Return the lines of the first player's value; the key of a place numbers an interval.

    The lines of what the second player gets are times scale, shape (intervals, scores).
    """
    turn = turn_of(variant)

    def payoffs(some: range) -> tuple[Values, Values]:
        keys = [place.key for place in places[some.start : some.stop]]
        by_state = ranks(variant)
        return -constants[keys][:, by_state].T, -slopes[keys][:, by_state].T

    return _lines(turn, places, payoffs, turn.scale)

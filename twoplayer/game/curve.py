r"""The values of a game as functions of what a clack or a tie pays, x: which lines they are, where.

What the second player gets is constant + slope·x, wherever she ends, so each v2(k) is a maximum
of lines, convex in x. Between neighbouring breakpoints of all v2 the first player's payoffs are
lines as well, and so his value is convex there; in all it is neither convex nor concave.

The line just right of x is found by solving with payoffs (value at x, slope), compared
lexicographically; just left of x with (value at x, −slope); beyond every breakpoint with (slope,
constant), or (−slope, constant) below them. A convex function that has the same line at both ends
of a span is that line in between; where the lines differ, they cross inside: there it is cut, and
each side is treated likewise.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import groupby, pairwise
from math import inf, lcm
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from ..exact import Values
from ..turn.board import ranks, scores
from ..turn.induction import Turn, turn_of
from ..work import part, tell
from .stakes import Stake

Interval = tuple[Fraction, Any]
"""The ends of an interval: exact numbers, and `inf` where it is endless."""


class Line(NamedTuple):
    """The line constant + slope·x."""

    constant: Fraction
    slope: Fraction

    def at(self, x: Fraction) -> Fraction:
        """Return the value at x."""
        return self.constant + self.slope * x


class Span(NamedTuple):
    """An interval on which a function is one line."""

    key: int  # which function
    low: Fraction
    high: Any
    line: Line


def zeros(spans: Iterable[Span]) -> list[Interval]:
    """Return where a continuous function is 0, as intervals; the spans ascend."""
    found: list[Interval] = []
    for _, low, high, line in spans:
        if not any(line):
            found.append((low, high))
        elif line.slope and low <= (x := -line.constant / line.slope) <= high:
            found.append((x, x))
    return joined_intervals(found)


def joined_intervals(intervals: Iterable[Interval]) -> list[Interval]:
    """Join neighbours that touch; the intervals ascend."""
    joined: list[Interval] = []
    for low, high in intervals:
        touches = joined and joined[-1][1] == low
        joined.append((joined.pop()[0] if touches else low, high))
    return joined


class At(NamedTuple):
    """Just left or right of a place."""

    key: int  # which of several functions is meant
    x: Any  # inf, or −inf: beyond every breakpoint
    side: int  # −1 left, 1 right

    @property
    def order(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The matrix that takes (constant, slope) to the components by which lines compare."""
        if abs(self.x) == inf:
            return (0, 1 if self.x > 0 else -1), (1, 0)
        return (self.x.denominator, self.x.numerator), (0, self.side)

    def line(self, components: Sequence[int], scale: int) -> Line:
        """Return the line that has these components, times a scale."""
        (a, b), (c, d) = self.order
        first, second = components
        scale *= a * d - b * c
        return Line(
            Fraction(d * first - b * second, scale), Fraction(a * second - c * first, scale)
        )


def ev_spans(stake: Stake, low: Any, high: Any) -> list[Span]:
    """Return the EV to the first player by what is paid, from low to high: the fewest spans."""
    columns, half = len(scores(stake.variant)), 2 * share(low, high)
    against = spans_of(partial(_second, stake), [(low, high)] * columns, columns * half)
    cuts = sorted({span.low for span in against})
    to_second = np.empty((len(cuts), columns, 2), dtype=object)
    scale = turn_of(stake.variant).scale * stake.unit
    for rank, start, end, line in against:
        between = slice(bisect_left(cuts, start), bisect_left(cuts, end))
        to_second[between, rank] = [int(part * scale) for part in line]
    spans = spans_of(partial(_first, stake, to_second), [*pairwise([*cuts, high])], half)
    alike = [list(some) for _, some in groupby(spans, attrgetter("line"))]
    return [some[0]._replace(high=some[-1].high) for some in alike]


def sure_sign(stake: Stake, low: Fraction, high: Any) -> int:
    """Return 1 or −1 where the EV surely has this sign from one payment to another, else 0.

    The second player's values are convex: not below their tangents at `low`, not above their
    chords. Against either, the first player's value is convex as well. So the EV is not above the
    higher end of the one, and not below the tangent of the other.
    """
    at_low, at_high = _every_second(stake, low, 1), _every_second(stake, high, -1)
    chords = []
    for first, last in zip(at_low, at_high, strict=True):
        start = first.at(low)
        slope = last.slope if high == inf else (last.at(high) - start) / (high - low)
        chords.append(Line(start - slope * low, slope))
    whole = lcm(*(part.denominator for line in (*at_low, *chords) for part in line))
    both = [[[int(part * whole) for part in line] for line in some] for some in (at_low, chords)]
    # The lines are too large by a factor, as they are not times scale; only their signs matter.
    above, below = _first(stake, np.array(both, object), [At(0, high, -1), At(1, low, 1)])
    if below.at(low) < 0:
        return -int(above.slope <= 0 if high == inf else above.at(high) < 0)
    if below.at(low) > 0:
        return int(below.slope >= 0 if high == inf else below.at(high) > 0)
    return 0


def share(low: Any, high: Any) -> float:
    """Return the length of an interval where x lies at x/(1 + |x|): none is endless."""
    near, far = (
        Fraction(1 if x > 0 else -1) if abs(x) == inf else x / (1 + abs(x)) for x in (low, high)
    )
    return float(far - near)


def spans_of(
    evaluate: Callable[[Sequence[At]], Iterable[Line]], intervals: Sequence[Interval], whole: float
) -> list[Span]:
    """Cut intervals, on each of which a function of its own is convex, into spans of one line.

    A crossing is a breakpoint, or on a line that was not known, so this comes to an end. What is
    found is told as progress, by its share of the whole.

    The larger of 3 − x, 1 and x − 3, between 0 and 6:

    >>> lines = [Line(Fraction(c), Fraction(s)) for c, s in [(3, -1), (1, 0), (-3, 1)]]
    >>> def evaluate(places):
    ...     for _, x, side in places:
    ...         best = [a for a in lines if a.at(x) == max(b.at(x) for b in lines)]
    ...         yield best[0 if side < 0 else -1]
    >>> [int(span.low) for span in spans_of(evaluate, [(Fraction(0), Fraction(6))], 1.0)]
    [0, 2, 3, 4]
    """
    found = []
    known: dict[At, Line] = {}
    pending = [(key, *ends) for key, ends in enumerate(intervals)]
    while pending:
        ends = [(At(key, low, 1), At(key, high, -1)) for key, low, high in pending]
        new = [place for both in ends for place in both if place not in known]
        known |= zip(new, evaluate(new), strict=True)
        cut = []
        for (key, low, high), (first, last) in zip(pending, ends, strict=True):
            (a, b), (c, d) = known[first], known[last]
            if (a, b) == (c, d):
                found.append(Span(key, low, high, known[first]))
                tell(share(low, high) / whole)
            else:
                crossing = (a - c) / (d - b)
                cut += [(key, low, crossing), (key, crossing, high)]
        pending = cut
    return sorted(found)


def _lines(
    turn: Turn,
    places: Sequence[At],
    payoffs: Callable[[list[int]], Iterable[Values]],
    unit: int,
) -> list[Line]:
    """Solve a turn at some places.

    By the keys of places the payoffs are the constants and the slopes of u(S), times `unit`, each
    of shape (states, places).
    """

    def tuples(some: range) -> Values:
        here = places[some.start : some.stop]
        constant, slope = payoffs([place.key for place in here])
        order = np.array([place.order for place in here], dtype=object)
        components = [constant * order[:, row, 0] + slope * order[:, row, 1] for row in (0, 1)]
        return np.stack(components, axis=-1)

    with part(0):  # it is payments that are told, not turns
        found = turn.at_start(range(len(places)), tuples, components=2)
    scale = turn.scale * unit
    return [place.line(value, scale) for place, value in zip(places, found, strict=True)]


def _second(stake: Stake, places: Sequence[At]) -> list[Line]:
    """Return the lines of the second player's value; the key of a place is the rank to beat."""
    rules = stake.variant
    payoffs = partial(stake.to_second, ranks(rules))
    return _lines(turn_of(rules), places, payoffs, stake.unit)


@lru_cache(maxsize=32)
def _every_second(stake: Stake, x: Any, side: int) -> list[Line]:
    """Return the line against every score at one place, which halves of an interval share."""
    return _second(stake, [At(rank, x, side) for rank in range(len(scores(stake.variant)))])


def _first(stake: Stake, to_second: Values, places: Sequence[At]) -> list[Line]:
    """Return the lines of the first player's value; the key of a place numbers an interval.

    The lines of what the second player gets are whole numbers, shape (intervals, scores, 2).
    """
    turn, by_state = turn_of(stake.variant), ranks(stake.variant)

    def payoffs(intervals: list[int]) -> Iterable[Values]:
        return -to_second[intervals][:, by_state].T

    return _lines(turn, places, payoffs, turn.scale * stake.unit)

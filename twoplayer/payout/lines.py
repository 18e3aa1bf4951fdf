"""Piecewise linear functions, exact, and how to find a convex one from its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

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

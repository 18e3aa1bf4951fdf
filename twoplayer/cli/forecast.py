"""How long work takes in all, as far as the parts of it that are done tell."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

LONG = 8
"""What takes so many seconds more is announced."""
_LEAST_PART, _LEAST_SECONDS, _LEAST_PIECES = 1 / 20, 2, 4
"""So much has to be done, so long and in so many pieces, before it is known how long all takes."""
_UNKNOWN = 3 / 2
"""What cannot be told within such a factor is not known."""
_ROUGH = 5 / 4
"""What can be told within such a factor is told as one number, and what was told is not mended."""
_UNITS = ((3600, 1, "hours"), (60, 1, "minutes"), (5, 5, "seconds"))


class Span(NamedTuple):
    """Some seconds, between the fewest and the most that they may be.

    Examples
    --------
    >>> str(Span(100, 110)), str(Span(200, 300)), str(Span(10000, 12000))
    ('about 105 seconds', '3 to 5 minutes', 'about 3 hours')
    """

    least: float
    most: float

    def __str__(self) -> str:
        size, step, unit = next(each for each in _UNITS if self.most >= 3 * each[0] or each[1] > 1)
        least, most, middle = (
            step * round(seconds / size) for seconds in (*self, (self.least + self.most) / 2)
        )
        if self.most <= _ROUGH * self.least or least == most:
            return f"about {middle} {unit}"
        return f"{least} to {most} {unit}"

    def contradicts(self, other: Span) -> bool:
        """Tell whether both cannot be right, roughly."""
        return self.least > _ROUGH * other.most or self.most * _ROUGH < other.least


class Forecast:
    """What is known of some work while parts of it are told as done, and what to say of that.

    Some parts may be at work at once, they may weigh more or less than they take, and it may be
    long before any is begun. So the pace is taken from the start on, from the first part on, and in
    the later half of what is done: where these are far apart, or one part is most of what is done,
    it is not known how long all takes.

    Parameters
    ----------
    long
        What takes so many seconds more is announced.

    Attributes
    ----------
    total : Span or None
        How long all takes from the start on; None where that is not known.

    Examples
    --------
    >>> forecast = Forecast()
    >>> for second in range(1, 11):
    ...     if said := forecast.add(second, 1 / 100):
    ...         print(f"after {second} seconds: {said}")
    after 5 seconds: This takes about 100 seconds in all.
    """

    def __init__(self, long: float = LONG) -> None:
        self._long = long
        self.total: Span | None = None
        self._seconds, self._done = [0.0], [0.0]
        self._squares = 0.0
        self._said: tuple[Span, float] | None = None

    @property
    def done(self) -> float:
        """What part of all is done."""
        return self._done[-1]

    def add(self, seconds: float, part: float) -> str:
        """Tell that another part is done so long after the start, and return what to say now."""
        if len(self._done) > 1:
            self._squares += part**2
        self._seconds.append(seconds)
        self._done.append(self.done + part)
        self.total = self._spanned()
        if self.total is None or self.total.least - seconds <= self._long:
            return ""
        if self._said is None:
            words = f"This takes {self.total} in all."
        elif self.done >= 2 * self._said[1] and self.total.contradicts(self._said[0]):
            words = f"By now it seems that this takes {self.total} in all."
        else:
            return ""
        self._said = self.total, self.done
        return words

    def _spanned(self) -> Span | None:
        """Return what the paces that were taken make of all the work."""
        now, done = self._seconds[-1], self.done
        # So many pieces of one size would have the same sum and sum of squares.
        few = (done - self._done[1]) ** 2 < _LEAST_PIECES * self._squares
        if done < _LEAST_PART or now < _LEAST_SECONDS or few or not self._squares:
            return None
        found = []
        for place in (0, 1, bisect_right(self._done, done / 2) - 1):
            pace = (now - self._seconds[place]) / (done - self._done[place])
            found.append(now + pace * max(0, 1 - done))
        span = Span(min(found), max(found))
        return span if span.most <= _UNKNOWN * span.least else None

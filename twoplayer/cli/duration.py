"""What a command tells beside its result: how long it takes in all, and how far it is."""

from __future__ import annotations

import os
import sys
import time
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

import click

from ..errors import FileError, visible
from ..work import Work, present, watching

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

MOST_SECONDS_UNTOLD = 8  # what takes longer than that is announced
_LEAST_PART, _LEAST_SECONDS, _LEAST_PIECES = 1 / 20, 2, 4
"""So much has to be done before it is known how long all takes."""
_UNKNOWN = 3 / 2  # what cannot be told within such a factor is not known
_ROUGH = 5 / 4  # within such a factor it is told as one number, and what was told is not mended
_LONG_PART = "This takes a while; how long is not known yet."
_UNITS = ((3600, 1, "hours"), (60, 1, "minutes"), (5, 5, "seconds"))


class Span(NamedTuple):
    """Between how many seconds something may take.

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
        return self.least > _ROUGH * other.most or self.most * _ROUGH < other.least


class Forecast:
    """What is known of some work while parts of it are told as done, and what to say of that.

    Parts may be at work at once, be unlike each other, or begin late. So the pace is taken from the
    start on, from the first part on, and in the later half of what is done: where these are far
    apart, or one part is most of what is done, it is not known how long all takes.

    >>> forecast = Forecast()
    >>> for second in range(1, 11):
    ...     if said := forecast.add(second, 1 / 100):
    ...         print(f"after {second} seconds: {said}")
    after 5 seconds: This takes about 100 seconds in all.
    """

    def __init__(
        self, what: str = "this", begun: float = 0, long: float = MOST_SECONDS_UNTOLD
    ) -> None:
        self.total: Span | None = None  # how long all takes since then, where that is known
        self._what, self._long = what, long  # what takes so many seconds more is announced
        self._seconds, self._done, self._squares = [begun], [0.0], 0.0
        self._said: tuple[Span, float] | None = None

    @property
    def done(self) -> float:
        return self._done[-1]

    @property
    def seconds(self) -> float:
        return self._seconds[-1] - self._seconds[0]

    def add(self, seconds: float, part: float) -> str:
        """Tell that a part is done, at some time, and return what to say now."""
        if len(self._done) > 1:
            self._squares += part**2
        self._seconds.append(seconds)
        self._done.append(self.done + part)
        self.total = self._spanned()
        if self.total is None or self.total.least - self.seconds <= self._long:
            return ""
        if self._said is None:
            words = f"{self._what.capitalize()} takes"
        elif self.done >= 2 * self._said[1] and self.total.contradicts(self._said[0]):
            words = f"By now it seems that {self._what} takes"
        else:
            return ""
        self._said = self.total, self.done
        return f"{words} {self.total} in all."

    def _spanned(self) -> Span | None:
        now, done = self.seconds, self.done
        # So many pieces of one size would have the same sum and sum of squares.
        few = (done - self._done[1]) ** 2 < _LEAST_PIECES * self._squares
        if done < _LEAST_PART or now < _LEAST_SECONDS or few or not self._squares:
            return None
        found = []
        for place in (0, 1, bisect_right(self._done, done / 2) - 1):
            pace = (self._seconds[-1] - self._seconds[place]) / (done - self._done[place])
            found.append(now + pace * max(0, 1 - done))
        span = Span(min(found), max(found))
        return span if span.most <= _UNKNOWN * span.least else None


_bars: list[ProgressBar[Any]] = []


def say(text: str) -> None:
    try:
        if not all(bar.hidden for bar in _bars):
            click.echo(err=True)  # the bar stays as it was, above this
        click.echo(visible(text), err=True)
    except OSError:
        silence(sys.stderr)


@contextmanager
def printing() -> Iterator[None]:
    """Print: what cannot be is an error, and ends silently where nobody reads it."""
    try:
        yield
    except BrokenPipeError:
        silence(sys.stdout)
        sys.exit(141)
    except OSError as error:
        silence(sys.stdout)
        raise FileError(f"output: cannot be written: {error}") from None


def silence(stream: TextIO) -> None:
    with suppress(OSError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


@contextmanager
def progress() -> Iterator[None]:
    """Announce what takes long in a line, and show a bar on a terminal after a second.

    Parts that are unlike each other are announced each by itself: none tells of the others.
    """
    watched = sys.stderr is not None and sys.stderr.isatty()
    start, took, done = time.monotonic(), 0.0, 0.0
    whole, kind, forecast, known = Work(), Work(), Forecast(), False
    next_share = 30.0  # what is not known by then is told by its share, and in twice the time
    with click.progressbar(
        length=1000, file=sys.stderr, hidden=True, show_eta=False, item_show_func=_in_all
    ) as bar:
        late = _later(MOST_SECONDS_UNTOLD / 2, _LONG_PART)

        def advance(share: float) -> None:
            nonlocal took, done, kind, forecast, late, known, next_share
            if kind is not (kind := present().kind):
                what = "this" if kind is whole else "this part of it"
                forecast = Forecast(what, took, MOST_SECONDS_UNTOLD)
                if known:
                    late.cancel()
                    late, known = _later(MOST_SECONDS_UNTOLD / 2, _LONG_PART), False
            took, done = time.monotonic() - start, done + share
            words, total = forecast.add(took, 1 - kind.left - forecast.done), forecast.total
            if kind is whole and not known and took >= next_share and done < 1:
                next_share = 2 * took
                words = words or _share(took, done)
            if words:
                say(words)
            if total and (words or not known):
                known = True
                late.cancel()
                left = max(MOST_SECONDS_UNTOLD, total.most - forecast.seconds)
                late = _later(2 * left, "This takes longer than it seemed.")
            bar.hidden = not watched or took < 1
            bar.update(round(1000 * done) - bar.pos, total if kind is whole else None)

        _bars.append(bar)
        try:
            with watching(advance):
                whole = present()
                yield
        finally:
            late.cancel()
            _bars.remove(bar)


def _share(seconds: float, done: float) -> str:
    """Say how much is done.

    >>> _share(31, 0.0021), _share(250, 1e-9)
    ('After 31 seconds 0.21 % of it is done.', 'After 4 minutes 0.0000001 % of it is done.')
    """
    from fractions import Fraction

    from ..exact import percent_text

    size, unit = (60, "minutes") if seconds >= 180 else (1, "seconds")
    return f"After {seconds / size:.0f} {unit} {percent_text(Fraction(done), 2)} % of it is done."


def _in_all(total: object) -> str | None:
    return f"{total} in all" if total else None


def _later(seconds: float, words: str) -> Timer:
    timer = Timer(seconds, say, [words])
    timer.daemon = True
    with suppress(RuntimeError):  # where no thread can be started, nothing is announced
        timer.start()
    return timer

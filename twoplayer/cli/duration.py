"""Progress of a command, told beside its result: by a bar on a terminal, or by lines.

A thread tells the progress. So work that reports nothing for long is told as well, and work that
reports often is not slowed down.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, repeat
from threading import Event, RLock, Thread
from typing import TextIO

import click

from ..errors import FileError, visible
from ..work import Watched, doing

MOST_SECONDS_UNTOLD = 10  # where nobody watches, longer work is told in lines
_SECONDS_TO_A_BAR = 2  # on a terminal
_SECONDS_TO_A_LINE = 30  # from the first line on
_LEAST_SHARE = 1 / 20  # the share that has to be done before the rest is estimated
_STEPS = 10**6  # of a bar
_UNITS = ((3600, "hour"), (60, "minute"), (1, "second"))

_drawn: list[Bar] = []
_writing = RLock()  # a line and a bar are not written at once


class Lines:
    """Progress where nobody watches: a line each time.

    Parameters
    ----------
    whole : Watched
        The work.
    clock : callable
        The function that returns the time in seconds; the work begins now.

    Examples
    --------
    >>> from itertools import count
    >>> whole = Watched()
    >>> lines = Lines(whole, iter([0, 10, 40]).__next__)
    >>> lines.text()
    'After 10 seconds 0.0 % of the work is done.'
    >>> whole.tell(1 / 5)
    >>> lines.text()
    'After 40 seconds 20.0 % of the work is done; at this pace the rest takes 160 seconds.'
    """

    def __init__(self, whole: Watched, clock: Callable[[], float] = time.monotonic) -> None:
        self._whole, self._clock, self._begun = whole, clock, clock()
        self.waits = chain([MOST_SECONDS_UNTOLD], repeat(_SECONDS_TO_A_LINE))

    def text(self) -> str:
        gone, share, pieces = self._clock() - self._begun, self._whole.share, self._whole.counted
        after = f"After {_time_text(gone)}"
        if pieces and not share:
            are = "pieces of work are" if pieces > 1 else "piece of work is"
            return f"{after} {pieces:,} {are} done; how many there are is not known."
        text = f"{after} {min(100 * share, 99.9):.1f} % of the work is done"
        if share < _LEAST_SHARE or pieces:
            return f"{text}."
        return f"{text}; at this pace the rest takes {_time_text(gone / share - gone)}."

    def show(self) -> None:
        say(self.text())

    def end(self) -> None:
        """Leave the lines as they are."""


class Bar:
    """Progress on a terminal: click's bar, with its estimate after a twentieth of the work.

    Where pieces were counted first, there is no estimate: they took time, and belong to no share.
    """

    def __init__(self, whole: Watched) -> None:
        self._whole = whole
        self._bar = click.progressbar(
            length=_STEPS, file=sys.stderr, hidden=True, update_min_steps=0
        )
        self.waits = chain([_SECONDS_TO_A_BAR], repeat(1))

    def show(self) -> None:
        """Draw the bar for the present share of the work."""
        bar, share, pieces = self._bar, self._whole.share, self._whole.counted
        counting = pieces > 0 and not share
        place = pieces if counting else round(_STEPS * share)
        bar.length, bar.show_pos = None if counting else _STEPS, counting
        bar.show_eta = not pieces
        with _written():
            bar.hidden = False
            if counting or share >= _LEAST_SHARE:
                bar.update(place - bar.pos)
            else:  # an update would change the pace
                bar.pos = place
                bar.render_progress()
            if self not in _drawn:
                _drawn.append(self)

    def leave(self) -> None:
        """Leave the drawn bar in its line, so that other lines go below."""
        with _written():
            if self in _drawn:
                _drawn.remove(self)
                self._bar.render_finish()
                self._bar.hidden = True

    def end(self) -> None:
        """Leave the bar, where there is one: full if all work is done, otherwise as it was."""
        if self in _drawn and self._whole.share == 1:
            self.show()
        self.leave()


@contextmanager
def _written() -> Iterator[None]:
    with _writing:
        try:
            yield
        except (OSError, ValueError):  # nobody reads the stream, or it is closed
            if sys.stderr is not None:
                silence(sys.stderr)


def say(text: str) -> None:
    with _writing:
        for bar in [*_drawn]:
            bar.leave()
        try:
            click.echo(visible(text), err=True)
        except OSError:
            silence(sys.stderr)


@contextmanager
def printing() -> Iterator[None]:
    """Print: a failure is an error, and the program ends silently where nobody reads."""
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
    """Tell the progress of the work inside: by a bar on a terminal, by lines elsewhere."""
    whole, ended = Watched(), Event()
    watched = sys.stderr is not None and sys.stderr.isatty()
    told: Bar | Lines = Bar(whole) if watched else Lines(whole)

    def tell() -> None:
        for seconds in told.waits:
            if ended.wait(seconds):
                return
            told.show()

    teller = Thread(target=tell, daemon=True)
    with suppress(RuntimeError):  # where no thread can be started, nothing is told
        teller.start()
    try:
        with doing(whole):
            yield
    finally:
        ended.set()
        if teller.is_alive():
            teller.join()
        told.end()


def _time_text(seconds: float) -> str:
    """Write a duration in the largest unit that fits into it three times, or in seconds.

    >>> _time_text(1), _time_text(40), _time_text(1000), _time_text(20000)
    ('1 second', '40 seconds', '17 minutes', '6 hours')
    """
    size, unit = next((each for each in _UNITS if seconds >= 3 * each[0]), _UNITS[-1])
    number = round(seconds / size)
    return f"{number} {unit}{'s' * (number != 1)}"

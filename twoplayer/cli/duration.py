"""What a command tells beside its result: how long it takes, and how far it is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

import click

from ..errors import visible

__all__ = ["progress", "say"]

LONG = 8
"""What takes so many seconds more is announced."""
_KNOWN = 1 / 5
"""When so much is done, it is known better how long the rest takes."""


def say(text: str) -> None:
    """Tell something beside the result."""
    click.echo(visible(text), err=True)


@contextmanager
def progress() -> Iterator[Callable[[float], None]]:
    """Announce what takes long in a line, and show a bar on a terminal once it has taken a second.

    What this gives is called with the part of the work that has just been done. Time is taken from
    the first call on, since it may be long before any work is done that workers are started.
    """
    watched = sys.stderr is not None and sys.stderr.isatty()
    unknown = _later(LONG / 2, "This takes a while; how long is not known yet.")
    start, before, done, announced, revised = 0.0, 0.0, 0.0, 0.0, False
    with click.progressbar(length=1000, file=sys.stderr, hidden=True) as bar:

        def advance(part: float) -> None:
            nonlocal unknown, start, before, done, announced, revised
            done += part
            if not start:
                start, before = time.monotonic(), done
                bar.start = time.time()
            took = time.monotonic() - start
            if took < 1:
                return
            left = took * (1 - done) / (done - before)
            if not announced:
                unknown.cancel()
                if left > LONG:
                    say(f"This takes about {_duration(left)}.")
                else:  # what is left may be the harder part
                    unknown = _later(2 * LONG, "This takes longer than it seemed.")
                announced = took + left
            elif done > _KNOWN and not revised:
                revised = True
                if left > LONG and not 4 / 5 < (took + left) / announced < 5 / 4:
                    unknown.cancel()
                    say(f"It takes about {_duration(left)} more.")
            bar.hidden = not watched
            bar.update(round(1000 * done) - bar.pos)

        try:
            yield advance
        finally:
            unknown.cancel()


def _later(seconds: float, text: str) -> Timer:
    timer = Timer(seconds, say, [text])
    timer.daemon = True
    timer.start()
    return timer


def _duration(seconds: float) -> str:
    for unit, size in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {unit}"
    return f"{round(seconds)} seconds"

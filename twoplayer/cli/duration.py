"""What a command tells beside its result: how long it takes, and how far it is."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING, Any, TextIO

import click

from ..errors import visible
from ..work import watching
from .forecast import LONG, Forecast

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


_bars: list[ProgressBar[Any]] = []
"""The bar that is under way."""


def say(text: str) -> None:
    """Tell something beside the result; where nobody can be told, the result is the same."""
    try:
        if not all(bar.hidden for bar in _bars):
            click.echo(err=True)  # the bar stays as it was, above this
        click.echo(visible(text), err=True)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Let Python flush to nowhere on its way out, where nothing can be written any more."""
    with suppress(OSError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


@contextmanager
def progress() -> Iterator[None]:
    """Announce what takes long in a line, and show a bar on a terminal once it has taken a second.

    What this gives is called with the part of the work that has just been done.
    """
    watched = sys.stderr is not None and sys.stderr.isatty()
    start, forecast, known = time.monotonic(), Forecast(LONG), False
    with click.progressbar(
        length=1000, file=sys.stderr, hidden=True, show_eta=False, item_show_func=_in_all
    ) as bar:
        late = _later(LONG / 2, "This takes a while; how long is not known yet.")

        def advance(part: float) -> None:
            nonlocal late, known
            took = time.monotonic() - start
            words, total = forecast.add(took, part), forecast.total
            if words:
                say(words)
            if total and (words or not known):
                known = True
                late.cancel()
                left = max(LONG, total.most - took)
                late = _later(2 * left, "This takes longer than it seemed.")
            bar.hidden = not watched or took < 1
            bar.update(round(1000 * forecast.done) - bar.pos, total)

        _bars.append(bar)
        try:
            with watching(advance):
                yield
        finally:
            late.cancel()
            _bars.remove(bar)


def _in_all(total: object) -> str | None:
    return f"{total} in all" if total else None


def _later(seconds: float, words: str) -> Timer:
    timer = Timer(seconds, say, [words])
    timer.daemon = True
    timer.start()
    return timer

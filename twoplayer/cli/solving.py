"""Solving what a command names, and progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Timer
from typing import TYPE_CHECKING, Any

import click

from ..errors import visible

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from fractions import Fraction

    from ..show.ranking import Entry
    from ..variant.family import Family
    from ..variant.variant import Variant

__all__ = ["family_of", "members_of", "progress", "say", "solve_entries", "solve_evs"]

MUCH = 10**9
"""So much work, of some seconds, is worth starting a process for each core."""
LONG = 8
"""What takes so many seconds more is announced."""


def family_of(name: str | None, rules: Mapping[str, Any]) -> Family:
    """Return the rules of a name, or of the classic game, with those of the options instead."""
    from ..variant.family import Family
    from ..variant.registry import family

    found = Family("classic", "", "", {}) if name is None else family(name)
    return found.replace(**rules)


def members_of(families: Iterable[Family]) -> list[tuple[str, Variant]]:
    """Return the variants of some families, each with the name of its rule set."""
    return [member for family in families for member in family.named_members]


def solve_entries(
    families: Iterable[Family], results: str | None = None, scheduler: str | None = None
) -> list[Entry]:
    """Solve every member of some families, as `solve_evs`."""
    from ..show.ranking import Entry

    named = members_of(families)
    evs = solve_evs([variant for _, variant in named], results, scheduler)
    return [Entry(name, variant, ev) for (name, variant), ev in zip(named, evs, strict=True)]


def solve_evs(
    variants: Sequence[Variant], results: str | None = None, scheduler: str | None = None
) -> list[Fraction]:
    """Return the EVs of many variants, with a progress bar.

    What the file of results has is not computed again. Much work is spread over all cores, or over
    the machines of a scheduler.
    """
    from .. import executors
    from ..game.work import pieces
    from ..many.results import first_player_evs, open_results

    workers: AbstractContextManager[Executor | None]
    if scheduler is not None:
        workers = executors.scheduler(scheduler)
    elif sum(piece.work for piece in pieces(variants)) > MUCH:
        workers = executors.cores()
    else:
        workers = nullcontext(None)
    try:
        with open_results(results) as known, progress() as advance, workers as executor:
            return first_player_evs(variants, executor, known, advance, say)
    except KeyboardInterrupt:
        if results is not None:
            say(f"What is done is kept in {results}: the same again goes on.")
        raise


def say(text: str) -> None:
    """Tell something beside the result."""
    click.echo(visible(text), err=True)


@contextmanager
def progress() -> Iterator[Callable[[float], None]]:
    """Tell on stderr how long the work takes: a bar on a terminal, once it has taken a second.

    What takes longer than some seconds is announced in a line, on a terminal or not. What this
    gives is called with the part of the work that has just been done.
    """
    start = time.monotonic()
    watched = sys.stderr is not None and sys.stderr.isatty()
    done = 0.0
    unknown = Timer(LONG / 2, say, ["This takes longer; how long is not known yet."])
    unknown.daemon = True
    unknown.start()
    announced = False
    with click.progressbar(length=1000, file=sys.stderr, hidden=True) as bar:

        def advance(part: float) -> None:
            nonlocal done, announced
            done += part
            took = time.monotonic() - start
            if took < 1:
                return
            unknown.cancel()
            if not announced and (left := took / done - took) > LONG:
                say(f"This takes about {_duration(left)}.")
            announced = True
            bar.hidden = not watched
            bar.update(round(1000 * done) - bar.pos)

        try:
            yield advance
        finally:
            unknown.cancel()


def _duration(seconds: float) -> str:
    for unit, size in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {unit}"
    return f"{round(seconds)} seconds"

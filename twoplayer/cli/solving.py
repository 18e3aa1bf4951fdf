"""Solving what a command names, with progress on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from .. import __version__

if TYPE_CHECKING:
    from ..show.ranking import Entry
    from ..variant.family import Family
    from ..variant.variant import Variant

__all__ = ["family_of", "members_of", "progress", "solve_entries"]

MANY = 100
"""So many variants are worth starting a process for each core."""


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
    """Solve every member of some families, with a progress bar.

    What the file of results has is not computed again; a scheduler spreads the work over machines.
    """
    from ..show.ranking import Entry

    named = members_of(families)
    variants = [variant for _, variant in named]
    if results is None and scheduler is None and len(named) < MANY:
        from ..game.solution import solve_all

        with progress() as advance:
            solutions = solve_all(variants, advance)
        evs = [solution.fractions.first_player_ev for solution in solutions]
    else:
        from .. import executors
        from ..many.results import first_player_evs, open_results

        try:
            with (
                open_results(results, __version__) as known,
                progress() as advance,
                executors.cores()
                if scheduler is None
                else executors.scheduler(scheduler) as executor,
            ):
                evs = first_player_evs(variants, executor, known, advance)
        except KeyboardInterrupt:
            if results is not None:
                click.echo(f"What is done is kept in {results}: the same again goes on.", err=True)
            raise
    return [Entry(name, variant, ev) for (name, variant), ev in zip(named, evs, strict=True)]


@contextmanager
def progress() -> Iterator[Callable[[float], None]]:
    """Show a bar on a terminal's stderr, once the work has taken a second.

    What it gives is called with the part of the work that has just been done.
    """
    start = time.monotonic()
    watched = sys.stderr is not None and sys.stderr.isatty()
    done = 0.0
    with click.progressbar(length=1000, file=sys.stderr, hidden=True) as bar:

        def advance(part: float) -> None:
            nonlocal done
            done += part
            bar.hidden = not watched or time.monotonic() - start < 1
            bar.update(round(1000 * done) - bar.pos)

        yield advance

"""Solving what a command names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from ..errors import UnknownNameError
from .duration import progress, say

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from fractions import Fraction

    from ..show.ranking import Entry
    from ..variant.family import Family
    from ..variant.variant import Variant

__all__ = ["cores_for", "family_of", "members_of", "solve_entries", "solve_evs"]

MUCH = 10**9
"""So much work, of some seconds, is worth starting a process for each core."""


def family_of(name: str | None, rules: Mapping[str, Any]) -> Family:
    """Return the rules of a name, or of the classic game, with those of the options instead."""
    from ..variant.family import Family
    from ..variant.registry import family

    if name is None and rules:
        return Family("your rules", "", "", {}).replace(**rules)
    try:
        return family("classic" if name is None else name).replace(**rules)
    except UnknownNameError as error:
        raise UnknownNameError(_mistaken(name) or str(error)) from None


def _mistaken(name: str | None) -> str | None:
    """Say what a word is that is no name but belongs to an option."""
    if name and name.lower() in ("true", "false", "yes", "no"):
        return (
            f"{name}: not a name; an option such as --immediate-clack takes no value, and its "
            "opposite is --no-immediate-clack"
        )
    if name and name.isdecimal():
        return f"{name}: not a name; several tiles, or dice, are one word, such as 1,2,5,8"
    return None


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
    from ..many.results import first_player_evs, open_results

    try:
        with (
            open_results(results) as known,
            progress() as advance,
            _workers(variants, scheduler) as executor,
        ):
            return first_player_evs(variants, executor, known, advance, say)
    except KeyboardInterrupt:
        if results is not None:
            say(f"What is done is kept in {results}: the same again goes on.")
        raise


def _workers(
    variants: Sequence[Variant], scheduler: str | None
) -> AbstractContextManager[Executor | None]:
    """Return what the work is spread over; nothing where it is little."""
    from .. import executors
    from ..game.work import pieces

    if scheduler is not None:
        return executors.scheduler(scheduler)
    return cores_for(sum(piece.work for piece in pieces(variants)))


def cores_for(work: int) -> AbstractContextManager[Executor | None]:
    """Return what so much work is spread over: all cores, or nothing where it is little."""
    from .. import executors

    return executors.cores() if work > MUCH else nullcontext(None)

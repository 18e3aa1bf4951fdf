"""Solving what a command names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import UnknownNameError
from .duration import progress, say

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from fractions import Fraction

    from ..many.results import Results
    from ..show.ranking import Entry
    from ..variant.family import Family, LeftOut
    from ..variant.variant import Variant

Named = TypeVar("Named", bound=tuple[Any, ...])
_MOST_LEFT_OUT = 10
"""So many reasons why members are left out are told."""
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


def members_of(families: Sequence[Family]) -> list[tuple[str, Variant]]:
    """Return the variants of some families, each with the name of its rule set.

    A member whose rules contradict each other is left out, and that is said.
    """
    from ..errors import RulesError

    named = []
    for family in families:
        try:
            named += family.named_members
        except RulesError as error:
            if len(families) == 1:
                raise
            raise RulesError(*(f"{family.name}: {fault}" for fault in error.faults)) from None
    say_left_out(families)
    return named


def say_left_out(families: Iterable[Family]) -> None:
    """Say which members of some families are left out, and why."""
    lines = []
    for family in families:
        alike: dict[tuple[str, str], list[LeftOut]] = {}
        for each in family.left_out:
            alike.setdefault((each.name, each.reason), []).append(each)
        for (name, reason), some in alike.items():
            who = f"{name} is" if family.size == 1 or family.parts else _spelled(some[0], family)
            who = who if len(some) == 1 else f"{name}: {len(some):,} members are"
            lines.append(f"{who} left out. {'; '.join(reason.splitlines())}")
    for line in lines[:_MOST_LEFT_OUT]:
        say(line)
    if len(lines) > _MOST_LEFT_OUT:
        say(f"{len(lines) - _MOST_LEFT_OUT:,} more such reasons are not told.")


def _spelled(member: LeftOut, family: Family) -> str:
    varied = [name for name, some in family.options.items() if len(some) > 1]
    rules = ", ".join(f"{name} {member.rules[name]}" for name in varied)
    return f"{member.name} ({rules}) is"


def distinct_of(named: Sequence[Named]) -> list[Named]:
    """Leave out rules that have been listed before, and say so where they have another name."""
    from ..show.ranking import distinct

    kept = distinct(named)
    names = {variant: name for name, variant, *_ in kept}
    left_out = dict.fromkeys(
        (name, names[variant]) for name, variant, *_ in named if name != names[variant]
    )
    for name, first in left_out:
        say(f"{name} is left out where it has the same rules as {first}.")
    return kept


def solve_entries(
    named: Sequence[tuple[str, Variant]], results: str | None = None, scheduler: str | None = None
) -> list[Entry]:
    """Solve variants that have names, as `solve_evs`."""
    from ..show.ranking import Entry

    evs = solve_evs([variant for _, variant in named], results, scheduler)
    return [Entry(name, variant, ev) for (name, variant), ev in zip(named, evs, strict=True)]


def solve_evs(
    variants: Sequence[Variant], results: str | None = None, scheduler: str | None = None
) -> list[Fraction]:
    """Return the EVs of many variants, as `evs_of`, with a progress bar."""
    with progress():
        return evs_of(variants, results, scheduler)


def evs_of(
    variants: Sequence[Variant],
    results: str | None = None,
    scheduler: str | None = None,
) -> list[Fraction]:
    """Return the EVs of many variants.

    What the file of results has is not computed again. Much work is spread over all cores, or over
    the machines of a scheduler.
    """
    from ..many.results import first_player_evs

    with kept_in(results) as known, _workers(variants, scheduler) as executor:
        return first_player_evs(variants, executor, known, say)


@contextmanager
def kept_in(path: str | None) -> Iterator[Results | None]:
    """Open a file of results; where the work is interrupted, say that the file has what is done."""
    from ..many.results import open_results

    try:
        with open_results(path) as results:
            yield results
    except KeyboardInterrupt:
        if path is not None:
            say(f"What is done is kept in {path}: the same again goes on.")
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

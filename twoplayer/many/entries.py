"""Games with what they are worth, to be compared, and the rules that people play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from ..errors import GameTooLargeError
from ..game.contest import Contest
from ..game.fairness import Fairness, games_to_notice
from ..game.players import favoured_by
from ..game.solution import Solution, games_of, solve_all, work_of
from ..turn.turns import turn_of
from ..variant.fields import FIELDS
from ..variant.registry import registered, variants
from ..variant.variant import Variant
from ..work import Executor, part, spread, tracked

KEPT = "tiles", "dice", "weights", "scoring"
"""The box, its dice and how to count stay as they are, unless somebody says otherwise."""


@lru_cache(maxsize=1)
def played() -> Mapping[str, tuple[Any, ...]]:
    """Return what people play: for each rule, its values in the registered rule sets, as spelled.

    What only goes with a board too large for tables, such as four dice, is not among them.

    >>> played()["stop_total"], played()["ties"]
    ((None, 7), ('push', 'first', 'second'))
    """
    every = dict.fromkeys(variant for name in registered() for variant in variants(name))
    rules = [variant.rules() for variant in [Variant(), *every] if has_tables(variant)]
    return {name: tuple(dict.fromkeys(rule[name] for rule in rules)) for name in FIELDS}


def has_tables(variant: Variant) -> bool:
    """Tell whether tables hold a game."""
    with suppress(GameTooLargeError):
        return turn_of(variant).board.check_size().memory > 0
    return False


class Entry(NamedTuple):
    """A variant's EV to the first player, in stakes, and perhaps when that stands out from luck."""

    variant: Variant
    first_player_ev: Fraction
    games: int | None = None  # that of `Fairness`, where somebody asked for it
    second_variant: Variant | None = None  # None: the same

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self.first_player_ev)


Valued: TypeAlias = Entry | Solution
"""What has rules and an EV."""
AnyValued = TypeVar("AnyValued", Entry, Solution)


def ranked(entries: Iterable[AnyValued]) -> list[AnyValued]:
    """Sort by |EV|, the fairest first; equals stay in order."""
    return sorted(entries, key=lambda entry: abs(entry.first_player_ev))


def fairest(contests: Iterable[Contest]) -> list[Fairness]:
    """Return how fair some games are, the fairest first."""
    with part(of=2):
        solutions = [each.fractions for each in solve_all([each.pair for each in contests])]
    with part(of=2):
        games = map(Solution.fairness, tracked(solutions))
        return sorted(games, key=attrgetter("side_payment"))


def noticed(entries: Sequence[Entry], executor: Executor | None = None) -> list[Entry]:
    """Find after how many games each advantage stands out from luck.

    That takes the chances of every game, and so longer than its EV.

    >>> from twoplayer import solve
    >>> classic = Entry(Variant(), solve("classic").fractions.first_player_ev)
    >>> noticed([classic])[0].games
    238245
    """
    work = spread(_games_of, entries, executor, lambda entry: work_of(games_of([entry.variant])))
    games = dict(work)
    return [entry._replace(games=games[entry]) for entry in entries]


def _games_of(entry: Entry) -> int | None:
    [game] = games_of([entry.variant])
    return games_to_notice(game, entry.first_player_ev)

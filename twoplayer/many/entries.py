"""Games with what they are worth, to be compared: the fairest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple, TypeAlias, TypeVar

from ..game.fairness import Fairness, games_to_notice
from ..game.players import favoured_by
from ..game.solution import Solution, solve_all, work_of
from ..variant.variant import Variant
from ..work import Executor, part, spread, tracked


class Entry(NamedTuple):
    """A variant's EV to the first player, in stakes."""

    variant: Variant
    first_player_ev: Fraction

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self.first_player_ev)


class Noticed(NamedTuple):
    """A game, what it is worth to the first player in stakes, and when that stands out from luck.

    `games` is that of `Fairness`: None where nobody is favoured.
    """

    variant: Variant
    first_player_ev: Fraction
    games: int | None

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self.first_player_ev)


Valued: TypeAlias = Entry | Noticed | Solution
"""What has rules and an EV."""
AnyValued = TypeVar("AnyValued", Entry, Noticed, Solution)


def ranked(entries: Iterable[AnyValued]) -> list[AnyValued]:
    """Sort by |EV|, the fairest first; equals stay in order."""
    return sorted(entries, key=lambda entry: abs(entry.first_player_ev))


def fairest(variants: Sequence[Variant]) -> list[Fairness]:
    """Return how fair some variants are, the fairest first."""
    with part(of=2):
        solutions = [each.fractions for each in solve_all(variants)]
    with part(of=2):
        games = map(Solution.fairness, tracked(solutions))
        return sorted(games, key=attrgetter("side_payment"))


def noticed(entries: Sequence[Entry], executor: Executor | None = None) -> list[Noticed]:
    """Find after how many games each advantage stands out from luck.

    That takes the chances of every game, and so longer than its EV.

    >>> from twoplayer import solve
    >>> classic = Entry(Variant(), solve("classic").fractions.first_player_ev)
    >>> noticed([classic])[0].games
    238245
    """
    games = dict(spread(_games, entries, executor, _work))
    return [Noticed(*entry, games[entry]) for entry in entries]


def _games(entry: Entry) -> int | None:
    return games_to_notice(*entry)


def _work(entry: Entry) -> int:
    return work_of([entry.variant])

"""Games with what they are worth, to be compared: the fairest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple, TypeAlias, TypeVar

from ..game.fairness import Fairness
from ..game.players import favoured_by
from ..game.solution import Solution, solve_all
from ..variant.variant import Variant
from ..work import part, tracked


class Entry(NamedTuple):
    """A variant's EV to the first player, in stakes."""

    variant: Variant
    first_player_ev: Fraction

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


def fairest(variants: Sequence[Variant]) -> list[Fairness]:
    """Return how fair some variants are, the fairest first."""
    with part(1 / 2):
        solutions = [each.fractions for each in solve_all(variants)]
    return sorted(map(Solution.fairness, tracked(solutions)), key=attrgetter("side_payment"))

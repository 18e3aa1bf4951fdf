"""Two strategies against each other: what the seat is worth, and what play is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..exact import Bounds, ExactResult, Rational, exact
from ..game.fairness import EV, EV_EXACTLY, FAVOURED
from ..table import Column, Tabled, To, percent
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..work import tracked
from .strategies import strategy_named
from .values import strategy_range, strategy_value


@dataclass(frozen=True, eq=False, repr=False)
class Matchup(ExactResult, Tabled):
    """A game between two strategies, valued exactly.

    Parameters
    ----------
    variant
        The rules.
    first, second
        The players' strategies, names in `STRATEGIES`.
    first_player_ev
        The EV to the first player, in stakes.
    optimal_ev
        What the seat is worth: the EV to the first player if both play optimally.
    first_costs, second_costs
        What a player's strategy loses, beside optimal play, to an optimal opponent.
    """

    variant: Variant
    first: str
    second: str
    first_player_ev: Rational = exact()
    optimal_ev: Rational = exact()
    first_costs: Rational = exact()
    second_costs: Rational = exact()

    columns = (
        Column("first", to=To.PROGRAMS),
        Column("second", to=To.PROGRAMS),
        EV._replace(title="EV (%)"),
        FAVOURED._replace(to=To.PROGRAMS),
        percent("optimal_ev", "both\noptimal\n(%)"),
        percent("first_costs", "first's\ncosts\n(%)"),
        percent("second_costs", "second's\ncosts\n(%)"),
        EV_EXACTLY,
    )

    @property
    def first_costs_range(self) -> Bounds:
        """The least and the most of `first_costs`, however choices left undecided are made."""
        return self._range(self.first, "ev_as_first", self.fractions.optimal_ev)

    @property
    def second_costs_range(self) -> Bounds:
        """The least and the most of `second_costs`, likewise."""
        return self._range(self.second, "ev_as_second", -self.fractions.optimal_ev)

    def _range(self, name: str, seat: str, best: Fraction) -> Bounds:
        found = self._once(name, lambda: strategy_range(self.variant, name).fractions)
        low, high = getattr(found, seat)
        return Bounds(self._number(best - high), self._number(best - low))

    def _title(self) -> str:
        return f"{self.first} against {self.second}: {self.variant.in_words()}"


def matchup(
    variant: VariantLike,
    first: str = "optimal",
    second: str = "optimal",
) -> Matchup:
    """Value a game between two strategies.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    first, second
        The players' strategies, names in `STRATEGIES`, or several with commas between them.

    Raises
    ------
    InputError
        If there is no such strategy, or the variant does not allow it.

    Examples
    --------
    A player who covers the largest tile loses far more than the first seat does:

    >>> found = matchup("classic", first="largest-first")
    >>> found.optimal_ev, f"{float(found.optimal_ev):.4f}", f"{float(found.first_costs):.4f}"
    (-668351559599495/166583718925369344, '-0.0040', '0.0358')
    """
    variant = as_variant(variant)
    strategy_named(first, "first")
    strategy_named(second, "second")
    names = dict.fromkeys(("optimal", first, second))
    value = {name: strategy_value(variant, name).fractions for name in tracked(names)}
    optimal, own, other = value["optimal"], value[first], value[second]
    best = optimal.ev_against(optimal)
    return Matchup(
        variant,
        first,
        second,
        own.ev_against(other),
        best,
        best - own.ev_against(optimal),
        optimal.ev_against(other) - best,
    )

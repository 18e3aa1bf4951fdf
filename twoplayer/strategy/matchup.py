"""Two strategies against each other: what the seat is worth, and what play is."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..exact import Bounds, ExactResult, Rational, exact_record
from ..executors import Progress, told
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..writing import Row, Shown, in_percent
from .ranges import strategy_range
from .strategies import strategy_named
from .values import strategy_value

__all__ = ["Matchup", "matchup"]


@dataclass(frozen=True)
class Matchup(ExactResult, Shown):
    """A game between two strategies, valued exactly.

    Parameters
    ----------
    variant
        The rules.
    first, second
        The players' strategies, names in `STRATEGIES`.
    """

    variant: Variant
    first: str
    second: str
    _ev: Fraction = field(compare=False, repr=False)
    _optimal_ev: Fraction = field(compare=False, repr=False)
    _first_costs: Fraction = field(compare=False, repr=False)
    _second_costs: Fraction = field(compare=False, repr=False)

    @property
    def first_player_ev(self) -> Rational:
        """The EV to the first player, in stakes."""
        return self._number(self._ev)

    @property
    def optimal_ev(self) -> Rational:
        """What the seat is worth: the EV to the first player if both play optimally."""
        return self._number(self._optimal_ev)

    @property
    def first_costs(self) -> Rational:
        """What the first player's strategy loses, beside optimal play, to an optimal second."""
        return self._number(self._first_costs)

    @property
    def second_costs(self) -> Rational:
        """What the second player's strategy loses, beside optimal play, to an optimal first."""
        return self._number(self._second_costs)

    @property
    def first_costs_range(self) -> Bounds:
        """The least and the most of `first_costs`, by how it decides what it leaves open."""
        return self._range(self.first, "ev_as_first", self._optimal_ev)

    @property
    def second_costs_range(self) -> Bounds:
        """The least and the most of `second_costs`, by how it decides what it leaves open."""
        return self._range(self.second, "ev_as_second", -self._optimal_ev)

    def _range(self, name: str, seat: str, best: Fraction) -> Bounds:
        found = self._once(name, lambda: strategy_range(self.variant, name).fractions)
        low, high = getattr(found, seat)
        return Bounds(self._number(best - high), self._number(best - low))

    def to_records(self) -> list[dict[str, Any]]:
        """Return every number, as plain data for a data frame.

        Returns
        -------
        list of dict
            `what`; the number as `exact`, text `"p/q"`, and as `approx`, a float.
        """
        names = ("first_player_ev", "optimal_ev", "first_costs", "second_costs")
        quick = self.fractions
        return [{"what": name, **exact_record(getattr(quick, name))} for name in names]

    def _title(self) -> str:
        return f"{self.first} against {self.second}: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        quick = self.fractions
        return [
            {"": "first player's EV", **in_percent(quick.first_player_ev)},
            {"": "if both play optimally", **in_percent(quick.optimal_ev)},
            {"": "the first player's play costs", **in_percent(quick.first_costs)},
            {"": "the second player's play costs", **in_percent(quick.second_costs)},
        ]


def matchup(
    variant: VariantLike,
    first: str = "optimal",
    second: str = "optimal",
    progress: Progress | None = None,
) -> Matchup:
    """Value a game between two strategies.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    first, second
        The players' strategies, names in `STRATEGIES`, or several with commas between them.
    progress
        Called with the part of the work that has just been done; the parts add up to 1.

    Raises
    ------
    InputError
        If there is no such strategy, or the variant does not allow it.

    Examples
    --------
    Who covers the largest tile loses far more than the first seat does:

    >>> found = matchup("classic", first="largest-first")
    >>> found.optimal_ev, f"{float(found.optimal_ev):.4f}", f"{float(found.first_costs):.4f}"
    (-668351559599495/166583718925369344, '-0.0040', '0.0358')
    """
    variant = as_variant(variant)
    strategy_named(first, "first")
    strategy_named(second, "second")
    names = dict.fromkeys(("optimal", first, second))
    share = told(progress, 1 / len(names))
    value = {name: strategy_value(variant, name, share).fractions for name in names}
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

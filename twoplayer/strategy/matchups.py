"""What two strategies are worth against each other, and what each costs beside optimal play."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..exact import Bounds, ExactResult, Rational, exact
from ..game.fairness import EV, EV_EXACTLY, FAVOURED
from ..game.stakes import rules_of_two
from ..table import Column, Tabled, To, percent
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..work import part, tracked
from .own import Strategy, StrategyLike
from .strategies import STRATEGIES, as_strategy
from .values import ends_as_first, ends_as_second, ev_between, gains_to_second, scores_left


@dataclass(frozen=True, eq=False, repr=False)
class Matchup(ExactResult, Tabled):
    """A game between two strategies, valued exactly.

    Parameters
    ----------
    variant, second_variant
        The rules of the first player's turn, and of the second's.
    players
        The strategies of the first player and of the second.
    first_player_ev
        The EV to the first player, in stakes.
    optimal_ev
        What the seat is worth: the EV to the first player if both play optimally.
    first_costs, second_costs
        What a player's strategy loses, beside optimal play, to an optimal opponent.
    """

    variant: Variant
    second_variant: Variant
    players: tuple[Strategy, Strategy]
    first_player_ev: Rational = exact()
    optimal_ev: Rational = exact()
    first_costs: Rational = exact()
    second_costs: Rational = exact()

    about = "{self.first} against {self.second}"
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
    def first(self) -> str:
        """What the first player's strategy is called."""
        return self.players[0].name

    @property
    def second(self) -> str:
        """What the second player's is called."""
        return self.players[1].name

    @property
    def first_costs_range(self) -> Bounds:
        """The least and the most of `first_costs`, however choices left undecided are made."""
        rules, player = (self.variant, self.second_variant), self.players[0]
        *_, ev = self._once("first", lambda: ends_as_first(rules, player))
        return self._costs(self.fractions.optimal_ev, ev)

    @property
    def second_costs_range(self) -> Bounds:
        """The least and the most of `second_costs`, likewise."""
        rules, player = (self.variant, self.second_variant), self.players[1]
        ev = self._once("second", lambda: ends_as_second(rules, player))
        return self._costs(-self.fractions.optimal_ev, ev)

    def _costs(self, best: Fraction, ev: Bounds) -> Bounds:
        return Bounds(self._number(best - ev.high), self._number(best - ev.low))


def matchup(
    variant: VariantLike,
    first: StrategyLike = "optimal",
    second: StrategyLike = "optimal",
    second_rules: VariantLike | None = None,
) -> Matchup:
    """Value a game between two strategies.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    first, second
        The players' strategies, each as for `strategy_value`.
    second_rules
        The rules of the second player's turn, if they are others, as for `solve`.

    Raises
    ------
    InputError
        As `strategy_value`.

    Examples
    --------
    A player who covers the largest tile loses far more than the first seat does:

    >>> found = matchup("classic", first="largest-first")
    >>> found.optimal_ev, f"{float(found.optimal_ev):.4f}", f"{float(found.first_costs):.4f}"
    (-668351559599495/166583718925369344, '-0.0040', '0.0358')
    """
    rules = rules_of_two(as_variant(variant), second_rules, "second_rules")
    players = one, other = as_strategy(first, "first"), as_strategy(second, "second")
    optimal = STRATEGIES["optimal"]
    firsts, seconds = dict.fromkeys((optimal, one)), dict.fromkeys((optimal, other))
    with part(1 / 2):
        left = {each: scores_left(rules, each) for each in tracked(firsts)}
    with part(1 / 2):
        gains = {each: gains_to_second(rules, each) for each in tracked(seconds)}
    ev, against_best, of_best, best = (
        ev_between(left[mine], gains[hers]) for mine in (one, optimal) for hers in (other, optimal)
    )
    return Matchup(*rules, players, ev, best, best - against_best, of_best - best)

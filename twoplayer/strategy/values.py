"""What strategies are worth, exactly: by the same induction as the optimum.

And how much hangs on choices that they leave undecided: the worst and the best way; and what they
are worth against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter, mul

import numpy as np

from ..errors import RulesError, refused
from ..exact import Bounds, ExactResult, Rational, Values, exact, in_whole_numbers
from ..game.fairness import EV, EV_EXACTLY, FAVOURED
from ..game.solutions import solve_two
from ..game.stakes import RulesOfTwo, ranks_among_all, ranks_left, rules_of_two, values_to_second
from ..table import Column, Tabled, To, between, decimal, percent
from ..turn.board import clacks, ranks, scores
from ..turn.induction import turn_of
from ..turn.layout import Policy
from ..turn.solved import score_chances
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..work import part, tracked
from .strategies import STRATEGIES, Strategy, strategy_named


@dataclass(frozen=True, eq=False, repr=False)
class StrategyValue(ExactResult, Tabled):
    """What a strategy is worth under a variant, exactly.

    Parameters
    ----------
    name
        Its name in `STRATEGIES`, or several.
    variant
        The rules.
    score_chances
        The distribution of its final score, `{score: chance}`, ascending.
    second_player_values
        What it is worth to a second player against each score, in stakes.
    """

    name: str
    variant: Variant
    score_chances: dict[int, Rational] = exact(repr=False)
    second_player_values: dict[int, Rational] = exact(repr=False)

    about = "{self.name}"
    columns = (
        Column("strategy", attrgetter("name")),
        decimal("expected_score"),
        percent("clack_chance", "chance to clack (%)"),
    )

    @property
    def expected_score(self) -> Rational:
        """The mean of the final score."""
        chances = self.fractions.score_chances.items()
        return self._number(sum(score * chance for score, chance in chances))

    @property
    def clack_chance(self) -> Rational:
        """The chance to cover every tile."""
        chances = [*self.fractions.score_chances.values()]
        return self._number(sum(chances[: clacks(self.variant)]))

    def ev_against(self, second: StrategyValue) -> Rational:
        """Return the EV to a first player with this strategy, against a second with another.

        Parameters
        ----------
        second
            The second player's strategy, valued under the same rules.

        Raises
        ------
        InputError
            If it was valued under other rules.
        """
        if not isinstance(second, StrategyValue) or second.variant != self.variant:
            raise refused("second", second, "a strategy valued under the same rules")
        values = second.fractions.second_player_values
        chances = self.fractions.score_chances.items()
        return self._number(-sum(chance * values[score] for score, chance in chances))


def strategy_values(variant: VariantLike) -> dict[str, StrategyValue]:
    """Value every strategy under a variant, but for those that it does not allow.

    Counting sequences is refused where the number of dice is a choice, what only says that number
    where it never is one, and what looks at the score that is left, where every move leaves the
    same; those strategies are left out.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> values = strategy_values(Variant(tiles=3))
    >>> values["random"].clack_chance, values["optimal"].ev_against(values["random"])
    (95/648, 53/209952)
    """
    variant = as_variant(variant)
    found = {}
    for name in tracked(STRATEGIES):
        with suppress(RulesError):
            found[name] = strategy_value(variant, name)
    return found


def strategy_value(variant: VariantLike, name: str) -> StrategyValue:
    """Value one strategy under a variant.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    name
        A name in `STRATEGIES`, or several with commas between them: the next decides what one
        leaves open.

    Raises
    ------
    InputError
        If there is no such strategy, or the variant does not allow it.

    Examples
    --------
    >>> strategy_value("classic", "best-clack").clack_chance
    466473281/6530347008
    >>> ties = [strategy_value("classic", "most-rolls" + then) for then in ("", ",largest-first")]
    >>> [f"{float(value.expected_score):.4f}" for value in ties]
    ['13.8785', '11.2693']
    """
    return value_of((as_variant(variant),) * 2, name)


def value_of(rules: RulesOfTwo, name: str) -> StrategyValue:
    """Value one strategy: its scores as the first player, what it gains as the second."""
    strategy, first = strategy_named(name, rules=rules), rules[0]
    with part(0):
        policy = strategy.policy(first, None)
    with part(1 / 2):
        chances = score_chances(first, policy)
    with part(1 / 2):
        against = _against_every_score(rules, strategy, chances)
        worth = {score: next(against) for score in tracked(scores(first))}
    return StrategyValue(name, first, chances, worth)


def _against_every_score(
    rules: RulesOfTwo, strategy: Strategy, chances: dict[int, Fraction]
) -> Iterator[Fraction]:
    """Yield what a strategy is worth to a second player, from how often it leaves each score.

    That is as first, unless rules differ; against what looks there is a turn to beat each score.
    """
    if strategy.settled:
        yield from solve_two(rules).fractions.second_player_values.values()
        return
    first, second = rules
    beat, own = (ranks_among_all(rules, player) for player in (0, 1))
    if first != second and not strategy.looks:
        chances = score_chances(second, strategy.policy(second, None))
    weights, certain = in_whole_numbers(chances.values())
    for rank, score in zip(beat.tolist(), scores(first), strict=True):
        if strategy.looks:
            chances = score_chances(second, strategy.policy(second, score))
            weights, certain = in_whole_numbers(chances.values())
        gains = values_to_second(second, own, [rank])[:, 0].astype(object)
        yield Fraction(weights @ gains, certain * second.clack_payout.denominator)


def against_optimal(rules: RulesOfTwo, player: str) -> tuple[Values, int]:
    """Return a player's payoff for each score against optimal play, and what 1 is among them.

    The second player's has a column for every score to beat, times the chance of that score.
    """
    if player == "first":
        payoff = solve_two(rules).fractions.play().payoff
        return payoff.wanted[:, :, 0], payoff.unit
    weights, unit = weights_of_optimal(rules)
    beat, own = (ranks_among_all(rules, player) for player in (0, 1))
    return values_to_second(rules[1], own, beat) * weights, unit


@lru_cache(maxsize=4)
def weights_of_optimal(rules: RulesOfTwo) -> tuple[Values, int]:
    """Return how often an optimal first player leaves each score, and what a sure stake is."""
    weights, unit = in_whole_numbers(value_of(rules, "optimal").fractions.score_chances.values())
    return weights, unit * rules[0].clack_payout.denominator


NUMBERS = (
    decimal("expected_score", "expected\nscore"),
    percent("clack_chance", "clacks\n(%)"),
    percent("first_player_ev", "EV as\nfirst (%)", value=attrgetter("ev_as_first")),
    percent("second_player_ev", "EV as\nsecond (%)", value=attrgetter("ev_as_second")),
)
"""What tells how good a strategy is: each EV is against optimal play."""


@dataclass(frozen=True, eq=False, repr=False)
class StrategyRange(ExactResult, Tabled):
    """What a strategy is worth, however the choices that it leaves undecided are made.

    The least and the most of every number are of the ways that are worst and best for it alone;
    both ways may look at everything, the score to beat as well.

    Parameters
    ----------
    name
        Its name in `STRATEGIES`, or several.
    variant
        The rules.
    expected_score
        The mean of the final score.
    clack_chance
        The chance to cover every tile.
    ev_as_first, ev_as_second
        The EV to a first player who has it, against an optimal second, and to a second player
        against an optimal first.
    """

    name: str
    variant: Variant
    expected_score: Bounds = exact(repr=False)
    clack_chance: Bounds = exact(repr=False)
    ev_as_first: Bounds = exact(repr=False)
    ev_as_second: Bounds = exact(repr=False)

    about = "{self.name}, from its worst to its best"
    columns = (Column("strategy", attrgetter("name")), *map(between, NUMBERS))


def strategy_range(variant: VariantLike, name: str) -> StrategyRange:
    """Value a strategy with the worst and the best way to make the choices it leaves undecided.

    Parameters
    ----------
    variant, name
        As for `strategy_value`.

    Raises
    ------
    InputError
        As `strategy_value`.

    Examples
    --------
    Of the moves after which the most rolls can still be played some are far better than others:

    >>> found = strategy_range("classic", "most-rolls")
    >>> [f"{float(score):.4f}" for score in found.expected_score]
    ['11.2548', '15.2922']
    """
    return _range_of((as_variant(variant),) * 2, name)


def _range_of(rules: RulesOfTwo, name: str) -> StrategyRange:
    strategy, variant = strategy_named(name, rules=rules), rules[0]
    left, every = ranks(variant), scores(variant)
    gains, unit = against_optimal(rules, "first")
    payoffs = np.column_stack([np.array(every, dtype=object)[left], left == 0, gains[left]])
    score, clack, (least, most) = ends(variant, strategy.policy(variant, None), payoffs)
    as_first = Bounds(least / unit, most / unit)
    return StrategyRange(name, variant, score, clack, as_first, _as_second(rules, strategy))


def _as_second(rules: RulesOfTwo, strategy: Strategy) -> Bounds:
    """Return what a second player gains from an optimal first."""
    if strategy.settled:
        ev = -solve_two(rules).fractions.first_player_ev
        return Bounds(ev, ev)
    (weights, unit), (first, second) = weights_of_optimal(rules), rules
    gains = values_to_second(second, ranks_left(rules, 1), ranks_among_all(rules, 0))
    facing = enumerate(scores(first)) if strategy.looks else [(slice(None), None)]
    found = [
        end
        for place, score in facing
        for end in ends(second, strategy.policy(second, score), gains.T[place].T)
    ]
    return Bounds(*(sum(map(mul, weights, end)) / unit for end in zip(*found, strict=True)))


def ends(variant: Variant, policy: Policy, payoffs: Values) -> list[Bounds]:
    """Return what the worst and best ways to decide what is left open are worth, for each payoff.

    The worst for a payoff is the best for its opposite.
    """
    turn, scale = turn_of(variant), turn_of(variant).scale
    found = turn.values(np.hstack([-payoffs, payoffs]), policy.at_best)[-1].reshape(2, -1).T
    return [Bounds(Fraction(-low, scale), Fraction(high, scale)) for low, high in found.tolist()]


@dataclass(frozen=True, eq=False, repr=False)
class Matchup(ExactResult, Tabled):
    """A game between two strategies, valued exactly.

    Parameters
    ----------
    variant, second_variant
        The rules of the first player's turn, and of the second's.
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
    second_variant: Variant
    first: str
    second: str
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
    def first_costs_range(self) -> Bounds:
        """The least and the most of `first_costs`, however choices left undecided are made."""
        return self._range(self.first, "ev_as_first", self.fractions.optimal_ev)

    @property
    def second_costs_range(self) -> Bounds:
        """The least and the most of `second_costs`, likewise."""
        return self._range(self.second, "ev_as_second", -self.fractions.optimal_ev)

    def _range(self, name: str, seat: str, best: Fraction) -> Bounds:
        rules = self.variant, self.second_variant
        found = self._once(name, lambda: _range_of(rules, name))
        low, high = getattr(found.fractions, seat)
        return Bounds(self._number(best - high), self._number(best - low))


def matchup(
    variant: VariantLike,
    first: str = "optimal",
    second: str = "optimal",
    second_rules: VariantLike | None = None,
) -> Matchup:
    """Value a game between two strategies.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    first, second
        The players' strategies, names in `STRATEGIES`, or several with commas between them.
    second_rules
        The rules of the second player's turn, if they are others, as for `solve`.

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
    rules = rules_of_two(as_variant(variant), second_rules, "second_rules")
    strategy_named(first, "first")
    strategy_named(second, "second")
    names = dict.fromkeys(("optimal", first, second))
    value = {name: value_of(rules, name).fractions for name in tracked(names)}
    optimal, own, other = value["optimal"], value[first], value[second]
    best = optimal.ev_against(optimal)
    first_costs, second_costs = best - own.ev_against(optimal), optimal.ev_against(other) - best
    return Matchup(*rules, first, second, own.ev_against(other), best, first_costs, second_costs)

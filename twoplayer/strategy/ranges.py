"""How much hangs on choices that a strategy leaves undecided: the worst and the best way."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter, mul

import numpy as np

from ..exact import Bounds, ExactResult, Values, decimal_text, exact, percent_text
from ..game.solutions import solve
from ..game.stakes import values_to_second
from ..table import Column, Tabled, decimal, percent
from ..turn.board import ranks, scores
from ..turn.induction import turn_of
from ..turn.step import Policy
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from .strategies import Strategy, strategy_named
from .values import against_optimal, weights_of_optimal

NUMBERS = (
    decimal("expected_score", "expected\nscore"),
    percent("clack_chance", "clacks\n(%)"),
    percent("first_player_ev", "EV as\nfirst (%)", value=attrgetter("ev_as_first")),
    percent("second_player_ev", "EV as\nsecond (%)", value=attrgetter("ev_as_second")),
)
"""What tells how good a strategy is: each EV is against optimal play."""


def between(column: Column, places: int = 4) -> Column:
    """Return a column of `Bounds`, of which people read both ends, or one where they look alike."""
    text = percent_text if column.unit == "percent" else decimal_text

    def shown(ends: Bounds) -> str:
        return " to ".join(dict.fromkeys(text(end, places) for end in ends))

    return column._replace(shown=shown, bounds=True)


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

    columns = (
        Column("strategy", attrgetter("name")),
        *map(between, NUMBERS),
    )

    def _title(self) -> str:
        return f"{self.name}, from its worst to its best: {self.variant.in_words()}"


def strategy_range(variant: VariantLike, name: str) -> StrategyRange:
    """Value a strategy with the worst and the best way to make the choices it leaves undecided.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    name
        A name in `STRATEGIES`, or several with commas between them.

    Raises
    ------
    InputError
        If there is no such strategy, or the variant does not allow it.

    Examples
    --------
    Of the moves after which the most rolls can still be played some are far better than others:

    >>> found = strategy_range("classic", "most-rolls")
    >>> [f"{float(score):.4f}" for score in found.expected_score]
    ['11.2548', '15.2922']
    """
    variant, strategy = as_variant(variant), strategy_named(name)
    left, every = ranks(variant), scores(variant)
    gains, unit = against_optimal(variant, "first")
    payoffs = np.column_stack([np.array(every, dtype=object)[left], left == 0, gains[left]])
    score, clack, (least, most) = ends(variant, strategy.policy(variant, None), payoffs)
    as_first = Bounds(least / unit, most / unit)
    return StrategyRange(name, variant, score, clack, as_first, _as_second(variant, strategy))


def _as_second(variant: Variant, strategy: Strategy) -> Bounds:
    """Return what a second player gains from an optimal first."""
    if strategy.settled:
        ev = -solve(variant).fractions.first_player_ev
        return Bounds(ev, ev)
    weights, unit = weights_of_optimal(variant)
    unit *= variant.clack_payout.denominator
    faced, every = np.flatnonzero(weights).tolist(), scores(variant)
    gains = values_to_second(variant, ranks(variant), faced)
    looks = strategy.against is not None
    parts = [[place] for place in range(len(faced))] if looks else [range(len(faced))]
    found = [
        end
        for part in parts
        for policy in [strategy.policy(variant, every[faced[part[0]]] if looks else None)]
        for end in ends(variant, policy, gains[:, part])
    ]
    return Bounds(*(sum(map(mul, weights[faced], end)) / unit for end in zip(*found, strict=True)))


def ends(variant: Variant, policy: Policy, payoffs: Values) -> list[Bounds]:
    """Return what the worst and best ways to decide what is left open are worth, for each payoff.

    The worst for a payoff is the best for its opposite.
    """
    turn = turn_of(variant)
    found = turn.values(np.hstack([payoffs, -payoffs]), policy.at_best)[-1].tolist()
    exact = [Fraction(value, turn.scale) for value in found]
    most, least = exact[: len(exact) // 2], exact[len(exact) // 2 :]
    return [Bounds(-low, high) for low, high in zip(least, most, strict=True)]

"""How much hangs on what a strategy leaves open: from the worst way to decide it to the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any

import numpy as np

from ..exact import Bounds, ExactResult, Values, exact_record
from ..game.payoffs import values_to_second
from ..game.solutions import solve
from ..turn.induction import turn_of
from ..turn.states import ranks
from ..turn.step import Policy
from ..variant.registry import VariantLike, as_variant
from ..variant.scores import scores
from ..variant.variant import Variant
from ..writing import Row, Shown, in_decimals
from .strategies import Strategy, strategy_named
from .values import strategy_value

__all__ = ["StrategyRange", "ends", "strategy_range"]


@dataclass(frozen=True)
class StrategyRange(ExactResult, Shown):
    """What a strategy is worth, whichever way it decides what it leaves open.

    The least and the most of every number are of the ways that are worst and best for it alone;
    both ways may look at everything, the score to beat as well.

    Parameters
    ----------
    name
        Its name in `STRATEGIES`, or several.
    variant
        The rules.
    """

    name: str
    variant: Variant
    _ends_of: dict[str, Bounds] = field(compare=False, repr=False)

    def _bounds(self, name: str) -> Bounds:
        return Bounds(*map(self._number, self._ends_of[name]))

    @property
    def expected_score(self) -> Bounds:
        """The mean of the final score."""
        return self._bounds("expected_score")

    @property
    def clack_chance(self) -> Bounds:
        """The chance to cover every tile."""
        return self._bounds("clack_chance")

    @property
    def ev_as_first(self) -> Bounds:
        """The EV to a first player who has it, against an optimal second."""
        return self._bounds("ev_as_first")

    @property
    def ev_as_second(self) -> Bounds:
        """The EV to a second player who has it, against an optimal first."""
        return self._bounds("ev_as_second")

    def to_records(self) -> list[dict[str, Any]]:
        """Return the least and the most of every number, as plain data for a data frame.

        Returns
        -------
        list of dict
            `what`; the least as `low_exact`, text `"p/q"`, and as `low_approx`, a float; the most
            as `high_exact` and `high_approx`.
        """
        return [
            {
                "what": what,
                **{f"low_{name}": value for name, value in exact_record(low).items()},
                **{f"high_{name}": value for name, value in exact_record(high).items()},
            }
            for what, (low, high) in self._ends_of.items()
        ]

    def _title(self) -> str:
        return f"{self.name}, by what it leaves open: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        return [
            {
                "": what.replace("_", " "),
                "least": in_decimals(low)["about"],
                "most": in_decimals(high)["about"],
            }
            for what, (low, high) in self._ends_of.items()
        ]


def strategy_range(variant: VariantLike, name: str) -> StrategyRange:
    """Value a strategy with the worst and with the best way to decide what it leaves open.

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
    optimal, policy = strategy_value(variant, "optimal").fractions, strategy.policy(variant, None)
    against, chances = optimal.second_player_values.values(), optimal.score_chances.values()
    common = lcm(*(value.denominator for value in against))
    payoffs = np.column_stack(
        [
            np.array(every, dtype=object)[left],
            left == 0,
            -np.array([int(value * common) for value in against], dtype=object)[left],
        ]
    )
    score, clack, (least, most) = ends(variant, policy, payoffs)
    return StrategyRange(
        name,
        variant,
        {
            "expected_score": score,
            "clack_chance": clack,
            "ev_as_first": Bounds(least / common, most / common),
            "ev_as_second": _against(variant, strategy, list(chances)),
        },
    )


def _against(variant: Variant, strategy: Strategy, chances: Sequence[Fraction]) -> Bounds:
    """Return what a second player gains from a first who leaves scores so often."""
    faced = [rank for rank, chance in enumerate(chances) if chance]
    if strategy.settled:
        worth = list(solve(variant).fractions.second_player_values.values())
        found = [Bounds(worth[rank], worth[rank]) for rank in faced]
    else:
        unit, every = variant.clack_payout.denominator, scores(variant)
        gains = values_to_second(variant, ranks(variant), faced)
        looks = strategy.against is not None
        parts = [[place] for place in range(len(faced))] if looks else [range(len(faced))]
        found = [
            Bounds(least / unit, most / unit)
            for part in parts
            for policy in [strategy.policy(variant, every[faced[part[0]]] if looks else None)]
            for least, most in ends(variant, policy, gains[:, part])
        ]
    weights = [chances[rank] for rank in faced]
    return Bounds(*(sum(map(mul, weights, end)) for end in zip(*found, strict=True)))


def ends(variant: Variant, policy: Policy, payoffs: Values) -> list[Bounds]:
    """Return what the worst and best ways to decide what is left open are worth, for each payoff.

    The worst for a payoff is the best for its opposite.
    """
    turn = turn_of(variant)
    found = turn.values(np.hstack([payoffs, -payoffs]), policy.at_best)[-1].tolist()
    exact = [Fraction(value, turn.scale) for value in found]
    most, least = exact[: len(exact) // 2], exact[len(exact) // 2 :]
    return [Bounds(-low, high) for low, high in zip(least, most, strict=True)]

"""The best rules that people can carry in their heads, by exact value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from ..exact import parse_exact, to_rational
from ..game.payoffs import payoffs_to_second
from ..game.solution import solve
from ..solo.one_player import one_player
from ..turn.induction import turn_of
from ..turn.layout import Values
from ..variant.variant import Variant
from .strategies import FEATURES, Rule, rule_plan, strategy_value

if TYPE_CHECKING:
    from sympy import Rational

__all__ = [
    "GOALS",
    "BestRule",
    "RuleSearch",
    "every_rule",
    "search_rules",
    "words",
]

MOST_FEATURES = 3

GOALS = {
    "score": "the lowest expected score",
    "clack": "the highest chance to clack",
    "first": "the first player's highest EV against an optimal second",
    "second": "the second player's highest EV against an optimal first",
}


@dataclass(frozen=True)
class BestRule:
    """The best rule for a goal, with the next best, and what is lost against optimal play.

    Parameters
    ----------
    goal
        A name in `GOALS`.
    rule, value
        The best rule, and what it is worth: a score, a chance, or stakes.
    runner_up, runner_up_value
        The best of the rules that play otherwise.
    optimum
        What optimal play is worth.
    """

    goal: str
    rule: Rule
    value: Rational
    runner_up: Rule
    runner_up_value: Rational
    optimum: Rational

    @property
    def cost(self) -> Rational:
        """What the rule is worse by than optimal play."""
        return abs(self.optimum - self.value)


@dataclass(frozen=True)
class RuleSearch:
    """What a search has found.

    Parameters
    ----------
    rules
        How many rules there are: ordered choices of features, each high or low.
    different
        How many of them play differently; each of these was valued.
    best
        The best rule for each goal.
    """

    rules: int
    different: int
    best: dict[str, BestRule]


def words(rule: Rule) -> str:
    """Say a rule in a sentence.

    Examples
    --------
    >>> words([("tiles", -1), ("squares", 1)])
    'Take the move with the fewest tiles; if that leaves a choice, the highest sum of squares.'
    """
    said = [FEATURES[name].high if sign > 0 else FEATURES[name].low for name, sign in rule]
    return f"Take the move with {'; if that leaves a choice, '.join(said)}."


def every_rule() -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield every ordered choice of up to three features, each high or low, short ones first."""
    for count in range(1, MOST_FEATURES + 1):
        for features in permutations(FEATURES, count):
            for signs in product((1, -1), repeat=count):
                yield tuple(zip(features, signs, strict=True))


def search_rules(variant: Variant, progress: Callable[[int], object] | None = None) -> RuleSearch:
    """Value every rule, and find the best for each goal.

    Parameters
    ----------
    variant
        The rules of the game.
    progress
        Called with 1 after each rule.

    Examples
    --------
    >>> search_rules(Variant(tiles=4)).rules
    1862
    """
    turn = turn_of(variant)
    payoffs, units, optima = _goals(variant)
    count = 0
    values: dict[bytes, tuple[Rule, list[Fraction]]] = {}
    for rule in every_rule():
        count += 1
        plan = rule_plan(variant, rule)
        if (played := plan.move_weights.tobytes()) not in values:
            scale = turn.scale_of(plan)
            root = turn.values(payoffs, plan)[-1]
            worth = [Fraction(int(n), unit * scale) for n, unit in zip(root, units, strict=True)]
            values[played] = rule, worth
        if progress:
            progress(1)
    best = {}
    for column, goal in enumerate(GOALS):
        (first, a), *others = sorted(values.values(), key=lambda found: -found[1][column])
        second, b = others[0] if others else (first, a)
        sign = -1 if goal == "score" else 1
        best[goal] = BestRule(
            goal,
            first,
            to_rational(sign * a[column]),
            second,
            to_rational(sign * b[column]),
            optima[column],
        )
    return RuleSearch(count, len(values), best)


def _goals(variant: Variant) -> tuple[Values, list[int], list[Rational]]:
    """Return payoff, unit and optimum of each goal; the payoffs have shape (states, goals)."""
    first = solve(variant).play()
    score, clack = one_player(variant, "score"), one_player(variant, "clack")
    optimal = strategy_value(variant, "optimal")
    chances = [parse_exact(chance) for chance in optimal.score_chances.values()]
    common = lcm(*(chance.denominator for chance in chances))
    weights = np.array([int(chance * common) for chance in chances], dtype=object)
    second = payoffs_to_second(variant, range(len(chances))).astype(object) @ weights
    columns = [score.payoffs, clack.payoffs, first.payoffs, second]
    units = [abs(score.unit), clack.unit, first.unit, common * variant.clack_payout.denominator]
    optima = [score.value(), clack.value(), first.value(), -first.value()]
    return np.column_stack(columns), units, optima

"""The best rules of thumb, which people can carry in their heads, by exact value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import ExactResult, Rational
from ..executors import Progress, told
from ..game.payoffs import values_to_second
from ..game.solutions import solve
from ..solo.one_player import one_player
from ..turn.induction import turn_of
from ..turn.payoff import Payoff
from ..turn.states import ranks
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..writing import Row, Shown, as_html, in_decimals
from .contenders import contenders
from .features import FEATURES, RuleOfThumb, key_of
from .values import strategy_value

__all__ = [
    "GOALS",
    "BestRuleOfThumb",
    "RuleOfThumbSearch",
    "every_rule_of_thumb",
    "search_rules_of_thumb",
    "words",
]

MOST_FEATURES = 3

GOALS = {
    "score": "the lowest expected score",
    "clack": "the highest chance to clack",
    "first": "the first player's highest EV against an optimal second",
    "second": "the second player's highest EV against an optimal first",
}


class BestRuleOfThumb(NamedTuple):
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
    rule: RuleOfThumb
    value: Rational
    runner_up: RuleOfThumb
    runner_up_value: Rational
    optimum: Rational

    def _repr_html_(self) -> str:
        rows = [
            {"": words(self.rule), **in_decimals(self.value)},
            {"": words(self.runner_up), **in_decimals(self.runner_up_value)},
            {"": "optimal play", **in_decimals(self.optimum)},
        ]
        return as_html(GOALS[self.goal], rows)

    @property
    def cost(self) -> Rational:
        """What the rule is worse by than optimal play."""
        return abs(self.optimum - self.value)


@dataclass(frozen=True)
class RuleOfThumbSearch(ExactResult, Shown):
    """What a search has found.

    Parameters
    ----------
    variant
        The rules of the game.
    rules
        How many rules of thumb there are: ordered choices of features, each high or low.
    different
        How many of them play differently; each of these was tried.
    """

    variant: Variant
    rules: int
    different: int
    _best: Mapping[str, BestRuleOfThumb] = field(compare=False, repr=False)

    def _title(self) -> str:
        return f"The best of {self.rules:,} rules of thumb: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        return [
            {"goal": GOALS[goal], "rule": words(best.rule), **in_decimals(best.value)}
            for goal, best in self._best.items()
        ]

    @property
    def best(self) -> dict[str, BestRuleOfThumb]:
        """The best rule of thumb for each goal."""
        return {
            goal: best._replace(
                value=self._number(best.value),
                runner_up_value=self._number(best.runner_up_value),
                optimum=self._number(best.optimum),
            )
            for goal, best in self._best.items()
        }


def words(rule: RuleOfThumb) -> str:
    """Say a rule of thumb in a sentence.

    Examples
    --------
    >>> words([("tiles", -1), ("squares", 1)])
    'Take the move with the fewest tiles; if that leaves a choice, the highest sum of squares.'
    """
    said = [FEATURES[name].high if sign > 0 else FEATURES[name].low for name, sign in rule]
    return f"Take the move with {'; if that leaves a choice, '.join(said)}."


def every_rule_of_thumb() -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield every ordered choice of up to three features, each high or low, short ones first."""
    for count in range(1, MOST_FEATURES + 1):
        for features in permutations(FEATURES, count):
            for signs in product((1, -1), repeat=count):
                yield tuple(zip(features, signs, strict=True))


def search_rules_of_thumb(
    variant: VariantLike, progress: Progress | None = None
) -> RuleOfThumbSearch:
    """Value every rule of thumb, and find the best for each goal.

    Parameters
    ----------
    variant
        The rules of the game, or the name or file of a single variant.
    progress
        Called with the part of the work that has just been done; the parts add up to 1.

    Examples
    --------
    >>> search_rules_of_thumb(Variant(tiles=4)).rules
    1862
    """
    variant, advance = as_variant(variant), told(progress)
    turn, goals = turn_of(variant), _goals(variant)
    wanted = np.column_stack([payoff.wanted[:, 0, 0] for payoff, _ in goals.values()])
    payoffs = wanted[ranks(variant)]
    rules = list(every_rule_of_thumb())
    every = np.ones(len(turn.layout.row), dtype=bool)
    chosen: dict[RuleOfThumb, NDArray[np.bool_]] = {(): every}
    found: dict[bytes, RuleOfThumb] = {}
    for rule in rules:
        moves = turn.best_among(chosen[rule[:-1]], key_of(variant, *rule[-1]))
        if len(rule) < MOST_FEATURES:
            chosen[rule] = moves
        found.setdefault(moves.tobytes(), rule)
        advance(1 / 2 / len(rules))
    played = list(found)
    valued = []
    for place in contenders(turn, payoffs, played, told(advance, 1 / 2)):
        policy = turn.policy_of(np.frombuffer(played[place], np.bool_))
        root = turn.at_start(range(len(goals)), lambda some: payoffs[:, some], policy)
        valued.append((found[played[place]], root, turn.scale_of(policy)))
    best = {}
    for column, (goal, (payoff, optimum)) in enumerate(goals.items()):
        by_worth = sorted(
            ((Fraction(root[column], scale), rule) for rule, root, scale in valued),
            key=lambda pair: -pair[0],
        )
        (most, first), (next_most, second) = (by_worth * 2)[:2]
        best[goal] = BestRuleOfThumb(
            goal, first, payoff.exact(most), second, payoff.exact(next_most), optimum
        )
    return RuleOfThumbSearch(variant, len(rules), len(found), best)


def _goals(variant: Variant) -> dict[str, tuple[Payoff, Fraction]]:
    """Return the payoff of each goal, and what optimal play is worth."""
    first = solve(variant).fractions.play()
    score, clack = (one_player(variant, aim).fractions for aim in ("score", "clack"))
    chances = strategy_value(variant, "optimal").fractions.score_chances.values()
    common = lcm(*(chance.denominator for chance in chances))
    weights = np.array([int(chance * common) for chance in chances], dtype=np.object_)
    every = range(len(weights))
    gains = values_to_second(variant, np.array(every), every).astype(np.object_) @ weights
    second = Payoff.of_value(gains, common * variant.clack_payout.denominator)
    return {
        "score": (score.payoff, score.value()),
        "clack": (clack.payoff, clack.value()),
        "first": (first.payoff, first.value()),
        "second": (second, -first.value()),
    }

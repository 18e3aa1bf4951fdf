"""What strategies are worth, exactly: by the same induction as the optimum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import lcm
from operator import attrgetter

import numpy as np

from ..errors import RulesError, refused
from ..exact import ExactResult, Rational, Values, exact
from ..game.solutions import solve
from ..game.stakes import values_to_second
from ..progress import part, tracked
from ..solo.one_player import score_chances
from ..table import Column, Tabled, decimal, percent
from ..turn.board import scores
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from .strategies import STRATEGIES, strategy_named


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

    columns = (
        Column("strategy", attrgetter("name")),
        decimal("expected_score"),
        percent("clack_chance", "chance to clack (%)"),
    )

    def _title(self) -> str:
        return f"{self.name}: {self.variant.in_words()}"

    @property
    def expected_score(self) -> Rational:
        """The mean of the final score."""
        chances = self.fractions.score_chances.items()
        return self._number(sum(score * chance for score, chance in chances))

    @property
    def clack_chance(self) -> Rational:
        """The chance to cover every tile."""
        return self._number(self.fractions.score_chances[0])

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
    variant, strategy = as_variant(variant), strategy_named(name)
    with part(0):
        policy = strategy.policy(variant, None)
    with part(1 / 2):
        chances = score_chances(variant, policy)
    values = strategy.against or partial(_of_chances, list(chances.values()))
    with part(1 / 2):
        against = iter(values(variant))
        worth = {score: next(against) for score in tracked(scores(variant))}
    return StrategyValue(name, variant, chances, worth)


def _of_chances(chances: Sequence[Fraction], variant: Variant) -> Iterator[Fraction]:
    """Yield what it is worth to a second player, against every score, to leave scores so often."""
    weights, unit = in_whole_numbers(chances)
    left = np.flatnonzero(weights)
    unit *= variant.clack_payout.denominator
    for beat in range(len(chances)):
        gains = values_to_second(variant, left, [beat])[:, 0]
        yield Fraction(int(weights[left] @ gains.astype(object)), unit)


def against_optimal(variant: Variant, player: str) -> tuple[Values, int]:
    """Return a player's payoff for each score against optimal play, and what 1 is among them.

    The second player's has a column for every score to beat, times the chance of that score.
    """
    if player == "first":
        payoff = solve(variant).fractions.play().payoff
        return payoff.wanted[:, :, 0], payoff.unit
    weights, unit = weights_of_optimal(variant)
    every = range(len(weights))
    gains = values_to_second(variant, np.array(every), every)
    return gains * weights, unit * variant.clack_payout.denominator


@lru_cache(maxsize=4)
def weights_of_optimal(variant: Variant) -> tuple[Values, int]:
    """Return how often an optimal first player leaves each score, and what 1 is among them."""
    return in_whole_numbers(strategy_value(variant, "optimal").fractions.score_chances.values())


def in_whole_numbers(numbers: Iterable[Fraction]) -> tuple[Values, int]:
    """Return exact numbers as whole ones, and what 1 is among them."""
    some = list(numbers)
    unit = lcm(*(number.denominator for number in some))
    return np.array([int(number * unit) for number in some], dtype=object), unit

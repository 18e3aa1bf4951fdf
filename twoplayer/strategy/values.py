"""What strategies are worth, exactly: by the same induction as the optimum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import lcm

import numpy as np

from ..errors import InputError, RulesError, shown
from ..exact import ExactResult, Rational
from ..executors import Progress, told
from ..game.payoffs import values_to_second
from ..solo.one_player import score_chances
from ..variant.registry import VariantLike, as_variant
from ..variant.scores import scores
from ..variant.variant import Variant
from ..writing import Row, Shown, in_decimals
from .strategies import STRATEGIES, strategy_named

__all__ = ["StrategyValue", "strategy_value", "strategy_values"]


@dataclass(frozen=True)
class StrategyValue(ExactResult, Shown):
    """What a strategy is worth under a variant, exactly.

    Parameters
    ----------
    name
        Its name in `STRATEGIES`, or several.
    variant
        The rules.
    """

    name: str
    variant: Variant
    _chances: Mapping[int, Fraction] = field(compare=False, repr=False)
    _against: Mapping[int, Fraction] = field(compare=False, repr=False)

    def _title(self) -> str:
        return f"{self.name}: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        return [
            {"": "expected score", **in_decimals(self.expected_score)},
            {"": "chance to clack", **in_decimals(self.clack_chance)},
        ]

    @property
    def score_chances(self) -> dict[int, Rational]:
        """The distribution of its final score, `{score: chance}`, ascending."""
        return {score: self._number(chance) for score, chance in self._chances.items()}

    @property
    def second_player_values(self) -> dict[int, Rational]:
        """What it is worth to a second player against each score, in stakes."""
        return {score: self._number(value) for score, value in self._against.items()}

    @property
    def expected_score(self) -> Rational:
        """The mean of the final score."""
        return self._number(sum(score * chance for score, chance in self._chances.items()))

    @property
    def clack_chance(self) -> Rational:
        """The chance to cover every tile."""
        return self._number(self._chances[0])

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
            raise InputError(
                f"second: got {shown(second)}; takes a strategy valued under the same rules"
            )
        gains = (chance * second._against[score] for score, chance in self._chances.items())
        return self._number(-sum(gains))


def strategy_values(
    variant: VariantLike, progress: Progress | None = None
) -> dict[str, StrategyValue]:
    """Value every strategy under a variant, but for those that it does not allow.

    Counting sequences is refused where the number of dice is a choice, and what looks at the score
    that is left, where every move leaves the same; those strategies are left out.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    progress
        Called with the part of the work that has just been done; the parts add up to 1.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> values = strategy_values(Variant(tiles=3))
    >>> values["random"].clack_chance, values["optimal"].ev_against(values["random"])
    (95/648, 53/209952)
    """
    variant, advance = as_variant(variant), told(progress, 1 / len(STRATEGIES))
    found = {}
    for name in STRATEGIES:
        try:
            found[name] = strategy_value(variant, name, advance)
        except RulesError:
            advance(1)
    return found


def strategy_value(
    variant: VariantLike, name: str, progress: Progress | None = None
) -> StrategyValue:
    """Value one strategy under a variant.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    name
        A name in `STRATEGIES`, or several with commas between them: the next decides what one
        leaves open.
    progress
        Called with the part of the work that has just been done; the parts add up to 1.

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
    half, every, against = told(progress, 1 / 2), scores(variant), []
    chances = score_chances(variant, strategy.policy(variant, None), half)
    values = strategy.against or partial(_of_chances, list(chances.values()))
    for value in values(variant):
        against.append(value)
        half(1 / len(every))
    return StrategyValue(name, variant, chances, dict(zip(every, against, strict=True)))


def _of_chances(chances: Sequence[Fraction], variant: Variant) -> Iterator[Fraction]:
    """Yield what it is worth to a second player, against every score, to leave scores so often."""
    common = lcm(*(chance.denominator for chance in chances))
    weights = np.array([int(chance * common) for chance in chances], dtype=np.object_)
    left = np.flatnonzero(weights)
    unit = common * variant.clack_payout.denominator
    for beat in range(len(chances)):
        gains = values_to_second(variant, left, [beat])[:, 0]
        yield Fraction(int(weights[left] @ gains.astype(np.object_)), unit)

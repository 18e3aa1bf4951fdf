"""Numbers from simulated games: whether chance explains the difference from the exact value.

The mean of N games lies about the exact value with a standard deviation of σ/√N, where σ is the
standard deviation of one game. σ² is exact. A claim is right where it lies within three standard
deviations. A right simulation lies outside of these 27 times in 10,000.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import erfc, inf, sqrt
from typing import NamedTuple

import numpy as np

from ..errors import refused
from ..game.fairness import Fairness
from ..strategy.values import scores_left, strategy_value
from .number import Number
from .quantity import Query, ends_of, value_of

_WITHIN = 3
"""Chance explains a difference of at most this many standard deviations."""


class Simulated(NamedTuple):
    """How far a simulated number lies from the exact value, compared with chance.

    Parameters
    ----------
    games : int
        How many games the number is the mean of.
    variance : Fraction
        The variance of one game: in square stakes, in square points, or of a chance.
    difference : Fraction
        The claim less the exact value; of a rounded claim its number nearest to the exact value.
    """

    games: int
    variance: Fraction
    difference: Fraction

    @property
    def by_chance(self) -> bool:
        """Whether chance explains the difference: at most three standard deviations."""
        return self.difference**2 * self.games <= _WITHIN**2 * self.variance

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the mean of `games` games."""
        return sqrt(self.variance / self.games)

    @property
    def apart(self) -> float:
        """How many standard deviations the claim lies from the exact value."""
        if not self.difference:
            return 0.0
        return abs(float(self.difference)) / self.standard_deviation if self.variance else inf

    @property
    def probability(self) -> float:
        """The probability of at least this difference by chance alone, by a normal distribution."""
        return erfc(self.apart / sqrt(2))

    @property
    def words(self) -> str:
        """The games, the standard deviation, the distance and its probability, in sentences."""
        if not self.variance:
            return "Every game ends alike, so chance explains no difference."
        likely = f"{100 * self.probability:.3g}" if self.probability > 1e-4 else "less than 0.01"
        return (
            f"The mean of {self.games:,} games has a standard deviation of "
            f"{self.standard_deviation:.2g}: the claim is {self.apart:.2g} of them away. "
            f"Chance alone leads at least so far in {likely} % of all such simulations."
        )


def simulated(question: Query, number: Number, exact: Fraction, games: int) -> Simulated:
    """Compare a number from a simulation with the exact value.

    Parameters
    ----------
    question : Query
        The question that the number answers.
    number : Number
        The claim.
    exact : Fraction
        The exact value.
    games : int
        How many games were played.

    Raises
    ------
    InputError
        If the quantity is no mean over games: `payout`, `restarts`.
    """
    nearest = min(max(exact, number.low), number.high)
    return Simulated(games, _variance(question), nearest - exact)


def check_simulated(question: Query, games: int) -> None:
    """Refuse a number of games for a quantity that is no mean over games."""
    if question.of in ("payout", "restarts"):
        why = f"where {question.of} is claimed, which is no mean of games"
        raise refused("games", games, "none", why)


@lru_cache(maxsize=1024)
def _variance(question: Query) -> Fraction:
    """Return the variance of one game, exactly."""
    check_simulated(question, 0)
    if question.of in ("ev", "second_ev"):
        ev, outcomes = value_of(question._replace(of="ev")), ends_of(question)
        return Fraction(Fairness(*question.contest.pair, ev, outcomes).fractions.variance)
    if question.of == "score":
        strategy = question.strategy or "lowest-score"
        value = strategy_value(question.contest.rules[0], strategy).fractions
        return _spread(value.score_chances, {score: score for score in value.score_chances})
    if question.of == "value":
        return _against(question)
    chance = value_of(question)
    return chance * (1 - chance)


def _against(question: Query) -> Fraction:
    """Return the variance of a second player's gain against a score."""
    game, score = question.contest, question.score_to_beat
    assert score is not None
    chances = scores_left(game, question.second.way, 1, score)
    rank = game.rank_of(score)
    gains = game.stakes.to_second(np.asarray(game.score_ranks(1)), [rank])[:, 0].tolist()
    paid = {s: Fraction(int(g), game.stakes.unit) for s, g in zip(chances, gains, strict=True)}
    return _spread(chances, paid)


def _spread(chances: dict[int, Fraction], worth: dict[int, int] | dict[int, Fraction]) -> Fraction:
    """Return the variance E[X²] − E[X]² of the values of scores, by the chance of each score."""
    mean = sum((chance * worth[each] for each, chance in chances.items()), Fraction(0))
    squares = sum((chance * worth[each] ** 2 for each, chance in chances.items()), Fraction(0))
    return squares - mean**2

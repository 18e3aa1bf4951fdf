"""Rounds by oneself, until the scores of the turns add up to a total.

Let p_k be the chance that a turn leaves the score k, and p_0 < 1. Let h(s) be the chance that the
sum of the scores, as it grows, ever is s. Then, for s > 0,

    h(0) = 1,   h(s) = Σ_{k ≥ 1} p_k / (1 − p_0) · h(s − k)

The sum stays where it is for 1 / (1 − p_0) rounds on average. So the mean number of rounds until
the sum is T or more is

    Σ_{s < T} h(s) / (1 − p_0)

and more than n rounds have the chance that the sum is below T after n rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import Any, ClassVar

from ..errors import GameTooLargeError, RulesError, refused, whole_number
from ..exact import ExactNumber, ExactResult, in_whole_numbers
from ..tables import Column, Tabled, To, percent
from ..variant.variant import Rules

MOST_LEFT = Fraction(1, 10**9)  # of the chance, where numbers of rounds are told no more
MOST_BITS_ADDED = 2**34  # of all products that are added up: some ten seconds


@dataclass(frozen=True, eq=False, repr=False)
class RoundsUntil(ExactResult, Tabled):
    """How many rounds a player takes alone, until the scores add up to a total.

    Every round is a turn, played in the same way at every sum. The records have a row for each of
    the first numbers of rounds, until less than 1e-9 of the chance is left.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the turn.
    how : str
        How the turn is played: the name of a strategy, or an aim.
    total : int
        The sum to be reached or exceeded.
    score_chances : tuple of (int, Fraction)
        The scores that a turn may leave, each with its probability.

    Examples
    --------
    >>> from twoplayer import Variant, strategy_value
    >>> rounds = strategy_value(Variant(tiles=2, dice="1d2"), "optimal").rounds_until(3)
    >>> rounds.mean, rounds.most_likely, rounds.chances[2]
    (9/2, 3, 3/16)
    """

    variant: Rules
    how: str
    total: int
    score_chances: tuple[tuple[int, Fraction], ...] = field(repr=False)

    about = "Rounds alone until the scores add up to {self.total}: {self.how}"
    columns: ClassVar[Sequence[Column]] = (
        Column("rounds", itemgetter("rounds")),
        percent("chance", "chance\n(%)", value=itemgetter("chance")),
        percent("so_many_or_fewer", "so many\nor fewer\n(%)", value=itemgetter("sum")),
        Column("exact", itemgetter("chance"), to=To.EXACTLY),
    )

    @property
    def mean(self) -> ExactNumber:
        """How many rounds the player takes on average, exactly.

        Raises
        ------
        GameTooLargeError
            If the exact number would be too long.
        """
        return self._number(self._once("mean", lambda: _mean(*self._weights, self.total)))

    @property
    def chances(self) -> dict[int, ExactNumber]:
        """The chance of each number of rounds, from 1 on, until less than 1e-9 is left.

        Raises
        ------
        GameTooLargeError
            If the exact numbers would be too long.
        """
        found = self._once("chances", lambda: _chances(*self._weights, self.total))
        return {rounds: self._number(chance) for rounds, chance in found.items()}

    @property
    def most_likely(self) -> int:
        """The number of rounds with the largest chance; the smallest of several such numbers.

        Raises
        ------
        GameTooLargeError
            If the exact numbers would be too long.
        """
        chances = self.fractions.chances
        return max(chances, key=chances.__getitem__)

    @property
    def _weights(self) -> tuple[dict[int, int], int]:
        """The chances of the scores in whole numbers, and the number for certainty."""
        scores, chances = zip(*self.score_chances, strict=True)
        numbers, whole = in_whole_numbers(chances)
        return dict(zip(scores, numbers.tolist(), strict=True)), whole

    def _rows(self) -> list[dict[str, Any]]:
        rows, chances = list[dict[str, Any]](), self.fractions.chances
        told = Fraction(0)
        for rounds, chance in chances.items():
            told += chance
            rows.append({"rounds": rounds, "chance": chance, "sum": told})
        return rows


def rounds_until(
    rules: Rules, how: str, score_chances: Mapping[int, Fraction], total: int
) -> RoundsUntil:
    """Check the total and the scores that a turn may leave, and return the rounds."""
    total = whole_number("total", total, 1)
    chances = {score: chance for score, chance in score_chances.items() if chance}
    if (least := min(chances)) < 0:
        why = f"where a turn may score {least}, and a sum that falls may reach no total"
        raise refused("total", total, "rules by which no score is below 0", why, RulesError)
    if not any(chances):
        why = "to which a turn adds nothing, as it is sure to score 0"
        raise refused("total", total, "rules by which a turn may score more", why, RulesError)
    return RoundsUntil(rules, how, total, tuple(chances.items()))


class _Work:
    """The bits of all numbers multiplied so far; refuses more bits than there is time for."""

    def __init__(self, total: int) -> None:
        self.total, self.bits = total, 0

    def add(self, products: int, bits: int) -> None:
        self.bits += products * bits
        if self.bits > MOST_BITS_ADDED:
            why = "on the way to which exact numbers become too long"
            raise refused("total", self.total, "a lower total", why, GameTooLargeError)


def _mean(weights: Mapping[int, int], whole: int, total: int) -> Fraction:
    """Return Σ h(s) / (1 − p_0); h(s)·q^d is whole, where d is the most rounds that lead to s."""
    grows = {score: weight for score, weight in weights.items() if score}
    q = sum(grows.values())
    work, powers = _Work(total), [1]
    ever: dict[int, int] = {0: 1}  # h(s)·q^d, by s
    depth = {0: 0}  # d, by s
    for reached in _sums(grows, total, work):
        before = [(reached - score, weight) for score, weight in grows.items()]
        before = [(lower, weight) for lower, weight in before if lower in depth]
        d = 1 + max(depth[lower] for lower, _ in before)
        while len(powers) <= d:
            powers.append(powers[-1] * q)
        work.add(len(before), d * q.bit_length())
        depth[reached] = d
        ever[reached] = sum(
            weight * ever[lower] * powers[d - depth[lower] - 1] for lower, weight in before
        )
    most = max(depth.values())
    summed = sum(number * powers[most - depth[reached]] for reached, number in ever.items())
    return Fraction(whole * summed, q * powers[most])


def _sums(grows: Mapping[int, int], total: int, work: _Work) -> list[int]:
    """Return the possible sums above 0 and below the total, ascending."""
    known, new = {0}, {0}
    while new:
        work.add(len(new) * len(grows), 2**10)
        new = {low + score for low in new for score in grows if low + score < total} - known
        known |= new
    return sorted(known - {0})


def _chances(weights: Mapping[int, int], whole: int, total: int) -> dict[int, Fraction]:
    work, rounds = _Work(total), 0
    below: Mapping[int, int] = {0: 1}  # the chance of each sum below the total, times `unit`
    unit, found = 1, dict[int, Fraction]()
    left = 1  # the chance that the sum is below the total, times `unit`
    while left >= MOST_LEFT * unit:
        rounds += 1
        work.add(len(below) * len(weights), unit.bit_length())
        after = defaultdict[int, int](int)
        for low, number in below.items():
            for score, weight in weights.items():
                if low + score < total:
                    after[low + score] += number * weight
        unit *= whole
        still = sum(after.values())
        found[rounds] = Fraction(left * whole - still, unit)
        below, left = after, still
    return found

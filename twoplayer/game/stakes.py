"""What is at stake: who wins, and what is paid for it.

A score is known by its rank among those that anybody may leave; the best ranks are clacks, as a
rule rank 0 alone. Ranks below one number win against a rank, those from another one on lose.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import lcm
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..exact import Rows, Values
from ..variant.tiles import TIES, Tie


class Stakes(NamedTuple):
    payout: Fraction = Fraction(1)  # what a win with a clack pays; any other pays a stake
    at_once: bool = False  # whether a first player's clack wins at once
    tie: Tie = TIES["push"]
    clacks: int = 1  # how many of the ranks are clacks, from 0 on

    @property
    def unit(self) -> int:
        return lcm(self.payout.denominator, self.tie.pays.denominator)

    @property
    def most(self) -> Fraction:
        return max(Fraction(1), self.payout, abs(self.tie.pays))

    def steps(self, beat: ArrayLike) -> tuple[Rows, Rows]:
        """Return how many ranks win against each rank to beat, and how many do not lose."""
        rank, wins = np.asarray(beat), self.tie.wins
        return (rank + (wins > 0)) * self.goes_on(rank), (rank + (wins >= 0)) * self.goes_on(rank)

    def goes_on(self, ranks: Rows) -> NDArray[np.bool_]:
        """Return whether the game goes on after each of some ranks, and is not won at once."""
        return ranks >= self.clacks * self.at_once

    def steps_back(self, count: int) -> tuple[Rows, Rows]:
        """Return how many of the first player's ranks win against each second's, or do not lose."""
        second = np.arange(count)
        wins, holds = self.steps(second)
        return np.searchsorted(holds, second, "right"), np.searchsorted(wins, second, "right")

    def who_wins(self, left: Rows, beat: ArrayLike) -> NDArray[np.int8]:
        """Return 1 where ranks win against those left before, −1 where they lose, 0 where they tie.

        Shape (len(left), len(beat)).
        """
        # Ranks are few: in half the bits they are compared in half the time.
        wins, holds = (counts.astype(np.int32) for counts in self.steps(beat))
        ranks = left[:, np.newaxis].astype(np.int32)
        result: NDArray[np.int8] = (ranks < wins).view(np.int8)
        result -= ranks >= holds
        return result

    def told_apart(self, attainable: Rows, beat: Rows) -> tuple[Rows, Rows]:
        """Return two numbers that tell ranks to beat apart, if neither is a clack.

        Where they are equal as many of the ranks that somebody can leave, ascending, win, and do
        not lose; where `prices` are as well, ranks are worth the same, however ties are settled.
        """
        wins, holds = self.steps(beat)
        return np.searchsorted(attainable, wins), np.searchsorted(attainable, holds)

    @property
    def prices(self) -> Hashable:
        return self.payout, self.tie.pays

    def price(self, ranks: ArrayLike) -> Values:
        large = self.most * self.unit >= 2**63
        kinds = np.array([self.unit, int(self.payout * self.unit)], object if large else np.int64)
        return kinds[(np.asarray(ranks) < self.clacks).astype(np.intp)]

    def to_second(self, left: Rows, beat: ArrayLike) -> Values:
        """Return what the second player gets, times the unit: shape (len(left), len(beat))."""
        wins, against = self.who_wins(left, beat), np.asarray(beat)
        clack, other = self.price([0, self.clacks])
        payoffs: Values = wins.astype(self.price([]).dtype)
        payoffs *= other
        if self.tie.pays:
            payoffs[wins == 0] = -int(self.tie.pays * self.unit)
        if clack != other:
            clacks, clacked = left < self.clacks, against < self.clacks
            payoffs[clacks] = np.where(wins[clacks] > 0, clack, payoffs[clacks])
            payoffs[:, clacked] = np.where(wins[:, clacked] < 0, -clack, payoffs[:, clacked])
        return payoffs

    def left_open(self, pays: str) -> tuple[Self, Self]:
        """Return the stakes where a clack, or a tie, pays nothing, and where it pays a stake.

        What is paid is a line in that. A tie pays the first player, whoever wins it else.
        """
        none, one = Fraction(0), Fraction(1)
        if pays == "clack":
            return self._replace(payout=none), self._replace(payout=one)
        tie = Tie("a tie that pays", pays=none)
        return self._replace(tie=tie), self._replace(tie=tie._replace(pays=one))

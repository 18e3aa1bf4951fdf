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
    """What a game is played for: the same for all players.

    What is paid is a whole number of parts of a stake, `unit` of which are one stake.
    """

    payout: Fraction = Fraction(1)  # what a win with a clack pays; any other pays a stake
    at_once: bool = False  # whether a first player's clack wins at once
    tie: Tie = TIES["push"]
    clacks: int = 1  # how many of the ranks are clacks, from 0 on

    @property
    def unit(self) -> int:
        """How many parts a stake has, so that all that is paid is a whole number of them."""
        return lcm(self.payout.denominator, self.tie.pays.denominator)

    @property
    def most(self) -> Fraction:
        """The most that one player pays another, in stakes."""
        return max(Fraction(1), self.payout, abs(self.tie.pays))

    def steps(self, beat: ArrayLike) -> tuple[Rows, Rows]:
        """Return how many ranks win against each rank to beat, and how many do not lose.

        `beat` has any shape, and so have both results. Against a clack that has won at once no
        rank does either.
        """
        rank, wins = np.asarray(beat), self.tie.wins
        return (rank + (wins > 0)) * self.goes_on(rank), (rank + (wins >= 0)) * self.goes_on(rank)

    def goes_on(self, ranks: Rows) -> NDArray[np.bool_]:
        """Return whether the game goes on after each of some ranks, in their shape.

        It does not where the rank is a clack that wins at once.
        """
        return ranks >= self.clacks * self.at_once

    def steps_back(self, count: int) -> tuple[Rows, Rows]:
        """Return how many of the first's ranks win against each second's, and how many do not lose.

        The second's ranks are 0, …, count − 1: both results have the shape (count,).
        """
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
        """Return two numbers that tell ranks to beat apart, if neither rank is a clack.

        Where both are equal, and `prices` are, ranks have the same value, however ties are settled.

        Parameters
        ----------
        attainable : array of int, shape (attainable,), ascending
            The ranks that a turn may end with.
        beat : array of int, shape (k,)
            The ranks to beat.

        Returns
        -------
        tuple of arrays, each of shape (k,)
            How many attainable ranks win against each rank to beat, and how many do not lose.
        """
        wins, holds = self.steps(beat)
        return np.searchsorted(attainable, wins), np.searchsorted(attainable, holds)

    @property
    def prices(self) -> Hashable:
        """What is paid, in stakes: equal if a clack and a tie pay as much."""
        return self.payout, self.tie.pays

    def price(self, ranks: ArrayLike) -> Values:
        """Return what a win with each of some ranks pays, times the unit, in their shape."""
        large = self.most * self.unit >= 2**63
        kinds = np.array([self.unit, int(self.payout * self.unit)], object if large else np.int64)
        return kinds[(np.asarray(ranks) < self.clacks).astype(np.intp)]

    def to_second(self, left: Rows, beat: ArrayLike) -> Values:
        """Return what the second player gets, times the unit: shape (len(left), len(beat)).

        Parameters
        ----------
        left : array of int, shape (left,)
            The ranks that the second player leaves.
        beat : array of int, shape (beat,)
            The ranks of the first player. One beyond all scores loses to whatever is left.
        """
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

        `pays` is `"clack"` or `"tie"`. Every payoff is linear in what that pays, so these two
        stakes determine it. A tie pays the first player here, whatever `ties` says.
        """
        none, one = Fraction(0), Fraction(1)
        if pays == "clack":
            return self._replace(payout=none), self._replace(payout=one)
        tie = Tie("a tie that pays", pays=none)
        return self._replace(tie=tie), self._replace(tie=tie._replace(pays=one))

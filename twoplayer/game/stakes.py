"""The stakes of a game: the winner by the scores, and the payments.

A score goes by its rank among all scores of all players. The best ranks are clacks, as a rule rank
0 alone. Against a rank to beat, all ranks below one number win, and all ranks from a second number
on lose.
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
    """The stakes of a game, the same for all players.

    Payments are whole numbers of parts of a stake; `unit` parts are one stake.
    """

    payout: Fraction = Fraction(1)  # the payment for a win with a clack; other wins pay a stake
    at_once: bool = False  # whether a first player's clack wins at once
    tie: Tie = TIES["push"]
    clacks: int = 1  # the number of ranks that are clacks, from rank 0 on

    @property
    def unit(self) -> int:
        """The number of parts of a stake that makes every payment a whole number of parts."""
        return lcm(self.payout.denominator, self.tie.pays.denominator)

    @property
    def most(self) -> Fraction:
        """The largest payment of one player to another, in stakes."""
        return max(Fraction(1), self.payout, abs(self.tie.pays))

    def steps(self, beat: ArrayLike) -> tuple[Rows, Rows]:
        """Return the number of ranks that win against each rank to beat, and that do not lose.

        Both results have the shape of `beat`, which may be any. Against a clack that has won at
        once both numbers are 0.
        """
        rank, wins = np.asarray(beat), self.tie.wins
        return (rank + (wins > 0)) * self.goes_on(rank), (rank + (wins >= 0)) * self.goes_on(rank)

    def goes_on(self, ranks: Rows) -> NDArray[np.bool_]:
        """Return whether the game goes on after each rank, in the shape of `ranks`.

        After a clack that wins at once the game does not go on.
        """
        return ranks >= self.clacks * self.at_once

    def steps_back(self, count: int) -> tuple[Rows, Rows]:
        """Return the numbers of first's ranks that win, and that do not lose, by second's rank.

        The second's ranks are 0, …, count − 1: both results have the shape (count,).
        """
        second = np.arange(count)
        wins, holds = self.steps(second)
        return np.searchsorted(holds, second, "right"), np.searchsorted(wins, second, "right")

    def who_wins(self, left: Rows, beat: ArrayLike) -> NDArray[np.int8]:
        """Return 1 if a rank left wins against a rank to beat, −1 if it loses, 0 if both tie.

        Shape (len(left), len(beat)).
        """
        # Ranks fit into 32 bits, and comparing half the bits takes half the time.
        wins, holds = (counts.astype(np.int32) for counts in self.steps(beat))
        ranks = left[:, np.newaxis].astype(np.int32)
        result: NDArray[np.int8] = (ranks < wins).view(np.int8)
        result -= ranks >= holds
        return result

    def told_apart(self, attainable: Rows, beat: Rows) -> tuple[Rows, Rows]:
        """Return two numbers for each rank to beat; ranks with equal numbers have equal values.

        This holds for ranks that are no clacks, under equal `prices`, with any rule for ties.

        Parameters
        ----------
        attainable : array of int, shape (attainable,), ascending
            The ranks that a turn may end with.
        beat : array of int, shape (k,)
            The ranks to beat.

        Returns
        -------
        tuple of arrays, each of shape (k,)
            The numbers of attainable ranks that win against each rank to beat, and that do not
            lose.
        """
        wins, holds = self.steps(beat)
        return np.searchsorted(attainable, wins), np.searchsorted(attainable, holds)

    @property
    def prices(self) -> Hashable:
        """The payments of a clack and of a tie, in stakes; equal payments compare equal."""
        return self.payout, self.tie.pays

    def price(self, ranks: ArrayLike) -> Values:
        """Return the payment for a win with each rank, times the unit, in the shape of `ranks`."""
        large = self.most * self.unit >= 2**63
        kinds = np.array([self.unit, int(self.payout * self.unit)], object if large else np.int64)
        return kinds[(np.asarray(ranks) < self.clacks).astype(np.intp)]

    def to_second(self, left: Rows, beat: ArrayLike) -> Values:
        """Return the second player's payoffs, times the unit: shape (len(left), len(beat)).

        Parameters
        ----------
        left : array of int, shape (left,)
            The ranks that the second player leaves.
        beat : array of int, shape (beat,)
            The ranks of the first player. A rank beyond all scores loses to every rank in `left`.
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
        """Return the stakes with a payment of 0 for a clack, or a tie, and with a payment of 1.

        `pays` is `"clack"` or `"tie"`. Every payoff is linear in that payment, so these two stakes
        determine all payoffs. Here a tie pays the first player, in place of the rule `ties`.
        """
        none, one = Fraction(0), Fraction(1)
        if pays == "clack":
            return self._replace(payout=none), self._replace(payout=one)
        tie = Tie("a tie that pays", pays=none)
        return self._replace(tie=tie), self._replace(tie=tie._replace(pays=one))

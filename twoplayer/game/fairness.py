"""How fair a game is: who is favoured, by how much, and what would even it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from os import PathLike
from typing import TYPE_CHECKING

from ..exact import exact_record, to_rational
from ..variant.variant import Variant
from .outcomes import Outcomes, outcomes_of
from .solution import Solution, solve

if TYPE_CHECKING:
    from sympy import Rational

__all__ = ["Fairness", "fairness_of"]


@dataclass(frozen=True)
class Fairness:
    """How fair a variant is, under optimal play of both players.

    Parameters
    ----------
    solution
        Its exact values.
    outcomes
        The chances to win, tie, lose and clack.

    Examples
    --------
    >>> fairness = fairness_of("classic")
    >>> fairness.favoured, fairness.side_payment, fairness.games
    ('second', 668351559599495/166583718925369344, 238245)
    """

    solution: Solution
    outcomes: Outcomes

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"` or `"nobody"`."""
        return self.solution.favoured

    @property
    def side_payment(self) -> Rational:
        """What the favoured player has to pay the other before each game to make it fair."""
        return abs(self.solution.first_player_ev)

    @cached_property
    def variance(self) -> Rational:
        r"""The variance of what changes hands in one game, in square stakes.

        E[X²] − EV², where X² is the square of `clack_payout` where the winner has clacked.
        """
        outcomes, payout = self.outcomes, self.solution.variant.clack_payout
        plain = outcomes.first_wins + outcomes.second_wins - outcomes.clack_pays
        square = plain + to_rational(payout**2) * outcomes.clack_pays
        return square - self.solution.first_player_ev**2

    @property
    def standard_deviation(self) -> float | None:
        """The root of `variance`, in stakes, rounded; None beyond the range of floats."""
        approx = exact_record(self.variance)["approx"]
        return None if approx is None else sqrt(float(approx))

    @property
    def games(self) -> int | None:
        """After how many games the advantage stands out of luck; None where there is none.

        The smallest n ≥ (2·sd/|EV|)², and at least 1: what is gained on average is two standard
        deviations of the sum then.
        """
        if not self.side_payment:
            return None
        return max(1, int((4 * self.variance / self.side_payment**2).ceiling()))


def fairness_of(
    variant: Variant | str | PathLike[str], progress: Callable[[float], object] | None = None
) -> Fairness:
    """Tell how fair a variant is.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    progress
        Called with the part of the work that has just been done; the parts add up to about 1.

    Raises
    ------
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> fairness_of(Variant(scoring="shut")).favoured
    'nobody'
    """
    solution = solve(variant)
    return Fairness(solution, outcomes_of(solution.variant, progress))

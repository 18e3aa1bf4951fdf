"""How fair a game is: by how much somebody is favoured, and what would even it out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

from ..exact import Bounds, Rational, exact_record, percent_text
from ..variant.variant import Variant
from ..writing import Row, Shown, in_percent
from .outcomes import Outcomes

__all__ = ["Fairness", "favoured_between", "favoured_by", "gain"]


def favoured_by(first_player_ev: Rational) -> str:
    """Return whom an EV favours: `"first"`, `"second"` or `"nobody"`."""
    return "first" if first_player_ev > 0 else "second" if first_player_ev < 0 else "nobody"


def favoured_between(first_player_ev: Bounds) -> str:
    """Return whom an EV between bounds favours; `"unknown"` where they are on both sides of 0."""
    least, most = map(favoured_by, first_player_ev)
    return least if least == most else "unknown"


def gain(first_player_ev: Rational) -> str:
    """Say in words who gains, and how much.

    Examples
    --------
    >>> from fractions import Fraction
    >>> gain(Fraction(-1, 250))
    'the second player gains 0.4000 % of a stake in a game'
    """
    if first_player_ev == 0:
        return "exactly fair"
    percent = percent_text(abs(first_player_ev))
    return f"the {favoured_by(first_player_ev)} player gains {percent} % of a stake in a game"


@dataclass(frozen=True)
class Fairness(Shown):
    """How fair a game is, under optimal play of both players.

    Parameters
    ----------
    variant
        The rules.
    first_player_ev
        The expected value to the first player, in stakes.
    outcomes
        The chances to win, tie, lose and clack.

    Examples
    --------
    >>> from twoplayer import solve
    >>> fairness = solve("classic").fairness()
    >>> fairness.side_payment, fairness.games
    (668351559599495/166583718925369344, 238245)
    """

    variant: Variant
    first_player_ev: Rational
    outcomes: Outcomes

    def _title(self) -> str:
        return f"How fair it is: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        games = "never" if self.games is None else f"after {self.games:,} games"
        return [
            {"": "first player's EV", **in_percent(self.first_player_ev)},
            {"": "who is favoured pays the other", **in_percent(self.side_payment)},
            {"": "the advantage stands out", "percent": "", "exact": games},
            *self.outcomes.rows(),
        ]

    @property
    def side_payment(self) -> Rational:
        """What the favoured player has to pay the other before each game to make it fair."""
        return abs(self.first_player_ev)

    @cached_property
    def variance(self) -> Rational:
        r"""The variance of what changes hands in one game, in square stakes.

        E[X²] − EV², where X² is the square of `clack_payout` where the winner has clacked.
        """
        outcomes, payout = self.outcomes, self.variant.clack_payout
        plain = outcomes.first_wins + outcomes.second_wins - outcomes.clack_pays
        square = plain + payout**2 * outcomes.clack_pays
        return square - self.first_player_ev**2

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
        least = ceil(4 * self.variance / self.side_payment**2)
        return max(1, int(least))

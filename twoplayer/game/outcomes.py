"""How a game of two ends under optimal play, and how often; `stakes` says how ties are decided."""

from __future__ import annotations

from dataclasses import dataclass

from ..exact import ExactResult, Rational, exact
from ..table import Tabled, percent
from ..variant.variant import Variant
from .stakes import Seating, at_table

CHANCES = {
    "first_wins": "first player wins",
    "tie": "a tie",
    "second_wins": "second player wins",
    "first_clacks": "first player clacks",
    "second_clacks": "second player clacks",
}
"""How a game may end, in words."""


@dataclass(frozen=True, eq=False, repr=False)
class Outcomes(ExactResult, Tabled):
    """How often a game ends in which way. Chances are in [0, 1].

    Parameters
    ----------
    variant
        The rules.
    first_wins, tie, second_wins
        The chances that the first player wins, that nobody does, and that the second player wins.
    first_clacks, second_clacks
        The chances that they cover every tile.
    clack_pays
        The chance that the winner has clacked, so that `clack_payout` changes hands.
    """

    variant: Variant
    first_wins: Rational = exact()
    tie: Rational = exact()
    second_wins: Rational = exact()
    first_clacks: Rational = exact()
    second_clacks: Rational = exact()
    clack_pays: Rational = exact()

    columns = (
        *(percent(name, f"{said} (%)") for name, said in CHANCES.items()),
        percent("clack_pays", "the winner has clacked (%)"),
    )

    def _title(self) -> str:
        return f"How the game ends: {self.variant.in_words()}"


def outcomes_of(variant: Variant) -> Outcomes:
    """Return how often a game ends in which way.

    >>> outcomes = outcomes_of(Variant(tiles=1, dice="1d2")).fractions
    >>> outcomes.first_wins, outcomes.tie, outcomes.clack_pays
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 2))
    """
    chance = at_table(Seating(variant, players=2, chances=True))[1].at_start
    first, second = chance("seat 1 wins"), chance("seat 2 wins")
    clacks = chance("clack"), -chance("no other clack")
    return Outcomes(variant, first, 1 - first - second, second, *clacks, chance("clack pays"))

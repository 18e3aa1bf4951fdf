"""How a game ends under optimal play, and how often; `payoffs` says how ties are decided."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..exact import ExactResult, Rational, exact
from ..table import Tabled, percent
from ..turn.board import ranks, scores
from ..turn.induction import turn_of
from ..turn.payoff import Payoff
from ..variant.variant import Variant
from .payoffs import first_payoff, second_payoff

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
    turn, payoff = turn_of(variant), before_every_score(variant)
    start = turn.values(payoff.wanted[ranks(variant)])[-1, 0].tolist()
    part = {
        name: payoff.exact(value, turn.scale)
        for name, value in zip(payoff.components, start, strict=True)
    }
    loses = Fraction(1) - part["win"] - part["tie"]
    others = -part["no_other_clack"]
    wins, clacks, pays = part["win"], part["clack"], part["clack_pays"]
    return Outcomes(variant, wins, part["tie"], loses, clacks, others, pays)


def against_every_score(variant: Variant) -> Payoff:
    """Return what the second player gets, whole, against every rank."""
    turn, by_state = turn_of(variant), ranks(variant)
    to_beat = range(len(scores(variant)))
    payoff = second_payoff(variant, to_beat[:1])
    found = turn.at_start(
        to_beat,
        lambda some: second_payoff(variant, some).wanted[by_state],
        components=len(payoff.components),
    )
    table = np.array(found, dtype=object)[:, np.newaxis]
    return Payoff(payoff.components, table, payoff.unit * turn.scale)


def before_every_score(variant: Variant) -> Payoff:
    """Return the first player's whole payoff, for whatever the second player then gets."""
    return first_payoff(against_every_score(variant))

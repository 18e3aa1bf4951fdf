"""How a game ends under optimal play, and how often; `payoffs` says how ties are decided."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ..exact import Rational
from ..executors import Progress
from ..turn.induction import turn_of
from ..turn.payoff import Payoff
from ..turn.states import ranks
from ..variant.scores import scores
from ..variant.variant import Variant
from ..writing import Row, as_html, in_percent
from .payoffs import first_payoff, second_payoff

__all__ = ["Outcomes", "against_every_score", "before_every_score", "outcomes_of"]


class Outcomes(NamedTuple):
    """How often a game ends in which way. Chances are in [0, 1].

    Parameters
    ----------
    first_wins, tie, second_wins
        The chances that the first player wins, that nobody does, and that the second player wins.
    first_clacks, second_clacks
        The chances that they cover every tile.
    clack_pays
        The chance that the winner has clacked, so that `clack_payout` changes hands.
    """

    first_wins: Rational
    tie: Rational
    second_wins: Rational
    first_clacks: Rational
    second_clacks: Rational
    clack_pays: Rational

    def rows(self) -> list[Row]:
        """Return a row for each chance, for people."""
        return [
            {"": name.replace("_", " "), **in_percent(chance)}
            for name, chance in self._asdict().items()
        ]

    def _repr_html_(self) -> str:
        return as_html("How the game ends", self.rows())


def outcomes_of(variant: Variant, progress: Progress | None = None) -> Outcomes:
    """Return how often a game ends in which way, in `Fraction`s.

    Examples
    --------
    >>> outcomes = outcomes_of(Variant(tiles=1, dice="1d2"))
    >>> outcomes.first_wins, outcomes.tie, outcomes.clack_pays
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 2))
    """
    turn, payoff = turn_of(variant), before_every_score(variant, progress)
    start = turn.values(payoff.wanted[ranks(variant)])[-1, 0].tolist()
    part = {
        name: payoff.exact(value, turn.scale)
        for name, value in zip(payoff.components, start, strict=True)
    }
    loses = Fraction(1) - part["win"] - part["tie"]
    others = -part["no_other_clack"]
    return Outcomes(part["win"], part["tie"], loses, part["clack"], others, part["clack_pays"])


def against_every_score(variant: Variant, progress: Progress | None = None) -> Payoff:
    """Return what the second player gets, whole, against every rank."""
    turn, by_state = turn_of(variant), ranks(variant)
    to_beat = range(len(scores(variant)))
    payoff = second_payoff(variant, to_beat[:1])
    found = turn.at_start(
        to_beat,
        lambda some: second_payoff(variant, some).wanted[by_state],
        components=len(payoff.components),
        progress=progress,
    )
    table = np.array(found, dtype=object)[:, np.newaxis]
    return Payoff(payoff.components, table, payoff.unit * turn.scale)


def before_every_score(variant: Variant, progress: Progress | None = None) -> Payoff:
    """Return the first player's whole payoff, for whatever the second player then gets."""
    return first_payoff(against_every_score(variant, progress))

"""One player, one turn: the lowest expected score, the highest chance to clack, and the worst."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..errors import one_of
from ..exact import Rational, Values
from ..turn.board import ranks, scores
from ..turn.induction import turn_of
from ..turn.payoff import Payoff
from ..turn.solved import SolvedTurn
from ..turn.step import Policy
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant

AIMS = {
    "score": "the lowest expected score",
    "clack": "the highest chance to clack",
    "worst-score": "the highest expected score",
    "worst-clack": "the lowest chance to clack",
}
"""The last two are of a player who plays as badly as possible, and covers wherever he can."""


@dataclass(frozen=True)
class OnePlayer(SolvedTurn):
    """A turn played for one aim.

    Values are expected scores (fewer are better) or chances to clack (in [0, 1]).

    Parameters
    ----------
    variant
        The rules; payout and ties make no difference.
    aim
        A name in `AIMS`.

    Examples
    --------
    >>> lowest = one_player(Variant())
    >>> lowest.value()
    27323400707/2448880128
    >>> lowest.optimal_moves((1, 4, 5, 8), 9)
    {(4, 5): 62/9}
    """

    aim: str

    def _title(self) -> str:
        return f"A turn for {AIMS[self.aim]}: {self.variant.in_words()}"

    def score_chances(self) -> dict[int, Rational]:
        """Return the distribution of the final score under optimal play, by score, ascending.

        Where several moves, or numbers of dice, are optimal, each is as likely.
        """
        chances = score_chances(self.variant, self.optimal_policy)
        return {score: self._number(chance) for score, chance in chances.items()}


def score_chances(variant: Variant, policy: Policy) -> dict[int, Fraction]:
    """Return the distribution of the final score under a policy, for every score, ascending."""
    turn, every, left = turn_of(variant), scores(variant), ranks(variant)
    scale = turn.scale_of(policy)

    def hits(some: range) -> Values:
        found: Values = (left[:, np.newaxis] == np.array(some)).astype(np.int64)
        return found

    found = turn.at_start(range(len(every)), hits, policy)
    chances = [Fraction(chance, scale) for chance in found]
    return dict(zip(every, chances, strict=True))


def one_player(variant: VariantLike, aim: str = "score") -> OnePlayer:
    """Solve a turn for one aim.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant; payout and ties make no difference.
    aim
        `"score"`, the lowest expected score, or `"clack"`, the highest chance to clack; or the
        opposite, `"worst-score"` or `"worst-clack"`, of a player who covers
        wherever he can.

    Raises
    ------
    InputError
        If the aim is another.
    GameTooLargeError
        If the tables would be too large.

    Examples
    --------
    >>> one_player(Variant(), "clack").value()
    466473281/6530347008
    >>> worst = one_player(Variant(), "worst-score")
    >>> worst.value(), worst.optimal_moves((1, 2, 3, 4, 5, 6, 7, 8, 9), 9)
    (1430805932539/58773123072, {(2, 3, 4): 60828373/2519424})
    """
    variant = as_variant(variant)
    turn_of(variant)
    counts_score = one_of("aim", aim, AIMS).endswith("score")
    every = [score if counts_score else int(score == 0) for score in scores(variant)]
    little = aim in ("score", "worst-clack")
    payoff = Payoff.of_value(np.array(every, dtype=np.object_), minimise=little)
    return OnePlayer(variant, payoff, aim)

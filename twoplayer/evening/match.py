"""What matches of several rounds have in common: their rules, who starts, and a turn in them.

A match is seen by the player who starts the next round. What counts is his *margin*: twice what his
total is above the other's, and 1 more or less where equal totals lose or win. So he wins below 0
and loses above, whatever `ties` says, and of the other player everything is minus his.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, RulesError, one_of, shown
from ..exact import Rows, Values
from ..turn.induction import Turn, turn_of
from ..turn.states import state_scores
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant

__all__ = [
    "BY_SCORES",
    "MARGIN",
    "STARTS",
    "MatchTurn",
    "as_whole",
    "match_rules",
    "other_starts",
]

STARTS: Mapping[str, str] = {
    "same": "the same player starts every round",
    "alternate": "the players start in turn",
    "loser": "who has lost a round starts the next",
    "winner": "who has won a round starts the next",
}
"""The ways to choose who starts the next round, in words."""

BY_SCORES = ("loser", "winner")
"""Those that look at the scores of the round."""

MARGIN = {"push": 0, "first": -1, "second": 1}
"""The first player's margin before round 1, by `ties`."""

_NEEDED = {"clack_payout": 1, "immediate_clack": False}


def match_rules(variant: VariantLike, starts: str) -> Variant:
    """Return the rules of a match, where they are some.

    Raises
    ------
    InputError
        If `starts` is none of `STARTS`.
    RulesError
        If a round of these rules is not just a score of each player.
    """
    one_of("starts", starts, STARTS)
    rules = as_variant(variant)
    faults = [
        f"{name}: got {_word(rules.rules()[name])}; takes {_word(needed)} in a match, where only "
        "totals count"
        for name, needed in _NEEDED.items()
        if getattr(rules, name) != needed
    ]
    if faults:
        raise RulesError(*faults)
    return rules


def _word(rule: object) -> str:
    return str(rule).lower()


def as_whole(parameter: str, value: object, most: int | None = None) -> int:
    """Return a whole number from 1 on, and up to the most that there may be."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = 0
    if isinstance(value, bool) or number < 1 or (most and number > most):
        limit = f"from 1 to {most}" if most else "1 or more"
        raise InputError(f"{parameter}: got {shown(value)}; takes a whole number, {limit}")
    return number


def other_starts(starts: str, first: Values, second: Values) -> NDArray[np.bool_]:
    """Tell whether the other player starts the next round.

    Parameters
    ----------
    starts
        One of `STARTS`.
    first, second
        What the starter of this round scores, and what the other does.

    Examples
    --------
    >>> other_starts("loser", np.array([3, 3, 3]), np.array([2, 3, 4]))
    array([False, False,  True])
    """
    if starts not in BY_SCORES:
        return np.full(np.broadcast_shapes(first.shape, second.shape), starts == "alternate")
    lost = np.less if starts == "loser" else np.greater
    found: NDArray[np.bool_] = lost(first, second).astype(bool)
    return found


class MatchTurn(NamedTuple):
    """A turn that is paid by what it scores.

    Parameters
    ----------
    turn
        What can be done in it.
    scores
        Those that it can end with, ascending; in 64 bits where that is enough for any total.
    place
        The place among them of every state's score; of any, where no turn ends.

    Examples
    --------
    >>> two = MatchTurn.of(Variant(tiles=2, dice="1d2"))
    >>> two.scores, two.values(np.array([[1, 0], [0, 5], [0, 0]])), two.turn.scale
    (array([0, 1, 2]), array([2, 5], dtype=object), 4)
    """

    turn: Turn
    scores: Values
    place: Rows

    @classmethod
    def of(cls, variant: Variant) -> MatchTurn:
        """Return a turn of a variant."""
        turn, by_state = turn_of(variant), state_scores(variant)
        left = sorted({score for score, ends in zip(by_state, turn.ends, strict=True) if ends})
        places = {score: place for place, score in enumerate(left)}
        scores = np.array(left, np.int64 if left[-1] < 2**32 else object)
        return cls(turn, scores, np.array([places.get(score, 0) for score in by_state]))

    def values(self, payoffs: Values, *, rounded: bool = False) -> Values:
        """Return what turns are worth at their start, as `Turn.at_start`.

        Parameters
        ----------
        payoffs
            What each of `scores` is worth, shape (scores, columns).
        """
        found = self.turn.at_start(
            range(payoffs.shape[1]),
            lambda some: payoffs[:, some.start : some.stop][self.place],
            rounded=rounded,
        )
        return np.array(found, np.int64 if rounded else object)

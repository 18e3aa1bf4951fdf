"""What rounds and races have in common: a turn that is paid by its score, and who starts next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from ..turn.board import state_scores
from ..turn.induction import Turn, turn_of
from ..variant.variant import Variant

STARTS: Mapping[str, str] = {
    "same": "the same player starts every round",
    "alternate": "the players start in turn",
    "loser": "the loser of a round starts the next",
    "winner": "the winner of a round starts the next",
}
"""The ways to choose who starts the next round, in words."""

_BLOCK = 2**21
"""So many payoffs are made at once."""

BY_SCORES = ("loser", "winner")
"""Those that look at the scores of the round."""


def other_starts(starts: str, first: Values, second: Values) -> NDArray[np.bool_]:
    """Tell whether the other player starts the next round, by what both have scored."""
    if starts not in BY_SCORES:
        return np.full(np.broadcast_shapes(first.shape, second.shape), starts == "alternate")
    lost = np.less if starts == "loser" else np.greater
    found: NDArray[np.bool_] = lost(first, second).astype(bool)
    return found


class ScoredTurn(NamedTuple):
    """A turn that is paid by what it scores."""

    turn: Turn
    scores: Values  # those that it can end with, ascending; in 64 bits where any total has room
    place: Rows  # that among them of every state's score; any, where no turn ends

    @classmethod
    def of(cls, variant: Variant) -> ScoredTurn:
        """Return a turn of a variant."""
        turn, by_state = turn_of(variant), state_scores(variant)
        left = sorted({score for score, ends in zip(by_state, turn.ends, strict=True) if ends})
        places = {score: place for place, score in enumerate(left)}
        scores = np.array(left, np.int64 if left[-1] < 2**32 else object)
        return cls(turn, scores, np.array([places.get(score, 0) for score in by_state]))

    @property
    def unit(self) -> int:
        """Into how many parts a stake is divided where turns are rounded, as 64 bits have room."""
        return int(2 ** max(48, 62 - self.turn.outcomes.bit_length()))

    def values(self, payoffs: Values, *, rounded: bool = False) -> Values:
        """Return what turns are worth at their start, paid by score: shape (scores, columns).

        Where they are `rounded`, each is that or less, by less than 1 for each of the most rolls;
        else they are times the turn's scale.
        """
        found = self.turn.at_start(
            range(payoffs.shape[1]),
            lambda some: payoffs[:, some.start : some.stop][self.place],
            rounded=rounded,
        )
        return np.array(found, np.int64 if rounded else object)

    def in_blocks(self, solve: Callable[..., Values], *columns: Values) -> Values:
        """Solve columns, a block after the other, so that they take little memory."""
        parts = 1 + len(columns[0]) * len(self.scores) // _BLOCK
        blocks = zip(*(np.array_split(column, parts) for column in columns), strict=True)
        return np.concatenate([solve(*block) for block in blocks])

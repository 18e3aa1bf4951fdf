"""A match of games, which whoever first has won so many of them wins; ties are played again.

A state before a game is how many the player who starts it has won, and the other; V is its value to
the starter. A tie comes back to the same numbers, where the starters change with the parts
exchanged: so V is a fixed point, enclosed as that of a race is (`rounds`), where a tie stands for
two clacks.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ..exact import Bounds, Rows, Values
from ..work import part, tracked
from .rounds import ScoredTurn, narrowed, near_enough, other_starts, to_me

MOST_WINS = 50


def first_to(turn: ScoredTurn, wins: int, starts: str) -> Bounds:
    """Enclose what a match for a number of games won is worth to who starts the first."""
    with part(0):
        ends = 1 - _most_ties(turn)
        enough = turn.enough(ends, 4 * wins)
    # The starter's games won, the other's; the lower and the higher bound along the last axis.
    worth = np.full((wins + 1, wins + 1, 2), [-turn.unit, turn.unit])
    worth[wins], worth[:, wins] = turn.unit, -turn.unit
    last = 2 * wins - 2
    for both in tracked(range(last, -1, -1), by=lambda both: 1 + min(both, last - both)):
        mine = np.arange(max(0, both - wins + 1), min(both, wins - 1) + 1)
        other = both - mine

        def play(now: Values, mine: Rows = mine, other: Rows = other) -> Values:
            worth[mine, other] = now
            return _game(turn, starts, worth, mine, other)

        worth[mine, other] = narrowed(worth[mine, other], play, starts, enough)
    return near_enough("wins", wins, "a tie", worth[0, 0], turn.unit)


def _most_ties(turn: ScoredTurn) -> Fraction:
    """Return the chance of a tie that both players together can have."""
    tied = np.eye(len(turn.scores), dtype=np.int64)
    scale = turn.turn.scale
    second = turn.values(tied)
    return Fraction(turn.values(second[:, np.newaxis])[0], scale**2)


def _game(turn: ScoredTurn, starts: str, worth: Values, mine: Rows, other: Rows) -> Values:
    """Return bounds of what a game is worth to its starter, before which so many were won."""
    after = []
    for won in (-1, 0, 1):  # by the starter
        now = mine + (won > 0), other + (won < 0)
        turned = other_starts(starts, np.array(-won), np.array(0))
        after.append(to_me(worth[now[::-1]]) if turned else worth[now])
    to_second, scores = to_me(np.stack(after)), turn.scores

    def second_turn(score: Rows, state: Rows) -> Values:
        won = np.sign(scores[:, np.newaxis] - scores[score]).astype(np.int64)
        return turn.bounded(to_second[1 + won, state])

    score, state = (np.ravel(each) for each in np.indices((len(scores), len(mine))))
    found = turn.in_blocks(second_turn, score, state)
    return turn.bounded(to_me(found.reshape(len(scores), len(mine), 2)))

"""The ends of a turn that is played for many payoffs, of which only approximations are known.

Payoffs between bounds do not tell all moves apart. A player then chooses among all moves that may
be best, with equal probability. One backward induction marks these moves, and one forward pass
finds the probability of each end. Both use whole numbers, of 64 bits where these fit, and round
down. So every probability may be slightly too low, and none is too large.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from .backup import Backup
from .induction import Turn
from .layout import Level
from .policy import Chosen

CERTAIN = 2**60
"""The whole number that stands for the probability 1."""


def ends_near_best(turn: Turn, payoffs: Values, off: Rows) -> Values:
    """Return the probability that a turn ends in each state, for each of many payoffs.

    Parameters
    ----------
    turn : Turn
        The turn.
    payoffs : array of whole numbers, shape (N, P)
        Approximations of u(S).
    off : array of int, shape (P,)
        The largest error of the payoffs, in each column.

    Returns
    -------
    array of int64, shape (N, P)
        Probabilities, in parts of `CERTAIN`, rounded down.
    """
    if int(abs(payoffs).max()) * turn.most_outcomes >= 2**63:
        payoffs = payoffs.astype(object)
    wide = max(1, turn.columns_at_once(None, 1, rounded=True) // 2)
    starts = range(0, payoffs.shape[1], wide)
    blocks = [(payoffs[:, at : at + wide], off[at : at + wide]) for at in starts]
    return np.concatenate([_ends(turn, *block) for block in blocks], axis=1)


def _ends(turn: Turn, payoffs: Values, off: Rows) -> Values:
    columns = payoffs.shape[1]
    moves = np.zeros((len(turn.source), columns), dtype=bool)
    dice = np.repeat(turn.all_dice()[..., np.newaxis], columns, axis=2)
    # Two equal values may differ by so much after rounding.
    apart = 2 * off + turn.most_rolls
    backup = _NearBackup(chosen := Chosen(moves, dice), apart)
    turn.backward(backup, payoffs.copy())
    return _forwards(turn, chosen)


class _NearBackup(Backup):
    """Best play, rounded down, that marks all moves and dice which may be best in each column."""

    def __init__(self, marks: Chosen, apart: Rows) -> None:
        super().__init__(divide_last=True)
        self.marks, self.apart = marks, apart

    def over_moves(self, level: Level, values: Values) -> Values:
        best, after = super().over_moves(level, values), level.after(values)
        for moves in level.moves.nth:
            self.marks.moves[moves] = self._near(after(moves), best)
        return best

    def over_dice(self, level: Level, of_dice: Values) -> Values:
        best, (choice, state) = super().over_dice(level, of_dice), level.rolled
        for places in level.dice.nth:
            self.marks.dice[choice[places], state[places]] = self._near(of_dice[places], best)
        return best

    def _near(self, values: Values, best: Values) -> NDArray[np.bool_]:
        return np.asarray(values >= best[: len(values)] - self.apart, dtype=bool)


def _forwards(turn: Turn, chosen: Chosen) -> Values:
    """Return the probability of each end, by a forward pass from the highest level on."""
    layout, columns = turn.layout, chosen.moves.shape[1]
    # A probability is multiplied by a number of ways, and divided by the number of all ways.
    spare = max(0, turn.most_outcomes.bit_length() - 2)
    certain = CERTAIN >> min(spare, 12)
    fits = certain * turn.most_outcomes < 2**63
    reach = np.zeros((turn.board.size, columns), np.int64 if fits else object)  # (N, P)
    reach[-1] = certain
    ends = np.zeros_like(reach)
    for level in reversed(layout.levels):
        of_decisions = np.zeros((len(level.moves.keys), columns), reach.dtype)
        dice = chosen.dice[:, level.states].sum(axis=0)  # (states, P)
        place = np.zeros(turn.board.size, np.int64)
        place[level.states] = np.arange(len(level.states))
        for nodes in level.chance_nodes:
            states = nodes.by_state.keys
            mine = chosen.dice[nodes.choice, states]
            rolled = np.where(mine, reach[states] // dice[place[states]], 0)
            for places in nodes.by_state.nth:
                ways = nodes.weights[places][:, np.newaxis]
                of_decisions[nodes.decisions[places]] += (
                    rolled[: len(places)] * ways // nodes.outcomes
                )
        counts = level.moves.fold(np.add, lambda moves: chosen.moves[moves].astype(np.int64))
        of_decisions //= counts
        reach[level.states] = 0
        for moves in level.moves.nth:
            made = np.where(chosen.moves[moves], of_decisions[: len(moves)], 0)
            stays = layout.source[moves] == layout.successor[moves]
            for kept, to in ((stays, ends), (~stays, reach)):
                _add(to, layout.successor[moves[kept]], made[kept])
    return ((ends + reach) * (CERTAIN // certain)).astype(np.int64)


def _add(to: Values, rows: Rows, numbers: Values) -> None:
    """Add numbers (k, P) to the rows (k,) of an array; the same row may come several times."""
    if len(rows):
        order = np.argsort(rows, kind="stable")
        firsts = np.flatnonzero(np.diff(rows[order], prepend=-1))
        to[rows[order][firsts]] += np.add.reduceat(numbers[order], firsts, axis=0)

"""Which of many policies may be the best: all are valued together, rounded down.

An exact value is long, and a search has hundreds of policies of which two are wanted. Rounded to 64
bits they are solved beside each other, as columns; those that cannot be the best drop out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from ..executors import Progress, told
from ..turn.induction import Turn
from ..turn.layout import Layer, Memory
from ..turn.step import step

__all__ = ["contenders"]

_AT_ONCE = 64
"""So many policies are valued together: more take more memory, and no less time."""


class _Together(NamedTuple):
    """Many policies, each of which chooses from some moves by chance, and from all dice.

    Parameters
    ----------
    chosen
        Whether each entry of the layout is chosen from, by each policy, shape (entries, policies).
    moves
        How many entries of its row are, of each entry, by each policy.
    dice
        How many choices of dice there are in each state.
    """

    chosen: NDArray[np.bool_]
    moves: Rows
    dice: Rows

    def after_moves(self, successor: Rows, layer: Layer, values: Values, memory: Memory) -> Values:
        def leave_out(after: Values, entries: Rows) -> None:
            after *= self.chosen[entries][:, np.newaxis]

        worth = layer.by_row.combine(
            np.add, values, memory, "moves", index=successor, change=leave_out
        )
        worth //= self.moves[layer.by_row.firsts][:, np.newaxis]
        return worth

    def after_dice(self, layer: Layer, worth: Values, memory: Memory) -> Values:
        worth = layer.by_state.combine(np.add, worth, memory, "dice")
        worth //= self.dice[layer.by_state.keys][:, np.newaxis, np.newaxis]
        return worth


def contenders(
    turn: Turn, payoffs: Values, policies: Sequence[bytes], progress: Progress | None = None
) -> list[int]:
    """Return which policies may be the best, or the next best, for one of some payoffs.

    Let V be what a policy is worth, and v what is found. The payoff is rounded down, and in each
    roll so are the averages over the moves, over the outcomes and over the choices of dice: each
    takes off less than 1. So v ≤ V < v + 1 + 3·rolls, and a policy for which that is below the
    second highest v is worth less than two others. All numbers are below 2⁶³, as the payoffs are
    scaled so that this holds for a sum over moves, outcomes or dice.

    Parameters
    ----------
    turn
        The turn.
    payoffs
        u(S) as whole numbers, shape (states, columns).
    policies
        Of each, whether it chooses from each entry of the layout: the bytes of an array.
    progress
        Called with the part of the work that has just been done.

    Returns
    -------
    list of int
        The places of these policies among all, ascending.
    """
    layout = turn.layout
    most = max(len(layout.row), turn.outcomes, len(turn.choices))
    room = (2**62 // most) or 1
    sizes = [max(abs(int(n)) for n in column) or 1 for column in payoffs.T]
    scaled = np.array(payoffs.astype(object) * room // np.array(sizes, object), np.int64)
    dice = np.maximum(turn.all_dice().sum(axis=0), 1)
    lows, memory = np.empty((payoffs.shape[1], len(policies)), np.int64), Memory()
    for start in range(0, len(policies), _AT_ONCE):
        some = policies[start : start + _AT_ONCE]
        chosen = np.array([np.frombuffer(each, np.bool_) for each in some]).T.copy()
        moves = np.add.reduceat(chosen, turn.row_starts, dtype=np.int64)[layout.row]
        values = np.repeat(scaled[:, :, np.newaxis], len(some), axis=2)
        together = _Together(chosen, moves, dice)
        for layer in layout.layers:
            values[layer.by_state.keys] = step(
                layout, layer, values, memory, policy=together, divide_last=True
            )
        lows[:, start : start + _AT_ONCE] = values[-1]
        told(progress)(len(some) / len(policies))
    error = 1 + 3 * turn.rolls
    second = np.sort(lows, axis=1)[:, -2:][:, :1]
    found: list[int] = np.flatnonzero((lows + error >= second).any(axis=0)).tolist()
    return found

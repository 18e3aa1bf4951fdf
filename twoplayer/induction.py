r"""Backward induction over the DAG of a turn: many payoffs at once, exact.

For a state S and a payoff u for ending the turn there, the value is

    V(S)       = max over allowed numbers of dice n of Σ_roll P_n(roll) · W(S, roll)
    W(S, roll) = max over allowed moves m ⊆ S of V(S ∖ m), or u(S) where no move is allowed

and V(S) = u(S) where no throw has a move. Values are whole numbers: with d(S) the most single
dice that can still count from S, V(S)·sides^d(S) is whole for whole u, and so is V(S)·scale with
scale = sides^max d, for every S. Values stay below max|u|·scale in size, so they are kept in 64
bits where that bound allows it, and in Python integers elsewhere: never wrapped, never rounded.

Payoffs may be anything that adds up and compares like numbers. In particular payoffs compared
lexicographically are one whole number in a large enough base.
"""

from __future__ import annotations

import numpy as np

from .dag import state_graph
from .layout import Layer, ThrowRows, Values, lay_out
from .moves import throws
from .variant import Variant

__all__ = ["Turn"]


class Turn:
    """One turn of a variant, ready for backward induction.

    Parameters
    ----------
    variant
        The rules; those of scoring, payout and ties make no difference.

    Attributes
    ----------
    throws : tuple of Throw
        What may be rolled, and where.
    layout : Layout
        The DAG as arrays.
    scale : int
        The value of a state times `scale` is a whole number, for whole payoffs.

    Examples
    --------
    The highest chance to clack (payoff 1 with no tile open) of a game with the tiles 1 and 2:

    >>> turn = Turn(Variant(tiles=2, dice="1d6"))
    >>> payoffs = np.array([[1], [0], [0], [0]])
    >>> turn.values(payoffs)[:, 0].tolist(), turn.scale
    ([36, 6, 6, 8], 36)
    """

    def __init__(self, variant: Variant) -> None:
        self.throws = throws(variant)
        self.layout = lay_out(state_graph(variant), self.throws)
        self.scale = variant.all_dice.sides ** self._most_dice(2 ** len(variant.tiles))

    def values(self, payoffs: Values) -> Values:
        """Solve a turn for many payoffs at once.

        Parameters
        ----------
        payoffs
            u(S) as whole numbers, shape (states, columns).

        Returns
        -------
        ndarray
            V(S)·scale, of the same shape.
        """
        size = max(abs(int(payoffs.max())), abs(int(payoffs.min())))
        kind = np.int64 if size * self.scale < 2**63 else object
        values: Values = payoffs.astype(kind) * self.scale
        for layer in self.layout.layers:
            best = self._best_moves(layer, values)
            worth = np.concatenate([_expected(throw, best) for throw in layer.throws])
            values[layer.by_state.keys] = layer.by_state.combine(np.maximum, worth.__getitem__)
        return values

    def worth_by_dice(self, state: int, values: Values, payoff: int) -> dict[int, int]:
        """Return what every number of dice that may be rolled in a state is worth.

        Parameters
        ----------
        state
            The mask of the open tiles.
        values
            V(S)·scale of all states, shape (states,).
        payoff
            u(S)·scale of this state.

        Returns
        -------
        dict
            `{number of dice: Σ_roll P(roll)·W(S, roll)·scale}`, the dice ascending.
        """
        worth = {}
        for throw in self.throws:
            if throw.states[state]:
                best = [
                    (weight, [int(values[state ^ m]) for m in moves if m & state == m])
                    for moves, weight in throw.weights.items()
                ]
                total = sum(weight * max(after, default=payoff) for weight, after in best)
                worth[throw.dice] = total // throw.outcomes
        return worth

    def _best_moves(self, layer: Layer, values: Values) -> Values:
        successor = self.layout.successor
        return layer.by_row.combine(np.maximum, lambda entries: values[successor[entries]])

    def _most_dice(self, states: int) -> int:
        """Return the largest d(S): the same induction, adding dice up instead of averaging."""
        most = np.zeros(states, dtype=np.int64)
        for layer in self.layout.layers:
            best = self._best_moves(layer, most)
            dice = np.concatenate(
                [
                    throw.dice + throw.by_state.combine(np.maximum, best[throw.rows].__getitem__)
                    for throw in layer.throws
                ]
            )
            most[layer.by_state.keys] = layer.by_state.combine(np.maximum, dice.__getitem__)
        return int(most.max())


def _expected(throw: ThrowRows, best: Values) -> Values:
    """Average the rows of every state, each divided before it is weighed: exact, and small."""
    shares = best[throw.rows]
    shares //= throw.outcomes
    shares *= throw.weights[:, np.newaxis]
    return throw.by_state.combine(np.add, shares.__getitem__)

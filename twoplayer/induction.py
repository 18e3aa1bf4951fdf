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

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from .dag import state_graph
from .moves import Moves, Throw, throws
from .variant import Variant

__all__ = ["Turn"]

Rows = NDArray[np.int64]
Values = NDArray[Any]
"""Whole numbers, of type `int64` or `object` (Python integers)."""


class _Groups:
    """Rows of a table in groups, to be combined group by group.

    The longest group comes first. So the j-th rows of all groups that have one are a prefix, and
    combining takes as many whole-array operations as the longest group has rows.

    Parameters
    ----------
    keys
        The group of every row; equal keys are one group.
    rows
        The rows themselves; 0, 1, 2, … where nothing is given.

    Attributes
    ----------
    keys
        The key of every group, in the order of the results.
    """

    def __init__(self, keys: Rows, rows: Rows | None = None) -> None:
        order = np.argsort(keys, kind="stable")
        rows = order if rows is None else rows[order]
        unique, firsts, sizes = np.unique(keys[order], return_index=True, return_counts=True)
        longest_first = np.argsort(-sizes, kind="stable")
        self.keys: Rows = unique[longest_first]
        firsts, sizes = firsts[longest_first], sizes[longest_first]
        self._rounds = [
            rows[firsts[: np.searchsorted(-sizes, -j)] + j] for j in range(int(sizes[0]))
        ]

    def combine(self, operation: np.ufunc, table: Values) -> Values:
        """Combine the rows of every group of a table."""
        result: Values = table[self._rounds[0]]
        for rows in self._rounds[1:]:
            head = result[: len(rows)]
            operation(head, table[rows], out=head)
        return result


class _Choice(NamedTuple):
    """A throw in those states of a layer where it has a move: Σ_roll P(roll)·W(S, roll)."""

    dice: int
    outcomes: int
    rows: Rows
    weights: Rows
    by_state: _Groups

    def expected(self, best: Values) -> Values:
        """Average the rows of every state, each divided before it is weighed: exact, and small."""
        shares: Values = best[self.rows]
        shares //= self.outcomes
        shares *= self.weights[:, np.newaxis]
        return self.by_state.combine(np.add, shares)


class _Layer(NamedTuple):
    """States that do not lead to one another: their best moves, throws, and best throw."""

    best_move: _Groups
    choices: list[_Choice]
    best_choice: _Groups


class Turn:
    """One turn of a variant, laid out as arrays, ready for backward induction.

    Parameters
    ----------
    variant
        The rules; those of scoring, payout and ties make no difference.

    Attributes
    ----------
    throws : list of Throw
        What may be rolled, and where.
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
        self._layers = _layers(state_graph(variant), self.throws)
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
        for layer in self._layers:
            best = layer.best_move.combine(np.maximum, values)
            worth = np.concatenate([choice.expected(best) for choice in layer.choices])
            values[layer.best_choice.keys] = layer.best_choice.combine(np.maximum, worth)
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

    def _most_dice(self, states: int) -> int:
        """Return the largest d(S): the same induction, adding dice up instead of averaging."""
        most = np.zeros(states, dtype=np.int64)
        for layer in self._layers:
            best = layer.best_move.combine(np.maximum, most)
            dice = np.concatenate(
                [c.dice + c.by_state.combine(np.maximum, best[c.rows]) for c in layer.choices]
            )
            most[layer.best_choice.keys] = layer.best_choice.combine(np.maximum, dice)
        return int(most.max())


def _layers(graph: nx.DiGraph[int], rolled: Sequence[Throw]) -> list[_Layer]:
    """Lay the DAG out in layers, those nearest to the end of a turn first.

    The rows of a layer are its pairs of a state S and a collection of moves that some roll allows,
    of which at least one can be made in S; and one more row for each S, for the end of the turn.
    The only "successor" in that row is S, whose value is still u(S) when the layer is solved.
    """
    if not graph.number_of_edges():
        return []
    states = graph.number_of_nodes()
    collections = list({moves for throw in rolled for moves in throw.weights if moves})
    turn_ends = len(collections)
    weights = np.array(
        [[*(throw.weights.get(moves, 0) for moves in collections), 0] for throw in rolled]
    )
    before, after = np.fromiter(chain.from_iterable(graph.edges), np.int64).reshape(-1, 2).T
    edge, collection = _join(before ^ after, collections, states)
    can_come = np.zeros((turn_ends, states), dtype=bool)
    for throw, weight in zip(rolled, weights, strict=True):
        can_come |= np.outer(weight[:-1] > 0, throw.states)
    kept = can_come[collection, before[edge]]
    alive = np.unique(before)
    source = np.append(before[edge[kept]], alive)
    successor = np.append(after[edge[kept]], alive)
    collection = np.append(collection[kept], np.full_like(alive, turn_ends))

    layers = []
    depth = np.zeros(states, dtype=np.int64)
    for number, generation in enumerate(nx.topological_generations(graph)):
        depth[generation] = number
    depths = depth[source]
    for number in np.unique(depths)[::-1]:
        here = depths == number
        pair = source[here] * len(weights[0]) + collection[here]
        layers.append(_layer(_Groups(pair, successor[here]), rolled, weights))
    return layers


def _join(moves: Rows, collections: Sequence[Moves], states: int) -> tuple[Rows, Rows]:
    """Pair the index of every move with that of every collection that it is in."""
    pairs = sorted((move, index) for index, among in enumerate(collections) for move in among)
    move, index = np.array(pairs).T
    counts = np.bincount(move, minlength=states)
    firsts = np.cumsum(counts) - counts
    which = np.repeat(np.arange(len(moves)), counts[moves])
    within = np.arange(len(which)) - np.searchsorted(which, which)
    return which, index[firsts[moves[which]] + within]


def _layer(best_move: _Groups, rolled: Sequence[Throw], weights: Rows) -> _Layer:
    """Lay out one layer from its rows.

    The row for the end of the turn weighs as much as the other rows of its state leave. Where a
    throw has no move at all, the turn ends for certain, whatever the dice.
    """
    source, collection = np.divmod(best_move.keys, len(weights[0]))
    ends = np.flatnonzero(collection == len(weights[0]) - 1)
    stuck = np.zeros(len(ends), dtype=bool)
    choices = []
    for throw, by_collection in zip(rolled, weights, strict=True):
        weight = np.where(throw.states[source], by_collection[collection], 0)
        live = np.zeros_like(throw.states, dtype=np.int64)
        np.add.at(live, source, weight)
        live = live[source[ends]]
        weight[ends] = np.where(live > 0, throw.outcomes - live, 0)
        stuck |= throw.states[source[ends]] & (live == 0)
        rows = np.flatnonzero(weight)
        if len(rows):
            choices.append(
                _Choice(throw.dice, throw.outcomes, rows, weight[rows], _Groups(source[rows]))
            )
    if stuck.any():
        rows = ends[stuck]
        choices.append(_Choice(0, 1, rows, np.ones_like(rows), _Groups(source[rows])))
    return _Layer(best_move, choices, _Groups(np.concatenate([c.by_state.keys for c in choices])))

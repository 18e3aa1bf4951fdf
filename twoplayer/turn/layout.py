"""The DAG of a turn laid out as arrays, layer by layer, ready for backward induction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from .throws import Moves, Throw

__all__ = ["Groups", "Layer", "Layout", "Rows", "ThrowRows", "Values", "lay_out"]

Rows = NDArray[np.int64]
Values = NDArray[Any]
"""Whole numbers, of type `int64` or `object` (Python integers)."""


class Groups:
    """Rows in groups, to be combined group by group.

    The longest group comes first. So the j-th rows of all groups that have one are a prefix, and
    combining takes as many whole-array operations as the longest group has rows.

    Parameters
    ----------
    keys
        The group of every row; equal keys are one group.
    start
        The number of the first row; the others follow.

    Attributes
    ----------
    keys
        The key of every group, in the order of the results.
    """

    def __init__(self, keys: Rows, start: int = 0) -> None:
        rows = np.argsort(keys, kind="stable")
        unique, firsts, sizes = np.unique(keys[rows], return_index=True, return_counts=True)
        longest_first = np.argsort(-sizes, kind="stable")
        self.keys: Rows = unique[longest_first]
        firsts, sizes = firsts[longest_first], sizes[longest_first]
        self._rounds = [
            start + rows[firsts[: np.searchsorted(-sizes, -j)] + j] for j in range(int(sizes[0]))
        ]

    def combine(self, operation: Callable[..., object], fetch: Callable[[Rows], Values]) -> Values:
        """Combine what is fetched for the rows of every group by something like a `np.ufunc`."""
        result = fetch(self._rounds[0])
        for rows in self._rounds[1:]:
            head = result[: len(rows)]
            operation(head, fetch(rows), out=head)
        return result


class ThrowRows(NamedTuple):
    """A throw in those states of a layer where it has a move, or in those where it has none.

    Parameters
    ----------
    throw
        Its index among the throws of the turn.
    dice, outcomes
        As of the throw; 0 and 1 where it has no move, and the turn ends for certain.
    rows, weights
        The rows of the layer that it can lead to, and in how many outcomes.
    by_state
        These rows, grouped by state.
    """

    throw: int
    dice: int
    outcomes: int
    rows: Rows
    weights: Rows
    by_state: Groups


class Layer(NamedTuple):
    """States of which none leads to another.

    A row is a state S and a collection of moves that some roll allows, of which at least one can
    be made in S; one more row for each S is the end of the turn.

    Parameters
    ----------
    by_row
        The entries of the layout, grouped by row: the moves to choose from.
    throws
        The rows, state by state, for each throw.
    by_state
        What the throws are worth, grouped by state: the numbers of dice to choose from.
    """

    by_row: Groups
    throws: list[ThrowRows]
    by_state: Groups


class Layout(NamedTuple):
    """A turn as arrays. An entry is a move that can be made in a state after some roll.

    Parameters
    ----------
    source, successor
        S and S ∖ m for every entry, shape (entries,). The end of a turn is an entry with the
        successor S itself, whose value is still the payoff u(S) when its layer is solved.
    row
        The number of its row for every entry, ascending.
    pair
        S·(C + 1) + c for every row, where c is the index of its collection of moves, and C that
        of the end of the turn.
    collections
        The different collections of moves that rolls allow; C of them.
    layers
        Those nearest to the end of a turn first.
    """

    source: Rows
    successor: Rows
    row: Rows
    pair: Rows
    collections: list[Moves]
    layers: list[Layer]


def lay_out(graph: nx.DiGraph[int], rolled: Sequence[Throw]) -> Layout:
    """Lay out the DAG of a turn with its throws."""
    none = np.zeros(0, dtype=np.int64)
    if not graph.number_of_edges():
        return Layout(none, none, none, none, [], [])
    states = graph.number_of_nodes()
    collections = list({moves for throw in rolled for moves in throw.weights if moves})
    weights = np.array(
        [[*(throw.weights.get(moves, 0) for moves in collections), 0] for throw in rolled]
    )
    turn_ends = len(collections)
    before, after = np.fromiter(chain.from_iterable(graph.edges), np.int64).reshape(-1, 2).T
    edge, collection = _join(before ^ after, collections, states)
    can_come = np.zeros((turn_ends, states), dtype=bool)
    for throw, weight in zip(rolled, weights, strict=True):
        can_come |= np.outer(weight[:-1] > 0, throw.states)
    kept = can_come[collection, before[edge]]
    alive = np.flatnonzero(np.bincount(before))
    source = np.append(before[edge[kept]], alive)
    successor = np.append(after[edge[kept]], alive)
    collection = np.append(collection[kept], np.full_like(alive, turn_ends))

    depth = np.zeros(states, dtype=np.int64)
    for number, generation in enumerate(nx.topological_generations(graph)):
        depth[generation] = -number
    order = np.lexsort((collection, source, depth[source]))
    source, successor = source[order], successor[order]
    pair = source * len(weights[0]) + collection[order]
    cuts = np.flatnonzero(np.diff(depth[source], prepend=1, append=1))
    layers = [
        _layer(Groups(pair[low:high], int(low)), rolled, weights) for low, high in pairwise(cuts)
    ]
    starts = np.diff(pair, prepend=-1) != 0
    return Layout(source, successor, np.cumsum(starts) - 1, pair[starts], collections, layers)


def _join(moves: Rows, collections: Sequence[Moves], states: int) -> tuple[Rows, Rows]:
    """Pair the index of every move with that of every collection that it is in."""
    pairs = sorted((move, index) for index, among in enumerate(collections) for move in among)
    move, index = np.array(pairs).T
    counts = np.bincount(move, minlength=states)
    firsts = np.cumsum(counts) - counts
    which = np.repeat(np.arange(len(moves)), counts[moves])
    within = np.arange(len(which)) - np.searchsorted(which, which)
    return which, index[firsts[moves[which]] + within]


def _layer(by_row: Groups, rolled: Sequence[Throw], weights: Rows) -> Layer:
    """Lay out one layer from its rows.

    The row for the end of the turn weighs as much as the other rows of its state leave.
    """
    source, collection = np.divmod(by_row.keys, len(weights[0]))
    ends = np.flatnonzero(collection == len(weights[0]) - 1)
    found = []
    for index, (throw, by_collection) in enumerate(zip(rolled, weights, strict=True)):
        weight = np.where(throw.states[source], by_collection[collection], 0)
        live = np.zeros(len(throw.states), dtype=np.int64)
        np.add.at(live, source, weight)
        live = live[source[ends]]
        weight[ends] = np.where(live > 0, throw.outcomes - live, 0)
        rows = np.flatnonzero(weight)
        stuck = ends[throw.states[source[ends]] & (live == 0)]
        for dice, outcomes, chosen, weighing in (
            (throw.dice, throw.outcomes, rows, weight[rows]),
            (0, 1, stuck, np.ones_like(stuck)),
        ):
            if len(chosen):
                by_state = Groups(source[chosen])
                found.append(ThrowRows(index, dice, outcomes, chosen, weighing, by_state))
    return Layer(by_row, found, Groups(np.concatenate([t.by_state.keys for t in found])))

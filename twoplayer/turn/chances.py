"""How a turn goes that is played by a policy: the chance of every state and move, forwards.

Values come backwards, from where a turn ends; chances forwards, from where it begins. A state is
met once in a turn at most.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from ..variant.variant import Variant
from .board import ranks, scores
from .induction import Turn, turn_of
from .step import Policy


class Chances:
    """The chances in a turn that is played by a policy, in each of some columns by one of its own.

    They are whole numbers, of which `scale` is certain. A turn ends in a node of its own, beside
    the state that it ends in: that of state S in S + `states`.

    >>> turn = Turn(Variant(tiles=2, dice="1d2"))
    >>> chances = Chances(turn, turn.policy())
    >>> chances.reach[:, 0].tolist(), chances.scale
    ([2, 2, 2, 4, 0, 1, 1, 0], 4)
    """

    def __init__(self, turn: Turn, policy: Policy, columns: int = 1) -> None:
        self.layout = layout = turn.layout
        self.states = turn.board.size
        self.of_row, unit = _chances_of_rows(turn, policy)  # in its state, times `unit`
        share = policy.move_weights * self.of_row[layout.row]
        self.share: Values = np.repeat(share[:, np.newaxis], columns, axis=1)  # of each entry
        self.unit = unit * policy.move_unit
        self.of_row *= policy.move_unit
        self.goal = layout.successor + np.where(layout.source == layout.successor, self.states, 0)
        self._by_goal = np.argsort(self.goal, kind="stable")
        open_tiles = [state.bit_count() for state in range(self.states)] + [-1] * self.states
        self.open_tiles = np.array(open_tiles)
        self.scale = self.unit ** len(layout.layers)
        self.reach: Values = np.zeros((2 * self.states, columns), dtype=object)
        self.reach[self.states - 1] = self.scale
        self.spread(np.ones(self.states, dtype=bool), slice(None))

    def spread(self, below: NDArray[np.bool_], columns: slice) -> None:
        """Find the chances of some states, of which each has none that are not found above it."""
        by_goal = self._by_goal
        nodes, level_of = np.tile(below, 2)[self.goal[by_goal]], self.open_tiles[self.goal[by_goal]]
        for level in range(self.open_tiles.max() - 1, -2, -1):
            entries = by_goal[nodes & (level_of == level)]
            given = self.goal[entries]
            self.add_up(self.reach, self.layout.source[entries], given, entries, columns)

    def add_up(
        self, numbers: Values, taken: Rows, given: Rows, entries: Rows, columns: slice
    ) -> None:
        """Add up what nodes are given by their entries, which lie together, from other nodes."""
        if len(entries):
            parts = numbers[taken, columns] // self.unit * self.share[entries, columns]
            firsts = np.flatnonzero(np.diff(given, prepend=-1))
            numbers[given[firsts], columns] = np.add.reduceat(parts, firsts, axis=0)

    @property
    def endings(self) -> Values:
        """How likely it is that the turn ends in each state, shape (states, columns)."""
        stays, ends = np.split(self.reach.copy(), 2)
        stays[self.layout.source] = 0
        ends += stays
        return ends

    def of(self, entries: NDArray[np.bool_]) -> Fraction:
        """Return how many of some entries of the layout come up on average, in the first column."""
        source = self.layout.source[entries]
        met = self.reach[source, 0] // self.unit * self.share[entries, 0]
        return Fraction(int(met.sum()), self.scale)


def _chances_of_rows(turn: Turn, policy: Policy) -> tuple[Values, int]:
    """Return the chance of every row in its state, as whole numbers, and what 1 is among them."""
    layout = turn.layout
    whole = lcm(*(policy.dice_unit * choice.outcomes for choice in turn.choices))
    chances: Values = np.zeros(len(layout.pair), dtype=object)
    order = np.argsort(layout.pair)
    for layer in layout.layers:
        for dice in layer.dice:
            pairs = layer.by_row.keys[dice.rows]
            states, _ = layout.code.decode(pairs)
            rows = order[np.searchsorted(layout.pair, pairs, sorter=order)]
            one = whole // policy.dice_unit // dice.outcomes
            chances[rows] += policy.dice_weights[dice.choice, states] * dice.weights * one
    return chances, whole


def score_chances(variant: Variant, policy: Policy) -> dict[int, Fraction]:
    """Return the distribution of the final score under a policy, for every score, ascending."""
    chances, every = Chances(turn_of(variant), policy), scores(variant)
    found: Values = np.zeros(len(every), dtype=object)
    np.add.at(found, ranks(variant), chances.endings[:, 0])
    return {score: Fraction(n, chances.scale) for score, n in zip(every, found, strict=True)}

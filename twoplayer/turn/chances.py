"""The chances in a turn that is played by a policy: forwards, from where it begins."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from .induction import Turn
from .layout import Policy


class Chances:
    """The chances in a turn that is played by a policy, in each of some columns by one of its own.

    They are whole numbers, of which `scale` is certain. A state is met once in a turn at most. If
    they are `marked`, each roll multiplies by `mark`, which is more than what is certain: then
    `by_rolls` reads from a number how many rolls it takes.

    >>> from twoplayer import Variant
    >>> from twoplayer.turn.turns import turn_of
    >>> turn = turn_of(Variant(tiles=2, dice="1d2"))
    >>> chances = Chances(turn, turn.policy())
    >>> chances.reach[:, 0].tolist(), chances.scale
    ([2, 2, 2, 4, 0, 1, 1, 0], 4)
    """

    def __init__(self, turn: Turn, policy: Policy, columns: int = 1, marked: bool = False) -> None:
        self.turn, self.layout = turn, turn.layout
        layout = self.layout
        self.states = turn.board.size
        whole = lcm(*(policy.dice_unit * choice.outcomes for choice in turn.board.choices))
        self.unit = whole * policy.move_unit
        self.scale = self.unit ** len(layout.layers)
        self.mark = 1 << (self.scale.bit_length() if marked else 0)
        self.rolls = turn.all_dice().any(axis=0)
        self.of_row: Values = np.zeros(len(layout.pair), dtype=object)  # times `unit`, in its state
        order = np.argsort(layout.pair)
        for layer in layout.layers:
            for dice in layer.dice:
                pairs = layer.by_row.keys[dice.rows]
                weights = policy.dice_weights[dice.choice, layout.code.decode(pairs)[0]]
                rows = order[np.searchsorted(layout.pair, pairs, sorter=order)]
                one = np.array(self.unit // policy.dice_unit // dice.outcomes, object)
                self.of_row[rows] += weights * dice.weights * one
        # Of each entry: the chance to play it, where its state is met, times `unit`.
        share = policy.move_weights * (self.of_row[layout.row] // policy.move_unit) * self.mark
        self.share: Values = np.repeat(share[:, np.newaxis], columns, axis=1)  # (entries, columns)
        self.walk = turn.course.walk
        # How likely each node is come to, times `scale`: (nodes, columns).
        self.reach: Values = np.zeros((2 * self.states, columns), dtype=object)
        self.reach[self.states - 1] = self.scale
        self.spread(np.ones(self.states, dtype=bool), slice(None))

    def spread(self, below: NDArray[np.bool_], columns: slice) -> None:
        """Find the chances of some states, of which each has none that are not found above it."""
        nodes = np.tile(below, 2)
        for step in self.walk.steps:
            entries = step[nodes[self.walk.goal[step]]]
            taken, given = self.walk.source[entries], self.walk.goal[entries]
            self.add_up(self.reach, taken, given, entries, columns)

    def add_up(
        self, numbers: Values, taken: Rows, given: Rows, entries: Rows, columns: slice
    ) -> None:
        """Add up what nodes are given by their entries, which lie together, from other nodes."""
        parts = numbers[taken, columns] // self.unit * self.share[entries, columns]
        firsts = np.flatnonzero(np.diff(given, prepend=-1))
        numbers[given[firsts], columns] = np.add.reduceat(parts, firsts, axis=0)

    @property
    def met(self) -> NDArray[np.bool_]:
        """Which states the turn may come to, in the first column, shape (states,)."""
        return np.asarray(self.reach[: self.states, 0] > 0)

    @property
    def endings(self) -> Values:
        """How likely it is that the turn ends in each state, shape (states, columns)."""
        stays, ends = np.split(self.reach.copy(), 2)
        stays[self.layout.source] = 0
        stays[self.rolls] *= self.mark  # where no roll has a move, one is made
        ends += stays
        return ends

    def by_rolls(self, number: int) -> dict[int, Fraction]:
        """Return the chance of each number of rolls that may be, from a sum of what is marked."""
        chances, rolls = dict[int, Fraction](), 0
        while number:
            number, chance = divmod(number, self.mark)
            if chance:
                chances[rolls] = Fraction(chance, self.scale)
            rolls += 1
        return chances

    def of(self, entries: NDArray[np.bool_]) -> Fraction:
        """Return how many of some entries of the layout come up on average, in the first column."""
        source = self.layout.source[entries]
        met = self.reach[source, 0] // self.unit * self.share[entries, 0]
        return Fraction(int(met.sum()), self.scale)

    def by_score(self) -> dict[int, int]:
        """Add up how likely it is to end with every score, the best first, in the first column."""
        ways: Values = np.zeros(len(self.turn.scores), dtype=object)
        np.add.at(ways, self.turn.ranks, self.endings[:, 0])
        return dict(zip(self.turn.scores, ways.tolist(), strict=True))

    def of_scores(self) -> dict[int, Fraction]:
        """Return the distribution of the final score."""
        return {score: Fraction(number, self.scale) for score, number in self.by_score().items()}

"""How many rolls are to come where a turn is played optimally, for many payoffs at once.

Backward induction once more, in which each of the choices that are best is as likely. Averages are
long numbers, so they are found as remainders by primes, which 64 bits have room for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import NamedTuple

import numpy as np

from ..exact import Rows, Values, by_remainders
from ..work import tracked
from .induction import MEMORY, Turn
from .layout import NO_DISCOUNT, DiceRows, Layer, beside, expected, maximum

_FAR = 2**40
"""More rolls than any game has."""


class Length(NamedTuple):
    """How many rolls are to come: at least, at most, and on average."""

    least: int
    most: int
    mean: Fraction


def lengths(
    turn: Turn, columns: int, payoffs: Callable[[range], Values], after: Sequence[Length] = ()
) -> list[Length]:
    """Return how many rolls are to come before a turn that is played for each of some payoffs.

    `payoffs` makes u(S) for some of the columns, shape (states, columns, components); `after` is
    what follows the turn, by the rank of the score that it leaves; nothing, if it is empty.
    """
    after = after or [Length(0, 0, Fraction(0))] * len(turn.scores)
    if not columns:
        return []
    wide = 4 * turn.columns_at_once(turn.layout.layers, None, payoffs(range(1)).shape[2])
    blocks = [range(columns)[start : start + wide] for start in range(0, columns, wide)]
    found: list[Length] = []
    for block in tracked(blocks, len):
        found += _Chosen(turn, payoffs(block)).lengths(after)
    return found


class _Chosen:
    """What is best in each column, of the moves after a roll and of the dice before it."""

    def __init__(self, turn: Turn, payoffs: Values) -> None:
        self.turn, self.layout, self.goal = turn, turn.layout, turn.course.walk.goal
        values, columns = turn.values(payoffs), payoffs.shape[1]
        nodes = np.concatenate([values, payoffs.astype(values.dtype) * turn.scale])
        # Which entries are best, shape (entries, columns); which dice, (choices, states, columns).
        self.moves = np.ones((len(self.goal), columns), bool)
        self.dice = np.repeat(turn.all_dice()[..., np.newaxis], columns, axis=2)
        several = turn.all_dice().sum(axis=0) > 1
        cuts = np.searchsorted(self.layout.row, [*self._firsts, len(self.layout.pair)])
        for layer, first, *ends in zip(
            self.layout.layers, self._firsts, cuts, cuts[1:], strict=False
        ):
            entries = slice(*ends)
            best = layer.by_row.combine(maximum(nodes), nodes, MEMORY, "best", index=self.goal)
            of_entry = best[np.argsort(layer.by_row.keys)][self.layout.row[entries] - first]
            self.moves[entries] = (nodes[self.goal[entries]] == of_entry).all(axis=-1)
            for dice in layer.dice if several[layer.by_state.keys].any() else ():
                states = dice.by_state.keys
                mean = expected(dice, best, NO_DISCOUNT, MEMORY)
                self.dice[dice.choice, states] = (mean == values[states]).all(axis=-1)
        # How many moves and dice are as good, of every row of each layer, and in every state.
        self.good_moves = [
            layer.by_row.combine(np.add, self.moves.astype(np.int64))
            for layer in self.layout.layers
        ]
        self.good_dice = self.dice.sum(axis=0)

    @property
    def _firsts(self) -> list[int]:
        """The first row of each layer of the layout."""
        sizes = [len(layer.by_row.keys) for layer in self.layout.layers]
        return [*accumulate(sizes[:-1], initial=0)]

    def lengths(self, after: Sequence[Length]) -> list[Length]:
        """Return how many rolls are to come, in each column."""
        least, most, mean = zip(*after, strict=True)
        shortest = self._furthest(np.minimum, np.array(least), _FAR)
        longest = self._furthest(np.maximum, np.array(most), -_FAR)
        outcomes = [choice.outcomes for choice in self.turn.board.choices]
        whole = lcm(*outcomes) * _common(self.good_moves) * _common([self.good_dice])
        whole **= len(self.layout.layers) + 1
        whole *= lcm(*(each.denominator for each in mean))
        averages = by_remainders(
            lambda prime: self._mean(mean, prime), whole, max(longest, default=0)
        )
        return [*map(Length, shortest, longest, averages)]

    def _furthest(self, combine: np.ufunc, after: Rows, never: int) -> list[int]:
        """Return how many rolls are to come at least, or at most."""

        def moves(number: int, layer: Layer, nodes: Values) -> Values:
            def keep(follow: Values, entries: Rows) -> None:
                follow[~self.moves[entries]] = never

            return layer.by_row.combine(
                combine, nodes, MEMORY, "moves", index=self.goal, change=keep
            )

        def rolled(rows: DiceRows, follow: Values) -> Values:
            return rows.by_state.combine(combine, follow, MEMORY, "rolled", index=rows.rows) + 1

        def chosen(layer: Layer, good: Values, worth: Values) -> Values:
            return layer.by_state.combine(combine, np.where(good, worth, never))

        return self._back(after, moves, rolled, chosen)

    def _mean(self, after: Sequence[Fraction], prime: int) -> list[int]:
        """Return the remainders by a prime of how many rolls are to come on average."""

        def inverse(number: int) -> int:
            return pow(number, -1, prime)

        most = max(int(each.max(initial=1)) for each in (*self.good_moves, self.good_dice))
        share = np.array([0, *map(inverse, range(1, most + 1))])

        def moves(number: int, layer: Layer, nodes: Values) -> Values:
            def keep(follow: Values, entries: Rows) -> None:
                follow *= self.moves[entries]

            total = layer.by_row.combine(
                np.add, nodes, MEMORY, "moves", index=self.goal, change=keep
            )
            mean: Values = total % prime * share[self.good_moves[number]] % prime
            return mean

        def rolled(rows: DiceRows, follow: Values) -> Values:
            weights = (rows.weights % prime).astype(np.int64)

            def weigh(shares: Values, numbers: Rows) -> None:
                shares *= beside(weights[numbers], shares)
                shares %= prime

            total = rows.by_state.combine(
                np.add, follow, MEMORY, "rolled", index=rows.rows, change=weigh
            )
            mean: Values = total % prime * inverse(rows.outcomes) % prime + 1
            return mean

        def chosen(layer: Layer, good: Values, worth: Values) -> Values:
            total = layer.by_state.combine(np.add, worth * good)
            mean: Values = total % prime * share[self.good_dice[layer.by_state.keys]] % prime
            return mean

        follow = [each.numerator * inverse(each.denominator) % prime for each in after]
        return self._back(np.array(follow), moves, rolled, chosen)

    def _back(
        self,
        after: Rows,
        moves: Callable[[int, Layer, Values], Values],
        rolled: Callable[[DiceRows, Values], Values],
        chosen: Callable[[Layer, Values, Values], Values],
    ) -> list[int]:
        """Go back from what follows each rank to what is to come at the start, in each column."""
        ended = np.repeat(after[self.turn.ranks][:, np.newaxis], self.moves.shape[1], axis=1)
        nodes = np.concatenate([ended, ended])
        nodes[: len(ended)][self.turn.all_dice().any(axis=0)] += 1  # where no roll has a move
        for number, layer in enumerate(self.layout.layers):
            follow = moves(number, layer, nodes)
            worth = [rolled(rows, follow) for rows in layer.dice]
            good = [self.dice[rows.choice, rows.by_state.keys] for rows in layer.dice]
            states = layer.by_state.keys
            nodes[states] = chosen(layer, np.concatenate(good), np.concatenate(worth))
        at_start: list[int] = nodes[len(ended) - 1].tolist()
        return at_start


def _common(counts: Sequence[Rows]) -> int:
    """Return the least common multiple of all counts that are not 0."""
    return lcm(*(count for each in counts for count in np.unique(each).tolist() if count))

"""One step of backward induction: from what it is worth to leave states to what being in them is.

It knows nothing of what is played for, nor of who rolls next: a turn, two boxes and one box for
both take it alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import lcm
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from .layout import DiceRows, Layer, Layout, Memory

NO_DISCOUNT = Fraction(1)


class Policy(NamedTuple):
    """What a player does, and with what weight where several things are left open.

    Parameters
    ----------
    move_unit, move_weights
        Of each entry of the layout, its chance times `move_unit`, shape (entries,).
    dice_unit, dice_weights
        Of each choice of dice in each state, its chance times `dice_unit`, shape (choices, states).
    best
        What is left open is decided as is best for each payoff, and not by chance.
    """

    move_unit: int
    move_weights: Values
    dice_unit: int
    dice_weights: Rows
    best: bool = False

    @classmethod
    def of(cls, moves: NDArray[np.bool_], row: Rows, dice: NDArray[np.bool_]) -> Policy:
        """Return the policy that chooses from some moves and numbers of dice, each as likely.

        Parameters
        ----------
        moves, row
            Whether each entry of the layout is chosen from, and its row.
        dice
            Whether each choice of dice is, in each state, shape (choices, states).
        """
        per_row = np.bincount(row[moves])
        per_state = dice.sum(axis=0)
        move_unit = lcm(*set(per_row.tolist()))
        dice_unit = lcm(*set(per_state[per_state > 0].tolist()))
        choices = per_row.astype(np.int64 if move_unit < 2**63 else np.object_)[row]
        return cls(
            move_unit,
            np.where(moves, move_unit // choices, 0),
            dice_unit,
            np.where(dice, dice_unit // np.maximum(per_state, 1), 0),
        )

    @property
    def at_best(self) -> Policy:
        """The same policy, where what is left open is decided as is best for each payoff."""
        return Policy(1, self.move_weights, 1, self.dice_weights, best=True)

    def after_moves(self, successor: Rows, layer: Layer, values: Values, memory: Memory) -> Values:
        """Return what the moves after every collection are worth, from what follows them."""
        # No payoff is below the least of all states, so what has that is never chosen.
        least = values.min(axis=0) if self.best else 0

        def leave_out(after: Values, entries: Rows) -> None:
            after[self.move_weights[entries] == 0] = least

        def weigh(after: Values, entries: Rows) -> None:
            leave_out(after, entries)
            # What is chosen for certain stays as it is: most moves are, or never are.
            weights = self.move_weights[entries]
            left_open = np.flatnonzero((weights != 0) & (weights != self.move_unit))
            after[left_open] = (
                after[left_open] // self.move_unit * _beside(weights[left_open], after)
            )

        how, change = (_best(values), leave_out) if self.best else (np.add, weigh)
        return layer.by_row.combine(how, values, memory, "moves", index=successor, change=change)

    def after_dice(self, layer: Layer, worth: Values, memory: Memory) -> Values:
        """Return what states are worth, from what the choices of dice are."""
        rolled = [self.dice_weights[rows.choice, rows.by_state.keys] for rows in layer.dice]
        weights = np.concatenate(rolled)
        if self.best:
            worth[weights == 0] = worth.min(axis=0)
            return layer.by_state.combine(_best(worth), worth, memory, "dice")
        shares = worth // self.dice_unit * _beside(weights, worth)
        return layer.by_state.combine(np.add, shares, memory, "dice")


class Play(Protocol):
    """How something is chosen in a step: what is best in each column, where no other way is."""

    def after_moves(self, successor: Rows, layer: Layer, values: Values, memory: Memory) -> Values:
        """Return what the moves after every collection are worth, from what follows them."""
        return layer.by_row.combine(_best(values), values, memory, "moves", index=successor)

    def after_dice(self, layer: Layer, worth: Values, memory: Memory) -> Values:
        """Return what states are worth, from what the choices of dice are."""
        return layer.by_state.combine(_best(worth), worth, memory, "dice")


class _Optimal(Play):
    """What is best."""


_OPTIMAL = _Optimal()


def step(
    layout: Layout,
    layer: Layer,
    values: Values,
    memory: Memory | None = None,
    *,
    policy: Play | None = None,
    discount: Fraction = NO_DISCOUNT,
    divide_last: bool = False,
) -> Values:
    """Return what the states of a layer are worth, as `layer.by_state` has them.

    The best move for every collection, then the average over rolls, then the best dice; a policy
    may choose otherwise. `values` are whole numbers that the outcomes of a roll divide, shape
    (states, columns) or (states, columns, components): what it is worth to leave each state, and in
    the layer itself to end there. The result is kept in the memory until the next step. With
    `divide_last` the sum over the outcomes of a roll is divided, not each share of it: the sum is
    larger than what it is of, but values need not be divisible, and averages are rounded down.

    Of two players who roll in turn, with one box for both, who is stuck pays a stake, and who
    covers the last tile gets one. What it is worth to leave each state:

    >>> from twoplayer import Variant
    >>> from twoplayer.turn.induction import Turn
    >>> turn = Turn(Variant(tiles=2, dice="1d2"))
    >>> worth = np.array([[1], [-1], [-1], [-1]]) * turn.scale
    >>> for layer in turn.layout.layers:
    ...     worth[layer.by_state.keys] = -step(turn.layout, layer, worth)
    >>> worth[:, 0].tolist(), turn.scale
    ([4, 0, 0, 0], 4)

    Half of 5 and half of 3, where 2 divides neither, is 4:

    >>> worth = np.array([[5], [3], [0], [0]])
    >>> step(turn.layout, turn.layout.layers[0], worth, divide_last=True)[0].tolist()
    [4]
    """
    memory, play = memory or Memory(), policy or _OPTIMAL
    chosen = play.after_moves(layout.successor, layer, values, memory)
    means = [
        expected(rows, chosen, discount, memory, number, divide_last=divide_last)
        for number, rows in enumerate(layer.dice)
    ]
    worth = np.concatenate(means) if len(means) > 1 else means[0]
    return play.after_dice(layer, worth, memory)


def _best(values: Values) -> Callable[..., object]:
    return np.maximum if values.ndim < 3 else _lexicographic_maximum


def _lexicographic_maximum(one: Values, other: Values, out: Values) -> None:
    """Do what `np.maximum` does, for tuples whose components lie along the last axis."""
    larger = other[..., 0] > one[..., 0]
    equal = np.nonzero(other[..., 0] == one[..., 0])
    for component in range(1, one.shape[-1]):
        mine, others = one[(*equal, component)], other[(*equal, component)]
        larger[equal] = others > mine
        equal = tuple(place[others == mine] for place in equal)
    np.copyto(out, other, where=larger[..., np.newaxis])


def _beside(weights: Values, values: Values) -> Values:
    """Return weights of rows with an axis of length 1 for each further axis of the values."""
    return weights.reshape(-1, *[1] * (values.ndim - 1))


def expected(
    rows: DiceRows,
    values: Values,
    discount: Fraction,
    memory: Memory,
    name: Hashable = None,
    *,
    divide_last: bool = False,
) -> Values:
    """Average the rows of every state: each is divided before it is weighed, or the sum is."""
    divisor = rows.outcomes * discount.denominator
    shares = memory.take(values, rows.rows, "shares")
    if not divide_last:
        shares //= divisor
    shares *= _beside(rows.weights, values)
    if discount.numerator != 1:
        shares *= discount.numerator
    means = rows.by_state.combine(np.add, shares, memory, name)
    if divide_last:
        means //= divisor
    return means


def most_dice(layout: Layout, states: int) -> int:
    """Return the largest d(S): the same induction, adding dice up instead of averaging."""
    most = np.zeros(states, dtype=np.int64)
    for layer in layout.layers:
        best = layer.by_row.combine(np.maximum, most, index=layout.successor)
        dice = np.concatenate(
            [rows.dice + rows.by_state.combine(np.maximum, best[rows.rows]) for rows in layer.dice]
        )
        most[layer.by_state.keys] = layer.by_state.combine(np.maximum, dice)
    return int(most.max())

"""What states say of a turn before it is laid out: what may be rolled, and every move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows

ActionSet = frozenset[int]
"""An action set: the sets of tiles that a roll may cover when all are open, as bit masks."""


class DiceChoice(NamedTuple):
    """One thing to roll: a number of dice, or what else a game of another kind has.

    Attributes
    ----------
    dice : object
        The number of dice, or what else there is to roll.
    outcomes : int
        The number of equally likely ways in which they fall.
    opening : bool
        True for the first roll of a turn, only in games with an opening tile, which that roll must
        cover. False otherwise: in all other games, at the start as well.
    weights : mapping
        `{action set: in how many of these ways the dice allow it}`.
    states : array of bool, shape (N,)
        Where they may be rolled.
    """

    dice: Any
    outcomes: int
    opening: bool
    weights: Mapping[Any, int]
    states: NDArray[np.bool_]


class Transitions(NamedTuple):
    """Every move after every roll, as the DAG of a turn has them: E of them, in no order.

    A layout adds the end of the turn to each state that has a move, and has M in all.

    Attributes
    ----------
    source, successor : array of int, shape (E,)
        The state in which the move is made, and the state that it leads to.
    action_set : array of int, shape (E,)
        The place in `action_sets` of the one that the move is chosen from.
    action_sets : sequence
        Every action set, once.
    generation : array of int, shape (N,)
        The generation of each state: 0 where it has no move, and each move leads to a lower one.
    """

    source: Rows
    successor: Rows
    action_set: Rows
    action_sets: Sequence[Any]
    generation: Rows

"""A turn before the turn is laid out: the choices of dice, and every move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows

ActionSet = frozenset[int]
"""An action set: the sets of tiles that a roll may cover if all tiles are open, as bit masks."""


class DiceChoice(NamedTuple):
    """A choice of dice: a number of dice, or a label of a game of another kind.

    Attributes
    ----------
    dice : object
        The number of dice, or the label.
    outcomes : int
        The number of equally likely ways in which the dice fall.
    opening : bool
        True for the first roll of a turn in a game with an opening tile, which that roll must
        cover. False for all other rolls, and in all other games also for the first roll.
    weights : mapping
        `{action set: number of ways in which the dice allow the action set}`.
    states : array of bool, shape (N,)
        Whether the choice may be made in each state.
    """

    dice: Any
    outcomes: int
    opening: bool
    weights: Mapping[Any, int]
    states: NDArray[np.bool_]


class Transitions(NamedTuple):
    """The E moves after rolls in the DAG of a turn, in no order.

    A layout adds one move, the end of the turn, for each state that has a move: M moves in all.

    Attributes
    ----------
    source, successor : array of int, shape (E,)
        The state in which each move is made, and the state that each move leads to.
    action_set : array of int, shape (E,)
        The place in `action_sets` of the action set that each move is chosen from.
    action_sets : sequence
        Every action set, once.
    generation : array of int, shape (N,)
        The generation of each state: 0 without a move. Each move leads to a lower generation.
    """

    source: Rows
    successor: Rows
    action_set: Rows
    action_sets: Sequence[Any]
    generation: Rows

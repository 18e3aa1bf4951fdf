"""What every turn is to the core: states in an order, what may be rolled in them, where moves lead.

Backward induction knows no tiles. A turn has such states, be it that of a variant or of a game of
another kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows


class DiceChoice(NamedTuple):
    """A number of dice, or what else there is to roll, and where a player may choose it."""

    dice: Any
    outcomes: int  # equally likely ways in which they fall
    opening: bool  # the first roll of a turn, after which a certain tile must be covered
    weights: Mapping[Any, int]  # how many of the outcomes allow each collection of moves
    states: NDArray[np.bool_]  # where they may be rolled, by state

    def ways(self) -> Counter[int]:
        """Count the outcomes that allow each move."""
        ways: Counter[int] = Counter()
        for moves, weight in self.weights.items():
            ways.update(dict.fromkeys(moves, weight))
        return ways


class Entries(NamedTuple):
    """Every move in every state, for each of the collections that it is in, as arrays."""

    source: Rows  # the state
    successor: Rows  # where the move leads
    collection: Rows  # its place among these:
    collections: Sequence[Any]


class States(ABC):
    """The states of a turn, by number: a move leads to a lower one, and the last one is the start.

    Users call a state by its open tiles; in a game of another kind by what it is.
    """

    size: int  # how many there are
    level: Rows  # of each state; a move leads to a lower level
    open_tiles: tuple[Any, ...]  # what users call each state

    @property
    @abstractmethod
    def choices(self) -> tuple[DiceChoice, ...]:
        """Everything that may be chosen to be rolled in a turn."""

    def dice_at(self, state: int) -> tuple[Any, ...]:
        """Return what may be rolled in a state; nothing where the turn is over."""
        return tuple(choice.dice for choice in self.choices if choice.states[state])

    @abstractmethod
    def rolls(self, dice: Any) -> Mapping[Any, int]:
        """Return the rolls of what was chosen, and in how many ways each falls."""

    @abstractmethod
    def rolls_in(self, open_tiles: Any, dice: Any = None) -> list[Any]:
        """List the rolls that may fall in a state, of one choice, of several, or of all."""

    @abstractmethod
    def moves_in(self, state: int, roll: Any) -> dict[Any, int]:
        """Return what may be done after a roll, as users call it, and where it leads."""

    @abstractmethod
    def state_of(self, open_tiles: Any, parameter: str = "open_tiles") -> int:
        """Return the state that a user means, checked to be one that can come."""

    @abstractmethod
    def roll_of(self, open_tiles: Any, roll: Any) -> Any:
        """Return the roll that a user means in a state, checked to be one that can fall."""

    @abstractmethod
    def said(self, state: int) -> str:
        """Say where a player is to roll."""

"""A turn in which rolls that allow the same moves are told apart.

A player may choose one move after 3 and 5, and another move after 4 and 4. So every roll is an
action set of its own, and has decisions of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ..variant.dice import Roll
from ..variant.variant import Variant
from .another import check_rolls
from .board import Board
from .induction import TransitionGraph, Turn
from .transitions import ActionSet


def by_dice(turn: Turn) -> Turn:
    """Return the same turn with tiles, with an action set for each roll.

    The states and the scores are the same. Each item of `action_sets` has the attribute `roll`.
    """
    return Turn(TransitionGraph(BoardByDice(cast(Board, turn.board).variant)), turn.scoring)


class ByDice(frozenset[int]):
    """The moves that one roll allows; another roll's equal moves are not equal to these."""

    roll: Roll

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByDice) and self.roll == other.roll and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.roll, super().__hash__()))


class BoardByDice(Board):
    """The board of a game with all rolls told apart, also where only the total of dice matters."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.by_total = False

    def rolls(self, dice: int) -> Mapping[Roll, int]:
        if not self.by_total:
            check_rolls(dice, self.variant.dice.sides)
        return super().rolls(dice)

    def moves(self, roll: Roll, opening: bool = False) -> ActionSet:
        moves = ByDice(super().moves(roll, opening))
        moves.roll = roll
        return moves

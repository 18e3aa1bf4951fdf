"""A turn in which every roll of dice is told apart, though another allows the same moves.

Somebody may play otherwise after 3 and 5 than after 4 and 4. The states are those of the board, by
the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import comb
from typing import Self

from ..errors import GameTooLargeError
from ..variant.dice import Roll
from ..variant.variant import Variant
from .board import Board, MoveSets, board_of
from .dag import check_size
from .induction import Turn

MOST_ROLLS = 2**13


class Told(frozenset[int]):
    """The moves that one roll allows, told apart from those of any other.

    >>> one, other = Told((3, 5), {1, 2}), Told((4, 4), {1, 2})
    >>> one == other, one == Told((3, 5), {1, 2}), sorted(one) == sorted(other)
    (False, True, True)
    """

    roll: Roll

    def __new__(cls, roll: Roll, moves: Iterable[int]) -> Self:
        """Keep the roll beside its moves."""
        told = super().__new__(cls, moves)
        told.roll = roll
        return told

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Told) and self.roll == other.roll and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.roll, super().__hash__()))


class BoardByDice(Board):
    """A board on which a roll is always the tuple of its dice."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.by_total = False

    def rolls(self, dice: int) -> Mapping[Roll, int]:
        """Return the rolls of a number of dice, and in how many ways each falls."""
        sides = self.variant.dice.sides
        if not self.by_total and comb(dice + sides - 1, dice) > MOST_ROLLS:
            raise GameTooLargeError(
                f"{dice}d{sides} fall in more than {MOST_ROLLS} ways, each of which would be told "
                "apart; takes fewer dice, or fewer sides",
                of="dice",
            )
        return super().rolls(dice)

    def moves(self, roll: Roll, opening: bool = False) -> MoveSets:
        """Return the moves that a roll allows, were all tiles open."""
        return Told(roll, super().moves(roll, opening))


def turn_by_dice(variant: Variant) -> Turn:
    """Return the turn of a variant whose rolls are told apart; the last few are kept."""
    board_of(variant)  # or say that it is too large, or no box at all
    return _turn(variant.turn_rules)


@lru_cache(maxsize=4)
def _turn(rules: Variant) -> Turn:
    check_size(rules)
    board = BoardByDice(rules)
    check_size(rules, board)
    return Turn(rules, board)

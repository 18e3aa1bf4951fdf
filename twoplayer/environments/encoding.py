"""A turn in numbers: the actions, the rolls, the legal actions, and the states that follow.

Dicts keep an entry for every state and roll that has come up so far.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from itertools import accumulate
from operator import index
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, refused
from ..strategy.one_player import coverable_sets
from ..turn.turns import board_of, turn_of
from ..variant.dice import Roll
from ..variant.tiles import TileSet
from ..variant.variant import Variant

Random: TypeAlias = Callable[[], float]
"""A function that returns the next random number, at least 0 and below 1, for each draw."""
Flags: TypeAlias = NDArray[np.int8]
"""An array of 0 and 1, the form of Gymnasium for masks and open tiles."""
THE_END = -1
"""The goal of an action that ends the turn; other goals are states or numbers of dice."""


class Lottery(NamedTuple):
    """Outcomes by their chances; a number draws the first outcome k with the number < `ends[k]`."""

    ends: list[float]

    @classmethod
    def of(cls, weights: Collection[int | Fraction]) -> Lottery:
        *_, total = sums = [*accumulate(weights)]
        return cls([float(Fraction(part) / total) for part in sums])

    def draw(self, random: Random) -> int:
        return bisect(self.ends, random())


class Spot(NamedTuple):
    """The position of an agent: a roll to cover tiles with, or a number of dice to choose.

    Attributes
    ----------
    state : int
        The number of the state.
    roll : int
        The number of the roll; 0 if no roll has fallen since the last action.
    after : mapping
        The goal of each legal action: a state after a roll, a number of dice before a roll. Without
        a legal action the turn is over.
    mask : array of 0 and 1, shape (actions,)
        Whether each action is legal. The array is read, and never handed out.
    """

    state: int
    roll: int
    after: Mapping[int, int]
    mask: Flags


class Encoding:
    """The actions, rolls and states of a turn as numbers.

    Parameters
    ----------
    variant : Variant
        The rules of the turn.
    may_be_over : bool, default False
        Whether a turn may be lost before its beginning, such as after a clack that wins at once.

    Attributes
    ----------
    actions : list
        The tiles that each action covers. If the number of dice is a choice, there is an action for
        each number of dice. If a turn may be over before any other action, the last action is `()`,
        which covers nothing.
    rolls : list of tuple of int
        The rolls; the first has number 1. A roll is the dice, or the total if only that matters.
    """

    def __init__(self, variant: Variant, *, may_be_over: bool = False) -> None:
        self.turn = turn_of(variant)
        self.board = board = board_of(variant)
        self.variant = variant
        self.start = board.size - 1
        counts = {choice.dice for choice in board.choices}
        chosen = sorted(counts) if (self.turn.all_dice().sum(axis=0) > 1).any() else []
        rolls = {roll for dice in counts for roll in board.rolls(dice)}
        self.rolls: list[Roll] = sorted(rolls, key=lambda roll: (len(roll), roll))
        self._number_of = {roll: number for number, roll in enumerate(self.rolls, 1)}
        self.actions: list[TileSet | int] = [*coverable_sets(variant), *chosen]
        first = board.dice_at(self.start)
        if may_be_over or (
            len(first) == 1
            and not all(board.moves_in(self.start, roll) for roll in board.rolls(first[0]))
        ):
            self.actions.append(())
        self._place = {action: number for number, action in enumerate(self.actions)}
        self._throws = {
            dice: (
                Lottery.of(board.rolls(dice).values()),
                [self._number_of[roll] for roll in board.rolls(dice)],
            )
            for dice in counts
        }
        self._dice: list[tuple[int, ...] | None] = [None] * board.size
        self._spots: dict[int, Spot] = {}
        self._open: dict[int, Flags] = {}

    def number_of(self, roll: Roll) -> int:
        """Return the number of a roll, given by its dice, or by the total if only that matters.

        >>> Encoding(Variant()).number_of((3, 4)), Encoding(Variant()).number_of((7,))
        (6, 6)
        """
        return self._number_of.get(roll) or self._number_of[(sum(roll),)]

    def open_in(self, state: int) -> Flags:
        """Return which tiles are open in a state, shape (tiles,); callers must not change it."""
        if (found := self._open.get(state)) is None:
            tiles = {*self.board.open_tiles[state]}
            flags = [tile in tiles for tile in self.variant.tiles]
            found = self._open[state] = np.array(flags, np.int8)
        return found

    def begun(self, random: Random) -> Spot:
        """Begin a turn; if the first roll covers nothing, covering nothing is the only action."""
        spot = self.arrived(self.start, random)
        return spot if spot.after else self.over(spot.roll)

    def arrived(self, state: int, random: Random) -> Spot:
        """Go to a state, and roll the dice there if their number is no choice."""
        if (dice := self._dice[state]) is None:
            dice = self._dice[state] = self.board.dice_at(state)
        return self.thrown(state, dice[0], random) if len(dice) == 1 else self.spot(state, 0)

    def thrown(self, state: int, dice: int, random: Random) -> Spot:
        """Roll so many dice in a state."""
        lottery, numbers = self._throws[dice]
        return self.spot(state, numbers[bisect(lottery.ends, random())])

    def spot(self, state: int, roll: int) -> Spot:
        """Return the legal actions in a state after a roll; roll 0 stands for no roll."""
        key = state * (len(self.rolls) + 1) + roll
        if (found := self._spots.get(key)) is None:
            found = self._spots[key] = self._made(state, roll)
        return found

    def _made(self, state: int, roll: int) -> Spot:
        after: Mapping[Any, int]
        if roll:
            after = self.board.moves_in(state, self.rolls[roll - 1])
        else:
            after = {dice: dice for dice in self.board.dice_at(state)}
        return self._legal(state, roll, {self._place[action]: to for action, to in after.items()})

    def over(self, roll: int = 0) -> Spot:
        """Return the position of a turn that is over as it begins: the only action is `()`."""
        return self._legal(self.start, roll, {self._place[()]: THE_END})

    def _legal(self, state: int, roll: int, after: Mapping[int, int]) -> Spot:
        mask = np.zeros(len(self.actions), np.int8)
        mask[[*after]] = 1
        return Spot(state, roll, after, mask)

    def said(self, spot: Spot) -> str:
        """Return the position of an agent in words."""
        fallen = "+".join(map(str, self.rolls[spot.roll - 1]))
        return self.board.said(spot.state) + (f" after roll {fallen}" if spot.roll else "")

    def following(self, spot: Spot, after: int, random: Random) -> Spot:
        """Follow a legal action: to a state after a roll, or to a roll after a choice of dice."""
        if spot.roll:
            return self.arrived(after, random)
        return self.thrown(spot.state, after, random)

    def refused(self, action: object, spot: Spot) -> InputError:
        """Return the error for an illegal action, to be raised."""
        legal = ", ".join(f"{number} ({self._said(number)})" for number in sorted(spot.after))
        return refused("action", action, legal, f"illegal {self.said(spot)}")

    def _said(self, action: int) -> str:
        means = self.actions[action]
        if isinstance(means, int):
            return f"{means} {'die' if means == 1 else 'dice'}"
        return "+".join(map(str, means)) or "nothing"


def read_action(action: object) -> int:
    """Read the number of an action, which may have any type of whole numbers."""
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        raise refused("action", action, "the number of an action") from None

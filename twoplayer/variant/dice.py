"""Dice: how they are written, and the exact distribution of their rolls.

A roll is a tuple of dice in ascending order. Where only the total matters, the tuple of that one
number stands for all rolls with it, which keeps six hundred-sided dice as small as one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Self

Roll = tuple[int, ...]

MOST_DICE = 6
MOST_SIDES = 100


class Dice(str):
    """Equal dice with the numbers 1 to `sides`: text such as `"2d6"` that knows its meaning.

    Parameters
    ----------
    number
        How many dice.
    sides
        The sides of each.

    Examples
    --------
    >>> Dice(2, 6), Dice(2, 6) == "2d6", Dice(2, 6).sides
    ('2d6', True, 6)
    """

    __slots__ = ("number", "sides")

    number: int
    sides: int

    def __new__(cls, number: int, sides: int) -> Self:
        """Write the dice, and keep what they mean."""
        self = super().__new__(cls, f"{number}d{sides}")
        self.number, self.sides = number, sides
        return self

    def __getnewargs__(self) -> tuple[int, int]:  # type: ignore[override]
        return self.number, self.sides


def parse_dice(value: object) -> Dice:
    """Read dice such as `"2d6"` or `"d20"`, or raise `ValueError` with the reason alone."""
    text = value.strip() if isinstance(value, str) else ""
    match = re.fullmatch(r"(\d{0,6})\s*[dD]\s*(\d{1,6})", text)
    if match is None:
        raise ValueError("not dice")
    dice = Dice(int(match[1] or 1), int(match[2]))
    if not 1 <= dice.number <= MOST_DICE:
        raise ValueError(f"not 1 to {MOST_DICE} dice")
    if not 1 <= dice.sides <= MOST_SIDES:
        raise ValueError(f"not 1 to {MOST_SIDES} sides")
    return dice


@cache
def rolls(dice: Dice, by_total: bool = False) -> Mapping[Roll, int]:
    """Count the ways to roll every combination, or every total, which is then all of a roll.

    >>> rolls(Dice(2, 6))[1, 2], rolls(Dice(2, 6))[3, 3], rolls(Dice(2, 6), by_total=True)[7,]
    (2, 1, 6)
    """
    ways = Counter[Roll]({(): 1})
    for _ in range(dice.number):
        longer = Counter[Roll]()
        for roll, count in ways.items():
            for number in range(1, dice.sides + 1):
                more = (sum(roll) + number,) if by_total else tuple(sorted((*roll, number)))
                longer[more] += count
        ways = longer
    return ways

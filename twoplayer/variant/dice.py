"""Dice: how they are written, and the exact distribution of their rolls.

A roll is a tuple of dice in ascending order. Where only the total matters, the tuple of that one
number stands for all rolls with it, which keeps six hundred-sided dice as small as one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Self

__all__ = ["Dice", "Roll", "parse_dice", "rolls", "totals"]

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
    """Read dice such as `"2d6"`.

    Raises
    ------
    ValueError
        If `value` is not dice, or too many. The text is the reason alone.

    Examples
    --------
    >>> parse_dice(" 2D6 "), parse_dice("d20")
    ('2d6', '1d20')
    """
    match = re.fullmatch(
        r"\s*(\d{0,6})\s*[dD]\s*(\d{1,6})\s*", value if isinstance(value, str) else ""
    )
    if match is None:
        raise ValueError("not dice")
    dice = Dice(int(match[1] or 1), int(match[2]))
    if not 1 <= dice.number <= MOST_DICE:
        raise ValueError(f"not 1 to {MOST_DICE} dice")
    if not 1 <= dice.sides <= MOST_SIDES:
        raise ValueError(f"not 1 to {MOST_SIDES} sides")
    return dice


@cache
def totals(dice: Dice) -> Mapping[Roll, int]:
    """Count the ways to roll every total, by convolution.

    Returns
    -------
    Mapping
        `{(total,): ways}`; the ways add up to `sides**count`.

    Examples
    --------
    >>> totals(Dice(2, 6))[7,]
    6
    """
    ways = Counter({0: 1})
    for _ in range(dice.number):
        longer: Counter[int] = Counter()
        for total, count in ways.items():
            for number in range(1, dice.sides + 1):
                longer[total + number] += count
        ways = longer
    return {(total,): count for total, count in ways.items()}


@cache
def rolls(dice: Dice) -> Mapping[Roll, int]:
    """Count the ways to roll every combination, in whatever order the dice fall.

    Returns
    -------
    Mapping
        `{roll: ways}` with the dice of a roll ascending; the ways add up to `sides**count`.

    Examples
    --------
    >>> rolls(Dice(2, 6))[1, 2], rolls(Dice(2, 6))[3, 3]
    (2, 1)
    """
    return Counter(tuple(sorted(r)) for r in product(range(1, dice.sides + 1), repeat=dice.number))

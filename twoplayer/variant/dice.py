"""Dice, the exact distribution of their rolls, and the rule for rolling a single die.

A roll is a tuple of dice in ascending order. If only the total matters, a roll is a tuple of the
total alone. So six dice with a hundred sides have 595 rolls, and not 1.6 billion.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce
from operator import add
from typing import Self, TypeAlias

from ..errors import shown

Roll = tuple[int, ...]
Weights = tuple[int, ...]
"""The weights of the sides of a die, the 1 first; the chance of a side is in proportion."""

MOST_DICE = 6
MOST_SIDES = 100
MOST_WEIGHT = 10**18
"""With this limit the exact numbers of all games whose tables fit can be held and written."""
MEASURES: dict[str, tuple[Callable[[int, int], int], str]] = {
    "sum": (add, "the open tiles sum to {} or less"),
    "max": (max, "the largest open tile is {} or less"),
    "count": (lambda measure, tile: measure + 1, "{} or fewer tiles are open"),
}
"""The step from a measure of some tiles to the measure with one more tile, and the words."""
Limits: TypeAlias = tuple[tuple[str, int], ...]
_CONDITION = r"(sum|max|count)(?: ?<= ?([+-]?\d{1,1000})|-(\d{1,1000}))"


class Dice(str):
    """Equal dice with the numbers 1 to `sides`: text such as `"2d6"`, with attributes.

    Parameters
    ----------
    number : int
        The number of dice.
    sides : int
        The number of sides of each die.

    Attributes
    ----------
    number : int
        The number of dice. In a `Variant` 1 to 6.
    sides : int
        The number of sides of each die. In a `Variant` 1 to 100.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> dice = Variant().dice
    >>> dice, dice == "2d6", dice.number, dice.sides
    ('2d6', True, 2, 6)
    """

    __slots__ = ("number", "sides")

    number: int
    sides: int

    def __new__(cls, number: int, sides: int) -> Self:
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
    number, sides = int(match[1] or 1), int(match[2])
    if not 1 <= number <= MOST_DICE:
        raise ValueError(f"not 1 to {MOST_DICE} dice")
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"not 1 to {MOST_SIDES} sides")
    return Dice(number, sides)


def loaded(weights: Weights | None) -> Weights | None:
    """Return the weights of a loaded die; None if all sides have the same weight.

    >>> loaded((1, 1, 2)), loaded((1, 1, 1)), loaded(None)
    ((1, 1, 2), None, None)
    """
    return weights if weights and len(set(weights)) > 1 else None


@cache
def rolls(dice: int, weights: Weights, by_total: bool = False) -> Mapping[Roll, int]:
    """Count the ways to roll every combination of dice, or with `by_total` every total.

    A way counts as often as the product of the weights of its sides.

    >>> rolls(2, (1,) * 6)[1, 2], rolls(2, (1,) * 6)[3, 3], rolls(2, (1,) * 6, by_total=True)[7,]
    (2, 1, 6)
    >>> rolls(2, (1, 3))
    Counter({(2, 2): 9, (1, 2): 6, (1, 1): 1})
    """
    ways = Counter[Roll]({(): 1})
    for _ in range(dice):
        longer = Counter[Roll]()
        for roll, count in ways.items():
            for number, weight in enumerate(weights, 1):
                more = (sum(roll) + number,) if by_total else tuple(sorted((*roll, number)))
                longer[more] += count * weight
        ways = longer
    return ways


def measured(measure: str, tiles: tuple[int, ...]) -> int:
    """Return a measure of tiles, given in ascending order; `measure` is a key of `MEASURES`.

    Without tiles the measure is 0.
    """
    return reduce(MEASURES[measure][0], tiles, 0)


def limits_among(states: Iterable[tuple[int, ...]]) -> list[Limits]:
    """Return every limit by one measure that one of the sets reaches, in the order of `MEASURES`.

    Parameters
    ----------
    states
        Sets of open tiles, each ascending. The empty set is left out.

    Examples
    --------
    >>> limits_among([(), (1,), (1, 2)])
    [(('sum', 1),), (('sum', 3),), (('max', 1),), (('max', 2),), (('count', 1),), (('count', 2),)]
    """
    sets = [tiles for tiles in states if tiles]
    return [
        ((measure, most),)
        for measure in MEASURES
        for most in sorted({measured(measure, tiles) for tiles in sets})
    ]


class OneDie(str):
    """The rule for rolling a single die, by choice or as a must: text with attributes.

    Parameters
    ----------
    limits : tuple of pairs of str and int, or None
        Pairs of a measure of the open tiles (`"sum"`, `"max"`, `"count"`) and the upper limit of
        this measure. All limits must hold. An empty tuple: always. None: never.
    forced : bool
        Whether the player must roll a single die if the limits hold.

    Attributes
    ----------
    limits : tuple of pairs of str and int, or None
        The limits on the open tiles. An empty tuple: always. None: never.
    forced : bool
        Whether the player must roll a single die if the limits hold.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> rule = Variant(one_die="forced sum <= 6").one_die
    >>> rule, rule.forced, rule.limits
    ('forced sum <= 6', True, (('sum', 6),))
    """

    __slots__ = ("forced", "limits")

    limits: Limits | None
    forced: bool

    def __new__(cls, limits: Limits | None, forced: bool) -> Self:
        conditions = " and ".join(f"{measure} <= {limit}" for measure, limit in limits or ())
        when = "never" if limits is None else conditions or "always"
        self = super().__new__(cls, "forced " * forced + when)
        self.limits, self.forced = limits, forced
        return self

    def __getnewargs__(self) -> tuple[Limits | None, bool]:  # type: ignore[override]
        return self.limits, self.forced

    def dice_counts(self, count: int, open_tiles: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers of dice that may be rolled.

        Parameters
        ----------
        count : int
            The number of dice that are rolled normally.
        open_tiles : tuple of int
            The tiles that are open, ascending.

        Returns
        -------
        tuple of int
            One or two numbers, ascending: `count`, and 1 if a single die may be rolled. If a single
            die must be rolled, 1 alone.

        Examples
        --------
        >>> from twoplayer import Variant
        >>> Variant(one_die="sum <= 6").one_die.dice_counts(2, (1, 5))
        (1, 2)
        >>> Variant(one_die="forced sum <= 6").one_die.dice_counts(2, (1, 5))
        (1,)
        """
        limits = self.limits
        if limits is None or any(measured(name, open_tiles) > limit for name, limit in limits):
            return (count,)
        return (1,) if self.forced or count == 1 else (1, count)

    def words(self) -> str:
        """Write the rule for a single die in words, such as for a list of rules.

        Returns
        -------
        str
            A clause without a full stop.

        Examples
        --------
        >>> from twoplayer import Variant
        >>> Variant(one_die="sum <= 6").one_die.words()
        'a single die may be rolled instead while the open tiles sum to 6 or less'
        """
        if self.limits is None:
            return "a single die is never rolled"
        verb = "must be rolled" if self.forced else "may be rolled instead"
        conditions = " and ".join(MEASURES[name][1].format(limit) for name, limit in self.limits)
        return f"a single die {verb} {conditions and 'while '}{conditions or 'at any time'}"


def parse_one_die(value: object) -> OneDie:
    """Read the rule for a single die, or raise `ValueError` with the reason alone.

    `"sum-6"` is another spelling of `"sum <= 6"`, since `<` has another meaning in a shell. A `-`
    may also stand for a space after `forced`, and beside `and`.

    >>> parse_one_die("max<=6 and sum <= 9 and sum <= 7")
    'sum <= 7 and max <= 6'
    >>> parse_one_die("sum-6"), parse_one_die("forced-sum-6-and-count-1")
    ('sum <= 6', 'forced sum <= 6 and count <= 1')
    """
    if not isinstance(value, str):
        raise ValueError("not text")
    spelled = " ".join(value.lower().replace("≤", "<=").split())
    if spelled in ("never", "always"):
        return OneDie(None if spelled == "never" else (), forced=False)
    forced = spelled.startswith(("forced ", "forced-"))
    limits: dict[str, int] = {}
    for condition in re.split("[ -]and[ -]", spelled[len("forced ") * forced :]):
        match = re.fullmatch(_CONDITION, condition)
        if match is None:
            raise ValueError(f"{shown(condition)} is not a condition")
        measure, limit = match[1], int(match[2] or match[3])
        limits[measure] = min(limit, limits.get(measure, limit))
    return OneDie(
        tuple((measure, limits[measure]) for measure in MEASURES if measure in limits), forced
    )

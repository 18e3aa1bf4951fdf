"""When a single die is rolled instead of the dice: `never`, `always`, or under conditions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Self, TypeAlias

from ..errors import shown
from .tiles import TileSet

MEASURES: dict[str, tuple[Callable[[int, int], int], str]] = {
    "sum": (add, "the open tiles sum to {} or less"),
    "max": (max, "the largest open tile is {} or less"),
    "count": (lambda measure, tile: measure + 1, "{} or fewer tiles are open"),
}
"""Each measure of some tiles and one more, from that of those and its number; and its words."""
Limits: TypeAlias = tuple[tuple[str, int], ...]

_CONDITION = re.compile(r"(sum|max|count)(?: ?<= ?([+-]?\d{1,1000})|-(\d{1,1000}))")


def measured(measure: str, tiles: TileSet) -> int:
    """Return a measure of some tiles; of none it is 0."""
    return reduce(MEASURES[measure][0], tiles, 0)


class OneDie(str):
    """When a single die may be rolled, and whether it must be: text that knows its meaning.

    Parameters
    ----------
    limits
        Pairs of a measure of the open tiles (a name in `MEASURES`) and the most that it may be;
        all must hold. None: never.
    forced
        Where the limits hold, the player must roll a single die.

    Examples
    --------
    >>> OneDie((("sum", 6),), forced=True)
    'forced sum <= 6'
    """

    __slots__ = ("forced", "limits")

    limits: Limits | None
    forced: bool

    def __new__(cls, limits: Limits | None, forced: bool) -> Self:
        """Write the rule, and keep what it means."""
        conditions = " and ".join(f"{measure} <= {limit}" for measure, limit in limits or ())
        when = "never" if limits is None else conditions or "always"
        self = super().__new__(cls, "forced " * forced + when)
        self.limits, self.forced = limits, forced
        return self

    def __getnewargs__(self) -> tuple[Limits | None, bool]:  # type: ignore[override]
        return self.limits, self.forced

    def dice_counts(self, count: int, open_tiles: TileSet) -> tuple[int, ...]:
        """Return the numbers of dice that may be rolled, ascending.

        Parameters
        ----------
        count
            The number of dice rolled normally.
        open_tiles
            The tiles that are open.

        Examples
        --------
        >>> parse_one_die("sum <= 6").dice_counts(2, (1, 5))
        (1, 2)
        >>> parse_one_die("forced sum <= 6").dice_counts(2, (1, 5))
        (1,)
        """
        if self.limits is None or count == 1:
            return (count,)
        if any(measured(measure, open_tiles) > limit for measure, limit in self.limits):
            return (count,)
        return (1,) if self.forced else (1, count)

    def words(self) -> str:
        """Say when a single die is rolled."""
        if self.limits is None:
            return "a single die is never rolled"
        verb = "must be rolled" if self.forced else "may be rolled instead"
        conditions = " and ".join(MEASURES[name][1].format(limit) for name, limit in self.limits)
        return f"a single die {verb} " + (f"while {conditions}" if conditions else "at any time")


def parse_one_die(value: object) -> OneDie:
    """Read when a single die is rolled, or raise `ValueError` with the reason alone.

    `"sum-6"` is `"sum <= 6"` for shells, to which `<` is something else, and a `-` may stand for
    every space.

    >>> parse_one_die("max<=6 and sum <= 9 and sum <= 7")
    'sum <= 7 and max <= 6'
    >>> parse_one_die("sum-6"), parse_one_die("forced-sum-6-and-count-1")
    ('sum <= 6', 'forced sum <= 6 and count <= 1')
    """
    if not isinstance(value, str):
        raise ValueError("not text")
    spelled = " ".join(value.lower().replace("≤", "<=").split())
    if spelled == "never":
        return OneDie(None, forced=False)
    if spelled == "always":
        return OneDie((), forced=False)
    forced = spelled.startswith(("forced ", "forced-"))
    limits: dict[str, int] = {}
    for condition in re.split("[ -]and[ -]", spelled[len("forced ") * forced :]):
        match = _CONDITION.fullmatch(condition)
        if match is None:
            raise ValueError(f"{shown(condition)} is not a condition")
        measure, limit = match[1], int(match[2] or match[3])
        limits[measure] = min(limit, limits.get(measure, limit))
    ordered = tuple((measure, limits[measure]) for measure in MEASURES if measure in limits)
    return OneDie(ordered, forced=forced)

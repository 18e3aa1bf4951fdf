"""When a single die is rolled instead of the dice: `never`, `always`, or under conditions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from .tiles import TileSet

__all__ = ["OneDie", "parse_one_die"]

MEASURES: dict[str, tuple[Callable[[TileSet], int], str]] = {
    "sum": (sum, "the open tiles sum to {} or less"),
    "max": (lambda tiles: max(tiles, default=0), "the largest open tile is {} or less"),
    "count": (len, "{} or fewer tiles are open"),
}
_CONDITION = re.compile(r"(sum|max|count)\s*<=\s*([+-]?\d{1,1000})")


class OneDie(NamedTuple):
    """When a single die may be rolled, and whether it must be.

    Parameters
    ----------
    limits
        Pairs of a measure of the open tiles (a name in `MEASURES`) and the most that it may be;
        all must hold. None: never.
    forced
        Where the limits hold, the player must roll a single die.
    """

    limits: tuple[tuple[str, int], ...] | None
    forced: bool

    def __str__(self) -> str:
        if self.limits is None:
            return "never"
        conditions = " and ".join(f"{measure} <= {limit}" for measure, limit in self.limits)
        return "forced " * self.forced + (conditions or "always")

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
        if any(MEASURES[measure][0](open_tiles) > limit for measure, limit in self.limits):
            return (count,)
        return (1,) if self.forced else (1, count)

    def words(self) -> str:
        """Say when a single die is rolled."""
        if self.limits is None:
            return "a single die is never rolled"
        verb = "must be rolled" if self.forced else "may be rolled instead"
        conditions = " and ".join(MEASURES[name][1].format(limit) for name, limit in self.limits)
        return f"a single die {verb} " + (f"while {conditions}" if conditions else "at any time")


@lru_cache(maxsize=256)
def parse_one_die(text: str) -> OneDie:
    """Read when a single die is rolled.

    Parameters
    ----------
    text
        `"never"`, `"always"`, or conditions such as `"sum <= 6"`, `"max <= 6"`, `"count <= 1"`,
        joined by `and`; with `"forced "` in front the player must.

    Raises
    ------
    ValueError
        If it cannot be read. The text is the reason alone.

    Examples
    --------
    >>> str(parse_one_die("max<=6 and sum <= 9 and sum <= 7"))
    'sum <= 7 and max <= 6'
    >>> parse_one_die("sum < 6")
    Traceback (most recent call last):
        ...
    ValueError: 'sum < 6' is not a condition
    """
    spelled = " ".join(text.lower().replace("≤", "<=").split())
    if spelled == "never":
        return OneDie(None, forced=False)
    if spelled == "always":
        return OneDie((), forced=False)
    conditions = spelled.removeprefix("forced ")
    limits: dict[str, int] = {}
    for condition in conditions.split(" and "):
        match = _CONDITION.fullmatch(condition.strip())
        if match is None:
            raise ValueError(f"{condition!r} is not a condition")
        measure, limit = match[1], int(match[2])
        limits[measure] = min(limit, limits.get(measure, limit))
    ordered = tuple((measure, limits[measure]) for measure in MEASURES if measure in limits)
    return OneDie(ordered, forced=conditions != spelled)

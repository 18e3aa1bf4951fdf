"""How what is typed is read: tiles, rolls, numbers, ranges, rules."""

from __future__ import annotations

import re

from ..errors import InputError, refused, shown

ENDLESS = ("", "oo", "inf", "∞")
"""How the end of a range is written that has none."""


_LIBRARIES = {"page": "jinja2", "plot": "matplotlib"}


def need(extra: str) -> None:
    """Refuse a command where the library of an extra is missing."""
    from importlib.util import find_spec

    library = _LIBRARIES[extra]
    if find_spec(library) is None:
        raise InputError(f"needs {library}, the extra `{extra}` of this package", of=extra)


def tiles_of(text: str, parameter: str = "open_tiles") -> tuple[int, ...]:
    """Read tiles and ranges of them, between commas or spaces; empty where none is open.

    Several digits in a row, such as 1258, are tiles of one digit each where they ascend.

    >>> tiles_of("1,2,5-7"), tiles_of("1258"), tiles_of("12"), tiles_of("")
    ((1, 2, 5, 6, 7), (1, 2, 5, 8), (12,), ())
    """
    from ..variant.fields import FIELDS

    named = text.strip().replace("+", ",")
    if not named:
        return ()
    if re.fullmatch(r"[1-9]{3,}", named) and sorted(set(named)) == [*named]:
        named = ",".join(named)
    try:
        tiles: tuple[int, ...] = FIELDS["tiles"].parse(
            f"{named}-{named}" if named.isdecimal() else named
        )
    except ValueError as error:
        raise refused(parameter, text, "tiles such as 1,4,5 or 1-4", str(error)) from None
    return tiles


def roll_of(text: str | None) -> int | tuple[int, ...] | None:
    """Read a roll: dice such as 3,4 or 3+4, or a total; None where nothing was rolled."""
    if text is None:
        return None
    try:
        dice = tuple(map(int, re.split(r"(?<=\d) ?[,+ ] ?(?=\d)", " ".join(text.split()))))
    except ValueError:
        raise refused("roll", text, "dice such as 3,4, or their total") from None
    return dice[0] if len(dice) == 1 else dice


def count_of(text: str, parameter: str) -> int:
    """Read a whole number, which may be written as 2e5."""
    if power := re.fullmatch(r"(\d{1,15})[eE]\+?(\d{1,2})", text.strip()):
        text = f"{power[1]}{'0' * int(power[2])}"
    try:
        return int(text)
    except ValueError:
        raise refused(parameter, text, "a whole number, such as 200000 or 2e5") from None


def payout_range(text: str) -> tuple[str, str | None]:
    """Read a range of payouts, LOW:HIGH; without HIGH it has no end."""
    from ..game.payouts import payout_interval

    low, colon, high = (part.strip() for part in text.partition(":"))
    if not colon or ":" in high:
        raise refused("payouts", text, "LOW:HIGH, such as 0:10, or 0:")
    try:
        payout_interval(low or "0", None if high in ENDLESS else high)
    except InputError as error:
        raise InputError(f"got {shown(text)}; {error}", of="payouts") from None
    return low or "0", None if high in ENDLESS else high

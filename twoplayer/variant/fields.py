"""The fields of a rule set: the values of each field, and how to read, spell and describe them.

Other modules follow `FIELDS`. A new rule is an entry there, and a field and a parameter of
`Variant`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from math import gcd
from typing import Any, NamedTuple

from ..errors import (
    Fault,
    Faults,
    InputError,
    cut,
    did_you_mean,
    integer,
    is_array,
    refused,
    scalar,
    shown,
    too_long,
)
from ..exact import fraction_text, parse_exact
from .dice import (
    MOST_DICE,
    MOST_SIDES,
    MOST_WEIGHT,
    Dice,
    OneDie,
    Weights,
    loaded,
    parse_dice,
    parse_one_die,
)
from .tiles import BY_TOTAL, COVERINGS, SCORINGS, TIES, TileSet

MOST_TILES = 24
LARGEST = 10**100  # whole numbers stay below this, so that every score can be written
LEAST_OF_SIZES = 6
"""Whole numbers from this on are taken for sizes of the box, and lower numbers for its tiles."""

MEANT = {
    "dice": {str(number): f"{number}d6" for number in range(1, MOST_DICE + 1)},
    "one_die": {"6 or less": "'sum <= 6' or 'max <= 6'", "yes": "'always'", "no": "'never'"},
    "clack_payout": {"double": "2", "triple": "3"},
    "ties": dict.fromkeys(("split", "draw", "tie", "nobody", "half"), "push"),
}
"""Spellings that people use for some rules, and the spellings that they may mean."""


class Field(NamedTuple):
    """One rule of a game."""

    default: Any
    means: str  # the subject of the rule, in words
    takes: str  # the values that may be given, in words for errors and help
    parse: Callable[[Any], Any]  # from a given value to the normal value; `ValueError`: the reason
    words: Callable[[Any], str]  # from a normal value to words
    spell: Callable[[Any], str | int | bool | None] = lambda value: value  # to plain data
    examples: tuple[str | int | bool, ...] = ()  # values that help texts put into words
    more: str = ""  # further words about the rule

    def read(self, name: str, value: object) -> Any:
        """Return the normal value of a value that is given for the rule; errors have `name`.

        Raises
        ------
        InputError
            If the value cannot be read. The error has the reason, and the values that the rule
            takes.
        """
        value = scalar(value)
        try:
            if reason := too_long(value):
                raise ValueError(reason)
            return self.parse(value)
        except (TypeError, ValueError) as error:
            near = MEANT.get(name, {}).get(" ".join(_lowered(value).split()))
            why = f"{error}: did you mean {near}?" if near else str(error)
            raise refused(name, value, self.takes, why) from None


def unknown_rules(names: Iterable[str]) -> Faults:
    """Return a fault for each name that no rule has; the fault asks for the nearest rule."""
    takes = f"takes {', '.join(FIELDS)}"
    return Faults(
        Fault(cut(name), f"an unknown rule; {did_you_mean(name, FIELDS) or takes}")
        for name in names
        if name not in FIELDS
    )


def rules_named(parameter: str, names: object) -> tuple[str, ...]:
    """Return the named rules, in the order of `FIELDS`; text has commas, or is `"none"`.

    >>> rules_named("keep", "ties, clack-payout")
    ('clack_payout', 'ties')
    """
    if isinstance(names, str):
        names = [] if _lowered(names) == "none" else names.split(",")
    rules = set()
    for name in names if isinstance(names, Iterable) else [names]:
        rule = _lowered(name).replace("-", "_")
        if rule not in FIELDS:
            near = did_you_mean(cut(rule), FIELDS) or f"takes rules: {', '.join(FIELDS)}; or none"
            raise InputError(f"got {shown(name)}; {near}", of=parameter)
        rules.add(rule)
    return tuple(rule for rule in FIELDS if rule in rules)


def written_as_one(name: str, values: Sequence[object]) -> str | None:
    """Return several numbers written as one value of a rule file, if they may be meant as one.

    Weights are always meant as one value. Tiles are meant so if three or more ascend and the lowest
    is below 6. Otherwise the result is None.

    >>> written_as_one("tiles", [1, 2, 3, 5]), written_as_one("tiles", [9, 10, 12])
    ('tiles = "1-3,5"', None)
    >>> written_as_one("weights", [1, 1, 1, 1, 1, 2])
    'weights = "1,1,1,1,1,2"'
    """
    if name not in ("tiles", "weights"):
        return None
    try:
        value = FIELDS[name].parse(values)
    except ValueError:
        return None
    if name == "weights":
        return f'weights = "{",".join(map(str, values))}"'
    if len(value) < 3 or value[0] >= LEAST_OF_SIZES or value != tuple(values):
        return None  # one or two tiles are hardly meant as the tiles of a box
    return f'tiles = "{_spell_tiles(value)}"'


def ratio_said(payout: object) -> str | None:
    """Say that a payout such as 1:3, perhaps meant as a range, is taken for a ratio.

    The result is None for any other payout.

    >>> ratio_said("1:3"), ratio_said("3:2")
    ('is one payout, the ratio 1/3. A range is `twoplayer fair --payouts 1:3`.', None)
    """
    match = re.fullmatch(r"\s*(\d{1,9})\s*:\s*(\d{1,9})\s*", str(payout))
    if not match or int(match[1]) >= int(match[2]):
        return None
    ratio, written = Fraction(int(match[1]), int(match[2])), f"{match[1]}:{match[2]}"
    return f"is one payout, the ratio {ratio}. A range is `twoplayer fair --payouts {written}`."


def typed(rule: str | int | bool | None) -> str:
    return str(rule).lower()


def _lowered(value: object) -> str:
    return value.strip().lower() if isinstance(value, str) else ""


def _integer(value: object) -> int:
    value = scalar(value)
    if reason := too_long(value):
        raise ValueError(reason)
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d{1,1000}\s*", value):
        value = int(value)
    if (number := integer(value)) is None:
        raise ValueError("not a whole number")
    if abs(number) >= LARGEST:
        raise ValueError("too large a number")
    return number


def _positive(value: object) -> int:
    if (number := _integer(value)) < 1:
        raise ValueError("not positive")
    return number


def _or_absent(parse: Callable[[object], Any]) -> Callable[[object], Any]:
    return lambda value: None if value is None or _lowered(value) == "none" else parse(value)


def _flag(value: object) -> bool:
    flags = {"true": True, "yes": True, "false": False, "no": False}
    flag = flags.get(_lowered(value), value)
    if not isinstance(flag, bool):
        raise ValueError("neither")
    return flag


def _payout(value: object) -> Fraction:
    payout = parse_exact(value.get("exact") if isinstance(value, dict) else value)  # as in JSON
    if payout < 0:
        raise ValueError("negative")
    return payout


def _one_of(names: Collection[str], value: object) -> str:
    if names is TIES and _lowered(value) in ("again", "replay", "replayed"):
        raise ValueError("which `twoplayer evening` values, and `replayed` in Python")
    if _lowered(value) not in names:
        raise ValueError("unknown")
    return _lowered(value)


def _tile_range(text: str) -> range:
    text = text.strip()
    match = re.fullmatch(r"(-?\d{1,1000})\s*(?:[-–]\s*(\d{1,1000}))?", text)
    if match is None:
        raise ValueError(f"{shown(text)} is neither a tile nor a range")
    low, high = int(match[1]), int(match[2] or match[1])
    if high < low:
        raise ValueError(f"{shown(text)} runs downwards")
    return range(low, high + 1)


def _tiles(value: object) -> TileSet:
    if isinstance(value, str) and not value.strip().lstrip("+-").isdecimal():
        between = r",|(?<=\d) (?=\d)"  # a comma, or a space between two digits
        ranges = [_tile_range(part) for part in re.split(between, " ".join(value.split()))]
    elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        ranges = [range(tile, tile + 1) for tile in map(_integer, islice(value, MOST_TILES + 1))]
    else:
        ranges = [range(1, _positive(value) + 1)]
    count = sum(r.stop - r.start for r in ranges)
    if not count:
        raise ValueError("no tiles")
    if min(r.start for r in ranges) < 1:
        raise ValueError("a tile below 1")
    if max(r.stop for r in ranges) > LARGEST:
        raise ValueError("too large a number")
    if count > MOST_TILES:
        raise ValueError(f"more than {MOST_TILES} tiles")
    tiles = sorted(tile for r in ranges for tile in r)
    if len(set(tiles)) < count:
        raise ValueError("a tile twice")
    return tuple(tiles)


def _spell_tiles(tiles: TileSet) -> str:
    lows = [tile for tile in tiles if tile - 1 not in tiles]
    highs = [tile for tile in tiles if tile + 1 not in tiles]
    if len(lows) == 1:
        return f"{tiles[0]}-{tiles[-1]}"
    runs = zip(lows, highs, strict=True)
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)


def _tiles_words(tiles: TileSet) -> str:
    if len(tiles) == 1:
        return f"a single tile, {tiles[0]}"
    if tiles[-1] - tiles[0] == len(tiles) - 1:
        return f"{len(tiles)} tiles, {tiles[0]} to {tiles[-1]}"
    return f"{len(tiles)} tiles: {', '.join(map(str, tiles))}"


def _dice_words(dice: Dice) -> str:
    number = "a single die" if dice.number == 1 else f"{dice.number} dice"
    return f"{number} with {dice.sides} side{'s' * (dice.sides > 1)}"


def _weights(value: Any) -> Weights:
    sides = value.split(",") if isinstance(value, str) else value
    if not isinstance(sides, Sequence) and not is_array(sides):  # a set has no first side
        raise ValueError("not several numbers")
    if not 1 <= len(sides) <= MOST_SIDES:
        raise ValueError(f"not 1 to {MOST_SIDES} numbers")
    weights = [*map(_positive, sides)]
    if max(weights) > MOST_WEIGHT:
        raise ValueError("too large a number")
    return tuple(weight // gcd(*weights) for weight in weights)


def _weights_words(weights: Weights | None) -> str:
    if not (different := loaded(weights)):
        return "every side of a die comes up as often as any other"
    return f"loaded dice: their sides come up as {':'.join(map(str, different))}"


def _payout_words(payout: Fraction) -> str:
    stakes = f"{fraction_text(payout)} stake{'s' * (payout != 1)}"
    return f"winning with a clack (every tile covered) pays {stakes}"


FIELDS: Mapping[str, Field] = {
    "tiles": Field(
        tuple(range(1, 10)),
        "the tiles that stand open at the start",
        "a number (9 is 1 to 9), or tiles such as '4-9', '1,3,5', '1-3,7' or '6-6' (one tile), "
        f"each positive and once, at most {MOST_TILES}",
        _tiles,
        _tiles_words,
        _spell_tiles,
        (9, "4-9", "1-3,7", "6-6"),
        "A tile that no roll can cover stays open to the end and counts in the score.",
    ),
    "dice": Field(
        Dice(2, 6),
        "what is rolled",
        f"dice such as '2d6' or '1d20', at most {MOST_DICE} with at most {MOST_SIDES} sides",
        parse_dice,
        _dice_words,
        str,
        ("2d6", "1d20", "3d6"),
        f"With three or more dice a roll counts by its sum: `moves` is {BY_TOTAL} then.",
    ),
    "weights": Field(
        None,
        "how often each side of a die comes up, the 1 first",
        "as many whole numbers from 1 as a die has sides, such as '1,1,1,1,1,2' (in a rule file "
        "in quotes), or none",
        _or_absent(_weights),
        _weights_words,
        lambda weights: ",".join(map(str, loaded(weights) or ())) or None,
        ("1,1,1,1,1,2",),
        "With these weights a six comes up twice as often as any other number: 2 times of 7. All "
        "dice are loaded alike. Equal weights are none.",
    ),
    "one_die": Field(
        OneDie(None, forced=False),
        "when a single die may be rolled instead of the dice",
        "'never', 'always', or conditions such as 'sum <= 6', 'max <= 6', 'count <= 1' joined by "
        "'and', with 'forced' in front where the player must",
        parse_one_die,
        OneDie.words,
        str,
        (
            *("never", "sum <= 6", "max <= 6", "count <= 1", "sum <= 9 and count <= 2"),
            *("forced max <= 6", "always"),
        ),
        "To a shell < means something else: put the condition in quotes there, or write sum-6, "
        "max-6, count-1 or forced-sum-6, which mean the same everywhere.",
    ),
    "moves": Field(
        "sum",
        "which open tiles a roll may cover",
        " | ".join(COVERINGS),
        partial(_one_of, COVERINGS),
        lambda name: f"a roll covers {COVERINGS[name].words}",
        examples=tuple(COVERINGS),
        more="A player who can cover must, and chooses where there is a choice. A difference of 0 "
        f"covers nothing, and a double shows one tile, not two. All but {BY_TOTAL} need one or two "
        "dice.",
    ),
    "max_tiles": Field(
        None,
        "the most tiles that one roll may cover",
        "a positive whole number, or none",
        _or_absent(_positive),
        lambda most: (
            f"at most {most} tile{'s' * (most > 1)} in one move"
            if most
            else "any number of tiles in one move"
        ),
        examples=(1, 2),
        more="A roll that only more tiles could cover ends the turn.",
    ),
    "opening_tile": Field(
        None,
        "a tile that the first roll must cover, or the turn ends",
        "one of the tiles, or none",
        _or_absent(_integer),
        lambda tile: f"the first move must cover the {tile}" if tile else "any first move",
        examples=(2,),
        more="Known as '2 to go'. The same move may cover other tiles as well.",
    ),
    "stop_total": Field(
        None,
        "a total that ends the turn at once when it is rolled",
        "a whole number, or none",
        _or_absent(_integer),
        lambda total: (
            "no roll ends the turn by itself"
            if total is None
            else f"rolling {total} in total ends the turn at once"
        ),
        examples=(7,),
        more="Known as 'unlucky 7'. It holds for one die as for two.",
    ),
    "scoring": Field(
        "sum",
        "what open tiles score at the end of a turn (the lower score wins)",
        " | ".join(SCORINGS),
        partial(_one_of, SCORINGS),
        lambda name: f"score: {SCORINGS[name].words}; lower wins",
        examples=tuple(SCORINGS),
        more="If 1, 2 and 5 are open, the score is "
        + ", ".join(f"{scoring.score((1, 2, 5))} by '{name}'" for name, scoring in SCORINGS.items())
        + ". Only which score is lower matters, not by how much.",
    ),
    "clack_payout": Field(
        Fraction(1),
        "what a win with every tile covered (a clack) pays; any other win pays 1 stake",
        "an exact number of stakes, 0 or more, such as 2, '3/2', '3:2' or '1.5'",
        _payout,
        _payout_words,
        fraction_text,
        (1, 2, "3/2"),
        "In a rule file a payout that is not whole is in quotes: decimals in TOML are not exact.",
    ),
    "immediate_clack": Field(
        False,
        "whether a first player who covers every tile (a clack) wins at once",
        "true | false",
        _flag,
        lambda at_once: (
            "a first-player clack wins at once"
            if at_once
            else "after a first-player clack the second player still takes a turn"
        ),
        examples=(True, False),
    ),
    "ties": Field(
        "push",
        "who wins equal scores",
        "push (nobody wins) | " + " | ".join(list(TIES)[1:]),
        partial(_one_of, TIES),
        lambda name: TIES[name].words,
        examples=tuple(TIES),
        more="Two clacks are equal scores as well; the winner of those gets what a clack pays. "
        "`twoplayer evening` says what becomes of a game whose ties are played again.",
    ),
}

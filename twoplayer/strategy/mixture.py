"""The answers of a strategy in a position: one choice, several equally likely ones, or weights.

An answer is a choice. Or an answer is a list of choices, and leaves open which choice is taken. Or
an answer is a mapping from choices to weights: a mixed strategy. A choice is a set of tiles or a
number of dice; in a game of another kind, a state or one of its `choices`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from math import gcd, isfinite, lcm
from typing import Any, NamedTuple, Protocol

from ..answers import MAPPING, flag, holds, misread, no_set
from ..errors import cut, integer, scalar, shown
from ..exact import parse_exact

ROUNDED_TO = 2**53
"""Weights that are rounded are whole numbers that add up to this: the precision of a float."""
_MORE_READ = 100
"""A list may have no end: of its choices at most this many more than the legal ones are read."""
MOST_WEIGHTS = 2**20
"""A mapping has at most this many weights; most may be 0, for choices that are not legal."""


_INTEGERS = {int}


class UnreadableError(Exception):
    """An answer that cannot be read; the text is the reason, and may be empty."""


class NotLegalError(Exception):
    """A choice that is not legal; the text names the choice, if the answer has several."""


class Weighted(NamedTuple):
    """The choices of an answer, each with its weight.

    Attributes
    ----------
    weights : dict
        `{choice: weight}`, whole numbers above 0 without a common factor.
    given : bool
        Whether the weights are the strategy's own. If not, all weights are 1, and the strategy
        leaves open which choice is taken.
    """

    weights: dict[Any, int]
    given: bool


class Kind(Protocol):
    """A kind of choice, and how a choice is read and written.

    Attributes
    ----------
    named : str
        What errors call a choice.
    """

    named: str

    def choice(self, value: Any, most: int) -> Any:
        """Read one choice, such as a key of a dict; raise `UnreadableError` for other values."""

    def several(self, answer: Any, most: int) -> Iterable[Any] | None:
        """Return the members of a list of choices; None where the answer is one choice."""

    def spelled(self, choice: Any) -> str:
        """Write a choice for a reader."""

    def written(self, choice: Any) -> str:
        """Write a choice as a function may return it."""


class SetsOfTiles:
    """Moves of a game with tiles: each is a set of whole numbers, as a `frozenset`."""

    named = "move"

    def choice(self, value: Any, most: int) -> frozenset[int]:
        # Nearly every answer is a tuple of Python's integers: this is checked first, and is quick.
        tiles = value
        if type(value) is not tuple or {*map(type, value)} != _INTEGERS:
            if kind := misread(value):
                raise UnreadableError(f"{shown(value)} is {kind}, no set of tiles")
            if not holds(value):
                raise UnreadableError(f"{shown(value)} is no set of tiles")
            given = tuple(islice(value, most))
            if not given:
                raise UnreadableError("a set without a tile")
            if reason := no_set(given):
                raise UnreadableError(reason)
            tiles = tuple(integer(tile) for tile in given)
        if len(distinct := frozenset(tiles)) < len(tiles):
            raise UnreadableError("a tile twice")
        return distinct

    def several(self, answer: Any, most: int) -> Iterable[Any] | None:
        if type(answer) is tuple and answer and type(answer[0]) is int:
            return None
        if kind := misread(answer):
            raise UnreadableError(f"{kind}, no set of tiles")
        if not holds(answer):
            raise UnreadableError("no set of tiles")
        members = list(islice(answer, most))
        sets = [holds(member) or bool(misread(member)) for member in members]
        if not any(sets):
            return [members] if members else []
        if not all(sets):
            raise UnreadableError("a set of tiles beside what is none; weights go into a dict")
        return members

    def spelled(self, choice: Any) -> str:
        return "+".join(map(shown, sorted(choice)))

    def written(self, choice: Any) -> str:
        return shown(tuple(sorted(choice)))


class NumbersOfDice:
    """Numbers of dice of a game with tiles."""

    named = "number"

    def choice(self, value: Any, most: int) -> int:
        if (number := integer(value)) is None:
            raise UnreadableError("")
        return number

    def several(self, answer: Any, most: int) -> Iterable[Any] | None:
        return answer[:most] if type(answer) is list else None

    def spelled(self, choice: Any) -> str:
        return f"{choice} {'die' if choice == 1 else 'dice'}"

    written = spelled


class OfAnotherGame:
    """States of a game of another kind, or what may be rolled there: any hashable values."""

    def __init__(self, named: str) -> None:
        self.named = named

    def choice(self, value: Any, most: int) -> Any:
        try:
            hash(value)
        except TypeError:
            if misread(value) == MAPPING:
                raise UnreadableError(f"{MAPPING} in a list") from None
            raise UnreadableError(f"{shown(value)} cannot be a key of a dict") from None
        return value

    def several(self, answer: Any, most: int) -> Iterable[Any] | None:
        return answer[:most] if type(answer) is list else None

    def spelled(self, choice: Any) -> str:
        return shown(choice)

    written = spelled


def read(kind: Kind, answer: Any, legal: int, *, rounds: bool = False) -> Weighted:
    """Read an answer.

    Parameters
    ----------
    kind : Kind
        The kind of choice.
    answer : object
        A choice, a list of choices or a mapping from choices to weights.
    legal : int
        How many choices are legal; not many more are read of a list.
    rounds : bool, default False
        Whether weights are rounded, as floats always are.

    Raises
    ------
    UnreadableError
        If the answer is none of these. Any other exception of a user's object is not caught.
    """
    most = legal + _MORE_READ
    if _has_weights(answer):
        return _weighted(kind, answer, most, rounds)
    members = kind.several(answer, most)
    if members is None:
        return Weighted({kind.choice(answer, most): 1}, given=False)
    choices = [kind.choice(member, most) for member in members]
    _check_distinct(kind, choices)
    return Weighted(dict.fromkeys(choices, 1), given=False)


def _has_weights(answer: Any) -> bool:
    if type(answer) in (tuple, list, frozenset, set, int):
        return False
    mapping = isinstance(answer, Mapping) or hasattr(type(answer), "keys")
    return mapping and callable(getattr(type(answer), "items", None))


def _weighted(kind: Kind, answer: Any, most: int, rounds: bool) -> Weighted:
    pairs = list(islice(answer.items(), MOST_WEIGHTS + 1))
    if len(pairs) > MOST_WEIGHTS:
        raise UnreadableError(f"more than {MOST_WEIGHTS:,} weights")
    if not pairs:
        raise UnreadableError(f"no {kind.named} in it")
    weights = whole_weights([weight for _, weight in pairs], rounds=rounds)
    # A choice of weight 0 is not read: a program that learns may list all sets, also the empty set.
    chosen = [(pair[0], weight) for pair, weight in zip(pairs, weights, strict=True) if weight]
    choices = [kind.choice(choice, most) for choice, _ in chosen]
    _check_distinct(kind, choices)
    return Weighted(dict(zip(choices, (weight for _, weight in chosen), strict=True)), given=True)


def numbered(kind: Kind, mixture: Weighted, legal: Mapping[Any, int]) -> Weighted:
    """Return a mixture with the numbers of legal choices in place of the choices.

    Raises
    ------
    NotLegalError
        If a choice is not legal. Any other exception of a user's object is not caught.
    """
    numbers: dict[Any, int] = {}
    for choice, weight in mixture.weights.items():
        number = legal.get(choice)
        # Python takes True for 1, which may be a number of dice.
        is_flag = flag(choice) is not None and flag(choice) not in map(flag, legal)
        if number is None or is_flag:
            why = f"{cut(kind.spelled(choice))} is not legal" if len(mixture.weights) > 1 else ""
            raise NotLegalError(why)
        numbers[number] = weight
    return Weighted(numbers, mixture.given)


def _check_distinct(kind: Kind, choices: list[Any]) -> None:
    if not choices:
        raise UnreadableError(f"no {kind.named} in it")
    if len({*choices}) < len(choices):
        raise UnreadableError(f"a {kind.named} twice")


def whole_weights(given: Iterable[Any], *, rounds: bool = False) -> list[int]:
    """Return weights as whole numbers, in the same order, without a common factor.

    Whole numbers, fractions and decimal text are exact. Where one of the weights is a float, or
    where `rounds` is true, all weights become multiples of 2⁻⁵³ that add up to 1. Each weight is
    divided by the exact sum of all, and rounded down. The rest goes to the largest remainders. So
    no probability moves by more than 2⁻⁵³.

    Raises
    ------
    UnreadableError
        If a weight is no number, infinite or below 0, or if all weights are 0.

    Examples
    --------
    >>> whole_weights([3, "1.5", 0]), whole_weights([0.5, 0.5]), sum(whole_weights([0.1, 0.2]))
    ([2, 1, 0], [1, 1], 9007199254740992)
    """
    # By place, without zeros, since there may be many zeros.
    numbers: dict[int, int | Fraction] = {}
    weights = [*map(scalar, given)]
    for place, weight in enumerate(weights):
        rounds = rounds or isinstance(weight, float)
        if type(weight) not in (int, float) or weight != 0:
            numbers[place] = _weight(weight)
    total = sum(numbers.values())
    if not total:
        raise UnreadableError("no weight above 0")
    if rounds:
        parts = _largest_remainders(
            [Fraction(ROUNDED_TO * number, total) for number in numbers.values()]
        )
    else:
        unit = lcm(*(number.denominator for number in numbers.values()))
        parts = [int(number * unit) for number in numbers.values()]
    factor = gcd(*parts)
    whole = [0] * len(weights)
    for place, part in zip(numbers, parts, strict=True):
        whole[place] = part // factor
    return whole


def _weight(weight: Any) -> int | Fraction:
    if type(weight) is int and 0 < weight < 2**64:
        return weight  # the usual weight needs no fraction, and no check
    if flag(weight) is not None:
        raise UnreadableError(f"{weight} is a flag, no weight")
    if isinstance(weight, (float, Decimal)):
        if not isfinite(weight):
            raise UnreadableError(f"{weight} is no weight")
        number = Fraction(weight)
    else:
        try:
            number = parse_exact(weight)
        except ValueError as error:
            raise UnreadableError(f"{shown(weight)} is no weight: {error}") from None
    if number < 0:
        raise UnreadableError(f"{shown(weight)} is a weight below 0")
    return number


def _largest_remainders(parts: list[Fraction]) -> list[int]:
    """Round numbers to whole numbers of the same, whole sum; of equal remainders the first goes up.

    >>> _largest_remainders([Fraction(1, 3), Fraction(4, 3), Fraction(1, 3)])
    [1, 1, 0]
    """
    whole = [int(part) for part in parts]
    missing = int(sum(parts)) - sum(whole)
    remainders = sorted(range(len(parts)), key=lambda place: whole[place] - parts[place])
    for place in remainders[:missing]:
        whole[place] += 1
    return whole

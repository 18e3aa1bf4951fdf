"""The one gate for exact numbers: how they are read, kept and written.

Inside the program exact numbers are `int`s or `Fraction`s. Users get a `sympy.Rational`. An equal
`Rational` has another hash than a `Fraction`, and importing sympy takes longer than most commands.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from fractions import Fraction
from itertools import count
from numbers import Rational as AnyRational
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, TypeVar

from .errors import too_long

if TYPE_CHECKING:
    import numpy as np
    import sympy
    from numpy.typing import NDArray

Rational: TypeAlias = "sympy.Rational"
ExactNumber: TypeAlias = "sympy.Rational | Fraction"
"""A number of a result: a `sympy.Rational`, or in a result from `.fractions` a `Fraction`."""
Rows: TypeAlias = "NDArray[np.int64]"
Values: TypeAlias = "NDArray[Any]"
"""An array of whole numbers of type `int64`, or `object` (Python integers): values times a scale.

`Rows` is an array of type `int64`, such as states and places. Both may have any shape.
"""

_NUMBER = re.compile(r"[+-]?(\d+\s*[/:]\s*\d+|\d+(\.\d*)?|\.\d+)")
MOST_DIGITS_READ = 1000
_TOO_LONG = 10**MOST_DIGITS_READ  # the least number with more digits
MOST_SHOWN = 60  # characters of a fraction in a `repr` or in a cell of a notebook


def parse_exact(value: object) -> Fraction:
    """Read a whole number, a fraction (of `fractions` or `sympy`), or text: 2, 3/2, 3:2 or 1.5.

    Any other value is a `ValueError`. Its text is the reason alone, which the caller completes.
    """
    if isinstance(value, float):
        raise ValueError("a float is not exact; write it as text, such as '1.5' or '3/2'")
    if isinstance(value, AnyRational) and not isinstance(value, bool):
        exact = _fraction(value)
    elif isinstance(value, str):
        exact = _from_text(value)
    else:
        raise ValueError("not a number")
    return short_enough(exact)


def short_enough(value: Fraction) -> Fraction:
    """Return a number of at most 1,000 digits; one with more is a `ValueError`."""
    if max(abs(value.numerator), value.denominator) >= _TOO_LONG:
        raise ValueError(f"more than {MOST_DIGITS_READ} digits")
    return value


def _from_text(text: str) -> Fraction:
    if reason := too_long(text):
        raise ValueError(reason)
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if not _NUMBER.fullmatch(text):
        comma = re.fullmatch(r"[+-]?\d*,\d+", text)
        why = ": a decimal has a point" if comma else ""
        raise ValueError(f"not an exact number{why}")
    try:
        return Fraction("".join(text.split()).replace(":", "/"))
    except ZeroDivisionError:
        raise ValueError("a denominator of 0") from None


def _fraction(value: AnyRational) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))


def to_rational(number: Any) -> Rational:
    """Return a number as users get it, a `sympy.Rational`; infinities become `oo` and `-oo`."""
    import sympy

    if number in (math.inf, -math.inf):
        return sympy.oo if number > 0 else -sympy.oo
    return sympy.Rational(*Fraction(number).as_integer_ratio())


class Bounds(NamedTuple):
    """A lower and an upper bound of an unknown exact number: proven, not estimated.

    Attributes
    ----------
    low : exact number
        The lower bound: the unknown number is at least this.
    high : exact number
        The upper bound: the unknown number is at most this.

    Examples
    --------
    >>> from twoplayer import Variant, bounds
    >>> low, high = bounds(Variant(tiles=2, dice="1d6")).first_player_ev
    >>> low <= high
    True
    """

    low: ExactNumber
    high: ExactNumber


def bounds_of(value: Any) -> Bounds:
    """Return a value as `Bounds`; an exact number becomes both the lower and the upper bound."""
    return value if isinstance(value, Bounds) else Bounds(value, value)


def in_whole_numbers(numbers: Collection[Fraction]) -> tuple[Values, int]:
    """Return exact numbers times the least factor that makes all of them whole, and this factor.

    The array has the shape (numbers,), and holds Python integers.
    """
    import numpy as np

    unit = math.lcm(*(number.denominator for number in numbers))
    return np.array([int(number * unit) for number in numbers], dtype=object), unit


def in_digits(number: int, bits: int) -> dict[int, int]:
    """Return the digits of a number that are not 0, by their places; a digit has `bits` bits.

    >>> in_digits(0x305, bits=4)
    {0: 5, 2: 3}
    """
    digits, place = dict[int, int](), 0
    while number:
        number, digit = divmod(number, 1 << bits)
        if digit:
            digits[place] = digit
        place += 1
    return digits


def by_remainders(
    remainders: Callable[[int], Sequence[int]], whole: int, most: int, below: int = 2**31
) -> list[Fraction]:
    """Return fractions from 0 to `most` by their remainders; `whole` times each must be whole.

    The method is the Chinese remainder theorem. The theorem needs moduli that have no factor in
    common with `whole` or with each other. Moduli are added until only one answer is possible.

    Parameters
    ----------
    remainders
        A function from a modulus to the remainder of each fraction p/q, which is p·q⁻¹ modulo the
        modulus.
    whole
        A multiple of every denominator.
    most
        The upper limit: no fraction is larger.
    below
        Every modulus is smaller than `below`, and smaller than 2^31. If `below` is 2^20 or less,
        one large modulus, beyond these limits, takes the place of many small ones.

    >>> by_remainders(lambda modulus: [7 * pow(6, -1, modulus) % modulus], whole=36, most=2)
    [Fraction(7, 6)]
    """
    found, product = defaultdict[int, int](int), 1
    many, enough = min(below, 2**31), whole * (1 + most)
    largest = many if many > 2**20 else enough + 2
    while product <= enough:
        modulus = next(n for n in count(largest - 1, -1) if math.gcd(n, whole * product) == 1)
        back = pow(product, -1, modulus)
        for place, remainder in enumerate(remainders(modulus)):
            off = (remainder * whole - found[place]) * back % modulus
            found[place] += off * product
        product *= modulus
    return [Fraction(number, whole) for number in found.values()]


def outward(bounds: Iterable[AnyRational], places: int) -> tuple[str, str]:
    """Write bounds as decimals with so many places, rounded outward: these are bounds as well.

    >>> outward(Bounds(Fraction(-1, 3), Fraction(-1, 3)), 2)
    ('-0.34', '-0.33')
    """
    (low, high), unit = map(_fraction, bounds), 10**places
    below, above = Fraction(math.floor(low * unit), unit), Fraction(math.ceil(high * unit), unit)
    return decimal_text(below, places), decimal_text(above, places)


Mine = TypeVar("Mine", bound="ExactResult")
Solved = TypeVar("Solved")


class ExactResult:
    """A result with exact numbers: it keeps `Fraction`s, and gives `sympy.Rational`s."""

    _number: Callable[[Fraction | int], Any] = staticmethod(to_rational)

    @property
    def fractions(self) -> Self:
        """The same result with `fractions.Fraction`s as its numbers: quicker, and without sympy.

        Every number that is reached from there is a fraction as well, such as the value of a
        position. A result and its `fractions` have the same class. So a type checker takes a number
        for the union of both types; `isinstance` tells the two types apart.
        """
        self.__dict__.setdefault("_solved", {})
        same = copy(self)
        object.__setattr__(same, "_number", Fraction)
        return same

    def _once(self, name: str, solve: Callable[[], Solved]) -> Solved:
        """Return a result that is solved at the first call, and kept for both kinds of numbers."""
        solved: dict[str, Solved] = self.__dict__.setdefault("_solved", {})
        if name not in solved:
            solved[name] = solve()
        return solved[name]

    def _in_my_numbers(self, other: Mine) -> Mine:
        return other if self._number is to_rational else other.fractions

    def _in_numbers(self, value: Any) -> Any:
        if isinstance(value, ExactResult):
            return self._in_my_numbers(value)
        if isinstance(value, dict):
            return {key: self._in_numbers(each) for key, each in value.items()}
        if isinstance(value, tuple):
            several = map(self._in_numbers, value)
            return Bounds(*several) if isinstance(value, Bounds) else tuple(several)
        return None if value is None else self._number(value)

    def _fields(self, wanted: str) -> dict[str, Any]:
        from dataclasses import fields  # a result with fields has imported this module already

        kept, own = self.__dict__, vars(type(self))
        exact = {name: each for name, each in own.items() if isinstance(each, _Exact)}
        every = fields(self)  # type: ignore[arg-type]
        some = [f.name for f in every if f.repr and getattr(exact.get(f.name, f), wanted)]
        return {name: kept.get(f"_{name}", kept.get(name)) for name in some}

    def _key(self) -> tuple[Any, ...]:
        """Return the fields that determine the result; so no number is made for a comparison."""
        return tuple(self._fields("compare").values())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), self._key()))

    def __repr__(self) -> str:
        shown = self._fields("repr")
        if "variant" in shown:
            rules = shown.pop("variant")  # other rules are shown only where they differ from these
            others = {n: value for n, value in shown.items() if not _repeats(value, rules)}
            name = getattr(rules, "_name", None) and rules.name
            named = name and getattr(self, "name", name) == name  # a strategy has a name of its own
            shown = {**({"name": name} if named else {}), "variant": rules, **others}
        fields = ", ".join(name + _written(value) for name, value in shown.items())
        return f"{type(self).__name__}({fields})"


def _repeats(value: Any, rules: Any) -> bool:
    several = value if isinstance(value, tuple) and value else (value,)
    return all(each == rules for each in several)


def _written(value: Any) -> str:
    """Write the value of a field in a `repr`; bounds and long fractions become a decimal."""
    low, high = bounds_of(value)
    if isinstance(low, Fraction) and (low != high or len(str(low)) > MOST_SHOWN):
        return f"≈{decimal_text((low + high) / 2, 10)}"
    return f"={_in_repr(low)}"


def _in_repr(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_in_repr, value))}{',' * (len(value) == 1)})"
    return str(value) if isinstance(value, Fraction) else repr(value)


class _Exact:
    """A field of an `ExactResult`.

    The value of the field may be one number, `Bounds`, None or an `ExactResult`. It may also be a
    tuple or a dict of these.
    """

    compare = False

    def __init__(self, *, repr: bool = True) -> None:
        self.repr = repr

    def __set_name__(self, owner: type, name: str) -> None:
        self.of, self.kept = owner, f"_{name}"

    def __get__(self, result: Any, owner: type | None = None) -> Any:
        if result is None:
            if "__dataclass_fields__" not in vars(self.of):
                raise AttributeError(self.kept)  # so that the field of the dataclass has no default
            return self
        return result._in_numbers(result.__dict__[self.kept])

    def __set__(self, result: Any, value: Any) -> None:
        result.__dict__[self.kept] = value


exact: Any = _Exact  # `Any`, so that a field may be annotated with the type of its value


def fraction_text(value: AnyRational) -> str:
    return str(value if isinstance(value, (int, Fraction)) else _fraction(value))


def decimal_text(value: AnyRational, places: int) -> str:
    """Write an exact number as a decimal with so many places, rounded half to even.

    A number that is not 0 is never written as 0. Such a number gets as many places as its first
    digit needs.

    >>> decimal_text(Fraction(-1, 8), 2), decimal_text(Fraction(1, 3000), 2)
    ('-0.12', '0.0003')
    """
    value = _fraction(value)
    while not (units := round(abs(value) * 10**places)) and value:
        places += 1
    whole, part = divmod(units, 10**places)
    sign, decimals = "-" if value < 0 else "", f".{part:0{places}}" if places else ""
    return f"{sign}{whole}{decimals}"


def percent_text(value: AnyRational, places: int = 4) -> str:
    return decimal_text(_fraction(value) * 100, places)


def signed_decimal(value: AnyRational, places: int) -> str:
    """Write a number as `decimal_text` does; a number above 0 has a + in front."""
    return f"{'+' if _fraction(value) > 0 else ''}{decimal_text(value, places)}"


def signed_percent(change: AnyRational, places: int = 4) -> str:
    return f"{'+' if _fraction(change) > 0 else ''}{percent_text(change, places)}"


def percent_bounds(bounds: Iterable[AnyRational]) -> tuple[str, str]:
    return outward([_fraction(end) * 100 for end in bounds], places=10)


def decimal_texts(values: Sequence[AnyRational], places: int) -> list[str]:
    """Write exact numbers as decimals, with more places than `places` if two would look alike.

    >>> decimal_texts([Fraction(1, 3), Fraction(333, 1000), Fraction(1, 3)], 2)
    ['0.3333', '0.3330', '0.3333']
    """
    exact = list(map(_fraction, values))
    while len({*(texts := [decimal_text(value, places) for value in exact])}) < len({*exact}):
        places += 1
    return texts


def nearest(value: AnyRational) -> float | None:
    """Return the float nearest to an exact number; None beyond the range of floats."""
    try:
        return int(value.numerator) / int(value.denominator)
    except OverflowError:
        return None


def plain(value: Any) -> Any:
    """Return a value as plain data that JSON can hold.

    >>> plain([Fraction(1, 4), Bounds(0, None), (1, 2)])
    [{'exact': '1/4', 'approx': 0.25}, {'low': 0, 'high': None}, [1, 2]]
    """
    if isinstance(value, Bounds):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return list(map(plain, value))
    if isinstance(value, AnyRational) and not isinstance(value, int):
        return {"exact": fraction_text(value), "approx": nearest(value)}
    return value

"""The one gate for exact numbers: what comes in, and how it is written.

Inside the package an exact number is an `int` or a `fractions.Fraction`; what users get is a
`sympy.Rational`, made where they ask for one. The two hash differently although they compare equal,
and importing sympy takes longer than most commands do, so nothing inside makes one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from copy import copy
from fractions import Fraction
from numbers import Rational as AnyRational
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import sympy
    from numpy.typing import NDArray

__all__ = [
    "Bounds",
    "ExactResult",
    "Rational",
    "Rows",
    "Values",
    "decimal_text",
    "decimal_texts",
    "exact_record",
    "fraction_text",
    "outward",
    "parse_exact",
    "percent_bounds",
    "percent_text",
    "to_rational",
]

Rational: TypeAlias = "sympy.Rational"
"""What users get; annotations alone name it, so that nothing imports sympy."""

Rows: TypeAlias = "NDArray[np.int64]"
Values: TypeAlias = "NDArray[Any]"
"""Whole numbers, of type `int64` or `object` (Python integers)."""

_NUMBER = re.compile(r"([+-]?\d+)\s*[/:]\s*(\d+)|[+-]?(?:\d+\.?\d*|\.\d+)")
_LONGEST = 1000


def parse_exact(value: object) -> Fraction:
    """Read an exact number.

    Parameters
    ----------
    value
        A whole number, a fraction (of `fractions` or `sympy`), or text: `"2"`, `"3/2"`, `"3:2"`,
        `"1.5"`. Decimal text is exact; a float is not and is refused.

    Raises
    ------
    ValueError
        If `value` is anything else, or its denominator is 0. The text is the reason alone, for
        the caller to complete.

    Examples
    --------
    >>> parse_exact("3:2"), parse_exact("1.5"), parse_exact(2)
    (Fraction(3, 2), Fraction(3, 2), Fraction(2, 1))
    >>> parse_exact(1.5)
    Traceback (most recent call last):
        ...
    ValueError: a float is not exact; write it as text, such as '1.5' or '3/2'
    """
    if isinstance(value, float):
        raise ValueError("a float is not exact; write it as text, such as '1.5' or '3/2'")
    if isinstance(value, AnyRational) and not isinstance(value, bool):
        exact = _fraction(value)
        if max(abs(exact.numerator), exact.denominator) >= 10**_LONGEST:
            raise ValueError(f"longer than {_LONGEST} characters")
        return exact
    if not isinstance(value, str):
        raise ValueError("not a number")
    text = value.strip().replace("\N{MINUS SIGN}", "-")
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise ValueError("not an exact number")
    if len(text) > _LONGEST:
        raise ValueError(f"longer than {_LONGEST} characters")
    numerator, denominator = match.groups()
    if denominator is None:
        return Fraction(text)
    if int(denominator) == 0:
        raise ValueError("a denominator of 0")
    return Fraction(int(numerator), int(denominator))


def _fraction(value: AnyRational) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))


def to_rational(numerator: int | Fraction, denominator: int = 1) -> Rational:
    """Make the number that users get.

    Examples
    --------
    >>> to_rational(6, 4)
    3/2
    """
    import sympy

    value = Fraction(numerator, denominator)
    return sympy.Rational(value.numerator, value.denominator)


class Bounds(NamedTuple):
    """Two exact numbers with the one that is meant between them: proven, not estimated.

    Parameters
    ----------
    low, high
        It is at least the one, and at most the other.
    """

    low: Rational
    high: Rational


def outward(bounds: tuple[AnyRational, AnyRational], places: int) -> tuple[str, str]:
    """Write bounds as decimals that are bounds as well.

    Parameters
    ----------
    places
        How many digits stand behind the decimal point.

    Examples
    --------
    >>> outward(Bounds(Fraction(-1, 3), Fraction(-1, 3)), 2)
    ('-0.34', '-0.33')
    """
    low, high = map(_fraction, bounds)
    units = math.floor(low * 10**places), math.ceil(high * 10**places)
    below, above = (decimal_text(Fraction(unit, 10**places), places) for unit in units)
    return below, above


Result = TypeVar("Result", bound="ExactResult")


class ExactResult:
    """A result with exact numbers: it keeps `Fraction`s, and gives `sympy.Rational`s.

    Examples
    --------
    >>> from twoplayer import solve
    >>> solution = solve("classic")
    >>> type(solution.first_player_ev).__name__, type(solution.fractions.first_player_ev).__name__
    ('Rational', 'Fraction')
    """

    _number: Callable[[Fraction | int], Any] = staticmethod(to_rational)

    @property
    def fractions(self) -> Self:
        """The same result, whose numbers are `fractions.Fraction`s: quicker, and without sympy."""
        self.__dict__.setdefault("_solved", {})
        same = copy(self)
        object.__setattr__(same, "_number", Fraction)
        return same

    def _once(self, name: str, solve: Callable[[], Any], progress: Any = None) -> Any:
        """Return what is solved when it is first asked for, in whichever numbers."""
        solved: dict[str, Any] = self.__dict__.setdefault("_solved", {})
        if name not in solved:
            solved[name] = solve()
        elif progress:
            progress(1)
        return solved[name]

    def _in_my_numbers(self, other: Result) -> Result:
        return other if self._number is to_rational else other.fractions


def fraction_text(value: AnyRational) -> str:
    """Write an exact number as `p/q`, or as `p` where it is whole.

    Examples
    --------
    >>> fraction_text(Fraction(3, 2)), fraction_text(Fraction(2))
    ('3/2', '2')
    """
    return str(value if isinstance(value, (int, Fraction)) else _fraction(value))


def decimal_text(value: AnyRational, places: int) -> str:
    """Write an exact number as a decimal, rounded half to even.

    A number that is not 0 is never shown as 0: it gets as many places as its first digit needs.

    Parameters
    ----------
    places
        How many digits stand behind the decimal point.

    Examples
    --------
    >>> decimal_text(Fraction(-1, 8), 2), decimal_text(Fraction(1, 3000), 2)
    ('-0.12', '0.0003')
    """
    value = _fraction(value)
    while not (units := round(abs(value) * 10**places)) and value:
        places += 1
    sign = "-" if value < 0 else ""
    if not places:
        return f"{sign}{units}"
    whole, part = divmod(units, 10**places)
    return f"{sign}{whole}.{part:0{places}}"


def percent_text(value: AnyRational, places: int = 4) -> str:
    """Write stakes, or a chance, in percent, as `decimal_text` does.

    Examples
    --------
    >>> percent_text(Fraction(-1, 3)), percent_text(Fraction(1, 8), 1)
    ('-33.3333', '12.5')
    """
    return decimal_text(_fraction(value) * 100, places)


def percent_bounds(bounds: tuple[AnyRational, AnyRational], places: int = 10) -> tuple[str, str]:
    """Write bounds in stakes as percentages that are bounds as well."""
    low, high = (_fraction(end) * 100 for end in bounds)
    return outward((low, high), places)


def decimal_texts(values: Sequence[AnyRational], places: int) -> list[str]:
    """Write exact numbers as decimals, with as many places as it takes to tell them apart.

    Two texts are equal only where the numbers are.

    Parameters
    ----------
    places
        How many digits stand behind the decimal point, at least.

    Examples
    --------
    >>> decimal_texts([Fraction(1, 3), Fraction(333, 1000), Fraction(1, 3)], 2)
    ['0.3333', '0.3330', '0.3333']
    """
    exact = list(map(_fraction, values))
    while True:
        texts = [decimal_text(value, places) for value in exact]
        if len(set(texts)) == len(set(exact)):
            return texts
        places += 1


def exact_record(value: AnyRational) -> dict[str, str | float | None]:
    """Write an exact number as plain data: the number itself as text, and a float near it.

    The float is None where the number is beyond the range of floats.

    Examples
    --------
    >>> exact_record(Fraction(1, 8))
    {'exact': '1/8', 'approx': 0.125}
    """
    try:
        approx = int(value.numerator) / int(value.denominator)
    except OverflowError:
        return {"exact": fraction_text(value), "approx": None}
    return {"exact": fraction_text(value), "approx": approx}

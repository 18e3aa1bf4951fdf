r"""A number as people write it, read into the interval of exact numbers for which it is right.

A fraction or a whole number is exact. A decimal or a percentage is rounded: the exact number lies
within half a unit of its last digit. Every form is read into an interval of exact numbers, `low` to
`high`.

========================================  ======================================================
written                                   read as
========================================  ======================================================
``-1/250``, ``1⁄250``, ``\frac{1}{250}``    exactly that fraction
``3``, ``238 245``, ``238_245``             exactly that whole number
``-0.4012``, ``−0,4012``, ``-4.012e-3``     rounded to the last digit
``0.4012 %``, ``0.4 percent``, ``0.4 cents``  rounded; a hundredth of the number
``1 in 14``                               the reciprocal of a rounded number
``0.4012 ± 0.0003``, ``[0.40, 0.41]``       between these two ends
========================================  ======================================================
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from ..errors import too_long
from ..exact import MOST_DIGITS_READ, short_enough

_FLOAT_DIGITS = 15
"""A decimal with at least this many digits is taken for a float that a program has printed."""

_DASHES = dict.fromkeys(map(ord, "−–—‒‑﹣－"), "-")
_SPACES = dict.fromkeys(map(ord, "\N{NO-BREAK SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}"), " ")
_SUPERSCRIPTS = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")
_TYPED = (  # LaTeX, and signs that are typed in several characters, in the order of replacement
    (r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"\1/\2"),
    (r"\\num\s*\{([^{}]*)\}", r"\1"),
    (r"\\(?:[,;:! ]|thinspace|quad|left|right)|(?<=\S)~|\\[()]|\$", " "),
    (r"\{([,.])\}", r"\1"),
    (r"\\%", "%"),
    (r"\\pm|\+/-|\+-(?=\s*[\d.])", "±"),
    (r"\\(?:times|cdot)|[×·⋅]", "×"),
    (r"\^\{([^{}]*)\}", r"^\1"),
    (r"\\approx|≈|\b(?:about|approximately|approx\.|circa|ca\.)", "~"),
    (r"[⁄∕÷]", "/"),
)
_UNITS = {
    "percent": r"%|percent|per cent|pct\.?|prozent",
    "cents": r"cents?|ct|¢",
    "stakes": r"(?:of a )?stakes?",
    "points": r"points?",
}
_UNIT = re.compile("|".join(rf"(?P<{name}>{words})" for name, words in _UNITS.items()))
_DIGITS = r"\d[\d _'’]*|\d"
_BODY = rf"(?:{_DIGITS})?(?:[.,](?:{_DIGITS})?)*"
_ONE = re.compile(
    rf"(?P<sign>[+-]?)\s*(?P<body>{_BODY})(?:e(?P<e>[+-]?\d+)|\s*×\s*10\s*\^?\s*(?P<ten>[+-]?\d+))?"
)
_FRACTION = re.compile(rf"(?P<sign>[+-]?)\s*(?P<top>{_DIGITS})\s*[/:]\s*(?P<bottom>{_DIGITS})")
_IN = re.compile(r"(?P<sign>[+-]?)\s*(?P<some>[\d.,]+)\s+(?:in|out of|of)\s+(?P<all>[\d.,_' ]+)")


class Number(NamedTuple):
    """A claimed number: the exact numbers for which the claim is right.

    Parameters
    ----------
    text : str
        The number as it was written.
    low, high : Fraction
        The ends of the interval, in stakes, in points, or as a chance from 0 to 1. They are equal
        where the number is exact.
    unit : str
        The unit that was written: `"percent"`, `"cents"`, `"stakes"`, `"points"`, or `""`.
    form : str
        `"exact"`, `"rounded"`, or `"interval"` (where the text has the ends).
    step : Fraction
        One unit of the last digit; 0 for an exact number.
    otherwise : Number or None
        The number by another reading, where a comma may separate groups of digits.
    """

    text: str
    low: Fraction
    high: Fraction
    unit: str = ""
    form: str = "exact"
    step: Fraction = Fraction(0)
    otherwise: Number | None = None

    @property
    def middle(self) -> Fraction:
        """The middle of the interval: the written number itself, if the text is no interval."""
        return (self.low + self.high) / 2

    def holds(self, exact: Fraction) -> bool:
        """Tell whether an exact number lies in the interval, its ends included."""
        return self.low <= exact <= self.high

    def times(self, factor: Fraction) -> Number:
        """Return the number in another unit; with a factor below 0, also with the other sign."""
        low, high = sorted((self.low * factor, self.high * factor))
        return self._replace(low=low, high=high, step=abs(self.step * factor), otherwise=None)


def number_of(text: str, *, percent: bool = False, comma: bool = False) -> Number:
    r"""Read a number in any form that people write.

    Parameters
    ----------
    text : str
        The number, perhaps with its unit.
    percent : bool, default False
        Whether the number is in percent even without a sign, as below a heading in percent.
    comma : bool, default False
        Whether a comma is surely a decimal comma, as in a table with semicolons between cells.

    Returns
    -------
    Number

    Raises
    ------
    ValueError
        If the text has none of these forms. The message is the reason alone, for the caller to
        complete.

    Examples
    --------
    >>> number_of("-0,4 %")[1:5]
    (Fraction(-9, 2000), Fraction(-7, 2000), 'percent', 'rounded')
    >>> number_of(r"-\frac{1}{250}")[1:3]
    (Fraction(-1, 250), Fraction(-1, 250))
    >>> number_of("1 in 14").low
    Fraction(2, 29)
    >>> number_of("0.4012 ± 0.0003").high
    Fraction(803, 2000)
    """
    if reason := too_long(text):
        raise ValueError(reason)
    plain, unit = _unit_of(_tidy(text))
    if percent and not unit:
        unit = "percent"
    number = _read(plain, comma)
    if unit in ("percent", "cents") and re.search("[/:]", plain):
        raise ValueError(f"not a decimal; takes {unit} such as -0.4012")
    if unit in ("percent", "cents") and number.form == "exact":
        number = _rounded(number.low, Fraction(1))
    if unit in ("percent", "cents"):
        other = number.otherwise and number.otherwise.times(Fraction(1, 100))
        number = number.times(Fraction(1, 100))._replace(otherwise=other)
    return number._replace(text=written(text), unit=unit)


def written(text: str) -> str:
    """Return the text of a number, with a space before its percent sign."""
    return re.sub(r"\s*%$", " %", " ".join(text.split()))


def _tidy(text: str) -> str:
    """Return a text with each sign written in one way only."""
    text = re.sub(r"10([⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda m: "10^" + m[1].translate(_SUPERSCRIPTS), text)
    text = text.translate(_DASHES).translate(_SPACES)
    for pattern, plain in _TYPED:
        text = re.sub(pattern, plain, text)
    return " ".join(text.lower().split())


def _unit_of(text: str) -> tuple[str, str]:
    """Split a text into its number and its unit, which may stand at each end of an interval."""
    units = {match.lastgroup or "" for match in _UNIT.finditer(text)}
    if "percent" in units and text.endswith("of a stake"):
        units.discard("stakes")
    if len(units) > 1:
        raise ValueError("two units")
    plain = " ".join(_UNIT.sub(" ", text).split())
    if inside := re.fullmatch(r"\((.*)\)", plain):
        plain = inside[1].strip()
    return plain, "".join(units)


def _read(text: str, comma: bool) -> Number:
    about = text.startswith("~")
    text = text.removeprefix("~").strip()
    for read in (_fraction, _interval, _margin, _one_in):
        if number := read(text, comma):
            return number
    number = _one(text, comma)
    if about and number.form == "exact":
        return _rounded(number.low, Fraction(1))
    return number


def _fraction(text: str, comma: bool) -> Number | None:
    match = _FRACTION.fullmatch(text)
    if match is None:
        return None
    top, bottom = (int(_whole(match[part])) for part in ("top", "bottom"))
    if not bottom:
        raise ValueError("a denominator of 0")
    value = short_enough(Fraction(-top if match["sign"] == "-" else top, bottom))
    return Number(text, value, value)


def _interval(text: str, comma: bool) -> Number | None:
    """Read `[LOW, HIGH]`, `LOW to HIGH` or `at least LOW, at most HIGH`; None for other text."""
    if bounds := re.fullmatch(r"at least (.*?),? at most (.*)", text):
        text = f"{bounds[1]} to {bounds[2]}"
    match = re.fullmatch(r"\[(.*)\]", text)
    if match is None and " to " not in text:
        return None
    inside = match[1] if match else text
    between = next((mark for mark in (" to ", ";", ", ", ",") if mark in inside), ",")
    ends = inside.split(between)
    if len(ends) != 2:
        raise ValueError("not an interval; takes two ends, such as [0.40, 0.41]")
    low, high = (_read(end.strip(), comma).middle for end in ends)
    if low > high:
        raise ValueError("an interval that runs downwards")
    return Number(text, low, high, form="interval", step=high - low)


def _margin(text: str, comma: bool) -> Number | None:
    if "±" not in text:
        return None
    middle, margin = (_read(part.strip(), comma).middle for part in text.split("±", 1))
    if margin < 0:
        raise ValueError("a margin below 0")
    return Number(text, middle - margin, middle + margin, form="interval", step=2 * margin)


def _one_in(text: str, comma: bool) -> Number | None:
    """Read a chance such as `1 in 14`; None for other text. A first 1 alone is not rounded."""
    match = _IN.fullmatch(text)
    if match is None:
        return None
    some, every = (_one(match[part].strip(), comma) for part in ("some", "all"))
    every = every.otherwise or every  # a count of games has no decimals
    if some.low < 0 or every.middle <= 0:
        raise ValueError("not a chance")
    if some.middle != 1:  # the first number is a count as well, and rounded
        some = _rounded(some.middle, some.step or Fraction(1))
    # People round the second number: 1 in 14 may be 1 in 13.6.
    every = _rounded(every.middle, every.step or Fraction(1))
    if every.low <= 0:
        raise ValueError("not a chance")
    low, high = some.low / every.high, some.high / every.low
    number = Number(text, low, high, form="rounded", step=high - low)
    return number.times(Fraction(-1)) if match["sign"] == "-" else number


def _one(text: str, comma: bool) -> Number:
    """Read digits with a sign, a decimal mark and a power of ten, each of them optional."""
    match = _ONE.fullmatch(text)
    if match is None or not re.search(r"\d", match["body"]):
        raise ValueError("not a number")
    body, other = _decimal_point(match["body"], comma)
    power = int(match["e"] or match["ten"] or 0)
    if abs(power) > MOST_DIGITS_READ:
        raise ValueError(f"more than {MOST_DIGITS_READ} digits")
    sign = -1 if match["sign"] == "-" else 1
    number, *others = (
        _of_digits(each, sign, power, has_power=bool(match["e"] or match["ten"]))
        for each in (body, other)
        if each is not None
    )
    return number._replace(otherwise=others[0] if others else None)


def _of_digits(body: str, sign: int, power: int, *, has_power: bool) -> Number:
    """Read digits with at most one point, times a power of ten."""
    whole, point, part = body.partition(".")
    digits = f"{whole}{part}"
    value = short_enough(sign * Fraction(int(digits)) * Fraction(10) ** (power - len(part)))
    if not point and not has_power:
        return Number(body, value, value)
    step = Fraction(10) ** (power - len(part))
    if len(digits.lstrip("0")) >= _FLOAT_DIGITS:
        # The nearest float, a percentage of it, and the shortest text are each off by up to 2⁻⁵³.
        step = max(step, abs(value) / 2**50)
    return _rounded(value, step)


def _rounded(value: Fraction, step: Fraction) -> Number:
    return Number("", value - step / 2, value + step / 2, form="rounded", step=step)


def _decimal_point(body: str, comma: bool) -> tuple[str, str | None]:
    """Return digits with a point for decimals, and the digits by another reading, if any.

    Of a comma and a point the last one is the decimal mark. A mark that comes several times
    separates groups of digits. A single comma is a decimal mark; but in `1,234` it may separate
    groups as well.
    """
    commas, points = body.count(","), body.count(".")
    if commas and points:
        decimal = max(",.", key=body.rfind)
        grouping = ",."[decimal == ","]
        if body.count(decimal) > 1:
            raise ValueError("not a number")
        whole, _, part = body.partition(decimal)
        return f"{_grouped(whole, grouping)}.{_whole(part)}", None
    mark = "," if commas else "."
    if commas + points > 1:
        return _grouped(body, mark), None
    whole, point, part = body.partition(mark)
    read = _whole(whole) + ("." if point else "") + _whole(part, decimals=True)
    if mark == "," and not comma and re.fullmatch(r"[1-9]\d{0,2},\d{3}", body):
        return read, body.replace(",", "")
    return read, None


def _grouped(text: str, mark: str) -> str:
    if not re.fullmatch(rf"\d{{1,3}}(?:{re.escape(mark)}\d{{3}})+", text):
        raise ValueError("not a number")
    return text.replace(mark, "")


def _whole(text: str, *, decimals: bool = False) -> str:
    """Return digits without the marks between groups of three; `_` may stand anywhere."""
    text = text.strip().replace("_", "")
    groups = re.split(r"[ '’]", text)
    first, *others = groups
    if not others:
        return text
    *inner, last = others
    ragged = len(first) > 3 or any(len(each) != 3 for each in inner)
    ragged |= not 0 < len(last) <= 3 if decimals else len(last) != 3
    if ragged or (decimals and len(first) != 3):
        raise ValueError("digits in groups that are not of three")
    return "".join(groups)

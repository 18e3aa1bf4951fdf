"""Which rows of a table are wanted, and in what order: conditions on rules and results."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Self, TypeVar

from ..errors import InputError, one_of, shown
from ..exact import parse_exact
from ..variant.fields import FIELDS
from ..variant.variant import Variant

__all__ = ["Condition", "Selection"]

Member = TypeVar("Member", bound=tuple[Any, ...])
Made = TypeVar("Made")

_SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_CONDITION = re.compile(r"\s*([\w-]+)\s*(==?|!=|<=?|>=?)(.*)", re.DOTALL)
_TEXTS = ("name", "favoured")
_TAKES = "takes a rule or a result, a sign (=, !=, <, <=, >, >=) and a value, such as 'ties=push'"


class Condition(NamedTuple):
    """That a column of a row stands in some relation to a value.

    Parameters
    ----------
    column
        The name of a rule or of a result.
    sign
        One of `=`, `!=`, `<`, `<=`, `>`, `>=`.
    value
        A normal value of the rule; a number, or text, of a result.
    """

    column: str
    sign: str
    value: Any

    @classmethod
    def read(cls, text: str, results: Sequence[str]) -> Self:
        """Read a condition; a rule is spelled as anywhere.

        Parameters
        ----------
        text
            A column, a sign and a value.
        results
            The columns that are no rules.

        Raises
        ------
        InputError
            If it is none.

        Examples
        --------
        >>> Condition.read("clack-payout = 2.0", [])
        Condition(column='clack_payout', sign='=', value=Fraction(2, 1))
        """
        match = _CONDITION.fullmatch(text)
        if match is None:
            raise InputError(f"where: got {shown(text)}; {_TAKES}")
        column, sign = _column("where", match[1], results), match[2].replace("==", "=")
        try:
            value = _value(column, match[3].strip())
        except ValueError as error:
            raise InputError(f"where: {error}") from None
        if sign not in ("=", "!=") and not isinstance(value, (int, Fraction)):
            raise InputError(f"where: got {shown(text)}, of what has no order; takes = or !=")
        return cls(column, sign, value)

    def holds(self, value: Any) -> bool:
        """Tell whether a value is as it should be; what is absent is neither more nor less."""
        if value is None and self.sign not in ("=", "!="):
            return False
        return _SIGNS[self.sign](value, self.value)


@dataclass(frozen=True)
class Selection:
    """Which rows are wanted, and in what order.

    Parameters
    ----------
    conditions
        They all must hold.
    sort
        The column by which the rows ascend, or descend after a `-`; None: in the order they have.
    top
        How many rows are wanted, of those that come first; None: all.
    """

    conditions: tuple[Condition, ...] = ()
    sort: str | None = None
    top: int | None = None

    @classmethod
    def read(
        cls, where: Iterable[str], sort: str | None, top: int | None, results: Sequence[str]
    ) -> Self:
        """Read what was typed.

        Parameters
        ----------
        where, sort, top
            As typed.
        results
            The columns that are no rules.

        Raises
        ------
        InputError
            If something cannot be read.
        """
        if top is not None and top < 1:
            raise InputError(f"top: got {top}; takes a positive whole number")
        if sort is not None:
            sort = "-" * sort.startswith("-") + _column("sort", sort.removeprefix("-"), results)
        return cls(tuple(Condition.read(text, results) for text in where), sort, top)

    def of_members(self, members: Iterable[Member]) -> list[Member]:
        """Return the members, of names and variants, whose rules are as they should be.

        Those whose results are not need not be known for that.
        """
        rules = [condition for condition in self.conditions if condition.column in FIELDS]
        return [
            member
            for member in members
            if all(rule.holds(getattr(member[1], rule.column)) for rule in rules)
        ]

    def of(
        self,
        made: Iterable[Made],
        row: Callable[[Made], tuple[str, Variant, Mapping[str, Any]]],
    ) -> list[Made]:
        """Return what is wanted of some rows, in order.

        Parameters
        ----------
        made
            What the rows are of.
        row
            Returns the name, the rules and the results of one.

        Examples
        --------
        >>> some = [("a", Variant(), {"ev": 3}), ("b", Variant(tiles=8), {"ev": 1})]
        >>> [name for name, *_ in Selection(sort="ev").of(some, lambda each: each)]
        ['b', 'a']
        """
        rows = [(each, _cells(*row(each))) for each in made]
        kept = [
            (each, cells)
            for each, cells in rows
            if all(condition.holds(cells[condition.column]) for condition in self.conditions)
        ]
        if self.sort is not None:
            column = self.sort.removeprefix("-")
            kept.sort(key=lambda pair: _order(pair[1][column]), reverse=self.sort != column)
        return [each for each, _ in kept[: self.top]]


def _column(parameter: str, text: str, results: Sequence[str]) -> str:
    name = text.strip().replace("-", "_")
    if name in FIELDS or name in results:
        return name
    known = ", ".join([*FIELDS, *results])
    raise InputError(f"{parameter}: got {shown(text)}, an unknown column; takes {known}")


def _value(column: str, text: str) -> Any:
    if column in FIELDS:
        return FIELDS[column].read(column, text)
    if column == "name":
        return text
    if column == "favoured":
        return one_of(column, text.lower(), ("first", "second", "nobody"))
    try:
        return parse_exact(text)
    except ValueError as error:
        raise ValueError(f"{column}: got {shown(text)}, {error}; takes a number") from None


def _cells(name: str, variant: Variant, results: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is compared; a decimal is compared as it is written."""
    rules = {field: getattr(variant, field) for field in FIELDS}
    cells = {"name": name, **rules, **results}
    decimals = {
        column: parse_exact(value)
        for column, value in results.items()
        if isinstance(value, str) and column not in _TEXTS
    }
    return {**cells, **decimals}


def _order(value: Any) -> tuple[bool, bool, Any]:
    """Return what a value is sorted by: what is absent comes first, and sets by how many."""
    if isinstance(value, tuple):
        value = len(value), value
    elif value is not None and not isinstance(value, (int, float, Fraction)):
        value = str(value)
    return value is not None, isinstance(value, str), value

"""Which rows of a table are wanted, and in what order: conditions on rules and results."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Self, TypeVar

from ..errors import InputError, one_of, refused, shown, whole_number
from ..exact import parse_exact
from ..table import Column, To
from ..variant.beside import RULES
from ..variant.fields import FIELDS

Named = TypeVar("Named", bound=tuple[Any, ...])

_SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_CONDITION = re.compile(r"\s*([^=!<>]*[^=!<>\s])\s*(==?|!=|<=?|>=?)(.*)", re.DOTALL)
_SHORT = {"ev": "first_player_ev"}
_PERCENT = "_percent"
_TAKES = "takes a rule or a result, a sign (=, !=, <, <=, >, >=) and a value, such as 'ties=push'"


class Condition(NamedTuple):
    """That a column, of a rule or of a result, stands in some relation to a value."""

    column: str
    sign: str
    value: Any  # a normal value of the rule; a number, or text, of a result

    @classmethod
    def read(cls, text: str, columns: Mapping[str, Column]) -> Self:
        """Read a condition about rules, which are spelled as anywhere, and about columns.

        >>> Condition.read("clack-payout = 2.0", {})
        Condition(column='clack_payout', sign='=', value=Fraction(2, 1))
        """
        match = _CONDITION.fullmatch(text)
        if match is None:
            raise InputError(f"got {shown(text)}; {_TAKES}", of="where")
        column, sign = _column("where", match[1], columns), match[2].replace("==", "=")
        try:
            value = _value(column, match[3].strip())
        except ValueError as error:
            raise InputError(str(error), of="where") from None
        if sign not in ("=", "!=") and not isinstance(value, (int, Fraction)):
            raise refused("where", text, "= or !=", "of what has no order")
        return cls(column, sign, value)

    def holds(self, value: Any) -> bool:
        """Tell whether a value is as it should be; what is absent is neither more nor less."""
        if value is None and self.sign not in ("=", "!="):
            return False
        return _SIGNS[self.sign](value, self.value)


class Selection(NamedTuple):
    """Which rows of some columns are wanted: all conditions hold, and they are the first `top`."""

    columns: Mapping[str, Column]  # of what results have beside their rules, by name in CSV
    conditions: tuple[Condition, ...]
    sort: str | None  # the column by which the rows ascend, or descend after a `-`
    top: int | None

    @classmethod
    def read(
        cls, where: Iterable[str], sort: str | None, top: int | None, columns: Iterable[Column]
    ) -> Self:
        """Read what was typed about results with such columns."""
        results = {"name": Column("name")}
        results |= {name: c for c in columns if To.CSV in c.to for name in c.names}
        if top is not None:
            whole_number("top", top, 1)
        if sort is not None:
            sort = "-" * sort.startswith("-") + _column("sort", sort.removeprefix("-"), results)
        return cls(results, tuple(Condition.read(text, results) for text in where), sort, top)

    def of_members(self, members: Iterable[Named]) -> list[Named]:
        """Return the members, of names and variants, whose rules are as they should be.

        Those whose results are not need not be known for that.
        """
        rules = [condition for condition in self.conditions if condition.column in FIELDS]
        return [
            member
            for member in members
            if all(rule.holds(getattr(member[1], rule.column)) for rule in rules)
        ]

    def of(self, named: Iterable[Named]) -> list[Named]:
        """Return what is wanted of some results, each with a name, in order.

        >>> from twoplayer import solve
        >>> from twoplayer.game.fairness import EVS
        >>> some = [("a", solve("classic")), ("b", solve("clack-at-once"))]
        >>> [name for name, _ in Selection.read([], "-first_player_ev", None, EVS).of(some)]
        ['b', 'a']
        """
        kept = [
            each
            for each in named
            if all(
                condition.holds(self._cell(condition.column, each)) for condition in self.conditions
            )
        ]
        if self.sort is not None:
            column = self.sort.removeprefix("-")
            kept.sort(
                key=lambda each: _order(self._cell(column, each, rounded=False)),
                reverse=self.sort != column,
            )
        return kept[: self.top]

    def _cell(self, column: str, each: tuple[Any, ...], rounded: bool = True) -> Any:
        name, result = each
        if column in FIELDS:
            return getattr(result.variant, column)
        if column == "name":
            return name
        value = self.columns[column].record(result, rounded)[column]
        return Fraction(str(value)) if self.columns[column].unit and value is not None else value


def _column(parameter: str, text: str, columns: Mapping[str, Column]) -> str:
    """Return the name in CSV of what is named so, or as people read it, in capitals or not."""
    names = {name: name for name in (*FIELDS, *columns)}
    headings = {_plain(each.heading): each.name for each in (*RULES, *columns.values())}
    name = {**headings, **_SHORT, **names}.get(_plain(text), "")
    if "%" in text:
        name = f"{name.removesuffix(_PERCENT)}{_PERCENT}"
    if name in names:
        return name
    raise refused(parameter, text, ", ".join(names), "an unknown column")


def _plain(name: str) -> str:
    """Return a name, or a heading without its unit, as it is compared."""
    return re.sub(r"\W+", "_", name.replace("(%)", "").strip().lower())


def _value(column: str, text: str) -> Any:
    if column in FIELDS:
        return FIELDS[column].read(column, text)
    if column == "name":
        return text
    if column == "favoured":
        return one_of(column, text.lower(), ("first", "second", "nobody"))
    stakes = text.endswith("%") and not column.endswith(_PERCENT)
    try:
        return parse_exact(text.removesuffix("%")) / (100 if stakes else 1)
    except ValueError as error:
        raise refused(column, text, "a number", str(error)) from None


def _order(value: Any) -> tuple[bool, bool, Any]:
    """Return what a value is sorted by: what is absent comes first, and sets by how many."""
    if isinstance(value, tuple):
        value = len(value), value
    elif value is not None and not isinstance(value, (int, float, Fraction)):
        value = str(value)
    return value is not None, isinstance(value, str), value

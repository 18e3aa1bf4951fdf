"""What a command has found, for everybody who reads it, and which of its rows are wanted."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import starmap
from typing import Any, NamedTuple, Self

from ..errors import InputError, did_you_mean, one_of, refused, shown, whole_number
from ..exact import parse_exact
from ..tables import EITHER, Cells, Column, Table, To, always, column_named, note_text
from ..variant.columns import rules_beside
from ..variant.fields import FIELDS, Field
from ..variant.labels import rules_in_words
from ..variant.variant import Rules, Variant, rule_set_of
from ..words import markdown_text, parted, titled, to_json

_SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ALIKE = "=", "!="
MOST_ASKED = (*FIELDS, "name", "ev", "favoured", "games")
_CONDITION = re.compile(r"([^<>=!]+)(==?|!=|<=?|>=?)(.*)", re.DOTALL)


class Condition(NamedTuple):
    """A condition on a column, such as `tiles=9`: rows that fulfil it are wanted."""

    column: str
    sign: str
    value: str

    @classmethod
    def read(cls, text: str) -> Self:
        match = _CONDITION.fullmatch(text)
        if match is None:
            takes = "a rule or a result, a sign (=, !=, <, <=, >, >=) and a value"
            raise refused("where", text, f"{takes}, such as 'ties=push'")
        return cls(column_named(match[1]), match[2].replace("==", "="), match[3].strip())

    def __str__(self) -> str:
        return "".join(self)

    def holds(self, cell: Any, rule: Field | None = None) -> bool:
        none = self.value.lower() == "none"
        if rule is None and (cell is None or (none and not isinstance(cell, str))):
            return self.sign in _ALIKE and ((cell is None) == none) == (self.sign == "=")
        wanted = self._like(cell, rule)
        return (cell is not None or self.sign in _ALIKE) and _SIGNS[self.sign](cell, wanted)

    def _like(self, cell: Any, rule: Field | None) -> Any:
        """Read the value in the type of a cell: a rule, a number, yes or no, a text."""
        text = self.value
        try:
            if rule:
                value = rule.read(self.column, text)
            elif self.column == "favoured":
                value = one_of(self.column, text.lower(), ("first", "second", "nobody"))
            elif isinstance(cell, bool):
                value = FIELDS["immediate_clack"].read(self.column, text)
            elif isinstance(cell, (int, float, Fraction)):
                stakes = text.endswith("%") and not self.column.endswith("_percent")
                value = parse_exact(text.removesuffix("%")) / (100 if stakes else 1)
            else:
                value = text
        except InputError as error:
            raise InputError(str(error), of="where") from None
        except ValueError as error:
            raise refused("where", text, f"a number for {self.column}", str(error)) from None
        if self.sign not in _ALIKE and not isinstance(value, (int, Fraction)):
            raise refused("where", str(self), "= or !=", "of what has no order")
        return value


class Selection(NamedTuple):
    """Which rows are wanted, and in what order."""

    conditions: tuple[Condition, ...] = ()
    sort: str | None = None  # the column by which the rows ascend, or descend after a `-`
    top: int | None = None

    @classmethod
    def read(cls, where: Iterable[str], sort: str | None, top: int | None) -> Self:
        if top is not None:
            whole_number("top", top, 1)
        if sort is not None:
            descends = "-" if sort.startswith("-") else ""
            sort = f"{descends}{column_named(sort.removeprefix('-'))}"
        return cls(tuple(map(Condition.read, where)), sort, top)

    @property
    def of_results(self) -> Selection:
        kept = tuple(condition for condition in self.conditions if condition.column not in FIELDS)
        return self._replace(conditions=kept)

    def check(self, columns: Sequence[Column], with_chances: Sequence[Column] = ()) -> None:
        cells = self._known(_cells_by_name(columns), _cells_by_name(with_chances))
        for condition in self.conditions:
            if rule := cells[condition.column].rule:
                condition.holds(rule.default, rule)

    def of_variants(self, variants: Iterable[Variant]) -> list[Variant]:
        kept = list(variants)
        for condition in self.conditions:
            if rule := FIELDS.get(condition.column):
                kept = [
                    variant
                    for variant in kept
                    if condition.holds(getattr(variant, condition.column), rule)
                ]
        return kept

    def of(self, table: Table) -> Table:
        cells, rows = self._known(_cells_by_name(table.columns)), list(table.rows)
        for condition in self.conditions:
            cell = cells[condition.column]
            rows = [row for row in rows if cell.fulfils(condition, row)]
        if self.sort is not None:
            cell = cells[self.sort.removeprefix("-")]
            of = cell._replace(name=cell.name.removesuffix(f"_{cell.column.unit}")).of
            rows.sort(key=lambda row: _sort_value(of(row)), reverse=self.sort.startswith("-"))
        return table.of(rows[: self.top])

    def in_percent(self, table: Table) -> str:
        """Say how a condition that no row fulfils is written in percent, if some would then."""
        cells = _cells_by_name(table.columns)
        for condition in self.conditions:
            if (cell := cells.get(condition.column)) and cell.column.unit == "percent":
                meant = condition._replace(value=f"{condition.value.rstrip('%')}%")
                values = [cell.of(row) for row in table.rows]
                if any(map(meant.holds, values)) and not any(map(condition.holds, values)):
                    return f"{condition} is in stakes, or a chance; in percent it is '{meant}'."
        return ""

    def _known(
        self, cells: Mapping[str, _Cell], with_chances: Collection[str] = ()
    ) -> Mapping[str, _Cell]:
        """Return the cells by name; refuse conditions and an order by unknown columns."""
        asked = [("where", condition.column) for condition in self.conditions]
        if self.sort is not None:
            asked.append(("sort", self.sort.removeprefix("-")))
        for parameter, name in asked:
            if name not in cells:
                takes = ", ".join(column for column, cell in cells.items() if not cell.also)
                if name in with_chances:
                    raise refused(parameter, name, takes, "which needs --chances")
                if near := did_you_mean(name, cells):
                    raise InputError(f"got {shown(name)}, an unknown column; {near}", of=parameter)
                raise refused(parameter, name, takes, "an unknown column")
        return cells


ALL = Selection()
_OPTIMAL = "optimal"
"""What the best play is called, among strategies."""
ONLY = operator.itemgetter(0)


class _Cell(NamedTuple):
    """A column of cells by one of its names, to be compared with a condition."""

    column: Column
    name: str
    rule: Field | None = None
    also: bool = False  # it is another name of a column

    def of(self, row: Any) -> Any:
        if self.rule:
            return self.rule.parse(self.column.of(row))
        cells = self.column.record(row, rounded=True)
        written = cells[self.name]
        if written is None and self.column.ends == EITHER:  # the lower of two bounds stands for it
            written = cells[self.name.replace(self.column.name, f"{self.column.name}_low")]
        if written is None or not self.column.unit:
            return written
        return Fraction(str(written))

    def fulfils(self, condition: Condition, row: Any) -> bool:
        """Tell whether a row fulfils a condition; members of a family answer to its name as well.

        People read that name in each row, and programs the name of the member.
        """
        holds = condition.holds(self.of(row), self.rule)
        if self.name != "name" or condition.sign not in _ALIKE or not hasattr(row, "variant"):
            return holds
        of_family = condition.holds(rule_set_of(row.variant))
        return (holds or of_family) if condition.sign == "=" else (holds and of_family)


def _cells_by_name(columns: Sequence[Column]) -> dict[str, _Cell]:
    """Where every rule has a column these hold rules."""
    rules = FIELDS if {column.name for column in columns} >= {*FIELDS} else {}
    known: dict[str, _Cell] = {}
    for column in columns:
        if column.to != To.JSON:
            for name in column.names:
                known.setdefault(name, _Cell(column, name, rules.get(name)))
            if column.flat:
                known.setdefault(column.flat, _Cell(column, column.name, also=True))
    for column in columns:
        headed, percent = column_named(column.heading), f"{column.name}_percent"
        means = percent if percent in known else column.name
        for name, of in {headed: means, headed.removesuffix("_percent"): column.name}.items():
            if of in known:
                known.setdefault(name, known[of]._replace(also=True))
    for end in ("", "_percent"):
        if cell := known.get(f"first_player_ev{end}"):
            known.setdefault(f"ev{end}", cell)
    return known


def _sort_value(value: Any) -> tuple[bool, bool, Any]:
    """Put what is absent first, and sets by how many."""
    if isinstance(value, tuple):
        value = len(value), value
    elif value is not None and not isinstance(value, (int, float, Fraction)):
        value = str(value)
    return value is not None, isinstance(value, str), value


@dataclass(frozen=True)
class Answer:
    """Rows, and what stands in their place for some who read them."""

    table: Table
    text: Callable[[bool], str] | None = None  # on a terminal; with exact fractions, if wanted
    below: Sequence[str | Table] = ()  # what stands below the rows, in text or Markdown
    programs: Table | None = None  # the rows of CSV and JSON, where they are others
    json: Callable[[list[Cells]], object] | None = None  # of a single game: an object of its rows
    around: Callable[[Table, bool], str] | None = None  # what people read of selected rows
    right: bool = True  # whether what was claimed is so
    rules: Sequence[Column] = ()  # of all players, and what was asked: in every row, for programs
    # For people: whose rules are meant, where they are not alike, and who plays how.
    above: Mapping[str, str] = field(default_factory=dict)
    says_it: bool = False  # the text itself says what else stands above

    def of_players(self, *rules: Rules, asked: Mapping[str, Any] = {}) -> Self:
        """Have every row say of what it is: of which rules of each player, and what was asked.

        CSV gets a column for each rule, JSON an object of them, and people a title, unless all is
        as in the classic game, or a text in sentences says whose rules they are.
        """
        told = (Column(n, partial(always, value), to=To.PROGRAMS) for n, value in asked.items())
        above = {} if {*rules} == {Variant()} else rules_in_words(*rules)
        return replace(self, rules=[*rules_beside(*rules), *told], above=above)

    def in_game(self, *rules: Rules, rows: str, asked: Mapping[str, Any] = {}, **more: Any) -> Self:
        """Say the same as `of_players`; JSON is an object of that, of more, and of the rows."""
        of_rules = {column.name for column in rules_beside(*rules) if column.to & To.JSON}

        def json(cells: list[Cells]) -> object:
            own = [{name: row[name] for name in row if name not in of_rules} for row in cells]
            return {**more, rows: own}

        return replace(self.of_players(*rules, asked=asked), json=json)

    def of_play(self, first: str, second: str) -> Self:
        """Have people read how both play, in a title; unless both play as well as possible."""
        if (first, second) == (_OPTIMAL, _OPTIMAL):
            return self
        return replace(self, above={**self.above, "first plays": first, "second plays": second})

    def write(self, format: str, exact: bool = False, selection: Selection = ALL) -> str:
        """Return the answer in a format, of the rows that are wanted; a line break ends it."""
        return self._written(format, exact, selection).rstrip("\n") + "\n"

    def _written(self, format: str, exact: bool, selection: Selection) -> str:
        for_people = To[format.upper()] in To.PEOPLE
        table = self.table if for_people else self.programs or self.table
        if selection != ALL and format == "text" and self.around:
            return self.around(selection.of(table), exact)
        if not for_people:
            return self._for_programs(table, format, selection)
        if selection == ALL and format == "text" and self.text:
            text, told = self.text(exact), self.says_it
            return parted(self._above(format), text) if self.above and not told else text
        rows = selection.of(table).write(format, exact)
        above = self._above(format) if self.above else ""
        below: Sequence[str | Table] = self.below if selection == ALL else ()
        if not above and not (below and format in ("text", "markdown")):
            return rows
        more = (p.write(format) if isinstance(p, Table) else p for p in below)
        return parted(above, rows, *(more if format in ("text", "markdown") else ()))

    def _for_programs(self, table: Table, format: str, selection: Selection) -> str:
        """Write the rows with the rules of all players in front, unless each row has its own."""
        if format == "json" and self.json and selection == ALL:
            made = self.json(table.cells(To.JSON))
            same = Table(self.rules, [None]).cells(To.JSON) if self.rules else []
            return to_json({**same[0], **made} if same and isinstance(made, dict) else made)
        rows = selection.of(table)
        own = {column.name for column in rows.columns}
        beside = "name" in own  # each row has rules of its own
        same_too = [c for c in self.rules if c.name not in own or not (beside or c.to & To.JSON)]
        if format != "json" and same_too and not beside:
            columns = [c._replace(name=c.flat or c.name, value=c.of) for c in rows.columns]
            rows = replace(rows, columns=columns)
        return replace(rows, columns=[*same_too, *rows.columns]).write(format)

    def _above(self, format: str) -> str:
        if format == "text":
            return titled(self.above)
        lines = starmap("{}: {}".format, self.above.items())
        if format == "markdown":
            return "\n".join(f"- {markdown_text(line)}" for line in lines)
        return "\n".join(note_text(line, format) for line in lines)

"""The answer of a command, for people and for programs, and the selection of its rows."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import chain, starmap
from typing import Any, NamedTuple, Self

from ..errors import InputError, did_you_mean, one_of, refused, shown, whole_number
from ..exact import decimal_text, parse_exact
from ..tables import (
    AS_USUAL,
    EITHER,
    Cells,
    Column,
    Decimals,
    Form,
    Table,
    To,
    always,
    column_named,
    note_text,
    source_text,
)
from ..variant.columns import SECOND_RULES, rules_beside
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
    """A condition on a column, such as `tiles=9`, which wanted rows fulfil."""

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
        """Read the condition's value in the type of a cell: a rule, a number, yes or no, a text."""
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
    """The wanted rows, their order, and their wanted columns."""

    conditions: tuple[Condition, ...] = ()
    sort: str | None = None  # the column by which the rows ascend, or descend after a `-`
    top: int | None = None
    columns: tuple[str, ...] = ()  # empty: all

    @classmethod
    def read(
        cls, where: Iterable[str], sort: str | None, top: int | None, columns: str | None = None
    ) -> Self:
        if top is not None:
            whole_number("top", top, 1)
        if sort is not None:
            descends = "-" if sort.startswith("-") else ""
            sort = f"{descends}{column_named(sort.removeprefix('-'))}"
        chosen = () if columns is None else tuple(map(column_named, columns.split(",")))
        for place, name in enumerate(chosen):
            if not name or name in chosen[:place]:
                wrong = f"{shown(name)} twice" if name else "a name that is empty"
                takes = "names or headings of columns, each once, with commas between them"
                raise refused("columns", columns, takes, wrong)
        return cls(tuple(map(Condition.read, where)), sort, top, chosen)

    @property
    def of_results(self) -> Selection:
        kept = tuple(condition for condition in self.conditions if condition.column not in FIELDS)
        return self._replace(conditions=kept)

    def check(self, columns: Sequence[Column], with_chances: Sequence[Column] = ()) -> None:
        every = _cells_by_name(columns)
        of_both = [*columns, *SECOND_RULES]  # a table has these if players' rules differ
        cells = self._known(every, _cells_by_name(with_chances), _whole(of_both))
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

    def with_columns(self, table: Table, rules: Sequence[Column] = ()) -> Table:
        """Return a table with the wanted columns: its own, and those of rules beside them."""
        every = [*table.columns, *rules]
        cells = self._known(_cells_by_name(every), whole=_whole(every))
        columns: dict[str, list[Column]] = {}
        for name in self.columns:
            found = cells[name].alone(every)
            if found[0].key in columns:
                raise refused("columns", name, "each column once", "which is named before")
            columns[found[0].key] = found
        return replace(table, columns=[*chain(*columns.values())], narrow=None)

    def in_percent(self, table: Table) -> str:
        """Say how to write a condition in percent, where rows fulfil it in percent alone."""
        cells = _cells_by_name(table.columns)
        for condition in self.conditions:
            if (cell := cells.get(condition.column)) and cell.column.unit == "percent":
                meant = condition._replace(value=f"{condition.value.rstrip('%')}%")
                values = [cell.of(row) for row in table.rows]
                if any(map(meant.holds, values)) and not any(map(condition.holds, values)):
                    return f"{condition} is in stakes, or a chance; in percent it is '{meant}'."
        return ""

    def _known(
        self,
        cells: Mapping[str, _Cell],
        with_chances: Collection[str] = (),
        whole: Mapping[str, _Cell] | None = None,
    ) -> Mapping[str, _Cell]:
        """Return the cells by name; refuse unknown columns. `whole` has more, for --columns."""
        asked = [("where", condition.column) for condition in self.conditions]
        if self.sort is not None:
            asked.append(("sort", self.sort.removeprefix("-")))
        if whole is not None:
            asked += [("columns", name) for name in self.columns if name not in whole]
        for parameter, name in asked:
            if name not in cells:
                takes = ", ".join(column for column, cell in cells.items() if not cell.also)
                if name in with_chances:
                    raise refused(parameter, name, takes, "which needs --chances")
                if near := did_you_mean(name, cells):
                    raise InputError(f"got {shown(name)}, an unknown column; {near}", of=parameter)
                raise refused(parameter, name, takes, "an unknown column")
        return {**(whole or {}), **cells}


ALL = Selection()
_OPTIMAL = "optimal"
"""The name of optimal play among strategies."""
ONLY = operator.itemgetter(0)


class _Cell(NamedTuple):
    """A column of cells by one of its names, to be compared with a condition."""

    column: Column
    name: str
    rule: Field | None = None
    also: bool = False  # the name is another name of a column

    def of(self, row: Any) -> Any:
        if self.rule:
            return self.rule.parse(self.column.of(row))
        cells = self.column.record(row, rounded=True)
        written = cells[self.name]
        if written is None and self.column.ends == EITHER:  # the lower bound stands for the value
            written = cells[self.name.replace(self.column.name, f"{self.column.name}_low")]
        if written is None or not self.column.unit:
            return written
        return Fraction(str(written))

    def alone(self, columns: Iterable[Column]) -> list[Column]:
        """Return the columns of that name, so that every kind of reader gets one of them.

        Of several columns for the same reader the first is taken: the dice of a roll come before
        the rule `dice`.
        """
        alike = [c for c in columns if c.name == self.column.name and c.to != To.JSON]
        missed = To.ALL
        for one in alike:
            missed &= ~one.to
        found, free = [], To.ALL
        for one in alike:
            to, missed = (one.to | missed) & free, To(0)
            free &= ~to
            whole = one._replace(value=one.of, to=to, gives_way=False)
            shown = one.shown or (Decimals(decimal_text, 4) if one.unit else None)
            only = whole._replace(only=self.name, shown=shown)  # a decimal, or one of two bounds
            if to:
                found.append(whole if self.name == one.name else only)
        return found

    def fulfils(self, condition: Condition, row: Any) -> bool:
        """Tell whether a row fulfils a condition; members of a family have its name as well.

        People read the family's name in each row, and programs read the member's name.
        """
        holds = condition.holds(self.of(row), self.rule)
        if self.name != "name" or condition.sign not in _ALIKE or not hasattr(row, "variant"):
            return holds
        of_family = condition.holds(rule_set_of(row.variant))
        return (holds or of_family) if condition.sign == "=" else (holds and of_family)


def _cells_by_name(columns: Sequence[Column]) -> dict[str, _Cell]:
    """Return the cells by name; where every rule has a column, these columns hold rules."""
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


def _whole(columns: Iterable[Column]) -> dict[str, _Cell]:
    """Return columns by their own names; columns of bounds have no cell of this name."""
    return {c.name: _Cell(c, c.name, also=True) for c in columns if c.to != To.JSON}


def _sort_value(value: Any) -> tuple[bool, bool, Any]:
    """Return a key for sorting: absent values come first, and sets are sorted by their size."""
    if isinstance(value, tuple):
        value = len(value), value
    elif value is not None and not isinstance(value, (int, float, Fraction)):
        value = str(value)
    return value is not None, isinstance(value, str), value


@dataclass(frozen=True)
class Answer:
    """Rows, and the texts that stand in their place for some readers."""

    table: Table
    text: Callable[[bool], str] | None = None  # for people; with exact fractions if True
    below: Sequence[str | Table] = ()  # below the rows, in text or Markdown
    programs: Table | None = None  # the rows of CSV and JSON, where they differ
    json: Callable[[list[Cells]], object] | None = None  # an object made of the rows
    around: Callable[[Table, bool], str] | None = None  # the text with selected rows
    right: bool = True  # whether all claims are right
    # For programs, in every row: the rules of all players, and what was asked.
    rules: Sequence[Column] = ()
    # For people: the players' rules, unless all are as in the classic game, and their strategies.
    above: Mapping[str, str] = field(default_factory=dict)
    whose: Mapping[str, str] = field(default_factory=dict)  # the players' rules in any case
    says_it: bool = False  # the text itself has what would stand above

    def of_players(self, *rules: Rules, asked: Mapping[str, Any] = {}) -> Self:
        """Put the rules of each player, and what was asked, into every row.

        CSV gets a column for each rule, and JSON an object of rules. People get a title, unless all
        rules are as in the classic game, or a text in sentences tells the rules.
        """
        told = (Column(n, partial(always, value), to=To.PROGRAMS) for n, value in asked.items())
        whose = rules_in_words(*rules)
        above = {} if {*rules} == {Variant()} else whose
        return replace(self, rules=[*rules_beside(*rules), *told], above=above, whose=whose)

    def in_game(self, *rules: Rules, rows: str, asked: Mapping[str, Any] = {}, **more: Any) -> Self:
        """Do as `of_players`; JSON is an object of the rules, of `more`, and of the rows."""
        of_rules = {column.name for column in rules_beside(*rules) if column.to & To.JSON}

        def json(cells: list[Cells]) -> object:
            own = [{name: row[name] for name in row if name not in of_rules} for row in cells]
            return {**more, rows: own}

        return replace(self.of_players(*rules, asked=asked), json=json)

    def of_play(self, first: str, second: str) -> Self:
        """Give people a title with both players' strategies, unless both play optimally."""
        if (first, second) == (_OPTIMAL, _OPTIMAL):
            return self
        return replace(self, above={**self.above, "first plays": first, "second plays": second})

    def write(
        self,
        format: str,
        exact: bool = False,
        selection: Selection = ALL,
        form: Form = AS_USUAL,
        source: Mapping[str, str] = {},
    ) -> str:
        """Return the answer in a format; a line break ends it, unless it is empty.

        Parameters
        ----------
        format, exact, form
            As of `Table.write`.
        selection
            The rows and columns that are wanted.
        source
            The origin of rows beside their rules, such as a version.
        """
        if source:
            form = form._replace(source=self._source(source))
        text = self._written(format, exact, selection, form).rstrip("\n")
        return f"{text}\n" if text else ""

    def _source(self, source: Mapping[str, str]) -> list[Column]:
        columns: dict[str, Callable[[Any], str | None]]
        columns = {name: partial(always, text) for name, text in source.items()}
        rows = (self.programs or self.table).rows
        if self.whose:
            columns["rules"] = partial(always, _said(self.whose))
        elif any(hasattr(row, "variant") for row in rows):
            columns["rules"] = _rules_of
        return [Column(f"source_{n}", value, n, to=To.PROGRAMS) for n, value in columns.items()]

    def _written(self, format: str, exact: bool, selection: Selection, form: Form) -> str:
        for_people = To[format.upper()] in To.PEOPLE
        chosen = bool(selection.columns)
        table = self.table if for_people and not chosen else self.programs or self.table
        told = source_text(form.told([*table.rows]), format) if form.source and for_people else ""
        usual = selection == ALL and not form.alone
        if format == "text" and self.around and not (usual or chosen or form.alone):
            return parted(self.around(selection.of(table), exact), told)
        if not for_people:
            return self._for_programs(table, format, selection, form)
        if usual and format == "text" and self.text:
            above = self._above(format) if self.above and not self.says_it else ""
            return parted(above, self.text(exact), told) if above or told else self.text(exact)
        rows = selection.of(table)
        if chosen:
            rows = selection.with_columns(rows, self.rules)
        if self.above and format == "latex" and (form.caption or form.label):
            lines = "\n\n".join(starmap("{}: {}".format, self.above.items()))
            return rows.noted(lines).write(format, exact, form)
        written = rows.write(format, exact, form)
        above = self._above(format) if self.above else ""
        below: Sequence[str | Table] = ()
        if usual and format in ("text", "markdown"):
            below = self.below
        if not above and not below:
            return written
        if told and below:  # below all others
            written = rows.write(format, exact, form._replace(source=()))
            below = [*below, told]
        more = (p.write(format) if isinstance(p, Table) else p for p in below)
        return parted(above, written, *more)

    def _for_programs(self, table: Table, format: str, selection: Selection, form: Form) -> str:
        """Write the rows with the rules of all players in front, unless each row has its own."""
        if format == "json" and self.json and selection == ALL:
            made = self.json(table.cells(To.JSON))
            if isinstance(made, dict):
                same = Table(self.rules, [None]).cells(To.JSON) if self.rules else [{}]
                source = Table(form.source, [*table.rows[:1], None]).cells(To.JSON)
                made = {**same[0], **made, **source[0]}
            return to_json(made)
        rows, flat = selection.of(table), To[format.upper()] is To.CSV
        own = {column.name for column in rows.columns}
        beside = "name" in own  # each row has its rules
        same_too = [c for c in self.rules if c.name not in own or not (beside or c.to & To.JSON)]
        if selection.columns:
            rows = selection.with_columns(rows, self.rules)
        if flat and same_too and not beside:
            columns = [c._replace(name=c.flat or c.name, value=c.of) for c in rows.columns]
            rows = replace(rows, columns=columns)
        if not selection.columns:
            rows = replace(rows, columns=[*same_too, *rows.columns])
        return rows.write(format, form=form)

    def _above(self, format: str) -> str:
        if format == "text":
            return titled(self.above)
        lines = starmap("{}: {}".format, self.above.items())
        if format == "markdown":
            return "\n".join(f"- {markdown_text(line)}" for line in lines)
        return "\n".join(note_text(line, format) for line in lines)


def _said(rules: Mapping[str, str]) -> str:
    """Write the rules of all players in a line."""
    first, *others = rules.values() if len(rules) == 1 else starmap("{}: {}".format, rules.items())
    return "; ".join([first, *others])


def _rules_of(row: Any) -> str | None:
    """Write the rules of a row; None where a row has none."""
    if (variant := getattr(row, "variant", None)) is None:
        return None
    return _said(rules_in_words(variant, getattr(row, "second_variant", None) or variant))

"""Columns of a result, declared once; every form of the result is made from these columns.

Some forms are for people, and some for programs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto
from fractions import Fraction
from functools import partial
from html import escape
from numbers import Rational as AnyRational
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, SupportsIndex, TypeVar, overload

from .errors import InputError, one_of
from .exact import MOST_SHOWN, Bounds, bounds_of, decimal_text, fraction_text, nearest, percent_text
from .latex import Float, latex_text
from .words import cell_text, fits, markdown_text, paragraph, parted, render

if TYPE_CHECKING:
    import pandas as pd

_MOST_ROWS, _FIRST_ROWS = 60, 50  # a result with more than 60 rows shows the first 50
_FORMATS = ("text", "markdown", "csv", "tsv", "json", "jsonl", "latex", "html")
BOUNDED = "_low", "_high"  # the ends of the names of the two numbers of `Bounds` in a flat row
EITHER = "", *BOUNDED  # for a value that is exact or `Bounds`; an exact one is its own bounds

Cells = dict[str, Any]


class To(Flag):
    """The readers of a column, by the formats of the rows."""

    TEXT = auto()
    MARKDOWN = auto()
    LATEX = auto()
    HTML = auto()
    PEOPLE = TEXT | MARKDOWN | LATEX | HTML
    EXACTLY = auto()  # people who ask for exact numbers
    CSV = TSV = auto()  # and records in Python, which have the same flat rows
    JSON = JSONL = auto()  # an object for each row
    PROGRAMS = CSV | JSON  # with exact numbers and the names of columns
    ALL = PEOPLE | PROGRAMS


class Column(NamedTuple):
    """A column of a table: its name, its value in a row, and its form for people.

    A column of exact numbers or of `Bounds` has a unit. In a flat row a decimal stands beside each
    exact number, and the two numbers of `Bounds` are columns of their own.
    """

    name: str
    value: Callable[[Any], Any] | None = None  # of a row; None: the row's item or field `name`
    title: str = ""  # the heading for people, where the heading is not the name
    shown: Callable[[Any], Any] | None = None  # the value's form for people; None: the value
    to: To = To.ALL
    flat: str = ""  # the column's name in a flat row, if a rule already has the other name
    width: int | None = None  # the most characters in text; longer cells are wrapped
    gives_way: bool = False  # left out in text, if the table is too wide for a terminal
    unit: str = ""  # of exact numbers: "percent" of a stake or of all, or "approx" without a factor
    ends: Sequence[str] = ("",)  # the ends of names of exact numbers: for bounds BOUNDED or EITHER
    read: Callable[[str], Any] = str  # the value of a cell of CSV
    only: str = ""  # the only name, among the column's names, that programs get; empty: all names
    digits: int | None = None  # decimal places, if the user has asked for a number of places

    def of(self, row: Any) -> Any:
        """Return the value in a row, before the value takes the form for a reader."""
        if self.value:
            return self.value(row)
        return row[self.name] if isinstance(row, dict) else attrgetter(self.name)(row)

    def cell(self, row: Any) -> Any:
        """Return the value in a row as people read it: None, or the result of `shown`."""
        value = self.of(row)
        if self.digits is not None and isinstance(value, float):
            return decimal_text(Fraction(value), self.digits)
        return value if value is None or self.shown is None else self.shown(value)

    @property
    def heading(self) -> str:
        return self.title or self.name.replace("_", " ")

    @property
    def key(self) -> str:
        """The column's own name among the columns: `only` if given, otherwise `name`."""
        return self.only or self.name

    @property
    def names(self) -> list[str]:
        """The names of the column's cells in a flat row, in the order of `record`."""
        return [self.only] if self.only else self._every_name(self.unit)

    def _every_name(self, unit: str) -> list[str]:
        units = ("", f"_{unit}") if unit else ("",)
        return [self.name + end + unit for end in self.ends for unit in units]

    def exactly(self) -> Column:
        """Return a column of the same numbers as fractions, for people who ask for exact ones."""
        heading = f"{' '.join(self.heading.partition('(')[0].split())}, exact"
        shown = partial(_text, fraction_text)
        return Column(f"{self.name} exactly", self.of, heading, shown, To.EXACTLY)

    def to_digits(self, digits: int) -> Column:
        """Return the column with so many decimal places for people, if the column has decimals."""
        if not isinstance(self.shown, Decimals):
            return self
        return self._replace(shown=replace(self.shown, places=digits))

    def record(self, row: Any, rounded: bool = False) -> Cells:
        """Return the cells of a flat row: an exact number as text, then the nearest float.

        If `rounded`, as in CSV, a percentage has four places or those of `shown` if they are more.
        With `digits` every decimal has so many places.
        """
        value = self.of(row)
        if not self.unit:
            return {self.name: self._rounded(value) if rounded else value}
        cells: list[Any] = []
        for number in self._numbers(value):
            cells.append(fraction_text(number) if isinstance(number, AnyRational) else number)
            cells.append(self._decimal(number, rounded))
        return self._wanted(dict(zip(self._every_name(self.unit), cells, strict=True)))

    def framed(self, row: Any) -> Cells:
        """Return the cells of a row of a data frame: an exact number as a float, then as text."""
        value = self.of(row)
        if not self.unit:
            return {self.name: value}
        cells: Cells = {}
        for name, number in zip(self._every_name(""), self._numbers(value), strict=True):
            exact = isinstance(number, AnyRational)
            cells[name] = nearest(number) if exact else math.nan
            if self.unit == "percent":
                cells[f"{name}_percent"] = nearest(100 * number) if exact else math.nan
            cells[f"{name}_exact"] = fraction_text(number) if exact else None
        return cells

    def _numbers(self, value: Any) -> list[Any]:
        """Return the exact numbers of a value, one for each item of `ends`."""
        exact = None if isinstance(value, Bounds) else value
        return [*map(dict(zip(EITHER, (exact, *bounds_of(value)), strict=True)).get, self.ends)]

    def _wanted(self, cells: Cells) -> Cells:
        return {self.only: cells[self.only]} if self.only else cells

    def _decimal(self, number: Any, rounded: bool = False) -> str | float | None:
        if not isinstance(number, AnyRational):
            return None
        if self.unit != "percent":
            return self._rounded(nearest(number)) if rounded else nearest(number)
        in_percent: Any = 100 * number
        if not rounded:
            return nearest(in_percent)
        places = self.shown.places if isinstance(self.shown, Decimals) else 4
        return decimal_text(in_percent, max(4, places) if self.digits is None else self.digits)

    def _rounded(self, value: Any) -> Any:
        """Return a float with `digits` decimal places, and any other value unchanged."""
        if self.digits is None or not isinstance(value, float):
            return value
        return decimal_text(Fraction(value), self.digits)

    def json(self, row: Any) -> Cells:
        """Return the cells of a row for JSON: the value, and its percentage if the unit is percent.

        A value that may be exact or `Bounds` has a cell for each item of `ends`. So each cell has
        the same type in all rows. In a column of bounds an exact value becomes bounds as well.
        """
        value = self.of(row)
        if self.only or tuple(self.ends) == EITHER:
            cells: Cells = {}
            for name, number in zip(self._every_name(""), self._numbers(value), strict=True):
                cells[name] = self._of_one_type(number)
                cells[f"{name}_{self.unit}"] = self._decimal(number)
            return self._wanted(cells)
        if tuple(self.ends) == BOUNDED and value is not None:
            value = Bounds(*map(self._of_one_type, bounds_of(value)))
        value = self._of_one_type(value)
        if self.unit != "percent":
            return {self.name: value}
        bounded: Any = isinstance(value, Bounds) and Bounds(*map(self._decimal, value))
        return {self.name: value, f"{self.name}_percent": bounded or self._decimal(value)}

    def _of_one_type(self, value: Any) -> Any:
        """Return a whole number with a unit as a fraction, the type that other rows have."""
        return Fraction(value) if self.unit and isinstance(value, int) else value


def always(value: Any, row: Any) -> Any:
    """Return the same value for every row: `partial(always, value)` makes a column of one value."""
    return value


def column_named(name: str) -> str:
    """Return the name of a column that is typed as `EV (%)`, `clack-payout` or `a tie`."""
    return re.sub(r"\W+", "_", name.replace("(%)", " percent")).strip("_").lower()


def source_text(lines: Sequence[str], format: str) -> str:
    """Write the source of rows for people: in text as lines, otherwise in a comment.

    >>> print(source_text(["version: 0.5.0", "command: twoplayer fair --> a"], "markdown"))
    <!--
    version: 0.5.0
    command: twoplayer fair --&gt; a
    -->
    """
    if format == "text" or not lines:
        whole = "command: "  # a command stays on one line, so that readers can copy it
        return "\n".join(each if each.startswith(whole) else paragraph(each) for each in lines)
    if format == "latex":
        return "".join(f"% {line}\n" for line in lines)
    return "\n".join(["<!--", *(line.replace("-->", "--&gt;") for line in lines), "-->"])


def note_text(text: str, format: str) -> str:
    r"""Write paragraphs beside the rows of a format for people.

    >>> print(note_text("Ties < wins.\n\nIn percent (%).", "latex"))
    \par\noindent Ties \ensuremath{<} wins.
    <BLANKLINE>
    \par\noindent In percent (\%).
    """
    write: Mapping[str, Callable[[str], str]] = {
        "text": paragraph,
        "markdown": str,
        "html": lambda each: f"<p>{escape(each, quote=False)}</p>",
        "latex": lambda each: rf"\par\noindent {latex_text(each)}",
    }
    return "\n\n".join(map(write[format], text.split("\n\n")))


@dataclass(frozen=True)
class Decimals:
    """A form of exact numbers, and of both ends of `Bounds`, for people: decimals.

    Attributes
    ----------
    write : callable
        A function that writes a number with so many decimal places: `write(number, places)`.
    places : int
        The number of decimal places.
    apart : bool, default True
        Whether `write` gets each of two bounds by itself. False: `write` gets the `Bounds`.
    """

    write: Callable[[Any, int], str]
    places: int
    apart: bool = True

    def __call__(self, value: Any) -> str:
        if not self.apart:
            return self.write(value, self.places)
        return _text(lambda number: self.write(number, self.places), value)


def _text(write: Callable[[Any], str], value: Any) -> str:
    """Write an exact number, or both bounds; two bounds that look alike are written once."""
    ends = value if isinstance(value, Bounds) else (value,)
    return " to ".join(dict.fromkeys(map(write, ends)))


def decimal(name: str, title: str = "", places: int = 4, **more: Any) -> Column:
    return Column(name, title=title, shown=Decimals(decimal_text, places), unit="approx", **more)


def percent(name: str, title: str = "", places: int = 4, **more: Any) -> Column:
    return Column(name, title=title, shown=Decimals(percent_text, places), unit="percent", **more)


class Form(NamedTuple):
    """The looks of rows beyond their format.

    Attributes
    ----------
    digits : int, optional
        The number of decimal places for people, and in CSV and TSV. Exact numbers stay exact, and
        in JSON decimals have all their digits.
    caption : str
        A caption, for people.
    label : str
        A label for LaTeX, such as `tab:evs`. With a caption or a label the table floats.
    command : str
        The command that made the rows. LaTeX has the command in a comment if no source is given.
    source : sequence of Column
        The source of the rows, such as the version and the rules. For programs these are columns.
        For people each different cell is written once: in text below the rows, otherwise in a
        comment.
    """

    digits: int | None = None
    caption: str = ""
    label: str = ""
    command: str = ""
    source: Sequence[Column] = ()

    @property
    def alone(self) -> bool:
        """Whether the user wants the rows of a table, and not sentences with the same content."""
        return self.digits is not None or bool(self.caption)

    def told(self, rows: Sequence[Any]) -> list[str]:
        """Return the source of rows, a line for each column of `source`."""
        lines = []
        for column in self.source:
            cells = dict.fromkeys(map(column.of, rows or [None]))
            told = [" ".join(cell.split()) for cell in cells if cell is not None]
            heading = column.heading if len(told) < 2 else "rule sets"  # only rules differ by row
            lines += [f"{heading}: {'; '.join(told)}"] if told else []
        return lines


AS_USUAL = Form()


@dataclass(frozen=True)
class Table:
    """Rows and their columns; `write` makes text of any format from them."""

    columns: Sequence[Column]
    rows: Sequence[Any]
    title: str = ""  # above the table in a notebook, and where `print` shows the table
    note: str = ""  # below the rows, for people
    narrow: Table | None = None  # another table, for a terminal that is too narrow for this one

    def write(self, format: str, exact: bool = False, form: Form = AS_USUAL) -> str:
        """Write the rows in a format.

        Parameters
        ----------
        format : str
            `"text"`, `"markdown"`, `"csv"`, `"tsv"`, `"json"`, `"jsonl"`, `"latex"` or `"html"`.
        exact : bool, default False
            Whether formats for people have exact numbers beside decimals. CSV, TSV and JSON always
            have both.
        form : Form, optional
            The decimal places, the caption, and the source of the rows.

        Returns
        -------
        str
            The text, which ends with a line break.

        Raises
        ------
        InputError
            If `format` is another format.
        """
        wanted = To[one_of("format", format, _FORMATS).upper()]
        people = wanted in To.PEOPLE
        if form.digits is not None:
            rounded, form = self._to_digits(form.digits), form._replace(digits=None)
            return rounded.write(format, exact, form)
        if not people:
            return replace(self, columns=[*self.columns, *form.source])._rendered(wanted, format)
        if exact:
            wanted |= To.EXACTLY
            if not self._columns(To.EXACTLY):
                more = [c.exactly() for c in self._columns(wanted) if c.unit and c.shown]
                both = replace(self, columns=[*self.columns, *more])
                return both.write(format, bool(more), form)
        told = form.told(self.rows)
        if format == "latex":
            comments = told or ([form.command] if form.command else [])
            around = Float(form.caption, form.label, self.note, comments)
            return self._rendered(wanted, format, around=around)
        text = self._rendered(wanted, format, around=Float(form.caption))
        if format == "text" and not fits(text):
            if beside := self._columns(wanted & To.EXACTLY):  # exact numbers go under each row
                under = [
                    "\n".join(f"  {each.heading}: {cell_text(each.cell(row))}" for each in beside)
                    for row in self.rows
                ]
                text = self._rendered(To.TEXT, format, under)
            if not fits(text) and (narrower := self._narrower()):
                return narrower.write(format, exact, form)
        caption = {"text": paragraph, "markdown": markdown_text}.get(format, lambda _: "")
        note = note_text(self.note, format) if self.note and self.rows else ""
        return parted(caption(form.caption), text, note, source_text(told, format))

    def _to_digits(self, digits: int) -> Table:
        columns = [c.to_digits(digits)._replace(digits=digits) for c in self.columns]
        return replace(self, columns=columns, narrow=self.narrow and self.narrow._to_digits(digits))

    def _rendered(
        self, wanted: To, format: str, under: Sequence[str] = (), around: Float | None = None
    ) -> str:
        columns = self._columns(wanted)
        titles = {column.key: column.heading for column in columns}
        if wanted is To.CSV:
            titles = {name: name for column in columns for name in column.names}
        widths = {column.key: column.width for column in columns}
        return render(self.cells(wanted), format, titles, widths, under=under, around=around)

    def _narrower(self) -> Table | None:
        if self.narrow or not any(column.gives_way for column in self.columns):
            return self.narrow
        last = [column for column in self.columns if column.gives_way][-1]
        left = replace(self, columns=[column for column in self.columns if column is not last])
        return left.noted(f"Left out, as there is no room: {' '.join(last.heading.split())}.")

    def cells(self, wanted: To, rounded: bool = True) -> list[Cells]:
        def read(column: Column, row: Any) -> Cells:
            if wanted & To.PEOPLE:
                return {column.key: column.cell(row)}
            return column.json(row) if wanted is To.JSON else column.record(row, rounded)

        columns = self._columns(wanted)
        return [
            {name: cell for column in columns for name, cell in read(column, row).items()}
            for row in self.rows
        ]

    def _columns(self, wanted: To) -> list[Column]:
        return [column for column in self.columns if column.to & wanted]

    def noted(self, note: str) -> Table:
        narrow = self.narrow and self.narrow.noted(note)
        return replace(self, note=f"{self.note}\n\n{note}".strip(), narrow=narrow)

    def of(self, rows: Sequence[Any]) -> Table:
        return replace(self, rows=rows, narrow=self.narrow and self.narrow.of(rows))

    def html(self) -> str:
        return f"<p>{escape(self.title)}</p>\n{self._excerpt('html')}"

    def __str__(self) -> str:
        return parted(paragraph(self.title), self._excerpt("text")).rstrip()

    def _excerpt(self, format: str) -> str:
        """Write the rows, of many only the first; a single row is written a column to a line."""
        if len(self.rows) > _MOST_ROWS:
            more, first = len(self.rows) - _FIRST_ROWS, self.of(self.rows[:_FIRST_ROWS])
            return first.noted(f'… and {more:,} more: .table().write("{format}")').write(format)
        if len(self.rows) != 1:
            return self.write(format)
        [row] = self.rows
        columns = self._columns(To.PEOPLE | To.EXACTLY)
        cells = {" ".join(c.heading.split()): c.cell(row) for c in columns}
        pairs = [{"": name, "value": _in_a_cell(cell)} for name, cell in cells.items()]
        return Table([Column(""), Column("value")], pairs, note=self.note).write(format)


class Tabled:
    """A result with columns: a notebook shows it as a table, and `print` writes the same text."""

    columns: ClassVar[Sequence[Column]]
    about: ClassVar[str]  # the title in front of the rules; braces hold fields, as in `{self.name}`

    def table(self) -> Table:
        """Return the rows of this result with their columns.

        Returns
        -------
        Table
            A row for each item if the result is a list, otherwise one row. The table's method
            `write` makes text, such as `write("csv")`. Other formats are `"text"`, `"markdown"`,
            `"tsv"`, `"json"`, `"jsonl"`, `"latex"` and `"html"`.

        See Also
        --------
        to_records : The same as plain data.
        to_frame : The same as a pandas data frame.

        Examples
        --------
        >>> from twoplayer import Variant
        >>> print(Variant(tiles=12).table().write("csv").splitlines()[1])
        tiles,1-12,"12 tiles, 1 to 12"
        """
        return Table(self.columns, self._rows(), self._title())

    def _title(self) -> str:
        said = self.about.format(self=self)
        if not hasattr(self, "variant"):
            return said
        own = [f"{who} {rules.name}" for who, rules in self._own_rules().items()]
        return f"{said}: {'; '.join([self.variant.in_words(), *own])}"

    def _own_rules(self) -> dict[str, Any]:
        first, second = (getattr(self, f"{player}variant", None) for player in ("", "second_"))
        return {} if second in (None, first) else {"second's rules": second}

    def _rows(self) -> Sequence[Any]:
        """Return an object for each row; each column reads its value from this object."""
        return (getattr(self, "fractions", self),)

    def to_records(self) -> list[dict[str, Any]]:
        """Return the rows as plain data, for a data frame or JSON.

        Returns
        -------
        list of dict
            A dict for each row, by the columns that CSV has. An exact number is text `"p/q"`, and
            beside the exact number stands a decimal. An EV or a chance has its decimal in percent
            (`_percent`), and any other number has its own value as a decimal (`_approx`). Bounds
            are two such numbers, `_low` and `_high`. Sets of tiles are lists, so that the records
            are the same after JSON.

        Examples
        --------
        >>> from twoplayer import Variant
        >>> Variant(ties="first").to_records()[-1]
        {'rule': 'ties', 'value': 'first', 'in_words': 'the first player wins equal scores'}
        """
        rows = self.table().cells(To.CSV, rounded=False)
        return [{name: _in_lists(cell) for name, cell in row.items()} for row in rows]

    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a `pandas.DataFrame` with numbers as floats.

        Returns
        -------
        pandas.DataFrame
            A row for each record of `to_records`. An exact number is two or three columns. The
            column of its own name has the nearest float. The column `_exact` has the exact number
            as text `"p/q"`. An EV or a chance also has a column `_percent`, a float. Bounds are two
            such numbers, `_low` and `_high`. Sets of tiles stay tuples.

        Raises
        ------
        InputError
            If pandas is not installed.

        See Also
        --------
        to_records : The same as plain data, without pandas.
        """
        try:
            import pandas as pd
        except ImportError:
            raise InputError("needs pandas, which is not installed", of="to_frame") from None
        table = self.table()
        columns = [column for column in table.columns if column.to & To.CSV]
        return pd.DataFrame(
            {name: cell for column in columns for name, cell in column.framed(row).items()}
            for row in table.rows
        )

    def _printed(self) -> Table:
        """Return the table that `print` and a notebook show; a class may show a smaller one."""
        return self.table()

    def _repr_html_(self) -> str:
        return self._printed().html()

    def __str__(self) -> str:
        return str(self._printed())


Each = TypeVar("Each")


class TabledList(list[Each], Tabled):
    """A list of results, which is one table with a row for each result."""

    @overload
    def __getitem__(self, place: SupportsIndex) -> Each: ...

    @overload
    def __getitem__(self, place: slice) -> Self: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Each | Self:
        found: Any = super().__getitem__(place)
        return type(self)(found) if isinstance(place, slice) else found

    def _rows(self) -> list[Any]:
        return [getattr(each, "fractions", each) for each in self]


def _in_lists(value: Any) -> Any:
    return [*map(_in_lists, value)] if isinstance(value, tuple) else value


def _in_a_cell(value: Any) -> Any:
    if isinstance(value, int) or not isinstance(value, AnyRational):
        return value
    text = fraction_text(value)
    return text if len(text) <= MOST_SHOWN else f"a fraction of {len(text):,} characters"

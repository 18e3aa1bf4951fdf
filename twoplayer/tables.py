"""Columns, declared once: of them every form of a result is made, for people and for programs."""

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

_MOST_ROWS, _FIRST_ROWS = 60, 50  # of more rows than the former, a result shows the latter
_FORMATS = ("text", "markdown", "csv", "tsv", "json", "jsonl", "latex", "html")
BOUNDED = "_low", "_high"  # how the names of the two numbers of `Bounds` end in a flat row
EITHER = "", *BOUNDED  # of what may be exact, and is then its own bounds

Cells = dict[str, Any]


class To(Flag):
    """Who reads a column: by the format of the rows."""

    TEXT = auto()
    MARKDOWN = auto()
    LATEX = auto()
    HTML = auto()
    PEOPLE = TEXT | MARKDOWN | LATEX | HTML
    EXACTLY = auto()  # people who ask for exact numbers
    CSV = TSV = auto()  # and records in Python, which are as flat
    JSON = JSONL = auto()  # an object for each row
    PROGRAMS = CSV | JSON  # numbers are exact, and columns keep their names
    ALL = PEOPLE | PROGRAMS


class Column(NamedTuple):
    """A column of a table: its name, its value in a row, and how people read it.

    An exact number has a unit, and so has `Bounds` of one. In a flat row its decimal stands beside
    it, and the two of bounds are columns of their own.
    """

    name: str
    value: Callable[[Any], Any] | None = None  # of a row; None: what the row has by this name
    title: str = ""  # for people, where it is not the name
    shown: Callable[[Any], Any] | None = None  # of the value, for people; None: the value
    to: To = To.ALL
    flat: str = ""  # its name in a flat row, where a rule has the other
    width: int | None = None  # the most characters in text; longer cells are wrapped
    gives_way: bool = False  # in text, where the table is too wide for a terminal
    unit: str = ""  # of exact numbers: "percent" of a stake or of all, or "approx", as they are
    ends: Sequence[str] = ("",)  # of the names of exact numbers: BOUNDED or EITHER of bounds
    read: Callable[[str], Any] = str  # what a cell of CSV means
    only: str = ""  # the one of its names that programs get, where they do not get all
    digits: int | None = None  # of decimals, where somebody has asked for so many

    def of(self, row: Any) -> Any:
        """Return the value in a row, before it takes the form that a reader gets."""
        if self.value:
            return self.value(row)
        return row[self.name] if isinstance(row, dict) else attrgetter(self.name)(row)

    def cell(self, row: Any) -> Any:
        """Return what people read in a row: None, or what `shown` makes of the value."""
        value = self.of(row)
        if self.digits is not None and isinstance(value, float):
            return decimal_text(Fraction(value), self.digits)
        return value if value is None or self.shown is None else self.shown(value)

    @property
    def heading(self) -> str:
        return self.title or self.name.replace("_", " ")

    @property
    def key(self) -> str:
        """What tells it from others: its name, or the only one of its names that it has."""
        return self.only or self.name

    @property
    def names(self) -> list[str]:
        """The names of its cells in a flat row, in their order, as `record` has them."""
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
        """Return a column of which people read so many places, if it has decimals."""
        if not isinstance(self.shown, Decimals):
            return self
        return self._replace(shown=replace(self.shown, places=digits))

    def record(self, row: Any, rounded: bool = False) -> Cells:
        """Return the cells of a flat row: an exact number is text, then the nearest float.

        Rounded, as in CSV, a percentage has four places, and with `digits` every decimal so many.
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
        """Return the cells of a row of a data frame: an exact number is a float, then text."""
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
        """Return the exact numbers of a value, one for each of the ends."""
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
        """Return a float with so many decimals as somebody has asked for; all else as it is."""
        if self.digits is None or not isinstance(value, float):
            return value
        return decimal_text(Fraction(value), self.digits)

    def json(self, row: Any) -> Cells:
        """Return the cells of a row for JSON: the value, and its percentage if that is its unit.

        What may be exact or `Bounds` has a cell for each of its ends, so that each is of one type
        in all rows. What is bounds in some row is bounds in all.
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
        """Return a whole number with a unit as a fraction, as it is in every other row."""
        return Fraction(value) if self.unit and isinstance(value, int) else value


def always(value: Any, row: Any) -> Any:
    """Return a value, whatever the row is: `partial(always, value)` is a column of one value."""
    return value


def column_named(name: str) -> str:
    """Return the name of a column, however it is typed: `EV (%)`, `clack-payout`, `a tie`."""
    return re.sub(r"\W+", "_", name.replace("(%)", " percent")).strip("_").lower()


def source_text(lines: Sequence[str], format: str) -> str:
    """Write where rows are from, for people: in text as lines, else in a comment.

    >>> print(source_text(["version: 0.5.0", "command: twoplayer fair --> a"], "markdown"))
    <!--
    version: 0.5.0
    command: twoplayer fair --&gt; a
    -->
    """
    if format == "text" or not lines:
        whole = "command: "  # it can be copied
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
    """How people read an exact number, or both ends of `Bounds`: as decimals.

    Attributes
    ----------
    write : callable
        Writes a number with some decimal places, `write(number, places)`.
    places : int
        How many.
    apart : bool, default True
        Whether each of two bounds is written for itself.
    """

    write: Callable[[Any, int], str]
    places: int
    apart: bool = True

    def __call__(self, value: Any) -> str:
        if not self.apart:
            return self.write(value, self.places)
        return _text(lambda number: self.write(number, self.places), value)


def _text(write: Callable[[Any], str], value: Any) -> str:
    """Write an exact number; both of bounds, or one where they look alike."""
    ends = value if isinstance(value, Bounds) else (value,)
    return " to ".join(dict.fromkeys(map(write, ends)))


def decimal(name: str, title: str = "", places: int = 4, **more: Any) -> Column:
    return Column(name, title=title, shown=Decimals(decimal_text, places), unit="approx", **more)


def percent(name: str, title: str = "", places: int = 4, **more: Any) -> Column:
    return Column(name, title=title, shown=Decimals(percent_text, places), unit="percent", **more)


class Form(NamedTuple):
    """What rows look like beyond their format.

    Attributes
    ----------
    digits : int, optional
        How many decimal places people read, and CSV and TSV have. Exact numbers stay exact, and in
        JSON decimals have all their digits.
    caption : str
        A caption, for people.
    label : str
        A label for LaTeX, such as `tab:evs`. With a caption or a label the table floats.
    command : str
        The command that the rows are of; LaTeX has it in a comment.
    source : sequence of Column
        Where rows are from, such as the version and the rules. For programs these are columns. For
        people each different cell is told once: in text below the rows, else in a comment.
    """

    digits: int | None = None
    caption: str = ""
    label: str = ""
    command: str = ""
    source: Sequence[Column] = ()

    @property
    def alone(self) -> bool:
        """Whether the rows of a table are meant, and not sentences that say the same."""
        return self.digits is not None or bool(self.caption)

    def told(self, rows: Sequence[Any]) -> list[str]:
        """Return where rows are from, a line for each column of it."""
        lines = []
        for column in self.source:
            cells = dict.fromkeys(map(column.of, rows or [None]))
            told = [" ".join(cell.split()) for cell in cells if cell is not None]
            heading = column.heading if len(told) < 2 else "rule sets"  # all else is the same
            lines += [f"{heading}: {'; '.join(told)}"] if told else []
        return lines


AS_USUAL = Form()


@dataclass(frozen=True)
class Table:
    """Rows, and the columns that they have: `write` makes them text of any form."""

    columns: Sequence[Column]
    rows: Sequence[Any]
    title: str = ""  # above it where it shows itself
    note: str = ""  # below its rows for people
    narrow: Table | None = None  # in its place on a terminal that it is too wide for

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
            Digits, a caption, and where the rows are from.

        Returns
        -------
        str
            The text, which ends with a line break.

        Raises
        ------
        InputError
            If it is another format.
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
            comments = told or [form.command] * bool(form.command)
            around = Float(form.caption, form.label, self.note, comments)
            return self._rendered(wanted, format, around=around)
        text = self._rendered(wanted, format, around=Float(form.caption))
        if format == "text" and not fits(text):
            if beside := self._columns(wanted & To.EXACTLY):  # then they stand under each row
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
        """Write the rows, at most so many; of one row, each of its columns is a row."""
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
    """A result with columns: in a notebook it is a table, and `print` writes the same as text."""

    columns: ClassVar[Sequence[Column]]
    about: ClassVar[str]  # what it is of, before its rules, with whatever it has in braces

    def table(self) -> Table:
        """Return the rows of this result with their columns.

        Returns
        -------
        Table
            A row for each item of a result of several, otherwise one row. Its method `write` makes
            text of it: `write("csv")`, or `"text"`, `"markdown"`, `"tsv"`, `"json"`, `"jsonl"`,
            `"latex"` and `"html"`.

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
        """Return what stands in the rows: each column reads its value from one of these."""
        return (getattr(self, "fractions", self),)

    def to_records(self) -> list[dict[str, Any]]:
        """Return the rows as plain data, for a data frame or JSON.

        Returns
        -------
        list of dict
            A dict for each row, by the columns that CSV has. An exact number is text `"p/q"`;
            beside it stands the decimal, in percent (`_percent`) where it is an EV or a chance,
            else as it is (`_approx`). Bounds are two such numbers, `_low` and `_high`. Sets of
            tiles are lists, so that the records are the same after JSON.

        Examples
        --------
        >>> from twoplayer import Variant
        >>> Variant(ties="first").to_records()[-1]
        {'rule': 'ties', 'value': 'first', 'in_words': 'the first player wins equal scores'}
        """
        rows = self.table().cells(To.CSV, rounded=False)
        return [{name: _in_lists(cell) for name, cell in row.items()} for row in rows]

    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a `pandas.DataFrame`, in which numbers are numbers.

        Returns
        -------
        pandas.DataFrame
            A row for each record of `to_records`. An exact number is three columns, or two: by its
            own name the nearest float; with `_percent` behind that, of an EV or a chance, a float
            as well; and with `_exact` the exact number as text `"p/q"`. Bounds are two such
            numbers, `_low` and `_high`. Sets of tiles stay tuples.

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
        """Return what `print` and a notebook show: the table, where a class shows no less."""
        return self.table()

    def _repr_html_(self) -> str:
        return self._printed().html()

    def __str__(self) -> str:
        return str(self._printed())


Each = TypeVar("Each")


class TabledList(list[Each], Tabled):
    """Results in a list, which is one table of them all."""

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

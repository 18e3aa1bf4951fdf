"""Columns, declared once: of them every form of a result is made, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto
from fractions import Fraction
from html import escape
from numbers import Rational as AnyRational
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    SupportsIndex,
    TypeVar,
    overload,
)

from .cells import Format, heading, read_csv, render
from .errors import InputError
from .exact import exact_record, fraction_text, percent_text
from .widths import fits
from .words import paragraph

if TYPE_CHECKING:
    import pandas as pd

_LONGEST = 60
"""So many characters of a fraction are shown in a notebook."""
_MOST_ROWS = 60
"""So many rows are shown in a notebook."""


class To(Flag):
    """Who reads a column."""

    TEXT = auto()
    MARKDOWN = auto()
    LATEX = auto()
    HTML = auto()
    PEOPLE = TEXT | MARKDOWN | LATEX | HTML
    EXACTLY = auto()  # people who ask for exact numbers
    CSV = auto()
    JSON = auto()
    RECORDS = auto()  # in Python
    PROGRAMS = CSV | JSON | RECORDS
    ALL = PEOPLE | PROGRAMS


class Column(NamedTuple):
    """A column of a table: its name, its value in a row, and how people read it."""

    name: str
    value: Callable[[Any], Any] | None = None  # of a row; None: what the row has by this name
    title: str = ""  # for people, where it is not the name
    shown: Callable[[Any], Any] | None = None  # of the value, for people; None: the value
    to: To = To.ALL
    width: int | None = None  # the most characters in text; longer cells are wrapped
    unit: str = "approx"  # the decimal that stands beside an exact number in records, or "percent"
    read: Callable[[str], Any] = str  # what a cell of CSV means

    def of(self, row: Any) -> Any:
        """Return the value of a row."""
        if self.value:
            return self.value(row)
        return row[self.name] if isinstance(row, dict) else attrgetter(self.name)(row)

    def cell(self, row: Any) -> Any:
        """Return what people read of a row."""
        value = self.of(row)
        return value if value is None or self.shown is None else self.shown(value)

    def record(self, row: Any) -> dict[str, Any]:
        """Return the value as plain data; an exact number is its text, with a decimal beside it."""
        value = self.of(row)
        if not isinstance(value, AnyRational) or isinstance(value, int):
            return {self.name: value}
        times = 100 if self.unit == "percent" else 1
        approx = exact_record(Fraction(value) * times)["approx"]
        return {self.name: fraction_text(value), f"{self.name}_{self.unit}": approx}


def percent(name: str, title: str = "", places: int = 4, **more: Any) -> Column:
    """Return a column of stakes, or of chances, that people read in percent."""
    return Column(
        name, title=title, shown=lambda value: percent_text(value, places), unit="percent", **more
    )


@dataclass(frozen=True)
class Table:
    """Rows of anything, with columns."""

    columns: Sequence[Column]
    rows: Sequence[Any]
    title: str = ""  # above it in a notebook
    note: str = ""  # below it for people
    narrow: Table | None = None  # in its place on a terminal that it is too wide for

    def write(self, format: str, exact: bool = False) -> str:
        """Write the rows in a format; with the columns of exact numbers for people as well."""
        wanted, people = To[format.upper()], not Format(format).exact
        if exact and people:
            wanted |= To.EXACTLY
        rows = self.cells(wanted)
        columns = [column for column in self.columns if column.to & wanted]
        titles = {column.name: column.title or heading(column.name) for column in columns}
        text = render(rows, format, titles, {column.name: column.width for column in columns})
        if self.narrow and format == "text" and not exact and not fits(text):
            return self.narrow.write(format)
        if not self.note or not people or format == "latex":
            return text
        note = "\n\n".join(map(paragraph, self.note.split("\n\n")))
        return f"{text}\n{note if format == 'text' else self.note}\n"

    def cells(self, wanted: To) -> list[dict[str, Any]]:
        """Return what a reader gets of each row, by the names of his columns."""
        columns = [column for column in self.columns if column.to & wanted]
        people = bool(wanted & To.PEOPLE)
        return [
            {c.name: c.cell(row) if people else c.of(row) for c in columns} for row in self.rows
        ]

    def noted(self, note: str) -> Table:
        """Return the table with a further paragraph below it."""
        narrow = self.narrow and self.narrow.noted(note)
        return replace(self, note=f"{self.note}\n\n{note}".strip(), narrow=narrow)

    def records(self) -> list[dict[str, Any]]:
        """Return the rows as plain data: text, whole numbers, flags, decimals and None."""
        columns = [column for column in self.columns if column.to & To.RECORDS]
        return [
            {name: cell for column in columns for name, cell in column.record(row).items()}
            for row in self.rows
        ]

    def html(self) -> str:
        """Write the table for a notebook; of one row, each of its columns is a row."""
        if len(self.rows) != 1:
            more = len(self.rows) - _MOST_ROWS
            cut = f"<p>… and {more:,} more.</p>\n" if more > 0 else ""
            return _titled(
                self.title, replace(self, rows=self.rows[:_MOST_ROWS]).write("html"), cut
            )
        [row] = self.rows
        columns = [column for column in self.columns if column.to & (To.PEOPLE | To.EXACTLY)]
        cells = {" ".join((c.title or heading(c.name)).split()): c.cell(row) for c in columns}
        rows = [{"": name, "value": _in_a_cell(cell)} for name, cell in cells.items()]
        return _titled(self.title, render(rows, "html"))

    def frame(self) -> pd.DataFrame:
        """Return the records as a data frame of pandas, if that is installed."""
        try:
            import pandas as pd
        except ImportError:
            raise InputError("needs pandas, which is not installed", of="to_frame") from None
        return pd.DataFrame(self.records())


def read(columns: Sequence[Column], text: str) -> list[dict[str, Any]]:
    """Read what a table with such columns wrote as CSV, each cell as its column reads it.

    A row that lacks a cell, or has one that its column cannot read, is left out.
    """
    found = []
    for row in read_csv(text):
        try:
            if None not in row.values():
                found.append({column.name: column.read(row[column.name]) for column in columns})
        except (KeyError, ValueError):
            continue
    return found


class Tabled:
    """A result with columns: its records, its data frame, how it shows itself in a notebook."""

    columns: ClassVar[Sequence[Column]]

    def table(self) -> Table:
        """Return the rows with their columns: this result itself, where it is not several."""
        return Table(self.columns, self._found(), self._title())

    def _title(self) -> str:
        """Say of what the table is."""
        raise NotImplementedError

    def _found(self) -> Sequence[Any]:
        """Return the rows, in `Fraction`s."""
        return (getattr(self, "fractions", self),)

    def to_records(self) -> list[dict[str, Any]]:
        """Return the rows as plain data, for a data frame: a list of dict.

        An exact number is text `"p/q"`; beside it stands the decimal, in percent (`_percent`) where
        it is an EV or a chance, else as it is (`_approx`).
        """
        return self.table().records()

    def to_frame(self) -> pd.DataFrame:
        """Return the records as a `pandas.DataFrame`, if pandas is installed."""
        return self.table().frame()

    def _repr_html_(self) -> str:
        return self.table().html()


Each = TypeVar("Each")


class TabledList(list[Each], Tabled):
    """Results in a list, which is one table of them all."""

    @overload
    def __getitem__(self, place: SupportsIndex) -> Each: ...

    @overload
    def __getitem__(self, place: slice) -> Self: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Each | Self:
        if isinstance(place, slice):
            return type(self)(super().__getitem__(place))
        return super().__getitem__(place)

    def _found(self) -> list[Any]:
        return [getattr(each, "fractions", each) for each in self]


def _titled(title: str, table: str, more: str = "") -> str:
    return f"<p>{escape(title)}</p>\n{table}{more}"


def _in_a_cell(value: Any) -> Any:
    """Write an exact number, which may be too long to be read."""
    if isinstance(value, int) or not isinstance(value, AnyRational):
        return value
    text = fraction_text(value)
    return text if len(text) <= _LONGEST else f"a fraction of {len(text):,} characters"

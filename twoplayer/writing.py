"""Rows of plain data as text, Markdown, CSV, JSON, LaTeX or HTML; words for a terminal."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from html import escape
from numbers import Rational as AnyRational
from textwrap import fill
from typing import Any, Protocol, Self, SupportsIndex, TypeVar, overload

from .exact import decimal_text, exact_record, fraction_text, percent_bounds, percent_text

__all__ = [
    "Format",
    "Listed",
    "Row",
    "Shown",
    "as_html",
    "bounds_in_percent",
    "bullets",
    "cell_text",
    "in_decimals",
    "in_percent",
    "markdown_text",
    "paragraph",
    "read_csv",
    "render",
    "titled",
    "to_json",
    "with_decimal",
]

Row = Mapping[str, Any]

_LONGEST = 60
"""So many characters of a fraction are shown in a notebook, and so many rows."""
_WIDTH = 80
"""Columns of a terminal."""


class Format(StrEnum):
    """How rows are written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"
    LATEX = "latex"
    HTML = "html"

    @property
    def exact(self) -> bool:
        """It is read by programs: numbers are exact, and columns keep their names."""
        return self in (Format.CSV, Format.JSON)

    @property
    def prose(self) -> bool:
        """It is read by people: sentences may stand beside the rows."""
        return self in (Format.TEXT, Format.MARKDOWN)


_TABULATE = {"text": "simple", "markdown": "github", "latex": "latex_booktabs", "html": "html"}
_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")
"""The beginning of what a spreadsheet would work out; a `'` before it says that it is text."""
_GUARDED = re.compile(rf"'(?={_FORMULA.pattern})")
_MARKUP = re.compile(r"[\\`*\[\]~$]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<!\w)_|_(?!\w)")
_NUMBER = re.compile(r"[-+]?([\d.]+(/\d+)?( %)?|\d{1,3}(,\d{3})+)|-")


def render(
    rows: Sequence[Row],
    format: str,
    titles: Mapping[str, str] | None = None,
    widths: Mapping[str, int] | None = None,
) -> str:
    """Write rows in a format.

    Parameters
    ----------
    rows
        What to write: strings, numbers, flags, None, tuples of numbers, and tuples of moves,
        which are tuples of tiles.
    format
        How they are written, a `Format` or its name.
    titles
        Headings by column, where they differ from its name; a line break in one holds in text
        alone. CSV and JSON keep the names.
    widths
        The most characters of a column in text; longer cells are wrapped.

    Returns
    -------
    str
        The whole table, with a line break at its end.

    Examples
    --------
    >>> from fractions import Fraction
    >>> print(render([{"tiles": (1, 2), "value": Fraction(1, 3), "won": True}], "csv"), end="")
    tiles,value,won
    "1,2",1/3,true
    """
    if format == "json":
        return to_json(rows)
    if not rows and format != "csv":
        return "% none\n" if format == "latex" else "none\n"
    columns = list(rows[0] if rows else titles or ())
    if format == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([[_csv(row[column]) for column in columns] for row in rows])
        return text.getvalue()

    from tabulate import tabulate

    headings = [(titles or {}).get(column, column.replace("_", " ")) for column in columns]
    if format != "text":
        headings = [heading.replace("\n", " ") for heading in headings]
    cells = [[cell_text(row[column]) for column in columns] for row in rows]
    if format == "markdown":
        cells = [[cell.replace("|", r"\|") for cell in row] for row in cells]
    by_column = zip(*cells, strict=True)
    align = ["right" if all(map(_NUMBER.fullmatch, column)) else "left" for column in by_column]
    return (
        tabulate(
            cells,
            headings,
            tablefmt=_TABULATE[format],
            disable_numparse=True,
            colalign=align,
            maxcolwidths=[(widths or {}).get(c) for c in columns] if format == "text" else None,
        )
        + "\n"
    )


def as_html(title: str, rows: Iterable[Row]) -> str:
    """Write a short table under its title for a notebook; what is beyond it is counted."""
    listed = list(rows)
    more = len(listed) - _LONGEST
    cut = f"<p>… and {more:,} more.</p>\n" if more > 0 else ""
    return f"<p>{escape(title)}</p>\n{render(listed[:_LONGEST], 'html')}{cut}"


class Shown:
    """A result that shows itself as a short table where HTML can be shown, as in a notebook."""

    def _title(self) -> str:
        """Say what the table is of."""
        raise NotImplementedError

    def _rows(self) -> Iterable[Row]:
        """Return the rows."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return as_html(self._title(), self._rows())


class _Result(Protocol):
    def to_records(self) -> list[dict[str, Any]]: ...

    def _rows(self) -> Iterable[Row]: ...


Result = TypeVar("Result", bound=_Result)


class Listed(list[Result], Shown):
    """Results in a list, which shows itself as one table; each of them knows its rows."""

    @overload
    def __getitem__(self, place: SupportsIndex) -> Result: ...

    @overload
    def __getitem__(self, place: slice) -> Self: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Result | Self:
        if isinstance(place, slice):
            return type(self)(super().__getitem__(place))
        return super().__getitem__(place)

    def to_records(self) -> list[dict[str, Any]]:
        """Return the records of all, in order, as plain data for a data frame."""
        return [record for each in self for record in each.to_records()]

    def _rows(self) -> list[Row]:
        return [row for each in self for row in each._rows()]


def in_percent(value: AnyRational) -> Row:
    """Write an exact number for a notebook: stakes, or a chance, in percent, and the fraction.

    Examples
    --------
    >>> from fractions import Fraction
    >>> in_percent(Fraction(-1, 3))
    {'percent': '-33.3333 %', 'exact': '-1/3'}
    """
    return {"percent": f"{percent_text(value)} %", "exact": _in_a_cell(value)}


def bounds_in_percent(ev: tuple[AnyRational, AnyRational]) -> list[Row]:
    """Write bounds of the first player's EV for a notebook."""
    return [
        {"": f"first player's EV, at {most}", "percent": f"{percent} %", "exact": _in_a_cell(end)}
        for most, percent, end in zip(("least", "most"), percent_bounds(ev), ev, strict=True)
    ]


def in_decimals(value: AnyRational) -> Row:
    """Write an exact number for a notebook, as a decimal and as the fraction.

    Examples
    --------
    >>> from fractions import Fraction
    >>> in_decimals(Fraction(31, 3))
    {'about': '10.3333', 'exact': '31/3'}
    """
    return {"about": decimal_text(value, 4), "exact": _in_a_cell(value)}


def _in_a_cell(value: AnyRational) -> str:
    text = fraction_text(value)
    return text if len(text) <= _LONGEST else f"a fraction of {len(text):,} characters"


def to_json(value: object) -> str:
    """Write plain data as JSON; an exact number is its fraction as text, and a float beside it.

    Examples
    --------
    >>> print(to_json(["1/3", True]), end="")
    [
      "1/3",
      true
    ]
    """
    return json.dumps(value, indent=2, default=_json, ensure_ascii=False) + "\n"


def with_decimal(row: Row, format: str) -> Row:
    """Put a decimal beside the exact `value` of a row, where the format does not by itself."""
    if format == "json":
        return row
    return {**row, "about": exact_record(row["value"])["approx"]}


def cell_text(value: Any) -> str:
    """Write one value for people."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6f}"
    return _plain(value)


def _csv(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = _plain(value)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def read_csv(text: str) -> list[dict[str, str]]:
    """Read rows that `render` wrote as CSV; every cell is text.

    Examples
    --------
    >>> read_csv(render([{"name": "=1+1", "value": "-0.4"}], "csv"))
    [{'name': '=1+1', 'value': '-0.4'}]
    """
    return [
        {name: cell[1:] if _GUARDED.match(cell) else cell for name, cell in row.items()}
        for row in csv.DictReader(io.StringIO(text))
    ]


def markdown_text(text: str) -> str:
    r"""Write a text of somebody else in Markdown, so that it shows as it is.

    Examples
    --------
    >>> print(markdown_text("*our* pub"))
    \*our\* pub
    """
    return _MARKUP.sub(r"\\\g<0>", text)


def _plain(value: Any) -> str:
    if isinstance(value, AnyRational):
        return fraction_text(value)
    if isinstance(value, tuple) and value and all(isinstance(move, tuple) for move in value):
        return " or ".join("+".join(map(str, move)) for move in value)
    if isinstance(value, tuple):
        return ",".join(map(_plain, value))
    return str(value)


def _json(value: Any) -> Any:
    if isinstance(value, AnyRational):
        return exact_record(value)
    raise TypeError(f"{value!r} has no JSON form")


def bullets(lines: Iterable[str]) -> str:
    """Write sentences as a Markdown list."""
    return "\n".join(f"- {line}" for line in lines)


def paragraph(text: str, start: str = "") -> str:
    """Wrap words; what takes more than a line, such as a fraction, is never cut.

    Parameters
    ----------
    start
        What the first line begins with; the others are indented as far.

    Examples
    --------
    >>> print(paragraph("word " * 20, "- "))
    - word word word word word word word word word word word word word word word
      word word word word word
    """
    wrapped = fill(
        text,
        _WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapped or start.rstrip()


def titled(rows: Mapping[str, str], least: int = 0) -> str:
    """Write text by title, a row for each, in two columns; titles have a least width."""
    width = max([least, *map(len, rows)])
    return "\n".join(paragraph(text, f"{title:<{width}} ") for title, text in rows.items())

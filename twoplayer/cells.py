"""Cells: rows written in a format, for people and for programs, and read back from CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from numbers import Rational as AnyRational
from typing import Any

from .exact import fraction_text, plain
from .words import NUMBER, WIDTH, fitted

Row = Mapping[str, Any]


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


_TABULATE = {"text": "simple", "markdown": "github", "latex": "latex_booktabs", "html": "html"}
_LATEX_AT_MOST = r"\ensuremath{<}="
"""How `tabulate` writes <=, which looks bad in print."""
_TO_THE_LEFT = re.compile("<(t[dh])>")
"""A cell that says nothing of its side: a notebook would move it to the right."""
_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")
"""The beginning of what a spreadsheet would work out; a `'` before it says that it is text."""
_GUARDED = re.compile(rf"'(?={_FORMULA.pattern})")


def render(
    rows: Sequence[Row],
    format: str,
    titles: Mapping[str, str] | None = None,
    widths: Mapping[str, int | None] | None = None,
) -> str:
    """Write rows in a format, a `Format` or its name, with a line break at the end.

    Titles are headings by column, where they differ from its name; a line break in one holds in
    text alone, and CSV and JSON keep the names. In text a cell that is longer than the width of
    its column is broken, and so are the widest ones in a table that does not fit a terminal.

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

    headings = [(titles or {}).get(column, column) for column in columns]
    if format != "text":
        headings = [title.replace("\n", " ") for title in headings]
    cells = [[cell_text(row[column]) for column in columns] for row in rows]
    if format == "markdown":
        cells = [[cell.replace("|", r"\|") for cell in row] for row in cells]
    by_column = zip(*cells, strict=True)
    align = ["right" if all(map(NUMBER.fullmatch, column)) else "left" for column in by_column]
    if format == "text":
        most = [(widths or {}).get(column) or WIDTH for column in columns]
        headings, cells = fitted(headings, cells, most)
    layout = _TABULATE[format]
    table = tabulate(cells, headings, layout, disable_numparse=True, colalign=align) + "\n"
    if format == "latex":
        return table.replace(_LATEX_AT_MOST, r"$\le$")
    return table if format != "html" else _TO_THE_LEFT.sub(r'<\1 style="text-align: left;">', table)


def to_json(value: object) -> str:
    """Write a value as JSON, in plain data.

    >>> print(to_json(["1/3", True]), end="")
    [
      "1/3",
      true
    ]
    """
    return json.dumps(plain(value), indent=2, ensure_ascii=False) + "\n"


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
    return f"'{text}" if _FORMULA.match(text) and not NUMBER.fullmatch(text) else text


def read_csv(text: str) -> list[dict[str, str]]:
    """Read rows that `render` wrote as CSV; cells are text, and rows of another length left out.

    >>> read_csv(render([{"name": "=1+1", "value": "-0.4"}], "csv"))
    [{'name': '=1+1', 'value': '-0.4'}]
    """
    return [
        {name: cell[1:] if _GUARDED.match(cell) else cell for name, cell in row.items()}
        for row in csv.DictReader(io.StringIO(text))
        if None not in (*row, *row.values())  # a cell without a heading, or the other way round
    ]


def _plain(value: Any) -> str:
    if isinstance(value, AnyRational):
        return fraction_text(value)
    if not isinstance(value, tuple):
        return str(value)
    if value and all(isinstance(move, tuple) for move in value):
        return " or ".join("+".join(map(str, move)) for move in value)
    return ",".join(map(_plain, value))

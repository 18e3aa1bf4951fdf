"""Text for a terminal and for Markdown; rows of cells in every format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from html import escape
from textwrap import fill
from typing import Any

from .latex import Float, latex_table

WIDTH = 80
_width: ContextVar[int] = ContextVar("width", default=WIDTH)
NUMBER = re.compile(r"[-+]?([\d.]+(/\d+|e-?\d+)?( %)?|\d{1,3}(,\d{3})+)|-")
"""A cell that is a number; a number is never broken over lines."""
_PIECE = re.compile(r"(?:[^ ,]|,(?=\d{3})| (?=%))*,? *")
"""A piece of another cell that is never broken over lines: a word, or an item of a list."""
_GAP = 2  # between two columns of a table, and beside a heading
_MARKUP = re.compile(r"[\\`*\[\]~$]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<!\w)_|_(?!\w)")
_TABULATE = {"text": "simple", "markdown": "github", "html": "html"}
_DELIMITERS = {"csv": ",", "tsv": "\t"}
FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")
"""The beginning of a cell that a spreadsheet takes for a formula, unless a `'` stands before it."""


@contextmanager
def wide(columns: int) -> Iterator[None]:
    before = _width.set(columns)
    try:
        yield
    finally:
        _width.reset(before)


def markdown_text(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", text)


def paragraph(text: str, start: str = "") -> str:
    """Wrap text after a start, at 80 columns, or at the terminal's width if it is smaller.

    A fraction is never cut, and a number and its % stay together.
    """
    wrapped = fill(
        text.replace(" %", "\xa0%"),
        min(_width.get(), WIDTH),
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapped.replace("\xa0", " ") or start.rstrip()


def titled(rows: Mapping[str, str], least: int = 0) -> str:
    width = max([least, *map(len, rows)])
    return "\n".join(paragraph(text, f"{title:<{width}} ") for title, text in rows.items())


def parted(*parts: str) -> str:
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def listed(parts: Sequence[object], word: str = "and") -> str:
    *others, last = [str(part) for part in parts] or ["nothing"]
    return f"{', '.join(others)} {word} {last}" if others else last


def are_open(open_tiles: Sequence[int]) -> str:
    return f"{listed(open_tiles)} {'are' if len(open_tiles) > 1 else 'is'} open"


def in_sum(numbers: Iterable[int]) -> str:
    """Write numbers as a sum, such as `1+2`; without numbers the text is empty."""
    return "+".join(map(str, numbers))


def dice_in_words(counts: Sequence[int]) -> str:
    return f"{' or '.join(map(str, counts))} {'die' if tuple(counts) == (1,) else 'dice'}"


def fits(text: str) -> bool:
    return max(map(len, text.splitlines()), default=0) <= _width.get()


def _fitted(
    headings: Sequence[str], cells: Sequence[Sequence[str]], most: Sequence[int]
) -> tuple[list[str], list[list[str]]]:
    """Break headings and cells longer than `most` over lines, and more if the table is too wide.

    In a table that is too wide, the widest columns become narrower until the table fits.
    """
    whole, least = [], []
    for heading, *column in zip(headings, *cells, strict=True):
        titles, lines = heading.split("\n"), "\n".join(column).split("\n")
        whole.append(max(max(map(len, titles)) + _GAP, *map(len, lines)))
        least.append(max(max(map(_longest, titles)) + _GAP, *map(_longest, lines)))

    def widths(cap: int) -> list[int]:
        limits = zip(whole, least, most, strict=True)
        return [min(width, max(low, min(cap, high))) for width, low, high in limits]

    terminal = _width.get()
    room = terminal - _GAP * (len(headings) - 1)
    fitting = (each for each in map(widths, range(terminal, 0, -1)) if sum(each) <= room)
    chosen = next(fitting, widths(terminal))
    return (
        [_broken(text, width - _GAP) for text, width in zip(headings, chosen, strict=True)],
        [[*map(_broken, row, chosen)] for row in cells],
    )


def _pieces(line: str) -> list[str]:
    return [line] if NUMBER.fullmatch(line) else _PIECE.findall(line)


def _longest(line: str) -> int:
    return max(len(piece.rstrip()) for piece in _pieces(line))


def _broken(text: str, width: int) -> str:
    lines = []
    for line in text.split("\n"):
        lines.append("")
        for piece in _pieces(line):
            if lines[-1] and len(lines[-1] + piece.rstrip()) > width:
                lines.append("")
            lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def render(
    rows: Sequence[Mapping[str, Any]],
    format: str,
    titles: Mapping[str, str] = {},
    widths: Mapping[str, int | None] = {},
    *,
    under: Sequence[str] = (),
    around: Float | None = None,
) -> str:
    """Write rows in a format, with a line break at the end.

    Parameters
    ----------
    rows
        The cells of each row, by column; all rows have the same columns.
    format
        One of the formats of `Table.write`.
    titles
        The headings for people, by column; a column without a heading has its name. Line breaks in
        headings hold in text and LaTeX. CSV and TSV without rows take their columns from here.
    widths
        The most characters of a column in text and LaTeX; longer cells are wrapped.
    under
        In text, a line to stand under each row.
    around
        In LaTeX the parts around the rows; in HTML the caption alone is used.

    >>> from fractions import Fraction
    >>> print(render([{"tiles": (1, 2), "value": Fraction(1, 3), "won": True}], "csv"), end="")
    tiles,value,won
    "1,2",1/3,true
    """
    if format in _JSON:
        return _JSON[format](rows)
    if not rows and format not in _DELIMITERS:
        return "% no rows\n" if format == "latex" else "no rows\n"
    columns = list(rows[0] if rows else titles)
    if format in _DELIMITERS:
        import csv
        from io import StringIO

        flat = StringIO()
        writer = csv.writer(flat, delimiter=_DELIMITERS[format], lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([[_csv(row[column]) for column in columns] for row in rows])
        return flat.getvalue()

    from tabulate import tabulate

    headings = [titles.get(column, column) for column in columns]
    cells = [[cell_text(row[column]) for column in columns] for row in rows]
    by_column = zip(*cells, strict=True)
    align = ["right" if all(map(NUMBER.fullmatch, column)) else "left" for column in by_column]
    if format == "text":
        width = _width.get()
        caps = [widths.get(column) or width for column in columns]
        headings, cells = _fitted(headings, cells, [c * max(width, WIDTH) // WIDTH for c in caps])
    elif format != "latex":
        headings = [title.replace("\n", " ") for title in headings]
    if format == "markdown":
        cells = [[cell.replace("|", r"\|") for cell in row] for row in cells]
    if format == "latex":
        return latex_table(headings, cells, align, around, [*map(widths.get, columns)])
    layout = _TABULATE[format]
    table = tabulate(cells, headings, layout, disable_numparse=True, colalign=align) + "\n"
    if format == "html" and around and around.caption:
        caption = f"<table>\n<caption>{escape(around.caption, quote=False)}</caption>"
        table = table.replace("<table>", caption, 1)
    if format == "html":  # a notebook moves cells to the right unless their side is given
        return re.sub("<(t[dh])>", r'<\1 style="text-align: left;">', table)
    lines = table.splitlines(keepends=True)
    end = len(lines)
    for row, line in zip(reversed(cells[: len(under)]), reversed(under), strict=True):
        lines.insert(end, f"{line}\n")
        end -= 1 + max(cell.count("\n") for cell in row)
    return "".join(lines)


def to_json(value: object) -> str:
    """Write a value as JSON, in lines for people to read."""
    import json

    from .exact import plain

    return json.dumps(plain(value), indent=2, ensure_ascii=False) + "\n"


def to_json_lines(rows: Iterable[object]) -> str:
    """Write each row as JSON in a line of its own."""
    import json

    from .exact import plain

    return "".join(f"{json.dumps(plain(row), ensure_ascii=False)}\n" for row in rows)


_JSON: Mapping[str, Callable[[Sequence[Mapping[str, Any]]], str]] = {
    "json": to_json,
    "jsonl": to_json_lines,
}


def cell_text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6f}"
    return _value_text(value)


def _csv(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "", True: "true", False: "false"}[value]
    text = _value_text(value)
    return f"'{text}" if FORMULA.match(text) and not NUMBER.fullmatch(text) else text


def _value_text(value: Any) -> str:
    if not isinstance(value, tuple):
        return str(value)
    if value and all(isinstance(move, tuple) for move in value):
        return " or ".join("+".join(map(str, move)) for move in value)
    return ",".join(map(_value_text, value))

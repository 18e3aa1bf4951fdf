r"""Tables of any form that people and programs write, read to rows of cells.

Nothing here knows of games or of numbers. A cell is text, exactly as written. The reader of the
rows decides what a heading means, and whether a cell is a number.

==================  ==============================================================================
form                known by
==================  ==============================================================================
JSON, JSON lines    `{` or `[` at the start: objects, a list of them, or an object with a list
LaTeX               ``\begin{tabular}``, or another environment of its kind
HTML                ``<table>``
Markdown            a line of dashes between pipes, below a line of headings
plain text          a line of dashes in groups, below headings; or lines of a title and its text
CSV                 all other text: cells between commas, semicolons or tabs; Excel's ``sep=;``
==================  ==============================================================================
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from html.parser import HTMLParser
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from ..errors import LONGEST, FileError, cut, shown
from ..files import MOST_TABLE
from ..words import FORMULA, NUMBER

MOST_ROWS = 50_000
MOST_COLUMNS = 1_000
MOST_CELLS = 2_500_000
"""The most rows and columns of a table, and the most cells: short rows get many empty cells."""
MOST_FAULTS = 100

_NO_ROWS = "no rows; takes a line of headings and a line for each claim"
_MOST_KEPT = 10_000  # cells that are repeated, such as names
_LINE = re.compile(r"\r\n|\r|\n")
_OUT_OF_SIGHT = re.compile("<!--.*?-->", re.DOTALL)
_NONE = "-", "–", "—", "−", "--", "---"
"""Signs that people put into empty cells."""


class Row(NamedTuple):
    """A row of a table.

    Parameters
    ----------
    line : int
        The line of the file in which the row begins; the first line is 1.
    cells : dict of str to str
        The text of every cell by its heading; `""` where the cell is empty. Texts and headings have
        no spaces at their ends.
    """

    line: int
    cells: dict[str, str]


class Sheet(NamedTuple):
    """A table as written.

    Parameters
    ----------
    rows : list of Row
        Its rows, at least one. Rows without any text are left out.
    headings : list of str
        Its headings, in their order. Every row has a cell for each.
    decimal_comma : bool
        Whether numbers may be written `0,4012`, since semicolons stand between the cells.
    stated : list of str
        Statements about the whole table: titles, captions, sentences above and below the table. A
        line of a title and its text is `"title: text"`.
    """

    rows: list[Row]
    headings: list[str]
    decimal_comma: bool
    stated: list[str]


def read_table(content: bytes | str, name: str = "") -> Sheet:
    r"""Read a table of any form that this module knows.

    Of several tables the first with more than one row is read; `read_tables` reads all of them.

    Parameters
    ----------
    content : bytes or str
        A file: UTF-8, or UTF-16 that begins with a byte order mark. Or its text.
    name : str, default ""
        The name of the file in errors.

    Returns
    -------
    Sheet

    Raises
    ------
    FileError
        If `content` is no text, is too large, is no table, or has no rows. If a row does not have a
        cell for each heading. The error names the file and the line.

    Examples
    --------
    >>> table = read_table("tiles;EV (%)\n1-9;-0,4012\n")
    >>> table.rows, table.decimal_comma
    ([Row(line=2, cells={'tiles': '1-9', 'EV (%)': '-0,4012'})], True)
    >>> read_table("| game | EV |\n|------|----|\n| yale | 0.0056 |\n").rows[0].cells
    {'game': 'yale', 'EV': '0.0056'}
    >>> read_table('{"game": "yale", "ev": {"exact": "1/3", "approx": 0.33}}').rows[0].cells
    {'game': 'yale', 'ev': '1/3', 'ev_approx': '0.33'}
    """
    return _read(content, name, _main)[0]


def read_tables(content: bytes | str, name: str = "") -> list[Sheet]:
    r"""Read all tables of a text, each with the statements about it.

    Parameters
    ----------
    content, name
        As for `read_table`.

    Returns
    -------
    list of Sheet
        At least one table, in the order of the text.

    Raises
    ------
    FileError
        As `read_table`.

    Examples
    --------
    >>> text = "EV\n----\n 0.1\n\nEV    games\n----  -----\n 0.2      1\n"
    >>> [table.headings for table in read_tables(text)]
    [['EV'], ['EV', 'games']]
    """
    return _read(content, name, lambda grids: grids)


def _read(
    content: bytes | str, name: str, chosen: Callable[[list[_Grid]], list[_Grid]]
) -> list[Sheet]:
    try:
        grids = [grid for grid in _grids(_text(content)) if grid.rows]
        if not grids:
            raise _Broken(_NO_ROWS)
        return [_table(grid) for grid in chosen(grids)]
    except _Broken as error:
        raise FileError(*(f"{name}: {fault}" if name else fault for fault in error.args)) from None


def _main(grids: list[_Grid]) -> list[_Grid]:
    return [next((grid for grid in grids if len(grid.rows) > 1), grids[0])]


def is_table(content: bytes | str) -> bool:
    r"""Tell whether a text is meant as a table: not a number alone, and not a certificate.

    A table with faults counts as a table; `read_table` says what is wrong with it.

    Parameters
    ----------
    content : bytes or str
        As for `read_table`.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_table("tiles,ev\n1-9,-1/250\n"), is_table("-0,4012 %\n"), is_table("[0.40, 0.41]")
    (True, False, False)
    >>> is_table('{"format": "twoplayer-certificate-1", "rules": {}}')
    False
    """
    try:
        text = _text(content)
    except _Broken:
        return False
    if _JSON.match(text):
        return _CERTIFICATE.match(text) is None and re.search(r"[{]\s*\"|\[\s*\[", text) is not None
    lines = [line for line in _LINE.split(text) if line.strip()]
    if len(lines) != 1:
        return bool(lines)
    if _BEGIN.search(text) or "<table" in text.lower():
        return True
    between = _between(text)
    return between is not None and not re.search(r"\d", text)


class _Broken(Exception):  # noqa: N818
    """The faults of a table, without the name of its file."""


class _Grid(NamedTuple):
    """A table as it stands in the text, not checked yet."""

    headings: list[str]
    rows: list[tuple[int, list[str]]]  # the line of each row, and its cells
    stated: list[str]
    decimal_comma: bool = False


class _Title(str):
    """A heading of a chapter: text after it belongs to the tables after it, not before it."""


_Part: TypeAlias = "_Grid | _Title | str"


def _text(content: bytes | str) -> str:
    """Decode a file, without its byte order mark; refuse large files and characters of NUL."""
    if len(content) > MOST_TABLE:
        raise _Broken(f"too large; takes at most {MOST_TABLE:,} bytes")
    if isinstance(content, bytes):
        marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        try:
            content = content.decode("utf-16" if marked else "utf-8")
        except UnicodeDecodeError as error:
            takes = "UTF-8, or UTF-16 with a byte order mark"
            said = f"{error.reason} at byte {error.start}"
            raise _Broken(f"not {'UTF-16' if marked else 'UTF-8'}: {said}; takes {takes}") from None
    text = content.removeprefix("\ufeff")
    if (place := text.find("\0")) >= 0:
        raise _Broken(f"line {_line_at(text, place)}: a character of no meaning (NUL); takes text")
    return text


def _line_at(text: str, place: int) -> int:
    return len(_LINE.findall(text, 0, place)) + 1


def _grids(text: str) -> Sequence[_Grid]:
    if _JSON.match(text):
        return [_json_grid(text)]
    if _BEGIN.search(text):
        return _latex_grids(text)
    if text.lstrip().startswith("<"):
        return _html_grids(text)
    return ([] if _SEP.match(text) else _grids_in_lines(text)) or [_csv_grid(text)]


def _grids_in_lines(text: str) -> Sequence[_Grid]:
    lines = _LINE.split(text)
    if "|" in text:
        in_sight = _OUT_OF_SIGHT.sub(lambda comment: "\n" * len(_LINE.findall(comment[0])), text)
        if found := _markdown_grids(_LINE.split(in_sight)):
            return found
    if re.search("<table[ >]", text, re.IGNORECASE):
        return _html_grids(text)
    if _DASHES.search(text) and (found := _text_grids(lines)):
        return found
    return _titled_grids(lines) if "  " in text else []


def _table(grid: _Grid) -> Sheet:
    """Check a table, and give every cell its heading."""
    headings = [" ".join(heading.split()) for heading in grid.headings]
    # Long tables repeat their headings.
    rows = [row for row in grid.rows if any(row[1]) and row[1] != headings]
    _check_size(len(rows), len(headings))
    _check_widths(rows, len(headings))
    _check_headings(rows, headings)
    kept = {heading: place for place, heading in reversed([*enumerate(headings)])}
    if "" in kept and not any(cells[kept[""]] for _, cells in rows):
        del kept[""]
    named = [heading for heading in dict.fromkeys(headings) if heading in kept]
    if len(named) == len(headings):
        found = [Row(line, dict(zip(named, cells, strict=True))) for line, cells in rows]
    else:
        found = [Row(line, {name: cells[kept[name]] for name in named}) for line, cells in rows]
    return Sheet(found, named, grid.decimal_comma, grid.stated)


def _check_size(rows: int, columns: int) -> None:
    if not rows:
        raise _Broken(_NO_ROWS)
    for many, most, what in (
        (columns, MOST_COLUMNS, "columns"),
        (rows, MOST_ROWS, "rows"),
        (rows * columns, MOST_CELLS, "cells"),
    ):
        if many > most:
            raise _Broken(f"more than {most:,} {what}; takes several tables")


def _check_widths(rows: Iterable[tuple[int, list[str]]], width: int) -> None:
    wrong: dict[int, list[int]] = {}
    for line, cells in rows:
        if len(cells) > width and not any(cells[width:]):
            del cells[width:]
        if len(cells) != width:
            wrong.setdefault(len(cells), []).append(line)
    takes = f"takes {width}, one for each heading"
    faults = [
        f"line {line}: a row of {count}; {takes}" + (f"; and {len(more):,} more" if more else "")
        for count, (line, *more) in wrong.items()
    ]
    if faults:
        raise _Broken(*faults[:MOST_FAULTS])


def _check_headings(rows: Sequence[tuple[int, list[str]]], headings: Sequence[str]) -> None:
    faults = [
        f"{cut(heading) or 'no text'}: a heading twice, above different cells"
        for heading, (first, *others) in _twice(headings).items()
        if any(cells[first] != cells[other] for _, cells in rows for other in others)
    ]
    if faults:
        raise _Broken(*faults[:MOST_FAULTS])


def _twice(headings: Sequence[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, heading in enumerate(headings):
        places.setdefault(heading, []).append(place)
    return {heading: some for heading, some in places.items() if len(some) > 1}


def _union(rows: Iterable[tuple[int, Mapping[str, str]]], stated: list[str]) -> _Grid:
    """Make a table of rows with different headings: every row gets a cell for each heading."""
    named, read = dict[str, None](), []
    for line, cells in rows:
        named |= dict.fromkeys(cells)
        read.append((line, cells))
        _check_size(len(read), len(named))
    filled = [(line, [cells.get(name, "") for name in named]) for line, cells in read]
    return _Grid([*named], filled, stated)


def _present(text: str) -> str:
    """Return the text of a cell; `""` for a mark of an empty cell."""
    text = " ".join(text.split())
    return "" if text in _NONE else text


# Titles and sentences around a table


def _grids_of(parts: Iterable[_Part]) -> list[_Grid]:
    """Give each table its statements: those below it, and those above that no other takes."""
    grids: list[_Grid] = []
    above: list[str] = []
    open_for_more = False
    for part in parts:
        if isinstance(part, _Grid):
            part.stated[:0] = above
            grids.append(part)
            above, open_for_more = [], True
        elif isinstance(part, _Title):
            above, open_for_more = [str(part)] if part else [], False
        elif open_for_more and not part.endswith(":"):
            grids[-1].stated.append(part)
        else:
            above.append(part)
    return grids


def _said(lines: Sequence[str]) -> list[str]:
    """Return the paragraphs of some lines; each line with a title is a paragraph of its own."""
    said = []
    for filled, some in groupby(lines, lambda line: bool(line.strip())):
        if filled:
            block = [*some]
            titles = _titled(block)
            if titles:
                said += [f"{title}: {text}" for title, text in titles.items()]
            else:
                said.append(" ".join(" ".join(block).split()))
    return said


def _titled(lines: Sequence[str]) -> dict[str, str]:
    """Read lines of a title and its text, where all texts begin in one column; `{}` for others."""
    gaps = [match.end() for line in lines if (match := re.match(r"\S+(?: \S+)* {2,}", line))]
    start = min(gaps, default=0)
    found: dict[str, str] = {}
    for line in lines:
        title, text = line[:start].rstrip(), line[start:]
        if not start or line[start - 1 : start] != " " or not text.strip() or "  " in title:
            return {}
        if title and (line.startswith(" ") or title in found):
            return {}
        if not (title or found):
            return {}
        last = title or [*found][-1]
        found[last] = " ".join(f"{found.get(last, '')} {text}".split())
    return found


# CSV

_SEP = re.compile(r"\"?sep=(.)\"?[ \t,;]*(?:\r\n|\r|\n|$)", re.IGNORECASE)
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_DELIMITERS = "\t;,"
_LOOKED_AT = 20_000  # characters that decide about the delimiter


def _between(text: str) -> str | None:
    """Return the delimiter that stands equally often in the most lines; None if there is none."""
    lines = [line for line in _LINE.split(_QUOTED.sub("", text[:_LOOKED_AT])) if line.strip()]
    if len(text) > _LOOKED_AT:
        del lines[-1]
    first = next((line for line in lines if any(each in line for each in _DELIMITERS)), "")
    most: dict[str, int] = {}
    for delimiter in _DELIMITERS:
        if delimiter in first:
            counts = Counter(line.count(delimiter) for line in lines if delimiter in line)
            most[delimiter] = max(counts.values())
    return max(most, key=lambda each: most[each]) if most else None


def _csv_grid(text: str) -> _Grid:
    """Read a table of CSV.

    Lines with one cell each, above the headings or below an empty line at the end, are statements.
    """
    told = _SEP.match(text)
    between = told[1] if told else _between(text) or ","
    body, before = (text[told.end() :], 1) if told else (text, 0)
    stream = io.StringIO(body, newline="")
    try:
        reader = csv.reader(stream, delimiter=between, strict=True, skipinitialspace=True)
    except (TypeError, ValueError):
        raise _Broken(
            f"line 1: sep={shown(between)}; takes a comma, a semicolon or a tab"
        ) from None
    rows: list[tuple[int, list[str]]] = []
    blank_before = set[int]()  # the places of rows after an empty line
    line = before + 1
    try:
        for cells in reader:
            if any(cells) and any(cells := [*map(_typed, cells)]):
                rows.append((line, cells))
                if len(rows) > MOST_ROWS + 2:
                    break
            else:
                blank_before.add(len(rows))
            line = before + reader.line_num + 1
    except csv.Error as error:
        raise _Broken(f"line {line}: not CSV: {error}") from None
    stated = []
    widest = max((_filled(cells) for _, cells in rows), default=0)
    if widest > 1:
        while len(rows) > 1 and _filled(rows[0][1]) == 1 and _are_headings(rows[1][1]):
            stated += [cell for cell in rows.pop(0)[1] if cell]
            blank_before = {place - 1 for place in blank_before}
        end = next(
            (
                place
                for place in sorted(blank_before)
                if 1 < place < len(rows) and all(_filled(cells) == 1 for _, cells in rows[place:])
            ),
            len(rows),
        )
        stated += [cell for _, cells in rows[end:] for cell in cells if cell]
        del rows[end:]
    headings = [*rows[0][1]] if rows else []
    while headings and not headings[-1] and not any(c[len(headings) - 1 :] for _, c in rows[1:]):
        del headings[-1]
    return _Grid(headings, rows[1:], stated, decimal_comma=between == ";")


def _are_headings(cells: Sequence[str]) -> bool:
    return _filled(cells) > 1 and not any(map(NUMBER.fullmatch, cells))


def _filled(cells: Sequence[str]) -> int:
    return sum(map(bool, cells))


def _typed(cell: str) -> str:
    """Return a cell without the sign that keeps a spreadsheet from taking it for a formula."""
    cell = cell.strip()
    return cell[1:] if cell[:1] == "'" and FORMULA.match(cell) else cell


# JSON

_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[\]{\"\d+-])")
_CERTIFICATE = re.compile(r"\s*\{\s*\"format\"\s*:")
_SPACE = re.compile(r"[\s,:]*")
_NUMBERS = "exact", "low"  # keys of an object for one number, or two
_ASKED = "step", "discount"  # numbers that are part of a question, and claim nothing


def _json_grid(text: str) -> _Grid:
    decoder = json.JSONDecoder(
        object_pairs_hook=_object,
        parse_float=str,
        parse_int=str,
        parse_constant=str,
    )
    try:
        return _union(_json_rows(text, decoder), [])
    except json.JSONDecodeError as error:
        raise _Broken(f"line {error.lineno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise _Broken("not a table: lists in lists without end") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if found.setdefault(name, value) is not value and found[name] != value:
            raise _Broken(f"{cut(name)}: a heading twice, above different cells")
    return found


def _json_rows(text: str, decoder: json.JSONDecoder) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of JSON lines, of a list, or of an object with lists, each with its line."""
    line_of = _Lines(text)
    documents = [*_values(text, decoder, 0)]
    if len(documents) > 1:  # JSON lines
        yield from _of_list(documents, line_of)
        return
    [(place, value)] = documents
    if isinstance(value, list):
        inside = [*_values(text, decoder, text.index("[", place) + 1, "]")]
        yield from _of_list(inside, line_of)
    elif isinstance(value, dict):
        tables = _tables_in(text, decoder, place)
        yield from _of_object(value, tables, line_of, line_of(place))
    else:
        raise _Broken("not a table: takes objects, each of which is a row")


class _Lines:
    """A function from a place in a text to its line, for places in ascending order."""

    def __init__(self, text: str) -> None:
        self.text, self.place, self.line = text, 0, 1

    def __call__(self, place: int) -> int:
        self.line += self.text.count("\n", self.place, place)
        self.place = place
        return self.line


def _values(
    text: str, decoder: json.JSONDecoder, place: int, end: str = ""
) -> Iterator[tuple[int, Any]]:
    """Read the values one after the other, each with its place."""
    while True:
        place = _after_space(text, place)
        if text[place : place + 1] == end:
            return
        value, after = decoder.raw_decode(text, place)
        yield place, value
        place = after


def _after_space(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place


def _tables_in(
    text: str, decoder: json.JSONDecoder, place: int
) -> Iterator[tuple[str, list[tuple[int, Any]]]]:
    """Read the lists of objects in an object, which was read before and has no faults."""
    place = _after_space(text, place + 1)
    while text[place] != "}":
        name, place = decoder.raw_decode(text, place)
        place = _after_space(text, place)
        value, after = decoder.raw_decode(text, place)
        if _is_table(value):
            yield name, [*_values(text, decoder, place + 1, "]")]
        place = _after_space(text, after)


def _is_table(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(each, dict) for each in value)
        and not all(each.keys() == {"exact", "approx"} for each in value)
    )


def _of_list(
    values: Sequence[tuple[int, Any]], line_of: Callable[[int], int]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of a list of objects, or of lists, where the first list has the headings."""
    if values and all(isinstance(value, list) for _, value in values):
        headings = [*map(str, values[0][1])]
        width = len(headings)
        if repeated := _twice(headings):
            raise _Broken(f"{cut(next(iter(repeated)))}: a heading twice")
        for place, cells in values[1:]:
            line = line_of(place)
            if len(cells) != width:
                takes = f"takes {width}, one for each heading"
                raise _Broken(f"line {line}: a row of {len(cells)}; {takes}")
            yield line, _flat(dict(zip(headings, cells, strict=True)))
        return
    counted = {
        name
        for _, value in values
        if isinstance(value, dict)
        for name, each in value.items()
        if isinstance(each, list) and _is_table(each)
    }
    for place, value in values:
        line = line_of(place)
        if not isinstance(value, dict):
            raise _Broken(f"line {line}: got {cut(_cell(value))}; takes an object for each row")
        yield line, _flat(value) | {name: "0" for name in counted if value.get(name) == []}


def _of_object(
    whole: Mapping[str, Any],
    tables: Iterable[tuple[str, list[tuple[int, Any]]]],
    line_of: Callable[[int], int],
    line: int,
) -> Iterator[tuple[int, dict[str, str]]]:
    """Return the rows of an object: the object itself, if it has numbers, and its tables' rows.

    A row of a table inside has the names and rules of the object. Where the object is no row
    itself, a row has all other cells of the object as well.
    """
    of_all = {name: value for name, value in whole.items() if not _is_table(value)}
    own = _flat(of_all)
    rows = []
    is_row = any(
        isinstance(value, dict) and {*_NUMBERS} & {*value} and name not in _ASKED
        for name, value in whole.items()
    )
    if is_row:
        of_all = {name: value for name, value in of_all.items() if _names(name, value)}
    common = _flat(of_all)
    for name, values in tables:
        for place, value in values:
            each = dict(value)
            number = name.removesuffix("s")
            if "exact" in each and not isinstance(each["exact"], dict):
                each[number] = {key: each.pop(key) for key in ("exact", "approx") if key in each}
            elif {"low", "high"} <= {*each}:
                each[number] = {key: each.pop(key) for key in ("low", "high")}
            rows.append((line_of(place), {**common, **_flat(each)}))
    if not rows or (is_row and not any(own.items() <= cells.items() for _, cells in rows)):
        yield line, own
    yield from rows


def _names(name: str, value: object) -> bool:
    """Tell whether a member names the game of the other members."""
    of_rules = isinstance(value, dict) and not {*_NUMBERS} & {*value}
    return of_rules or name == "name" or name.endswith("_name")


def _flat(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the cells of an object, with the same headings as in CSV."""
    cells: dict[str, str] = {}

    def put(name: str, value: Any, decimals: bool) -> None:  # decimals: with `_approx` cells too
        if not isinstance(value, dict):
            cells[" ".join(name.split())] = _cell(value).strip()
        elif "exact" in value:
            put(name, value["exact"], decimals)
            if decimals and "approx" in value:
                put(f"{name}_approx", value["approx"], decimals)
        elif value.keys() == {"low", "high"}:
            base = name.removesuffix("_percent")
            for end, each in value.items():
                put(f"{base}_{end}{name[len(base) :]}", each, decimals)
        else:
            start = name.removesuffix("variant") if name.endswith("variant") else f"{name}_"
            for inner, each in value.items():
                put(f"{start}{inner}", each, True)

    for name, value in row.items():
        # A number with a cell in percent has its decimal in that cell alone.
        put(name, value, f"{name}_percent" not in row)
    return cells


def _cell(value: Any) -> str:
    """Write a value as in CSV."""
    if value is None or isinstance(value, bool):
        return {None: "", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dict):
        return str(value.get("exact", ""))
    if _is_table(value):
        return str(len(value))
    if value and all(isinstance(each, list) for each in value):
        return " or ".join("+".join(map(_cell, each)) for each in value)
    between = "; " if value and all(isinstance(each, dict) for each in value) else ","
    return between.join(map(_cell, value))


# Plain text

_RULE = re.compile(r" *-{2,}(?: +-+)* *|-(?: +-+)+ *")
_DASHES = re.compile(r"^ *--?[ -]*-\s*$", re.MULTILINE)
_UNDER = re.compile(r" {2}(\S[^:]*): (\S.*)")
_FENCE = re.compile(r"\s*(?:```|~~~)")


def _text_grids(lines: Sequence[str]) -> list[_Grid]:
    """Read the tables of a text where a line of dashes stands between headings and rows."""
    lines = [
        "" if _FENCE.match(line) else line.replace("\N{NO-BREAK SPACE}", " ") for line in lines
    ]
    ends = [len(lines)] * (len(lines) + 1)  # by line: the next empty line
    for number in range(len(lines) - 1, -1, -1):
        ends[number] = ends[number + 1] if lines[number].strip() else number
    parts: list[_Part] = []
    done = 0
    for number, line in enumerate(lines):
        if number <= done or not _RULE.fullmatch(line) or number + 1 == len(lines):
            continue
        spans = [match.span() for match in re.finditer("-+", line)]
        top = number
        while top > done and lines[top - 1].strip() and _fits(lines[top - 1], spans):
            top -= 1
        end = ends[number]
        if top == number or end == number + 1:
            continue
        parts += _said(lines[done:top])
        parts.append(_text_grid(lines, top, number, end, spans))
        done = end
    parts += _said(lines[done:])
    return _grids_of(parts)


def _fits(line: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Tell whether all text of a line stands within the columns."""
    ends = [0, *(place for span in spans for place in span), max(len(line), spans[-1][1])]
    return not any(line[low:high].strip() for low, high in zip(ends[::2], ends[1::2], strict=True))


def _text_grid(
    lines: Sequence[str], top: int, rule: int, end: int, spans: Sequence[tuple[int, int]]
) -> _Grid:
    """Read a table of plain text.

    Headings stand from line `top` on, dashes in line `rule`, and rows up to line `end`. `spans` are
    the places of the columns. A row may go on in the lines below it. A line `heading: text` below a
    row is another cell of the row.
    """

    def parts(line: str) -> list[str]:
        return [line[low:high].strip() for low, high in spans]

    headings = [
        " ".join(filter(None, column)) for column in zip(*map(parts, lines[top:rule]), strict=True)
    ]
    body: list[tuple[int, str, re.Match[str] | None]] = []
    for number in range(rule + 1, end):
        line = lines[number]
        under = _UNDER.fullmatch(line)
        if under and (under[1].endswith(", exact") or not _fits(line, spans)):
            body.append((number + 1, line, under))
        elif _fits(line, spans):
            body.append((number + 1, line, None))
        elif not _RULE.fullmatch(line):
            raise _Broken(f"line {number + 1}: {shown(line.strip())} stands between the columns")
    numbers = [
        place
        for place, (low, high) in enumerate(spans)
        if all(
            _is_number(line[low:high], high - low) or not line[low:high].strip()
            for _, line, under in body
            if not under
        )
    ]
    rows: list[tuple[int, dict[str, str]]] = []
    written: list[list[str]] = []  # the last row's cells, line by line
    wrapped: list[list[list[str]]] = []
    for number, line, under in body:
        if under:
            if rows:
                rows[-1][1][" ".join(under[1].split())] = under[2].strip()
            continue
        cells = parts(line)
        if written and not any(cells[n] for n in numbers) and _goes_on(written[-1], cells, spans):
            written.append(cells)
        else:
            written = [cells]
            wrapped.append(written)
            rows.append((number, {}))
    if not any(cells for _, cells in rows):
        plain = [(n, _unwrapped(each)) for (n, _), each in zip(rows, wrapped, strict=True)]
        return _Grid(headings, plain, [])
    if repeated := _twice(headings):
        raise _Broken(f"line {top + 1}: {cut(next(iter(repeated)))}: a heading twice")
    found = [
        (n, {**dict(zip(headings, _unwrapped(each), strict=True)), **more})
        for (n, more), each in zip(rows, wrapped, strict=True)
    ]
    return _union(found, [])


def _is_number(text: str, width: int) -> bool:
    return len(text) == width and text[-1] != " " and bool(NUMBER.fullmatch(text.strip()))


def _goes_on(last: Sequence[str], cells: Sequence[str], spans: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a line goes on with text that had no room in the line above it."""
    if all(cells):
        return False
    for before, text, (low, high) in zip(last, cells, spans, strict=True):
        if text:
            first = re.match(r"[^ ,]*,?(?: %)?", text)
            piece = first[0] if first else ""
            if not before or len(before) + 1 + len(piece) <= high - low:
                return False
    return True


def _unwrapped(lines: Sequence[Sequence[str]]) -> list[str]:
    if len(lines) == 1:
        return [*map(_present, lines[0])]
    cells = []
    for column in zip(*lines, strict=True):
        text = ""
        for each in filter(None, column):
            # A list such as 1,2,3,4 may be broken after any comma.
            space = bool(text) and not re.fullmatch(r"[\d,]*,", text)
            text += " " * space + each
        cells.append(_present(text))
    return cells


def _titled_grids(lines: Sequence[str]) -> list[_Grid]:
    """Read lines of a title and its text as one row."""
    if _between("\n".join(lines[:1])) == "\t":
        return []
    parts: list[_Part] = []
    number = 0
    for filled, some in groupby(lines, lambda line: bool(line.strip())):
        block = [*some]
        titles = _titled(block) if filled else {}
        if len(titles) > 1:
            parts.append(_Grid([*titles], [(number + 1, [*titles.values()])], []))
        elif filled:
            parts += _said(block)
        number += len(block)
    return _grids_of(parts)


# Markdown

_ALIGNMENT = re.compile(r"\|?\s*:?-+:?\s*(?:[|+]\s*:?-+:?\s*)*\|?\s*")
_PIPE = re.compile(r"(?<!\\)\|")
_CHAPTER = re.compile(r" {0,3}(?:#{1,6}\s+(.*?)\s*#*|(?:```|~~~).*)")


def _markdown_grids(lines: Sequence[str]) -> list[_Grid]:
    """Read the tables of Markdown, each with its statements; `[]` where there is none."""
    parts: list[_Part] = []
    said: list[str] = []
    number, found = 0, False
    while number < len(lines):
        line = lines[number]
        below = lines[number + 1] if number + 1 < len(lines) else ""
        if "|" in line and "|" in below and _ALIGNMENT.fullmatch(below.strip()):
            parts += _said(said)
            said, found = [], True
            headings = _pipes(line)
            rows = []
            number += 2
            while number < len(lines) and lines[number].strip():
                if not _ALIGNMENT.fullmatch(lines[number].strip()):
                    rows.append((number + 1, _pipes(lines[number])))
                number += 1
            parts.append(_Grid(headings, rows, []))
            continue
        if len(line) <= LONGEST and (chapter := _CHAPTER.fullmatch(line)):
            parts += _said(said)
            said = []
            if chapter[1]:
                parts.append(_Title(_markdown_text(chapter[1])))
        else:
            said.append(line)
        number += 1
    parts += _said(said)
    return _grids_of(parts) if found else []


def _pipes(line: str) -> list[str]:
    line = line.strip()
    cells = _PIPE.split(line)
    if line.startswith("|"):
        del cells[0]
    if len(cells) > 1 and not cells[-1].strip():
        del cells[-1]
    return [_present(_markdown_text(cell)) for cell in cells]


@lru_cache(_MOST_KEPT)
def _markdown_text(text: str) -> str:
    """Return a text without the marks of Markdown: emphasis, links, footnotes, code, tags."""
    text = text.strip()
    if formula := re.fullmatch(r"\$+([^$]*)\$+", text):
        return formula[1]
    if len(text) > LONGEST or not re.search(r"[\\`*_\[<&]", text):
        return text
    for pattern, plain in (
        (r"\[\^[^\]]*\]", ""),
        (r"<[a-zA-Z/][^>]*>", " "),
        (r"(?<!\\)!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1"),
        (r"(?<!\\)(`+)(.+?)\1", r"\2"),
        (r"(?<![\\*])(\*{1,3})(?! )(.+?)(?<![\\ ])\1", r"\2"),
        (r"(?<![\\\w])(_{1,3})(?! )(.+?)(?<![\\ ])\1(?!\w)", r"\2"),
    ):
        text = re.sub(pattern, plain, text)
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", unescape(text))


# LaTeX

_BEGIN = re.compile(r"\\begin\s*\{((?:tabular[xy*]?|tabulary|longtable|array|supertabular)\*?)\}")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_TOKEN = re.compile(
    r"(?P<row>\\\\\*?(?:\[[^\]\n]*\])?|\\tabularnewline\b)|\\[a-zA-Z]+\*?|\\.|(?P<mark>[{}&])",
    re.DOTALL,
)
_LINES = re.compile(
    r"\s*\\(?P<name>hline|toprule|midrule|bottomrule|addlinespace|cmidrule|cline|specialrule|morecmidrules"
    r"|endhead|endfirsthead|endfoot|endlastfoot|rowcolor|hdashline|noalign|caption\*?|label|centering)"
    r"(?![a-zA-Z])(?:\[[^\]]*\]|\([^)]*\)|\{(?:[^{}]|\{[^{}]*\})*\})*"
)
_OVER_LINES = "hline", "midrule", "specialrule"
_SPANNING = re.compile(r"\\(multicolumn|multirow|begin|diagbox)\s*(?:\{(\d+)\}\s*\{[^{}]*\})?")
_WRAPPED = re.compile(
    r"\\(?:text(?:bf|it|tt|sc|rm|sf|sl|up|md|normal)?|emph|math(?:rm|bf|it|sf|tt)|mbox|hbox|makecell"
    r"|shortstack|underline|thead|num|ensuremath)(?:\[[^\]]*\])?\s*\{((?:[^{}\\]|\\.)*)\}",
    re.DOTALL,
)
_CAPTION = re.compile(
    r"\\caption\*?(?:\[[^\]]*\])?\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,4000})\}"
)
_THOUSANDS = re.compile(r"(?<!\d)[1-9]\d{0,2}(?:\{,\}\d{3})+(?!\d)")
_FRACTION = re.compile(r"\\[dt]?frac\s*\{(\d+)\}\s*\{(\d+)\}")
_SIGNS = [
    (re.compile(pattern), plain)
    for pattern, plain in (
        (
            r"\\(?:footnote(?:mark)?|cite[tp]?|label|ref|tablefootnote)(?![a-zA-Z])(?:\[[^\]]*\])?(?:\{[^{}]*\})?",
            "",
        ),
        (r"\\(?:leq?|leqslant)(?![a-zA-Z])", "<="),
        (r"\\(?:geq?|geqslant)(?![a-zA-Z])", ">="),
        (r"\\(?:textless|lt)(?![a-zA-Z])", "<"),
        (r"\\(?:textgreater|gt)(?![a-zA-Z])", ">"),
        (r"\\(?:textasciitilde|sim)(?![a-zA-Z])(?:\{\})?", "\N{TILDE OPERATOR}"),
        (r"\\(?:textasciicircum(?![a-zA-Z])|\^)(?:\{\})?", "^"),
        (r"\\textbar(?![a-zA-Z])(?:\{\})?", "|"),
        (r"\\textbackslash(?![a-zA-Z])(?:\{\})?", "\N{SET MINUS}"),
        (r"\\(?:textendash|textminus)(?![a-zA-Z])(?:\{\})?", "–"),
        (
            r"\\(?:bfseries|itshape|centering|raggedright|raggedleft|footnotesize|scriptsize|small|tiny"
            r"|bf|it|tt|em|normalsize|noindent|par|medskip|smallskip|bigskip|displaystyle)(?![a-zA-Z])",
            " ",
        ),
        (r"\\\\\*?(?:\[[^\]\n]*\])?", " "),
        (r"\\[,;:> ]|~", " "),
        (r"(?<!\\)\$|\\[()!]", ""),
        (r"(?<=\w)--(?=\w)", "–"),
        (r"\\([%_&#$])", r"\1"),
        (r"(?<!\\)(?<![}a-zA-Z\d])\{([^{}]*)\}(?!\s*\{)|\{\}", r"\1"),
        (r"\\([{}])", r"\1"),
        ("\N{TILDE OPERATOR}", "~"),
        ("\N{SET MINUS}", "\\\\"),
    )
]


def _latex_grids(text: str) -> list[_Grid]:
    r"""Read the tables of LaTeX, each with its statements; refuse a \begin without its \end."""
    text = _COMMENT.sub(r"\1", _LINE.sub("\n", text))
    parts: list[_Part] = []
    done = 0
    while begin := _BEGIN.search(text, done):
        # A width comes first in some of these environments.
        count = 2 if begin[1] in ("tabularx", "tabulary", "tabular*") else 1
        start = _after_arguments(text, begin.end(), count)
        ending = f"\\end{{{begin[1]}}}"
        end = text.find(ending, start)
        if end < 0:
            line = _line_at(text, begin.start())
            raise _Broken(f"line {line}: \\begin{{{begin[1]}}} without its \\end")
        parts += _latex_parts(text, done, begin.start())
        parts.append(_latex_grid(text, start, end))
        done = end + len(ending)
    parts += _latex_parts(text, done, len(text))
    return _grids_of(parts)


_FLOAT = re.compile(r"\\(?:begin|end)\{(?:(?:sideways|wrap)?table|document|center)\*?\}")


def _latex_parts(text: str, low: int, high: int) -> list[_Part]:
    """Return the statements between two tables, except text between their floats."""
    below, *others = _FLOAT.split(text[low:high])
    if not others:
        return [] if r"\begin{document}" in text and not low else [*_latex_said(below)]
    return [*(_latex_said(below) if low else []), _Title(), *_latex_said(others[-1])]


def _after_arguments(text: str, place: int, count: int) -> int:
    """Return the place after `count` arguments in braces, and after brackets before them."""
    while count:
        option = re.compile(r"\s*\[[^\]]*\]").match(text, place)
        place = option.end() if option else place
        depth = 0
        for token in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, place):
            depth += {"{": 1, "}": -1}.get(token[0], 0)
            if depth <= 0 and token[0] == "}":
                place = token.end()
                break
        else:
            return place
        count -= 1
    return place


def _latex_said(text: str) -> list[str]:
    said = [_latex_text(match[1]) for match in _CAPTION.finditer(text)]
    text = _CAPTION.sub("\n\n", text)
    text = re.sub(
        r"\\(?:begin|end|label|vspace|setlength|usepackage|resizebox|scalebox)\*?(?:\s*[\[{][^\]}]*[\]}])*",
        "",
        text,
    )
    text = re.sub(r"\\[a-zA-Z]+\*?(?![a-zA-Z{])", lambda m: m[0] if m[0] in _KEPT else " ", text)
    blocks = _said([line.strip() for line in text.split("\n")])
    return [*said, *(each for each in map(_latex_text, blocks) if re.search("[a-zA-Z]{2}", each))]


_KEPT = r"\le", r"\leq", r"\ge", r"\geq", r"\pm"


def _latex_grid(text: str, start: int, end: int) -> _Grid:
    r"""Read a table of LaTeX between two places of a text.

    A row that is one \multicolumn is a statement. Any other cell of several columns is refused.
    """
    raw: list[tuple[int, list[str]]] = []
    cells: list[str] = []
    depth, cell_start, row_start = 0, start, start

    for token in _TOKEN.finditer(text, start, end):
        if token["mark"] in ("{", "}"):
            depth += 1 if token["mark"] == "{" else -1
        elif depth == 0 and (token["mark"] == "&" or token["row"]):
            cells.append(text[cell_start : token.start()])
            cell_start = token.end()
            if token["row"]:
                raw.append((row_start, cells))
                cells, row_start = [], token.end()
    raw.append((row_start, [*cells, text[cell_start:end]]))

    line_of = _Lines(text)
    stated: list[str] = []
    rows: list[tuple[int, list[str]]] = []
    ruled: list[bool] = []  # whether a line is drawn above a row
    drawn = False
    for place, cells in raw:
        first = cells[0]
        while line := _LINES.match(first):
            drawn |= line["name"] in _OVER_LINES
            stated += [_latex_text(c[1]) for c in _CAPTION.finditer(line[0])]
            first = first[line.end() :]
        if not any(each.strip() for each in (first, *cells[1:])):
            continue
        number = line_of(place + len(cells[0]) - len(first.lstrip()))
        plain = [first, *cells[1:]]
        spans = [_spans(each, number) for each in plain]
        if any(count > 1 for count, _ in spans):
            if len(spans) > 1:
                raise _Broken(
                    rf"line {number}: \multicolumn: a cell of several columns; takes one for each"
                )
            stated.append(_latex_text(spans[0][1]))
            continue
        rows.append((number, [_present(_latex_text(each)) for _, each in spans]))
        ruled.append(drawn)
        drawn = False
    headings = _headings([cells for _, cells in rows[:3]], ruled)
    return _Grid([*headings.cells], rows[headings.rows :], stated)


class _Headings(NamedTuple):
    rows: int  # the number of rows with headings
    cells: list[str]


def _headings(rows: Sequence[list[str]], ruled: Sequence[bool]) -> _Headings:
    """Return the headings: the first row, and all rows above the first rule without a number."""
    count = next((n for n in range(1, len(rows)) if ruled[n]), 1)
    some = rows[:count]
    if len({*map(len, some)}) > 1 or any(
        NUMBER.fullmatch(cell) for cells in some[1:] for cell in cells
    ):
        some = rows[:1]
    columns = zip(*some, strict=True)
    return _Headings(len(some), [" ".join(filter(None, column)) for column in columns])


def _spans(cell: str, line: int) -> tuple[int, str]:
    """Return the number of columns of a cell, and its content."""
    match = _SPANNING.search(cell)
    if not match:
        return 1, cell
    if match[1] != "multicolumn" or not match[2]:
        raise _Broken(f"line {line}: \\{match[1]}: takes a cell for each heading in each row")
    inside = cell[match.end() :].strip()
    return int(match[2]), inside[1:-1] if inside[:1] == "{" and inside[-1:] == "}" else inside


@lru_cache(_MOST_KEPT)
def _latex_text(text: str) -> str:
    r"""Return a cell as plain text; ``\frac{1}{2}`` is 1/2, and all signs of a number stay."""
    if len(text) > LONGEST or not re.search(r"[\\${}~]|--", text):
        return " ".join(text.split())
    for _ in range(5):  # commands may stand in each other
        text, count = _WRAPPED.subn(r"\1", text)
        if not count:
            break
    for pattern, plain in _SIGNS:
        text = pattern.sub(plain, text)
    text = _THOUSANDS.sub(lambda number: number[0].replace("{,}", ","), text)
    text = _FRACTION.sub(r"\1/\2", text)
    return " ".join(text.split())


# HTML

_BLOCKS = {
    "p",
    "div",
    "li",
    "ul",
    "ol",
    "section",
    "article",
    "pre",
    "blockquote",
    "dd",
    "dt",
    "main",
}
_CHAPTERS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_HIDDEN = {"script", "style", "template", "noscript", "title", "head", "nav"}
_MARKS = re.compile(r"\b(?:reference|sortkey|noprint|mw-editsection)\b")


class _HtmlCell:
    def __init__(self, is_heading: bool, columns: int, rows: int) -> None:
        self.is_heading, self.columns, self.rows = is_heading, columns, rows
        self.parts: list[str] = []

    @property
    def text(self) -> str:
        return _present("".join(self.parts))


class _HtmlTable:
    def __init__(self) -> None:
        self.rows: list[tuple[int, bool, list[_HtmlCell]]] = []  # the flag: in a <thead>
        self.caption: list[str] = []
        self.in_head = self.in_caption = False
        self.cell: _HtmlCell | None = None


class _Page(HTMLParser):
    """The tables of a page, and the text between them."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[_Part] = []
        self.tables: list[_HtmlTable] = []  # each in a cell of the table before it
        self.said: list[str] = []
        self.hidden, self.depth = "", 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.hidden:
            self.depth += tag == self.hidden
            return
        given = dict(attrs) if attrs else {}
        if given and tag not in ("table", "tr", "td", "th", "br", "img"):
            out_of_sight = "display:none" in (given.get("style") or "").replace(" ", "")
            if out_of_sight or _MARKS.search(given.get("class") or ""):
                self.hidden, self.depth = tag, 1
                return
        if tag in _HIDDEN:
            self.hidden, self.depth = tag, 1
        elif tag == "table":
            self._end_block()
            self.tables.append(_HtmlTable())
        elif not self.tables:
            if tag in _BLOCKS or tag in _CHAPTERS:
                self._end_block()
            elif tag == "br":
                self.said.append(" ")
        else:
            self._in_table(self.tables[-1], tag, given)

    def _in_table(self, table: _HtmlTable, tag: str, given: Mapping[str, str | None]) -> None:
        if tag == "tr":
            table.rows.append((self.getpos()[0], table.in_head, []))
            table.cell, table.in_caption = None, False
        elif tag in ("td", "th"):
            if not table.rows:
                table.rows.append((self.getpos()[0], table.in_head, []))
            columns, rows = _count(given.get("colspan")), _count(given.get("rowspan"))
            table.cell = _HtmlCell(tag == "th", columns, rows)
            table.rows[-1][2].append(table.cell)
        elif tag in ("thead", "tbody", "tfoot"):
            table.in_head, table.cell = tag == "thead", None
        elif tag == "caption":
            table.in_caption = True
        elif tag == "br" or tag in _BLOCKS:
            self.handle_data(" ")
        elif tag == "sup":
            self.handle_data("^")

    def handle_endtag(self, tag: str) -> None:
        if self.hidden:
            self.depth -= tag == self.hidden
            if not self.depth:
                self.hidden = ""
        elif tag == "table" and self.tables:
            self.parts.append(_html_grid(self.tables.pop()))
        elif self.tables:
            table = self.tables[-1]
            if tag in ("td", "th", "tr"):
                table.cell = None
            elif tag == "caption":
                table.in_caption = False
            elif tag == "thead":
                table.in_head = False
        elif tag in _CHAPTERS:
            self._end_block(_Title)
        elif tag in _BLOCKS:
            self._end_block()

    def handle_data(self, data: str) -> None:
        if self.hidden:
            return
        if not self.tables:
            self.said.append(data)
        elif (table := self.tables[-1]).in_caption:
            table.caption.append(data)
        elif table.cell:
            table.cell.parts.append(data)

    def _end_block(self, kind: type[str] = str) -> None:
        for block in re.split(r"\n\s*\n", "".join(self.said)):
            if text := " ".join(block.split()):
                self.parts.append(kind(text))
        self.said = []

    def close(self) -> None:
        super().close()
        while self.tables:
            self.parts.append(_html_grid(self.tables.pop()))
        self._end_block()


def _count(text: str | None) -> int:
    if text is None:
        return 1
    text = text.strip()
    return (
        min(int(text), MOST_COLUMNS + 1) if text.isdecimal() and len(text) < 6 and int(text) else 1
    )


def _html_grids(text: str) -> list[_Grid]:
    page = _Page()
    page.feed(_LINE.sub("\n", text))
    page.close()
    return _grids_of(page.parts)


def _html_grid(table: _HtmlTable) -> _Grid:
    """Make a grid of a table of HTML, where a cell over several rows or columns stands in each.

    A row that is one cell over all columns is a statement. All rows of headings at the top are
    joined into one.
    """
    stated = [caption] if (caption := " ".join("".join(table.caption).split())) else []
    width = max((sum(cell.columns for cell in cells) for _, _, cells in table.rows), default=0)
    if width > MOST_COLUMNS:
        raise _Broken(f"more than {MOST_COLUMNS:,} columns; takes several tables")
    rows: list[tuple[int, bool, list[str]]] = []
    over: dict[int, tuple[int, str]] = {}  # by column, rows to go and the cell's text
    count = 0
    for line, in_head, cells in table.rows:
        if not cells and not over:
            continue
        if len(cells) == 1 and cells[0].columns == width > 1:
            stated += [cells[0].text] if cells[0].text else []
            continue
        row: list[str] = []
        waiting = iter(cells)
        while True:
            if (place := len(row)) in over:
                left, text = over.pop(place)
                row.append(text)
                if left > 1:
                    over[place] = left - 1, text
                continue
            cell = next(waiting, None)
            if cell is None:
                break
            for column in range(place, place + cell.columns):
                row.append(cell.text)
                if cell.rows > 1:
                    over[column] = cell.rows - 1, cell.text
        count += len(row)
        if count > MOST_CELLS:
            raise _Broken(f"line {line}: more than {MOST_CELLS:,} cells; takes several tables")
        head = in_head or (bool(cells) and all(cell.is_heading for cell in cells))
        rows.append((line, head, row))
    several = next((n for n, (_, head, _) in enumerate(rows) if not head), len(rows)) or 1
    top = [row for _, _, row in rows[:several]]
    widest = max(map(len, top), default=0)
    padded = [[*row, *[""] * (widest - len(row))] for row in top]
    headings = [
        " ".join(dict.fromkeys(filter(None, column))) for column in zip(*padded, strict=True)
    ]
    return _Grid(headings, [(line, row) for line, _, row in rows[several:]], stated)

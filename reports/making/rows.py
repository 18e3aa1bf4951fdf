"""Rows beside a page: columns of results as CSV, read again, and kept where they take long."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias, TypeVar

from twoplayer.errors import FileError
from twoplayer.exact import Bounds, parse_exact
from twoplayer.files import MOST_TABLE, read_text
from twoplayer.tables import BOUNDED, Column, Table, To
from twoplayer.variant.columns import RULES as EVERY_RULE
from twoplayer.variant.columns import SECOND_RULES as HER_RULES
from twoplayer.variant.variant import variant_of
from twoplayer.words import FORMULA
from twoplayer.work import Executor, cores

Row: TypeAlias = SimpleNamespace
"""What a result has in some columns, by their names; its `variant` where these are rules."""

RULES = [column for column in EVERY_RULE if column.to is To.CSV]
"""The rules of a `variant`, one by one."""

SECOND_RULES = [column for column in HER_RULES if column.to is To.CSV]
"""The second player's rules, of a `second_variant`; they are written, and not read again."""


_GUARDED = re.compile(rf"'(?={FORMULA.pattern})")


def whole(name: str) -> Column:
    """Return a column of whole numbers."""
    return Column(name, read=int)


def exact(name: str) -> Column:
    """Return a column of exact numbers, each beside its decimal."""
    return Column(name, unit="approx", read=parse_exact)


def percent(name: str) -> Column:
    """Return a column of exact numbers, each beside its percentage; some may be unknown."""
    return Column(name, unit="percent", read=lambda cell: parse_exact(cell) if cell else None)


def bounded(column: Column) -> Column:
    """Return a column of bounds of such numbers."""
    return column._replace(ends=BOUNDED)


def row_of(columns: Sequence[Column], *values: Any) -> Row:
    """Return a row: the value of each column in order, and a variant in place of rules."""
    names = dict.fromkeys(
        "variant" if c in RULES else "second_variant" if c in SECOND_RULES else c.name
        for c in columns
    )
    return Row(**dict(zip(names, values, strict=True)))


def csv_of(columns: Sequence[Column], rows: Sequence[Any]) -> str:
    """Write rows as CSV."""
    return Table(columns, rows).write("csv")


def rows_of(columns: Sequence[Column], text: str) -> list[Row]:
    """Read the rows of CSV; one that cannot be read is left out."""
    own = [column for column in columns if column not in RULES]
    rows = []
    with suppress(csv.Error):
        for cells in read_csv(text):
            with suppress(KeyError, ValueError):
                rules = {c.name: _parse(c, cells) for c in columns if c in RULES}
                variant = {"variant": variant_of(rules)} if rules else {}
                rows.append(Row(**variant, **{c.name: _parse(c, cells) for c in own}))
    return rows


def read_csv(text: str) -> list[dict[str, str]]:
    """Read rows as they are written in CSV; cells are text, and rows of another length left out.

    >>> read_csv(csv_of([Column("name"), Column("value")], [{"name": "=1+1", "value": "-0.4"}]))
    [{'name': '=1+1', 'value': '-0.4'}]
    """
    return [
        {name: cell[1:] if _GUARDED.match(cell) else cell for name, cell in row.items()}
        for row in csv.DictReader(io.StringIO(text))
        if None not in (*row, *row.values())  # a cell without a heading, or the other way round
    ]


def _parse(column: Column, cells: Mapping[str, str]) -> Any:
    names = column.names[:: 2 if column.unit else 1]
    values = [column.read(cells[name]) for name in names]
    return Bounds(*values) if column.ends == BOUNDED else values[0]


def text_of(path: Path | None) -> str:
    """Read a file; it counts as empty where it cannot be read."""
    try:
        return read_text(str(path), MOST_TABLE) if path else ""
    except FileError:
        return ""


Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def kept(
    keys: Sequence[Key],
    known: Mapping[Key, Value],
    solve: Callable[[Sequence[Key]], Mapping[Key, Value]],
    sample: Collection[Key],
    *,
    doubted: bool = True,
) -> dict[Key, Value]:
    """Take the values of some keys from what is known, which is tried by a sample.

    Known values are taken if all of the sample is known and right, or they are not doubted, since
    they are compared afterwards; else all are computed. What is not known is computed as well.
    """
    found = dict(solve([key for key in keys if key in sample or key not in known]))
    if doubted and any(key not in known or known[key] != found[key] for key in sample):
        found |= solve([key for key in keys if key not in found])
    return {key: found[key] if key in found else known[key] for key in keys}


class Kept(NamedTuple):
    """A table that takes long: it is kept as CSV, and of what is there only a sample is solved."""

    file: str
    asked: Sequence[str]  # the columns that say what is asked; their values in a row are its key
    columns: Sequence[Column]
    keys: Callable[[], Iterable[Any]]  # of all rows, in order
    sample: Callable[[], Collection[Any]]  # those that are solved although they are kept
    solve: Callable[[Executor, Sequence[Any]], Iterable[Row]]

    def rows(self, folder: Path | None) -> dict[Any, Row]:
        """Return all rows by their keys, as a folder has them, or as they are solved."""
        known = self._by_key(rows_of(self.columns, text_of(folder and folder / self.file)))
        with cores() as executor:

            def solve(keys: Sequence[Any]) -> dict[Any, Row]:
                return self._by_key(self.solve(executor, keys))

            return kept(list(dict.fromkeys(self.keys())), known, solve, self.sample())

    def _by_key(self, rows: Iterable[Row]) -> dict[Any, Row]:
        return {tuple(getattr(row, name) for name in self.asked): row for row in rows}

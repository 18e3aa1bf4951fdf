"""Named tuples as rows of CSV: their fields are its columns, which know how they are spelled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar, get_type_hints

from ..exact import parse_exact
from ..table import Column, Table, read
from .fields import FIELDS
from .variant import Variant, variant_of

Record = TypeVar("Record", bound=tuple[Any, ...])


def columns_of(record: type[Record]) -> list[Column]:
    """Return a column for each field of a named tuple; for its variant, one for each rule."""
    columns = []
    for name, kind in get_type_hints(record).items():
        if kind is Variant:
            columns += [Column(rule, partial(_rule, rule)) for rule in FIELDS]
        else:
            columns.append(Column(name, read=_READ[kind]))
    return columns


_READ: dict[Any, Callable[[str], Any]] = {
    str: str,
    int: int,
    Fraction: parse_exact,
    float: float,
    float | None: lambda cell: float(cell) if cell else None,
    Fraction | None: lambda cell: parse_exact(cell) if cell else None,
    tuple[int, ...]: lambda cell: tuple(map(int, cell.split(","))),
}


def _rule(name: str, record: Any) -> Any:
    return record.variant.rules()[name]


def csv_of(record: type[Record], records: Iterable[Record]) -> str:
    """Write named tuples as CSV."""
    return Table(columns_of(record), list(records)).write("csv")


def records_of(record: type[Record], text: str) -> list[Record]:
    """Read the named tuples of a CSV; a row that cannot be read is left out."""
    names, found = get_type_hints(record), []
    for row in read(columns_of(record), text):
        try:
            cells = {**row, "variant": variant_of(row)} if "variant" in names else row
        except ValueError:
            continue
        found.append(record(*(cells[name] for name in names)))
    return found

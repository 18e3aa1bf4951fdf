"""Named tuples as rows of CSV: their fields are its columns, which know how they are spelled."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, TypeAlias, TypeVar, get_type_hints

from ..exact import Bounds, parse_exact
from ..table import Column, Table, read
from .fields import FIELDS
from .variant import Variant, variant_of

Record = TypeVar("Record", bound=tuple[Any, ...])

Percent: TypeAlias = Annotated[Fraction, "percent"]
PercentBounds: TypeAlias = Annotated[Bounds, "percent"]
"""What stands beside its percentage, not beside its decimal."""


def columns_of(record: type[Record]) -> list[Column]:
    """Return a column for each field of a named tuple; for its variant, one for each rule."""
    columns = []
    for name, kind in get_type_hints(record, include_extras=True).items():
        if kind is Variant:
            columns += [Column(rule, partial(_rule, rule)) for rule in FIELDS]
        else:
            columns.append(_COLUMNS[kind]._replace(name=name))
    return columns


_EXACT = Column("", unit="approx", read=parse_exact)
_PERCENT = Column("", unit="percent", read=lambda cell: parse_exact(cell) if cell else None)
_COLUMNS: dict[Any, Column] = {
    str: Column(""),
    int: Column("", read=int),
    tuple[int, ...]: Column("", read=lambda cell: tuple(map(int, cell.split(",")))),
    Fraction: _EXACT,
    Bounds: _EXACT._replace(bounds=True),
    Percent: _PERCENT._replace(read=parse_exact),
    Percent | None: _PERCENT,
    PercentBounds: _PERCENT._replace(read=parse_exact, bounds=True),
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

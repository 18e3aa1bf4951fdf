"""Rows that take long: read from the report that has them, where a sample is still right."""

from __future__ import annotations

import csv
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from ..files import MOST_TABLE, read_text
from ..variant.beside import Record, records_of

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def written(path: Path | None, record: type[Record]) -> list[Record]:
    """Read the named tuples of a file; none where it cannot be read."""
    try:
        return records_of(record, read_text(str(path), MOST_TABLE)) if path else []
    except (OSError, ValueError, csv.Error):
        return []


def kept(
    keys: Sequence[Key],
    known: Mapping[Key, Value],
    solve: Callable[[Sequence[Key]], dict[Key, Value]],
    sample: Sequence[Key],
) -> dict[Key, Value]:
    """Take the values of some keys from what is known, which is tried by a sample.

    Known values are taken if all of the sample is known and right; else all are computed. What is
    not known is computed as well.

    >>> square = lambda keys: {key: key**2 for key in keys}
    >>> kept([1, 2, 3], {1: 1, 2: 4}, square, [1])
    {1: 1, 2: 4, 3: 9}
    >>> kept([1, 2, 3], {1: 0, 2: 0, 3: 9}, square, [1])
    {1: 1, 2: 4, 3: 9}
    """
    found = solve([key for key in keys if key in sample or key not in known])
    if any(key not in known or known[key] != found[key] for key in sample):
        found |= solve([key for key in keys if key not in found])
    return {key: found[key] if key in found else known[key] for key in keys}

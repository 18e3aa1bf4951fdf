"""Rows that take long: read from the report that has them, where a sample is still right."""

from __future__ import annotations

import csv
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from ..files import MOST_TABLE, read_text

__all__ = ["kept", "written"]

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def written(
    path: Path | None, read: Callable[[dict[str, str]], tuple[Key, Value]]
) -> dict[Key, Value]:
    """Read the rows of a report; a file or a row that cannot be read counts as missing.

    Parameters
    ----------
    path
        The CSV; None: there is none.
    read
        Makes a key and a value of a row.
    """
    found: dict[Key, Value] = {}
    if path is None:
        return found
    try:
        rows = list(csv.DictReader(read_text(str(path), MOST_TABLE).splitlines()))
    except (OSError, ValueError, csv.Error):
        return {}
    for row in rows:
        try:
            key, value = read(row)
        except (KeyError, ValueError):
            continue
        found[key] = value
    return found


def kept(
    keys: Sequence[Key],
    known: Mapping[Key, Value],
    solve: Callable[[Sequence[Key]], dict[Key, Value]],
    sample: Sequence[Key],
) -> dict[Key, Value]:
    """Take the values of some keys from what is known, which is tried by a sample.

    Parameters
    ----------
    keys
        What is wanted.
    known
        What a report has.
    solve
        Computes values.
    sample
        What is computed although it is known.

    Returns
    -------
    dict
        Known values, if all of the sample is known and right; else all are computed. What is not
        known is computed as well.

    Examples
    --------
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

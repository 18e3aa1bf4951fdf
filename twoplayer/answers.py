"""Answers of a stranger's function that Python would read as lists, although they are none.

Python reads a dict as the list of its keys, and text as the list of its characters. Python reads
True as the tile 1. None of these raises an error. So code that reads an answer first calls the
functions below, and refuses the answer with the reason.
"""

from __future__ import annotations

from collections.abc import Collection, ItemsView, Iterable, Mapping

import numpy as np

from .errors import integer, shown

_TEXT = str, bytes, bytearray, memoryview
MAPPING = "a mapping"
_PLAIN = {tuple, list, set, frozenset}


def misread(value: object) -> str:
    """Name the kind of a value that Python would read as a list, and that is no list.

    Parameters
    ----------
    value
        An answer, or a part of one.

    Returns
    -------
    str
        `"a mapping"`, `"text"` or `"bytes"`; empty for every other value. A mapping is any value
        with keys, such as a dict or its items, a Counter or a Series. Read as a list, a mapping
        would lose its values.

    Examples
    --------
    >>> misread({(9,): 0.99, (4, 5): 0.01}), misread("45"), misread((4, 5))
    ('a mapping', 'text', '')
    """
    if type(value) in _PLAIN:
        return ""
    if isinstance(value, (Mapping, ItemsView)) or hasattr(type(value), "keys"):
        return MAPPING
    if isinstance(value, _TEXT):
        return "text" if isinstance(value, str) else "bytes"
    return ""


def flag(value: object) -> bool | None:
    """Return a flag of Python or of numpy as True or False, and None for every other value.

    >>> flag(True), flag("no"), flag(0)
    (True, None, None)
    """
    # Only the type is looked at, since any method of the value may do anything.
    return bool(value) if issubclass(type(value), (bool, np.bool_)) else None


def holds(value: object) -> bool:
    """Tell whether a value holds other values, as a list or an array does, and text does not.

    >>> holds([4, 5]), holds("45"), holds(4)
    (True, False, False)
    """
    if type(value) in _PLAIN:
        return True
    several = isinstance(value, Iterable) and not isinstance(value, _TEXT)
    return several and getattr(value, "ndim", 1) != 0


def no_set(tiles: Collection[object]) -> str:
    """Say why some values are no set of tiles, or return an empty text if they are.

    In a set of tiles every value is a whole number, and no value comes twice.

    >>> no_set((4, 5)), no_set((4, 4)), no_set((4, 5.0)), no_set((True, 8))
    ('', 'a tile twice', '5.0 is no whole number', 'True is a flag, no tile')
    """
    if {*map(type, tiles)} == {int}:  # a quick test, which nearly all sets pass
        return "" if len({*tiles}) == len(tiles) else "a tile twice"
    for tile in tiles:
        if flag(tile) is not None:
            return f"{shown(tile)} is a flag, no tile"
        if integer(tile) is None:
            kind = misread(tile) or ("no tile" if holds(tile) else "no whole number")
            return f"{shown(tile)} is {kind}"
    return "a tile twice" if len({*map(integer, tiles)}) < len(tiles) else ""

"""What a function of somebody else's answers, where Python would read it as something else.

A dict can be read as the list of its keys, text as the list of its characters, and True as the tile
1: all without a word. Whoever reads an answer asks here first, and refuses it with the reason.
"""

from __future__ import annotations

from collections.abc import Collection, ItemsView, Iterable, Mapping

import numpy as np

from .errors import integer, shown

_TEXT = str, bytes, bytearray, memoryview
MAPPING = "a mapping"
_PLAIN = {tuple, list, set, frozenset}


def misread(value: object) -> str:
    """Name what a value is that could be read as a list, and is not to be.

    Parameters
    ----------
    value
        An answer, or a part of one.

    Returns
    -------
    str
        `"a mapping"`, `"text"` or `"bytes"`; empty for all else. A mapping is whatever has keys,
        since its values would be lost: a dict or its items, a Counter, a Series.

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
    """Return True or False, also of numpy's kind; None of all else, such as text or None.

    >>> flag(True), flag("no"), flag(0)
    (True, None, None)
    """
    # Its type alone is looked at: whatever is asked may do anything.
    return bool(value) if issubclass(type(value), (bool, np.bool_)) else None


def holds(value: object) -> bool:
    """Tell whether a value holds others, as a list and an array do, and text does not.

    >>> holds([4, 5]), holds("45"), holds(4)
    (True, False, False)
    """
    several = isinstance(value, Iterable) and not isinstance(value, _TEXT)
    return several and getattr(value, "ndim", 1) != 0


def no_set(tiles: Collection[object]) -> str:
    """Say why some values are no set of tiles; nothing where they are: whole numbers, each once.

    >>> no_set((4, 5)), no_set((4, 4)), no_set((4, 5.0)), no_set((True, 8))
    ('', 'a tile twice', '5.0 is no whole number', 'True is a flag, no tile')
    """
    if {*map(type, tiles)} == {int}:  # which is quick to say, and what nearly all are
        return "" if len({*tiles}) == len(tiles) else "a tile twice"
    for tile in tiles:
        if flag(tile) is not None:
            return f"{shown(tile)} is a flag, no tile"
        if integer(tile) is None:
            kind = misread(tile) or ("no tile" if holds(tile) else "no whole number")
            return f"{shown(tile)} is {kind}"
    return "a tile twice" if len({*map(integer, tiles)}) < len(tiles) else ""

"""How wide a table is on a terminal, and where its cells are broken so that it fits."""

from __future__ import annotations

import re
from collections.abc import Sequence

WIDTH = 80
"""Columns of a terminal."""
NUMBER = re.compile(r"[-+]?([\d.]+(/\d+|e-?\d+)?( %)?|\d{1,3}(,\d{3})+)|-")
"""A cell that is a number; it is never broken."""
_PIECE = re.compile(r"(?:[^ ,-]|,(?=\d{3})|-(?![a-z]))*[,-]? *")
"""What is never broken elsewhere: a word up to a hyphen, or an item of a list."""
_GAP = 2
"""Columns between two of a table, and beside a heading."""


def fits(text: str) -> bool:
    """Tell whether no line is wider than a terminal."""
    return max(map(len, text.splitlines()), default=0) <= WIDTH


def fitted(
    headings: Sequence[str], cells: Sequence[Sequence[str]], most: Sequence[int]
) -> tuple[list[str], list[list[str]]]:
    """Break what is longer than `most`; where a table is too wide even so, its widest columns.

    A table that cannot be made to fit is only held to `most`.
    """
    whole, least = [], []
    for heading, *column in zip(headings, *cells, strict=True):
        titles, lines = heading.split("\n"), [line for cell in column for line in cell.split("\n")]
        whole.append(max(max(map(len, titles)) + _GAP, *map(len, lines)))
        least.append(max(max(map(_longest, titles)) + _GAP, *map(_longest, lines)))

    def widths(cap: int) -> list[int]:
        limits = (min(cap, limit) for limit in most)
        return [min(w, max(n, m)) for w, n, m in zip(whole, least, limits, strict=True)]

    room = WIDTH - _GAP * (len(headings) - 1)
    chosen = next((w for w in map(widths, range(WIDTH, 0, -1)) if sum(w) <= room), widths(WIDTH))
    return (
        [_broken(text, width - _GAP) for text, width in zip(headings, chosen, strict=True)],
        [[_broken(*each) for each in zip(row, chosen, strict=True)] for row in cells],
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

"""Words for a terminal, and for Markdown; how wide a table is, and where its cells are broken."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import fill

WIDTH = 80
"""Columns of a terminal."""
NUMBER = re.compile(r"[-+]?([\d.]+(/\d+|e-?\d+)?( %)?|\d{1,3}(,\d{3})+)|-")
"""A cell that is a number; it is never broken."""
_PIECE = re.compile(r"(?:[^ ,-]|,(?=\d{3})|-(?![a-z]))*[,-]? *")
"""What is never broken elsewhere: a word up to a hyphen, or an item of a list."""
_GAP = 2
"""Columns between two of a table, and beside a heading."""
_MARKUP = re.compile(r"[\\`*\[\]~$]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<!\w)_|_(?!\w)")


def markdown_text(text: str) -> str:
    """Write a text of somebody else in Markdown, so that it shows as it is."""
    return _MARKUP.sub(r"\\\g<0>", text)


def paragraph(text: str, start: str = "") -> str:
    """Wrap words behind a start; what takes more than a line, such as a fraction, is never cut.

    A number and its % stay together.
    """
    wrapped = fill(
        text.replace(" %", "\xa0%"),
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapped.replace("\xa0", " ") or start.rstrip()


def titled(rows: Mapping[str, str], least: int = 0) -> str:
    """Write text by title, a row for each, in two columns; titles have a least width."""
    width = max([least, *map(len, rows)])
    return "\n".join(paragraph(text, f"{title:<{width}} ") for title, text in rows.items())


def parted(*parts: str) -> str:
    """Put parts of a text below each other, a blank line between two."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def listed(parts: Sequence[object], word: str = "and") -> str:
    """List things in a sentence, with a word before the last."""
    *others, last = [str(part) for part in parts] or ["nothing"]
    return f"{', '.join(others)} {word} {last}" if others else last


def are_open(open_tiles: Sequence[int]) -> str:
    """Say which tiles are open."""
    return f"{listed(open_tiles)} {'are' if len(open_tiles) > 1 else 'is'} open"


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

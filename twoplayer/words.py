"""Words for a terminal, and for Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill

from .widths import WIDTH

_MARKUP = re.compile(r"[\\`*\[\]~$]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<!\w)_|_(?!\w)")


def markdown_text(text: str) -> str:
    """Write a text of somebody else in Markdown, so that it shows as it is."""
    return _MARKUP.sub(r"\\\g<0>", text)


def bullets(lines: Iterable[str]) -> str:
    """Write sentences as a Markdown list."""
    return "\n".join(f"- {line}" for line in lines)


def paragraph(text: str, start: str = "") -> str:
    """Wrap words behind a start; what takes more than a line, such as a fraction, is never cut."""
    wrapped = fill(
        text,
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapped or start.rstrip()


def titled(rows: Mapping[str, str], least: int = 0) -> str:
    """Write text by title, a row for each, in two columns; titles have a least width."""
    width = max([least, *map(len, rows)])
    return "\n".join(paragraph(text, f"{title:<{width}} ") for title, text in rows.items())


def listed(parts: Sequence[object]) -> str:
    """List things in a sentence."""
    *others, last = [str(part) for part in parts] or ["nothing"]
    return f"{', '.join(others)} and {last}" if others else last


def are_open(open_tiles: Sequence[int]) -> str:
    """Say which tiles are open."""
    return f"{listed(open_tiles)} {'are' if len(open_tiles) > 1 else 'is'} open"

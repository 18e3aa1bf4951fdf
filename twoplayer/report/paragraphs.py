"""Words for a terminal of 80 columns: paragraphs, and titles with what belongs to each."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill

__all__ = ["paragraph", "titled"]

_WIDTH = 80


def paragraph(text: str, start: str = "") -> str:
    """Wrap words; what takes more than a line, such as a fraction, is never cut.

    Parameters
    ----------
    text
        The words.
    start
        What the first line begins with; the others are indented as far.

    Examples
    --------
    >>> print(paragraph("word " * 20, "- "))
    - word word word word word word word word word word word word word word word
      word word word word word
    """
    wrapped = fill(
        text,
        _WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapped or start.rstrip()


def titled(rows: Mapping[str, str], least: int = 0) -> str:
    """Write text by title, a row for each, in two columns.

    Parameters
    ----------
    rows
        Text by title.
    least
        How wide the titles are, at least.
    """
    width = max([least, *map(len, rows)])
    return "\n".join(paragraph(text, f"{title:<{width}} ") for title, text in rows.items())

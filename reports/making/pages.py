"""Pages of Markdown, filled with what was found; and rows of a report that take long to find."""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from importlib.resources import files
from numbers import Rational as AnyRational
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple, TypeVar

from ..errors import FileError
from ..exact import Bounds, decimal_text, percent_text
from ..files import MOST_TABLE, read_text
from ..show.page import link_to
from ..table import Table
from ..variant.beside import Record, records_of
from ..variant.variant import Variant
from ..words import render


class _Findings(Formatter):
    """Write what was found as a page has it.

    Of an exact number `{x}` is the fraction, `{x:4}` a decimal of four places, `{x:4%}` that in
    percent, and `{x:+4%}` with its sign; of bounds it is both, or one where they look alike. What
    is so or not chooses words: `{so:these|or these}`. A list is bullets, or is joined by what the
    page gives, `{names:, }`, or is rows, of which it names the columns: `{rows:game|gain (%)=4%}`;
    `{names:n}` is how many. `{table:exact}` is a table with its exact numbers. `{rules:page|this}`
    is a link from *this* to where one plays by the rules, and `{rules:explorer|this}` to where one
    sees them among others.
    """

    def format_field(self, value: Any, how: str) -> str:
        """Write one value."""
        if isinstance(value, Table):
            return value.write("markdown", exact=how == "exact").strip()
        if isinstance(value, bool | Variant):
            one, _, other = how.partition("|")
            link = isinstance(value, Variant) and linked_to(value, other, one)
            return link or (one if value else other)
        if isinstance(value, list):
            return self._list(value, how)
        if isinstance(value, Bounds):
            return " to ".join(dict.fromkeys(self.format_field(end, how) for end in value))
        if how and isinstance(value, AnyRational) and not isinstance(value, int):
            write = percent_text if how.endswith("%") else decimal_text
            text = write(value, int(how.strip("+%") or 4))
            return f"+{text}" if how[0] == "+" and value and text[0] != "-" else text
        return str(super().format_field(value, how))

    def _list(self, rows: list[Any], how: str) -> str:
        if how == "n":
            return f"{len(rows):,}"
        if "|" not in how:
            return how.join(rows) if how else "\n".join(f"- {line}" for line in rows)
        columns = [column.partition("=") for column in how.split("|")]
        titled = [
            {
                title: self.format_field(cell, form) if form and cell is not None else cell
                for (title, _, form), cell in zip(columns, row, strict=True)
            }
            for row in rows
        ]
        return render(titled, "markdown").strip()


def linked_to(variant: Variant, words: str, where: str = "page") -> str:
    """Link words to the page of some rules, which lies beside the reports.

    >>> linked_to(Variant(tiles=10), "ten tiles", "explorer")
    '[ten tiles](explorer.html#tiles=1-10)'
    """
    return f"[{words}]({where}.html#{link_to(variant)})"


def page(name: str, /, **found: Any) -> str:
    """Return a page: its template, filled with what was found; every one knows the classic game."""
    text = (files("twoplayer.reports") / "pages" / f"{name}.md").read_text("utf-8")
    return _Findings().vformat(text, (), {"game": Variant(), **found})


class Share(NamedTuple):
    """Of how many something is so."""

    so: int
    all: int

    @classmethod
    def of(cls, each: Iterable[bool]) -> Share:
        """Count them."""
        found = list(each)
        return cls(sum(found), len(found))


Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def text_of(path: Path | None) -> str:
    """Read a file; it counts as empty where it cannot be read."""
    try:
        return read_text(str(path), MOST_TABLE) if path else ""
    except FileError:
        return ""


def written(path: Path | None, record: type[Record]) -> list[Record]:
    """Read the named tuples of a file; none where it cannot be read."""
    try:
        return records_of(record, text_of(path))
    except csv.Error:
        return []


def kept(
    keys: Sequence[Key],
    known: Mapping[Key, Value],
    solve: Callable[[Sequence[Key]], Mapping[Key, Value]],
    sample: Collection[Key],
    *,
    doubted: bool = True,
) -> dict[Key, Value]:
    """Take the values of some keys from what is known, which is tried by a sample.

    Known values are taken if all of the sample is known and right, or they are not doubted, since
    they are compared afterwards; else all are computed. What is not known is computed as well.
    """
    found = dict(solve([key for key in keys if key in sample or key not in known]))
    if doubted and any(key not in known or known[key] != found[key] for key in sample):
        found |= solve([key for key in keys if key not in found])
    return {key: found[key] if key in found else known[key] for key in keys}

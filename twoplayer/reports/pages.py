"""Pages of Markdown: templates, `pages/*.md`, that are filled with what was found."""

from __future__ import annotations

from importlib.resources import files
from numbers import Rational as AnyRational
from string import Formatter
from typing import Any

from ..cells import render
from ..exact import decimal_text, percent_text
from ..table import Table
from ..words import bullets


class _Findings(Formatter):
    """Write what was found as a page has it.

    Of an exact number `{x}` is the fraction, `{x:4}` a decimal of four places, `{x:4%}` that in
    percent, and `{x:+4%}` with its sign. A list is bullets, or rows, of which the page names the
    columns: `{rows:game|gain (%)=4%}`. `{table:exact}` is a table with its exact numbers.
    """

    def format_field(self, value: Any, how: str) -> str:
        """Write one value."""
        if isinstance(value, Table):
            return value.write("markdown", exact=how == "exact").strip()
        if isinstance(value, list):
            return self._rows(value, how) if how else bullets(value)
        if how and isinstance(value, AnyRational) and not isinstance(value, int):
            write = percent_text if how.endswith("%") else decimal_text
            text = write(value, int(how.strip("+%") or 4))
            return f"+{text}" if how[0] == "+" and value and text[0] != "-" else text
        return str(super().format_field(value, how))

    def _rows(self, rows: list[tuple[Any, ...]], how: str) -> str:
        columns = [column.partition("=") for column in how.split("|")]
        titled = [
            {
                title: self.format_field(cell, form) if form and cell is not None else cell
                for (title, _, form), cell in zip(columns, row, strict=True)
            }
            for row in rows
        ]
        return render(titled, "markdown").strip()


def page(name: str, /, **found: Any) -> str:
    """Return a page: its template, filled with what was found."""
    text = (files("twoplayer.reports") / "pages" / f"{name}.md").read_text("utf-8")
    return _Findings().vformat(text, (), found)

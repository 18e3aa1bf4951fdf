"""What a command has found, for everybody who reads it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter

from ..cells import Format, to_json
from ..many.selection import Selection
from ..table import Cells, Table, To

ALL = Selection()
ONLY = itemgetter(0)
"""What JSON has of a single game that is one row."""


@dataclass(frozen=True)
class Answer:
    """Rows, and what stands in their place for some who read them."""

    table: Table
    text: Callable[[bool], str] | None = None  # on a terminal; with exact fractions, if wanted
    below: Callable[[str], str] | None = None  # what stands below the rows, in text or Markdown
    programs: Table | None = None  # the rows of CSV and JSON, where they are others
    json: Callable[[list[Cells]], object] | None = None  # of a single game: an object of its rows
    right: bool = True  # whether what was claimed is so

    def write(self, format: Format, exact: bool = False, selection: Selection = ALL) -> str:
        """Write what was found; rows alone where only some of them are wanted."""
        table = (self.programs or self.table) if format.exact else self.table
        if selection.of_all:
            if format == "text" and self.text:
                return self.text(exact)
            if self.below and format.prose:
                return table.write(format, exact) + self.below(format)
            if format == "json" and self.json:
                return to_json(self.json(table.cells(To.JSON)))
        return selection.of(table).write(format, exact)

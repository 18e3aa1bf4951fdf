"""The reports: written anew, or compared with what is there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from ..errors import FileError, missing, one_of
from ..work import part
from .command import Asked, Named, Option, question
from .duration import say

if TYPE_CHECKING:
    from ..show.answer import Answer

_LARGE = 0.8
"""Which share of the work of all reports the numbers of large boxes are."""


@question("reports", rows=False, games=None)
@click.argument("names", nargs=-1, metavar="[NAME]...", cls=Named, takes="Some of them; else all.")
@Option("-o, --output FOLDER", "By default reports/.", default="reports")
@Option("--check", "Write nothing; exit code 1 where a report differs.")
@Option("--full", "Compute every row, instead of a sample.")
@Option("--large", "Compute the numbers of large boxes anew, in minutes.")
@Option("--results FILE", "Keep results in this SQLite file.")
def reports(
    asked: Asked,
    names: tuple[str, ...],
    output: str,
    check: bool,
    full: bool,
    large: bool,
    results: str | None,
) -> Answer | None:
    """Write the reports, or compare them with what is there.

    \b
    Examples:
      twoplayer write reports
      twoplayer write reports --check
    """
    from pathlib import Path

    folder = Path(output)
    place = folder if check or folder.exists() else folder.parent
    if not place.is_dir():
        raise FileError(f"{place}: no {'' if place.exists() else 'such '}folder")

    from ..files import write as write_file
    from ..many.results import open_results
    from ..reports.families import atlas_evs
    from ..reports.generated import FIGURES, PAGES, REPORTS, Slow, draw, reports, stale
    from ..reports.large import NUMBERS, large_numbers, written_numbers
    from ..show.answer import Answer
    from ..table import Table

    wanted = [one_of("NAME", name, REPORTS) for name in names] or [*REPORTS]
    with open_results(results) as known:
        believed = None if full else folder
        evs = partial(atlas_evs, believed if check else None, known, say)
        if large:
            with part(_LARGE):
                numbers = large_numbers(results=known, say=say)
        else:
            numbers = written_numbers(folder)
        made = reports(Slow(evs, believed, numbers), wanted)
    if not check:
        figures = draw(made)
        for name, text in {**made, **figures}.items():
            write_file(folder / name, text, folders=True)
            say(f"Wrote {folder / name}.")
        for name, (of, _) in FIGURES.items():
            if of in made and not figures:
                say(f"{name} was not drawn: {missing('plot')}.")
        for name, of in PAGES.items():
            if of in wanted and name not in made:
                say(f"{name} was not written: {missing('page')}.")
        if "large" in wanted and NUMBERS not in made:
            say(f"{NUMBERS} is not there, and so no report on large boxes: --large")
        return None
    different = stale(made, folder, "large" in wanted)
    lines = "".join(f"{path} differs\n" for path in different)
    return Answer(Table((), different), lambda exact: lines, right=not different)

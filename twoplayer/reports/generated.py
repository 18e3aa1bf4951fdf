"""The generated reports: findings first, in plain words, then the tables behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from ..errors import FileError
from ..show.figures import FIGURES, digest_of, save
from ..show.page import render_page
from ..variant.registry import family
from .atlas import EVs, atlas_report
from .family import entries_of, family_report, tiles_report
from .house import house_report
from .one_player import one_player_report

__all__ = ["PAGE", "REPORTS", "differing", "draw", "reports"]


PAGE = "page.html"


def page_report() -> dict[str, str]:
    """Write the page of the sixteen; nothing where jinja2 is missing."""
    if find_spec("jinja2") is None:
        return {}
    return {PAGE: render_page(entries_of("sixteen"), family("sixteen").summary)}


REPORTS: Mapping[str, Callable[[], dict[str, str]]] = {
    "sixteen": partial(
        family_report, "sixteen", "![How fair each of the sixteen is](figures/sixteen.svg)"
    ),
    "tiles": tiles_report,
    "house_rules": house_report,
    "one_player": one_player_report,
    "page": page_report,
}
"""What makes the files of each report but the atlas: their content by name."""


def reports(
    evs: Callable[[], EVs], progress: Callable[[float], object] | None = None
) -> dict[str, str]:
    """Make every report: the content by the name of its file.

    Parameters
    ----------
    evs
        Gives the EVs of the atlas, which take the longest.
    progress
        Called with 1 after each report.
    """
    made: dict[str, str] = {}
    makers: list[Callable[[], dict[str, str]]] = [*REPORTS.values(), partial(atlas_report, evs)]
    for make in makers:
        made |= make()
        if progress:
            progress(1)
    return made


def draw(made: Mapping[str, str]) -> dict[str, str]:
    """Draw the figures of the reports; none where matplotlib is missing.

    Parameters
    ----------
    made
        What `reports` made.
    """
    if find_spec("matplotlib") is None:
        return {}
    return {
        name: save(drawing, made[numbers]).decode() for name, (numbers, drawing) in FIGURES.items()
    }


def differing(made: Mapping[str, str], folder: str) -> list[Path]:
    """Return the paths of the reports that differ from what is in a folder.

    Reports are compared byte for byte, figures by the numbers that they were drawn from.

    Parameters
    ----------
    made
        What `reports` made.
    folder
        Where the reports are that were written before.

    Raises
    ------
    FileError
        If there is no such folder.
    """
    place = Path(folder)
    if not place.is_dir():
        raise FileError(f"{folder}: no such folder")
    found = [
        place / name
        for name, text in made.items()
        if not (place / name).is_file() or (place / name).read_bytes() != text.encode()
    ]
    for name, (numbers, _) in FIGURES.items():
        figure = place / name
        if not figure.is_file() or digest_of(made[numbers]).encode() not in figure.read_bytes():
            found.append(figure)
    return found

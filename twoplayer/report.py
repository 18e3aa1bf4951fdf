"""The generated reports: findings first, in plain words, then the tables behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from .errors import FileError
from .figures import FIGURES, digest_of
from .report_family import family_report
from .report_house import house_report
from .report_one_player import one_player_report

__all__ = ["REPORTS", "differing", "draw", "reports", "write"]

REPORTS: Mapping[str, Callable[[], dict[str, str]]] = {
    "sixteen": partial(family_report, "sixteen"),
    "tiles": partial(family_report, "tiles"),
    "house_rules": house_report,
    "one_player": one_player_report,
}
"""What makes the files of each report: their content by name."""


def reports(progress: Callable[[int], object] | None = None) -> dict[str, str]:
    """Make every report: the content by the name of its file.

    Parameters
    ----------
    progress
        Called with 1 after each report.
    """
    made: dict[str, str] = {}
    for make in REPORTS.values():
        made |= make()
        if progress:
            progress(1)
    return made


def draw(made: Mapping[str, str]) -> dict[str, str]:
    """Draw the figures of the reports; none where matplotlib is missing."""
    if find_spec("matplotlib") is None:
        return {}
    return {name: make(made[numbers]) for name, (numbers, make) in FIGURES.items()}


def write(made: Mapping[str, str], folder: str) -> list[Path]:
    """Write files into a folder, and return their paths.

    Raises
    ------
    FileError
        If they cannot be written.
    """
    paths = [Path(folder) / name for name in made]
    try:
        for path, text in zip(paths, made.values(), strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
    except OSError as error:
        raise FileError(f"{folder}: cannot be written: {error}") from None
    return paths


def differing(made: Mapping[str, str], folder: str) -> list[Path]:
    """Return the paths of the reports that differ from what is in a folder.

    Reports are compared byte for byte, figures by the numbers that they were drawn from.

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
        if not figure.is_file() or digest_of(made[numbers]) not in figure.read_text("utf-8"):
            found.append(figure)
    return found

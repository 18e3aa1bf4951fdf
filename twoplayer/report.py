"""The generated reports: findings first, in plain words, then the tables behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from .errors import FileError
from .report_family import family_report
from .report_house import house_report
from .report_one_player import one_player_report

__all__ = ["REPORTS", "differing", "reports", "write"]

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


def write(made: Mapping[str, str], folder: str) -> list[Path]:
    """Write reports into a folder, and return their paths.

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
    """Return the paths of the reports that are not, byte for byte, in a folder.

    Raises
    ------
    FileError
        If there is no such folder.
    """
    if not Path(folder).is_dir():
        raise FileError(f"{folder}: no such folder")
    paths = {Path(folder) / name: text.encode() for name, text in made.items()}
    return [p for p, text in paths.items() if not p.is_file() or p.read_bytes() != text]

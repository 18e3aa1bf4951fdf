"""The figures of the reports, as SVG. They need matplotlib, the extra `plot`."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from hashlib import sha256
from statistics import fmean

__all__ = ["FIGURES", "digest_of"]


def digest_of(numbers: str) -> str:
    """Return what a figure says of the numbers that it was drawn from."""
    return f"sha256 of the numbers: {sha256(numbers.encode()).hexdigest()}"


def state_values(numbers: str) -> str:
    """Draw the value of every state against the mean of its open tiles.

    Parameters
    ----------
    numbers
        CSV with `open_tiles` and `approx`, the lowest expected score.

    Returns
    -------
    str
        One panel for each number of open tiles, as SVG.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    points: dict[int, list[tuple[float, float]]] = {}
    for row in csv.DictReader(io.StringIO(numbers)):
        tiles = [int(tile) for tile in row["open_tiles"].split(",")]
        points.setdefault(len(tiles), []).append((fmean(tiles), float(row["approx"])))
    with mpl.rc_context({"svg.hashsalt": "twoplayer", "font.size": 9}):
        figure = Figure(figsize=(8, 7), layout="constrained")
        panels = figure.subplots(3, 3, sharex=True, sharey=True)
        for panel, (count, found) in zip(panels.flat, sorted(points.items()), strict=True):
            panel.scatter(*zip(*found, strict=True), s=9, color="#0072b2", linewidths=0)
            panel.set_title(f"{count} open tile{'s' * (count > 1)}", fontsize=9)
            panel.grid(color="#dddddd", linewidth=0.5)
            panel.set_axisbelow(True)
            panel.spines[["top", "right"]].set_visible(False)
        figure.supxlabel("mean of the open tiles")
        figure.supylabel("lowest expected score")
        image = io.StringIO()
        figure.savefig(
            image, format="svg", metadata={"Date": None, "Description": digest_of(numbers)}
        )
    return "\n".join(line.rstrip() for line in image.getvalue().splitlines()) + "\n"


FIGURES: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "figures/state_values.svg": ("state_values.csv", state_values),
}
"""Each figure by its file: the report that holds its numbers, and what draws it."""

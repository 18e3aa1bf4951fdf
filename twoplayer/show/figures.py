"""Figures, drawn from rows of CSV. They need matplotlib, the extra `plot`.

Blue and a triangle that points right mean the first player, orange and one that points left the
second: the two differ for the colour-blind, and in print.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Container, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import groupby, pairwise, takewhile
from math import prod
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal

from ..errors import InputError
from ..exact import decimal_text, parse_exact
from ..game.solution import Solution
from ..payout.points import Points
from ..variant.fields import FIELDS
from ..variant.variant import Variant, variant_of
from ..writing import read_csv, render
from .ranking import brief, fields_that_differ, labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

__all__ = [
    "KINDS",
    "digest_of",
    "ev_by_payout",
    "heat_map",
    "payout_numbers",
    "ranking",
    "save",
    "seats",
    "second_player",
    "second_player_numbers",
]

_FIRST, _SECOND, _GREY = "#0072b2", "#d55e00", "#767676"
_LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
_STYLES = ("-", "--", "-.", ":")
_MARKS = "os^Dv*P"
MOST_BARS = 60
_MOST_LABELLED_CELLS = 200
_MOST_CELLS = 150
_LARGE_SCORE = 200
_LARGEST = 10**12


def digest_of(numbers: str) -> str:
    """Return what a figure says of the numbers that it was drawn from."""
    return f"sha256 of the numbers: {sha256(numbers.encode()).hexdigest()}"


def save(draw: Callable[[str], Figure], numbers: str, format: str = "svg") -> bytes:
    """Draw a figure of the numbers (CSV) as svg, png or pdf; equal numbers give equal bytes."""
    import matplotlib as mpl

    described = {"svg": "Description", "png": "Description", "pdf": "Subject"}
    undated = {"svg": {"Date": None}, "png": {}, "pdf": {"CreationDate": None}}
    image = io.BytesIO()
    with mpl.rc_context(
        {
            "svg.hashsalt": "twoplayer",
            "font.size": 9,
            "axes.axisbelow": True,
            "text.parse_math": False,  # a name may have a $
        }
    ):
        metadata = {described[format]: digest_of(numbers), **undated[format]}
        draw(numbers).savefig(image, format=format, dpi=150, metadata=metadata)
    if format != "svg":
        return image.getvalue()
    return b"".join(line.rstrip() + b"\n" for line in image.getvalue().splitlines())


def state_values(numbers: str) -> Figure:
    """Draw the value of every state against the mean of its open tiles.

    CSV with `open_tiles` and `approx`, the lowest expected score; a panel for each number of tiles.
    """
    points: dict[int, list[tuple[float, float]]] = {}
    for row in _rows(numbers):
        tiles = [int(tile) for tile in row["open_tiles"].split(",")]
        points.setdefault(len(tiles), []).append((fmean(tiles), float(row["approx"])))
    figure = _figure(8, 7)
    panels = figure.subplots(3, 3, sharex=True, sharey=True)
    for panel, (count, found) in zip(panels.flat, sorted(points.items()), strict=True):
        panel.scatter(*zip(*found, strict=True), s=9, color=_FIRST, linewidths=0)
        panel.set_title(f"{count} open tile{'s' * (count > 1)}", fontsize=9)
        _plain(panel)
    figure.supxlabel("mean of the open tiles")
    figure.supylabel("lowest expected score")
    return figure


def ranking(numbers: str) -> Figure:
    """Draw the EV table, CSV with the fairest first; of very many variants the fairest."""
    rows = _rows(numbers)
    shown = rows[:MOST_BARS]
    evs = [_percent(row) for row in shown]
    names = labels([(row["name"], variant_of(row)) for row in shown])
    figure = _figure(4.5 + 0.07 * max(map(len, names)), 1.5 + 0.22 * len(shown))
    axes = figure.subplots()
    heights = range(len(shown))
    colours = [_FIRST if ev > 0 else _SECOND if ev < 0 else _GREY for ev in evs]
    axes.barh(heights, [float(ev) for ev in evs], height=0.55, color=colours)
    for height, ev in zip(heights, evs, strict=True):
        axes.annotate(
            f" {decimal_text(ev, 4)} ",
            (float(ev), height),
            ha="left" if ev >= 0 else "right",
            va="center",
            fontsize=8,
        )
    axes.set_yticks(list(heights), names)
    axes.invert_yaxis()
    axes.margins(x=0.3)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color="black", linewidth=0.8)
    of = f"\n(the fairest {len(shown)} of {len(rows):,})" if len(shown) < len(rows) else ""
    axes.set_xlabel(f"expected value to the first player (%){of}")
    for text, side in (
        ("◀ second player favoured   ", "right"),
        ("   first player favoured ▶", "left"),
    ):
        axes.annotate(text, (0, 1), xycoords=("data", "axes fraction"), va="bottom", ha=side)
    _plain(axes, "x")
    return figure


def heat_map(numbers: str) -> Figure:
    """Draw which player each combination of rules favours, and by how much: the EV table as CSV."""
    import numpy as np
    from matplotlib.colors import CenteredNorm, LinearSegmentedColormap, SymLogNorm

    numbered = _rows(numbers)
    variants = [variant_of(row) for row in numbered]
    evs = [_percent(row) for row in numbered]
    if len(variants) < 2:
        raise InputError("a heat map: got one variant; takes a family of several")
    down, across = _sides(variants)
    table: dict[tuple[str, str], Fraction] = {}
    for variant, ev in sorted(zip(variants, evs, strict=True), key=lambda pair: _order(pair[0])):
        table[brief(variant, down), brief(variant, across) if across else ""] = ev
    rows = list(dict.fromkeys(row for row, _ in table))
    columns = list(dict.fromkeys(column for _, column in table))
    if max(len(rows), len(columns)) > _MOST_CELLS:
        raise InputError(
            f"a heat map: got {len(rows)} by {len(columns)} combinations; takes at most "
            f"{_MOST_CELLS} each way"
        )
    cells = np.array([[float(table[row, column]) for column in columns] for row in rows])
    few = len(table) <= _MOST_LABELLED_CELLS
    wide, high = (1.15, 0.3) if few else (0.16, 0.16)
    figure = _figure(3 + wide * len(columns), max(3.5, 2 + high * len(rows)))
    axes = figure.subplots()
    darkest = abs(cells).max()
    # Where there are many, those near 0 would all be white.
    norm = CenteredNorm(0, darkest) if few else SymLogNorm(1, vmin=-darkest, vmax=darkest)
    colours = LinearSegmentedColormap.from_list("favoured", [_SECOND, "white", _FIRST])
    image = axes.imshow(cells, colours, norm, aspect="auto")
    for (row, column), ev in table.items():
        arrow = "▶" if ev > 0 else "◀" if ev < 0 else "="
        axes.text(
            columns.index(column),
            rows.index(row),
            f"{arrow} {decimal_text(abs(ev), 2)}" if few else arrow,
            ha="center",
            va="center",
            fontsize=8 if few else 4,
            color="white" if few and abs(ev) > 0.7 * darkest else "black",
            in_layout=False,  # they lie inside of the axes
        )
    if few:
        axes.set_yticks(range(len(rows)), rows, fontsize=8)
        axes.set_xticks(range(len(columns)), [c.replace(", ", "\n") for c in columns], fontsize=8)
    else:
        axes.set_yticks(range(len(rows)), _without_repeats(rows), fontsize=6.5)
        axes.set_xticks(range(len(columns)), _without_repeats(columns), fontsize=6.5, rotation=90)
    figure.colorbar(image, label="EV in percent: ▶ first, ◀ second player", format="%g")
    return figure


def second_player(numbers: str) -> Figure:
    """Draw the second player's value against the score to beat.

    CSV with `name`, `first_player_score` and `exact`; the rows of a name are a curve.
    """
    rows = _rows(numbers)
    large = max(int(row["first_player_score"]) for row in rows) > _LARGE_SCORE
    figure = _figure(8, 4.5)
    axes, curves = figure.subplots(), []
    for number, (name, group) in enumerate(groupby(rows, lambda row: row["name"])):
        curve = list(group)
        scores = [int(row["first_player_score"]) for row in curve]
        values = [float(_drawn(parse_exact(row["exact"]))) for row in curve]
        x = list(range(len(scores))) if large else scores
        marker = _MARKS[number % len(_MARKS)]
        curves += axes.plot(x, values, label=name, marker=marker, markersize=3, **_line(number))
    axes.axhline(0, color="black", linewidth=0.8)
    place = "place of the first player's score among all scores" if large else "score to beat"
    axes.set_xlabel(place)
    axes.set_ylabel("value to the second player, in stakes")
    _legend(axes, curves)
    _plain(axes)
    return figure


def ev_by_payout(numbers: str) -> Figure:
    """Draw the EV as a function of the clack payout, and mark where it is fair.

    Parameters
    ----------
    numbers
        CSV with `name`, `clack_payout` and `first_player_ev`, exact, ascending; the rows of a
        name are the ends of its pieces.
    """
    figure = _figure(8, 4.5)
    axes, curves = figure.subplots(), []
    for number, (name, group) in enumerate(groupby(_rows(numbers), lambda row: row["name"])):
        rows = list(group)
        points = [(_drawn(parse_exact(row["clack_payout"])), _percent(row)) for row in rows]
        line = _line(number)
        zeros, intervals = _zeros(points)
        fair = [decimal_text(payout, 0 if payout.denominator == 1 else 4) for payout in zeros]
        fair += [f"{float(low):g} to {float(high):g}" for low, high in intervals]
        label = f"{name}, fair at {' and '.join(fair)}" if fair else name
        curves += axes.plot(
            *zip(*((float(p), float(ev)) for p, ev in points), strict=True), label=label, **line
        )
        for low, high in intervals:
            axes.plot([float(low), float(high)], [0, 0], color=line["color"], linewidth=4)
        axes.plot([float(payout) for payout in zeros], [0] * len(zeros), "o", color=line["color"])
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("stakes that a clack pays")
    axes.set_ylabel("expected value to the first player (%)")
    _legend(axes, curves)
    _plain(axes)
    return figure


def seats(numbers: str) -> Figure:
    """Draw what every seat of the classic game is worth, a curve for each number of players.

    CSV with the rules, `players`, and `seat_1`, `seat_2`, …, exact; in the right panel a clack wins
    at once.
    """
    rows = {(variant_of(row), int(row["players"])): row for row in read_csv(numbers)}
    games = {"the classic game": Variant(), "a clack wins at once": Variant(immediate_clack=True)}
    figure = _figure(8, 4)
    panels = figure.subplots(1, 2, sharex=True)
    for axes, (title, variant) in zip(panels, games.items(), strict=True):
        curves = []
        for number, players in enumerate(n for rules, n in rows if rules == variant):
            of_seats = range(1, players + 1)
            row = rows[variant, players]
            evs = [float(100 * parse_exact(row[f"seat_{seat}"])) for seat in of_seats]
            look = {**_line(number), "marker": _MARKS[number], "markersize": 4}
            curves += axes.plot(of_seats, evs, label=f"{players} players", **look)
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("seat; 1 plays first")
        axes.set_ylabel("expected value (% of a stake)")
        _legend(axes, curves)
        _plain(axes)
    return figure


def second_player_numbers(named: Sequence[tuple[str, Solution]]) -> str:
    """Return the second player's value by the score to beat, of each of some games."""
    names = labels([(name, solution.variant) for name, solution in named])
    rows = [
        {"name": name, **record}
        for name, (_, solution) in zip(names, named, strict=True)
        for record in solution.to_records()
    ]
    return render(rows, "csv")


def payout_numbers(named: Sequence[tuple[str, Variant, Points]]) -> str:
    """Return the EV at some clack payouts, of each of some games."""
    names = labels([(name, variant) for name, variant, _ in named])
    rows = [
        {"name": name, "clack_payout": payout, "first_player_ev": ev}
        for name, (_, _, points) in zip(names, named, strict=True)
        for payout, ev in points
    ]
    return render(rows, "csv")


def _zeros(
    points: Sequence[tuple[Fraction, Fraction]],
) -> tuple[list[Fraction], list[tuple[Fraction, Fraction]]]:
    """Return where a line from point to point is 0: alone, and all the way from one to the next."""
    intervals = [(p, q) for (p, ev), (q, next_ev) in pairwise(points) if ev == next_ev == 0]
    crossed = [
        p - ev * (q - p) / (next_ev - ev)
        for (p, ev), (q, next_ev) in pairwise(points)
        if ev * next_ev < 0
    ]
    touched = {p for p, ev in points if ev == 0} - {end for ends in intervals for end in ends}
    return sorted([*crossed, *touched]), intervals


def _figure(width: float, height: float) -> Figure:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _plain(axes: Axes, grid: Literal["both", "x"] = "both") -> None:
    axes.grid(color="#dddddd", linewidth=0.5, axis=grid)
    axes.spines[["top", "right"]].set_visible(False)


def _line(number: int) -> dict[str, Any]:
    """Return the look of a curve, one of many that differ in print as well."""
    return {
        "color": _LINES[number % len(_LINES)],
        "linestyle": _STYLES[number % len(_STYLES)],
        "linewidth": 1.4,
    }


def _rows(numbers: str) -> list[dict[str, str]]:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    known = get_font(findfont(FontProperties())).get_charmap()
    return [{**row, "name": _drawable(row.get("name", ""), known)} for row in read_csv(numbers)]


def _drawable(name: str, known: Container[int]) -> str:
    """Write out the characters that the font has no picture of."""
    return "".join(c if ord(c) in known else c.encode("unicode_escape").decode() for c in name)


def _legend(axes: Axes, curves: Sequence[Line2D]) -> None:
    """Name some curves; without them a legend would leave out names that begin with `_`."""
    axes.legend(curves, [str(curve.get_label()) for curve in curves], frameon=False)


def _percent(row: Mapping[str, str]) -> Fraction:
    return _drawn(100 * parse_exact(row["first_player_ev"]))


def _drawn(value: Fraction) -> Fraction:
    """Return what can be drawn as it is."""
    if abs(value) > _LARGEST:
        digits = len(str(abs(int(value))))
        raise InputError(f"plot: got a value of {digits} digits; takes at most {_LARGEST:,}")
    return value


def _sides(variants: Sequence[Variant]) -> tuple[list[str], list[str]]:
    """Split the rules that differ into those of the rows and those of the columns of a table."""
    fields = fields_that_differ(variants)
    counts = [len({getattr(variant, name) for variant in variants}) for name in fields]
    if prod(counts) != len(variants):
        raise InputError(
            f"a heat map: got {len(variants)} variants; takes a family that has every combination"
        )
    split = min(
        range(1, len(fields) + 1), key=lambda n: abs(prod(counts[:n]) - 2 * prod(counts[n:]))
    )
    return fields[:split], fields[split:]


def _without_repeats(names: Sequence[str]) -> list[str]:
    """Leave out what a name begins with where the one before it begins with the same."""
    kept = list(names[:1])
    for before, phrases in pairwise(name.split(", ") for name in names):
        same = takewhile(lambda pair: pair[0] == pair[1], zip(before, phrases[:-1], strict=False))
        kept.append(", ".join(phrases[len(list(same)) :]))
    return kept


def _order(variant: Variant) -> list[tuple[bool, Any]]:
    """Return what sorts a variant: rules as in the classic game come first."""
    return [(not variant.is_default(name), getattr(variant, name) or 0) for name in FIELDS]


KINDS: Mapping[str, Callable[[str], Figure]] = {
    "ranking": ranking,
    "heat-map": heat_map,
    "second-player": second_player,
    "payout": ev_by_payout,
}
"""What draws each kind of figure that users plot."""

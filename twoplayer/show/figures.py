"""Figures, drawn from rows of CSV, on new axes or given ones (matplotlib, the extra `plot`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from statistics import fmean
from typing import TYPE_CHECKING

from ..exact import decimal_text, parse_exact
from ..game.solution import Solution
from ..payout.points import Points
from ..variant.variant import Variant, variant_of
from ..writing import read_csv, render
from .combinations import effects, heat_map
from .drawing import (
    FIRST,
    GREY,
    SECOND,
    begin,
    drawn_number,
    even_up_to,
    legend,
    line,
    new_figure,
    on_new_figure,
    percent,
    plain,
    rows_of,
    spread_out,
)
from .ranking import labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .drawing import Place

__all__ = [
    "KINDS",
    "effects",
    "ev_by_payout",
    "heat_map",
    "payout_numbers",
    "ranking",
    "seats",
    "second_player",
    "second_player_numbers",
    "state_values",
]

_MARKS = "os^Dv*P"
MOST_BARS = 60
_LARGE_SCORE = 200


def state_values(numbers: str) -> Figure:
    """Draw the value of every state against the mean of its open tiles.

    CSV with `open_tiles` and `approx`, the lowest expected score; a panel for each number of tiles.
    """
    points: dict[int, list[tuple[float, float]]] = {}
    for row in rows_of(numbers):
        tiles = [int(tile) for tile in row["open_tiles"].split(",")]
        points.setdefault(len(tiles), []).append((fmean(tiles), float(row["approx"])))
    figure = new_figure(8, 7)
    figure.suptitle("What a set of open tiles is worth to one player", fontweight="bold")
    panels = figure.subplots(3, 3, sharex=True, sharey=True)
    for panel, (count, found) in zip(panels.flat, sorted(points.items()), strict=True):
        panel.scatter(*zip(*found, strict=True), s=9, color=FIRST, linewidths=0)
        panel.set_title(f"{count} open tile{'s' * (count > 1)}", fontsize=9)
        panel.set_label(f"{len(found)} sets of {count}, a point each.")
        plain(panel)
    figure.supxlabel("mean of the open tiles")
    figure.supylabel("lowest expected score")
    return figure


def ranking(numbers: str, place: Place = on_new_figure) -> Axes:
    """Draw the EV table, CSV with the fairest first; of very many variants the fairest."""
    rows = rows_of(numbers)
    shown = rows[:MOST_BARS]
    evs = [percent(row) for row in shown]
    names = labels([(row["name"], variant_of(row)) for row in shown])
    axes = place(4.5 + 0.07 * max(map(len, names)), 1.9 + 0.22 * len(shown))
    said = [f"{name}: {decimal_text(ev, 4)} %" for name, ev in zip(names, evs, strict=True)]
    begin(
        axes,
        "How fair are they?",
        f"A bar for each game, as long as what the first player may expect. {'; '.join(said)}.",
        pad=20,
    )
    scale = spread_out(axes, even_up_to(evs))
    heights = range(len(shown))
    colours = [FIRST if ev > 0 else SECOND if ev < 0 else GREY for ev in evs]
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
    axes.use_sticky_edges = False
    axes.margins(x=0.3)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color="black", linewidth=0.8)
    of = f"\n(the fairest {len(shown)} of {len(rows):,})" if len(shown) < len(rows) else ""
    axes.set_xlabel(f"expected value to the first player (%){of}{scale}")
    for text, side in (
        ("◀ second player favoured   ", "right"),
        ("   first player favoured ▶", "left"),
    ):
        axes.annotate(text, (0, 1), xycoords=("data", "axes fraction"), va="bottom", ha=side)
    plain(axes, "x")
    return axes


def second_player(numbers: str, place: Place = on_new_figure) -> Axes:
    """Draw the second player's value against the score to beat.

    CSV with `name`, `first_player_score` and `exact`; the rows of a name are a curve.
    """
    rows = rows_of(numbers)
    large = max(int(row["first_player_score"]) for row in rows) > _LARGE_SCORE
    axes, curves = place(8, 4.5), []
    begin(
        axes,
        "What the second player may expect",
        "A curve for each game: the second player's value in stakes, by the score to beat.",
    )
    for number, (name, group) in enumerate(groupby(rows, lambda row: row["name"])):
        curve = list(group)
        scores = [int(row["first_player_score"]) for row in curve]
        values = [float(drawn_number(parse_exact(row["exact"]))) for row in curve]
        x = list(range(len(scores))) if large else scores
        marker = _MARKS[number % len(_MARKS)]
        curves += axes.plot(x, values, label=name, marker=marker, markersize=3, **line(number))
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel(
        "place of the first player's score among all scores" if large else "score to beat"
    )
    axes.set_ylabel("value to the second player, in stakes")
    legend(axes, curves)
    plain(axes)
    return axes


def ev_by_payout(numbers: str, place: Place = on_new_figure) -> Axes:
    """Draw the EV as a function of the clack payout, and mark where it is fair.

    Parameters
    ----------
    numbers
        CSV with `name`, `clack_payout` and `first_player_ev`, exact, ascending; the rows of a
        name are the ends of its pieces.
    """
    axes, curves = place(8, 4.5), []
    begin(
        axes,
        "What should a clack pay?",
        "A line for each game: the first player's expected value, by the stakes that a clack pays. "
        "It is fair where the line is at 0.",
    )
    for number, (name, group) in enumerate(groupby(rows_of(numbers), lambda row: row["name"])):
        rows = list(group)
        points = [(drawn_number(parse_exact(row["clack_payout"])), percent(row)) for row in rows]
        look = line(number)
        zeros, intervals = _zeros(points)
        fair = [decimal_text(payout, 0 if payout.denominator == 1 else 4) for payout in zeros]
        fair += [f"{float(low):g} to {float(high):g}" for low, high in intervals]
        label = f"{name}, fair at {' and '.join(fair)}" if fair else name
        curves += axes.plot(
            *zip(*((float(p), float(ev)) for p, ev in points), strict=True), label=label, **look
        )
        for low, high in intervals:
            axes.plot([float(low), float(high)], [0, 0], color=look["color"], linewidth=4)
        axes.plot([float(payout) for payout in zeros], [0] * len(zeros), "o", color=look["color"])
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("stakes that a clack pays")
    axes.set_ylabel("expected value to the first player (%)")
    legend(axes, curves)
    plain(axes)
    return axes


def seats(numbers: str) -> Figure:
    """Draw what every seat of the classic game is worth, a curve for each number of players.

    CSV with the rules, `players`, and `seat_1`, `seat_2`, …, exact; in the right panel a clack wins
    at once.
    """
    rows = {(variant_of(row), int(row["players"])): row for row in read_csv(numbers)}
    games = {
        "it is the classic game": Variant(),
        "a clack wins at once": Variant(immediate_clack=True),
    }
    figure = new_figure(8, 4)
    figure.suptitle("Which seat is best?", fontweight="bold")
    panels = figure.subplots(1, 2, sharex=True)
    for axes, (title, variant) in zip(panels, games.items(), strict=True):
        curves = []
        for number, players in enumerate(n for rules, n in rows if rules == variant):
            of_seats = range(1, players + 1)
            row = rows[variant, players]
            evs = [float(100 * parse_exact(row[f"seat_{seat}"])) for seat in of_seats]
            look = {**line(number), "marker": _MARKS[number], "markersize": 4}
            curves += axes.plot(of_seats, evs, label=f"{players} players", **look)
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_title(title, fontsize=9)
        axes.set_label(f"{title}: a curve for each number of players, by seat.")
        axes.set_xlabel("seat; 1 plays first")
        axes.set_ylabel("expected value (% of a stake)")
        legend(axes, curves)
        plain(axes)
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


KINDS: Mapping[str, Callable[[str], Axes]] = {
    "ranking": ranking,
    "heat-map": heat_map,
    "effects": effects,
    "second-player": second_player,
    "payout": ev_by_payout,
}
"""What draws each kind of figure that users plot."""

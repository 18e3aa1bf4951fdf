"""Figures, drawn from records, on new axes or given ones (matplotlib, the extra `plot`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..evening.seats import Seats
from ..exact import decimal_text
from ..game.payouts import Points, ev_points
from ..game.solutions import solve_all
from ..progress import tracked
from ..variant.beside import Percent
from ..variant.variant import Variant
from .combinations import effects, heat_map
from .drawing import (
    FIRST,
    GREY,
    SECOND,
    begin,
    drawable,
    drawn_number,
    either_way,
    even_up_to,
    finish,
    line,
    new_figure,
    on_new_figure,
    percent,
    plain,
    spread_out,
)
from .ranking import Entry, labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .drawing import Place

Point = TypeVar("Point", bound=tuple[Any, ...])

_MARKS = "os^Dv*P"
MOST_BARS = 60
_LARGE_SCORE = 200
_MOST_MARKS = 100
"""More points of a curve are a line."""


class OfSecond(NamedTuple):
    """A point of a curve: what the second player may expect against a score."""

    name: str
    first_player_score: int
    second_player_value: Fraction


class OfPayout(NamedTuple):
    """A point of a line: the EV where a clack pays so many stakes; each name has its ascending."""

    name: str
    clack_payout: Fraction
    first_player_ev: Percent


class OfState(NamedTuple):
    """The lowest expected score with some open tiles, and the chance to cover nothing next."""

    open_tiles: tuple[int, ...]
    value: Fraction
    covers_nothing: Percent


def state_values(values: Iterable[OfState]) -> Figure:
    """Draw the value of every state against the mean of its open tiles, a panel for each number."""
    points: dict[int, list[tuple[float, float]]] = {}
    for tiles, value, _ in values:
        points.setdefault(len(tiles), []).append((fmean(tiles), float(value)))
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


def ranking(entries: Sequence[Entry], place: Place = on_new_figure) -> Axes:
    """Draw the EV table, the fairest first; of very many variants the fairest."""
    shown = entries[:MOST_BARS]
    evs = [percent(entry.first_player_ev) for entry in shown]
    names = drawable(labels([(entry.name, entry.variant) for entry in shown]))
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
    of = f"\n(the fairest {len(shown)} of {len(entries):,})" if len(shown) < len(entries) else ""
    axes.set_xlabel(f"expected value to the first player (%){of}{scale}")
    either_way(axes, "second player favoured", "first player favoured")
    return axes


def second_player(points: Sequence[OfSecond], place: Place = on_new_figure) -> Axes:
    """Draw the second player's value against the score to beat, a curve for each name."""
    large = max(point.first_player_score for point in points) > _LARGE_SCORE
    axes, curves = place(8, 4.5), []
    begin(
        axes,
        "What the second player may expect",
        "A curve for each game: the second player's value in stakes, by the score to beat.",
    )
    for number, (name, curve) in enumerate(_by_name(points)):
        scores = [point.first_player_score for point in curve]
        values = [float(drawn_number(point.second_player_value)) for point in curve]
        x = list(range(len(scores))) if large else scores
        marker = _MARKS[number % len(_MARKS)] if len(x) <= _MOST_MARKS else ""
        curves += axes.plot(x, values, label=name, marker=marker, markersize=3, **line(number))
    place_of = "place of the first player's score among all scores"
    x_axis = place_of if large else "score to beat"
    finish(axes, curves, x_axis, "value to the second player, in stakes")
    return axes


def ev_by_payout(points: Sequence[OfPayout], place: Place = on_new_figure) -> Axes:
    """Draw the EV as a function of the clack payout, a line for each name, and where it is fair."""
    axes, curves = place(8, 4.5), []
    begin(
        axes,
        "What should a clack pay?",
        "A line for each game: the first player's expected value, by the stakes that a clack pays. "
        "It is fair where the line is at 0.",
    )
    for number, (name, ends) in enumerate(_by_name(points)):
        line_of = [(drawn_number(payout), percent(ev)) for _, payout, ev in ends]
        look = line(number)
        zeros, intervals = _zeros(line_of)
        fair = [decimal_text(payout, 0 if payout.denominator == 1 else 4) for payout in zeros]
        fair += [f"{float(low):g} to {float(high):g}" for low, high in intervals]
        label = f"{name}, fair at {' and '.join(fair)}" if fair else name
        curves += axes.plot(
            *zip(*((float(p), float(ev)) for p, ev in line_of), strict=True), label=label, **look
        )
        for low, high in intervals:
            axes.plot([float(low), float(high)], [0, 0], color=look["color"], linewidth=4)
        axes.plot([float(payout) for payout in zeros], [0] * len(zeros), "o", color=look["color"])
    finish(axes, curves, "stakes that a clack pays", "expected value to the first player (%)")
    return axes


def seats(tables: Sequence[Seats]) -> Figure:
    """Draw what every seat of the classic game is worth, a curve for each number of players.

    In the right panel a first-player clack wins at once.
    """
    games = {
        "the classic game": Variant(),
        "a clack wins at once": Variant(immediate_clack=True),
    }
    figure = new_figure(8, 4)
    figure.suptitle("Which seat is best?", fontweight="bold")
    panels = figure.subplots(1, 2, sharex=True)
    for axes, (title, variant) in zip(panels, games.items(), strict=True):
        curves = []
        for number, table in enumerate(each for each in tables if each.variant == variant):
            of_seats = range(1, table.players + 1)
            evs = [float(100 * ev) for ev in table.evs]
            look = {**line(number), "marker": _MARKS[number], "markersize": 4}
            curves += axes.plot(of_seats, evs, label=f"{table.players} players", **look)
        axes.set_title(title, fontsize=9)
        axes.set_label(f"{title}: a curve for each number of players, by seat.")
        finish(axes, curves, "seat; 1 plays first", "expected value (% of a stake)")
    return figure


def points_of_second(named: Sequence[tuple[str, Variant]]) -> list[OfSecond]:
    """Return the second player's value by the score to beat, of each of some games."""
    solved = solve_all([variant for _, variant in named])
    return [
        OfSecond(name, score, value)
        for name, solution in zip(labels(named), solved, strict=True)
        for score, value in solution.fractions.second_player_values.items()
    ]


def points_between(
    named: Sequence[tuple[str, Variant]], low: Fraction, high: Fraction
) -> list[OfPayout]:
    """Return the EV at the clack payouts between two where its slope changes, and at these."""
    return points_of_payouts(
        [(n, rules, ev_points(rules, low, high)) for n, rules in tracked(named)]
    )


def points_of_payouts(named: Sequence[tuple[str, Variant, Points]]) -> list[OfPayout]:
    """Return the EV at some clack payouts, of each of some games."""
    names = labels([(name, variant) for name, variant, _ in named])
    return [
        OfPayout(name, *point)
        for name, (_, _, points) in zip(names, named, strict=True)
        for point in points
    ]


def _by_name(points: Iterable[Point]) -> Iterator[tuple[str, list[Point]]]:
    """Group points by the names that they stand under, as they can be drawn."""
    for name, some in groupby(points, lambda point: str(point[0])):
        yield drawable([name])[0], list(some)


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


KINDS: Mapping[str, Callable[[Any], Axes]] = {
    "ranking": ranking,
    "heat-map": heat_map,
    "effects": effects,
    "second-player": second_player,
    "payout": ev_by_payout,
}
"""What draws each kind of figure that users plot."""

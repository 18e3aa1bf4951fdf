"""Figures of games: a function for each figure takes axes, or makes new ones, and returns them.

Figures need matplotlib, the extra `plot`. Solved games are drawn without being solved again.
`ranking` describes `games` and `ax`. Every figure can be fitted to a size, or to print.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise, takewhile
from math import asinh, inf, prod
from os import PathLike
from statistics import median
from textwrap import fill
from typing import Any, NamedTuple, TypeAlias, TypeVar, Unpack

import networkx as nx

from ..errors import InputError, refused, tells_its_signature
from ..exact import Rational, decimal_text
from ..game.payouts import Points, ev_points, payout_interval
from ..game.payouts import ev_by_tie as by_tie
from ..game.players import PLAYERS, favoured_by
from ..game.playing import Play
from ..game.solution import Solution
from ..many.effects import Effect, effects_of
from ..many.results import Entry, Valued, ranked
from ..many.solving import solve_all
from ..strategy.own import StrategyLike
from ..strategy.values import strategy_value
from ..tables import Column, decimal, percent
from ..variant.fields import FIELDS
from ..variant.labels import labels
from ..variant.registry import VariantLike, as_variant, as_variants
from ..variant.variant import Variant, fields_that_differ, rule_set_of
from ..work import tracked
from . import drawing
from .drawing import (
    DISC,
    FIRST,
    GREY,
    INK,
    NOBODY,
    PAPER,
    SECOND,
    TRIANGLE,
    WIDE,
    Look,
    Place,
    area,
    font,
)
from .fitting import Axes, inches, laid_out
from .graphs import draw_graph, drawn_graph
from .rules import caption, caption_of, folk_name


class OfSecond(NamedTuple):
    """A point of a curve: the second player's value against a score to beat."""

    name: str
    first_player_score: int
    second_player_value: Fraction


class OfPayout(NamedTuple):
    """A point of a curve: the EV by what a clack pays."""

    name: str
    clack_payout: Fraction
    first_player_ev: Fraction


class OfTie(NamedTuple):
    """A point of a curve: the EV by what a tie pays."""

    name: str
    tie: Fraction
    first_player_ev: Fraction


class OfRegret(NamedTuple):
    """A bar: what a strategy loses, by the number of open tiles."""

    strategy: str
    player: str
    open_tiles: int
    costs: Fraction


class OfRoll(NamedTuple):
    """A point in a played game: the chances after a roll."""

    player: str
    roll: str  # with the covered tiles
    first_wins: Fraction
    tie: Fraction
    second_wins: Fraction


POINTS: dict[type, tuple[Column, ...]] = {
    OfSecond: (*map(Column, OfSecond._fields[:2]), decimal("second_player_value")),
    OfPayout: (Column("name"), decimal("clack_payout"), percent("first_player_ev")),
    OfTie: (Column("name"), decimal("tie"), percent("first_player_ev")),
    OfRegret: (*map(Column, OfRegret._fields[:3]), percent("costs")),
    OfRoll: (*map(Column, OfRoll._fields[:2]), *map(percent, OfRoll._fields[2:])),
}


Games: TypeAlias = (
    Iterable[VariantLike | Valued | OfSecond | OfPayout | OfTie] | str | PathLike[str]
)
Point: TypeAlias = tuple[Fraction, Fraction]  # of a curve
Made = TypeVar("Made")

MOST_BARS = 60
_BAR_ROW, _EFFECT_ROW = 21, 28  # points: the least height of a row of a ranking, and of effects
_CELL, _COLUMN = (0.6, 0.22), 0.45  # inches: the smallest cell with a number, and with names
_LOW = 2.6  # inches: a lower heat map has no room for a bar of colours
_MOST_LABELLED_CELLS = 200
_MOST_CELLS = 150
_MOST_STRATEGIES = 7
_STRIP, _FLAT = (WIDE, 2.9), 0.37  # size of a strip, and the height of its felt by the width
_FELT, _WOOD = "#1c5a46", "#4a2c17"
_ON_FELT = {"second": "#9ac8f5", "nobody": "#f6d37a", "first": "#ff9a86"}
_EV = "what the first player gains (% of a stake)"
_SIDES = f"{DISC} the first player gains", f"{TRIANGLE} the second player gains"
_TIES = {-1: "the second wins", 0: "nobody wins", 1: "the first wins"}


@drawing.figure
def ranking(
    games: Games = "sixteen",
    ax: Axes | Place | None = None,
    **look: Unpack[Look],
) -> Axes:
    """Draw how fair several games are: a bar for each game, the fairest on top.

    A bar is as long as the first player's expected value under optimal play, in percent of a
    stake.

    Parameters
    ----------
    games : variant names, `Variant`, files or solutions, default "sixteen"
        One name or several games; a family stands for all its members. Solutions of `solve_all`,
        and rows of a saved ranking, are drawn without being solved again.
    ax : matplotlib Axes or callable, default None
        Where to draw. A callable gets a width and a height in inches and returns axes. None: a new
        figure, which a notebook shows.
    **look : Look
        `size=(3.3, 2.2)`, in inches; `title="…"`, or `""` for none; `paper=True`, for print.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the figure: a bar for each game, red and to the right where the first player
        is favoured.

    Raises
    ------
    InputError
        If there is no game, or if matplotlib is missing (the extra `plot`).
    RulesError, UnknownNameError, FileError
        As `solve`, if the rules are wrong or a name is neither registered nor a file.
    GameTooLargeError
        As `solve`, if the tables of a game would exceed the memory limit.

    See Also
    --------
    twoplayer.plot.strip : A dot for each game, for thousands of games.
    twoplayer.plot.heat_map : The EV by combination of rules.
    twoplayer.solve_all : The EVs as exact numbers.

    Notes
    -----
    The order is by |EV|, exactly. A new figure is as high as its bars need, for at most 60 games.
    With `size` or `ax`, only the fairest games that fit are drawn: 9 of 16 in 6 by 4 inches. The
    label of the axis says how many there are. `heat_map` has every game in any size. Where values
    differ by orders of magnitude the axis is not linear, and its label says so.

    Examples
    --------
    >>> from twoplayer import Variant, plot
    >>> axes = plot.ranking([Variant(tiles=3), Variant(tiles=4)])
    >>> axes.get_title(loc="left"), [label.get_text() for label in axes.get_yticklabels()]
    ('How fair are they?', ['3 tiles', '4 tiles'])
    """
    entries = _ranked_entries(games)
    shown = entries[: drawing.rows_in(ax, _BAR_ROW, MOST_BARS)]
    evs = [drawing.in_percent(entry.first_player_ev) for entry in shown]
    names = drawing.drawable(map(folk_name, labels([entry.variant for entry in shown], caption)))
    texts = [decimal_text(ev, 4) for ev in evs]
    bars = "; ".join(f"{name}: {text} %" for name, text in zip(names, texts, strict=True))
    axes = drawing.begin(
        ax,
        (WIDE, 1.7 + 0.36 * len(shown)),
        "How fair are they?",
        f"A bar for each game, as long as what the first player may expect. {bars}.",
        pad=20,
    )
    scale = drawing.spread_out(axes, drawing.even_up_to(evs))
    for height, ev in enumerate(evs):
        axes.barh([height], [float(ev)], height=0.34, **area(favoured_by(ev)))
    for height, (ev, text) in enumerate(zip(evs, texts, strict=True)):
        side = "left" if ev >= 0 else "right"
        number = axes.annotate(f" {text} ", (float(ev), height), ha=side, va="center")
        number.set_fontsize(font(8))
        if drawing.is_fitted():
            number.set_zorder(4)  # above the name of the next game, which is close
    drawing.names_above(axes, names, 0.2)
    axes.set_ylim(len(shown) - 0.6, -0.9)
    axes.use_sticky_edges = False
    axes.margins(x=0.3)
    # The first line, which stands in a given figure even where there is no room for the others.
    of = f"the fairest {len(shown)} of {len(entries):,}\n" if len(shown) < len(entries) else ""
    axes.set_xlabel(f"{of}{_EV}{scale}")
    drawing.either_way(axes, "second player favoured", "first player favoured")
    return axes


@drawing.figure
def strip(
    games: Games = "house",
    ax: Axes | Place | None = None,
    **look: Unpack[Look],
) -> Axes:
    """Draw a dot for each game by its EV, from the second player's favour to the first's.

    Parameters
    ----------
    games : variant names, `Variant`, files or solutions, default "house"
        One name or several games; a family stands for all its members. Solutions of `solve_all`,
        and rows of a saved ranking, are drawn without being solved again.
    ax : matplotlib Axes or callable, default None
        Where to draw. A callable gets a width and a height in inches and returns axes. None: a new
        figure, which a notebook shows.
    **look : Look
        `size=(3.3, 2.2)`, in inches; `title="…"`, or `""` for none; `paper=True`, for print.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the figure: the EV across, in percent of a stake. The height of a dot has no
        meaning.

    Raises
    ------
    InputError
        If there is no game, or if matplotlib is missing (the extra `plot`).
    RulesError, UnknownNameError, FileError
        As `solve`, if the rules are wrong or a name is neither registered nor a file.
    GameTooLargeError
        As `solve`, if the tables of a game would exceed the memory limit.

    See Also
    --------
    twoplayer.plot.ranking : The same values with names and numbers, for up to 60 games.

    Notes
    -----
    A dot stands at asinh(EV / 0.5 %). This scale is about linear up to half a percent of a stake,
    and logarithmic beyond. Dots that would overlap are stacked in columns, the fairest first.

    Examples
    --------
    >>> from twoplayer import Variant, plot
    >>> axes = plot.strip([Variant(tiles=3), Variant(tiles=4)])
    >>> axes.get_title(loc="left"), axes.get_xlabel()
    ('Which rules are fair?', 'what the first player gains (% of a stake)')
    """
    entries = _ranked_entries(games)
    evs = [drawing.in_percent(entry.first_player_ev) for entry in entries]
    signs = Counter(favoured_by(ev) for ev in evs)
    axes = drawing.begin(
        ax,
        _STRIP,
        "Which rules are fair?",
        f"{len(evs):,} sets of house rules, a dot each: {signs['second']:,} favour the second "
        f"player, {signs['first']:,} the first, {signs['nobody']:,} nobody.",
        pad=24,
    )
    least, places = _bent(0.5) + 0.1, list(map(_bent, evs))
    low, high = min(-least, *places), max(least, *places)
    across = (high - low) * 1.06
    axes.set_xlabel(_EV)
    small = drawing.is_fitted()
    second = "the second gains" if small else "the second player gains"
    side = "bottom" if small else "baseline"
    drawing.sides_above(axes, second, "the first gains", 1.03, fontsize=font(11), va=side)
    wide, flat = _felt(axes)
    dot, columns = _stacked([*zip(evs, places, strict=True)], across, flat)
    spots = [
        (favoured_by(ev), at * dot, (place - (len(some) - 1) / 2) * dot)
        for at, some in columns.items()
        for place, ev in enumerate(some)
    ]
    size = 0.84 * dot * wide * 72 / across
    for who, colour in _ON_FELT.items():
        x, y = ([spot[way] for spot in spots if spot[0] == who] for way in (1, 2))
        mark = drawing.dots(who) if drawing.on_paper() else {"color": colour, "marker": "o"}
        axes.plot(x, y, linestyle="none", markersize=size, markeredgewidth=0, **mark)
    middle, tall = (low + high) / 2, across * flat / 2
    axes.set_xlim(middle - across / 2, middle + across / 2)
    axes.set_ylim(-tall, tall)
    axes.axvline(0, color=NOBODY, linewidth=1, linestyle=(0, (2, 3)))
    ticks = [t for t in (-0.5, -2, -10, -50, 0, 0.5, 2, 10, 50) if low <= _bent(t) <= high]
    axes.set_xticks(list(map(_bent, ticks)), [f"{t:+g}" if t else "fair" for t in ticks])
    axes.set_yticks([])
    if drawing.on_paper():
        axes.spines[["left", "right", "top"]].set_visible(False)
    else:
        axes.set_facecolor(_FELT)
        axes.spines[:].set(color=_WOOD, linewidth=5)
    return axes


def _felt(axes: Axes) -> tuple[float, float]:
    """Return the width of the felt in inches, and its height divided by its width."""
    if not drawing.is_fitted():
        return _STRIP[0], _FLAT
    laid_out(axes)
    wide, high = inches(axes)
    return wide, high / wide


@drawing.figure
def heat_map(
    games: Games,
    ax: Axes | Place | None = None,
    **look: Unpack[Look],
) -> Axes:
    """Draw the expected value of every combination of some rules, as the colour of a cell.

    Red cells favour the first player, blue cells the second; the darker, the larger |EV|.

    Parameters
    ----------
    games : variant names, `Variant`, files or solutions
        Two or more games with every combination of the rules in which they differ, such as a
        family. Solutions of `solve_all` are drawn without being solved again.
    ax : matplotlib Axes or callable, default None
        Where to draw. A callable gets a width and a height in inches and returns axes. None: a new
        figure, which a notebook shows.
    **look : Look
        `size=(3.3, 2.2)`, in inches; `title="…"`, or `""` for none; `paper=True`, for print.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the figure: a cell for each game. Up to 200 cells have |EV| in percent of a
        stake.

    Raises
    ------
    InputError
        If there are fewer than two games, if combinations of rules are missing, or if there are
        more than 150 rows or columns. If matplotlib is missing (the extra `plot`).
    RulesError, UnknownNameError, FileError
        As `solve`, if the rules are wrong or a name is neither registered nor a file.
    GameTooLargeError
        As `solve`, if the tables of a game would exceed the memory limit.

    See Also
    --------
    twoplayer.plot.effects : The effect of each rule by itself.

    Notes
    -----
    The rules in which the games differ stay in their order: the first rules go to the rows, and the
    others to the columns. They are divided so that there are most nearly twice as many rows as
    columns. The colour scale is linear for small values. Where values differ by orders of magnitude
    the scale is logarithmic beyond, and its bar says so.

    Examples
    --------
    >>> from twoplayer import Variant, plot
    >>> games = [Variant(tiles=tiles, ties=ties) for tiles in (3, 4) for ties in ("push", "first")]
    >>> axes = plot.heat_map(games)
    >>> len(axes.get_yticks()), len(axes.get_xticks())
    (2, 2)
    """
    import numpy as np
    from matplotlib.colors import CenteredNorm, LinearSegmentedColormap, SymLogNorm

    entries = sorted(_ranked_entries(games), key=lambda entry: _sort_key(entry.variant))
    if len(entries) < 2:
        raise InputError("a heat map: got one variant; takes a family of several")
    down, across = _sides([entry.variant for entry in entries])
    table = {}
    for entry in entries:
        place = (caption(entry.variant, side) if side else "" for side in (down, across))
        table[tuple(place)] = drawing.in_percent(entry.first_player_ev)
    rows, columns = (list(dict.fromkeys(names)) for names in zip(*table, strict=True))
    if max(len(rows), len(columns)) > _MOST_CELLS:
        raise InputError(
            f"a heat map: got {len(rows)} by {len(columns)} combinations; takes at most "
            f"{_MOST_CELLS} each way"
        )
    # (rows, columns)
    cells = np.array([[float(table[row, column]) for column in columns] for row in rows])
    few = numbered = len(table) <= _MOST_LABELLED_CELLS
    # The lines of an upright name, whether the figure is too low for a bar, and the most of a
    # mark's size.
    lines, low, most = 1, False, 8.0
    if size := drawing.own_size(ax):
        wide, high = (size[0] - 1.2) / len(columns), (size[1] - 1.6) / len(rows)
        few = few and wide > _COLUMN
        numbered = few and wide > _CELL[0] and high > _CELL[1]
        lines, low, most = int(wide * 72 / 9), size[1] < _LOW, max(4.0, 72 * high)
    wide, high, named, marked = (0.8, 0.42, 8, 8) if few else (0.16, 0.16, 6.5, 4)
    of_mark = min(marked, most)
    axes = drawing.begin(
        ax,
        (max(WIDE, 2 + wide * len(columns)), max(3.5, 2.3 + high * len(rows))),
        "Whom do the rules favour?",
        f"{len(rows)} by {len(columns)} cells, red where the first player is favoured and blue "
        "where the second is; the darker, the more.",
    )
    darkest, even = abs(cells).max(), drawing.even_up_to(cells.flat)
    norm = SymLogNorm(even, vmin=-darkest, vmax=darkest) if even else CenteredNorm(0, darkest)
    colours = LinearSegmentedColormap.from_list("favoured", [SECOND, drawing.ground(), FIRST])
    image = axes.imshow(cells, colours, norm, aspect="auto")
    for (row, column), ev in table.items():
        mark = DISC if ev > 0 else TRIANGLE if ev < 0 else "="
        axes.text(
            columns.index(column),
            rows.index(row),
            f"{mark} {decimal_text(abs(ev), 2)}" if numbered else mark,
            ha="center",
            va="center",
            fontsize=font(of_mark),
            color=PAPER if numbered and abs(norm(float(ev)) - 0.5) > 0.3 else INK,
            in_layout=False,  # they lie inside of the axes
        )
    down_side, across_top = drawing.drawable(rows), drawing.drawable(columns)
    if few:
        down_side = [fill(name, 23) for name in down_side] if numbered else down_side
        parts = (name.split(", ") for name in across_top)
        across_top = ["\n".join(fill(part, 11) for part in some) for some in parts]
    else:
        down_side, across_top = map(_without_repeats, (down_side, across_top))
        if lines > 1:
            across_top = [fill(name, max(12, -(-len(name) // lines))) for name in across_top]
    axes.set_yticks(range(len(rows)), down_side, fontsize=font(named))
    axes.set_xticks(range(len(columns)), across_top, fontsize=font(named))
    axes.tick_params(axis="x", rotation=0 if few else 90)
    label = (
        f"in 100 games of a dollar so many dollars go to the\n{TRIANGLE} second player"
        f"            {DISC} first player{drawing.scale_in_words(even)}"
    )
    if drawing.is_fitted():
        label = f"{TRIANGLE} second player, {DISC} first player gains (% of a stake)"
        label += drawing.scale_in_words(even)
    if low:
        axes.set_xlabel(
            f"{TRIANGLE}\N{NO-BREAK SPACE}second player, {DISC}\N{NO-BREAK SPACE}first "
            "player gains: the darker, the more"
        )
    else:
        axes.figure.colorbar(image, ax=axes, label=label, format="%g", location="bottom", aspect=40)
    return axes


@drawing.figure
def effects(
    games: Games,
    ax: Axes | Place | None = None,
    **look: Unpack[Look],
) -> Axes:
    """Draw how far each change of a rule moves the first player's expected value, all else equal.

    Parameters
    ----------
    games : variant names, `Variant`, files or solutions
        Games, at least two of which differ in one rule alone, such as a family. Solutions of
        `solve_all` are drawn without being solved again.
    ax : matplotlib Axes or callable, default None
        Where to draw. A callable gets a width and a height in inches and returns axes. None: a new
        figure, which a notebook shows.
    **look : Look
        `size=(3.3, 2.2)`, in inches; `title="…"`, or `""` for none; `paper=True`, for print.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the figure: a row for each change of a rule, the largest mean size on top. The
        change of the EV, in percent of a stake, is across.

    Raises
    ------
    InputError
        If no two games differ in one rule alone, if there is no game, or if matplotlib is missing
        (the extra `plot`).
    RulesError, UnknownNameError, FileError
        As `solve`, if the rules are wrong or a name is neither registered nor a file.
    GameTooLargeError
        As `solve`, if the tables of a game would exceed the memory limit.

    See Also
    --------
    twoplayer.effects : The effects as exact numbers.

    Notes
    -----
    Two games are compared where they differ in one rule alone. If no row has more than 12 such
    pairs, each pair is a point; otherwise rows are histograms. The black line is the median;
    *average size* is the mean of |change|.

    Examples
    --------
    >>> from twoplayer import Variant, plot
    >>> axes = plot.effects([Variant(tiles=3, ties=ties) for ties in ("push", "first")])
    >>> axes.get_title(loc="left")
    'What does each rule do?'
    """
    entries = _ranked_entries(games)
    evs = {entry.variant: drawing.in_percent(entry.first_player_ev) for entry in entries}
    across = effects_of({variant: evs[variant] for variant in sorted(evs, key=_sort_key)})
    every = sorted((e.fractions for e in across), key=lambda effect: -effect.mean_size)
    changes = every[: drawing.rows_in(ax, _EFFECT_ROW, len(every))]
    names = list(map(_change_named, changes))
    sizes = [decimal_text(change.mean_size, 2) for change in changes]
    most = max(change.games for change in changes)
    averages = "; ".join(f"{name} {size} %" for name, size in zip(names, sizes, strict=True))
    axes = drawing.begin(
        ax,
        (WIDE, 1.9 + 0.62 * len(changes)),
        "What does each rule do?",
        "A row for each change of a rule, in games that differ in nothing else: how far it moves "
        f"the first player's expected value, and how often. Average sizes: {averages}.",
        pad=28,
    )
    moved = [size for change in changes for size in change.changes.values()]
    scale = drawing.spread_out(axes, drawing.even_up_to(moved))
    few = most <= 12
    (_draw_points if few else _draw_bars)(axes, [change.changes.values() for change in changes])
    for row, (change, size) in enumerate(zip(changes, sizes, strict=True)):
        if change.games > 1:
            middle = float(median(change.changes.values()))
            axes.plot([middle, middle], [row - 0.58, row], color=INK, linewidth=1.2)
        axes.annotate(
            size,
            (1.02, row),
            xycoords=("axes fraction", "data"),
            annotation_clip=False,
            va="bottom",
        )
    drawing.names_above(axes, names, 0.6)
    axes.set_ylim(len(changes) - 0.7, -1.1)
    marks = "a point for each game" if few else "the higher, the more games"
    if most > 1:
        marks += "; black line: the median"
    if len(changes) < len(every):
        marks += f"\n(the {len(changes)} largest of {len(every)})"
    axes.set_xlabel(f"what the first player gains or loses by it (% of a stake)\n{marks}{scale}")
    drawing.either_way(axes, "helps the second", "helps the first", 1.01)
    axes.annotate("average\nsize", (1.02, 1.01), xycoords="axes fraction", va="bottom")
    return axes


@drawing.figure
def second_player(
    games: Games = "classic",
    ax: Axes | Place | None = None,
    **look: Unpack[Look],
) -> Axes:
    """Draw the second player's optimal value against each score to beat, a curve for each game.

    Parameters
    ----------
    games : variant names, `Variant` or files, default "classic"
        One name or several games, each solved; a family stands for all its members.
    ax : matplotlib Axes or callable, default None
        Where to draw. A callable gets a width and a height in inches and returns axes. None: a new
        figure, which a notebook shows.
    **look : Look
        `size=(3.3, 2.2)`, in inches; `title="…"`, or `""` for none; `paper=True`, for print.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the figure: the score to beat across, and the second player's expected value
        in stakes upwards. With scores above 200 the place among all scores stands across.

    Raises
    ------
    InputError
        If there is no game, or if matplotlib is missing (the extra `plot`).
    RulesError, UnknownNameError, FileError
        As `solve`, if the rules are wrong or a name is neither registered nor a file.
    GameTooLargeError
        As `solve`, if the tables of a game would exceed the memory limit.

    See Also
    --------
    twoplayer.game.Solution : `second_player_values` has the numbers.

    Notes
    -----
    A score is good for the first player where the second player's value against it is below 0. A
    label names the last score of the unbroken run of good scores, from the lowest score on.

    Examples
    --------
    >>> from twoplayer import Variant, plot
    >>> axes = plot.second_player(Variant(tiles=3))
    >>> axes.get_title(loc="left"), len(axes.get_lines()[0].get_xdata())
    ('How good is a score?', 7)
    """
    points: Any = games if _are(games, OfSecond) else points_of_second(_variants(games))
    large = max(point.first_player_score for point in points) > 200
    description = (
        "A curve for each game: the second player's value in stakes, by the score to beat."
    )
    axes, curves = drawing.begin(ax, (WIDE, 4.2), "How good is a score?", description), []
    for number, (name, curve) in enumerate(_by_name(points)):
        scores = [point.first_player_score for point in curve]
        values = [float(drawing.drawn_number(point.second_player_value)) for point in curve]
        x = list(range(len(scores))) if large else scores
        drawn_as = drawing.line(number, marks=3 if len(x) <= 100 else 0)
        good = takewhile(lambda point: point.second_player_value < 0, curve)
        best = max((point.first_player_score for point in good), default=None)
        label = name if best is None or large else f"{name}: {best:,} or less is good"
        curves += axes.plot(x, values, label=label, **drawn_as)
    left = "score that the first player has left"
    by = "place among all scores of what the first has left" if large else left
    sides = f"{TRIANGLE} good for the second player", f"{DISC} good for the first player"
    return drawing.finish(axes, curves, by, "what the second may expect (stakes)", sides)


@drawing.figure
def ev_by_payout(
    games: Games = "classic",
    low: int | str | Fraction | Rational = 0,
    high: int | str | Fraction | Rational = 4,
    ax: Axes | Place | None = None,
    **look: Unpack[Look],
) -> Axes:
    """Draw the first player's expected value as a function of the clack payout.

    Fair payouts, where the function is 0, are marked and named.

    Parameters
    ----------
    games : variant names, `Variant` or files, default "classic"
        One name or several games; a family stands for all its members. Their clack payouts are
        replaced.
    low : exact number, stakes, default 0
        The least payout drawn, 0 or more.
    high : exact number, stakes, default 4
        The largest payout drawn: finite, and above `low`.
    ax : matplotlib Axes or callable, default None
        Where to draw. A callable gets a width and a height in inches and returns axes. None: a new
        figure, which a notebook shows.
    **look : Look
        `size=(3.3, 2.2)`, in inches; `title="…"`, or `""` for none; `paper=True`, for print.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the figure: a line for each game, with a dot at each fair payout.

    Raises
    ------
    InputError
        If an end of the range is no exact number, `low` is negative, or `high` is infinite or not
        above `low`. If there is no game, or matplotlib is missing (the extra `plot`).
    RulesError, UnknownNameError, FileError
        As `solve`, if the rules are wrong or a name is neither registered nor a file.
    GameTooLargeError
        As `solve`, if the tables of a game would exceed the memory limit.

    See Also
    --------
    twoplayer.fair_payouts : The zeros as exact numbers.
    twoplayer.ev_by_payout : The function as exact numbers.

    Notes
    -----
    The EV is a piecewise linear function of the payout. The line goes through all breakpoints, and
    so is exact. Zeros are solved exactly on each piece.

    Examples
    --------
    >>> from twoplayer import Variant, plot
    >>> axes = plot.ev_by_payout(Variant(tiles=3), 0, 2)
    >>> axes.get_title(loc="left"), axes.get_xlabel()
    ('What should a clack pay?', 'stakes that a clack pays')
    """
    points: Any = games
    if not _are(games, OfPayout):
        variants = _variants(games, clack_payout=1)
        start, end = payout_interval(low, high)
        if end == inf:
            raise refused("high", high, "the end of the range that is drawn")
        points = points_between(variants, start, end)
    description = (
        "A line for each game: the first player's expected value, by the stakes that a clack pays. "
        "It is fair where the line is at 0."
    )
    axes, curves = drawing.begin(ax, (WIDE, 4.2), "What should a clack pay?", description), []
    for name, line_of, drawn_as in _lines(points):
        zeros, intervals = _zeros(line_of)
        fair = [decimal_text(payout, 0 if payout.denominator == 1 else 4) for payout in zeros]
        fair += [f"{float(low):g} to {float(high):g}" for low, high in intervals]
        label = f"{name}: fair at {' and '.join(fair)}" if fair else name
        curves += axes.plot(*_floats(line_of), label=label, **drawn_as)
        for interval in intervals:
            axes.plot(list(map(float, interval)), [0, 0], color=drawn_as["color"], linewidth=4)
        axes.plot(list(map(float, zeros)), [0] * len(zeros), "o", color=drawn_as["color"])
    return drawing.finish(axes, curves, "stakes that a clack pays", _EV, _SIDES)


@drawing.figure
def ev_by_tie(
    games: Games = "classic",
    ax: Axes | Place | None = None,
    **look: Unpack[Look],
) -> Axes:
    """Draw the first player's expected value as a function of a tie's payment to that player.

    Dots mark the value of the game if a tie is played again.

    Parameters
    ----------
    games : variant names, `Variant` or files, default "classic"
        One name or several games; a family stands for all its members. Their own `ties` are
        replaced.
    ax : matplotlib Axes or callable, default None
        Where to draw. A callable gets a width and a height in inches and returns axes. None: a new
        figure, which a notebook shows.
    **look : Look
        `size=(3.3, 2.2)`, in inches; `title="…"`, or `""` for none; `paper=True`, for print.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the figure: the stakes that a tie pays across, from −1 to 1, and the EV
        upwards, in percent of a stake.

    Raises
    ------
    InputError
        If there is no game, or if matplotlib is missing (the extra `plot`).
    RulesError, UnknownNameError, FileError
        As `solve`, if the rules are wrong or a name is neither registered nor a file.
    GameTooLargeError
        As `solve`, if the tables of a game would exceed the memory limit.

    See Also
    --------
    twoplayer.game.ev_by_tie : The function as exact numbers.

    Notes
    -----
    The EV is a piecewise linear function f of the payment t for a tie. A tie that is played again
    with the same first player has the value of the game: f(t) = t. If the other player starts then,
    f(t) = −t. The dots solve these equations exactly.

    Examples
    --------
    >>> from twoplayer import Variant, plot
    >>> axes = plot.ev_by_tie(Variant(tiles=3))
    >>> axes.get_title(loc="left"), axes.get_xticks().tolist()
    ('What is a tie worth?', [-1, 0, 1])
    """
    points: Any = games if _are(games, OfTie) else points_by_tie(_variants(games, ties="push"))
    description = (
        "A line for each game: the first player's expected value, by the stakes that a tie pays "
        "to that player. Its dots are the value of the game if a tie is played again, and the same "
        "player starts, or the other."
    )
    axes, curves = drawing.begin(ax, (WIDE, 4.2), "What is a tie worth?", description), []
    for name, line_of, drawn_as in _lines(points):
        # The game's value is what a tie pays the first player, or costs where the other starts
        # then.
        again = [_crossing(line_of, sign) for sign in (1, -1)]
        same, other = (decimal_text(ev, 4) for _, ev in again)
        label = f"{name}: played again {same} %, or {other} % if the other starts"
        curves += axes.plot(*_floats(line_of), label=label, **drawn_as)
        axes.plot(*_floats(again), "o", color=drawn_as["color"])
    most = 8 if drawing.is_fitted() else 12
    rules = [fill(f"{tie}: {words}", most) for tie, words in _TIES.items()]
    axes.set_xticks(list(_TIES), rules)
    pays = "stakes that a tie pays the first player\n(dots: it is played again instead)"
    return drawing.finish(axes, curves, pays, _EV, _SIDES)


@drawing.figure
@tells_its_signature
def dag(
    variant: VariantLike | nx.DiGraph[Any],
    ax: Axes | Place | None = None,
    *,
    open_tiles: Iterable[int] | None = None,
    roll: int | Sequence[int] | None = None,
    score_to_beat: int | None = None,
    **look: Unpack[Look],
) -> Axes:
    """Draw the transition graph of a small game's turn, or the moves of one position of any game.

    A box is a set of open tiles, with its value to the player, in stakes, below the tiles. Where
    the number of dice is a choice, a box has the best number as well. An arrow is a move, bold and
    with its rolls where the move is optimal. The sets of a whole turn stand in a ring.

    Parameters
    ----------
    variant : variant name, `Variant`, file or networkx.DiGraph
        The rules of one game; or a graph that has been made of such rules.
    ax : matplotlib Axes or callable, default None
        Where to draw. A callable gets a width and a height in inches and returns axes. None: a new
        figure, which a notebook shows.
    open_tiles : iterable of int, default None
        The open tiles of the position. None: all tiles.
    roll : int or sequence of int, default None
        The roll in that position: the dice, or their total where only the total matters. None: the
        graph of the whole turn.
    score_to_beat : int, default None
        The first player's score, for the second player's turn. None: the first player's turn.
    **look : Look
        `size=(3.3, 2.2)`, in inches; `title="…"`, or `""` for none; `paper=True`, for print.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the figure, without ticks.

    Raises
    ------
    InputError
        If the game has too many states to be read, if `open_tiles` comes without `roll`, or if
        matplotlib is missing (the extra `plot`).
    PositionError
        If the position, the roll or the score is not of this game.
    RulesError, UnknownNameError, FileError
        As `solve`, if the rules are wrong or a name is neither registered nor a file.
    GameTooLargeError
        As `solve`, if the tables of a game would exceed the memory limit.

    See Also
    --------
    twoplayer.show.annotated_graph : The same graph for networkx, with exact values.

    Notes
    -----
    The values are those of `solve`, by backward induction over the states of a turn.

    Examples
    --------
    >>> from twoplayer import Variant, plot
    >>> axes = plot.dag(Variant(tiles=2))
    >>> [text.get_text().splitlines() for text in axes.texts][:4]
    [['clack', '= 17/18'], ['1', '= 31/36'], ['2', '= 271/324'], ['1 2', '= 0']]
    >>> axes = plot.dag("classic", open_tiles=(1, 3, 4, 6, 7), roll=7)
    >>> [text.get_text().splitlines()[0] for text in axes.texts if "1 3" in text.get_text()]
    ['1 3 4 6 7', '1 3 4 6']
    """
    if isinstance(variant, nx.DiGraph):
        return draw_graph(variant, ax)
    return draw_graph(drawn_graph(as_variant(variant), open_tiles, roll, score_to_beat), ax)


@drawing.figure
def regret(
    strategies: StrategyLike | Sequence[StrategyLike] | Sequence[OfRegret],
    variant: VariantLike = "classic",
    ax: Axes | Place | None = None,
    *,
    player: str = "first",
    second: VariantLike | None = None,
    **look: Unpack[Look],
) -> Axes:
    """Draw what strategies lose against optimal play, by how many tiles are open.

    Parameters
    ----------
    strategies : name, Strategy or function, or several
        At most seven strategies, as for `strategy_value`; or rows of a saved figure.
    variant : variant name, `Variant` or file, default "classic"
        The rules of one game.
    ax : matplotlib Axes or callable, default None
        Where to draw. A callable gets a width and a height in inches and returns axes. None: a new
        figure, which a notebook shows.
    player : str, default "first"
        The player who has the strategies, against an optimal opponent: `"first"` or `"second"`.
    second : variant name, `Variant` or file, default None
        The second player's own rules. None: both play by the same rules.
    **look : Look
        `size=(3.3, 2.2)`, in inches; `title="…"`, or `""` for none; `paper=True`, for print.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the figure: how many tiles are open across, the most on the left, as a turn
        goes on. Bars show what is lost there, in percent of a stake. A label has a strategy's whole
        loss.

    Raises
    ------
    InputError
        If there are no strategies, more than seven, or an unknown one. If `player` is no such word,
        or matplotlib is missing (the extra `plot`).
    RulesError, UnknownNameError, FileError
        As `solve`, if the rules are wrong or a name is neither registered nor a file.
    GameTooLargeError
        As `solve`, if the tables of a game would exceed the memory limit.

    See Also
    --------
    twoplayer.strategy_value : `regrets` of its result has a row for each decision.

    Notes
    -----
    The regret of a decision is the optimal value there, less the value of what the strategy
    chooses; afterwards play is optimal. A bar adds up chance × regret of all decisions with this
    number of open tiles, also of numbers of dice. All bars of a strategy add up to the strategy's
    costs.

    Examples
    --------
    >>> from twoplayer import Variant, plot
    >>> axes = plot.regret("smallest-first", Variant(tiles=3))
    >>> axes.get_title(loc="left"), [label.get_text() for label in axes.get_xticklabels()]
    ('Where does a strategy lose?', ['3', '2', '1'])
    """
    points: Any = strategies
    if not _are(strategies, OfRegret):
        several = isinstance(strategies, Sequence) and not isinstance(strategies, str)
        named: Any = strategies if several else [strategies]
        points = points_of_regret(variant, named, player, second)
    bars = {who: list(some) for who, some in groupby(points, lambda point: point[:2])}
    if not 1 <= len(bars) <= _MOST_STRATEGIES:
        raise InputError(f"got {len(bars)}; takes from 1 to {_MOST_STRATEGIES}", of="strategies")
    of_both = len({player for _, player in bars}) > 1
    names, totals = [], []
    for (strategy, who), some in bars.items():
        names.append(f"{strategy} ({who} player)" if of_both else strategy)
        totals.append(decimal_text(100 * sum(point.costs for point in some), 4))
    said = [f"{name}: {total} %" for name, total in zip(names, totals, strict=True)]
    axes = drawing.begin(
        ax,
        (WIDE, 3.4 + 0.2 * len(bars)),
        "Where does a strategy lose?",
        "Bars for what a strategy loses beside optimal play, by how many tiles are open. In all: "
        f"{'; '.join(drawing.drawable(said))}.",
        pad=6 + 15 * len(bars),
    )
    most = max(point.open_tiles for point in points)
    wide = 0.8 / len(bars)
    for number, (some, label) in enumerate(zip(bars.values(), drawing.drawable(said), strict=True)):
        shift = wide * (number - (len(bars) - 1) / 2)
        across = [most - point.open_tiles + shift for point in some]
        heights = [float(drawing.in_percent(point.costs)) for point in some]
        axes.bar(across, heights, wide, label=label, **drawing.series(number))
    axes.set_xticks(range(most), [str(many) for many in range(most, 0, -1)])
    axes.set_xlabel("open tiles")
    axes.set_ylabel("what it loses there (% of a stake)")
    drawing.grid_behind(axes, "y")
    beside: dict[str, Any] = {"borderpad": 0.2, "frameon": False, "handlelength": 1.5}
    axes.legend(loc="lower left", bbox_to_anchor=(0, 0.99), **beside)
    return axes


@drawing.figure
def chances(
    play: Play | Sequence[OfRoll],
    ax: Axes | Place | None = None,
    **look: Unpack[Look],
) -> Axes:
    """Draw the probability of each outcome after every roll of a game, as bands.

    Parameters
    ----------
    play : Play or sequence of rows of a saved figure
        The game, as far as it has come.
    ax : matplotlib Axes or callable, default None
        Where to draw. A callable gets a width and a height in inches and returns axes. None: a new
        figure, which a notebook shows.
    **look : Look
        `size=(3.3, 2.2)`, in inches; `title="…"`, or `""` for none; `paper=True`, for print.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the figure: the rolls across, and bands for a first player's win, a tie and a
        second player's win. A vertical line stands where the second player begins.

    Raises
    ------
    InputError
        If `play` is no `Play`, or if matplotlib is missing (the extra `plot`).

    See Also
    --------
    twoplayer.Play : A game roll by roll.

    Notes
    -----
    Each probability supposes that both players play optimally from that roll on. Past moves, good
    or bad, stay as they were played.

    Examples
    --------
    >>> from twoplayer import Play, plot
    >>> axes = plot.chances(Play.of("classic", "5+4: 9, 6+6: 3+4+5, 3+1: -"))
    >>> [label.get_text() for label in axes.get_xticklabels()]
    ['start', '5+4: 9', '6+6: 3+4+5', '3+1: -']
    """
    points: Any = points_of_game(play) if isinstance(play, Play) else play
    if not _are(points, OfRoll):
        raise refused("play", play, "a Play")
    bands = {"first player wins": "first", "a tie": "tie", "second player wins": "second"}
    rolls = "; ".join(f"{p.roll}, {decimal_text(100 * p.first_wins, 1)} %" for p in points)
    axes = drawing.begin(
        ax,
        (max(5.6, 2.5 + 0.45 * len(points)), 4),
        "How did the chances go?",
        f"Bands for who wins, after each roll and what was covered. The first player: {rolls}.",
        pad=26,
    )
    shares = _floats([100 * part for part in point[2:]] for point in points)
    drawn = axes.stackplot(range(len(points)), *shares, labels=[*bands])
    for band, who in zip(drawn, bands.values(), strict=True):
        band.set(**area(who))
    for number, (before, after) in enumerate(pairwise(points)):
        if (before.player, after.player) == PLAYERS:
            axes.axvline(number, color=INK, linewidth=0.8)
    axes.set_xticks(range(len(points)), [point.roll for point in points], rotation=90)
    axes.set_xlim(0, max(1, len(points) - 1))
    axes.set_ylim(0, 100)
    axes.set_ylabel("chance (%) if both play well from then on")
    axes.set_xlabel("the rolls, and what was covered; a line where the second player begins")
    beside: dict[str, Any] = {"borderpad": 0.2}
    if drawing.is_fitted():
        beside |= {"labels": ["first wins", "a tie", "second wins"], "handlelength": 1.5}
        beside |= {"columnspacing": 1, "handletextpad": 0.5}
    axes.legend(loc="lower left", bbox_to_anchor=(0, 0.99), ncols=3, frameon=False, **beside)
    return axes


KINDS: Mapping[str, Callable[..., Axes]] = {
    "strip": strip,
    "ranking": ranking,
    "heat-map": heat_map,
    "effects": effects,
    "second-player": second_player,
    "payout": ev_by_payout,
    "tie": ev_by_tie,
    "regret": regret,
    "dag": dag,
    "chances": chances,
}
__all__ = [draw.__name__ for draw in sorted(KINDS.values(), key=lambda draw: draw.__name__)]


def __dir__() -> list[str]:
    return __all__


def points_of_second(variants: Sequence[Variant]) -> list[OfSecond]:
    solved = (solution.fractions for solution in solve_all(variants))
    return _points(
        OfSecond, variants, (solution.second_player_values.items() for solution in solved)
    )


def points_between(variants: Sequence[Variant], low: Fraction, high: Fraction) -> list[OfPayout]:
    return points_of_payouts(
        [(variant, ev_points(variant, low, high)) for variant in tracked(variants)]
    )


def points_by_tie(variants: Sequence[Variant]) -> list[OfTie]:
    evs = (by_tie(variant).fractions for variant in tracked(variants))
    return _points(OfTie, variants, ([(tie, ev(tie)) for tie in ev.breakpoints] for ev in evs))


def points_of_payouts(drawn: Sequence[tuple[Variant, Points]]) -> list[OfPayout]:
    return _points(OfPayout, *zip(*drawn, strict=True))


def _points(
    kind: Callable[..., Made], variants: Sequence[Variant], points: Iterable[Iterable[Any]]
) -> list[Made]:
    named = zip(labels(variants, caption), points, strict=True)
    return [kind(name, *point) for name, of_game in named for point in of_game]


def points_of_regret(
    variant: VariantLike,
    strategies: Sequence[StrategyLike],
    player: str,
    second: VariantLike | None = None,
) -> list[OfRegret]:
    game, points = as_variant(variant), []
    for strategy in strategies:
        value = strategy_value(game, strategy, second)
        lost = value.regrets(player).by_open_tiles()
        most = len((game if second is None or player == "first" else as_variant(second)).tiles)
        points += [
            OfRegret(value.strategy.name, player, many, lost.get(many, Fraction(0)))
            for many in range(most, 0, -1)
        ]
    return points


def points_of_game(play: Play) -> list[OfRoll]:
    game, points, roll_in_words = Play(play.variant, play.second_variant), [], ("", "start")
    for step in (*play.steps, None):
        now = game.chances.fractions
        points.append(OfRoll(*roll_in_words, now.first_wins, now.tie, now.second_wins))
        if step:
            roll_in_words = PLAYERS[step.seat - 1], str(step)
            game.roll(*step.roll)
            if step.cover:
                game.cover(*step.cover)
    return points


def _bent(percent: Fraction | float) -> float:
    """Return the place of an EV across: games fair to half a percent get half of a strip."""
    return asinh(float(percent) / 0.5)


def _stacked(
    games: Sequence[tuple[Fraction, float]], across: float, flat: float
) -> tuple[float, dict[int, list[Fraction]]]:
    """Put games into columns, the fairest first, and return the size of a dot and the columns.

    Dots are as large as there is room for. To stand a column beside its place costs a dot as much
    as twelve dots of height.
    """
    dot = across / 40
    while True:
        columns: dict[int, list[Fraction]] = {}
        for ev, place in games:
            exact = place / dot
            near = range(round(exact) - 2, round(exact) + 3)
            lengths = {at: len(columns.get(at, ())) for at in near}
            best = min(near, key=lambda at: (12 * (at - exact)) ** 2 + lengths[at] ** 2)
            columns.setdefault(best, []).append(ev)
        if max(map(len, columns.values()), default=0) * dot < 0.9 * across * flat:
            return dot, columns
        dot *= 0.97


def _ranked_entries(games: Any) -> list[Any]:
    if _are(games, Entry):
        return ranked(games)
    solutions = games if _are(games, Solution) else solve_all(_variants(games))
    return ranked(solution.fractions for solution in solutions)


def _are(games: object, kind: type) -> bool:
    return isinstance(games, Sequence) and bool(games) and all(isinstance(g, kind) for g in games)


def _variants(games: Any, **rules: Any) -> list[Variant]:
    given = as_variants([games] if isinstance(games, Variant) else games, "games")
    if not given:
        raise InputError("got none; takes rules, or names or files", of="games")
    return list(
        dict.fromkeys(variant.replace(**rules).called(rule_set_of(variant)) for variant in given)
    )


def _draw_points(axes: Axes, rows: Iterable[Iterable[Fraction]]) -> None:
    for row, sizes in enumerate(rows):
        counts = Counter(sizes)
        low, high = (float(end(*counts, Fraction(0))) for end in (min, max))
        axes.hlines(row - 0.15, low, high, GREY, linewidth=0.5)
        for size, count in counts.items():
            heights = [row - 0.15 - 0.4 * place / count for place in range(count)]
            how = drawing.dots(favoured_by(size))
            axes.scatter([float(size)] * count, heights, 18, alpha=0.7, linewidths=0, **how)


def _draw_bars(axes: Axes, rows: Sequence[Collection[Fraction]]) -> None:
    """Draw a histogram for each row, in bars of equal width on the scale of the axis."""
    import numpy as np

    moved = [float(size) for sizes in rows for size in sizes]
    to_axis = axes.xaxis.get_transform()
    low, high = (to_axis.transform(np.array([end(*moved, 0.0)]))[0] for end in (min, max))
    step = (high - low) / 80 or 1
    zero, above = 1 + int(-(low // step)), int(-(-high // step))
    edges = to_axis.inverted().transform(step * np.arange(-zero, above + 2))  # (bars + 1,)
    for row, sizes in enumerate(rows):
        counts, _ = np.histogram([float(size) for size in sizes if size], edges)  # (bars,)
        heights = row - 0.55 * counts / max(counts.max(), 1)
        for side, start, who in ((heights[:zero], 0, "second"), (heights[zero:], zero, "first")):
            ends = edges[start : start + len(side) + 1]
            axes.stairs(side, ends, baseline=row, fill=True, **area(who))


def _change_named(effect: Effect) -> str:
    called, after = caption_of(effect.rule, effect.after)
    _, before = caption_of(effect.rule, effect.before)
    count = list(effect.changes.values()).count(Fraction(0))
    unmoved = f"; no change in {count} of {effect.games}" if count else ""
    not_before = "" if effect.before is False else f", not {before}"
    [words] = drawing.drawable([f"{called} {after}{not_before}".lstrip()])
    return f"{words}{unmoved}"


def _sides(variants: Sequence[Variant]) -> tuple[list[str], list[str]]:
    fields = fields_that_differ(variants)
    counts = [len({getattr(variant, name) for variant in variants}) for name in fields]
    if prod(counts) != len(variants):
        raise InputError(
            f"a heat map: got {len(variants)} variants; takes a family that has every combination"
        )
    splits = range(1, len(fields) + 1)
    split = min(splits, key=lambda n: abs(prod(counts[:n]) - 2 * prod(counts[n:])))
    return fields[:split], fields[split:]


def _without_repeats(names: Sequence[str]) -> list[str]:
    kept = list(names[:1])
    for before, phrases in pairwise(name.split(", ") for name in names):
        same = takewhile(lambda pair: pair[0] == pair[1], zip(before, phrases[:-1], strict=False))
        kept.append(", ".join(phrases[len(list(same)) :]))
    return kept


def _sort_key(variant: Variant) -> list[tuple[bool, Any]]:
    return [(not variant.is_default(name), getattr(variant, name) or 0) for name in FIELDS]


def _floats(points: Iterable[Iterable[Fraction]]) -> Iterator[list[float]]:
    return (list(map(float, numbers)) for numbers in zip(*points, strict=True))


def _crossing(points: Sequence[Point], sign: int) -> Point:
    """Return the payment of a tie that is the value of the game, in stakes and in percent."""
    alone, intervals = _zeros([(tie, ev - 100 * sign * tie) for tie, ev in points])
    [tie, *_] = *alone, *(low for low, _ in intervals)
    return tie, 100 * sign * tie


def _by_name(points: Iterable[Any]) -> Iterator[tuple[str, list[Any]]]:
    for name, curve in groupby(points, lambda point: str(point[0])):
        yield drawing.drawable([folk_name(name)])[0], list(curve)


def _lines(points: Iterable[Any]) -> Iterator[tuple[str, list[Point], dict[str, Any]]]:
    for number, (name, ends) in enumerate(_by_name(points)):
        line = [(drawing.drawn_number(paid), drawing.in_percent(ev)) for _, paid, ev in ends]
        yield name, line, drawing.line(number)


def _zeros(points: Sequence[Point]) -> tuple[list[Fraction], list[Point]]:
    """Return the single points where a line is 0, and the intervals on which it is 0."""
    alone, intervals = {p for p, ev in points if ev == 0}, []
    for (p, ev), (q, next_ev) in pairwise(points):
        if ev == next_ev == 0:
            intervals.append((p, q))
            alone -= {p, q}
        elif ev * next_ev < 0:
            alone.add(p - ev * (q - p) / (next_ev - ev))
    return sorted(alone), intervals

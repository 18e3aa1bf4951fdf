"""Figures of games, for notebooks and scripts: each takes axes, or makes them, and returns them.

They need matplotlib, the extra `plot`. Without axes of your own they are drawn on a figure of
`matplotlib.pyplot`, which a notebook shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from math import inf
from os import PathLike
from textwrap import fill
from typing import TypeAlias

from ..errors import InputError, need, refused
from ..exact import Rational, decimal_text, fraction_text
from ..game.payouts import payout_interval
from ..game.solution import PlayerTurn, Solution
from ..game.solutions import solve, solve_all
from ..turn.dag import annotated_graph, state_graph
from ..variant.registry import VariantLike, as_variant, as_variants
from ..variant.tiles import TileSet
from ..variant.variant import Variant, brief
from . import curves, figures
from .drawing import FIRST, GREY, Axes, Place, begin, look, on_new_figure
from .fair import ranked

Games: TypeAlias = Iterable[VariantLike] | str | PathLike[str]

__all__ = ["dag", "effects", "ev_by_payout", "ev_by_tie", "heat_map", "ranking", "second_player"]

_MOST_STATES = 32
_MOST_NAMED = 40
_LONGEST_FRACTION = 7
_TITLE_WIDTH = 60


def ranking(games: Games = "sixteen", axes: Axes | None = None) -> Axes:
    """Draw how fair some games are, the fairest on top.

    Parameters
    ----------
    games
        The rules, or names or files; of a family all its members.
    axes
        Where to draw; None: on a new figure.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> axes = ranking([Variant(tiles=3), Variant(tiles=4)])
    >>> axes.get_title(loc="left"), [label.get_text() for label in axes.get_yticklabels()]
    ('How fair are they?', ['tiles 1-3', 'tiles 1-4'])
    """
    return _drawn(partial(figures.ranking, _evs(games)), axes)


def heat_map(games: Games, axes: Axes | None = None) -> Axes:
    """Draw which player each combination of rules favours.

    Parameters
    ----------
    games
        A family, or games that are every combination of some rules.
    axes
        Where to draw; None: on a new figure.
    """
    return _drawn(partial(figures.heat_map, _evs(games)), axes)


def effects(games: Games, axes: Axes | None = None) -> Axes:
    """Draw how far each rule moves the EV, in games that differ in nothing else.

    Parameters
    ----------
    games
        A family, or games of which some differ in one rule alone.
    axes
        Where to draw; None: on a new figure.
    """
    return _drawn(partial(figures.effects, _evs(games)), axes)


def second_player(games: Games = "classic", axes: Axes | None = None) -> Axes:
    """Draw the second player's value against the score to beat, a curve for each game.

    Parameters
    ----------
    games, axes
        As for `ranking`.
    """
    points = curves.points_of_second(_variants(games))
    return _drawn(partial(curves.second_player, points), axes)


def ev_by_payout(
    games: Games = "classic",
    low: int | str | Fraction | Rational = 0,
    high: int | str | Fraction | Rational = 4,
    axes: Axes | None = None,
) -> Axes:
    """Draw the EV as a function of what a clack pays, and where it is 0.

    Parameters
    ----------
    games
        The rules, or names or files; what a clack pays in them makes no difference.
    low, high
        The ends of the range of payouts, exact numbers.
    axes
        Where to draw; None: on a new figure.
    """
    paid = (each.replace(clack_payout=1).called(each.name) for each in _variants(games))
    variants = list(dict.fromkeys(paid))
    start, end = payout_interval(low, high)
    if end == inf:
        raise refused("high", high, "the end of the range that is drawn")
    points = curves.points_between(variants, start, end)
    return _drawn(partial(curves.ev_by_payout, points), axes)


def ev_by_tie(games: Games = "classic", axes: Axes | None = None) -> Axes:
    """Draw the EV as a function of what a tie pays the first player, and where it is played again.

    Parameters
    ----------
    games
        The rules, or names or files; their own `ties` make no difference.
    axes
        Where to draw; None: on a new figure.
    """
    pushed = (each.replace(ties="push").called(each.name) for each in _variants(games))
    points = curves.points_by_tie(list(dict.fromkeys(pushed)))
    return _drawn(partial(curves.ev_by_tie, points), axes)


def dag(variant: VariantLike, axes: Axes | None = None) -> Axes:
    """Draw the DAG of a small game: every set of open tiles, its value, and the moves between them.

    The value is the first player's, in stakes; moves that are best after no roll are dashed.

    Parameters
    ----------
    variant
        The rules of the game, or the name or file of a single variant.
    axes
        Where to draw; None: on a new figure.

    Raises
    ------
    InputError
        If it has too many states to be read.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> axes = dag(Variant(tiles=2))
    >>> sorted({text.get_text() for text in axes.texts if 0 < len(text.get_text()) < 9})
    ['0', '1', '1 2', '1+2', '17/18', '2', '271/324', '31/36', 'clack']
    """
    return _drawn(partial(draw_dag, small_turn(as_variant(variant))), axes)


def small_turn(variant: Variant) -> PlayerTurn:
    """Return the first player's turn in a game that is small enough for its DAG to be read."""
    states = state_graph(variant).number_of_nodes()
    if states > _MOST_STATES:
        raise InputError(f"got {states} states; takes a game of at most {_MOST_STATES}", of="dag")
    return solve(variant).fractions.play()


def draw_dag(turn: PlayerTurn, place: Place = on_new_figure) -> Axes:
    """Draw what `dag` does, of a turn."""
    variant, graph = turn.variant, annotated_graph(turn.variant)
    tiles: dict[int, TileSet] = {state: graph.nodes[state]["open_tiles"] for state in graph}
    layers: dict[int, list[int]] = {}
    for state in sorted(tiles, key=lambda state: tiles[state]):
        layers.setdefault(len(tiles[state]), []).append(state)
    worth = {state: turn.value(some) for state, some in tiles.items()}
    best = {
        (some, move)
        for some in tiles.values()
        for row in turn.policy_in(some, reached=True)
        for move in row["moves"]
    }
    # Every other layer lies a little lower, so that few arrows pass through a box.
    where = {
        state: (-float(count), (len(layer) - 1) / 2 - place - 0.35 * (count % 2))
        for count, layer in layers.items()
        for place, state in enumerate(layer)
    }
    game = "the classic game" if variant == Variant() else brief(variant)
    axes = begin(
        place(1.5 + 2 * len(layers), 1.2 + 0.8 * max(map(len, layers.values()))),
        f"What each set of open tiles is worth\n{fill(game, _TITLE_WIDTH)}",
        f"A box for each of {len(tiles)} sets of open tiles, all of them on the left, with its "
        f"value to the first player below; an arrow for each of {graph.number_of_edges()} "
        "moves, from left to right, dashed where it is never best.",
    )
    names = {state: " ".join(map(str, some)) or "clack" for state, some in tiles.items()}
    for before, after, attributes in graph.edges(data=True):
        (x, y), (right, other) = where[before], where[after]
        ends = {"shrinkA": 5 + 2.8 * len(names[before]), "shrinkB": 5 + 2.8 * len(names[after])}
        is_best = (tiles[before], attributes["move"]) in best
        colour, style = ("black", "-") if is_best else (GREY, "--")
        arrow = {"arrowstyle": "-|>", "linewidth": 0.8, "color": colour, "linestyle": style}
        axes.annotate("", (right, other), (x, y), arrowprops=arrow | ends)
        if graph.number_of_edges() <= _MOST_NAMED:
            # Where arrows of one length are named, those of another are not.
            part = (0.6, 0.64, 0.6)[min(int(right - x), 3) - 1]
            covered = "+".join(map(str, attributes["move"]))
            at = x + part * (right - x), y + part * (other - y)
            axes.text(*at, covered, fontsize=7, ha="center", va="center", bbox=_LABEL)
    for state, (x, y) in where.items():
        axes.text(x, y, names[state], ha="center", va="center", bbox=_BOX)
        below = axes.text(x, y - 0.27, _short(worth[state]), ha="center", va="center")
        below.set(fontsize=7, color=FIRST, bbox=_LABEL)
    key = "blue: the value to the first player, in stakes; dashed: a move that is never best"
    axes.annotate(key, (0, 0), xycoords="axes fraction", va="top", fontsize=8)
    heights = [y for _, y in where.values()]
    axes.set_xlim(-max(layers) - 0.5, 0.5)
    axes.set_ylim(min(heights) - 0.5, max(heights) + 0.5)
    axes.axis("off")
    return axes


def _short(value: Fraction) -> str:
    """Write a value as its fraction, or as a decimal where that is long."""
    exact = fraction_text(value)
    return exact if len(exact) <= _LONGEST_FRACTION else decimal_text(value, 4)


_BOX = {"boxstyle": "round", "facecolor": "white", "edgecolor": FIRST}
_LABEL = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}


def _drawn(draw: Callable[[Place], Axes], axes: Axes | None) -> Axes:
    """Draw on given axes, or on a figure that a notebook shows."""
    need("plot")
    import matplotlib as mpl
    from matplotlib import pyplot

    def place(width: float, height: float) -> Axes:
        return axes or pyplot.subplots(figsize=(width, height), layout="constrained")[1]

    if axes is not None and not isinstance(axes, mpl.axes.Axes):
        raise refused("axes", axes, "those of a matplotlib figure")
    with look():
        drawn = draw(place)
        shows = mpl.is_interactive()
    # The first figure may have a notebook show all of them, which `look` would take back.
    mpl.interactive(shows)
    return drawn


def _variants(games: Games) -> list[Variant]:
    """Return the rules of some games, each once."""
    found = as_variants([games] if isinstance(games, Variant) else games, "games")
    if not found:
        raise InputError("got none; takes rules, or names or files", of="games")
    return list(dict.fromkeys(found))


def __dir__() -> list[str]:
    return __all__


def _evs(games: Games) -> list[Solution]:
    return ranked(each.fractions for each in solve_all(_variants(games)))

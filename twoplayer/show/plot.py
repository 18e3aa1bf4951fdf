"""Figures of games, for notebooks and scripts: each takes axes, or makes them, and returns them.

They need matplotlib, the extra `plot`. Without axes of your own they are drawn on a figure of
`matplotlib.pyplot`, which a notebook shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf
from os import PathLike
from typing import Any, NamedTuple, TypeAlias

from ..errors import InputError, need, refused
from ..exact import Rational, decimal_text
from ..game.payouts import payout_interval
from ..game.players import PLAYERS
from ..game.playing import Play
from ..game.solution import Solution, solve_all
from ..many.entries import ranked
from ..variant.beside import Percent
from ..variant.registry import VariantLike, as_variant, as_variants
from ..variant.variant import Variant
from . import curves, figures
from .drawing import FIRST, SECOND, Axes, Place, begin, look, on_new_figure
from .graphs import draw_graph, drawn_graph

Games: TypeAlias = Iterable[VariantLike] | str | PathLike[str]

__all__ = [
    "chances",
    "dag",
    "effects",
    "ev_by_payout",
    "ev_by_tie",
    "heat_map",
    "ranking",
    "second_player",
]

_PALE = "#cccccc"


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
    return _drawn(figures.ranking, _evs(games), axes)


def heat_map(games: Games, axes: Axes | None = None) -> Axes:
    """Draw which player each combination of rules favours.

    Parameters
    ----------
    games
        A family, or games that are every combination of some rules.
    axes
        Where to draw; None: on a new figure.
    """
    return _drawn(figures.heat_map, _evs(games), axes)


def effects(games: Games, axes: Axes | None = None) -> Axes:
    """Draw how far each rule moves the EV, in games that differ in nothing else.

    Parameters
    ----------
    games
        A family, or games of which some differ in one rule alone.
    axes
        Where to draw; None: on a new figure.
    """
    return _drawn(figures.effects, _evs(games), axes)


def second_player(games: Games = "classic", axes: Axes | None = None) -> Axes:
    """Draw the second player's value against the score to beat, a curve for each game.

    Parameters
    ----------
    games, axes
        As for `ranking`.
    """
    return _drawn(curves.second_player, curves.points_of_second(_variants(games)), axes)


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
    variants = _variants(games, clack_payout=1)
    start, end = payout_interval(low, high)
    if end == inf:
        raise refused("high", high, "the end of the range that is drawn")
    return _drawn(curves.ev_by_payout, curves.points_between(variants, start, end), axes)


def ev_by_tie(games: Games = "classic", axes: Axes | None = None) -> Axes:
    """Draw the EV as a function of what a tie pays the first player, and where it is played again.

    Parameters
    ----------
    games
        The rules, or names or files; their own `ties` make no difference.
    axes
        Where to draw; None: on a new figure.
    """
    points = curves.points_by_tie(_variants(games, ties="push"))
    return _drawn(curves.ev_by_tie, points, axes)


def dag(
    variant: VariantLike,
    axes: Axes | None = None,
    *,
    open_tiles: Iterable[int] | None = None,
    roll: int | Sequence[int] | None = None,
    score_to_beat: int | None = None,
) -> Axes:
    """Draw the DAG of a small game, or what may be done in one position of any.

    A box is a set of open tiles, with its value to the player, in stakes; an arrow is a move, bold
    where it is best, with the rolls after which it is so.

    Parameters
    ----------
    variant
        The rules of the game, or the name or file of a single variant.
    axes
        Where to draw; None: on a new figure.
    open_tiles
        The position; None: all of them.
    roll
        What was rolled in that position: the dice, or their total where only that matters.
    score_to_beat
        What the second player faces; None: it is the first player's turn.

    Raises
    ------
    InputError
        If it has too many states to be read, or one of position and roll is missing.
    PositionError
        If the position, the roll or the score is not of this game.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> axes = dag(Variant(tiles=2))
    >>> sorted({text.get_text() for text in axes.texts if 0 < len(text.get_text()) < 9})
    ['0', '1', '1 2', '17/18', '2', '271/324', '3', '31/36', 'clack']
    >>> axes = dag("classic", open_tiles=(1, 3, 4, 6, 7), roll=7)
    >>> [text.get_text() for text in axes.texts if text.get_text().startswith("1 3 4")]
    ['1 3 4 6 7', '1 3 4 6']
    """
    graph = drawn_graph(as_variant(variant), open_tiles, roll, score_to_beat)
    return _drawn(draw_graph, graph, axes)


def chances(play: Play, axes: Axes | None = None) -> Axes:
    """Draw how the chances to win went through a game.

    Parameters
    ----------
    play
        The game, as far as it has come.
    axes
        Where to draw; None: on a new figure.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> axes = chances(Play.of("classic", "5+4: 9, 6+6: 3+4+5, 3+1: -"))
    >>> [label.get_text() for label in axes.get_xticklabels()]
    ['start', '5+4: 9', '6+6: 3+4+5', '3+1: -']
    """
    if not isinstance(play, Play):
        raise refused("play", play, "a Play")
    return _drawn(draw_chances, points_of_game(play), axes)


class OfRoll(NamedTuple):
    """How the game ends under optimal play after a roll and a move, and before the first."""

    player: str
    roll: str  # and what was covered
    first_wins: Percent
    tie: Percent
    second_wins: Percent


def points_of_game(play: Play) -> list[OfRoll]:
    """Return the chances at the start of a game, and after each roll."""
    game, found = Play(play.variant, play.second_variant), []
    for step in (None, *play.steps):
        if step:
            game.roll(*step.roll)
        if step and step.cover:
            game.cover(*step.cover)
        now = game.chances.fractions
        said = (PLAYERS[step.seat - 1], str(step)) if step else ("", "start")
        found.append(OfRoll(*said, now.first_wins, now.tie, now.second_wins))
    return found


def draw_chances(points: Sequence[OfRoll], place: Place = on_new_figure) -> Axes:
    """Draw what `chances` does, of its points."""
    bands = {"first player wins": FIRST, "a tie": _PALE, "second player wins": SECOND}
    rolls = "; ".join(f"{p.roll}, {decimal_text(100 * p.first_wins, 1)} %" for p in points)
    axes = begin(
        place(2.5 + 0.45 * len(points), 4),
        "How the chances went",
        f"Bands for who wins, after each roll and what was covered. The first player: {rolls}.",
        pad=26,
    )
    shares = [[float(100 * part) for part in point[2:]] for point in points]
    axes.stackplot(
        range(len(points)), *zip(*shares, strict=True), labels=[*bands], colors=[*bands.values()]
    )
    for number, (before, after) in enumerate(pairwise(points)):
        if before.player == PLAYERS[0] and after.player == PLAYERS[1]:
            axes.axvline(number, color="black", linewidth=0.8)
    axes.set_xticks(range(len(points)), [point.roll for point in points], rotation=90)
    axes.set_xlim(0, max(1, len(points) - 1))
    axes.set_ylim(0, 100)
    axes.set_ylabel("chance (%) if both play well from then on")
    axes.set_xlabel("the rolls, and what was covered; a line where the second player begins")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 0.99), ncols=3, borderpad=0.2, frameon=False)
    return axes


def _drawn(draw: Callable[[Any, Place], Axes], found: object, axes: Axes | None) -> Axes:
    """Draw what was found on given axes, or on a figure that a notebook shows."""
    need("plot")
    import matplotlib as mpl
    from matplotlib import pyplot

    def place(width: float, height: float) -> Axes:
        return axes or pyplot.subplots(figsize=(width, height), layout="constrained")[1]

    if axes is not None and not isinstance(axes, mpl.axes.Axes):
        raise refused("axes", axes, "those of a matplotlib figure")
    with look():
        drawn = draw(found, place)
        shows = mpl.is_interactive()
    # The first figure may have a notebook show all of them, which `look` would take back.
    mpl.interactive(shows)
    return drawn


def _variants(games: Games, **rules: object) -> list[Variant]:
    """Return some games, with some rules in place of theirs, each once."""
    found = as_variants([games] if isinstance(games, Variant) else games, "games")
    if not found:
        raise InputError("got none; takes rules, or names or files", of="games")
    return list(dict.fromkeys(each.replace(**rules).called(each.name) for each in found))


def __dir__() -> list[str]:
    return __all__


def _evs(games: Games) -> list[Solution]:
    return ranked(each.fractions for each in solve_all(_variants(games)))

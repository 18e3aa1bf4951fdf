"""The DAG of a variant with what it means: to explore and to draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill
from typing import Any, TypeAlias

import networkx as nx
import numpy as np

from ..errors import InputError
from ..exact import ExactNumber, decimal_text, fraction_text
from ..game.solution import PlayerTurn, solve
from ..turn.board import Board
from ..turn.position import Position
from ..turn.turns import board_of, state_graph, turn_of
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from ..words import cell_text, dice_in_words
from .drawing import BEST, GREY, INK, PAPER, Axes, Place, begin
from .rules import caption

Edge: TypeAlias = tuple[Any, Any]
Polyline: TypeAlias = Any  # an array of complex numbers
Room: TypeAlias = tuple[complex, float]  # a state and its value, and how far to either side
Route: TypeAlias = tuple[float, Polyline]  # how far an arrow is bent
_MOST_STATES = 16


def annotated_graph(
    variant: VariantLike, values: bool = False, *, score_to_beat: int | None = None
) -> nx.DiGraph[int]:
    """Build the DAG with what its nodes and edges mean, for exploring, drawing and export.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    values
        Solve the game as well, for what each state is worth and which moves are best.
    score_to_beat
        Of which turn these values are: of the second player's against this score; None: of the
        first player's.

    Returns
    -------
    networkx.DiGraph
        A node has `open_tiles` (tuple) and `score`; an edge has `move` (the tuple of tiles that
        it covers). With values a node has its `value` to the player, in stakes, and an edge
        `best`: the rolls, ascending, after which no move is better, where as many dice are rolled
        as is best.

    Raises
    ------
    GameTooLargeError
        As `state_graph`.
    PositionError
        If the score is not of this game.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.show import annotated_graph
    >>> graph = annotated_graph(Variant(tiles=3, one_die="always"), values=True)
    >>> graph.nodes[0b101], graph.edges[0b111, 0b100]
    ({'open_tiles': (1, 3), 'score': 4, 'value': -91/324}, {'move': (1, 2), 'best': ()})
    """
    turn = solve(variant).play(score_to_beat=score_to_beat) if values else None
    return annotated(as_variant(variant), turn)


def annotated(variant: Variant, turn: PlayerTurn | None) -> nx.DiGraph[int]:
    graph, board, scores = state_graph(variant), board_of(variant), turn_of(variant).scores
    for state, rank in enumerate(turn_of(variant).ranks.tolist()):
        graph.nodes[state].update(open_tiles=board.open_tiles[state], score=scores[rank])
    for before, after, attributes in graph.edges(data=True):
        attributes["move"] = board.covers[before ^ after]
    if turn is None:
        return graph
    for state, node in graph.nodes(data=True):
        node["value"] = turn.value(node["open_tiles"])
        best: dict[Any, list[Any]] = {}
        for row in turn.policy_in(node["open_tiles"], reached=True):
            for move in row["moves"]:
                best.setdefault(move, []).append(row["roll"])
        for _, _, attributes in graph.edges(state, data=True):
            attributes["best"] = tuple(best.get(attributes["move"], ()))
    return graph


def drawn_graph(
    variant: Variant,
    open_tiles: Iterable[int] | None = None,
    roll: int | Sequence[int] | None = None,
    score_to_beat: int | None = None,
) -> nx.DiGraph[Any]:
    """Return the DAG of a small game, or the part of it that a position and a roll are."""
    if roll is None and open_tiles is not None:
        raise InputError("got none; takes what was rolled in this position", of="roll")
    if roll is None and (states := board_of(variant).size) > _MOST_STATES:
        takes = f"takes a game of at most {_MOST_STATES}, or a position and a roll"
        raise InputError(f"got {states} states; {takes}", of="dag")
    turn = solve(variant).fractions.play(score_to_beat=score_to_beat)
    graph: nx.DiGraph[Any] = annotated(variant, turn) if roll is None else nx.DiGraph()
    if roll is not None:
        position = turn.at(open_tiles)
        left, best = position.open_tiles, position.optimal_moves(roll)
        graph.add_node(left, open_tiles=left, value=position.value())
        for move in position.moves(roll):
            after = tuple(tile for tile in left if tile not in move)
            graph.add_node(after, open_tiles=after, value=turn.value(after))
            graph.add_edge(left, after, move=move, best=(roll,) if move in best else ())
    graph.graph["variant"] = variant
    for _, node in graph.nodes(data=True):
        node["dice"] = _dice_said(board_of(variant), turn.at(node["open_tiles"]))
    return graph


def draw_graph(graph: nx.DiGraph[Any], axes: Axes | Place | None) -> Axes:
    variant, nodes = graph.graph["variant"], dict(graph.nodes(data=True))
    most = max(len(node["open_tiles"]) for node in nodes.values())
    whole = len(nodes) == board_of(variant).size  # else what one roll leaves, in one column
    columns: dict[int, list[Any]] = {}
    for state, node in nodes.items():
        covered = most - len(node["open_tiles"])
        columns.setdefault(covered if whole else min(covered, 1), []).append(state)
    where = {
        state: complex(_WIDE * column, _HIGH * ((len(rows) - 1) / 2 - row))
        for column, rows in columns.items()
        for row, state in enumerate(rows)
    }
    high = _HIGH * max(map(len, columns.values()))
    names = {s: " ".join(map(str, node["open_tiles"])) or "clack" for s, node in nodes.items()}
    axes = begin(
        axes,
        (0.85 * _WIDE * len(columns), 1.6 + 0.85 * high),
        f"What is each {'set of tiles' if whole else 'move'} worth?\n{fill(caption(variant), 60)}",
        f"A box for each of {len(nodes)} sets of open tiles, with its value below; an arrow for "
        f"each of {graph.number_of_edges()} moves, from left to right, bold where it is best.",
    )
    boxes = {s: (at - 0.13j, 0.2 + 0.06 * len(names[s])) for s, at in where.items()}
    spots = {s: (at.real, at.imag) for s, at in where.items()}
    routes, labels = _routes(graph.edges, where, boxes), list[complex]()
    for before, after, edge in graph.edges(data=True):
        ends = {"shrinkA": 5 + 2.8 * len(names[before]), "shrinkB": 5 + 2.8 * len(names[after])}
        bend, points = routes[before, after]
        line = (
            {"linewidth": 1.3, "color": INK} if edge["best"] else {"linewidth": 0.6, "color": GREY}
        )
        arrow = {"arrowstyle": "-|>", "connectionstyle": f"arc3,rad={bend}", **line, **ends}
        axes.annotate("", spots[after], spots[before], arrowprops=arrow)
        if edge["best"]:
            rolls = ", ".join(map(cell_text, edge["best"]))
            others = [other for _, other in routes.values() if other is not points]
            labels.append(spot := _clear(points, others, labels, boxes.values()))
            named = axes.text(spot.real, spot.imag, rolls, ha="center", va="center")
            named.set(fontsize=7, bbox=_LABEL)
    values = _short([node["value"] for node in nodes.values()])
    said = {s: f"{v}{nodes[s]['dice']}" for s, v in zip(nodes, values, strict=True)}
    box = {"boxstyle": "round", "facecolor": PAPER, "edgecolor": BEST}
    for state, (x, y) in spots.items():
        axes.text(x, y, names[state], ha="center", va="center", bbox=box)
        below = axes.text(x, y - 0.27, said[state], ha="center", va="center")
        below.set(fontsize=7, color=BEST, bbox=_LABEL)
    key = "green: the value to the player, in stakes; bold: best after the rolls that it names"
    if any(node["dice"] for node in nodes.values()):
        key = key.replace(";", ", and how many dice are best;")
    axes.annotate(key, (0, 0), xycoords="axes fraction", va="top", fontsize=8)
    axes.set_xlim(-0.5, _WIDE * max(columns) + 0.5)
    highest = max(
        [high / 2 + 0.4, *(abs(points.imag).max() + 0.1 for _, points in routes.values())]
    )
    axes.set_ylim(-highest, highest)
    axes.set_aspect("equal")  # what is bent is so in the same way everywhere
    axes.axis("off")
    return axes


def _curve(start: complex, end: complex, bend: float) -> Polyline:
    over, part = (start + end) / 2 - 1j * bend * (end - start), np.linspace(0.04, 0.96, 47)
    return start * (1 - part) ** 2 + 2 * over * part * (1 - part) + end * part**2


def _routes(
    edges: Iterable[Edge], where: Mapping[Any, complex], boxes: Mapping[Any, Room]
) -> dict[Edge, Route]:
    """Bend every arrow past the boxes and beside the others, the short ones first."""
    bends = (0, *(sign * n / 20 for n in range(1, 12) for sign in (1, -1)))
    routes: dict[Edge, Route] = {}
    for edge in sorted(edges, key=lambda edge: where[edge[1]].real - where[edge[0]].real):
        others = [box for state, box in boxes.items() if state not in edge]
        drawn = [points for _, points in routes.values()]
        start, end = (where[state] for state in edge)
        may = [(bend, _curve(start, end, bend)) for bend in bends]
        routes[edge] = min(may, key=lambda route: _fault(route, others, drawn))
    return routes


def _fault(route: Route, boxes: Sequence[Room], drawn: Sequence[Polyline]) -> float:
    bend, points = route
    hit = sum(_inside(box, points).sum() for box in boxes)
    along = (_off(points[8:-8], drawn) < _BESIDE).sum()
    return float(3 * hit + along + 20 * abs(bend))


def _inside(box: Room, points: Polyline) -> Any:
    at, wide = box
    off = points - at
    return (abs(off.real) < wide) & (abs(off.imag) < _ROOM)


def _clear(
    points: Polyline, others: Sequence[Polyline], labels: Sequence[complex], boxes: Iterable[Room]
) -> complex:
    """Return a label's place: not in a box, and off other arrows and labels."""
    room = np.minimum(_off(points, others), 0.15) + np.minimum(_off(points, [labels]), 0.35)
    room -= 0.2 * abs(np.linspace(-1, 1, len(points))) + sum(_inside(box, points) for box in boxes)
    return complex(points[room.argmax()])


def _off(points: Polyline, others: Iterable[Any]) -> Any:
    every = np.concatenate([[complex(np.inf)], *others])
    return abs(points[:, np.newaxis] - every).min(axis=1)


def _short(values: Sequence[ExactNumber]) -> list[str]:
    exact = list(map(fraction_text, values))
    if max(map(len, exact)) <= len("123/456"):
        return exact
    return [decimal_text(value, 4 if value.denominator != 1 else 0) for value in values]


def _dice_said(board: Board, position: Position) -> str:
    if len(board.dice_at(board.state_of(position.open_tiles))) < 2:
        return ""
    return f": {dice_in_words(position.optimal_dice())}"


_WIDE, _HIGH = 3.0, 1.3  # from one column, or row, to the next
_ROOM = 0.4  # of a state and its value, above and below
_BESIDE = 0.1  # nearer, two arrows look like one
_LABEL = {"boxstyle": "square,pad=0.1", "facecolor": PAPER, "edgecolor": "none"}

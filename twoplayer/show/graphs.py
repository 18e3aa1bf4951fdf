"""The DAG of a variant with tiles, scores, moves and values: to explore and to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import fill
from typing import Any, TypeAlias

import networkx as nx

from ..errors import InputError, tells_its_signature
from ..exact import ExactNumber, decimal_text, fraction_text, nearest
from ..game.solution import PlayerTurn, solve
from ..turn.board import Board
from ..turn.position import Position
from ..turn.turns import board_of, state_graph, turn_of
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from ..words import cell_text, dice_in_words
from .drawing import BEST, GREY, INK, Place, begin, font, ground, own_size
from .fitting import Axes
from .rules import caption

Places: TypeAlias = Mapping[Any, Any]  # where each node is drawn: x and y

_MOST_STATES = 16
_ALONG = 0.62
"""Where on an arrow its rolls stand, from its head on: so no two labels meet in a ring.

That holds for rings of up to 16 sets, whose labels are shorter than an inch."""


@tells_its_signature
def annotated_graph(
    variant: VariantLike,
    values: bool = False,
    *,
    score_to_beat: int | None = None,
    plain: bool = False,
) -> nx.DiGraph[int]:
    """Build the transition graph of a turn with tiles, scores and moves, and perhaps with values.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.
    values : bool, default False
        Whether to solve the game as well, for the value of each state and the best moves.
    score_to_beat : int, optional
        The first player's score: the values are those of the second player's turn against this
        score. By name only. None: the values of the first player's turn.
    plain : bool, default False
        Whether to give every attribute as text or a number, for all file formats of networkx.
        Tiles, rolls and values are text then, and a value has the nearest float beside it.

    Returns
    -------
    networkx.DiGraph
        The nodes and edges of `state_graph`. A node has `open_tiles` (a tuple) and `score`. An edge
        has `move`, the tuple of covered tiles. With values a node also has `value`, to the player,
        in stakes. An edge has `best`: the rolls, ascending, after which no move is better, with an
        optimal number of dice.

    Raises
    ------
    InputError, RulesError, UnknownNameError, FileError
        As `solve`; a game of another kind is an `InputError`.
    GameTooLargeError
        If there are too many states, or tables would be too large.
    PositionError
        If `values` is True and the score is not of this game.

    See Also
    --------
    twoplayer.turn.state_graph : The graph without attributes.
    twoplayer.plot.dag : A picture of the graph.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.show import annotated_graph
    >>> graph = annotated_graph(Variant(tiles=3, one_die="always"), values=True)
    >>> graph.nodes[0b101], graph.edges[0b111, 0b100]
    ({'open_tiles': (1, 3), 'score': 4, 'value': -91/324}, {'move': (1, 2), 'best': ()})

    For a file, as `networkx.write_graphml(graph, path)` writes it:

    >>> graph = annotated_graph(Variant(tiles=2), values=True, plain=True)
    >>> graph.nodes[0b01], graph.edges[0b11, 0b01]["best"]
    ({'open_tiles': '1', 'score': 1, 'value': '31/36', 'value_approx': 0.8611111111111112}, '2')
    """
    turn = solve(variant).play(score_to_beat=score_to_beat) if values else None
    graph = annotated(as_variant(variant), turn)
    return in_plain_values(graph) if plain else graph


def annotated(variant: Variant, turn: PlayerTurn | None) -> nx.DiGraph[int]:
    """Build the graph of `annotated_graph`, with the values of a solved turn."""
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


def in_plain_values(graph: nx.DiGraph[int], lists: bool = False) -> nx.DiGraph[int]:
    """Return the graph with text and numbers alone, or with lists of tiles and rolls as well."""
    tiles: Callable[[TileSet], Any] = list if lists else _tiles_text
    rolls: Callable[[Sequence[Any]], Any] = list if lists else _rolls_text
    scores: Iterable[int] = nx.get_node_attributes(graph, "score").values()
    fit = max(scores) < 2**63  # into the integers of a file format
    made: nx.DiGraph[int] = nx.DiGraph()
    for state in sorted(graph.nodes):
        node = graph.nodes[state]
        score = node["score"] if fit else str(node["score"])
        made.add_node(state, open_tiles=tiles(node["open_tiles"]), score=score)
        if "value" in node:
            value = node["value"]
            made.nodes[state].update(value=fraction_text(value), value_approx=nearest(value))
    for before, after in sorted(graph.edges):
        edge = graph.edges[before, after]
        made.add_edge(before, after, move=tiles(edge["move"]))
        if "best" in edge:
            made.edges[before, after]["best"] = rolls(edge["best"])
    return made


def _tiles_text(tiles: TileSet) -> str:
    return ",".join(map(str, tiles)) or "none"


def _rolls_text(rolls: Sequence[Any]) -> str:
    return " ".join(map(cell_text, rolls))


def drawn_graph(
    variant: Variant,
    open_tiles: Iterable[int] | None = None,
    roll: int | Sequence[int] | None = None,
    score_to_beat: int | None = None,
) -> nx.DiGraph[Any]:
    """Return the DAG of a small game, or the part of a DAG with the moves of a position."""
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
        node["dice"] = _dice_to_roll(board_of(variant), turn.at(node["open_tiles"]))
    return graph


def draw_graph(graph: nx.DiGraph[Any], ax: Axes | Place | None) -> Axes:
    """Draw a graph of `drawn_graph`: a whole turn in a ring, the moves of a position as a fan."""
    variant, edges = graph.graph["variant"], list(graph.edges)
    best = nx.get_edge_attributes(graph, "best")
    rolls = {edge: fill(", ".join(map(cell_text, some)), 14) for edge, some in best.items() if some}
    if len(graph) == board_of(variant).size:
        what, places = "set of tiles", _ring(graph)
        room = 1.4 if any(len(text) > len("10, 12") for text in rolls.values()) else 1
        size = room * (3.2 + 0.65 * len(graph)), room * (2.4 + 0.5 * len(graph))
    else:
        what, places, size = "move", _fan(graph), (6, 1.6 + 0.6 * len(graph))
    axes = begin(
        ax,
        size,
        f"What is each {what} worth?\n{fill(caption(variant), 60)}",
        f"A box for each of {len(graph)} sets of open tiles, with its value below the tiles. An "
        f"arrow stands for each of {len(edges)} moves, from left to right, bold where it is best.",
    )
    own = own_size(ax) or size
    least = 0.4 if what == "set of tiles" else 0.7  # a ring has many boxes, and may be smaller
    scale = max(least, min(1, own[0] / size[0], own[1] / size[1]))
    boxes = nx.draw_networkx_labels(
        graph,
        places,
        _box_texts(graph),
        font_size=9 * scale,
        font_color=INK,
        bbox={"boxstyle": "round", "facecolor": ground(), "edgecolor": BEST},
        ax=axes,
        clip_on=False,
    )
    arrows = nx.draw_networkx_edges(
        graph,
        places,
        edges,
        width=[1.2 if best[edge] else 0.6 for edge in edges],
        edge_color=[INK if best[edge] else GREY for edge in edges],
        arrowstyle="-|>",
        node_size=0,
        ax=axes,
    )
    for box in boxes.values():
        box.set_zorder(0)  # boxes are drawn first, so that arrows end at them
    for (before, after), arrow in zip(edges, arrows, strict=True):
        arrow.set_patchA(boxes[before].get_bbox_patch())
        arrow.set_patchB(boxes[after].get_bbox_patch())
    nx.draw_networkx_edge_labels(
        graph,
        places,
        rolls,
        label_pos=_ALONG,
        font_size=7 * scale,
        font_color=INK,
        bbox={"boxstyle": "square,pad=0.1", "facecolor": ground(), "edgecolor": "none"},
        rotate=False,
        ax=axes,
        clip_on=False,
    )
    key = "in a box: the open tiles = their value to the player, in stakes"
    if any(dice for _, dice in graph.nodes(data="dice")):
        key += ", and how many dice are best"
    key += "; bold: best after the rolls that it names"
    axes.annotate(fill(key, 80), (0, 0), (0, -8), "axes fraction", "offset points").set(
        fontsize=font(8), va="top"
    )
    axes.axis("off")
    return axes


def _ring(graph: nx.DiGraph[Any]) -> Places:
    """Put the sets on a ring, most tiles on the left; no arrow runs through a third set."""
    tiles_of = dict(graph.nodes(data="open_tiles"))
    order = sorted(graph, key=lambda state: (-len(tiles_of[state]), tiles_of[state]))
    first, between, last = order[:1], order[1:-1], order[1:][-1:]
    ring: Any = [*last, *reversed(between[::2]), *first, *between[1::2]]
    places: Places = nx.circular_layout(ring)
    return places


def _fan(graph: nx.DiGraph[Any]) -> Places:
    """Put a position on the left, and the states after its moves in a column, the best on top."""
    position, *after = graph
    column = {state: (1.0, -float(row)) for row, state in enumerate(after)}
    return {position: (0.0, -(len(after) - 1) / 2), **column}


def _box_texts(graph: nx.DiGraph[Any]) -> dict[Any, str]:
    nodes = dict(graph.nodes(data=True))
    values = _short([node["value"] for node in nodes.values()])
    texts = {}
    for (state, node), value in zip(nodes.items(), values, strict=True):
        tiles = " ".join(map(str, node["open_tiles"])) or "clack"
        texts[state] = "\n".join(filter(None, (tiles, f"= {value}", node["dice"])))
    return texts


def _short(values: Sequence[ExactNumber]) -> list[str]:
    exact = list(map(fraction_text, values))
    if max(map(len, exact)) <= len("123/456"):
        return exact
    return [decimal_text(value, 4 if value.denominator != 1 else 0) for value in values]


def _dice_to_roll(board: Board, position: Position) -> str:
    if len(board.dice_at(board.state_of(position.open_tiles))) < 2:
        return ""
    return dice_in_words(position.optimal_dice())

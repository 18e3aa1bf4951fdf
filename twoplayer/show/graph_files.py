"""The graph of all sets of open tiles in files for other programs, by the ends of their names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import networkx as nx

from ..errors import GameTooLargeError
from ..game.solution import solve
from ..turn.turns import board_of
from ..variant.variant import Variant
from .graphs import annotated, in_plain_values

Graph: TypeAlias = "nx.DiGraph[int]"
MOST_EDGES = 250_000  # of a graph in a file


def graph_file(
    variant: Variant, format: str, values: bool = False, score_to_beat: int | None = None
) -> str:
    """Write the graph of a game in one of `GRAPH_FILES`.

    Parameters
    ----------
    variant
        The rules.
    format
        A key of `GRAPH_FILES`.
    values
        Whether states have their values in the first player's turn.
    score_to_beat
        The score to beat: states have their values in the second player's turn against this score.

    Returns
    -------
    str
        The content of the file.

    Raises
    ------
    GameTooLargeError
        If the graph has too many edges, or a game whose values are wanted cannot be solved.
    PositionError
        If the score is not of this game.
    """
    if (most := board_of(variant).check_size().edges) > MOST_EDGES:
        raise GameTooLargeError(
            f"a graph of up to {most} edges; takes at most {MOST_EDGES} in a file", of="tiles"
        )
    turn = None
    if values or score_to_beat is not None:
        turn = solve(variant).fractions.play(score_to_beat=score_to_beat)
    graph = in_plain_values(annotated(variant, turn), lists=format == "json")
    graph.graph.update({name: rule for name, rule in variant.rules().items() if rule is not None})
    return GRAPH_FILES[format](graph)


def _node_link(graph: Graph) -> str:
    return json.dumps(nx.node_link_data(graph, edges="edges"), indent=1) + "\n"


def _graphml(graph: Graph) -> str:
    lines = nx.generate_graphml(graph, named_key_ids=True)
    return _lines(["<?xml version='1.0' encoding='utf-8'?>", *lines])


def _gexf(graph: Graph) -> str:
    """Write the graph as GEXF, with a label for each node and edge, and the rules as its name."""
    rules = "; ".join(f"{name}={rule}" for name, rule in graph.graph.items())
    graph.graph.clear()
    graph.graph["name"] = rules
    for _, node in graph.nodes(data=True):
        node["label"] = node["open_tiles"]
    for *_, edge in graph.edges(data=True):
        edge["label"] = edge["move"]
    text = _lines(["<?xml version='1.0' encoding='utf-8'?>", *nx.generate_gexf(graph)])
    return re.sub(r' lastmodifieddate="[^"]*"', "", text)  # equal graphs give equal files


def _dot(graph: Graph) -> str:
    lines = ["digraph {", f"  graph [{_attributes(graph.graph)}];"]
    for state, node in graph.nodes(data=True):
        lines.append(f"  {state} [{_attributes({'label': node.pop('open_tiles'), **node})}];")
    for before, after, edge in graph.edges(data=True):
        attributes = _attributes({"label": edge.pop("move"), **edge})
        lines.append(f"  {before} -> {after} [{attributes}];")
    return _lines([*lines, "}"])


def _attributes(values: Mapping[str, object]) -> str:
    escapes = str.maketrans({"\\": r"\\", '"': r"\""})
    return " ".join(f'{name}="{str(value).translate(escapes)}"' for name, value in values.items())


def _lines(lines: Iterable[str]) -> str:
    return "\n".join([*lines, ""])


GRAPH_FILES: Mapping[str, Callable[[Graph], str]] = {
    "graphml": _graphml,
    "gexf": _gexf,
    "dot": _dot,
    "json": _node_link,
}

"""The annotated DAG as files that other programs read.

Every file is of one graph, whose attributes are the rules, and in one order. Where a format has no
tuples, open tiles are text such as `1,3`, and `none` after a clack.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import networkx as nx

from ..errors import GameTooLargeError
from ..turn.dag import annotated_graph, check_size
from ..variant.tiles import TileSet
from ..variant.variant import Variant

MOST_EDGES = 250_000


def graph_file(variant: Variant, format: str) -> str:
    r"""Write the annotated DAG of a variant in a format of `GRAPH_FILES`.

    >>> dot = graph_file(Variant(tiles=2, dice="1d2"), "dot").splitlines()
    >>> print(*dot[2:], sep="\n")
      0 [label="none" score="0"];
      1 [label="1" score="1"];
      2 [label="2" score="2"];
      3 [label="1,2" score="3"];
      1 -> 0 [label="1"];
      2 -> 0 [label="2"];
      3 -> 1 [label="2"];
      3 -> 2 [label="1"];
    }
    """
    if (edges := check_size(variant).edges) > MOST_EDGES:
        raise GameTooLargeError(
            f"a graph of up to {edges} edges; takes at most {MOST_EDGES} in a file", of="tiles"
        )
    graph = annotated_graph(variant)
    same: nx.DiGraph[int] = nx.DiGraph()
    same.graph.update((n, rule) for n, rule in variant.rules().items() if rule is not None)
    same.add_nodes_from(sorted(graph.nodes(data=True)))
    same.add_edges_from(sorted(graph.edges(data=True), key=lambda edge: edge[:2]))
    return GRAPH_FILES[format](same)


def _node_link(graph: nx.DiGraph[int]) -> str:
    """Write JSON as `networkx.node_link_graph` reads it, with the edges under `edges`."""
    data = {
        "directed": True,
        "multigraph": False,
        "graph": graph.graph,
        "nodes": [{"id": node, **attributes} for node, attributes in graph.nodes(data=True)],
        "edges": [
            {"source": before, "target": after, **attributes}
            for before, after, attributes in graph.edges(data=True)
        ],
    }
    return json.dumps(data, indent=1) + "\n"


def _graphml(graph: nx.DiGraph[int]) -> str:
    for _, attributes in graph.nodes(data=True):
        attributes["open_tiles"] = _text(attributes["open_tiles"])
    for _, _, attributes in graph.edges(data=True):
        attributes["move"] = _text(attributes["move"])
    lines = nx.generate_graphml(graph, named_key_ids=True)
    return "\n".join(["<?xml version='1.0' encoding='utf-8'?>", *lines, ""])


def _dot(graph: nx.DiGraph[int]) -> str:
    lines = ["digraph {", f"  graph [{_attributes(graph.graph)}];"]
    for state, known in graph.nodes(data=True):
        label = {"label": _text(known["open_tiles"]), "score": known["score"]}
        lines.append(f"  {state} [{_attributes(label)}];")
    for before, after, known in graph.edges(data=True):
        lines.append(f"  {before} -> {after} [{_attributes({'label': _text(known['move'])})}];")
    return "\n".join([*lines, "}", ""])


def _attributes(values: Mapping[str, object]) -> str:
    return " ".join(f"{name}={_quoted(value)}" for name, value in values.items())


def _quoted(value: object) -> str:
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _text(tiles: TileSet) -> str:
    return ",".join(map(str, tiles)) or "none"


GRAPH_FILES: dict[str, Callable[[nx.DiGraph[int]], str]] = {
    "graphml": _graphml,
    "dot": _dot,
    "json": _node_link,
}
"""What writes a graph, by the ending of the file's name; it may change the graph."""

"""The graph as files: what another program reads from them is the annotated DAG."""

import inspect
import io
import json
import operator
import os
import re
import subprocess
import sys

import networkx as nx
import pytest
from narrowed import narrowed

from twoplayer import Variant, solve
from twoplayer.errors import GameTooLargeError, PositionError
from twoplayer.show import annotated_graph, exports
from twoplayer.show.exports import GRAPH_FILES, graph_file
from twoplayer.variant.tiles import SCORINGS, Scoring
from twoplayer.words import cell_text

GAMES = [
    Variant(tiles=3, one_die="sum <= 6 and count <= 2"),
    Variant(tiles="2,4,7", dice="2d4", moves="dice-or-sum", scoring="digits", max_tiles=1),
    Variant(tiles=4, opening_tile=2, clack_payout="3/2", immediate_clack=True),
]


def rules_of(variant):
    return {name: rule for name, rule in variant.rules().items() if rule is not None}


def as_text(tiles):
    return ",".join(map(str, tiles)) or "none"


def annotated(variant, tiles=as_text):
    """Return the nodes and edges that a file should have, with tuples as the format writes them."""
    graph = annotated_graph(variant)
    nodes = {
        node: {"open_tiles": tiles(known["open_tiles"]), "score": known["score"]}
        for node, known in graph.nodes(data=True)
    }
    return nodes, {(a, b): {"move": tiles(move)} for a, b, move in graph.edges(data="move")}


def read(graph):
    return dict(graph.nodes(data=True)), {(a, b): known for a, b, known in graph.edges(data=True)}


@pytest.mark.parametrize("variant", GAMES, ids=repr)
def test_graphml_is_read_back(variant):
    text = graph_file(variant, "graphml")
    graph = nx.read_graphml(io.BytesIO(text.encode()), node_type=int)
    assert read(graph) == annotated(variant)
    assert graph.is_directed()
    assert {n: rule for n, rule in graph.graph.items() if n in variant.rules()} == rules_of(variant)


@pytest.mark.parametrize("variant", GAMES, ids=repr)
def test_nodes_and_links_are_read_back(variant):
    data = json.loads(graph_file(variant, "json"))
    # Older versions have another word for it.
    word = {"edges", "link"} & set(inspect.signature(nx.node_link_graph).parameters)
    graph = nx.node_link_graph(data, **dict.fromkeys(word, "edges"))
    assert read(graph) == annotated(variant, tiles=list)
    assert graph.is_directed()
    assert graph.graph == rules_of(variant)


DOT_NODE = re.compile(r'  (\d+) \[label="([^"]*)" score="(\d+)"\];')
DOT_EDGE = re.compile(r'  (\d+) -> (\d+) \[label="([^"]*)"\];')


@pytest.mark.parametrize("variant", GAMES, ids=repr)
def test_dot_is_read_back(variant):
    first, rules, *lines, last, end = graph_file(variant, "dot").split("\n")
    found = [(DOT_NODE.fullmatch(line), DOT_EDGE.fullmatch(line)) for line in lines]
    nodes = {
        int(node[1]): {"open_tiles": node[2], "score": int(node[3])} for node, _ in found if node
    }
    edges = {(int(edge[1]), int(edge[2])): {"move": edge[3]} for _, edge in found if edge}
    assert (nodes, edges) == annotated(variant)
    assert len(nodes) + len(edges) == len(lines)
    assert (first, last, end) == ("digraph {", "}", "")
    told = re.fullmatch(r"  graph \[(.*)\];", rules)[1]
    assert dict(re.findall(r'(\w+)="([^"]*)"', told)) == {
        name: str(rule) for name, rule in rules_of(variant).items()
    }


@pytest.mark.parametrize("variant", GAMES, ids=repr)
def test_with_a_score_to_beat_every_set_has_its_value(variant):
    turn = solve(variant).play(score_to_beat=2)
    values = {
        node: str(turn.value(tiles)) for node, tiles in annotated_graph(variant).nodes("open_tiles")
    }
    graph = nx.read_graphml(io.BytesIO(graph_file(variant, "graphml", 2).encode()), node_type=int)
    assert dict(graph.nodes("value")) == values
    nodes = json.loads(graph_file(variant, "json", 2))["nodes"]
    assert {node["id"]: node["value"] for node in nodes} == values
    dot = re.findall(r'^  (\d+) \[.* value="(.*)"\];$', graph_file(variant, "dot", 2), re.MULTILINE)
    assert {int(node): value for node, value in dot} == values
    known = annotated_graph(variant, values=True, score_to_beat=2)
    best = {(a, b): " ".join(map(cell_text, rolls)) for a, b, rolls in known.edges(data="best")}
    assert {(a, b): rolls or "" for a, b, rolls in graph.edges(data="best")} == best
    arrows = re.findall(
        r'^  (\d+) -> (\d+) \[.* best="(.*)"\];$', graph_file(variant, "dot", 2), re.M
    )
    assert {(int(a), int(b)): rolls for a, b, rolls in arrows} == best


def test_a_score_that_there_is_not_is_refused():
    with pytest.raises(PositionError, match="score_to_beat"):
        graph_file(GAMES[0], "dot", 99)


@pytest.fixture
def odd_name(monkeypatch):
    """A rule with a name that every format has to escape."""
    name = 'the "odd" <one> & \\'
    monkeypatch.setitem(SCORINGS, name, Scoring(operator.add, "as it is"))
    return name


def test_names_with_signs_that_mean_something_are_escaped(odd_name):
    variant = Variant(tiles=2, scoring=odd_name)
    graphml = nx.read_graphml(io.BytesIO(graph_file(variant, "graphml").encode()))
    assert graphml.graph["scoring"] == odd_name
    assert json.loads(graph_file(variant, "json"))["graph"]["scoring"] == odd_name
    rules = graph_file(variant, "dot").splitlines()[1]
    quoted = re.search(r'scoring="((?:[^"\\]|\\.)*)" \w+=', rules)[1]
    assert re.sub(r"\\(.)", r"\1", quoted) == odd_name


@pytest.mark.parametrize("format", GRAPH_FILES)
@narrowed(exports, MOST_EDGES=20)
def test_a_graph_that_is_too_large_is_refused_before_it_is_built(format):
    """So nobody hears that it has no such score to beat."""
    with pytest.raises(GameTooLargeError, match=r"^tiles: a graph of up to 57 edges"):
        graph_file(Variant(tiles=4), format, 99)


@pytest.mark.dear
def test_a_file_has_the_same_bytes_whatever_the_seed_of_hashes():
    """Sets of text have another order in another process: only there does it show."""
    code = (
        "from twoplayer import Variant; from twoplayer.show.exports import *\n"
        "game = Variant(tiles=4, one_die='sum <= 6 and max <= 3', moves='dice-or-sum')\n"
        "print(prism(game), *(graph_file(game, format) for format in GRAPH_FILES))"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in "12"
    }
    assert len(written) == 1

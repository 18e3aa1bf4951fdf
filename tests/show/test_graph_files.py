"""The graph as files: what another program reads from them is the annotated DAG."""

import io
import json
import operator
import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import networkx as nx
import pytest
from narrowed import narrowed

from twoplayer import Variant, solve
from twoplayer.errors import GameTooLargeError, PositionError
from twoplayer.show import annotated_graph, graph_files
from twoplayer.show.graph_files import GRAPH_FILES, graph_file
from twoplayer.variant.tiles import SCORINGS, Scoring
from twoplayer.words import cell_text

GAMES = [
    Variant(tiles=3, one_die="sum <= 6 and count <= 2"),
    Variant(tiles="2,4,7", dice="2d4", moves="dice-or-sum", scoring="digits", max_tiles=1),
    Variant(tiles=4, opening_tile=2, clack_payout="3/2", immediate_clack=True),
]


TURNS = {"the first player's": None, "the second player's": 2}


def rules_of(variant):
    return {name: rule for name, rule in variant.rules().items() if rule is not None}


def as_text(tiles):
    return ",".join(map(str, tiles)) or "none"


def best_as_text(rolls):
    return " ".join(map(cell_text, rolls))


def expected(variant, tiles=as_text, rolls=best_as_text, turn=None):
    """Return the nodes and edges that a file should have, of a graph or of a solved turn."""
    nodes, edges = {}, {}
    for node, known in annotated_graph(variant).nodes(data=True):
        nodes[node] = {"open_tiles": tiles(known["open_tiles"]), "score": known["score"]}
        if turn is not None:
            value = turn.value(known["open_tiles"])
            nodes[node] |= {"value": str(value), "value_approx": float(value)}
    to_beat = turn and turn.score_to_beat
    graph = annotated_graph(variant, values=turn is not None, score_to_beat=to_beat)
    for before, after, known in graph.edges(data=True):
        edges[before, after] = {"move": tiles(known["move"])}
        if turn is not None:
            edges[before, after]["best"] = rolls(known["best"])
    return nodes, edges


def read(graph):
    """Return the nodes and edges of a graph that was read; an empty text may be read as none."""
    edges = {
        (before, after): {name: "" if value is None else value for name, value in known.items()}
        for before, after, known in graph.edges(data=True)
    }
    return dict(graph.nodes(data=True)), edges


def from_graphml(text):
    return nx.read_graphml(io.BytesIO(text.encode()), node_type=int)


def from_gexf(text):
    graph = nx.read_gexf(io.BytesIO(text.encode()), node_type=int)
    for _, node in graph.nodes(data=True):
        assert node.pop("label") == node["open_tiles"]
    for *_, edge in graph.edges(data=True):
        assert edge.pop("label") == edge["move"]
        del edge["id"]
    return graph


def from_json(text):
    return nx.node_link_graph(json.loads(text), edges="edges")


READ = {"graphml": from_graphml, "gexf": from_gexf, "json": from_json}


@pytest.mark.parametrize("format", READ)
@pytest.mark.parametrize("variant", GAMES, ids=repr)
def test_networkx_reads_back_what_was_written(variant, format):
    graph = READ[format](graph_file(variant, format))
    lists = {"tiles": list} if format == "json" else {}
    assert read(graph) == expected(variant, **lists)
    assert graph.is_directed()
    assert not graph.is_multigraph()


@pytest.mark.parametrize("whose", TURNS)
@pytest.mark.parametrize("format", READ)
@pytest.mark.parametrize("variant", GAMES, ids=repr)
def test_networkx_reads_back_the_values_of_both_players(variant, format, whose):
    score_to_beat = TURNS[whose]
    turn = solve(variant).play(score_to_beat=score_to_beat)
    graph = READ[format](graph_file(variant, format, True, score_to_beat))
    lists = {"tiles": list, "rolls": as_lists} if format == "json" else {}
    assert read(graph) == expected(variant, **lists, turn=turn)


def as_lists(rolls):
    return [list(roll) if isinstance(roll, tuple) else roll for roll in rolls]


@pytest.mark.parametrize("variant", GAMES, ids=repr)
def test_files_say_of_which_rules_they_are(variant):
    graphml = from_graphml(graph_file(variant, "graphml")).graph
    assert {name: graphml[name] for name in rules_of(variant)} == rules_of(variant)
    assert from_json(graph_file(variant, "json")).graph == rules_of(variant)
    named = "; ".join(f"{name}={rule}" for name, rule in rules_of(variant).items())
    assert from_gexf(graph_file(variant, "gexf")).graph["name"] == named


@pytest.mark.parametrize("format", ["graphml", "gexf"])
def test_a_value_is_a_number_that_other_programs_can_map_to_a_colour(format):
    root = ElementTree.fromstring(graph_file(GAMES[0], format, True))
    declared = {
        known.get("attr.name") or known.get("title"): known.get("attr.type") or known.get("type")
        for known in root.iter()
        if known.tag.endswith(("}key", "}attribute"))
    }
    assert (declared["value"], declared["value_approx"], declared["score"]) == (
        "string",
        "double",
        "long",
    )


def test_a_gexf_file_has_no_date():
    """Equal games give equal files, on whatever day."""
    assert "date" not in graph_file(GAMES[0], "gexf")


def test_a_score_beyond_the_integers_of_other_programs_is_text():
    """With the tiles 91 to 100 open, the score has 21 digits."""
    variant = Variant(tiles="91-100", dice="6d20", scoring="digits")
    start = from_graphml(graph_file(variant, "graphml")).nodes[2**10 - 1]
    assert start["score"] == "".join(map(str, range(91, 101)))


@pytest.mark.parametrize("write", [nx.generate_graphml, nx.generate_gexf])
@pytest.mark.parametrize("whose", TURNS)
def test_every_writer_of_networkx_takes_the_plain_graph(write, whose):
    graph = annotated_graph(GAMES[0], values=True, score_to_beat=TURNS[whose], plain=True)
    assert "".join(write(graph))
    assert json.loads(json.dumps(nx.node_link_data(graph, edges="edges")))
    nodes, edges = expected(GAMES[0], turn=solve(GAMES[0]).play(score_to_beat=TURNS[whose]))
    assert (dict(graph.nodes(data=True)), {edge: graph.edges[edge] for edge in graph.edges}) == (
        nodes,
        edges,
    )


DOT_LINE = re.compile(r"  (\d+)(?: -> (\d+))? \[(.*)\];")


def from_dot(text):
    """Return the graph's attributes, and those of nodes and edges, all of them text."""
    first, rules, *lines, last, end = text.split("\n")
    assert (first, last, end) == ("digraph {", "}", "")
    nodes, edges = {}, {}
    for before, after, told in (DOT_LINE.fullmatch(line).groups() for line in lines):
        known = dict(re.findall(r'(\w+)="([^"]*)"', told))
        if after:
            edges[int(before), int(after)] = known
        else:
            nodes[int(before)] = known
    return dict(re.findall(r'(\w+)="([^"]*)"', rules)), nodes, edges


@pytest.mark.parametrize("turn", [None, *TURNS.values()])
@pytest.mark.parametrize("variant", GAMES, ids=repr)
def test_dot_is_read_back(variant, turn):
    solved = solve(variant).play(score_to_beat=turn)
    rules, nodes, edges = from_dot(graph_file(variant, "dot", True, turn))
    assert rules == {name: str(rule) for name, rule in rules_of(variant).items()}
    expected_nodes, expected_edges = expected(variant, turn=solved)
    assert nodes == {
        state: {"label": known.pop("open_tiles"), **{n: str(v) for n, v in known.items()}}
        for state, known in expected_nodes.items()
    }
    assert edges == {
        edge: {"label": known["move"], "best": known["best"]}
        for edge, known in expected_edges.items()
    }


def test_a_score_that_there_is_not_is_refused():
    with pytest.raises(PositionError, match="score_to_beat"):
        graph_file(GAMES[0], "dot", score_to_beat=99)


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
    assert f"scoring={odd_name}; " in from_gexf(graph_file(variant, "gexf")).graph["name"]
    rules = graph_file(variant, "dot").splitlines()[1]
    quoted = re.search(r'scoring="((?:[^"\\]|\\.)*)" \w+=', rules)[1]
    assert re.sub(r"\\(.)", r"\1", quoted) == odd_name


@pytest.mark.parametrize("format", GRAPH_FILES)
@narrowed(graph_files, MOST_EDGES=20)
def test_a_graph_that_is_too_large_is_refused_before_it_is_built(format):
    """So nobody hears that it has no such score to beat."""
    with pytest.raises(GameTooLargeError, match=r"^tiles: a graph of up to 57 edges"):
        graph_file(Variant(tiles=4), format, score_to_beat=99)


@pytest.mark.dear
def test_a_file_has_the_same_bytes_whatever_the_seed_of_hashes():
    """Sets of text have another order in another process: only there does it show."""
    code = (
        "from twoplayer import Variant; from twoplayer.show.graph_files import *\n"
        "from twoplayer.show import prism\n"
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

"""The DAG of subset states."""

import gc
import tracemalloc

import networkx as nx
import pytest
from drawn import rule_sets
from hypothesis import given
from hypothesis import strategies as st
from narrowed import narrowed

from twoplayer import Variant, solve
from twoplayer.errors import GameTooLargeError
from twoplayer.show import annotated_graph
from twoplayer.turn import dag, state_graph
from twoplayer.turn.board import Board
from twoplayer.turn.induction import TransitionGraph
from twoplayer.turn.turns import board_of, turn_of


def test_the_dag_is_of_bit_masks_without_attributes():
    graph = state_graph(Variant())
    assert type(graph) is nx.DiGraph
    assert set(graph) == set(range(512))
    assert nx.is_directed_acyclic_graph(graph)
    assert not any(attributes for _, attributes in graph.nodes(data=True))
    assert not any(attributes for _, _, attributes in graph.edges(data=True))
    assert all(before & after == after for before, after in graph.edges)


def test_the_annotated_dag_knows_tiles_scores_and_moves():
    variant = Variant(tiles="2,3,5", scoring="digits")
    graph = annotated_graph(variant)
    assert set(graph) == set(state_graph(variant))
    assert set(graph.edges) == set(state_graph(variant).edges)
    assert graph.nodes[0b111] == {"open_tiles": (2, 3, 5), "score": 235}
    assert graph.edges[0b111, 0b010] == {"move": (2, 5)}


@given(
    rule_sets(("dice", "one_die", "moves", "opening_tile", "scoring", "ties"), most_tiles=3),
    st.booleans(),
)
def test_the_annotated_dag_knows_values_and_what_is_best_after_every_roll(rules, second):
    variant = Variant(**rules)
    solution, score = solve(variant), max(turn_of(variant).scores) if second else None
    graph = annotated_graph(variant, values=True, score_to_beat=score)
    for state, known in graph.nodes(data=True):
        tiles = known["open_tiles"]
        assert known["value"] == solution.value(tiles, score_to_beat=score)
        best = {}
        for _, _, edge in graph.out_edges(state, data=True):
            for roll in edge["best"]:
                best.setdefault(roll, set()).add(edge["move"])
        dice = solution.optimal_dice(tiles, score_to_beat=score)
        rolls = solution.play(score_to_beat=score).at(tiles).rolls(dice) if dice else ()
        wanted = {
            roll: set(solution.optimal_moves(tiles, roll, score_to_beat=score)) for roll in rolls
        }
        assert best == {roll: moves for roll, moves in wanted.items() if moves}


def test_edges_are_exactly_the_moves_that_some_roll_allows():
    variant = Variant(tiles=6, one_die="sum <= 6", max_tiles=2)
    graph, solution = state_graph(variant), solve(variant)
    for state, attributes in annotated_graph(variant).nodes(data=True):
        open_tiles = attributes["open_tiles"]
        moves = {
            m
            for roll in board_of(variant).rolls_in(open_tiles)
            for m in solution.moves(open_tiles, roll)
        }
        assert graph.out_degree(state) == len(moves)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "rules",
    [
        {"tiles": 16, "dice": "6d100"},
        pytest.param(
            {"tiles": 13, "dice": "2d30", "moves": "sum-or-difference"}, marks=pytest.mark.dear
        ),
        {"tiles": 16, "dice": "2d20", "moves": "dice-or-sum"},
    ],
    ids=repr,
)
def test_a_game_too_large_is_refused_before_its_tables_are_made(rules):
    tracemalloc.start()
    try:
        with pytest.raises(
            GameTooLargeError, match=r"^tiles: .* about \d+\.\d GB or more, and 2 GB is the"
        ):
            solve(Variant(**rules))
        assert tracemalloc.get_traced_memory()[1] < 500e6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param({"tiles": "30-38", "dice": "6d100"}, id="many moves", marks=pytest.mark.dear),
        pytest.param(
            {"tiles": 8, "dice": "2d20", "moves": "sum-or-difference"}, id="many moves after rolls"
        ),
        pytest.param(
            {"tiles": "1,2,4,8,16,31", "dice": "2d70", "moves": "sum-or-difference"},
            id="many different rolls with few moves",
            marks=pytest.mark.dear,
        ),
    ],
)
def test_no_game_takes_more_memory_than_it_is_estimated_to_take(rules):
    """Where the limit is what a game takes, it is refused."""
    variant = Variant(**rules)
    # What is kept from one layout to the next is not its own.
    assert TransitionGraph(Board(variant)).layout
    gc.collect()
    tracemalloc.start()
    try:
        assert TransitionGraph(Board(variant)).layout
        taken = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    with narrowed(dag, MOST_MEMORY=taken), pytest.raises(GameTooLargeError):
        state_graph(variant)

"""`Solution`: what it answers, and what it refuses."""

import pickle
import tracemalloc

import networkx as nx
import pytest
import sympy

from twoplayer import (
    GameTooLargeError,
    PositionError,
    Variant,
    annotated,
    solve,
    solve_all,
    state_graph,
    variants,
)
from twoplayer.turn.positions import possible_rolls_in


def test_results_are_sympy_rationals(classic):
    assert isinstance(classic.first_player_ev, sympy.Rational)
    assert all(isinstance(v, sympy.Rational) for v in classic.second_player_values.values())
    assert isinstance(classic.value((1, 2)), sympy.Rational)


def test_second_player_values_hold_every_score_ascending(classic):
    assert list(classic.second_player_values) == list(range(46))


def test_against_an_immediate_clack_everything_is_lost():
    solution = solve(Variant(immediate_clack=True, clack_payout="5/3"))
    assert solution.second_player_values[0] == sympy.Rational(-5, 3)
    assert solution.value((1, 2), 0) == sympy.Rational(-5, 3)


def test_the_root_values_agree(classic):
    tiles = classic.variant.tiles
    assert classic.value(tiles) == classic.first_player_ev
    for score in (0, 7, 45):
        assert classic.value(tiles, score) == classic.second_player_values[score]


def test_ended_turns_have_their_payoff(classic):
    assert classic.value((), 5) == 1
    assert classic.value((), 0) == 0
    assert classic.value(()) == -classic.second_player_values[0]


def test_moves_are_best_first_and_all_optimal_ones_are_given():
    moves = solve(Variant(one_die="always")).moves((1, 2, 3, 4, 5, 6), 7)
    assert list(moves.values()) == sorted(moves.values(), reverse=True)
    assert set(moves) == {(1, 6), (2, 5), (3, 4), (1, 2, 4)}


def test_equally_good_moves_and_dice_are_all_optimal():
    """Whoever can no longer lose may do as he likes."""
    solution = solve(Variant(tiles=6, one_die="always"))
    assert set(solution.optimal_moves((1, 2, 3), 3, 20)) == {(3,), (1, 2)}
    won = solve(Variant(tiles=6, one_die="always", scoring="shut"))
    assert won.optimal_dice((1, 2, 3), 0) == (1,)
    assert won.optimal_dice((), 1) == ()


def test_dice_in_any_order_or_their_total_mean_the_same(classic):
    every = [classic.moves(range(1, 10), roll) for roll in (7, (3, 4), (4, 3), [4, 3])]
    assert all(moves == every[0] for moves in every)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda s: s.value((1, 10)), "open_tiles"),
        (lambda s: s.value((1, 1)), "open_tiles"),
        (lambda s: s.value((1,), 46), "score_to_beat"),
        (lambda s: s.value((1,), -1), "score_to_beat"),
        (lambda s: s.moves((1, 2), 1), "roll"),
        (lambda s: s.moves((1, 2), 13), "roll"),
        (lambda s: s.moves((1, 2), (3,)), "roll"),
        (lambda s: s.moves((1, 2), (0, 3)), "roll"),
        (lambda s: s.moves((1, 2), (1, 2, 3)), "roll"),
        (lambda s: s.moves((1, 2), 7.0), "roll"),
        (lambda s: s.moves((1, 2), "34"), "roll"),
        (lambda s: s.optimal_moves((1, 2), (7, 1)), "roll"),
    ],
)
def test_an_impossible_position_says_what_was_expected_and_what_came(classic, call, named):
    with pytest.raises(PositionError, match=f"^{named}: got .*; takes "):
        call(classic)


def test_where_the_dice_matter_a_total_is_not_enough():
    solution = solve(Variant(tiles=6, moves="one-tile"))
    with pytest.raises(PositionError, match="roll: got 7; takes 2 dice from 1 to 6"):
        solution.moves((1, 6), 7)
    assert set(solution.moves((1, 6), (1, 6))) == {(1,), (6,)}


def test_one_die_may_be_rolled_only_where_the_rules_allow():
    solution = solve(Variant(tiles=6, one_die="sum <= 6"))
    assert solution.moves((1, 5), 1) == solution.moves((1, 5), (1,))
    with pytest.raises(PositionError, match="takes 2 dice"):
        solution.moves((1, 6), (1,))


def test_records_are_plain_data(classic):
    records = classic.to_records()
    assert len(records) == 46
    assert records[0] == {
        "first_player_score": 0,
        "exact": "-6063873727/6530347008",
        "approx": -6063873727 / 6530347008,
    }


def test_html_shows_the_ev(classic):
    html = classic._repr_html_()
    assert "-668351559599495/166583718925369344" in html
    assert html.count("<table>") == 2


def test_solutions_compare_hash_and_pickle(classic):
    again = pickle.loads(pickle.dumps(classic))
    assert again == classic
    assert hash(again) == hash(classic)
    assert again.first_player_ev == classic.first_player_ev
    assert again.second_player_values == classic.second_player_values


def test_many_are_solved_in_order_and_equal_to_one_by_one():
    mixed = [*variants("sixteen")[::5], Variant(tiles=5, clack_payout="5/3"), Variant(), Variant()]
    together = solve_all(mixed)
    assert [s.variant for s in together] == mixed
    for solution in together:
        alone = solve(solution.variant)
        assert alone.first_player_ev == solution.first_player_ev
        assert alone.second_player_values == solution.second_player_values


def test_progress_counts_every_variant():
    done = []
    solve_all(variants("sixteen"), done.append)
    assert sum(done) == 16


def test_nothing_to_solve_is_fine():
    assert solve_all([]) == []


def test_the_policy_has_a_row_for_every_state_and_roll(classic):
    policy = list(classic.policy(12))
    assert len(policy) == 511 * 11
    assert policy[0]["open_tiles"] == tuple(range(1, 10))
    for row in policy[::97]:
        expected = classic.optimal_moves(row["open_tiles"], row["roll"], 12)
        assert row["moves"] == tuple(expected)
        ended = 1 if sum(row["open_tiles"]) < 12 else -(sum(row["open_tiles"]) > 12)
        assert row["value"] == max(expected.values(), default=ended)


# The DAG


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
    graph = annotated(variant)
    assert nx.utils.graphs_equal(nx.DiGraph(graph.edges), nx.DiGraph(state_graph(variant).edges))
    assert graph.nodes[0b111] == {"open_tiles": (2, 3, 5), "score": 235}
    assert graph.edges[0b111, 0b010] == {"move": (2, 5)}


def test_edges_are_exactly_the_moves_that_some_roll_allows():
    variant = Variant(tiles=6, one_die="sum <= 6", max_tiles=2)
    graph, solution = state_graph(variant), solve(variant)
    for state, attributes in annotated(variant).nodes(data=True):
        open_tiles = attributes["open_tiles"]
        moves = {
            m
            for roll in possible_rolls_in(variant, open_tiles)
            for m in solution.moves(open_tiles, roll)
        }
        assert graph.out_degree(state) == len(moves)


@pytest.mark.parametrize(
    "rules",
    [
        {"tiles": 16, "dice": "6d100"},
        {"tiles": 13, "dice": "2d50", "moves": "sum-or-difference"},
        {"tiles": 16, "dice": "2d20", "moves": "dice-or-sum"},
    ],
    ids=repr,
)
def test_a_game_too_large_is_refused_before_its_tables_are_made(rules):
    tracemalloc.start()
    try:
        with pytest.raises(
            GameTooLargeError, match=r"^tiles: .* about \d+\.\d GB, and 2 GB is the"
        ):
            solve(Variant(**rules))
        assert tracemalloc.get_traced_memory()[1] < 500e6
    finally:
        tracemalloc.stop()

"""The quick way finds what the formula says, on drawn rule sets and in games of another kind."""

import inspect
import re
from fractions import Fraction

import networkx as nx
import pytest
from conftest import ROOT, to_fraction
from drawn import rule_sets
from hypothesis import given

from twoplayer import InputError, Variant, one_player, solve
from twoplayer.turn import backup, formula, induction
from twoplayer.turn.formula import turn_graph, turn_values, two_players
from twoplayer.turn.turns import board_of, state_graph, turn_of
from twoplayer.variant.fields import FIELDS

every_field = rule_sets(tuple(name for name in FIELDS if name != "tiles"))


class Pig:
    """A die is rolled until one stops; whoever rolls a 1 has nothing, and the highest wins."""

    start = 0, "rolls"
    highest_wins = True
    ties = "first"

    def choices(self, state):
        return ["die"] if state[1] == "rolls" else []

    def rolls(self, choice):
        return {"one": 1, "two": 2, "three": 1}

    def moves(self, state, roll):
        if roll == "one":
            return [(0, "stops")]
        total = state[0] + {"two": 2, "three": 3}[roll]
        return [(total, how) for how in ("rolls", "stops") if total < 6 or how == "stops"]

    def score(self, state):
        return state[0]


def assert_the_formula_holds(game):
    solution, literal = solve(game), two_players(game)
    values = solution.second_player_values
    assert to_fraction(solution.first_player_ev) == literal.first_player_ev
    assert {k: to_fraction(values[k]) for k in literal.second_player_values} == (
        literal.second_player_values
    )


@given(every_field)
def test_both_players_values_are_those_of_the_formula(rules):
    assert_the_formula_holds(Variant(**rules))


def test_so_are_those_of_a_game_of_another_kind():
    assert_the_formula_holds(Pig())
    assert two_players(Pig()).first_player_ev not in (0, 1)


@given(every_field)
def test_a_turn_is_worth_in_every_state_what_the_formula_says(rules):
    variant = Variant(**rules)
    graph, turn = turn_graph(variant), one_player(variant)
    values = turn_values(graph, lambda state: Fraction(-graph.nodes[state]["score"]))
    assert {state: -to_fraction(value) for state, value in turn.values().items()} == values


@given(every_field)
def test_its_graph_is_that_of_the_solver(rules):
    variant = Variant(**rules)
    names = dict(enumerate(board_of(variant).open_tiles))
    assert nx.utils.edges_equal(
        turn_graph(variant).edges(), nx.relabel_nodes(state_graph(variant), names).edges()
    )


@given(every_field)
def test_the_levels_of_the_quick_way_are_the_generations_of_its_graph(rules):
    variant = Variant(**rules)
    graph, layout = state_graph(variant), turn_of(variant).layout
    generations = [set(states) for states in nx.topological_generations(graph.reverse())]
    assert [set(level.states.tolist()) for level in layout.levels] == generations[1:]


def test_a_state_without_dice_or_moves_is_worth_its_payoff():
    graph = turn_graph(Variant(tiles="1,5", dice="1d2"))
    values = turn_values(graph, lambda state: Fraction(graph.nodes[state]["score"]))
    assert values == {(5,): 5, (1, 5): Fraction(11, 2)}


@pytest.mark.parametrize(
    ("game", "why"), [("sixteen", "takes one"), ("no-such-game", "neither"), (3.5, "takes")]
)
def test_what_is_no_single_game_is_refused(game, why):
    with pytest.raises(InputError, match=why):
        two_players(game)


@pytest.mark.parametrize(
    "page", ["mathematics/the-game.md", "architecture.md", "howto/teach-backward-induction.md"]
)
def test_the_documents_quote_the_formula_as_it_is(page):
    """Python runs the examples of a document, but not what it quotes of the program."""
    quoted = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.S)
    program = "".join(map(inspect.getsource, (formula, backup, induction)))
    assert any("W(S, roll)" in block for block in quoted)
    for block in quoted:
        assert "".join(block.split()) in "".join(program.split())

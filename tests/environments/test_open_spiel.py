"""A second opinion on small games: OpenSpiel, which unrolls every history."""

import runpy
import warnings

import pytest
from conftest import ROOT

from twoplayer import Variant, solve


@pytest.fixture(scope="module")
def example():
    with warnings.catch_warnings():  # of its libraries, as they are imported
        warnings.simplefilter("ignore")
        pytest.importorskip("pyspiel", reason="open_spiel is not installed")
        return runpy.run_path(str(ROOT / "docs" / "examples" / "for_open_spiel.py"))


@pytest.mark.dear
@pytest.mark.parametrize("ties", ["push", "first"])
def test_open_spiel_finds_the_same_values_best_responses_and_exploitability(example, ties):
    import pyspiel

    game = pyspiel.load_game("python_shut_the_box", {"ties": ties})
    found = example["found_by_open_spiel"](game)
    exact = example["found_exactly"](Variant(tiles=3, dice="1d3", ties=ties))
    assert found.keys() == exact.keys()
    assert exact["EV of optimal play"] == solve(game.variant).first_player_ev
    for what, number in found.items():
        assert abs(number - float(exact[what])) < 1e-12, what


@pytest.mark.dear
def test_open_spiel_finds_the_value_with_a_choice_of_dice(example):
    import pyspiel

    rules = {"tiles": "1-2", "dice": "2d2", "one_die": "always", "ties": "push"}
    game = pyspiel.load_game("python_shut_the_box", rules)
    found = example["found_by_open_spiel"](game)
    exact = example["found_exactly"](Variant(**rules))
    for what, number in found.items():
        assert abs(number - float(exact[what])) < 1e-12, what

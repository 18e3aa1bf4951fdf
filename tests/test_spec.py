"""Published figures. A failing name points at an entry in `tests/spec/` or `published.toml`."""

import csv
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from conftest import to_fraction

from twoplayer import STRATEGIES, Variant, one_player, solve, strategy_value
from twoplayer.game.contest import contest
from twoplayer.strategy.values import worst_and_best
from twoplayer.turn.turns import turn_of

TESTS = Path(__file__).parent
FILES = [*TESTS.glob("spec/*.toml"), TESTS.parent / "reports" / "making" / "published.toml"]
SPEC = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in FILES}
PUBLISHED = list(csv.DictReader((TESTS / "published_sixteen.csv").read_text("utf-8").splitlines()))


def facts(kind):
    return [
        pytest.param(fact, id=fact["id"], marks=[pytest.mark.dear] * fact.get("dear", False))
        for spec in SPEC.values()
        for fact in spec.get(kind, [])
    ]


def assert_says(fact, value):
    """Compare a value in stakes with what is said of it."""
    if "exact" in fact:
        assert value == Fraction(fact["exact"])
    if "favoured" in fact:
        assert (value > 0) == (fact["favoured"] == "first")
        assert value != 0
    if "rounded" in fact:
        assert_rounds(value, fact["rounded"])
    if "rounded_percent" in fact:
        assert_rounds(value * 100, fact["rounded_percent"])
    if "cut" in fact:
        digits = len(fact["cut"].partition(".")[2])
        assert 0 <= value - Fraction(fact["cut"]) < Fraction(1, 10**digits)
    if "rounded_wins" in fact:
        assert_rounds((1 + value) / 2, fact["rounded_wins"])


def assert_rounds(value, text):
    digits = len(text.partition(".")[2])
    assert abs(value - Fraction(text)) <= Fraction(1, 2 * 10**digits)


@pytest.mark.parametrize("fact", facts("ev"))
def test_first_player_ev(fact):
    assert_says(fact, to_fraction(solve(Variant(**fact["rules"])).first_player_ev))


@pytest.mark.parametrize("fact", facts("second"))
def test_second_player_value(fact):
    values = solve(Variant(**fact["rules"])).second_player_values
    assert_says(fact, to_fraction(values[fact["to_beat"]]))


@pytest.mark.parametrize("fact", facts("clack"))
def test_highest_chance_to_clack(fact):
    turn = turn_of(Variant(**fact["rules"]))
    payoffs = np.zeros((512, 1), dtype=np.int64)
    payoffs[0] = 1
    assert_says(fact, Fraction(int(turn.evaluate(payoffs)[-1, 0]), turn.scale))


@cache
def optimal_value(variant):
    return strategy_value(variant, "optimal")


@pytest.mark.parametrize("fact", facts("plays"))
def test_strategy_against_an_optimal_opponent(fact):
    variant = Variant(**fact["rules"])
    own, optimal = strategy_value(variant, fact["strategy"]), optimal_value(variant)
    first = fact["player"] == "first"
    assert_says(fact, to_fraction(own.ev_against(optimal) if first else -optimal.ev_against(own)))


@pytest.mark.parametrize("fact", facts("expects"))
def test_expected_score_of_a_strategy(fact):
    value = strategy_value(Variant(**fact.get("rules", {})), fact["strategy"])
    assert_says(fact, to_fraction(value.expected_score))


@pytest.mark.parametrize("fact", facts("final_scores"))
def test_how_often_each_score_is_left_is_right_for_some_choice_between_equals(fact):
    """So many are right if every optimal move is as likely; the chance to clack is."""
    variant, half = Variant(**fact["rules"]), Fraction(1, 2 * 10**6)
    solved = one_player(variant, "clack").fractions
    left = turn_of(variant).ranks
    payoffs = (left[:, np.newaxis] == np.arange(left.max() + 1)).astype(np.int64)
    spans = worst_and_best(turn_of(variant), solved.optimal_policy, payoffs)
    figures = [Fraction(text) / 100 for text in fact["percent"]]
    for (low, high), figure in zip(spans, figures, strict=True):
        assert low - half <= figure <= high + half
    chances = solved.score_chances().values()
    right = [abs(f - chance) <= half for f, chance in zip(figures, chances, strict=True)]
    assert right[0]
    assert sum(right) == fact["right_by_chance"]


@pytest.mark.parametrize("fact", facts("unlike_optimal"))
def test_positions_where_no_optimal_move_of_a_first_player_is_the_strategy_s(fact):
    """Rolls that allow the same moves count once."""
    variant = Variant(**fact["rules"])
    decision = turn_of(variant).decision
    optimal = solve(variant).play().optimal_policy.move_weights > 0
    proposed = STRATEGIES[fact["strategy"]].policy(contest(variant)).move_weights > 0
    assert len(np.unique(decision)) - len(np.unique(decision[optimal & proposed])) == fact["count"]


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: ", ".join(row.values()))
def test_row_of_the_published_sixteen(row):
    """Source: possiblywrong, Analysis of Shut the Box (2013)."""
    percent = row["first_player_ev_percent"]
    rules = {name: text for name, text in row.items() if name != "first_player_ev_percent"}
    assert_rounds(100 * to_fraction(solve(Variant(**rules)).first_player_ev), percent)


def test_the_published_order_is_by_absolute_ev(sixteen):
    fairest_first = sorted(sixteen, key=lambda s: abs(s.first_player_ev))
    published = [
        Variant(**{n: t for n, t in row.items() if n != "first_player_ev_percent"})
        for row in PUBLISHED
    ]
    assert [s.variant for s in fairest_first] == published


def test_the_published_finding_holds(sixteen):
    """With an immediate clack the first player has the edge, otherwise the second."""
    for solution in sixteen:
        assert (solution.favoured == "first") == solution.variant.immediate_clack

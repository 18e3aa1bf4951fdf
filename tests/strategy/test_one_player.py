"""One player: published figures, the oracle."""

from fractions import Fraction

import pytest
from conftest import examples, to_fraction
from drawn import TURN_FIELDS, rule_sets, states_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle
from test_spec import assert_rounds, assert_says, facts

from twoplayer import (
    Variant,
    one_player,
)
from twoplayer.strategy.one_player import AIMS


def tiles_of(text):
    return tuple(map(int, text.split(",")))


@pytest.mark.parametrize("fact", facts("expected_score"))
def test_expected_score(fact):
    solved = one_player(Variant())
    for text, figure in fact.get("states", {}).items():
        assert_rounds(to_fraction(solved.value(tiles_of(text))), figure)
    if "exact" in fact:
        assert_says(fact, to_fraction(solved.value()))


@pytest.mark.parametrize("fact", facts("worst_states"))
def test_worst_states(fact):
    solved = one_player(Variant())
    values = {r["open_tiles"]: solved.value(r["open_tiles"]) for r in solved.to_records()}
    worst = sorted(values, key=lambda tiles: -values[tiles])[: len(fact["states"])]
    assert worst == [tiles_of(text) for text in fact["states"]]
    for text, figure in fact["states"].items():
        assert_rounds(to_fraction(values[tiles_of(text)]), figure)


@pytest.mark.parametrize("fact", facts("optimal"))
def test_optimal_move(fact):
    best = one_player(Variant()).optimal_moves(fact["open"], fact["roll"])
    assert list(best) == [tuple(fact["covers"])]


@pytest.mark.parametrize("fact", facts("exceptions"))
def test_exceptions_to_the_largest_tile(fact):
    found = one_player(Variant(), fact["aim"]).exceptions()
    assert len(found) == fact["count"]
    for row in found:
        largest = max(max(move) for move in row["moves"])
        assert not any(largest in move for move in row["optimal"])
        assert row["largest_tile_loses"] > 0


@pytest.mark.parametrize("fact", facts("clack_chance"))
def test_clack_chance(fact):
    solved = one_player(Variant(**fact["rules"]), "clack")
    assert_says(fact, to_fraction(solved.value(fact.get("open"))))


@pytest.mark.parametrize("fact", facts("worst_play"))
def test_worst_play(fact):
    solved = one_player(Variant(**fact["rules"]), fact["aim"])
    assert_says(fact, to_fraction(solved.value()))


def test_the_two_aims_part():
    score, clack = one_player(Variant()), one_player(Variant(), "clack")
    assert clack.value((4, 5)) > clack.value((1, 8))
    assert score.value((4, 5)) > score.value((1, 8))


@settings(max_examples=examples(30))
@given(rule_sets(TURN_FIELDS), st.sampled_from(list(AIMS)))
def test_one_player_equals_the_oracle(rules, aim):
    """The least of something is the most of its opposite."""
    solved, oracle = one_player(Variant(**rules), aim), Oracle(**rules)
    sign = -1 if aim in ("score", "worst-clack") else 1
    measure = oracle.score if aim.endswith("score") else (lambda state: int(not state))
    value = oracle.turn(lambda state: Fraction(sign * measure(state)))
    shown = {state: sign * value(state) for state in states_of(rules)}
    assert {s: to_fraction(solved.value(s)) for s in shown} == shown
    chances = solved.score_chances()
    assert sum(chances.values()) == 1
    if aim.endswith("score"):
        assert sum(score * chance for score, chance in chances.items()) == solved.value()
    else:
        assert chances[0] == solved.value()

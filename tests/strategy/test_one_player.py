"""One player: published figures, the oracle."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest
from conftest import examples, to_fraction
from drawn import TURN_FIELDS, rule_sets, states_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle
from test_spec import assert_rounds, assert_says, facts

from twoplayer import InputError, Variant, one_player
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
    states = [tuple(row["open_tiles"]) for row in solved.to_records()]
    values = {tiles: solved.value(tiles) for tiles in states}
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


PAYS = st.fractions(min_value=-20, max_value=20, max_denominator=7)


@settings(max_examples=examples(20))
@given(rule_sets((*TURN_FIELDS, "scoring")), st.data())
def test_what_scores_pay_is_played_for_as_by_the_oracle(rules, data):
    """The value, every first move, and what the distribution of the scores pays."""
    variant, oracle = Variant(**rules), Oracle(**rules)
    scores = sorted({oracle.score(state) for state in states_of(rules)})
    payoff = data.draw(st.dictionaries(st.sampled_from(scores), PAYS, min_size=1))
    solved = one_player(variant, payoff=payoff).fractions
    value = oracle.turn(lambda state: payoff.get(oracle.score(state), Fraction(0)))
    for state in states_of(rules):
        assert solved.value(tuple(sorted(state))) == value(state)
    for roll in solved.at().rolls():
        dice = (roll,) if isinstance(roll, int) else roll
        moves = {
            frozenset(move): worth for move, worth in solved.moves(variant.tiles, roll).items()
        }
        assert moves == {
            m: value(oracle.all_tiles - m) for m in oracle.covers(oracle.all_tiles, dice)
        }
    left = solved.score_chances()
    assert sum(chance * payoff.get(k, 0) for k, chance in left.items()) == solved.value()


def test_a_payment_is_an_aim_that_is_spelled_alike():
    numbers, text = (
        one_player("classic", payoff={1: "5/2", 0: 10}),
        one_player("classic", "0:10, 1:2.5"),
    )
    assert numbers == text != one_player("classic", "0:10")
    assert numbers.aim == text.aim == "0:10,1:5/2"
    assert numbers.value() == text.value()
    assert one_player("classic", "0:1").value() == one_player("classic", "clack").value()
    everything = {score: -score for score in range(46)}
    assert one_player("classic", payoff=everything).value() == -one_player("classic").value()


@pytest.mark.parametrize(
    ("payoff", "said"),
    [
        ({46: 1}, "where 46 is no score, or comes again; takes what scores of the game, 0 to 45, "),
        ({0: 0.5}, "a float is not exact"),
        ({0.5: 1}, "a float is not exact"),
        ({}, "takes what scores pay, such as"),
        ([0, 1], "takes what scores pay, such as"),
    ],
)
def test_what_is_no_payoff_is_refused(payoff, said):
    with pytest.raises(InputError, match=r"^payoff: got ") as refused:
        one_player("classic", payoff=payoff)
    assert said in str(refused.value)


@pytest.mark.parametrize("text", ["0:", ":5", "0:1,0:2", "0:1,", "46:1", "0:ten"])
def test_text_that_is_no_payoff_is_refused(text):
    with pytest.raises(InputError, match=r"^aim: got .*, such as 0:10,1:5$"):
        one_player("classic", text)


class LosesTheRest(dict):
    """What has a payment for every score that it does not name."""

    def __missing__(self, score):
        return -score


def test_what_a_payoff_has_for_scores_that_it_does_not_name_is_not_lost():
    """Others pay nothing, as a Counter and most others have it; a defaultdict may have it not."""
    plain = one_player("classic", payoff={0: 10}).value()
    for same in (Counter({0: 10}), defaultdict(int, {0: 10}), defaultdict(None, {0: 10})):
        assert one_player("classic", payoff=same).value() == plain
        assert same == {0: 10}
    for other in (defaultdict(lambda: 5, {0: 10}), LosesTheRest({0: 10})):
        said = r"^payoff: got .*, which has -?\d for \d+, and does not name it; takes what scores"
        with pytest.raises(InputError, match=said):
            one_player("classic", payoff=other)
        assert other == {0: 10}
    every = LosesTheRest({score: -score for score in range(46)})
    assert one_player("classic", payoff=every).value() == -one_player("classic").value()


def test_an_aim_beside_a_payoff_is_refused():
    with pytest.raises(InputError, match=r"^aim: got 'clack'; takes none beside a payoff"):
        one_player("classic", "clack", payoff={0: 1})

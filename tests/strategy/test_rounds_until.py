"""Rounds by oneself until the scores add up to a total: by enumeration, by Wald's identities."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from conftest import examples
from drawn import TURN_FIELDS, rule_sets
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from narrowed import narrowed
from test_spec import assert_rounds, facts

from twoplayer import Game, InputError, Variant, one_player, strategy_value
from twoplayer.errors import GameTooLargeError, RulesError
from twoplayer.strategy import rounds_until as module

SMALL = Variant(tiles=2, dice="1d2")


def literally(chances, total, of_round=lambda score: 1):
    """Return the mean sum of something over the rounds until the total, by plain recursion."""
    stays = chances.get(0, Fraction(0))

    @cache
    def mean(reached):
        """From a sum on; in a round that scores 0 it comes back, and goes on as before."""
        if reached >= total:
            return Fraction(0)
        once = sum(chance * of_round(score) for score, chance in chances.items())
        after = sum(p * mean(reached + score) for score, p in chances.items() if score)
        return (once + after) / (1 - stays)

    return mean(0)


def enumerated(chances, total, rounds):
    """Return the chance that it takes just so many rounds, over all sequences of scores."""
    found = Fraction(0)
    for scores in product(chances, repeat=rounds):
        if sum(scores[:-1]) < total <= sum(scores):
            chance = Fraction(1)
            for score in scores:
                chance *= chances[score]
            found += chance
    return found


@settings(max_examples=examples(30))
@given(
    rule_sets((*TURN_FIELDS, "scoring"), most_tiles=3),
    st.sampled_from(["optimal", "random", "largest-first", "best-clack"]),
    st.integers(1, 40),
)
def test_rounds_until_a_total_equal_their_definition(rules, strategy, total):
    value = strategy_value(Variant(**rules), strategy).fractions
    chances = value.score_chances
    assume(chances[0] < Fraction(9, 10))
    rounds = value.rounds_until(total).fractions
    assert rounds.mean == literally(chances, total)
    first = {n: enumerated(chances, total, n) for n in (1, 2, 3)}
    assert {n: rounds.chances[n] for n in first if n in rounds.chances} == {
        n: chance for n, chance in first.items() if n in rounds.chances
    }
    left = 1 - sum(rounds.chances.values())
    assert 0 <= left < Fraction(1, 10**9)
    assert left + rounds.chances[max(rounds.chances)] >= Fraction(1, 10**9)
    assert [*rounds.chances] == [*range(1, len(rounds.chances) + 1)]
    assert rounds.chances[rounds.most_likely] == max(rounds.chances.values())
    known = sum(n * chance for n, chance in rounds.chances.items())
    assert known <= rounds.mean
    assert known + (len(rounds.chances) + 1) * left <= rounds.mean or left == 0


@settings(max_examples=examples(15))
@given(rule_sets(TURN_FIELDS, most_tiles=3), st.integers(1, 60))
def test_the_sum_at_the_end_is_as_many_mean_scores_as_there_are_rounds(rules, total):
    """Wald's identity; and so many clacks, as often as a round has one."""
    value = strategy_value(Variant(**rules), "random").fractions
    assume(value.score_chances[0] < 1)
    mean = value.rounds_until(total).fractions.mean
    chances = value.score_chances
    assert literally(chances, total, lambda score: score) == mean * value.expected_score
    clacks = literally(chances, total, lambda score: int(score == 0))
    assert clacks == mean * chances[0]


@pytest.mark.parametrize("fact", facts("rounds_until"))
def test_what_is_known_of_rounds_until_a_total(fact):
    value = strategy_value(Variant(**fact["rules"]), fact["strategy"]).fractions
    mean = value.rounds_until(fact["total"]).fractions.mean
    assert_rounds(mean, fact["mean"])
    assert_rounds(mean * value.clack_chance, fact["clacks"])


def test_one_player_takes_as_many_rounds_as_whoever_plays_so():
    alone, named = one_player("classic", "clack"), strategy_value("classic", "best-clack")
    assert alone.rounds_until(45).mean == named.rounds_until(45).mean
    assert alone.rounds_until(45).chances == named.rounds_until(45).chances
    assert alone.rounds_until(45) != named.rounds_until(45)
    assert named.rounds_until(45) == strategy_value("classic", "best-clack").rounds_until(45)
    assert named.rounds_until(45) != named.rounds_until(46)


def test_a_strategy_that_looks_at_the_score_to_beat_plays_as_the_first_player():
    def both_ways(open_tiles, roll, score_to_beat):
        both = sum(roll) == 3 and {1, 2} <= {*open_tiles}
        return (1, 2) if both and (score_to_beat is None or 3 not in open_tiles) else roll

    value = strategy_value(Variant(tiles=3, dice="1d3"), both_ways).fractions
    pairs = strategy_value(
        value.variant, lambda open_tiles, roll: both_ways(open_tiles, roll, None)
    )
    assert value.rounds_until(4).mean == literally(value.score_chances, 4)
    assert value.rounds_until(4).mean == pairs.rounds_until(4).mean


def test_where_the_highest_wins_scores_add_up_as_well():
    value = strategy_value(Credits(), "optimal").fractions
    assert value.score_chances == {2: Fraction(1, 2), 1: Fraction(1, 2)}
    assert value.rounds_until(7).mean == literally(value.score_chances, 7)


def test_the_table_has_a_row_for_each_number_of_rounds():
    rounds = strategy_value(SMALL, "optimal").rounds_until(3)
    rows = rounds.to_records()
    assert [row["rounds"] for row in rows] == [*rounds.chances]
    assert rows[1]["chance"] == "3/16"
    assert rows[2]["so_many_or_fewer"] == "13/32"
    assert "Rounds alone until the scores add up to 3: optimal" in str(rounds)


class Credits(Game):
    """A die that gives what it shows, and the highest score wins."""

    start = 0
    highest_wins = True

    def choices(self, state):
        return [] if state else [1]

    def rolls(self, choice):
        return dict.fromkeys((1, 2), 1)

    def moves(self, state, roll):
        return [roll]

    def score(self, state):
        return state


class Debts(Game):
    """A die that takes what it shows from the score."""

    start = False

    def choices(self, state):
        return [1] if state is False else []

    def rolls(self, choice):
        return dict.fromkeys((1, 2), 1)

    def moves(self, state, roll):
        return [-roll]

    def score(self, state):
        return state


@pytest.mark.parametrize("total", [0, -1, "ten", 2.5, True, None])
def test_what_is_no_total_is_refused(total):
    with pytest.raises(InputError, match=r"^total: got .*; takes a whole number, 1 or more$"):
        strategy_value(SMALL, "optimal").rounds_until(total)


def test_a_sum_that_never_grows_is_refused():
    sure = Variant(tiles="1", dice="1d1")
    with pytest.raises(RulesError, match=r"^total: got 5, .* it is sure to score 0; takes rules"):
        strategy_value(sure, "optimal").rounds_until(5)
    with pytest.raises(RulesError, match=r"^total: got 5, where a turn may score -2, "):
        strategy_value(Debts(), "optimal").rounds_until(5)


def test_numbers_that_would_be_too_long_are_refused():
    rounds = strategy_value("classic", "optimal").rounds_until(10**6)
    for ask in (lambda: rounds.mean, lambda: rounds.chances):
        with narrowed(module, MOST_BITS_ADDED=2**20), pytest.raises(GameTooLargeError) as refused:
            ask()
        assert str(refused.value).startswith("total: got 1000000, on the way to which exact ")

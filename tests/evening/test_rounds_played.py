"""How many rounds a race takes: by its definition, and by what is sure of any race."""

from fractions import Fraction

import pytest
from conftest import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from match_oracle import Race
from narrowed import narrowed
from test_race import RACE_PAIRS, RACE_RULES, WAYS

from twoplayer import InputError, Variant, match, one_player
from twoplayer.errors import GameTooLargeError
from twoplayer.evening import rounds_played as module

SMALL = Variant(tiles=2)
NEAR = Fraction(1, 10**9)


def assert_as_defined(rounds, race, target):
    """Chances are not above those of the definition, nor below them by much; so is the mean."""
    literally = [Fraction(chance) for chance in race.rounds(target, max(rounds.chances))]
    assume(not race.is_doubtful())
    for number, chance in rounds.chances.items():
        assert abs(chance - literally[number]) < NEAR
    assert rounds.chances[rounds.most_likely] == max(rounds.chances.values())
    known = sum(number * chance for number, chance in enumerate(literally))
    assert rounds.mean.low < known + 2 * NEAR
    assert known < rounds.mean.high + NEAR
    assert 0 <= rounds.mean.high - rounds.mean.low <= 1000 * NEAR


@settings(max_examples=examples(20))
@given(RACE_RULES, st.sampled_from(WAYS), st.integers(1, 6))
def test_the_rounds_of_a_race_are_those_of_its_definition(rules, starts, target):
    variant = Variant(**rules)
    assume(one_player(variant, "clack").value() < Fraction(9, 10))
    rounds = match(variant, to=target, starts=starts).rounds_played().fractions
    assert_as_defined(rounds, Race(starts, **rules), target)


@settings(max_examples=examples(20))
@given(RACE_PAIRS, st.sampled_from(WAYS), st.integers(1, 6))
def test_each_by_rules_of_his_own_plays_as_many_rounds_as_by_their_definition(pair, starts, target):
    mine, hers = (Variant(**rules) for rules in pair)
    assume(min(one_player(each, "clack").value() for each in (mine, hers)) < Fraction(9, 10))
    rounds = match(mine, to=target, starts=starts, second=hers).rounds_played().fractions
    assert_as_defined(rounds, Race(starts, pair[1], **pair[0]), target)


def test_what_decides_one_race_in_a_trillion_is_chosen_all_the_same():
    """The first player's turns score 1. The second player survives a round that covers the 12.

    So the 12 comes before the 1, though nearly all races are lost in any way.
    """
    hers = Variant(tiles=(1, 12), weights=(7, 1, 1, 7, 1, 1), one_die="always")
    played = match(Variant(tiles="1-1"), to=5, second=hers).rounds_played().fractions
    lost_at_once = 1 - Fraction(1, 18) ** 2
    assert lost_at_once - NEAR < played.chances[1] <= lost_at_once


def test_a_race_to_1_takes_until_a_round_without_two_clacks():
    """No choice is left: with the tile 1 and a die of two sides a turn clacks half of the time."""
    variant = Variant(tiles=1, dice="1d2")
    rounds = match(variant, to=1).rounds_played().fractions
    for number in (1, 2, 3):
        exactly = Fraction(3, 4) * Fraction(1, 4) ** (number - 1)
        assert exactly - NEAR < rounds.chances[number] <= exactly
    assert rounds.mean.low <= Fraction(4, 3) <= rounds.mean.high
    assert rounds.most_likely == 1


def test_rounds_are_asked_of_a_race_alone():
    for asked, said in (({"rounds": 2}, "rounds 2"), ({"wins": 2}, "wins 2")):
        with pytest.raises(InputError, match=rf"^to: got none, but {said}; takes a total to reach"):
            match(SMALL, **asked).rounds_played()


def test_a_result_is_the_same_in_either_numbers_and_shows_a_row_for_each_number():
    race = match(SMALL, to=4, starts="loser")
    rounds = race.rounds_played()
    assert (
        rounds
        == race.fractions.rounds_played()
        == match(SMALL, to=4, starts="loser").rounds_played()
    )
    assert rounds != match(SMALL, to=4).rounds_played()
    rows = rounds.to_records()
    assert [row["rounds"] for row in rows] == [*rounds.chances]
    assert Fraction(rows[1]["chance"]) == rounds.fractions.chances[2]
    assert "Rounds of a race to 4, starts loser" in str(rounds)


def test_what_would_take_too_much_memory_is_refused():
    with (
        narrowed(module, MOST_CHANCES=100),
        pytest.raises(GameTooLargeError, match=r"^to: got 5, "),
    ):
        match(SMALL, to=5).rounds_played()


def test_a_clack_that_is_nearly_certain_is_refused_where_bounds_are_wide():
    with narrowed(module, MOST_PLAYED=1), pytest.raises(InputError) as refused:
        match(SMALL, to=5).rounds_played()
    assert "bounds of the mean are" in str(refused.value)

"""A game looked back on: luck and mistakes add up to what came out."""

from fractions import Fraction

import pytest
from drawn import rule_sets
from hypothesis import given
from hypothesis import strategies as st
from oracle import Oracle
from test_playing import GAMES, LINES, SEEDS, acts, some_of
from test_spec import facts

from twoplayer import Play, Variant, one_player, solve

GAME = "5+3: 8, 6+4: 1+9, 5+1: 6, 6+5: 4+7, 2+1: 3, 4+3: 2+5"
"""A printed game, of which the totals are known: that they fell so is as good as any."""


@given(GAMES, SEEDS, st.sampled_from([None, "1-3", "2,4"]))
def test_what_comes_out_is_what_was_expected_and_luck_and_mistakes(rules, seed, tiles):
    rules = Variant(**rules)
    own = tiles and rules.replace(tiles=tiles, opening_tile=None)
    for play in acts(Play(rules, own), seed):
        for seat, sign in ((1, 1), (2, -1)):
            r = play.review(seat)
            assert r.result == r.ev + r.luck - r.own_mistakes + r.other_mistakes
            assert r.result == sign * play.first_player_ev
            assert r.ev == sign * solve(rules, own).first_player_ev
            assert r.over == play.over


@given(GAMES, SEEDS)
def test_the_luck_of_one_is_the_bad_luck_of_the_other(rules, seed):
    play = some_of(rules, seed)
    one, other = (play.review(seat).fractions for seat in (1, 2))
    assert one.luck == -other.luck
    assert (one.own_mistakes, one.other_mistakes) == (other.other_mistakes, other.own_mistakes)
    assert min(one.own_mistakes, one.other_mistakes) >= 0


@given(rule_sets(("one_die", "moves", "ties"), most_tiles=3), SEEDS)
def test_luck_and_costs_are_those_of_the_oracle(rules, seed):
    """The value before a roll is that with the dice that were chosen, the best if they were."""
    oracle, play = Oracle(**rules), some_of(rules, seed)
    for step, row in zip(play.steps, play.review(1).table().rows, strict=True):
        second = step.seat == 2
        value = oracle.second_turn(step.score_to_beat) if second else oracle.first_turn()
        state, sign = frozenset(step.open_tiles), -1 if second else 1
        if second:
            ended = oracle.to_second(step.score_to_beat, state)
        else:
            ended = -oracle.second_player_values()[oracle.score(state)]

        def best(roll, value=value, state=state, ended=ended):
            moves = oracle.covers(state, roll)
            return max((value(state - move) for move in moves), default=ended)

        def roll_worth(dice, best=best):
            return sum(chance * best(roll) for roll, chance in oracle.rolls(dice))

        rolled = (sum(step.roll),) if oracle.game.by_total else step.roll
        assert row.luck == sign * (best(rolled) - roll_worth(len(step.roll)))
        assert row.dice_cost == value(state) - roll_worth(len(step.roll))
        assert row.cost == (best(rolled) - value(frozenset(step.left)) if step.cover else 0)


def test_a_notebook_shows_what_adds_up():
    review = Play.of("classic", LINES).review()
    assert sum([*review.sums.values()][:-1]) == review.sums["result"] == 1
    said = "before the game -0.0040, luck +0.8072, own mistakes -0.5653, other&#x27;s mistakes +0"
    assert said in review._repr_html_()
    assert "worth now" in Play("classic").review()._repr_html_()


def test_without_a_choice_nothing_is_a_mistake():
    review = Play.of(Variant(tiles="1-1", dice="1d2"), "2: -\n1: 1").review(2)
    assert (review.own_mistakes, review.other_mistakes, review.ev) == (0, 0, 0)
    assert review.luck == review.result == 1


def test_a_game_that_has_not_begun_is_worth_its_value():
    review = Play("classic").review(2)
    assert review.result == review.ev == -solve("classic").first_player_ev
    assert (review.luck, review.to_records()) == (0, [])


def test_the_number_of_dice_is_a_decision():
    """With a single tile left, of which one die shows the number more often than two."""
    play = Play.of(Variant(one_die="always", tiles=2), "1: 1, 1+1: 2")
    review = play.review().fractions
    first, second = review.table().rows
    assert (first.best_dice, second.best_dice) == (1, 1)
    assert second.dice_cost > 0 == second.cost
    assert review.own_mistakes == first.dice_cost + first.cost + second.dice_cost


def test_the_records_have_a_row_for_each_roll():
    records = Play.of("classic", LINES).review().to_records()
    assert [row["player"] for row in records] == ["first"] * 3 + ["second"] * 3
    assert [row["covers"] for row in records][:3] == [[9], [3, 4, 5], None]
    assert records[1]["best"] == [[4, 8]]
    assert sum(Fraction(row["cost"]) for row in records[:3]) == Fraction(
        str(Play.of("classic", LINES).review().own_mistakes)
    )
    assert records[-1]["value"] == "1"


@pytest.mark.parametrize("fact", facts("game"))
def test_a_printed_game_is_played_for_the_lowest_score_and_well_against_a_second_player(fact):
    play, alone = Play.of("classic", GAME), one_player("classic")
    assert [[sum(step.roll), list(step.cover)] for step in play.steps] == fact["moves"]
    for step in play.steps:
        assert list(alone.optimal_moves(step.open_tiles, step.roll)) == [step.cover]
    review = play.review()
    assert (play.scores, review.own_mistakes) == ((0,), 0)
    assert review.result == review.ev + review.luck == -solve("classic").second_player_values[0]


def test_what_is_best_for_the_lowest_score_need_not_be_against_a_score_to_beat():
    """The same moves of a second player who has to leave less than 2."""
    first = "5+4: 9, 5+3: 8, 4+3: 7, 4+2: 6, 4+1: 5, 3+1: 1+3, 2+2: 4, 6+6: -"
    review = Play.of("classic", f"{first}\n{GAME}").review(2)
    assert review.result == 1
    [costly] = [row for row in review.table().rows if row.cost and row.step.seat == 2]
    assert review.own_mistakes == costly.cost > 0


def test_a_review_is_named_as_the_game_was_asked_for():
    named = [Play(game).review().variant.name for game in ("classic", Variant().called("ours"))]
    assert named == ["classic", "ours"]


def test_what_was_open_is_written_as_it_is_typed():
    rows = Play.of(Variant(tiles="1,2,3,7", dice="1d7"), "1: 1, 3: 3, 2: 2, 7: 7").review(1)
    assert [row.open for row in rows.table().rows] == ["1-3,7", "2-3,7", "2,7", "7"]

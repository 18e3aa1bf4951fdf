"""Best responses, exploitability and regret, against plain recursion and each other."""

from fractions import Fraction
from itertools import combinations

import pytest
from conftest import examples
from drawn import TURN_FIELDS, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import (
    InputError,
    Strategy,
    Variant,
    best_response,
    exploitability,
    matchup,
    solve,
    strategy_value,
)
from twoplayer.errors import PositionError

GAME_FIELDS = (*TURN_FIELDS, "ties", "immediate_clack", "clack_payout")
NAMES = ["random", "largest-first", "smallest-first", "most-tiles", "optimal"]
SMALL = Variant(tiles=4)


def legal(open_tiles, roll):
    """The sets that a roll may cover where any with its sum may be."""
    sets = (some for n in range(1, 5) for some in combinations(open_tiles, n))
    return [some for some in sets if sum(some) == sum(roll)]


def soft(open_tiles, roll, score_to_beat):
    """A mixed strategy that looks at the score."""
    every = legal(open_tiles, roll)
    return {move: 1 + n + (score_to_beat or 0) % 3 for n, move in enumerate(every)}


@settings(max_examples=examples(12))
@given(rule_sets(GAME_FIELDS, most_tiles=3), st.sampled_from(NAMES))
def test_the_best_first_player_is_that_of_plain_recursion(rules, name):
    """The payoff of a score is what the other's strategy loses against it."""
    variant, oracle = Variant(**rules), Oracle(**rules)
    gains = strategy_value(variant, name).fractions.second_player_values
    found = best_response(variant, name).fractions
    assert found.first_player_ev == oracle.turn(lambda state: -gains[oracle.score(state)])(
        oracle.all_tiles
    )


@settings(max_examples=examples(12))
@given(rule_sets(GAME_FIELDS, most_tiles=4), st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_the_best_answer_is_worth_what_it_says_and_no_other_is_worth_more(rules, to, other):
    variant = Variant(**rules)
    optimal = solve(variant).fractions.first_player_ev
    first, second = (best_response(variant, to, player).fractions for player in ("first", "second"))
    assert matchup(variant, first.strategy, to).fractions.first_player_ev == first.first_player_ev
    assert matchup(variant, to, second.strategy).fractions.first_player_ev == second.first_player_ev
    assert matchup(variant, other, to).fractions.first_player_ev <= first.first_player_ev
    assert matchup(variant, to, other).fractions.first_player_ev >= second.first_player_ev
    assert first.over_value == first.first_player_ev - optimal >= 0
    assert second.over_value == optimal - second.first_player_ev >= 0


@settings(max_examples=examples(8))
@given(rule_sets(GAME_FIELDS, most_tiles=4))
def test_the_best_answer_to_optimal_play_gains_nothing(rules):
    variant = Variant(**rules)
    for player in "first", "second":
        assert best_response(variant, "optimal", player).over_value == 0
    assert exploitability(variant, "optimal", "optimal").nash_conv == 0


@settings(max_examples=examples(8))
@given(rule_sets(GAME_FIELDS, most_tiles=4), st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_exploitability_is_half_of_what_best_answers_gain(rules, one, other):
    variant = Variant(**rules)
    found = exploitability(variant, one, other).fractions
    ev = matchup(variant, one, other).fractions.first_player_ev
    assert found.first_player_ev == ev
    assert found.first_gain == best_response(variant, other).fractions.first_player_ev - ev
    assert found.second_gain == ev - best_response(variant, one, "second").fractions.first_player_ev
    assert found.nash_conv == found.first_gain + found.second_gain == 2 * found.exploitability


def test_the_record_of_exploitability_names_each_strategy_in_its_seat():
    [record] = exploitability(SMALL, "random", "largest-first").to_records()
    assert (record["first"], record["second"]) == ("random", "largest-first")


def test_a_child_who_covers_the_smallest_tile_loses_what_is_published():
    found = best_response("classic", "smallest-first")
    assert round(float(found.first_player_ev), 4) == 0.6860
    assert round(float(found.over_value), 4) == 0.6900


def test_its_moves_are_those_of_the_turn_that_it_solves():
    found = best_response(SMALL, soft)
    turn = found.play()
    assert turn.value() == found.first_player_ev
    assert turn != solve(SMALL).play()
    assert found.play().fractions.value() == found.fractions.play().value()
    second = best_response(SMALL, soft, "second")
    assert second.play(score_to_beat=3) == solve(SMALL).play(score_to_beat=3)


def test_the_best_answer_to_somebody_is_not_optimal_against_others():
    """How a game ends between it and an optimal player is told of these two."""
    found = matchup("classic", best_response("classic", "smallest-first").strategy).fractions
    ends = found.outcomes
    assert found.first_costs > 0
    assert ends.first_wins - ends.second_wins == found.first_player_ev


def test_the_second_players_own_rules_are_answered():
    child = Variant(tiles=3)
    found = best_response(SMALL, "random", second=child)
    played = matchup(SMALL, found.strategy, "random", second=child)
    assert played.first_player_ev == found.first_player_ev


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: best_response(SMALL, "random", "third"), r"^player: got 'third'; takes first | "),
        (lambda: best_response(SMALL, "clever"), r"^to: got 'clever'"),
        (lambda: best_response(SMALL, "random", second="random"), r"^second: got 'random'"),
        (lambda: exploitability(SMALL, "clever", "random"), r"^first_strategy: got 'clever'"),
        (
            lambda: best_response(SMALL, "random").play(score_to_beat=3),
            r"^score_to_beat: got 3; takes none for",
        ),
        (lambda: best_response(SMALL, "random", "second").play(), r"^score_to_beat: got None; "),
        (lambda: strategy_value(SMALL, "random").regrets("third"), r"^player: got 'third'"),
        (
            lambda: strategy_value(SMALL, "random").regrets(score_to_beat=3),
            r"^score_to_beat: got 3; takes none for the first player",
        ),
    ],
)
def test_what_cannot_be_answered_is_refused(ask, said):
    with pytest.raises(InputError, match=said):
        ask()
    with pytest.raises(PositionError):
        strategy_value(SMALL, "random").regrets("second", score_to_beat=99)


OWN = [*NAMES, soft, Strategy(legal, lambda open_tiles: {1: 1, 2: 2}, name="both")]


@settings(max_examples=examples(12))
@given(rule_sets((*GAME_FIELDS,), most_tiles=4), st.sampled_from(NAMES))
def test_regrets_add_up_to_what_a_strategy_costs(rules, name):
    """Each is above 0, and so is its chance; numbers of dice are decisions."""
    variant = Variant(**rules)
    value, found = strategy_value(variant, name), matchup(variant, name, name).fractions
    first, second = (value.regrets(player) for player in ("first", "second"))
    assert first.total == found.first_costs
    assert second.total == found.second_costs
    for row in (found.fractions for found in (*first, *second)):
        assert row.regret > 0
        assert 0 < row.chance <= 1
        assert sum(row.choices.values()) == 1
        assert not {*row.choices} <= {*row.best}


@pytest.mark.parametrize("own", OWN[len(NAMES) :])
@pytest.mark.parametrize("rules", [SMALL, Variant(tiles=4, one_die="always")])
def test_regrets_of_a_strategy_of_ones_own_add_up_likewise(own, rules):
    value, found = strategy_value(rules, own), matchup(rules, own, own).fractions
    assert value.regrets().total == found.first_costs
    assert value.regrets("second").total == found.second_costs


def test_regret_is_what_the_chosen_move_is_worth_less():
    """The optimal value less that of the choice, as `moves` has both."""
    solution = solve("classic")
    [worst, *_] = strategy_value("classic", "largest-first,fewest-tiles").regrets()
    values = solution.moves(worst.open_tiles, worst.rolls[0])
    [(chosen, _)] = worst.choices.items()
    assert worst.best == (next(iter(values)),)
    assert worst.regret == values[worst.best[0]] - values[chosen]


def test_a_score_or_a_first_player_may_be_named():
    value = strategy_value(SMALL, "random")
    against = value.regrets("second", score_to_beat=3)
    optimal = solve(SMALL).second_player_values[3]
    assert against.total == optimal - value.second_player_values[3]
    assert {row.score_to_beat for row in against} == {3}
    facing = value.regrets("second", first_strategy="random")
    left = value.fractions.score_chances
    gains, best = value.fractions.second_player_values, solve(SMALL).fractions.second_player_values
    assert facing.total == sum(p * (best[score] - gains[score]) for score, p in left.items())


def test_regrets_are_rows_that_can_be_sorted_and_counted():
    regrets = strategy_value(SMALL, "random").regrets()
    costs = [row.costs for row in regrets]
    assert costs == sorted(costs, reverse=True)
    by_count = regrets.by_open_tiles()
    assert sum(by_count.values(), Fraction(0)) == regrets.total
    assert [*by_count] == sorted(by_count, reverse=True)
    assert len(regrets.to_records()) == len(regrets)
    assert "comes up" in str(regrets)

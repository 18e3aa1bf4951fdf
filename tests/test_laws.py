"""Laws of the game, each named by what it says."""

from fractions import Fraction

import numpy as np
import pytest
from conftest import examples, to_fraction
from drawn import TURN_FIELDS, rule_sets
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from twoplayer import STRATEGIES, Variant, one_player, solve, strategy_values
from twoplayer.game.contest import contest
from twoplayer.turn.turns import turn_of
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import TIES

EVERY_FIELD = tuple(name for name in FIELDS if name != "tiles")
any_rules = rule_sets(EVERY_FIELD)


def against(rules):
    return solve(Variant(**rules)).second_player_values


def ev(rules):
    return solve(Variant(**rules)).first_player_ev


@given(any_rules)
def test_a_higher_score_to_beat_is_never_worse(rules):
    """Against a clack this holds only if a clack pays at least a stake: else losing costs less."""
    values = list(against(rules).values())
    start = 0 if rules["clack_payout"] >= 1 else 1
    assert values[start:] == sorted(values[start:])


def test_with_a_cheap_clack_it_can_be_better_to_face_one():
    values = against({"tiles": (1, 2), "clack_payout": 0})
    assert values[0] > values[1]


@given(any_rules)
def test_scores_above_zero_that_the_same_scores_win_and_lose_against_are_worth_the_same(rules):
    """Of those that a turn can leave, and whoever gets ties."""
    found = {}
    for ties, tie in TIES.items():
        variant = Variant(**{**rules, "ties": ties})
        game, turn = contest(variant), turn_of(variant)
        left, beat = set(turn.ranks[turn.may_end].tolist()), range(1, len(turn.scores))
        values = turn.evaluate(game.stakes.to_second(turn.ranks, beat))[-1].tolist()
        for k, value in zip(beat, values, strict=True):
            wins = frozenset(own for own in left if own < k or (own == k and ties == "second"))
            loses = frozenset(own for own in left if own > k or (own == k and ties == "first"))
            assert found.setdefault((wins, loses, tie.pays), value) == value


def test_a_clack_that_cannot_be_beaten_costs_more_than_another_score_that_cannot():
    values = against({"tiles": (1, 13), "clack_payout": 2})
    assert values == {0: -2, 1: -1, 13: -1, 14: 0}


def test_ties_that_are_lost_against_a_score_are_not_ties_that_are_won_against_a_clack_before_it():
    """With both she wins by a clack alone; she loses a stake to the score, and two to a clack."""
    rules = {"tiles": (1, 2), "clack_payout": 2}
    assert against({**rules, "ties": "first"})[1] == Fraction(-5, 6)
    assert against({**rules, "ties": "second"})[0] == Fraction(-16, 9)


@given(rule_sets(TURN_FIELDS), st.sampled_from([0, 1, 30, 10**20]))
def test_who_pays_the_difference_of_the_scores_plays_a_fair_game(rules, bonus):
    """The second player expects k − E against k, so the first player expects E − E."""
    variant = Variant(**rules)
    turn = turn_of(variant)
    score = np.array([turn.scores[rank] or -bonus for rank in turn.ranks], dtype=object)
    least = -int(turn.evaluate(-score[:, np.newaxis])[-1, 0])
    every = np.unique(score)
    second = turn.evaluate(every - score[:, np.newaxis])[-1]
    assert second.tolist() == [k * turn.scale - least for k in every]
    against = second[np.searchsorted(every, score)]
    assert turn.evaluate(-against[:, np.newaxis])[-1, 0] == 0


@settings(max_examples=examples(15))
@given(rule_sets(TURN_FIELDS))
def test_who_pays_the_difference_of_the_scores_plays_for_the_lowest_expected_score(rules):
    variant = Variant(**rules)
    turn, lowest = turn_of(variant), one_player(variant, "score").optimal_policy
    score = np.array(turn.scores, dtype=object)[turn.ranks]
    every = np.unique(score)
    second = every - score[:, np.newaxis]
    first = -turn.evaluate(second)[-1][np.searchsorted(every, score)]
    for payoff in (first, *second.T):
        _, plays = turn.optimum(payoff)
        assert plays.move_weights.tolist() == lowest.move_weights.tolist()
        assert plays.dice_weights.tolist() == lowest.dice_weights.tolist()


@given(any_rules)
def test_where_only_a_clack_counts_a_stake_is_the_difference_of_the_scores(rules):
    assert ev({**rules, "scoring": "shut", "ties": "push", "immediate_clack": False}) == 0


def blind(rules):
    """Value every strategy that does the same whatever the score to beat."""
    found = strategy_values(Variant(**rules))
    return [value for name, value in found.items() if not STRATEGIES[name].looks]


@settings(max_examples=examples(15))
@given(any_rules)
def test_if_nobody_looks_at_the_score_to_beat_the_game_is_fair(rules):
    for value in blind({**rules, "ties": "push", "immediate_clack": False}):
        assert value.ev_against(value) == 0


@settings(max_examples=examples(15))
@given(any_rules)
def test_if_nobody_looks_a_clack_that_wins_at_once_gains_where_both_would_clack(rules):
    for value in blind({**rules, "ties": "push", "immediate_clack": True}):
        assert value.ev_against(value) == value.variant.clack_payout * value.clack_chance**2


@given(any_rules)
def test_nobody_gains_more_than_the_largest_payoff(rules):
    most = max(Fraction(1), rules["clack_payout"])
    assert abs(to_fraction(ev(rules))) <= most
    assert all(abs(to_fraction(value)) <= most for value in against(rules).values())


@given(any_rules)
def test_a_tile_above_every_roll_may_carry_any_larger_number(rules):
    assume(rules["scoring"] != "digits")
    rules["opening_tile"] = None
    evs = [ev({**rules, "tiles": (*rules["tiles"], beyond)}) for beyond in (100, 1000)]
    assert evs[0] == evs[1]


@given(any_rules)
def test_an_immediate_clack_never_hurts_the_first_player(rules):
    assume(TIES[rules["ties"]].pays <= rules["clack_payout"])  # else a second clack were welcome
    with_a_turn, at_once = ({**rules, "immediate_clack": flag} for flag in (False, True))
    assert ev(at_once) >= ev(with_a_turn)


@given(any_rules)
def test_ties_help_whom_they_go_to(rules):
    first, push, second = (against({**rules, "ties": t}) for t in ("first", "push", "second"))
    for k in push:
        assert first[k] <= push[k] <= second[k]
    evs = [ev({**rules, "ties": ties}) for ties in ("second", "push", "first")]
    assert evs == sorted(evs)


@given(any_rules)
def test_a_choice_of_dice_is_never_worse_than_none(rules):
    assume("one_die" in rules and not rules["one_die"].startswith("forced"))
    never, may = against({**rules, "one_die": "never"}), against(rules)
    assert all(may[k] >= never[k] for k in may)


@given(any_rules)
def test_being_forced_to_roll_one_die_is_never_better_than_the_choice(rules):
    assume(rules.get("one_die", "never") not in ("never", "always"))
    free = rules["one_die"].removeprefix("forced ")
    forced, may = (against({**rules, "one_die": rule}) for rule in (f"forced {free}", free))
    assert all(forced[k] <= may[k] for k in may)


@given(any_rules)
def test_rules_that_never_bite_change_nothing(rules):
    plain = {**rules, "one_die": "never", "max_tiles": None, "stop_total": None}
    idle = {**plain, "max_tiles": len(rules["tiles"]), "stop_total": 1000}
    if rules.get("dice", "2d6")[0] != "1":
        idle["one_die"] = "sum <= 0"
    assert ev(idle) == ev(plain)


@given(any_rules)
def test_without_a_clack_that_ends_it_a_game_of_one_score_is_fair(rules):
    """Where no roll covers anything both players leave the same score."""
    tied = {**rules, "tiles": (1000,), "opening_tile": None, "ties": "push"}
    assert ev(tied) == 0


@pytest.mark.parametrize("tiles", [9, 10])
def test_more_ways_to_cover_are_never_worse_for_the_second_player(tiles):
    """With a clack that pays at least a stake, nobody wants to stop while he can cover."""
    chain = ["exact", "dice-or-sum"], ["one-tile", "dice-or-sum"], ["sum", "sum-or-difference"]
    for fewer, more in chain:
        values = [against({"tiles": tiles, "moves": moves}) for moves in (fewer, more)]
        assert all(values[0][k] <= values[1][k] for k in values[0])

"""What a strategy leaves open: decided by the next, by chance, for the worst or for the best."""

from fractions import Fraction

import numpy as np
import pytest
from conftest import examples
from drawn import TURN_FIELDS, rule_sets
from hypothesis import given, settings
from oracle import Oracle
from test_strategies import CHOICES, follow

from twoplayer import (
    STRATEGIES,
    InputError,
    Variant,
    matchup,
    one_player,
    solve,
    strategy_value,
    strategy_values,
)
from twoplayer.game.contest import contest
from twoplayer.strategy import strategy_range
from twoplayer.strategy.own import as_strategy
from twoplayer.turn.turns import turn_of

CHAINS = {
    "fewest-tiles,largest-first": lambda move, after: (-len(move), max(move)),
    "largest-first, most-tiles": lambda move, after: (max(move), len(move)),
    "random,smallest-first": lambda move, after: -min(move),
}


@settings(max_examples=examples(10))
@given(rule_sets(TURN_FIELDS))
@pytest.mark.parametrize("name", CHAINS)
def test_the_next_strategy_decides_what_one_leaves_open(name, rules):
    value, oracle = strategy_value(Variant(**rules), name).fractions, Oracle(**rules)
    score = follow(oracle, CHAINS[name], lambda state: Fraction(oracle.score(state)))
    assert value.expected_score == score
    for beat, against in value.second_player_values.items():
        payoff = follow(oracle, CHAINS[name], lambda state, k=beat: oracle.to_second(k, state))
        assert against == payoff


@pytest.mark.few(2)
@settings(max_examples=examples(10))
@given(rule_sets((*TURN_FIELDS, "ties", "immediate_clack", "clack_payout")))
@pytest.mark.parametrize("name", CHOICES)
def test_the_worst_and_the_best_way_to_decide_equal_brute_force(name, rules):
    variant, oracle = Variant(**rules), Oracle(**rules)
    found, optimal = strategy_range(variant, name).fractions, strategy_value(variant, "optimal")
    against = oracle.second_player_values()
    for decide, end in ((min, 0), (max, 1)):

        def worth(payoff, decide=decide):
            return follow(oracle, CHOICES[name], payoff, decide)

        assert found.expected_score[end] == worth(lambda s: Fraction(oracle.score(s)))
        assert found.clack_chance[end] == worth(lambda s: Fraction(not s))
        assert found.ev_as_first[end] == worth(lambda s: -against[oracle.score(s)])
        assert found.ev_as_second[end] == sum(
            chance * worth(lambda s, k=beat: oracle.to_second(k, s))
            for beat, chance in optimal.fractions.score_chances.items()
        )


@settings(max_examples=examples(10))
@given(rule_sets((*TURN_FIELDS, "ties", "immediate_clack", "clack_payout")))
def test_chance_lies_between_the_worst_and_the_best(rules):
    """Where nothing is left open, or it makes no difference, both are what chance is worth."""
    variant = Variant(**rules)
    values = {name: value.fractions for name, value in strategy_values(variant).items()}
    optimal = values["optimal"]
    for name, value in values.items():
        found = strategy_range(variant, name).fractions
        for (low, high), number in (
            (found.expected_score, value.expected_score),
            (found.clack_chance, value.clack_chance),
            (found.ev_as_first, value.ev_against(optimal)),
            (found.ev_as_second, -optimal.ev_against(value)),
        ):
            assert low <= number <= high
    ev = solve(variant).fractions.first_player_ev
    best = strategy_range(variant, "optimal").fractions
    assert (*best.ev_as_first, *best.ev_as_second) == (ev, ev, -ev, -ev)


def test_any_legal_move_ranges_from_the_worst_play_to_the_best():
    variant = Variant(tiles=6, one_die="always")
    found = strategy_range(variant, "random")
    assert found.expected_score == tuple(
        one_player(variant, aim).value() for aim in ("score", "worst-score")
    )
    assert found.clack_chance == tuple(
        one_player(variant, aim).value() for aim in ("worst-clack", "clack")
    )


def test_what_is_optimal_decides_the_dice_as_well():
    """Whoever covers the largest tile leaves their number open, and a next one decides it."""
    variant = Variant(tiles=5, one_die="always")
    policy = as_strategy("largest-first,lowest-score").policy(contest(variant))
    best = one_player(variant).optimal_policy
    assert np.array_equal(policy.dice_weights > 0, best.dice_weights > 0)
    assert not np.array_equal(best.dice_weights > 0, turn_of(variant).all_dice())
    largest = STRATEGIES["largest-first"].policy(contest(variant)).move_weights > 0
    assert not (policy.move_weights[~largest] > 0).any()


def test_a_chain_that_looks_at_the_score_to_beat_is_valued_score_by_score():
    """What is optimal in the end is optimal whatever comes after it."""
    variant = Variant(tiles=4)
    optimal = strategy_value(variant, "optimal")
    for name in ("random,optimal", "optimal,largest-first"):
        found = strategy_value(variant, name)
        assert found.second_player_values == optimal.second_player_values
        assert found.ev_against(found) == solve(variant).first_player_ev


@pytest.mark.parametrize(
    ("first", "second", "parameter"),
    [("slow", "random", "first_strategy"), ("random", 3, "second_strategy")],
)
def test_an_unknown_strategy_is_named_with_the_player(first, second, parameter):
    with pytest.raises(InputError, match=f"^{parameter}: got .* takes random"):
        matchup(Variant(tiles=3), first, second)


def test_seat_and_play():
    """Of two who play optimally nobody loses by his play; else the one does, or the other."""
    variant = Variant(tiles=5, immediate_clack=True)
    ev = solve(variant).first_player_ev
    assert matchup(variant).to_records()[0]["first_player_ev"] == str(ev)
    assert matchup(variant).first_costs == matchup(variant).second_costs == 0
    played = matchup(variant, "random")
    assert played.optimal_ev == ev
    assert played.first_costs == ev - played.first_player_ev > 0
    played = matchup(variant, "optimal", "random")
    assert played.second_costs == played.first_player_ev - ev > 0
    assert played.second_costs_range.low == 0 < played.second_costs < played.second_costs_range.high
    assert played.first_costs_range == (0, 0)


def test_the_records_of_strategies_name_their_numbers():
    value = strategy_value(Variant(tiles=3), "random")
    assert value.to_records() == [
        {
            "strategy": "random",
            "expected_score": str(value.expected_score),
            "expected_score_approx": float(value.expected_score),
            "clack_chance": "95/648",
            "clack_chance_percent": 9500 / 648,
            "first_player_ev": "-53/209952",
            "first_player_ev_percent": float(Fraction(-5300, 209952)),
            "second_player_ev": "-53/209952",
            "second_player_ev_percent": float(Fraction(-5300, 209952)),
        }
    ]
    played = matchup(Variant(tiles=3), "random", "optimal")
    assert str(played.first_player_ev) == "-53/209952"
    played = matchup(Variant(tiles=3), "optimal", "random")
    assert str(-played.first_player_ev) == "-53/209952"
    found = strategy_range(Variant(tiles=3), "random")
    [record] = found.to_records()
    ends = {
        "expected_score": found.expected_score,
        "clack_chance": found.clack_chance,
        "first_player_ev": found.ev_as_first,
        "second_player_ev": found.ev_as_second,
    }
    for name, bounds in ends.items():
        assert (record[f"{name}_low"], record[f"{name}_high"]) == tuple(map(str, bounds))

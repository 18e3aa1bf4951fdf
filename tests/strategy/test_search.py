"""Rules of thumb, and the search for the best."""

import pytest
from conftest import examples
from drawn import rule_sets
from hypothesis import given, settings

from twoplayer import Variant
from twoplayer.strategy import search, search_rules_of_thumb
from twoplayer.strategy.described import key_of
from twoplayer.strategy.own import Strategy
from twoplayer.strategy.search import contenders, every_rule_of_thumb
from twoplayer.strategy.values import strategy_value
from twoplayer.strategy.way import Described, Wanted
from twoplayer.turn.turns import turn_of


@pytest.mark.few(1)
@pytest.mark.parametrize(("mine", "hers"), [(4, 5), (5, 4)])
def test_by_own_rules_the_best_rule_is_that_of_each_players_turn(mine, hers):
    rules = Variant(tiles=mine), Variant(tiles=hers)
    found = search_rules_of_thumb(*rules)
    first, second = (search_rules_of_thumb(each) for each in rules)
    assert found.different == first.different + second.different
    for goal in ("score", "clack"):
        assert found.best[goal] == first.best[goal]
    evs = []
    for rule in list(every_rule_of_thumb())[::31]:
        tried = Strategy(
            Described(
                "tried",
                lambda game, player, _, rule=rule: Wanted(
                    tuple(key_of(game.turns[player], *part) for part in rule)
                ),
            )
        )
        value = strategy_value(rules[0], tried, second=rules[1])
        evs.append((value.first_player_ev, value.second_player_ev))
    for goal, of_goal in zip(("first", "second"), zip(*evs, strict=True), strict=True):
        assert max(of_goal) <= found.best[goal].value <= found.best[goal].optimum
    assert search_rules_of_thumb(rules[0], rules[0]) == first


def test_the_search_finds_the_best_of_every_rule_of_thumb():
    variant = Variant(tiles=6)
    found = search_rules_of_thumb(variant)
    assert found.rules == len(list(every_rule_of_thumb())) == 14 + 168 + 1680
    rules = list(every_rule_of_thumb())[::97]
    best = found.best["clack"].value
    optimal, turn = strategy_value(variant, "optimal"), turn_of(variant)
    for rule in rules:
        keys = tuple(key_of(turn, *part) for part in rule)
        tried = Strategy(Described("tried", lambda *_, keys=keys: Wanted(keys)))
        value = strategy_value(variant, tried)
        assert value.clack_chance <= best
        assert value.expected_score >= found.best["score"].value
        assert value.ev_against(optimal) <= found.best["first"].value
        assert -optimal.ev_against(value) <= found.best["second"].value
    for goal in found.best.values():
        assert goal.cost >= 0


@pytest.mark.dear
@settings(max_examples=examples(15))
@given(rule_sets(("dice", "weights", "one_die", "moves", "scoring", "clack_payout", "ties")))
def test_what_drops_out_unvalued_is_not_the_best(rules):
    assert_the_same_without_dropping_out(Variant(**rules))


def assert_the_same_without_dropping_out(variant):
    """Valued exactly, all of them, the best and the next best are the same."""
    found = search_rules_of_thumb(variant)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "contenders", lambda turn, payoffs, all, *_: range(len(all)))
        assert search_rules_of_thumb(variant).to_records() == found.to_records()


def test_nor_with_loaded_dice_that_fall_in_more_ways_than_64_bits_can_count():
    assert_the_same_without_dropping_out(Variant(tiles=4, dice="2d3", weights=(1, 10**18, 3)))


@pytest.mark.dear
def test_most_drop_out_of_the_classic_game(monkeypatch):
    kept = []
    monkeypatch.setattr(
        search, "contenders", lambda *given: kept.extend(contenders(*given)) or kept
    )
    assert search_rules_of_thumb("classic").different == 651
    assert 2 <= len(kept) < 65

"""Rules of thumb, and the search for the best."""

import pytest

from twoplayer import (
    Variant,
    search_rules_of_thumb,
)
from twoplayer.strategy.features import key_of
from twoplayer.strategy.rules_of_thumb import every_rule_of_thumb
from twoplayer.strategy.strategies import STRATEGIES, Wanted
from twoplayer.strategy.values import strategy_value


def test_the_search_finds_the_best_of_every_rule_of_thumb():
    variant = Variant(tiles=6)
    found = search_rules_of_thumb(variant)
    assert found.rules == len(list(every_rule_of_thumb())) == 14 + 168 + 1680
    rules = list(every_rule_of_thumb())[::97]
    best = found.best["clack"].value
    optimal = strategy_value(variant, "optimal")
    for rule in rules:
        keys = tuple(key_of(variant, *part) for part in rule)
        tried = STRATEGIES["random"]._replace(wanted=lambda v, k, keys=keys: Wanted(keys))
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(STRATEGIES, "tried", tried)
            value = strategy_value(variant, "tried")
        assert value.clack_chance <= best
        assert value.expected_score >= found.best["score"].value
        assert value.ev_against(optimal) <= found.best["first"].value
        assert -optimal.ev_against(value) <= found.best["second"].value
    for goal in found.best.values():
        assert goal.cost >= 0

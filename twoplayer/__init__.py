"""Exact values of Shut the Box for two players, under any house rules."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .advice import Advisor
    from .dag import annotated, state_graph
    from .errors import (
        FileError,
        GameTooLargeError,
        InputError,
        PositionError,
        RulesError,
        UnknownNameError,
    )
    from .fairness import Fairness, ev_by_payout, fair_payouts, fairness_of
    from .game import Solution, solve, solve_all
    from .outcomes import Outcomes
    from .payout_function import EVByPayout
    from .registry import registered, variants
    from .restart import Restarts, restarts
    from .rule_search import search_rules
    from .sequences import coverable_sets, winning_sequences
    from .simulation import simulate, transcript
    from .solo import OnePlayer, one_player
    from .strategy import STRATEGIES, strategy_value, strategy_values
    from .variant import Variant

__version__ = "0.1.0"

_HOME = {
    "advice": ["Advisor"],
    "dag": ["annotated", "state_graph"],
    "errors": [
        "FileError",
        "GameTooLargeError",
        "InputError",
        "PositionError",
        "RulesError",
        "UnknownNameError",
    ],
    "fairness": ["Fairness", "ev_by_payout", "fair_payouts", "fairness_of"],
    "game": ["Solution", "solve", "solve_all"],
    "outcomes": ["Outcomes"],
    "payout_function": ["EVByPayout"],
    "registry": ["registered", "variants"],
    "restart": ["Restarts", "restarts"],
    "rule_search": ["search_rules"],
    "sequences": ["coverable_sets", "winning_sequences"],
    "simulation": ["simulate", "transcript"],
    "solo": ["OnePlayer", "one_player"],
    "strategy": ["STRATEGIES", "strategy_value", "strategy_values"],
    "variant": ["Variant"],
}
"""Where each public name is defined. It is imported when first used, as the libraries are slow."""

__all__ = [
    "STRATEGIES",
    "Advisor",
    "EVByPayout",
    "Fairness",
    "FileError",
    "GameTooLargeError",
    "InputError",
    "OnePlayer",
    "Outcomes",
    "PositionError",
    "Restarts",
    "RulesError",
    "Solution",
    "UnknownNameError",
    "Variant",
    "annotated",
    "coverable_sets",
    "ev_by_payout",
    "fair_payouts",
    "fairness_of",
    "one_player",
    "registered",
    "restarts",
    "search_rules",
    "simulate",
    "solve",
    "solve_all",
    "state_graph",
    "strategy_value",
    "strategy_values",
    "transcript",
    "variants",
    "winning_sequences",
]


def __getattr__(name: str) -> object:
    for module, names in _HOME.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]

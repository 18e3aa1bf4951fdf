"""Turns that others have simulated, played exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from twoplayer import Variant, one_player, strategy_value
from twoplayer.strategy import StrategyValue
from twoplayer.strategy.own import StrategyLike

from .published import Published, published
from .second_seat import largest_in_binary

_OWN: dict[str, StrategyLike] = {"largest-in-binary": largest_in_binary}
"""Strategies that the program has no name for."""


def simulated_figures() -> Iterator[Published]:
    """Yield what was simulated, and what was computed beside it, with the exact values."""
    for fact in published()["simulated_turn"]:
        exact, variance = _mean(fact)
        what, games = fact["what"], fact.get("games", 0)
        text = f"{what}, {games:,} games" if games else what
        yield Published(fact["source"], text, fact["figure"], exact, games, variance=variance)


def simulated_turns() -> dict[str, Any]:
    """Say how far every simulated figure is off, and of how many games it may be."""
    rows, most = [], Fraction(0)
    best = 100 * one_player(Variant(), "clack").fractions.value()
    for fact, found in zip(published()["simulated_turn"], simulated_figures(), strict=True):
        if not found.simulated:
            continue
        if fact["of"] == "clack_percent":
            most = max(most, Fraction(found.figure))
        by = found.source.partition(",")[0]
        rows.append(
            (fact["called"], by, found.figure, found.simulated, found.exact, found.games_within)
        )
    return {"rows": rows, "above": most > best, "most": most, "best": best}


def _mean(fact: dict[str, Any]) -> tuple[Fraction, Fraction]:
    """Return what a turn has on average, and the variance of one turn."""
    strategy = fact["strategy"]
    value = strategy_value(Variant(), _OWN.get(strategy, strategy)).fractions
    if fact["of"] == "clack_percent":
        percent = 100 * value.clack_chance
        return percent, percent * (100 - percent)
    return sum(Variant().tiles) - value.expected_score, variance_of(value)


def variance_of(value: StrategyValue) -> Fraction:
    """Return the variance of the score of one turn."""
    mean = value.expected_score
    spread = (chance * (k - mean) ** 2 for k, chance in value.score_chances.items())
    return sum(spread, Fraction(0))

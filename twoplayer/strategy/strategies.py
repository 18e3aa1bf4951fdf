"""Strategies as people describe them, valued exactly.

A strategy says which moves it may make after each roll; what it leaves open, it decides uniformly
at random. So it has an exact value for every payoff, by the same induction as the optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..errors import InputError
from ..exact import parse_exact, to_rational
from ..game.payoffs import hits, ladder, payoffs_to_second
from ..game.solution import solve
from ..solo.one_player import one_player
from ..solo.sequences import all_winning_sequences
from ..turn.induction import Plan, turn_of
from ..turn.layout import Rows
from ..turn.throws import allowed_moves, possible_rolls
from ..variant.registry import as_variant
from ..variant.tiles import tile_sets
from ..variant.variant import Variant

if TYPE_CHECKING:
    from sympy import Rational

__all__ = [
    "FEATURES",
    "STRATEGIES",
    "Rule",
    "Strategy",
    "StrategyValue",
    "rule_plan",
    "strategy_named",
    "strategy_value",
    "strategy_values",
]

PlanOf = Callable[[Variant, int | None], Plan]

Rule = Sequence[tuple[str, int]]
"""Features, the most important first, each with 1 where much of it is wanted, −1 where little."""


class Strategy(NamedTuple):
    """A rule for choosing moves.

    Parameters
    ----------
    words
        What it does, in a sentence.
    source
        Who proposed it, if an author did.
    plan
        What it may do in every state after every roll, under a variant and against a score to
        beat; None: it is the first player's turn. All but the optimum do the same for both.
    """

    words: str
    source: str
    plan: PlanOf


class Feature(NamedTuple):
    """A whole number that a player sees in a move, or in the state after it.

    Parameters
    ----------
    high, low
        What a player who wants much of it, or little, looks for in a move.
    numbers
        The number by the mask of the move, or of the state after it.
    after
        It is of the state after the move.
    """

    high: str
    low: str
    numbers: Callable[[Variant], list[int]]
    after: bool = False


def _playable_totals(variant: Variant) -> list[int]:
    """Count the totals that have a move in every state; a clack is above all others."""
    totals: list[set[int]] = [set() for _ in tile_sets(variant.tiles)]
    for throw in turn_of(variant).throws:
        for roll in possible_rolls(variant, throw.dice):
            moves = allowed_moves(variant, roll, throw.opening)
            for state in np.flatnonzero(throw.states):
                if any(move & state == move for move in moves):
                    totals[state].add(sum(roll))
    return _clack_first([len(found) for found in totals])


def _playable_rolls(variant: Variant) -> list[int]:
    """Weigh the rolls that have a move in every state, of the best number of dice."""
    throws = turn_of(variant).throws
    most = max(throw.outcomes for throw in throws)
    found = [0] * 2 ** len(variant.tiles)
    for throw in throws:
        for state in np.flatnonzero(throw.states):
            live = sum(
                weight
                for moves, weight in throw.weights.items()
                if any(move & state == move for move in moves)
            )
            found[state] = max(found[state], live * most // throw.outcomes)
    return _clack_first(found)


def _clack_first(numbers: list[int]) -> list[int]:
    """Put the state without open tiles above all others: whoever can clack wants nothing more."""
    return [max(numbers) + 1, *numbers[1:]]


def _of_tiles(measure: Callable[[Sequence[int]], int]) -> Callable[[Variant], list[int]]:
    return lambda variant: [measure(tiles) for tiles in tile_sets(variant.tiles)]


FEATURES: Mapping[str, Feature] = {
    "largest tile": Feature(
        "its largest tile as large as can be",
        "its largest tile as small as can be",
        _of_tiles(lambda tiles: max(tiles, default=0)),
    ),
    "smallest tile": Feature(
        "its smallest tile as large as can be",
        "its smallest tile as small as can be",
        _of_tiles(lambda tiles: min(tiles, default=0)),
    ),
    "tiles": Feature("the most tiles", "the fewest tiles", _of_tiles(len)),
    "squares": Feature(
        "the highest sum of squares",
        "the lowest sum of squares",
        _of_tiles(lambda tiles: sum(tile**2 for tile in tiles)),
    ),
    "playable totals": Feature(
        "the most totals left to play",
        "the fewest totals left to play",
        _playable_totals,
        after=True,
    ),
    "1 kept": Feature(
        "the 1 still open", "the 1 covered", _of_tiles(lambda tiles: int(1 in tiles)), after=True
    ),
    "6 or less": Feature(
        "nothing above 6 left open",
        "something above 6 left open",
        _of_tiles(lambda tiles: int(max(tiles, default=0) <= 6)),
        after=True,
    ),
}
"""What a rule that people can carry in their heads may look at."""


@lru_cache(maxsize=64)
def _key(variant: Variant, feature: str) -> Rows:
    """Return a feature of every entry of the layout."""
    source, successor, *_ = turn_of(variant).layout
    numbers = np.array(FEATURES[feature].numbers(variant))
    key: Rows = numbers[successor if FEATURES[feature].after else source ^ successor]
    return key


def rule_plan(variant: Variant, rule: Rule) -> Plan:
    """Return the plan of a rule."""
    keys = [sign * _key(variant, feature) for feature, sign in rule]
    return turn_of(variant).plan(*keys)


def _by_rule(*rule: tuple[str, int]) -> PlanOf:
    return lambda variant, score_to_beat: rule_plan(variant, rule)


def _most_sequences(variant: Variant, score_to_beat: int | None) -> Plan:
    turn = turn_of(variant)
    totals = _clack_first([sum(counts.values()) for counts in all_winning_sequences(variant)])
    _, rank = np.unique(np.array(totals, dtype=object), return_inverse=True)
    return turn.plan(rank[turn.layout.successor])


def _most_rolls(variant: Variant, score_to_beat: int | None) -> Plan:
    turn = turn_of(variant)
    return turn.plan(np.array(_playable_rolls(variant))[turn.layout.successor])


STRATEGIES: Mapping[str, Strategy] = {
    "random": Strategy("Any legal move, each as likely.", "", _by_rule()),
    "largest-first": Strategy(
        "A move with the largest tile that can be covered.",
        "T. Squires, Learning how to play a game meant for children (2023)",
        _by_rule(("largest tile", 1)),
    ),
    "smallest-first": Strategy(
        "A move with the smallest tile that can be covered.", "", _by_rule(("smallest tile", -1))
    ),
    "fewest-tiles": Strategy("A move with as few tiles as can be.", "", _by_rule(("tiles", -1))),
    "most-tiles": Strategy("A move with as many tiles as can be.", "", _by_rule(("tiles", 1))),
    "most-sequences": Strategy(
        "The move after which the most sequences of rolls and moves cover everything.",
        "avandekleut.github.io, Shut the Box with Dynamic Programming",
        _most_sequences,
    ),
    "most-rolls": Strategy(
        "The move after which the most rolls can still be played.", "", _most_rolls
    ),
    "lowest-score": Strategy(
        "The move, and the number of dice, with the lowest expected score.",
        "R. Bowen, Shut the box! (2025)",
        lambda variant, score_to_beat: one_player(variant, "score").plan,
    ),
    "best-clack": Strategy(
        "The move, and the number of dice, with the highest chance to clack.",
        "Butler, durangobill.com",
        lambda variant, score_to_beat: one_player(variant, "clack").plan,
    ),
    "optimal": Strategy(
        "The move, and the number of dice, that is best against an optimal opponent; which of "
        "several, is left to chance.",
        "",
        lambda variant, score_to_beat: solve(variant).play(score_to_beat).plan,
    ),
}
"""The strategies by name. The second player's optimal one knows the score to beat as well."""


@dataclass(frozen=True)
class StrategyValue:
    """What a strategy is worth under a variant, exactly.

    Parameters
    ----------
    name
        Its name in `STRATEGIES`.
    score_chances
        The distribution of its final score, `{score: chance}`, ascending.
    second_player_values
        What it is worth to a second player against each score, in stakes.
    """

    name: str
    score_chances: Mapping[int, Rational] = field(hash=False)
    second_player_values: Mapping[int, Rational] = field(hash=False)

    @property
    def expected_score(self) -> Rational:
        """The mean of the final score."""
        return to_rational(sum(s * parse_exact(p) for s, p in self.score_chances.items()))

    @property
    def clack_chance(self) -> Rational:
        """The chance to cover every tile."""
        return self.score_chances[0]

    def ev_against(self, second: StrategyValue) -> Rational:
        """Return the EV to a first player with this strategy, against a second with another.

        Parameters
        ----------
        second
            The second player's strategy, valued under the same rules.
        """
        pairs = zip(self.score_chances.values(), second.second_player_values.values(), strict=True)
        return to_rational(-sum(parse_exact(p) * parse_exact(value) for p, value in pairs))


def strategy_values(
    variant: Variant | str | PathLike[str], progress: Callable[[int], object] | None = None
) -> dict[str, StrategyValue]:
    """Value every strategy under a variant, but for those that it does not allow.

    Counting sequences is refused where the number of dice is a choice; that strategy is left out.

    Parameters
    ----------
    variant
        The rules.
    progress
        Called with 1 after each strategy.

    Examples
    --------
    >>> values = strategy_values(Variant(tiles=3))
    >>> values["random"].clack_chance, values["optimal"].ev_against(values["random"])
    (95/648, 53/209952)
    """
    found = {}
    for name in STRATEGIES:
        try:
            found[name] = strategy_value(variant, name)
        except InputError:
            continue
        finally:
            if progress:
                progress(1)
    return found


def strategy_value(variant: Variant | str | PathLike[str], name: str) -> StrategyValue:
    """Value one strategy under a variant.

    Raises
    ------
    InputError
        If there is no such strategy, or the variant does not allow it.
    """
    variant = as_variant(variant)
    plan = strategy_named(name).plan(variant, None)
    turn, names = turn_of(variant), ladder(variant)
    rungs, scale = range(len(names)), turn.scale_of(plan)
    reached = turn.at_start(rungs, partial(hits, variant), plan)
    chances = [to_rational(n, scale) for _, block in reached for n in block]
    if name == "optimal":
        second = list(solve(variant).values)
    else:
        unit = scale * variant.clack_payout.denominator
        against = turn.at_start(rungs, partial(payoffs_to_second, variant), plan)
        second = [to_rational(n, unit) for _, block in against for n in block]
    return StrategyValue(
        name, dict(zip(names, chances, strict=True)), dict(zip(names, second, strict=True))
    )


def strategy_named(name: str) -> Strategy:
    """Return a strategy.

    Raises
    ------
    InputError
        If there is no such strategy.
    """
    if name not in STRATEGIES:
        raise InputError(f"strategy: got {name!r}; takes {' | '.join(STRATEGIES)}")
    return STRATEGIES[name]

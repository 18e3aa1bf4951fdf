"""Strategies as people describe them, valued exactly.

A strategy says which moves it may make after each roll; what it leaves open, it decides uniformly
at random. So it has an exact value for every payoff, by the same induction as the optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

from ..errors import InputError, RulesError, one_of, shown
from ..exact import ExactResult, Rational, Rows
from ..executors import Progress, told
from ..game.payoffs import values_to_second
from ..game.solution import solve
from ..solo.one_player import one_player, score_chances
from ..solo.sequences import all_winning_sequences
from ..turn.induction import turn_of
from ..turn.moves import possible_rolls
from ..turn.states import ranks, states_of
from ..turn.step import Policy
from ..turn.throws import allowed_moves, dice_choices
from ..variant.registry import VariantLike, as_variant
from ..variant.scores import scores
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant

__all__ = [
    "FEATURES",
    "STRATEGIES",
    "RuleOfThumb",
    "Strategy",
    "StrategyValue",
    "rule_policy",
    "strategy_named",
    "strategy_value",
    "strategy_values",
]

PolicyOf = Callable[[Variant, int | None], Policy]

RuleOfThumb = Sequence[tuple[str, int]]
"""Features, the most important first, each with 1 where much of it is wanted, −1 where little."""


class Strategy(NamedTuple):
    """A rule for choosing moves.

    Parameters
    ----------
    words
        What it does, in a sentence.
    source
        Who proposed it, if an author did.
    policy
        What it may do in every state after every roll, under a variant and against a score to
        beat; None: it is the first player's turn.
    against
        What it is worth to a second player against every score, ascending, in stakes; None: that
        of the first player's policy, as it does the same whatever the score.
    """

    words: str
    source: str
    policy: PolicyOf
    against: Callable[[Variant], Iterable[Fraction]] | None = None


class Feature(NamedTuple):
    """A whole number by the mask of a move, or of the state `after` it, that a player looks at.

    `high` and `low` say what a player who wants much of it, or little, looks for in a move.
    """

    high: str
    low: str
    numbers: Callable[[Variant], list[int]]
    after: bool = False


def _playable_totals(variant: Variant) -> list[int]:
    """Count the totals that have a move in every state; a clack is above all others."""
    totals: list[set[int]] = [set() for _ in states_of(variant).open_tiles]
    for choice in dice_choices(variant):
        for roll in possible_rolls(variant, choice.dice):
            moves = allowed_moves(variant, roll, choice.opening)
            for state in np.flatnonzero(choice.states):
                if any(move & state == move for move in moves):
                    totals[state].add(sum(roll))
    return _clack_first(variant, [len(found) for found in totals])


def _playable_rolls(variant: Variant) -> list[int]:
    """Weigh the rolls that have a move in every state, of the best number of dice."""
    choices = dice_choices(variant)
    most = max(choice.outcomes for choice in choices)
    found = [0] * len(states_of(variant).open_tiles)
    for choice in choices:
        for state in np.flatnonzero(choice.states):
            live = sum(
                weight
                for moves, weight in choice.weights.items()
                if any(move & state == move for move in moves)
            )
            found[state] = max(found[state], live * most // choice.outcomes)
    return _clack_first(variant, found)


def _clack_first(variant: Variant, numbers: list[int]) -> list[int]:
    """Put the state without open tiles above all others: whoever can clack wants nothing more."""
    most = max(numbers) + 1
    open_tiles = states_of(variant).open_tiles
    return [number if tiles else most for number, tiles in zip(numbers, open_tiles, strict=True)]


def _of_move(measure: Callable[[TileSet], int]) -> Callable[[Variant], list[int]]:
    return lambda variant: list(map(measure, tile_sets(states_of(variant).free)))


def _of_state(measure: Callable[[TileSet], int]) -> Callable[[Variant], list[int]]:
    return lambda variant: list(map(measure, states_of(variant).open_tiles))


FEATURES: Mapping[str, Feature] = {
    "largest tile": Feature(
        "its largest tile as large as can be",
        "its largest tile as small as can be",
        _of_move(lambda tiles: max(tiles, default=0)),
    ),
    "smallest tile": Feature(
        "its smallest tile as large as can be",
        "its smallest tile as small as can be",
        _of_move(lambda tiles: min(tiles, default=0)),
    ),
    "tiles": Feature("the most tiles", "the fewest tiles", _of_move(len)),
    "squares": Feature(
        "the highest sum of squares",
        "the lowest sum of squares",
        _of_move(lambda tiles: sum(tile**2 for tile in tiles)),
    ),
    "playable totals": Feature(
        "the most totals left to play",
        "the fewest totals left to play",
        _playable_totals,
        after=True,
    ),
    "1 kept": Feature(
        "the 1 still open", "the 1 covered", _of_state(lambda tiles: int(1 in tiles)), after=True
    ),
    "6 or less": Feature(
        "nothing above 6 left open",
        "something above 6 left open",
        _of_state(lambda tiles: int(max(tiles, default=0) <= 6)),
        after=True,
    ),
}
"""What a rule of thumb may look at."""


@lru_cache(maxsize=64)
def _key(variant: Variant, feature: str) -> Rows:
    """Return a feature of every entry of the layout."""
    source, successor, *_ = turn_of(variant).layout
    numbers = np.array(FEATURES[feature].numbers(variant))
    key: Rows = numbers[successor if FEATURES[feature].after else source ^ successor]
    return key


def rule_policy(variant: Variant, rule: RuleOfThumb) -> Policy:
    """Return the policy of a rule of thumb."""
    keys = [sign * _key(variant, feature) for feature, sign in rule]
    return turn_of(variant).policy(*keys)


def _by_rule(*rule: tuple[str, int]) -> PolicyOf:
    return lambda variant, score_to_beat: rule_policy(variant, rule)


def _most_sequences(variant: Variant, score_to_beat: int | None) -> Policy:
    turn = turn_of(variant)
    sequences = [sum(counts.values()) for counts in all_winning_sequences(variant)]
    totals = _clack_first(variant, sequences)
    _, rank = np.unique(np.array(totals, dtype=object), return_inverse=True)
    return turn.policy(rank[turn.layout.successor])


def _most_rolls(variant: Variant, score_to_beat: int | None) -> Policy:
    turn = turn_of(variant)
    return turn.policy(np.array(_playable_rolls(variant))[turn.layout.successor])


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
        lambda variant, score_to_beat: one_player(variant, "score").optimal_policy,
    ),
    "best-clack": Strategy(
        "The move, and the number of dice, with the highest chance to clack.",
        "Butler, durangobill.com",
        lambda variant, score_to_beat: one_player(variant, "clack").optimal_policy,
    ),
    "optimal": Strategy(
        "The move, and the number of dice, that is best against an optimal opponent; which of "
        "several, is left to chance.",
        "",
        lambda variant, score_to_beat: solve(variant).play(score_to_beat).optimal_policy,
        lambda variant: solve(variant).fractions.second_player_values.values(),
    ),
}
"""The strategies by name. The second player's optimal one knows the score to beat as well."""


@dataclass(frozen=True)
class StrategyValue(ExactResult):
    """What a strategy is worth under a variant, exactly.

    Parameters
    ----------
    name
        Its name in `STRATEGIES`.
    variant
        The rules.
    """

    name: str
    variant: Variant
    _chances: Mapping[int, Fraction] = field(compare=False, repr=False)
    _against: Mapping[int, Fraction] = field(compare=False, repr=False)

    @property
    def score_chances(self) -> dict[int, Rational]:
        """The distribution of its final score, `{score: chance}`, ascending."""
        return {score: self._number(chance) for score, chance in self._chances.items()}

    @property
    def second_player_values(self) -> dict[int, Rational]:
        """What it is worth to a second player against each score, in stakes."""
        return {score: self._number(value) for score, value in self._against.items()}

    @property
    def expected_score(self) -> Rational:
        """The mean of the final score."""
        return self._number(sum(score * chance for score, chance in self._chances.items()))

    @property
    def clack_chance(self) -> Rational:
        """The chance to cover every tile."""
        return self._number(self._chances[0])

    def ev_against(self, second: StrategyValue) -> Rational:
        """Return the EV to a first player with this strategy, against a second with another.

        Parameters
        ----------
        second
            The second player's strategy, valued under the same rules.

        Raises
        ------
        InputError
            If it was valued under other rules.
        """
        if not isinstance(second, StrategyValue) or second.variant != self.variant:
            raise InputError(
                f"second: got {shown(second)}; takes a strategy valued under the same rules"
            )
        gains = (chance * second._against[score] for score, chance in self._chances.items())
        return self._number(-sum(gains))


def strategy_values(
    variant: VariantLike, progress: Progress | None = None
) -> dict[str, StrategyValue]:
    """Value every strategy under a variant, but for those that it does not allow.

    Counting sequences is refused where the number of dice is a choice; that strategy is left out.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    progress
        Called with the part of the work that has just been done; the parts add up to 1.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> values = strategy_values(Variant(tiles=3))
    >>> values["random"].clack_chance, values["optimal"].ev_against(values["random"])
    (95/648, 53/209952)
    """
    variant, advance = as_variant(variant), told(progress, 1 / len(STRATEGIES))
    found = {}
    for name in STRATEGIES:
        try:
            found[name] = strategy_value(variant, name, advance)
        except RulesError:
            advance(1)
    return found


def strategy_value(
    variant: VariantLike, name: str, progress: Progress | None = None
) -> StrategyValue:
    """Value one strategy under a variant.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    name
        A name in `STRATEGIES`.
    progress
        Called with the part of the work that has just been done; the parts add up to 1.

    Raises
    ------
    InputError
        If there is no such strategy, or the variant does not allow it.

    Examples
    --------
    >>> strategy_value("classic", "best-clack").clack_chance
    466473281/6530347008
    """
    variant, strategy = as_variant(variant), strategy_named(name)
    policy, half = strategy.policy(variant, None), told(progress, 1 / 2)
    chances = score_chances(variant, policy, half)
    if strategy.against:
        against = strategy.against(variant)
        half(1)
    else:
        against = _second_player_values(variant, policy, half)
    return StrategyValue(name, variant, chances, dict(zip(scores(variant), against, strict=True)))


def _second_player_values(variant: Variant, policy: Policy, progress: Progress) -> list[Fraction]:
    """Return what a policy is worth to a second player against every score."""
    turn, payoffs = turn_of(variant), partial(values_to_second, variant, ranks(variant))
    unit = turn.scale_of(policy) * variant.clack_payout.denominator
    every = range(len(scores(variant)))
    return [Fraction(v, unit) for v in turn.at_start(every, payoffs, policy, progress=progress)]


def strategy_named(name: str, parameter: str = "name") -> Strategy:
    """Return a strategy; errors name the parameter that it was handed in as."""
    return STRATEGIES[one_of(parameter, name, STRATEGIES)]

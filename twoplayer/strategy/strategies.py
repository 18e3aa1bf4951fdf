"""Strategies as people describe them, valued exactly.

A strategy says which moves it may make after each roll; what it leaves open, it decides uniformly
at random. So it has an exact value for every payoff, by the same induction as the optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from math import lcm
from typing import NamedTuple

import numpy as np

from ..errors import InputError, RulesError, one_of, shown
from ..exact import ExactResult, Rational, Rows
from ..executors import Progress, told
from ..game.payoffs import results, values_to_second
from ..game.solution import solve
from ..solo.one_player import one_player, score_chances
from ..solo.sequences import all_winning_sequences
from ..turn.induction import turn_of
from ..turn.states import ranks
from ..turn.step import Policy
from ..variant.registry import VariantLike, as_variant
from ..variant.scores import rank_of, scores
from ..variant.variant import Variant
from .features import clack_first, playable_rolls, rule_policy

__all__ = [
    "STRATEGIES",
    "Strategy",
    "StrategyValue",
    "score_by_score",
    "strategy_named",
    "strategy_value",
    "strategy_values",
]

ANANIAN = "C. Scott Ananian, series on Shut the Box (journal)"

PolicyOf = Callable[[Variant, int | None], Policy]


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
        of the first player's policy, as it does the same whatever the score to beat.
    """

    words: str
    source: str
    policy: PolicyOf
    against: Callable[[Variant], Iterable[Fraction]] | None = None


def _by_rule(*rule: tuple[str, int]) -> PolicyOf:
    return lambda variant, score_to_beat: rule_policy(variant, rule)


def _most_sequences(variant: Variant, score_to_beat: int | None) -> Policy:
    turn = turn_of(variant)
    sequences = [sum(counts.values()) for counts in all_winning_sequences(variant)]
    totals = clack_first(variant, sequences)
    _, rank = np.unique(np.array(totals, dtype=object), return_inverse=True)
    return turn.policy(rank[turn.layout.successor])


def _most_rolls(variant: Variant, score_to_beat: int | None) -> Policy:
    turn = turn_of(variant)
    return turn.policy(np.array(playable_rolls(variant))[turn.layout.successor])


@lru_cache(maxsize=4)
def _score_left(variant: Variant) -> Rows:
    """Return the rank of the score that every entry of the layout leaves open."""
    turn = turn_of(variant)
    left: Rows = ranks(variant)[turn.layout.successor]
    if np.array_equal(turn.policy(left).move_weights, turn.policy().move_weights):
        raise RulesError(
            f"scoring: got {variant.scoring!r}, by which all moves after a roll leave the same "
            "score; takes one by which they differ, in a game with a choice of moves"
        )
    return left


def _by_score_left(sign: int) -> PolicyOf:
    return lambda variant, score_to_beat: turn_of(variant).policy(sign * _score_left(variant))


def _sure_win_or_tie(variant: Variant, score_to_beat: int | None) -> Policy:
    """Return the policy that keeps the highest score among the moves with the best sure result.

    Further moves only lower a score, so what it would win or tie now is sure.
    """
    turn, left = turn_of(variant), _score_left(variant)
    if score_to_beat is None:
        return turn.policy(left)
    sure, _ = results(variant, left, [rank_of(variant, score_to_beat)])
    return turn.policy(sure[:, 0].astype(np.int64), left)


def score_by_score(policy: PolicyOf) -> Callable[[Variant], Iterator[Fraction]]:
    """Value what looks at the score to beat: one turn for every score."""

    def against(variant: Variant) -> Iterator[Fraction]:
        turn, left = turn_of(variant), ranks(variant)
        for rank, score in enumerate(scores(variant)):
            chosen, payoffs = policy(variant, score), values_to_second(variant, left, [rank])
            unit = turn.scale_of(chosen) * variant.clack_payout.denominator
            yield Fraction(int(turn.values(payoffs, chosen)[-1, 0]), unit)

    return against


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
    "highest-score-left": Strategy(
        "The move after which the score of the open tiles is as high as can be.",
        ANANIAN,
        _by_score_left(1),
    ),
    "lowest-score-left": Strategy(
        "The move after which the score of the open tiles is as low as can be.",
        ANANIAN,
        _by_score_left(-1),
    ),
    "sure-win-or-tie": Strategy(
        "As second player a move that is a sure win, else a sure tie; between several, where there "
        "is none, and as first player the one that leaves the highest score.",
        ANANIAN,
        _sure_win_or_tie,
        score_by_score(_sure_win_or_tie),
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

    Counting sequences is refused where the number of dice is a choice, and what looks at the score
    that is left, where every move leaves the same; those strategies are left out.

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
    half, every, against = told(progress, 1 / 2), scores(variant), []
    chances = score_chances(variant, strategy.policy(variant, None), half)
    values = strategy.against or partial(_of_chances, list(chances.values()))
    for value in values(variant):
        against.append(value)
        half(1 / len(every))
    return StrategyValue(name, variant, chances, dict(zip(every, against, strict=True)))


def _of_chances(chances: Sequence[Fraction], variant: Variant) -> Iterator[Fraction]:
    """Yield what it is worth to a second player, against every score, to leave scores so often."""
    common = lcm(*(chance.denominator for chance in chances))
    weights = np.array([int(chance * common) for chance in chances], dtype=np.object_)
    left = np.flatnonzero(weights)
    unit = common * variant.clack_payout.denominator
    for beat in range(len(chances)):
        gains = values_to_second(variant, left, [beat])[:, 0]
        yield Fraction(int(weights[left] @ gains.astype(np.object_)), unit)


def strategy_named(name: str, parameter: str = "name") -> Strategy:
    """Return a strategy; errors name the parameter that it was handed in as."""
    return STRATEGIES[one_of(parameter, name, STRATEGIES)]

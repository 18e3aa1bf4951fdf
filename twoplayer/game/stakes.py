"""What is at stake: who wins, what a tie does, what changes hands.

A score is known by its rank among those that anybody may leave; the best ranks are clacks, as a
rule rank 0 alone. Who wins between two scores is decided by an *edge*: twice the rank to beat, and
1 more or less where equal scores win or lose. Twice one's own rank wins below it, loses above it,
and ties at it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from typing import NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import Fault, Faults, RulesError
from ..exact import Rational, Rows, Values
from ..turn.another import GameLike, as_game
from ..turn.board import clacks, ranks, scores
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import STAKES, Variant

Rules: TypeAlias = tuple[Variant, ...]
"""The rules of each player's turn, in their order; whatever is at stake is the same in all."""
RulesOfTwo: TypeAlias = tuple[Variant, Variant]

_TIES = {"push": 0, "first": -1, "second": 1}


def rules_of_two(first: GameLike, second: VariantLike | None, parameter: str) -> RulesOfTwo:
    """Return the rules of two players; without any of her own the second has the first's."""
    if second is None:
        return (as_game(first),) * 2
    rules, own = as_variant(cast(VariantLike, first)), as_variant(second, parameter)
    spelled, other = rules.rules(), own.rules()
    Faults(
        Fault.got(name, other[name], f"{spelled[name]!r} as for the first", "for the second player")
        for name in STAKES
        if other[name] != spelled[name]
    ).tell(RulesError)
    return rules, own


def all_scores(rules: Rules) -> tuple[int, ...]:
    """Return the different scores that anybody may leave, the best first."""
    [some, *more] = {scores(variant) for variant in set(rules)}
    return tuple(sorted({*some}.union(*more))) if more else some


def ranks_among_all(rules: Rules, player: int) -> Rows:
    """Return the ranks of a player's scores among those that anybody may leave, ascending.

    Who has covered the 1 beforehand cannot leave a 1:

    >>> ranks_among_all((Variant(tiles="1,2"), Variant(tiles="2-2")), 1).tolist()
    [0, 2]
    """
    every, own = all_scores(rules), scores(rules[player])
    if own == every:
        return np.arange(len(own))
    return np.searchsorted(np.array(every, object), np.array(own, object))


def ranks_left(rules: Rules, player: int) -> Rows:
    """Return those ranks for every state of a player's turn."""
    return ranks_among_all(rules, player)[ranks(rules[player])]


def twice_the_rank(variant: Variant, score: int) -> int:
    """Return twice the rank of a score; of one that only the other player leaves, 1 less or more.

    >>> [twice_the_rank(Variant(tiles="2,5"), score) for score in (0, 1, 2, 3)]
    [0, 1, 2, 3]
    """
    every = scores(variant)
    return bisect_left(every, score) + bisect_right(every, score) - 1


def tie_of(variant: Variant) -> int:
    """Return who wins equal scores: 1 the second player, −1 the first, 0 nobody."""
    return _TIES[variant.ties]


def who_wins(variant: Variant, left: Rows, beat: ArrayLike) -> NDArray[np.int8]:
    """Return who wins where somebody leaves some ranks, against some that were left before.

    It is 1 where he wins, −1 where he loses, 0 where they tie; shape (len(left), len(beat)).
    """
    own, against = 2 * left[:, np.newaxis], np.asarray(beat)
    edge = 2 * against + tie_of(variant)
    wins: NDArray[np.int8] = (own < edge).view(np.int8)
    wins -= own > edge
    if variant.immediate_clack:
        wins[:, against < clacks(variant)] = -1
    return wins


def beaten(variant: Variant, leavable: Rows, beat: Rows) -> tuple[Rows, Rows]:
    """Return how many of some ranks, ascending, win against each of others, and do not lose.

    >>> [counts.tolist() for counts in beaten(Variant(), np.array([0, 2]), np.array([1, 2]))]
    [[1, 1], [1, 2]]
    """
    edges, own = 2 * beat + tie_of(variant), 2 * leavable
    return np.searchsorted(own, edges, "left"), np.searchsorted(own, edges, "right")


def largest_payoff(variant: Variant) -> Fraction:
    """Return the most that changes hands in a game of two, in stakes."""
    return max(Fraction(1), variant.clack_payout)


def check_plain(variant: Variant, where: str) -> None:
    """Refuse rules under which a clack is more than a score."""
    faults = Faults()
    for name, needed in (("clack_payout", 1), ("immediate_clack", False)):
        if getattr(variant, name) != needed:
            said = f"got {getattr(variant, name)}; takes {needed}".lower()
            faults.append(Fault(name, f"{said} {where}: a clack is a score like any other then"))
    faults.tell(RulesError)


def mean_square(variant: Variant, wins: Rational, clack_pays: Rational) -> Rational:
    """Return the mean square of what changes hands: where anybody wins, and where by a clack."""
    return wins - clack_pays + variant.clack_payout**2 * clack_pays


def values_to_second(variant: Variant, left: Rows, beat: ArrayLike) -> Values:
    """Return what the second player gets for some ranks, times the payout's denominator.

    A column for each of the ranks to beat, shape (len(left), len(beat)).
    """
    payout, wins = variant.clack_payout, who_wins(variant, left, beat)
    clacked, own = (np.asarray(each) < clacks(variant) for each in (beat, left))
    clack_pays = np.zeros(wins.shape, dtype=bool)
    clack_pays[own] = wins[own] > 0
    clack_pays[:, clacked] |= wins[:, clacked] < 0
    large = largest_payoff(variant) * payout.denominator >= 2**63
    payoffs: Values = np.full(wins.shape, payout.denominator, object if large else np.int64)
    payoffs[clack_pays] = payout.numerator
    payoffs *= wins
    return payoffs


class Stake(NamedTuple):
    """A game in which what something pays is left open: x, so that payoffs are lines in it."""

    variant: Variant
    pays: str  # what pays x: a "clack", or a "tie" to the first player, whatever `ties` says

    @property
    def unit(self) -> int:
        """What constants and slopes are multiplied by, to be whole."""
        return 1 if self.pays == "clack" else self.variant.clack_payout.denominator

    def to_second(self, left: Rows, beat: ArrayLike) -> tuple[Values, Values]:
        """Return the constants and the slopes of what `values_to_second` does, times `unit`."""
        if self.pays == "clack":
            none, one = (
                values_to_second(self.variant.replace(clack_payout=payout), left, beat)
                for payout in (0, 1)
            )
            return none, one - none
        against = np.asarray(beat)
        tied = left[:, np.newaxis] == against
        if self.variant.immediate_clack:
            tied[:, against < clacks(self.variant)] = False
        paid = np.where(tied, 0, values_to_second(self.variant, left, beat))
        return paid, np.where(tied, -self.unit, 0)

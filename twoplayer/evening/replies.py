"""Best replies where scores are not seen, and the matrix game of those that were found."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, groupby, islice, pairwise
from math import lcm
from operator import index
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..errors import refused
from ..exact import Rational, Rows, Values, in_whole_numbers
from ..game.stakes import who_wins
from ..turn.board import scores
from ..turn.layout import Policy
from ..turn.position import Payoff, Position
from ..turn.solved import SolvedTurn
from ..variant.tiles import TileSet
from ..variant.variant import Variant

Told: TypeAlias = "tuple[int, ...] | str"
"""What the second player is told: scores that end a range, `"clack"`, or `"score"`."""
Range: TypeAlias = tuple[int, int]
"""The lowest and the highest of some scores."""

MOST_RANGES = 2**16
"""Of so many scores the second player is told less."""
_BLOCK = 2**24
"""So many pairs of scores are compared at once."""
_COMPONENTS = ("value", "win", "clack", "no other clack", "tie")


@dataclass(frozen=True)
class SecretTurn(SolvedTurn):
    """A policy of a player who knows only how the other mixes his: a best reply to that.

    Everything is in stakes, to that player; of the second, where she is told this range. Of what is
    as good, a policy that is mixed with others does what it was found to do.

    Parameters
    ----------
    variant
        The rules.
    player
        `"first"` or `"second"`.
    game
        What the second player is told in it, as for `secret`.
    told
        The lowest and the highest score between which the second player knows the first's to be;
        None for the first.
    number
        Which of the replies that were found it is, from 0 on.
    found
        What that was a reply to when it was found; None: to the same as now.
    """

    player: str
    game: Told
    told: Range | None
    number: int
    found: SecretTurn | None = field(default=None, compare=False)

    about = "The {self.player} player's turn where scores are secret"

    @property
    def optimal_policy(self) -> Policy:
        """Every move and number of dice that it takes, as weights."""
        return self.found.optimal_policy if self.found else super().optimal_policy

    def score_chances(self) -> dict[int, Rational]:
        """Return how likely it leaves each score."""
        return self.found.score_chances() if self.found else super().score_chances()

    def _in(self, state: int) -> Position:
        position = super()._in(state)
        if self.found is None:
            return position
        return _Chosen(**vars(position), _before=self.found._in(state))


@dataclass(frozen=True, eq=False, repr=False)
class _Chosen(Position):
    """A position where of the best choices those are taken that were found before."""

    _before: Position

    def optimal_moves(self, roll: int | Sequence[int]) -> dict[TileSet, Rational]:
        best, found = super().optimal_moves(roll), self._before.optimal_moves(roll)
        return {move: best[move] for move in best if move in found} or best

    def optimal_dice(self) -> tuple[int, ...]:
        best, found = super().optimal_dice(), self._before.optimal_dice()
        return tuple(dice for dice in best if dice in found) or best


class Chances(NamedTuple):
    """How likely it is that a player leaves each score, by range that the second is told of."""

    parts: Values  # whole numbers, times `unit`, shape (scores, ranges); the first has one column
    unit: int


class Reply(NamedTuple):
    """What a player does: a reply to what the other did."""

    turns: Sequence[SecretTurn]  # one for each range that is told
    chances: Chances


class Unseen:
    """The game in which both choose how likely they leave each score."""

    def __init__(self, variant: Variant, told: tuple[int, ...]) -> None:
        every = scores(variant)
        groups = [[*some] for _, some in groupby(every, lambda score: bisect_left(told, score))]
        self.variant, self.told = variant, told
        self.ranges: list[Range] = [(some[0], some[-1]) for some in groups]
        self.range_of: Rows = np.repeat(np.arange(len(groups)), list(map(len, groups)))
        self.any_score = Chances(np.ones((len(every), len(groups)), object), len(every))
        # Of each player, by score: how many of the other's, all lower, it loses to, and how many,
        # all higher, it wins from.
        self.loses, self.wins = np.zeros((2, 2, len(every)), np.int64)
        left = np.arange(len(every))
        for some in np.array_split(left, 1 + len(left) ** 2 // _BLOCK):
            to_second = who_wins(variant, some, left)
            for counts, sign in ((self.wins, 1), (self.loses, -1)):
                counts[1, some] = (to_second == sign).sum(axis=1)
                counts[0] += (to_second == -sign).sum(axis=0)

    def _facing(self, player: int, other: Values) -> Values:
        """Return what a player gets for leaving each score, in every component.

        They are times the payout's denominator and the unit of the other's chances, whose shape
        they have beside.
        """
        payout = self.variant.clack_payout
        up_to = np.concatenate([np.zeros_like(other[:1]), np.cumsum(other, axis=0)])
        all_chances, loses = up_to[-1:], self.loses[player]
        lost, won = up_to[loses], all_chances - up_to[len(other) - self.wins[player]]
        more = payout.numerator - payout.denominator
        value = (won - lost) * payout.denominator
        value[0] += won[0] * more
        value -= up_to[np.minimum(loses, 1)] * more  # by a clack
        clack = np.zeros_like(other)
        clack[0] = all_chances
        chances = won, clack, 0 * other - other[0], all_chances - won - lost
        return np.stack([value, *(each * payout.denominator for each in chances)], axis=-1)

    def _to_first(self, second: Chances) -> Values:
        """Return what the first player gets for leaving each score, shape (scores, 1, parts)."""
        by_range = self._facing(0, second.parts)
        return by_range[np.arange(len(by_range)), self.range_of][:, np.newaxis]

    def worth(self, first: Chances, second: Chances) -> Fraction:
        """Return what the first player gets."""
        value = (first.parts * self._to_first(second)[..., 0]).sum()
        return Fraction(value, first.unit * second.unit * self.variant.clack_payout.denominator)

    def first(self, second: Chances, number: int) -> Reply:
        """Return the first player's best reply."""
        return self._reply("first", number, self._to_first(second), [second.unit])

    def second(self, first: Chances, number: int) -> Reply:
        """Return the second player's best reply; to any score in a range that never comes."""
        inside = self.range_of[:, np.newaxis] == np.arange(len(self.ranges))
        told = np.where(inside, first.parts[:, :1], 0)
        told = np.where(told.any(axis=0), told, inside.astype(object))
        return self._reply("second", number, self._facing(1, told), told.sum(axis=0).tolist())

    def _reply(self, player: str, number: int, payoffs: Values, units: Sequence[int]) -> Reply:
        turns = []
        for place, told in enumerate([None] if player == "first" else self.ranges):
            unit = units[place] * self.variant.clack_payout.denominator
            payoff = Payoff(_COMPONENTS, payoffs[:, place : place + 1], unit)
            turns.append(SecretTurn(self.variant, payoff, player, self.told, told, number))
        left = [turn.fractions.score_chances().values() for turn in turns]
        parts, unit = in_whole_numbers([*chain(*left)])
        return Reply(turns, Chances(parts.reshape(len(turns), -1).T, unit))


def told_in_words(told: Told) -> str:
    """Say what the second player is told.

    >>> told_in_words(()), told_in_words((0,)), told_in_words((10,)), told_in_words((9, 19))
    ('nothing', 'a clack or not', '0 to 10, or more', '0 to 9, 10 to 19, or more')
    """
    if isinstance(told, str) or not told:
        return "the score" if told else "nothing"
    if told == (0,):
        return "a clack or not"
    first = "a clack" if told[0] == 0 else f"0 to {told[0]}"
    return ", ".join([first, *(f"{low + 1} to {high}" for low, high in pairwise(told)), "or more"])


def told_of(told: Any) -> Told:
    """Read what the second player is told."""
    if told == "score":
        return "score"
    try:
        given = (0,) if told == "clack" else tuple(map(index, islice(told, MOST_RANGES)))
    except TypeError:
        given = (-1,)
    if any(low >= high for low, high in pairwise((-1, *given))) or len(given) == MOST_RANGES:
        takes = 'scores, ascending, 0 or more, each once; "clack" or "score"'
        raise refused("told", told, takes)
    return given


def mixed_chances(weights: Sequence[Fraction], policies: Sequence[Reply]) -> Chances:
    """Return the chances of policies that are mixed with some weights."""
    some = [(w, policy.chances) for w, policy in zip(weights, policies, strict=True) if w]
    unit = lcm(*(weight.denominator * chances.unit for weight, chances in some))
    parts = sum(chances.parts * int(weight * unit / chances.unit) for weight, chances in some)
    return Chances(np.asarray(parts, object), unit)


def equilibrium(
    payoffs: Sequence[Sequence[Fraction]],
) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Solve a matrix game: its value, and how the player of the rows and of the columns mix.

    The payoffs are to the rows. By the simplex method, where of several that may enter the basis or
    leave it the lowest index does.

    >>> equilibrium([[Fraction(1), Fraction(-1)], [Fraction(-2), Fraction(2)]])
    (Fraction(0, 1), [Fraction(2, 3), Fraction(1, 3)], [Fraction(1, 2), Fraction(1, 2)])
    """
    count, wide = len(payoffs), len(payoffs[0])
    shift = 1 - min(map(min, payoffs))
    # The sum of q is to be the most for which no row of (payoffs + shift)·q is above 1.
    table: Values = np.full((count + 1, wide + count + 1), Fraction(0))
    table[:-1, :wide] = np.array(payoffs) + shift
    table[:-1, -1] = table[range(count), range(wide, wide + count)] = Fraction(1)
    table[-1, :wide] = Fraction(-1)
    basis = list(range(wide, wide + count))
    while len(wanted := np.flatnonzero(table[-1] < 0)):
        enters = wanted[0]
        bounding = np.flatnonzero(table[:-1, enters] > 0).tolist()
        leaves = min(bounding, key=lambda i: (table[i, -1] / table[i, enters], basis[i]))
        pivot = table[leaves] / table[leaves, enters]
        some = np.flatnonzero(table[:, enters])
        table[some] -= np.outer(table[some, enters], pivot)
        table[leaves], basis[leaves] = pivot, int(enters)
    *goal, most = table[-1]
    found = dict(zip(basis, table[:-1, -1], strict=True))
    mixed = [found.get(j, Fraction(0)) / most for j in range(wide)]
    return 1 / most - shift, [part / most for part in goal[wide:]], mixed

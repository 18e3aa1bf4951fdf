"""How often a player has a choice, and how often a wrong one costs something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..exact import ExactResult, Rational
from ..turn.induction import turn_of
from ..turn.solved import SolvedTurn
from ..turn.step import Policy
from ..variant.variant import Variant

__all__ = ["Choices", "choices", "met"]


@dataclass(frozen=True)
class Choices(ExactResult):
    """States and rolls that can be played: how many, and how often a turn meets them.

    The states are those that a turn leads to, tiles that nothing covers set aside; rolls that allow
    the same moves count once. The means are of a turn that is played optimally, where each of
    several optimal moves, or numbers of dice, is as likely.

    Parameters
    ----------
    playable, real, costly
        How many states and rolls have a move; of these two or more; of these some that is worse
        than another.
    """

    playable: int
    real: int
    costly: int
    _met: tuple[Fraction, ...]

    @property
    def met(self) -> tuple[Rational, ...]:
        """How many of each kind a turn meets on average: playable, real, costly."""
        return tuple(map(self._number, self._met))


def choices(solved: SolvedTurn) -> Choices:
    """Count the choices of a solved turn.

    Examples
    --------
    Of three tiles and two dice, only a total of 3 with all of them open is a choice:

    >>> from twoplayer.solo.one_player import one_player
    >>> found = choices(one_player(Variant(tiles=3)))
    >>> found.playable, found.real, found.costly, found.met
    (14, 1, 1, (277/648, 1/18, 1/18))
    """
    layout = turn_of(solved.variant).layout
    entries = np.bincount(layout.row)
    rank = solved.move_ranks
    least, most = (np.full(len(entries), start) for start in (rank.max(initial=0), 0))
    np.minimum.at(least, layout.row, rank)
    np.maximum.at(most, layout.row, rank)
    _, collection = layout.code.decode(layout.pair)
    playable = collection != layout.code.turn_ends
    kinds = [playable, playable & (entries > 1), playable & (least < most)]
    found = dict(met(solved.variant, solved.optimal_policy))
    means = tuple(
        sum((chance for row, chance in found.items() if kind[row]), Fraction(0)) for kind in kinds
    )
    playable_count, real, costly = (int(kind.sum()) for kind in kinds)
    return Choices(playable_count, real, costly, means)


def met(variant: Variant, policy: Policy) -> Iterator[tuple[int, Fraction]]:
    """Yield every row of the layout that a turn meets under a policy, with the chance of it."""
    layout = turn_of(variant).layout
    number = {pair: row for row, pair in enumerate(layout.pair.tolist())}
    entries: list[list[int]] = [[] for _ in number]
    for entry, row in enumerate(layout.row.tolist()):
        entries[row].append(entry)
    successor, weight = layout.successor.tolist(), policy.move_weights.tolist()
    reached = {len(policy.dice_weights[0]) - 1: Fraction(1)}
    for layer in reversed(layout.layers):
        chances: dict[int, Fraction] = {}
        for rows in layer.dice:
            for pair, ways in zip(
                layer.by_row.keys[rows.rows].tolist(), rows.weights.tolist(), strict=True
            ):
                state = pair // (layout.code.turn_ends + 1)
                rolled = int(policy.dice_weights[rows.choice, state]) * ways
                if rolled and state in reached:
                    chance = reached[state] * Fraction(rolled, policy.dice_unit * rows.outcomes)
                    row = number[pair]
                    chances[row] = chances.get(row, Fraction(0)) + chance
        for row, chance in chances.items():
            yield row, chance
            for entry in entries[row]:
                if weight[entry]:
                    share = chance * Fraction(weight[entry], policy.move_unit)
                    after = successor[entry]
                    reached[after] = reached.get(after, Fraction(0)) + share

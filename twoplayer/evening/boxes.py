"""What it is worth to leave the states of one box to the other player, or of two boxes.

Either is the step of backward induction with the sign turned, as `docs/mathematics.md` says. With a
box of each, X_p[A, B] is what it is worth to player p to leave A of his own, where B is open of the
other's. A player who cannot cover is out: he gets minus what the other gets who goes on alone,
which is a turn. One who has no tile left is out as well; that the other goes on alone against him
is what the same equations say, since there he covers nothing, for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from sys import getsizeof
from typing import NamedTuple

import numpy as np

from ..errors import GameTooLargeError
from ..exact import Rows, Values
from ..game.stakes import largest_payoff, tie_of, values_to_second
from ..turn.board import board_of, ranks
from ..turn.dag import MEMORY_LIMIT, check_size
from ..turn.induction import Turn, step, turn_of
from ..turn.layout import Memory
from ..variant.variant import Variant
from ..work import tell

_BLOCK = 2**20
"""Rows times states of the other that are solved together."""
_BYTES_A_PAIR = 80
"""What else is in memory, for every pair, while they are solved."""
_ENTRY = 30
"""How many payoffs take as long in one entry of a turn, since numbers are long."""
_SPLIT = 10**4
"""How much work each split of open tiles between two boxes is, however small."""


class Left(NamedTuple):
    """What it is worth to leave each state, times `unit`: a whole number."""

    tables: Sequence[Values]  # of either player: by the state of his box, and of the other's
    unit: int

    def left(self, state: int, others: int = 0, player: int = 1) -> Fraction:
        """Return what it is worth to a player, 1 or 2, to leave a state to the other."""
        return Fraction(int(self.tables[player - 1][state, others]), self.unit)


@lru_cache(maxsize=16)
def box_of(variant: Variant) -> Left:
    """Return one box of a game, solved; the last ones are kept."""
    turn, payout = turn_of(variant), variant.clack_payout
    unit, clack = turn.scale * payout.denominator, turn.scale * payout.numerator
    fits = unit * largest_payoff(variant) < 2**63
    left: Values = np.full((turn.board.size, 1), unit, np.int64 if fits else object)
    if not board_of(variant).stuck:
        left[0] = clack
    left[turn.layout.source] = -unit
    for layer in turn.layout.layers:
        left[layer.by_state.keys] = -step(turn.layout, layer, left)
    return Left([left], unit)


@lru_cache(maxsize=2)
def pairs_of(variant: Variant) -> Left:
    """Return every pair of states of two boxes, solved.

    The last ones are kept, and few, since they may be large.
    """
    players = range(_tables(variant))
    turn, memory = turn_of(variant), Memory()
    tables = [_where_out(variant, turn, 1 + player) for player in players]
    tables = [*tables, *tables][:2]
    open_tiles = turn.board.level
    box = [np.flatnonzero(open_tiles == count) for count in range(open_tiles[-1] + 1)]
    layers = {int(open_tiles[layer.by_state.keys[0]]): layer for layer in turn.layout.layers}

    def rolled(left: Values, count: int, others: Rows) -> Values:
        # Where no roll has a move, it is worth what it is to be out.
        worth = left[np.ix_(box[count], others)]
        if layer := layers.get(count):
            place = np.searchsorted(box[count], layer.by_state.keys)
            wide = max(1, _BLOCK // len(layer.by_row.keys))
            for start in range(0, len(others), wide):
                some = slice(start, start + wide)
                worth[place, some] = step(turn.layout, layer, left[:, others[some]], memory)
        return worth

    rows = [len(states) for states in box]
    for count, layer in layers.items():
        rows[count] += len(layer.by_row.keys)
    whole = len(players) * sum(rows) * turn.board.size
    for both in range(2 * len(box) - 1):
        solved = []
        for player in players:
            for count in range(max(0, both - len(box) + 1), min(both + 1, len(box))):
                others = box[both - count]
                worth = rolled(tables[player], count, others)
                solved.append((1 - player, np.ix_(others, box[count]), -worth.T))
                tell(rows[count] * len(others) / whole)
        # These rolls all lead to fewer open tiles, so none needs what another is worth.
        for player, pairs, worth in solved:
            tables[player][pairs] = worth
    return Left(tables, turn.scale**2 * variant.clack_payout.denominator)


def _where_out(variant: Variant, turn: Turn, player: int) -> Values:
    """Return what it is worth to be out with each state, while the other has each of his.

    Who leaves no tile open is out with a score of 0, or has won at once. This is also where the
    table of what it is worth to leave a state begins.
    """
    payout = variant.clack_payout
    beat, place = np.unique(ranks(variant), return_inverse=True)
    payoffs = payoffs_alone(variant, 3 - player, ranks(variant), beat)
    fits = largest_payoff(variant) * payout.denominator * turn.scale**2 < 2**63
    gets = turn.values(payoffs).astype(np.int64 if fits else object, copy=False)
    gets *= -turn.scale
    out = np.ascontiguousarray(gets.T[place])
    if variant.immediate_clack and not board_of(variant).stuck:
        out[0] = payout.numerator * turn.scale**2
    return out


def payoffs_alone(variant: Variant, player: int, left: Rows, beat: Rows) -> Values:
    """Return what a player gets for some ranks against some of the other's, who is out.

    Times the payout's denominator, a column for each of the ranks to beat.
    """
    if player == 2:
        return values_to_second(variant, left, beat)
    return -values_to_second(variant, beat, left).T


def work_of_pairs(variant: Variant) -> int:
    """Return how much work the pairs of a game that fits are, in the unit of `game.solutions`."""
    tables, tiles = _tables(variant), len(board_of(variant).free)
    entries: int = check_size(variant).entries * 2**tiles * _ENTRY
    return (entries + (tiles + 1) ** 2 * _SPLIT) * tables


def work_of_box(variant: Variant) -> int:
    """Return how much work one box is, in the unit of `game.solutions`."""
    return check_size(variant).entries * _ENTRY


def _tables(variant: Variant) -> int:
    """Return how many tables equal boxes have: if nobody wins ties, both players' are one.

    A game whose pairs would not fit is refused, before any memory is taken.
    """
    check_size(variant)
    tables = 2 if tie_of(variant) else 1
    tiles = len(board_of(variant).free)
    largest = int(largest_payoff(variant) * variant.clack_payout.denominator)
    largest *= sum(variant.side_weights) ** (2 * variant.dice.number * tiles)
    memory = 4**tiles * (tables * (getsizeof(largest) + 8) + _BYTES_A_PAIR)
    if memory > MEMORY_LIMIT:
        raise GameTooLargeError(
            f"{4**tiles:,} pairs of sets of them, one of each player, would take about "
            f"{memory / 1e9:.1f} GB, and {MEMORY_LIMIT / 1e9:.0f} GB is the limit; takes fewer "
            "tiles",
            of="tiles",
        )
    return tables

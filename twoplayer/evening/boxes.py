r"""What it is worth to leave the states of one box to the other player, or of two boxes.

Either is the step of backward induction with the sign turned. With one box for both, X[S] is what
it is worth to leave S to the other, who rolls next:

    X[∅] = clack_payout
    X[S] = −max over allowed numbers of dice n of Σ_roll P_n(roll)·W(S, roll)
    W(S, roll) = max over allowed moves m ⊆ S of X[S ∖ m], or −1 where no move is allowed

With a box of each, X_p[A, B] is what it is worth to player p to leave A of his own, where B is open
of the other's. The other's roll leads to fewer open tiles, of both boxes together:

    X_p[A, B] = −V_q[B, A]
    V_q[B, A] = the step of backward induction on B, over X_q[·, A]

A player who cannot cover is out: he gets minus what the other gets who goes on alone, which is a
turn. One who has no tile left is out as well; that the other goes on alone against him is what the
same equations say, since there he covers nothing, for good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from sys import getsizeof
from typing import NamedTuple

import numpy as np

from ..errors import GameTooLargeError
from ..exact import Rows, Values
from ..game.stakes import tie_of, values_to_second
from ..progress import tell
from ..turn.board import board_of, ranks
from ..turn.dag import MEMORY_LIMIT, check_size
from ..turn.induction import Turn, turn_of
from ..turn.layout import Layer, Memory
from ..turn.step import step
from ..variant.variant import Variant

_BLOCK = 2**20
"""Rows times states of the other that are solved together."""
_BYTES_A_PAIR = 80
"""What else is in memory, for every pair, while they are solved."""
_ENTRY = 30
"""How many payoffs take as long in one entry of a turn, since numbers are long."""
_SPLIT = 10**4
"""How much work each split of open tiles between two boxes is, however small."""


class Box(NamedTuple):
    """One box for both players."""

    values: Values  # what it is worth to leave each state
    unit: int  # what they are times

    def left(self, state: int) -> Fraction:
        """Return what it is worth to leave a state."""
        return Fraction(int(self.values[state, 0]), self.unit)


def box_of(variant: Variant) -> Box:
    """Return one box of a game, solved."""
    return _box(variant.turn_rules.replace(clack_payout=variant.clack_payout))


@lru_cache(maxsize=16)
def _box(variant: Variant) -> Box:
    turn, payout = turn_of(variant), variant.clack_payout
    unit, clack = turn.scale * payout.denominator, turn.scale * payout.numerator
    fits = max(unit, clack) < 2**63
    left: Values = np.full((turn.board.size, 1), unit, np.int64 if fits else object)
    if not turn.board.stuck:
        left[0] = clack
    left[turn.layout.source] = -unit
    for layer in turn.layout.layers:
        left[layer.by_state.keys] = -step(turn.layout, layer, left)
    left.flags.writeable = False
    return Box(left, unit)


class _Open(NamedTuple):
    """The states of a box with as many open tiles, and their layer where a roll has moves."""

    states: Rows
    layer: Layer | None

    @property
    def rows(self) -> int:
        """How much work they are, against each state of the other's box."""
        return len(self.states) + (len(self.layer.by_row.keys) if self.layer else 0)


class Pairs:
    """Every pair of states of two boxes, the first player's and the second's.

    They are solved when one is first asked for; values times `unit` are whole.
    """

    def __init__(self, variant: Variant) -> None:
        self._players = range(_tables(variant))
        _check_size(variant, len(self._players))
        self._variant, self._turn = variant, turn_of(variant)
        self._scale = self._turn.scale**2
        self.unit = self._scale * variant.clack_payout.denominator
        self._left: list[Values] = []

    def left(self, player: int, mine: int, others: int) -> Fraction:
        """Return what it is worth to a player, 1 or 2, to leave a state of his own box.

        `others` is that of the other's, who rolls next.
        """
        self._left = self._left or self._solved()
        return Fraction(int(self._left[player - 1][mine, others]), self.unit)

    def _solved(self) -> list[Values]:
        left = [self._where_out(1 + player) for player in self._players]
        left = [*left, *left][:2]
        box = _by_open(self._turn)
        whole = len(self._players) * sum(each.rows for each in box) * self._turn.board.size
        memory = Memory()
        for open_tiles in range(2 * len(box) - 1):
            solved = []
            for player in self._players:
                for mine, others in _splits(box, open_tiles):
                    worth = self._rolled(left[player], mine, others.states, memory)
                    solved.append((1 - player, others.states, mine.states, -worth.T))
                    tell(mine.rows * len(others.states) / whole)
            # These rolls all lead to fewer open tiles, so none needs what another is worth.
            for player, states, against, worth in solved:
                left[player][np.ix_(states, against)] = worth
        return left

    def _rolled(self, left: Values, mine: _Open, others: Rows, memory: Memory) -> Values:
        """Return what it is worth to roll in some states of one's box against some of the other's.

        Where no roll has a move, that is what it is worth to be out.
        """
        worth = left[np.ix_(mine.states, others)]
        if mine.layer is None:
            return worth
        layout, layer = self._turn.layout, mine.layer
        place = np.searchsorted(mine.states, layer.by_state.keys)
        wide = max(1, _BLOCK // len(layer.by_row.keys))
        for start in range(0, len(others), wide):
            some = slice(start, start + wide)
            worth[place, some] = step(layout, layer, left[:, others[some]], memory)
        return worth

    def _where_out(self, player: int) -> Values:
        """Return what it is worth to be out with each state, while the other has each of his.

        Who leaves no tile open is out with a score of 0, or has won at once. This is also where the
        table of what it is worth to leave a state begins.
        """
        variant, payout = self._variant, self._variant.clack_payout
        beat, place = np.unique(ranks(variant), return_inverse=True)
        payoffs = payoffs_alone(variant, 3 - player, ranks(variant), beat)
        fits = max(payout.numerator, payout.denominator) * self._scale < 2**63
        gets = self._turn.values(payoffs).astype(np.int64 if fits else object, copy=False)
        gets *= -self._turn.scale
        out = np.ascontiguousarray(gets.T[place])
        if variant.immediate_clack and not self._turn.board.stuck:
            out[0] = payout.numerator * self._scale
        return out


@lru_cache(maxsize=2)
def pairs_of(variant: Variant) -> Pairs:
    """Return the pairs of a game; the last ones are kept, and few, since they may be large."""
    return Pairs(variant)


def payoffs_alone(variant: Variant, player: int, left: Rows, beat: Rows) -> Values:
    """Return what a player gets for some ranks against some of the other's, who is out.

    Times the payout's denominator, a column for each of the ranks to beat.
    """
    if player == 2:
        return values_to_second(variant, left, beat)
    return -values_to_second(variant, beat, left).T


def work_of_pairs(variant: Variant) -> int:
    """Return how much work the pairs of a game that fits are, in the unit of `game.solutions`."""
    tables = _tables(variant)
    _check_size(variant, tables)
    tiles = len(board_of(variant).free)
    entries: int = check_size(variant).entries * 2**tiles * _ENTRY
    return (entries + (tiles + 1) ** 2 * _SPLIT) * tables


def work_of_box(variant: Variant) -> int:
    """Return how much work one box is, in the unit of `game.solutions`."""
    return check_size(variant).entries * _ENTRY


def _tables(variant: Variant) -> int:
    """Return how many tables equal boxes have: if nobody wins ties, both players' are one."""
    return 2 if tie_of(variant) else 1


def _by_open(turn: Turn) -> list[_Open]:
    """Return the states of a box by the number of tiles of them that are open, and can be covered.

    >>> [each.states.tolist() for each in _by_open(turn_of(Variant(tiles="2,3")))]
    [[0], [1, 2], [3]]
    """
    counts = np.array([state.bit_count() for state in range(turn.board.size)])
    by_count = {int(counts[layer.by_state.keys[0]]): layer for layer in turn.layout.layers}
    return [
        _Open(np.flatnonzero(counts == count), by_count.get(count))
        for count in range(len(turn.board.free) + 1)
    ]


def _splits(box: Sequence[_Open], open_tiles: int) -> Iterator[tuple[_Open, _Open]]:
    """Yield how so many open tiles can be split between two boxes."""
    for count, each in enumerate(box):
        if 0 <= open_tiles - count < len(box):
            yield each, box[open_tiles - count]


def _check_size(variant: Variant, tables: int) -> None:
    """Refuse a game whose pairs would not fit, before any memory is taken."""
    check_size(variant)
    tiles, payout = len(board_of(variant).free), variant.clack_payout
    largest = max(payout.numerator, payout.denominator)
    largest *= variant.dice.sides ** (2 * variant.dice.number * tiles)
    memory = 4**tiles * (tables * (getsizeof(largest) + 8) + _BYTES_A_PAIR)
    if memory > MEMORY_LIMIT:
        raise GameTooLargeError(
            f"{4**tiles:,} pairs of sets of them, one of each player, would take about "
            f"{memory / 1e9:.1f} GB, and {MEMORY_LIMIT / 1e9:.0f} GB is the limit; takes fewer "
            "tiles",
            of="tiles",
        )

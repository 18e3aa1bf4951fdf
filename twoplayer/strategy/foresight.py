"""Foresight: how often a game could be shut at all, had one known every roll before.

Whoever knows all rolls chooses among everything that can be done with them. So what counts is the
family of states that he may be in after some rolls, whatever he covered; a game can be shut as
soon as none of the tiles is open in one of them.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import sympy
from numpy.typing import NDArray

from ..errors import GameTooLargeError
from ..turn.board import Board
from ..turn.dag import can_make
from ..turn.turns import turn_of
from ..variant.dice import Roll, rolls
from ..variant.registry import VariantLike, as_variant

MOST_FAMILIES = 200_000


def foresight(variant: VariantLike) -> sympy.Rational:
    """Return the chance that a game can be shut by whoever knows all rolls before.

    Roll number i is all the dice, fixed beforehand. Where a single die may be rolled it shows the
    first of them, later rolls stay what they are, and that choice too is made with hindsight. So
    the chance to clack of the best player is at most this: of all games that could be shut, he
    shuts that part, and the rest is luck.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant; scoring, payout and ties make no
        difference.

    Returns
    -------
    sympy.Rational
        The chance, in [0, 1].

    Raises
    ------
    GameTooLargeError
        If what can be done with the rolls comes to too many families of states, or the tables of a
        turn would be too large.

    Examples
    --------
    >>> from twoplayer import one_player
    >>> foresight("classic")
    35974417/408146688
    >>> best = one_player("classic", "clack").value()
    >>> f"{float(best / foresight('classic')):.1%}"
    '81.0%'
    """
    variant = as_variant(variant)
    board = turn_of(variant).board
    board.check_size()
    assert isinstance(board, Board)
    chance = Fraction(0) if board.stuck else _chance(board)
    return sympy.Rational(chance.numerator, chance.denominator)


def _chance(board: Board) -> Fraction:
    """Return the chance that all tiles are covered in the end, in some way.

    A family is a number whose bit i says whether state i is in it; covering a move, which is taken
    off from the numbers of states, is a shift.
    """
    may = {dice: _family(board.may_roll(dice)) for dice in board.dice}
    start, every = 1 << (board.size - 1), _rolls(board)
    total, known = every.total(), {0: Fraction(0)}

    @cache
    def with_all(move: int) -> int:
        return _family(can_make([move], board.size))

    def after(family: int, fallen: tuple[Roll, ...]) -> int:
        left = 0
        for roll, rollable in zip(fallen, may.values(), strict=True):
            for move in board.moves(roll, family == start):
                left |= (family & rollable & with_all(move)) >> move
        return left

    def chance(family: int) -> Fraction:
        if family & 1:
            return Fraction(1)
        if family not in known:
            if len(known) > MOST_FAMILIES:
                said = (
                    f"rolls that are known lead to more than {MOST_FAMILIES:,} families of states"
                )
                raise GameTooLargeError(f"{said}; try fewer tiles", of="tiles")
            known[family] = Fraction(0)  # until it is found, which counts it
            ways = Counter[int]()
            for fallen, count in every.items():
                ways[after(family, fallen)] += count
            shut = sum((count * chance(left) for left, count in ways.items()), Fraction(0))
            known[family] = shut / total
        return known[family]

    return chance(start)


def _family(states: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(states, bitorder="little").tobytes(), "little")


def _rolls(board: Board) -> Counter[tuple[Roll, ...]]:
    """Count the ways in which dice fall: a roll for each number of them that may be rolled.

    A single one shows what the first of all shows.
    """
    weights, number = board.variant.side_weights, board.variant.dice.number
    if len(board.dice) == 1:
        return Counter({(roll,): count for roll, count in board.rolls(number).items()})
    ways = Counter[tuple[Roll, ...]]()
    for first, weight in enumerate(weights, 1):
        for others, count in rolls(number - 1, weights, board.by_total).items():
            dice = (first, *others)
            together = (sum(dice),) if board.by_total else tuple(sorted(dice))
            ways[(first,), together] += weight * count
    return ways

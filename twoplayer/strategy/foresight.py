"""Foresight: how often a game could be shut at all, had one known every roll before.

Whoever knows all rolls chooses among everything that can be done with them. So what counts is the
family of states that he may be in after some rolls, whatever he covered; a game can be shut as
soon as none of the tiles is open in one of them.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import chain
from operator import or_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import GameTooLargeError
from ..exact import Rational, to_rational
from ..turn.board import Board
from ..turn.dag import can_make
from ..turn.turns import turn_of
from ..variant.dice import Roll, rolls
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from .one_player import one_player

MOST_FAMILIES = 200_000
SOON = 10_000
"""So many families are looked through in about a second."""
_Fallen = tuple[int, Roll]  # a number of dice, and what they show


def foresight(variant: VariantLike) -> Rational:
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
    return to_rational(_foresight(as_variant(variant), MOST_FAMILIES))


class Foreseen(NamedTuple):
    """The chance to shut a game had one known every roll, and without; None: not soon found."""

    foresight: Fraction | None
    best: Fraction

    @classmethod
    def of(cls, variant: Variant) -> Foreseen:
        """Look for the chance while it does not take long."""
        best = one_player(variant, "clack").fractions.value()
        try:
            return cls(_foresight(variant, SOON), best)
        except GameTooLargeError:
            return cls(None, best)


def _foresight(variant: Variant, most_families: int) -> Fraction:
    board = turn_of(variant).board
    board.check_size()
    assert isinstance(board, Board)
    return Fraction(0) if board.stuck else _chance(board, most_families)


def _chance(board: Board, most_families: int) -> Fraction:
    """Return the chance that all tiles are covered in the end, in some way.

    A family is a number whose bit i says whether state i is in it; covering a move, which is taken
    off from the numbers of states, is a shift.
    """
    start, every = 1 << (board.size - 1), _rolls(board)
    total = every.total()
    # By whether the turn begins, and by what falls: the states that may cover a move, and the move.
    covers = [
        {(dice, roll): _covers(board, dice, roll, opening) for dice, roll in {*chain(*every)}}
        for opening in (False, True)
    ]
    # Of a family, the chance times `total` to the power of so many rolls, and that number.
    known = {0: (0, 0)}

    def chance(family: int) -> tuple[int, int]:
        if family & 1:
            return 1, 0
        if family in known:
            return known[family]
        if len(known) > most_families:
            said = f"rolls that are known lead to more than {most_families:,} families of states"
            raise GameTooLargeError(f"{said}; try fewer tiles", of="tiles")
        known[family] = 0, 0  # until it is found, which counts it
        left = {
            fallen: reduce(or_, ((family & states) >> move for states, move in moves), 0)
            for fallen, moves in covers[family == start].items()
        }
        ways = Counter[int]()
        for together, count in every.items():
            ways[reduce(or_, map(left.__getitem__, together))] += count
        found = [(count, *chance(after)) for after, count in ways.items()]
        rolls = max(rolls for _, _, rolls in found)
        shut = sum(count * shut * total ** (rolls - fewer) for count, shut, fewer in found)
        known[family] = shut, rolls + 1
        return known[family]

    shut, rolls = chance(start)
    return Fraction(shut, total**rolls)


def _covers(board: Board, dice: int, roll: Roll, opening: bool) -> list[tuple[int, int]]:
    moves = board.moves(roll, opening)
    may = board.may_roll(dice)
    return [(_family(may & can_make([move], board.size)), move) for move in moves]


def _family(states: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(states, bitorder="little").tobytes(), "little")


def _rolls(board: Board) -> Counter[tuple[_Fallen, ...]]:
    """Count the ways in which dice fall: for each number of them that may be rolled, the roll.

    A single one shows what the first of all shows.
    """
    weights, number = board.variant.side_weights, board.variant.dice.number
    if len(board.dice) == 1:
        [dice] = board.dice
        return Counter({((dice, roll),): count for roll, count in board.rolls(dice).items()})
    ways = Counter[tuple[_Fallen, ...]]()
    for first, weight in enumerate(weights, 1):
        for others, count in rolls(number - 1, weights, board.by_total).items():
            thrown = first, *others
            together = (sum(thrown),) if board.by_total else tuple(sorted(thrown))
            ways[(1, (first,)), (number, together)] += weight * count
    return ways

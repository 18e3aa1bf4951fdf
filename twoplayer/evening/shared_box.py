r"""One box for both players, who roll once each in turn: the DAG of a turn, with the sign turned.

X[S] is what it is worth to leave S to the other, who rolls next:

    X[∅] = clack_payout
    X[S] = −max over allowed numbers of dice n of Σ_roll P_n(roll)·W(S, roll)
    W(S, roll) = max over allowed moves m ⊆ S of X[S ∖ m], or −1 where no move is allowed
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from ..errors import PositionError
from ..exact import Rational, Values, exact
from ..game.fairness import gain
from ..table import Column
from ..turn.board import board_of
from ..turn.induction import turn_of
from ..turn.position import Option, Position, state_of
from ..turn.step import step
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from .order import WORTH, Order


@dataclass(frozen=True, eq=False, repr=False)
class SharedBox(Order):
    """The exact values of a variant with one box, for which both players roll once each in turn.

    Who cannot cover pays the other one stake; who covers the last tile gets `clack_payout` stakes.
    Scoring, ties and `immediate_clack` make no difference. Everything is in stakes, to the player
    who rolls.

    Parameters
    ----------
    variant
        The rules.
    first_player_ev
        The expected value to the first player, in stakes.

    Examples
    --------
    >>> box = shared_box(Variant(tiles=2, dice="1d2"))
    >>> box.first_player_ev, box.value((1,)), box.moves((1, 2), 2)
    (0, 0, {(2,): 0})
    """

    variant: Variant
    first_player_ev: Rational = exact()

    columns = Column("open_tiles", itemgetter(0)), WORTH

    def value(self, open_tiles: Iterable[int] | None = None) -> Rational:
        """Return what it is worth to roll; −`clack_payout` where no tile is open any more.

        Parameters
        ----------
        open_tiles
            The tiles that are open; None: all of them.
        """
        tiles = self.variant.tiles if open_tiles is None else open_tiles
        return self._position(tiles).value()

    def moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, Rational]:
        """Return every legal move with what it is worth, best first; none if it covers nothing.

        Parameters
        ----------
        open_tiles
            The tiles that are open.
        roll
            The dice, or their total where only that matters.

        Raises
        ------
        PositionError
            If no tile is open: the game is over.
        """
        return self.at(open_tiles).moves(roll)

    def options(
        self, open_tiles: Iterable[int], roll: int | Sequence[int] | None = None
    ) -> list[Option[Any]]:
        """Return what the player who rolls may do, best first; `win` and `tie` are None.

        After a roll it is every move, or `()` alone where it covers nothing; before one, every
        number of dice.

        Parameters
        ----------
        open_tiles
            The tiles that are open.
        roll
            The dice, or their total where only that matters; None: nothing was rolled yet.
        """
        return self.at(open_tiles).options(roll)

    def at(self, open_tiles: Iterable[int]) -> Position:
        """Return what lies before the player who rolls, in a game that is not over."""
        position = self._position(open_tiles)
        if not position.open_tiles:
            raise PositionError(
                "got none, and the game is over; takes one or more", of="open_tiles"
            )
        return position

    def _position(self, open_tiles: Iterable[int]) -> Position:
        board = board_of(self.variant)
        state = state_of(board, open_tiles)
        values, unit = _left(_rules(self.variant))

        def left(some: int) -> Fraction:
            return Fraction(int(values[some, 0]), unit)

        return self._facing(board, state, lambda: -left(state), left, lambda: Fraction(-1))

    def _title(self) -> str:
        return (
            f"One box, {gain(self.first_player_ev)}; what it is worth to roll, by what is open: "
            f"{self.variant.in_words()}"
        )

    def _found(self) -> list[tuple[TileSet, Fraction]]:
        quick = self.fractions
        return [(tiles, quick.value(tiles)) for tiles in board_of(self.variant).open_tiles]


def shared_box(variant: VariantLike) -> SharedBox:
    """Solve a game with one box exactly: the players roll once each in turn.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.

    Raises
    ------
    GameTooLargeError
        If the tables would be too large.

    Examples
    --------
    >>> shared_box("classic").favoured
    'first'
    """
    variant = as_variant(variant)
    values, unit = _left(_rules(variant))
    return SharedBox(variant, Fraction(-int(values[-1, 0]), unit))


def _rules(variant: Variant) -> Variant:
    """Return the rules that make a difference."""
    return variant.turn_rules.replace(clack_payout=variant.clack_payout)


@lru_cache(maxsize=16)
def _left(variant: Variant) -> tuple[Values, int]:
    """Return what it is worth to leave each state, as whole numbers, and what they are times."""
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
    return left, unit

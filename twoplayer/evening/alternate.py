"""Roll by roll: each player has a box, and they roll once each in turn, the first player first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from ..errors import PositionError, refused, whole_number
from ..exact import Rational, exact
from ..game.fairness import gain
from ..table import Column
from ..turn.board import board_of, ranks, scores
from ..turn.payoff import Payoff
from ..turn.position import Option, Position, state_of
from ..turn.solved import SolvedTurn
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from .order import WORTH, Order
from .pairs import pairs_of, payoffs_alone

_OPEN = {1: "open_first", 2: "open_second"}


@dataclass(frozen=True, eq=False, repr=False)
class Alternate(Order):
    """The exact values of a variant that is played roll by roll, with a box for each player.

    Who rolls and can cover must; who cannot is out, with the score of his open tiles, and the other
    goes on alone. Who covers his last tile is out with 0, or, with `immediate_clack`, wins at once.
    Everything is in stakes, to the player who rolls.

    Parameters
    ----------
    variant
        The rules.
    first_player_ev
        The expected value to the first player, in stakes.

    Examples
    --------
    >>> game = alternate(Variant(tiles=4, dice="1d6"))
    >>> game.first_player_ev, game.value((1, 2), (1, 3), to_roll=2)
    (-35/34992, -439/1296)
    >>> game.moves((1, 2, 3), (1, 3), 3), game.value((1, 2), (1,), to_roll=2, out=1)
    ({(3,): 439/1296, (1, 2): 53/216}, 1)
    """

    variant: Variant
    first_player_ev: Rational = exact()

    columns = Column("open_first", itemgetter(0)), WORTH

    def value(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        to_roll: int = 1,
        out: int | None = None,
    ) -> Rational:
        """Return what it is worth to roll.

        Parameters
        ----------
        open_first, open_second
            The tiles that are open in the first player's box, and in the second's; who has none is
            out.
        to_roll
            The player who rolls, 1 or 2.
        out
            The player who is out with those tiles, 1 or 2; None: nobody who has any.

        Raises
        ------
        PositionError
            If tiles are not of the game, or the player who is to roll is out, or the game is over.
        """
        return self.at(open_first, open_second, to_roll, out).value()

    def moves(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        roll: int | Sequence[int],
        to_roll: int = 1,
        out: int | None = None,
    ) -> dict[TileSet, Rational]:
        """Return every legal move with what it is worth, best first; none if it covers nothing.

        Parameters
        ----------
        open_first, open_second, to_roll, out
            As of `value`.
        roll
            The dice, or their total where only that matters.
        """
        return self.at(open_first, open_second, to_roll, out).moves(roll)

    def options(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        roll: int | Sequence[int] | None = None,
        to_roll: int = 1,
        out: int | None = None,
    ) -> list[Option[Any]]:
        """Return what the player who rolls may do, best first; `win` and `tie` are None.

        After a roll it is every move, or `()` alone where it covers nothing; before one, every
        number of dice.

        Parameters
        ----------
        open_first, open_second, to_roll, out
            As of `value`.
        roll
            The dice, or their total where only that matters; None: nothing was rolled yet.
        """
        return self.at(open_first, open_second, to_roll, out).options(roll)

    def at(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        to_roll: int = 1,
        out: int | None = None,
    ) -> Position:
        """Return what lies before the player who rolls; the parameters are those of `value`."""
        variant, me = self.variant, _player("to_roll", to_roll)
        board, rank = board_of(variant), ranks(variant).tolist()
        states = {
            player: state_of(board, given, _OPEN[player])
            for player, given in ((1, open_first), (2, open_second))
        }
        is_out = {player for player, state in states.items() if not board.open_tiles[state]}
        if variant.immediate_clack and is_out:
            parameter = _OPEN[min(is_out)]
            raise PositionError("got none, and that clack has won; takes one or more", of=parameter)
        is_out |= set() if out is None else {_player("out", out)}
        if len(is_out) == 2:
            raise PositionError("nobody is, since both players are out", of="to_roll")
        if me in is_out:
            raise refused("to_roll", me, str(3 - me), "who is out", PositionError)
        mine, others = states[me], states[3 - me]
        if is_out:
            turn = _alone(variant, me, rank[others])
            return self._in_my_numbers(turn).at(board.open_tiles[mine])
        tiles = board.open_tiles[others]
        pairs = pairs_of(variant)

        return self._facing(
            board,
            mine,
            value=lambda: -pairs.left(3 - me, others, mine),
            left=lambda some: pairs.left(me, some, others),
            stuck=lambda: -_alone(variant, 3 - me, rank[mine]).fractions.value(tiles),
        )

    def _title(self) -> str:
        return (
            f"Roll by roll, {gain(self.first_player_ev)}; what the second player's first roll is "
            f"worth to her, by what the first has open then: {self.variant.in_words()}"
        )

    def _found(self) -> list[tuple[TileSet, Fraction]]:
        pairs, every = pairs_of(self.variant), board_of(self.variant).open_tiles
        return [(tiles, -pairs.left(1, state, -1)) for state, tiles in enumerate(every)]


def alternate(variant: VariantLike) -> Alternate:
    """Solve a game exactly that is played roll by roll, with a box for each player.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.

    Raises
    ------
    GameTooLargeError
        If the pairs of sets of tiles, one of each player, would not fit; nothing is solved then.

    Examples
    --------
    >>> alternate(Variant(tiles=6)).first_player_ev
    -8367454079/9521245937664
    """
    variant = as_variant(variant)
    pairs = pairs_of(variant)
    pairs.solve()
    return Alternate(variant, -pairs.left(2, -1, -1))


@lru_cache(maxsize=64)
def _alone(variant: Variant, player: int, beat: int) -> SolvedTurn:
    """Return what a player goes on with, where the other is out with a rank."""
    every = np.arange(len(scores(variant)))
    [payoffs] = payoffs_alone(variant, player, every, np.array([beat])).T
    payoff = Payoff.of_value(payoffs, variant.clack_payout.denominator)
    return SolvedTurn(variant, payoff)


def _player(parameter: str, given: object) -> int:
    return whole_number(parameter, given, 1, 2, PositionError)

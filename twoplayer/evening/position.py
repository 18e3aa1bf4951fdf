"""What lies before a player who rolls once, and then the other: options and what they are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..errors import PositionError
from ..exact import Rational
from ..turn.positions import Option, average, legal_moves, moves_after, possible_dice
from ..turn.states import states_of
from ..variant.dice import Roll
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant


class Position(NamedTuple):
    """What lies before the player who rolls; everything is worth to that player."""

    variant: Variant
    open_tiles: TileSet  # in the box that the player rolls for
    rolled: Callable[[], Fraction]  # what it is worth to roll
    left: Callable[[TileSet], Fraction]  # what it is worth to leave some tiles after a move
    stuck: Callable[[], Fraction]  # what it is worth to roll what covers nothing
    number: Callable[[Fraction], Any]  # what users get for a number

    def value(self) -> Rational:
        """Return what it is worth to roll."""
        return self.number(self.rolled())

    def moves(self, roll: int | Sequence[int]) -> dict[TileSet, Rational]:
        """Return every legal move with what it is worth, best first; none if it covers nothing."""
        after = self._after(legal_moves(self.variant, self._in_play(), roll))
        return {move: self.number(value) for move, value in _best_first(after)}

    def options(self, roll: int | Sequence[int] | None = None) -> list[Option[Any]]:
        """Return what the player may do, best first; `win` and `tie` are None.

        After a roll it is every move, or `()` alone where it covers nothing; before one, every
        number of dice.
        """
        tiles, worth = self._in_play(), dict[Any, Fraction]()
        if roll is None:
            counts = possible_dice(self.variant, tiles)
            worth = {dice: average(self.variant, dice, self._best)[0] for dice in counts}
        else:
            worth |= self._after(legal_moves(self.variant, tiles, roll)) or {(): self.stuck()}
        return [Option(each, self.number(value), None, None) for each, value in _best_first(worth)]

    def _in_play(self) -> TileSet:
        if not self.open_tiles:
            raise PositionError(
                "got none, and the game is over; takes one or more", of="open_tiles"
            )
        return self.open_tiles

    def _best(self, roll: Roll) -> list[Fraction]:
        after = self._after(moves_after(self.variant, self.open_tiles, roll))
        return [max(after.values()) if after else self.stuck()]

    def _after(self, moves: Sequence[int]) -> dict[TileSet, Fraction]:
        covered = tile_sets(states_of(self.variant).free)
        return {
            covered[move]: self.left(tuple(t for t in self.open_tiles if t not in covered[move]))
            for move in moves
        }


def _best_first(worth: dict[Any, Fraction]) -> list[tuple[Any, Fraction]]:
    return sorted(worth.items(), key=lambda option: (-option[1], option[0]))

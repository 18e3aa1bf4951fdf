"""What other orders of play have in common: an EV, and a position of whoever is to roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any, NamedTuple

from ..exact import ExactResult, Rational
from ..game.fairness import favoured_by
from ..table import Tabled, decimal
from ..turn.positions import Option, average, legal_moves, moves_after, possible_dice
from ..turn.states import states_of
from ..variant.dice import Roll
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant


class Order(ExactResult, Tabled):
    """The exact values of a variant in some order of play, under optimal play of both players."""

    variant: Variant
    first_player_ev: Rational

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self.fractions.first_player_ev)

    def _value_in(self, position: Position) -> Rational:
        return self._number(position.value())

    def _moves_in(self, position: Position, roll: int | Sequence[int]) -> dict[TileSet, Rational]:
        legal_moves(position.variant, position.open_tiles, roll)
        options = position.options(roll)
        return {choice: self._number(value) for choice, value in options if choice}

    def _options_in(
        self, position: Position, roll: int | Sequence[int] | None
    ) -> list[Option[Any]]:
        options = position.options(roll)
        return [Option(choice, self._number(value), None, None) for choice, value in options]


WORTH = decimal("value", value=itemgetter(1))


class Position(NamedTuple):
    """What lies before the player who rolls; everything is worth to that player."""

    variant: Variant
    open_tiles: TileSet  # in the box that the player rolls for
    value: Callable[[], Fraction]  # what it is worth to roll
    left: Callable[[TileSet], Fraction]  # what it is worth to leave some tiles after a move
    stuck: Callable[[], Fraction]  # what it is worth to roll what covers nothing

    def options(self, roll: int | Sequence[int] | None) -> list[tuple[Any, Fraction]]:
        """Return what the player may do with what it is worth, best first.

        After a roll every move, or `()` alone where it covers nothing; before one, every number of
        dice.
        """
        worth: dict[Any, Fraction]
        if roll is None:
            counts = possible_dice(self.variant, self.open_tiles)
            worth = {dice: average(self.variant, dice, self._best)[0] for dice in counts}
        else:
            worth = self._after(legal_moves(self.variant, self.open_tiles, roll))
            worth = worth or {(): self.stuck()}
        return sorted(worth.items(), key=lambda option: (-option[1], option[0]))

    def _best(self, roll: Roll) -> list[Fraction]:
        after = self._after(moves_after(self.variant, self.open_tiles, roll))
        return [max(after.values()) if after else self.stuck()]

    def _after(self, moves: Sequence[int]) -> dict[TileSet, Fraction]:
        covered = tile_sets(states_of(self.variant).free)
        return {
            covered[move]: self.left(tuple(t for t in self.open_tiles if t not in covered[move]))
            for move in moves
        }

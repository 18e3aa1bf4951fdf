"""What other orders of play have in common: an EV, and a position of whoever is to roll."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import itemgetter

from ..exact import ExactResult, Rational, decimal_text
from ..game.fairness import favoured_by
from ..table import Column, Tabled
from ..turn.board import Board
from ..turn.position import Position, Worths
from ..variant.variant import Variant


class Order(ExactResult, Tabled):
    """The exact values of a variant in some order of play, under optimal play of both players."""

    variant: Variant
    first_player_ev: Rational

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"` or `"nobody"`."""
        return favoured_by(self.fractions.first_player_ev)

    def _facing(
        self,
        board: Board,
        state: int,
        value: Callable[[], Fraction],
        left: Callable[[int], Fraction],
        stuck: Callable[[], Fraction],
    ) -> Position:
        """Return what lies before a player, from what is worth what to him, as of `Worths`."""
        worths = Worths(("value",), lambda s: [left(s)], lambda: [stuck()], self._number)
        return Position(board, state, lambda: self._number(value()), worths, lambda: worths)


WORTH = Column("value", itemgetter(1), shown=lambda value: decimal_text(value, 4))

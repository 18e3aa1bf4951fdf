"""What a player may do, and what comes of it."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from ..exact import Rational
from ..variant.tiles import TileSet

__all__ = ["Choice", "Option"]

Choice = TypeVar("Choice", TileSet, int)


class Option(NamedTuple, Generic[Choice]):
    """Something that a player may do.

    Parameters
    ----------
    choice
        The tiles to cover, or the number of dice to roll. `()` covers nothing: the turn ends.
    value
        What it is worth to the player.
    win, tie
        The chances that the player wins the game, and that nobody does, in [0, 1]; None where
        nobody plays against the player.
    """

    choice: Choice
    value: Rational
    win: Rational | None
    tie: Rational | None

"""The tiles of a variant as a game of another kind, of which one rule may be one's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import comb

from ..errors import GameTooLargeError, refused
from ..variant.dice import Roll, rolls
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import SCORINGS, TileSet
from ..words import listed
from .board import Board

MOST_ROLLS = 2**13


class Box:
    """The tiles, dice and stakes of a variant as a `Game`, to be made another one by a subclass.

    By itself it is worth what the variant is. A subclass says with a method of its own what a roll
    covers, what is scored, or when a turn ends; each is asked once for whatever may come.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant: what is not said otherwise.

    Examples
    --------
    The product of the dice may be covered as well:

    >>> class Products(Box):
    ...     def covers(self, open_tiles, roll):
    ...         product = roll[0] * roll[-1]
    ...         return [*super().covers(open_tiles, roll), *[{product}] * (product in open_tiles)]
    >>> from twoplayer import solve
    >>> f"{float(solve(Products('classic')).first_player_ev):.4%}"
    '-0.8544%'
    """

    def __init__(self, variant: VariantLike = "classic") -> None:
        self.variant = as_variant(variant)
        self.start = self.variant.tiles
        self.ties = self.variant.ties
        self.clack_payout = self.variant.clack_payout
        self.immediate_clack = self.variant.immediate_clack

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.variant!r})"

    def __str__(self) -> str:
        methods = ("covers", "score", "ends")
        own = [name for name in methods if getattr(type(self), name) is not getattr(Box, name)]
        said = f", which has its own {listed(own)}" if own else ""
        return f"{type(self).__name__}{said}\n\n{self.variant}"

    def covers(self, open_tiles: TileSet, roll: Roll) -> Iterable[Iterable[int]]:
        """Return the sets of open tiles that a roll may cover, in any order; none: the turn ends.

        `max_tiles`, `opening_tile` and `stop_total` of the variant hold for whatever it returns.

        Parameters
        ----------
        open_tiles
            The open tiles, ascending.
        roll
            The dice, ascending; of one die such as `(5,)`.
        """
        return [tiles for tiles in self._sets[roll] if tiles <= {*open_tiles}]

    def score(self, open_tiles: TileSet) -> int:
        """Return the score of a turn that leaves some tiles open: a whole number, lower is better.

        That of no tile has to be better than all others: it is a clack.

        Parameters
        ----------
        open_tiles
            The open tiles, ascending.
        """
        return SCORINGS[self.variant.scoring].score(open_tiles)

    def ends(self, open_tiles: TileSet) -> bool:
        """Tell whether a turn ends where some tiles are open, whatever could be rolled.

        Parameters
        ----------
        open_tiles
            The open tiles, ascending.
        """
        return False

    def choices(self, open_tiles: TileSet) -> Iterable[int]:
        """Return the numbers of dice that may be rolled."""
        if not open_tiles or self.ends(open_tiles):
            return ()
        return self.variant.one_die.dice_counts(self.variant.dice.number, open_tiles)

    def rolls(self, dice: int) -> Mapping[Roll, int]:
        """Return the rolls of a number of dice, each with its weight."""
        check_rolls(dice, self.variant.dice.sides)
        return rolls(dice, self.variant.side_weights)

    def moves(self, open_tiles: TileSet, roll: Roll) -> list[TileSet]:
        """Return the tiles that may be left open after a roll, by each move."""
        rules = self.variant
        if sum(roll) == rules.stop_total:
            return []
        where = f"with {','.join(map(str, open_tiles))} open after roll {','.join(map(str, roll))}"
        opens = {rules.opening_tile} - {None} if open_tiles == self.start else set()
        given = self.covers(open_tiles, roll)
        try:
            covered = list(map(frozenset, given))
        except TypeError as error:
            raise refused("covers", given, "sets of open tiles", where) from error
        for tiles in covered:
            if not tiles or not tiles <= {*open_tiles}:
                raise refused("covers", {*tiles}, "sets of open tiles", where)
        return [
            tuple(tile for tile in open_tiles if tile not in tiles)
            for tiles in covered
            if len(tiles) <= (rules.max_tiles or len(tiles)) and opens <= tiles
        ]

    def clack(self, open_tiles: TileSet) -> bool:
        """Tell whether every tile is covered."""
        return not open_tiles

    @cached_property
    def _sets(self) -> Mapping[Roll, list[frozenset[int]]]:
        """The sets of tiles that each roll may cover by the rules of the variant, ascending."""
        board = Board(self.variant)
        every = (roll for dice in board.dice for roll in self.rolls(dice))
        return {roll: list(map(frozenset, sorted(board.sets(roll)))) for roll in every}


def check_rolls(dice: int, sides: int) -> None:
    """Refuse dice that fall in too many ways to tell each apart."""
    if comb(dice + sides - 1, dice) > MOST_ROLLS:
        raise GameTooLargeError(
            f"{dice}d{sides} fall in more than {MOST_ROLLS} ways, each of which would be told "
            "apart; try fewer dice, or fewer sides",
            of="dice",
        )

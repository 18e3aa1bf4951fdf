"""Positions that users name, checked against the rules, and what a player may do in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import islice
from operator import attrgetter, index
from typing import Generic, NamedTuple, TypeVar

from ..errors import PositionError, refused, shown
from ..exact import Rational
from ..table import Column, Table, To, decimal, percent
from ..variant.covering import COVERINGS
from ..variant.dice import MOST_DICE, Roll
from ..variant.fields import LARGEST
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from .states import allowed_moves, possible_rolls, states_of

Choice = TypeVar("Choice", bound=TileSet | int)


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

    def _repr_html_(self) -> str:
        columns = [column for column in _COLUMNS if column.of(self) is not None]
        return Table(columns, [self], self._title()).html()

    def _title(self) -> str:
        if isinstance(self.choice, int):
            return f"Roll {self.choice} {'die' if self.choice == 1 else 'dice'}"
        return f"Cover {' + '.join(map(str, self.choice)) or 'nothing: the turn ends'}"


_COLUMNS = (
    decimal("value"),
    Column("exact", attrgetter("value"), to=To.EXACTLY),
    percent("win", "wins (%)", 2),
    percent("tie", "ties (%)", 2),
)


def tiles_of(variant: Variant, open_tiles: Iterable[int], parameter: str = "open_tiles") -> TileSet:
    """Return open tiles, ascending, that are checked to be of the game."""
    try:
        tiles = tuple(map(index, islice(open_tiles, len(variant.tiles) + 1)))
    except TypeError:
        raise refused(parameter, open_tiles, "several tiles", kind=PositionError) from None
    if len(set(tiles)) < len(tiles) or not set(tiles) <= set(variant.tiles):
        got = shown(tiles) if max(map(abs, tiles)) > LARGEST else ",".join(map(str, tiles))
        takes = f"tiles of the game, {variant.rules()['tiles']}, each once"
        raise PositionError(f"got {got}; takes {takes}", of=parameter)
    return tuple(sorted(tiles))


def possible_dice(variant: Variant, open_tiles: TileSet) -> tuple[int, ...]:
    """Return the numbers of dice that may be rolled in a state, ascending."""
    return variant.one_die.dice_counts(variant.dice.number, open_tiles)


def possible_rolls_in(
    variant: Variant, open_tiles: TileSet, dice: int | Sequence[int] | None = None
) -> list[int] | list[Roll]:
    """List the rolls that may fall in a state, as totals where only the total matters.

    With a number of dice that is given, or one of several; else with any that may be rolled.
    """
    dice = (dice,) if isinstance(dice, int) else dice
    counts = possible_dice(variant, open_tiles) if dice is None else dice
    rolls = {roll for count in counts for roll in possible_rolls(variant, count)}
    if COVERINGS[variant.moves].by_total:
        return sorted(total for (total,) in rolls)
    return sorted(rolls, key=lambda roll: (len(roll), roll))


def legal_moves(variant: Variant, open_tiles: TileSet, roll: int | Sequence[int]) -> list[int]:
    """Return the masks of the moves that a roll allows in a state; refuse one that cannot fall.

    The dice may come in any order, or as their total where only that matters.
    """
    return moves_after(variant, open_tiles, _checked(variant, open_tiles, roll))


def moves_after(variant: Variant, open_tiles: TileSet, roll: Roll) -> list[int]:
    """Return the masks of the moves that a roll of `possible_rolls` allows in a state."""
    state = states_of(variant, open_tiles).mask(open_tiles)
    opening = len(open_tiles) == len(variant.tiles)
    return [move for move in allowed_moves(variant, roll, opening) if move & state == move]


def average(
    variant: Variant, dice: int, worth: Callable[[Roll], Sequence[int | Fraction]]
) -> list[Fraction]:
    """Return what rolling a number of dice is worth, in every component, from what each roll is."""
    rolls = possible_rolls(variant, dice)
    weighed = ([ways * part for part in worth(roll)] for roll, ways in rolls.items())
    return [Fraction(sum(parts)) / sum(rolls.values()) for parts in zip(*weighed, strict=True)]


def _checked(variant: Variant, open_tiles: TileSet, roll: int | Sequence[int]) -> Roll:
    counts, sides = possible_dice(variant, open_tiles), variant.dice.sides
    wanted = f"{' or '.join(map(str, counts))} dice from 1 to {sides}"
    given = roll if isinstance(roll, Iterable) else (roll,)
    try:
        dice = tuple(sorted(map(index, islice(given, MOST_DICE + 1))))
    except TypeError:
        dice = ()
    possible = len(dice) in counts and all(1 <= die <= sides for die in dice)
    if given is not roll:
        if COVERINGS[variant.moves].by_total:
            possible = any(count <= sum(dice) <= count * sides for count in counts)
            wanted += ", or their total"
        else:
            possible &= counts == (1,)
    if not possible:
        raise refused("roll", roll, wanted, kind=PositionError)
    return dice

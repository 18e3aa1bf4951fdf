"""What a player may look at in a move, and the rules of thumb that are made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from ..turn.board import board_of
from ..turn.induction import turn_of
from ..variant.tiles import TileSet
from ..variant.variant import Variant

RuleOfThumb = Sequence[tuple[str, int]]
"""Features, the most important first, each with 1 where much of it is wanted, −1 where little."""


Key: TypeAlias = Callable[[Variant], Rows]
"""What a player looks for the most of: a whole number of every entry of the layout."""


class Feature(NamedTuple):
    """What a player looks at in a move.

    `high` and `low` say what a player who wants much of it, or little, looks for.
    """

    high: str
    low: str
    key: Key


def of_move(measure: Callable[[TileSet], int]) -> Key:
    """Measure the move of every entry."""

    def key(variant: Variant) -> Rows:
        source, successor, *_ = turn_of(variant).layout
        found: Rows = np.array(list(map(measure, board_of(variant).covers)))[source ^ successor]
        return found

    return key


def of_state(measure: Callable[[TileSet], int]) -> Key:
    """Measure the open tiles of the state after every entry."""
    return lambda variant: _after(variant, list(map(measure, board_of(variant).open_tiles)))


def clack_first(variant: Variant, numbers: list[int]) -> Rows:
    """Return the number of the state after every entry; a clack is above all others."""
    most = max(numbers) + 1
    each = zip(numbers, board_of(variant).open_tiles, strict=True)
    return _after(variant, [number if tiles else most for number, tiles in each])


def _after(variant: Variant, numbers: list[int]) -> Rows:
    found: Rows = np.array(numbers)[turn_of(variant).layout.successor]
    return found


def _playable_totals(variant: Variant) -> Rows:
    """Count the totals that have a move then."""
    board = board_of(variant)
    totals: dict[int, NDArray[np.bool_]] = {}
    for choice in board.choices:
        for roll in board.rolls(choice.dice):
            live = choice.states & board.can_make(board.moves(roll, choice.opening))
            totals[sum(roll)] = live | totals.get(sum(roll), False)
    return clack_first(variant, sum(totals.values(), np.zeros(board.size, np.int64)).tolist())


def playable(variant: Variant) -> Values:
    """Weigh the rolls that have a move, of every choice of dice in every state; −1: never rolled.

    Weights are such that equal chances weigh the same, whatever the number of dice.
    """
    board = board_of(variant)
    most = max((choice.outcomes for choice in board.choices), default=1)
    found: Values = np.zeros((len(board.choices), board.size), dtype=np.object_)
    for live, choice in zip(found, board.choices, strict=True):
        for moves, weight in choice.weights.items():
            live[board.can_make(moves)] += weight * most // choice.outcomes
        live[~choice.states] = -1
    return found


def playable_rolls(variant: Variant) -> Rows:
    """Weigh the rolls that have a move then, of the best number of dice."""
    return clack_first(variant, playable(variant).max(axis=0, initial=0).tolist())


def dice_nearest(variant: Variant, wanted: Callable[[TileSet], int]) -> NDArray[np.bool_]:
    """Return whether each choice of dice is nearest to a wanted number, shape (choices, states).

    The number is asked for where there is a choice alone.
    """
    turn = turn_of(variant)
    found = turn.all_dice()
    for state in np.flatnonzero(found.sum(axis=0) > 1):
        number = wanted(turn.board.open_tiles[state])
        may = np.flatnonzero(found[:, state])
        off = [abs(turn.choices[each].dice - number) for each in may]
        found[may, state] = np.array(off) == min(off)
    return found


FEATURES: Mapping[str, Feature] = {
    "largest tile": Feature(
        "the highest largest tile",
        "the lowest largest tile",
        of_move(lambda tiles: max(tiles, default=0)),
    ),
    "smallest tile": Feature(
        "the highest smallest tile",
        "the lowest smallest tile",
        of_move(lambda tiles: min(tiles, default=0)),
    ),
    "tiles": Feature("the most tiles", "the fewest tiles", of_move(len)),
    "squares": Feature(
        "the highest sum of squares",
        "the lowest sum of squares",
        of_move(lambda tiles: sum(tile**2 for tile in tiles)),
    ),
    "playable totals": Feature(
        "the most totals left to play",
        "the fewest totals left to play",
        _playable_totals,
    ),
    "1 kept": Feature("the 1 still open", "the 1 covered", of_state(lambda tiles: int(1 in tiles))),
    "6 or less": Feature(
        "nothing above 6 left open",
        "something above 6 left open",
        of_state(lambda tiles: int(max(tiles, default=0) <= 6)),
    ),
}
"""What a rule of thumb may look at."""


@lru_cache(maxsize=64)
def key_of(variant: Variant, feature: str, sign: int) -> Rows:
    """Return a feature of every entry of the layout, or with the sign −1 its opposite."""
    return sign * FEATURES[feature].key(variant)

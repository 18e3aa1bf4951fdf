"""Exceptions to the rule of thumb that everybody knows: cover the largest tile that you can."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..variant.tiles import TileSet
from ..variant.variant import Variant
from .induction import Turn
from .positions import possible_rolls_in
from .step import Policy
from .throws import MoveSets, allowed_moves

__all__ = ["without_the_largest_tile"]


def without_the_largest_tile(
    variant: Variant, turn: Turn, policy: Policy
) -> Iterator[tuple[TileSet, Any]]:
    """Yield the states and rolls where no move of a policy covers the largest coverable tile.

    Parameters
    ----------
    variant
        The rules.
    turn
        Their turn.
    policy
        What is done in it.

    Yields
    ------
    tuple
        The open tiles; the dice, or their total where only that matters.
    """
    layout = turn.layout
    largest = np.array([move.bit_length() for move in range(2 ** len(turn.states.free))])
    of_entry = largest[layout.source ^ layout.successor]
    of_row, covered = np.zeros((2, len(layout.pair)), dtype=np.int64)
    np.maximum.at(of_row, layout.row, of_entry)
    chosen = policy.move_weights > 0
    np.maximum.at(covered, layout.row[chosen], of_entry[chosen])
    states, collections = layout.code.decode(layout.pair[covered < of_row])
    found: dict[int, set[MoveSets]] = {}
    for state, collection in zip(states.tolist(), collections.tolist(), strict=True):
        found.setdefault(state, set()).add(layout.collections[collection])
    for state, moves in sorted(found.items()):
        open_tiles = turn.states.open_tiles[state]
        opening = open_tiles == variant.tiles
        for roll in possible_rolls_in(variant, open_tiles):
            dice = roll if isinstance(roll, tuple) else (roll,)
            if allowed_moves(variant, dice, opening) in moves:
                yield open_tiles, roll

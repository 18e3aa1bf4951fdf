"""Counting sequences of rolls and moves that cover everything, and sets that a roll covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from ..errors import RulesError, refused
from ..turn.board import board_of
from ..turn.dag import check_size
from ..turn.position import state_of
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet
from ..variant.variant import Variant


def winning_sequences(
    variant: VariantLike, open_tiles: Iterable[int] | None = None
) -> dict[int, int]:
    """Count the sequences of rolls and moves that cover every open tile.

    A sequence counts once for every way in which its dice can fall, good moves and bad alike.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant; scoring, payout and ties make no
        difference.
    open_tiles
        The tiles that are open; None: all.

    Returns
    -------
    dict
        `{number of moves: weighted number of sequences}`, ascending, of those above 0.

    Raises
    ------
    RulesError
        If the number of dice is ever a choice: sequences of different numbers of dice are not
        equally likely, so there is no one weight to count them by.
    PositionError
        If these are not tiles of the game.

    Examples
    --------
    >>> winning_sequences(Variant(tiles=3))
    {1: 5, 2: 14}
    """
    variant = as_variant(variant)
    state = state_of(board_of(variant), variant.tiles if open_tiles is None else open_tiles)
    return dict(sorted(all_winning_sequences(variant)[state].items()))


def all_winning_sequences(variant: Variant) -> list[Counter[int]]:
    """Count the winning sequences of every state."""
    check_size(variant)
    board = board_of(variant)
    for tiles in filter(None, board.open_tiles):
        if len(board.dice_in(tiles)) > 1:
            why = f"with which the number of dice is a choice when {tiles} are open"
            takes = "rules that leave none, such as 'never' or 'forced …'"
            raise refused("one_die", variant.one_die, takes, why, RulesError)
    ways = [(choice.states, choice.ways().items()) for choice in board.choices]
    found: list[Counter[int]] = []
    for state, tiles in enumerate(board.open_tiles):
        counts: Counter[int] = Counter({} if tiles else {0: 1})
        for move, weight in chain.from_iterable(by for may, by in ways if may[state]):
            if move & state == move:
                for moves, sequences in found[state ^ move].items():
                    counts[moves + 1] += weight * sequences
        found.append(counts)
    return found


def coverable_sets(variant: VariantLike) -> list[TileSet]:
    """Return the sets of tiles that some roll can cover, the smallest sums first.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.

    Examples
    --------
    >>> coverable_sets(Variant(tiles=3))
    [(2,), (1, 2), (3,), (1, 3), (2, 3), (1, 2, 3)]
    """
    board = board_of(as_variant(variant))
    moves = {move for choice in board.choices for move in choice.ways()}
    return sorted((board.covers[move] for move in moves), key=lambda tiles: (sum(tiles), tiles))

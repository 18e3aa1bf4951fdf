"""Counting sequences of rolls and moves that cover everything, and sets that a roll covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ..errors import RulesError
from ..turn.dag import state_graph
from ..turn.positions import possible_dice, state_of
from ..turn.throws import MoveSets, dice_choices
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant

__all__ = ["coverable_sets", "winning_sequences"]


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
    return dict(sorted(all_winning_sequences(variant)[_start(variant, open_tiles)].items()))


def all_winning_sequences(variant: Variant) -> list[Counter[int]]:
    """Count the winning sequences of every state, at the index that is its mask."""
    for tiles in tile_sets(variant.tiles)[1:]:
        if len(possible_dice(variant, tiles)) > 1:
            raise RulesError(
                f"one_die: got {variant.one_die!r}, with which the number of dice is a choice when "
                f"{tiles} are open; takes rules that leave none, such as 'never' or 'forced …'"
            )
    ways = [(choice.states, _ways(choice.weights)) for choice in dice_choices(variant)]
    by_state = [
        next((moves for states, moves in ways if states[state]), Counter())
        for state in range(2 ** len(variant.tiles))
    ]
    graph = state_graph(variant)
    found: list[Counter[int]] = [Counter({0: 1})]
    for state in sorted(graph)[1:]:
        counts: Counter[int] = Counter()
        for after in graph.successors(state):
            weight = by_state[state][state ^ after]
            for moves, sequences in found[after].items():
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
    variant = as_variant(variant)
    sets = tile_sets(variant.tiles)
    moves = frozenset[int]().union(*(m for choice in dice_choices(variant) for m in choice.weights))
    return sorted((sets[move] for move in moves), key=lambda tiles: (sum(tiles), tiles))


def _start(variant: Variant, open_tiles: Iterable[int] | None) -> int:
    return state_of(variant, variant.tiles if open_tiles is None else open_tiles)


def _ways(weights: Mapping[MoveSets, int]) -> Counter[int]:
    """Count in how many ways some dice allow each move."""
    ways: Counter[int] = Counter()
    for moves, weight in weights.items():
        for move in moves:
            ways[move] += weight
    return ways

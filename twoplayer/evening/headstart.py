"""A head start: the second player, such as a child, has a tile covered before she begins."""

from __future__ import annotations

from fractions import Fraction

from ..game.solutions import solve
from ..variant.variant import Variant
from ..work import tracked


def head_starts(variant: Variant) -> dict[int, Fraction]:
    """Return the first player's EV by the tile that the second has covered beforehand.

    It is none of her score then, and need not be covered first. A single tile cannot be spared.

    >>> evs = head_starts(Variant(tiles=3, dice="1d6"))
    >>> {tile: str(ev) for tile, ev in evs.items()}
    {1: '101/243', 2: '91/324', 3: '127/972'}
    """
    found = {}
    for tile in tracked(variant.tiles if len(variant.tiles) > 1 else ()):
        first = None if variant.opening_tile == tile else variant.opening_tile
        others = tuple(each for each in variant.tiles if each != tile)
        own = variant.replace(tiles=others, opening_tile=first)
        found[tile] = solve(variant, second=own).fractions.first_player_ev
    return found

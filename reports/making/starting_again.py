"""T. Squires's turn that starts again, as his formula has it, and as his program has it.

`restarts` is what his text says. His formula allows to give up at any time, and his program leaves
out one of the sets that a roll may cover. The same fixed point solves both: for a policy the start
is worth x = a + b·x, and what is best is chosen at the x that was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from twoplayer import Variant
from twoplayer.strategy import coverable_sets
from twoplayer.variant.tiles import TileSet
from twoplayer.words import cell_text

from .published import published

_WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""In how many of 36 ways two dice fall."""


class Again(NamedTuple):
    """The fixed point of a turn that starts again."""

    start: Fraction  # what the start is worth
    places: int  # states and totals that allow a move
    given_up: int  # of these, where it is better than any move to give up
    largest_wrong: int  # where the largest tile that can be covered is in no best choice


def starting_again(discount: Fraction) -> dict[str, Any]:
    """Say what the formula and the program change."""
    [fact] = published()["listed"]
    missing, every = tuple(fact["missing"]), coverable_sets(Variant())
    return {
        "giving_up": fixed_point(every, discount, may_give_up=True),
        "missing": cell_text(missing),
        "twice": cell_text(tuple(fact["twice"])),
        "of_program": fixed_point([tiles for tiles in every if tiles != missing], discount),
    }


def fixed_point(sets: Iterable[TileSet], discount: Fraction, *, may_give_up: bool = False) -> Again:
    """Solve a turn of nine tiles and two dice that starts again, where a roll covers some sets."""
    masks: dict[int, list[int]] = {total: [] for total in _WAYS}
    for tiles in sets:
        masks[sum(tiles)].append(_mask(tiles))
    x = Fraction(0)
    while True:
        lines = _lines(masks, discount, x, may_give_up)
        constant, slope = lines[_mask(Variant().tiles)]
        if constant + slope * x == x:
            break
        x = constant / (1 - slope)
    worth = {state: constant + slope * x for state, (constant, slope) in lines.items()}
    given_up, largest_wrong, places = 0, 0, 0
    for state in worth:
        for some in masks.values():
            if moves := {move: worth[state ^ move] for move in some if move & state == move}:
                most, largest = max(moves.values()), max(moves).bit_length()
                best = max(most, x) if may_give_up else most
                places += 1
                given_up += most < best
                largest_wrong += all(
                    value < best for move, value in moves.items() if move.bit_length() == largest
                )
    return Again(x, places, given_up, largest_wrong)


def _lines(
    masks: Mapping[int, Sequence[int]], discount: Fraction, x: Fraction, may_give_up: bool
) -> dict[int, tuple[Fraction, Fraction]]:
    """Return what every state is worth, as a line in what the start is worth, by what is best at x.

    To have covered the last tile is worth 1/g, which is 1 after the roll.
    """
    start = Fraction(0), Fraction(1)
    lines = {0: (1 / discount, Fraction(0))}
    for state in range(2, _mask(Variant().tiles) + 1, 2):
        found = Fraction(0), Fraction(0)
        for total, some in masks.items():
            after = [lines[state ^ move] for move in some if move & state == move]
            choices = after + [start] * (may_give_up or not after)
            constant, slope = max(choices, key=lambda line: line[0] + line[1] * x)
            part = discount * _WAYS[total] / 36
            found = found[0] + part * constant, found[1] + part * slope
        lines[state] = found
    return lines


def _mask(tiles: Iterable[int]) -> int:
    return sum(1 << tile for tile in tiles)

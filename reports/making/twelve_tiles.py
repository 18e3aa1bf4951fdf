"""M. Bontrager's program for twelve tiles, played exactly, and what he could have done better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

from twoplayer import Variant, one_player, strategy_value
from twoplayer.strategy import StrategyValue, coverable_sets
from twoplayer.variant.tiles import TileSet

from .published import Published, published


def likeliest(open_tiles: TileSet, roll: Sequence[int]) -> TileSet:
    """Cover the tiles that two dice are likeliest to show one after the other, as a strategy.

    Of several such sets the program takes the first in its list; where all hold the 1, which two
    dice never show, the last.
    """
    return next(tiles for tiles in _likeliest_first()[sum(roll)] if {*tiles} <= {*open_tiles})


@cache
def _likeliest_first() -> dict[int, list[TileSet]]:
    def key(tiles: TileSet) -> tuple[int | Fraction, TileSet]:
        chance = prod(Fraction(two_dice.get(tile, 0), 36) for tile in tiles)
        return chance, tuple(-tile for tile in tiles) if chance else tiles

    two_dice = {total: 6 - abs(7 - total) for total in range(2, 13)}
    [fact] = published()["twelve_tiles"]
    every = sorted(coverable_sets(Variant(**fact["rules"])), key=key, reverse=True)
    return {total: [tiles for tiles in every if sum(tiles) == total] for total in range(1, 13)}


def played_by_bontrager() -> StrategyValue:
    [fact] = published()["twelve_tiles"]
    return strategy_value(Variant(**fact["rules"]), likeliest).fractions


def bontragers_figures() -> Iterator[Published]:
    """Yield his figures beside the exact ones."""
    [fact] = published()["twelve_tiles"]
    value, source = played_by_bontrager(), fact["source"]
    of_program = f"of a program, 12 tiles, {fact['games']:,} games"
    yield Published(source, f"mean score {of_program}", fact["mean"], value.expected_score)
    chance = 100 * value.clack_chance
    figure, games = fact["clack_percent"], fact["games"]
    yield Published(source, f"chance to clack (%) {of_program}", figure, chance, simulated=games)
    chances = value.score_chances
    most = Fraction(max(chances, key=chances.__getitem__))
    yield Published(source, f"score left most often {of_program}", fact["most_often"], most)


def twelve_tiles() -> dict[str, Any]:
    """Say how often he leaves nothing, and how well one can play."""
    [fact] = published()["twelve_tiles"]
    program, variant = played_by_bontrager(), Variant(**fact["rules"])
    score, clack = (one_player(variant, aim).fractions.value() for aim in ("score", "clack"))
    rarer = program.score_chances[fact["rarer"]]
    return {
        "twelve": {
            "score": score,
            "clack": clack,
            "program": program,
            "rarer": fact["rarer"],
            "so_often": rarer,
        },
        "is_rarer": rarer < program.clack_chance,
        "program_best": program.clack_chance == clack or program.expected_score == score,
    }

"""B. Hopfer's figures by digits: what they should be, and the rules by which they come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from twoplayer import Box, Variant, one_player
from twoplayer.strategy import OnePlayer
from twoplayer.variant.tiles import TileSet

from .published import Published, published


class Lacks(Box):
    """A box whose rolls may cover any set with their sum, except one."""

    def __init__(self, variant: Variant, lacking: Iterable[int]) -> None:
        super().__init__(variant)
        self._lacking = {*lacking}

    def covers(self, open_tiles: TileSet, roll: tuple[int, ...]) -> list[Iterable[int]]:
        """Return what a roll may cover."""
        sets = map(tuple, super().covers(open_tiles, roll))
        return [tiles for tiles in sets if {*tiles} != self._lacking]


def hopfers_figures() -> Iterator[Published]:
    """Yield his figures beside the exact ones."""
    fact, variant = _fact()
    solved = _solved(Box(variant))
    for rolls, figure in fact["after"].items():
        what = f"lowest expected score, digits, after covering {' and '.join(rolls.split(','))}"
        yield Published(fact["source"], what, figure, _after(solved, rolls))


def by_digits() -> dict[str, Any]:
    """Say by which rules his figures come out, beside the exact ones."""
    fact, variant = _fact()
    lacking = _solved(Lacks(variant, fact["lacks"]))
    rows, right, come_out = [], 0, 0
    for (rolls, said), figure in zip(fact["after"].items(), hopfers_figures(), strict=True):
        by_them = figure._replace(exact=_after(lacking, rolls))
        right += figure.verdict == "right"
        come_out += by_them.verdict == "right"
        rows.append((rolls.replace(",", ", "), said, figure.exact, by_them.exact))
    return {
        "rows": rows,
        "right": right,
        "all": len(rows),
        "come_out": come_out,
        "lacks": "+".join(map(str, fact["lacks"])),
        "lacks_of": sum(fact["lacks"]),
    }


def _fact() -> tuple[dict[str, Any], Variant]:
    [fact] = published()["by_digits"]
    return fact, Variant(**fact["rules"])


def _solved(game: Box) -> OnePlayer:
    return one_player(game, "score").fractions


def _after(solved: OnePlayer, rolls: str) -> Fraction:
    """Return the lowest expected score after some totals, each covered in the best way."""
    tiles: Any = (1, 2, 3, 4, 5, 6, 7, 8, 9)
    for total in map(int, rolls.split(",")):
        low = total // 2
        moves = solved.moves(tiles, (low, total - low))
        tiles = min(moves, key=moves.__getitem__)
    value: Fraction = solved.value(tiles)
    return value

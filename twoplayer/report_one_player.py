"""The report on one player: published figures beside exact ones, strategies, rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from .exact import decimal_text, parse_exact
from .sequences import coverable_sets, winning_sequences
from .solo import one_player
from .strategy import strategy_value
from .variant import Variant

__all__ = ["one_player_report", "state_values"]

BOWEN = "R. Bowen, Shut the box! (2025)"
LESWING = "Leswing (karlleswing.com, 2020) and others"
BUTLER = "Butler, durangobill.com"
CLARK = "jkclark/Shut-the-Box-2"
SQUIRES = "T. Squires, Learning how to play a game meant for children (2023)"
VANDEKLEUT = "avandekleut.github.io, Shut the Box with Dynamic Programming"

EXPECTED_SCORES = {
    "8": "6.888889",
    "2,6": "5.969136",
    "1,8": "6.888889",
    "4,5": "7.027778",
    "1,3,5,7,9": "12.3",
    "4,7,8": "14.5",
    "1,3,4,7,8": "12.0",
    "3,4,7,8": "15.2",
    "4,5,6,9": "18.0",
    "1,5": "4.61",
    "3,5,6,8,9": "22.7",
    "1,3,4,6": "5.43",
    "2,6,7": "9.86",
    "2,6,8": "12.5",
    "5,6,7,8,9": "24.7",
    "4,5,7,8,9": "23.8",
    "6,7,8,9": "23.6",
    "4,5,6,7,8,9": "23.2",
    "5,7,8,9": "22.7",
    "4,6,7,8,9": "22.7",
}
"""The lowest expected score of a state, as published by Bowen."""

SEQUENCES = {5: 117120, 6: 465677280, 7: 27229396320, 8: 166670380800, 9: 161989632000}
"""Winning sequences of 10 tiles by number of moves, as published by van de Kleut."""


class Published(NamedTuple):
    """A published figure, and the exact one."""

    source: str
    what: str
    figure: str
    exact: Fraction
    simulated: int = 0

    @property
    def verdict(self) -> str:
        """Whether the figure is right to its last digit, or within its sampling error."""
        digits = len(self.figure.partition(".")[2])
        off = abs(self.exact - Fraction(self.figure))
        if off <= Fraction(1, 2 * 10**digits):
            return "right"
        chance = self.exact / 100
        if self.simulated and (off / 100) ** 2 * self.simulated <= 9 * chance * (1 - chance):
            return "simulated; within three standard errors"
        return f"wrong: {decimal_text(self.exact, digits)}"


def published_figures() -> Iterator[Published]:
    """Yield every published figure beside the exact one."""
    score, clack = one_player(Variant()), one_player(Variant(), "clack")
    yield Published(
        LESWING, "expected score, 9 tiles", "11.157508444202621", parse_exact(score.value())
    )
    for state, figure in EXPECTED_SCORES.items():
        tiles = tuple(map(int, state.split(",")))
        yield Published(
            BOWEN, f"expected score of {state}", figure, parse_exact(score.value(tiles))
        )
    percent = {
        "two dice": ("7.1432", Variant()),
        "one die if sum <= 6": ("9.7614", Variant(one_die="sum <= 6")),
        "one die if sum <= 6, two tiles at most": (
            "7.4194",
            Variant(one_die="sum <= 6", max_tiles=2),
        ),
    }
    for what, (figure, variant) in percent.items():
        chance = parse_exact(one_player(variant, "clack").value())
        yield Published(BUTLER, f"chance to clack (%), {what}", figure, 100 * chance)
    twelve = parse_exact(one_player(Variant(tiles=12), "clack").value())
    yield Published(CLARK, "chance to clack, 12 tiles", "0.0036221811360789631", twelve)
    yield Published(BOWEN, "chance to clack of 4,5", "0.13", parse_exact(clack.value((4, 5))))
    ten = Variant(tiles=10)
    counted = winning_sequences(ten)
    for moves, count in SEQUENCES.items():
        what = f"winning sequences of {moves} moves, 10 tiles"
        yield Published(VANDEKLEUT, what, str(count), Fraction(counted[moves]))
    sets = len(coverable_sets(Variant(tiles=12)))
    yield Published(VANDEKLEUT, "sets of tiles that two dice can cover", "68", Fraction(sets))
    for name, figure in (("random", "0.71"), ("most-sequences", "3.88")):
        chance = 100 * parse_exact(strategy_value(ten, name).clack_chance)
        what = f"chance to clack (%), 10 tiles, {name}, 1,000,000 games"
        yield Published(VANDEKLEUT, what, figure, chance, simulated=1_000_000)

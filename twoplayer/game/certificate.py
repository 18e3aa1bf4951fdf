"""A certificate: the values of every state, with which anybody can check the solution of a game.

The equations of backward induction have one solution, since every move covers a tile. So the whole
table of values is the proof that it is right, and `twoplayer/checker.py`, which stands alone,
checks it. Its form is the one that is described there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from math import lcm

from ..errors import GameTooLargeError
from ..exact import fraction_text
from ..executors import Progress, told
from ..variant.registry import VariantLike, as_variant
from ..variant.scores import scores
from ..variant.tiles import tile_sets
from ..variant.variant import Variant
from .solution import PlayerTurn, solve

__all__ = ["Certificate", "certificate"]

FORMAT = "twoplayer-certificate-1"
MOST_NUMBERS = 2 * 10**6
_LARGEST_IN_JSON = 2**53
"""Larger numbers are written as text, since some readers of JSON round them."""


@dataclass(frozen=True)
class Certificate:
    r"""The proof of a game's exact value.

    Parameters
    ----------
    variant
        The rules.
    text
        The certificate itself, JSON; equal rules have equal text.

    Examples
    --------
    >>> proof = certificate(Variant(tiles=2, dice="2d2", one_die="always"))
    >>> print("\n".join(proof.text.splitlines()[2:]))
    "first_player_ev": "-1/16",
    "second": {"denominator": "8", "values": {
    "0": [0, -4, -4, -3],
    "1": [8, 4, 0, 3],
    "2": [8, 8, 4, 6],
    "3": [8, 8, 8, 8]
    }},
    "first": {"denominator": "16", "values": [6, 0, -3, -1]}}
    """

    variant: Variant
    text: str = field(repr=False)

    @property
    def sha256(self) -> str:
        """The SHA-256 digest of the text."""
        return sha256(self.text.encode()).hexdigest()


def certificate(variant: VariantLike, progress: Progress | None = None) -> Certificate:
    """Prove the exact value of a game, so that anybody can check it.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    progress
        Called with the part of the work that has just been done.

    Raises
    ------
    GameTooLargeError
        If there are more than two million values, or tables would be too large.

    Examples
    --------
    >>> certificate("classic").sha256[:8]
    '6d9a89ae'
    """
    variant = as_variant(variant)
    _check_size(variant)
    advance = told(progress)
    solution = solve(variant).fractions
    to_beat = [k for k in solution.second_player_values if k > 0 or not variant.immediate_clack]
    share = 1 / (len(to_beat) + 1)
    columns = []
    for score in [*to_beat, None]:
        columns.append(_whole(solution.play(score)))
        advance(share)
    *second, first = columns
    common = lcm(*(unit for unit, _ in second))
    against = ",\n".join(
        f'"{score}": {_list(value * (common // unit) for value in values)}'
        for score, (unit, values) in zip(to_beat, second, strict=True)
    )
    rules = {name: _plain(rule) for name, rule in variant.rules().items()}
    return Certificate(
        variant,
        f'{{"format": "{FORMAT}",\n"rules": {json.dumps(rules)},\n'
        f'"first_player_ev": "{fraction_text(solution.first_player_ev)}",\n'
        f'"second": {{"denominator": "{common}", "values": {{\n{against}\n}}}},\n'
        f'"first": {{"denominator": "{first[0]}", "values": {_list(first[1])}}}}}\n',
    )


def _whole(turn: PlayerTurn) -> tuple[int, list[int]]:
    """Return the value of every set of open tiles, as whole numbers, and what they are times."""
    by_tiles = turn.values()
    values: list[Fraction] = [by_tiles[tiles] for tiles in tile_sets(turn.variant.tiles)]
    unit = lcm(*(value.denominator for value in values))
    return unit, [value.numerator * (unit // value.denominator) for value in values]


def _list(values: Iterable[int]) -> str:
    return json.dumps(list(map(_plain, values)))


def _plain(value: object) -> object:
    """Return what JSON holds of a value."""
    too_large = isinstance(value, int) and abs(value) > _LARGEST_IN_JSON
    return str(value) if too_large else value


def _check_size(variant: Variant) -> None:
    """Refuse a certificate with too many values, before any are computed."""
    numbers = 2 ** len(variant.tiles) * (len(scores(variant)) + 1 - variant.immediate_clack)
    if numbers > MOST_NUMBERS:
        raise GameTooLargeError(
            f"tiles: a certificate of this game has {numbers:,} values; takes fewer tiles, or a "
            f"scoring with fewer scores, for at most {MOST_NUMBERS:,}"
        )

"""A certificate: the values of every state, by which anybody can check the value of a game.

The equations of backward induction have exactly one solution, so a table of values that satisfies
the equations is right. `twoplayer/checker.py` stands alone: it checks a certificate, and describes
the form of certificates.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from math import gcd, lcm
from typing import ClassVar

import numpy as np

from ..errors import GameTooLargeError
from ..exact import Values
from ..tables import Column, Tabled
from ..turn.dag import MOST_STATES
from ..turn.turns import turn_of
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant
from ..work import tell
from .contest import contest

FORMAT = "twoplayer-certificate-1"
MOST_NUMBERS = 2 * 10**6  # values in a certificate
_LARGEST_IN_JSON = 2**53
"""Larger numbers are written as text, since some readers of JSON round them."""


@dataclass(frozen=True)
class Certificate(Tabled):
    r"""A certificate: the proof of a game's exact value, as text that a program can check.

    Attributes
    ----------
    variant : Variant
        The rules of the first player's turn.
    second_variant : Variant
        The rules of the second player's turn.
    text : str
        The certificate itself, as JSON. Equal rules have equal text.

    Examples
    --------
    >>> from twoplayer import Variant, certificate
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
    second_variant: Variant = field(repr=False)
    text: str = field(repr=False)

    about = "A certificate"
    columns: ClassVar[Sequence[Column]] = (Column("sha256", title="SHA-256"),)

    @property
    def sha256(self) -> str:
        """The SHA-256 digest of the text, in hexadecimal: equal for equal rules."""
        return sha256(self.text.encode()).hexdigest()


def certificate(variant: VariantLike, second: VariantLike | None = None) -> Certificate:
    """Compute a certificate of a game's exact value, so that anybody can check the value.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.
    second : Variant, str or path, optional
        The rules of the second player's turn, if these differ. None: the rules of `variant`.

    Returns
    -------
    Certificate
        The value of every set of open tiles, in whole numbers over a common denominator. There are
        values for the second player against each score to beat, and for the first player.

    Raises
    ------
    InputError
        If a game has no tiles.
    RulesError, UnknownNameError, FileError
        As `solve`.
    GameTooLargeError
        If there are more than two million values, or tables would be too large.

    See Also
    --------
    twoplayer.solve : The same values, as a result with methods.

    Notes
    -----
    The values satisfy the equations of backward induction at every set of tiles, and these
    equations have exactly one solution. So one pass through the values proves that the values are
    right. `twoplayer.checker` makes this pass with Python alone: `python -m twoplayer.checker
    FILE`.

    Examples
    --------
    >>> from twoplayer import certificate
    >>> certificate("classic").sha256[:8]
    'bf2ed3dd'
    """
    game = contest(variant, second, read=as_variant)
    (first, second_rules), stakes = game.rules, game.stakes
    sets, of_second = (2 ** len(rules.tiles) for rules in game.rules)
    if (most := max(sets, of_second)) > MOST_STATES:
        raise GameTooLargeError(f"{most} sets of them; takes at most {MOST_STATES}", of="tiles")
    won_at_once = int(stakes.at_once)
    beaten = game.score_ranks(0)[won_at_once:]
    if (numbers := sets + of_second * len(beaten)) > MOST_NUMBERS:
        raise GameTooLargeError(
            f"a certificate of this game has {numbers:,} values; try fewer tiles, or a "
            f"scoring with fewer scores, for at most {MOST_NUMBERS:,}",
            of="tiles",
        )
    to_second = stakes.to_second(game.score_ranks(1), beaten)
    common, against = _whole(second_rules, to_second, stakes.unit)
    tell(len(beaten) / (len(beaten) + 1))
    to_first = [int(stakes.payout * common)] * won_at_once + [-value for value in against[-1]]
    unit, values = _whole(first, np.array(to_first, object)[:, np.newaxis], common)
    to_beat = zip(game.turns[0].scores[won_at_once:], against.T, strict=True)
    by_score = ",\n".join(f'"{score}": {_list(values)}' for score, values in to_beat)
    players = {"rules": first} | ({} if second_rules == first else {"second_rules": second_rules})
    spelled = ",\n".join(
        f'"{player}": {json.dumps({name: _plain(rule) for name, rule in rules.rules().items()})}'
        for player, rules in players.items()
    )
    return Certificate(
        first,
        second_rules,
        f'{{"format": "{FORMAT}",\n{spelled},\n'
        f'"first_player_ev": "{Fraction(values[-1, 0], unit)}",\n'
        f'"second": {{"denominator": "{common}", "values": {{\n{by_score}\n}}}},\n'
        f'"first": {{"denominator": "{unit}", "values": {_list(values[:, 0])}}}}}\n',
    )


def _whole(variant: Variant, payoffs: Values, unit: int) -> tuple[int, Values]:
    """Return the values of every set of open tiles as whole numbers, and their denominator.

    A tile that no roll can cover is open in every state of the game. A set without such a tile gets
    its value from a turn with fewer tiles, after the first roll.

    Parameters
    ----------
    variant : Variant
        The rules.
    payoffs : array of whole numbers, shape (scores, P)
        u by the rank of the score, times `unit`, a column for each payoff.
    unit : int
        The factor that makes the payoffs whole.

    Returns
    -------
    int
        The least common denominator of all values.
    array of Python integers, shape (2^tiles, P)
        V(S) times that denominator, by the mask of all tiles.
    """
    rank = {score: rank for rank, score in enumerate(turn_of(variant).scores)}
    solved: dict[TileSet, tuple[int, Values]] = {(): (1, payoffs[0].astype(np.object_))}
    for tiles in reversed(tile_sets(variant.tiles)):
        if tiles not in solved:
            first = variant.opening_tile if tiles == variant.tiles else None
            rules = variant.replace(tiles=tiles, opening_tile=first)
            turn = turn_of(rules)
            left = [rank[turn.scores[place]] for place in turn.ranks.tolist()]
            values = turn.evaluate(payoffs[left]).astype(np.object_)
            for open_tiles, value in zip(turn.board.open_tiles, values, strict=True):
                solved.setdefault(open_tiles, (turn.scale, value))
    common = lcm(*(scale for scale, _ in solved.values()))
    by_mask = (solved[tiles] for tiles in tile_sets(variant.tiles))
    found = np.array([value * (common // scale) for scale, value in by_mask])
    shared = gcd(common * unit, *found.ravel())
    return common * unit // shared, found // shared


def _list(values: Iterable[int]) -> str:
    return json.dumps(list(map(_plain, values)))


def _plain(value: object) -> object:
    too_large = isinstance(value, int) and abs(value) > _LARGEST_IN_JSON
    return str(value) if too_large else value

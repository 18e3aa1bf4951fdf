"""How much work games are, and how it is cut into pieces.

The DAG of a turn takes time, then every score to beat that a second player can tell apart, then
every first player's turn: all of them grow with the entries of the layout. What is left grows with
the scores of every variant. One payoff in one entry is the unit, some nanoseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from ..turn.board import scores
from ..turn.dag import check_size
from ..variant.variant import Variant
from .stakes import sharing

_DAG, _FIRST_TURN = 300, 50
"""How many payoffs take as long as the DAG of a turn, and as a first player's turn."""
_SCORE = 2400
"""How much work each score of each variant is by itself."""
_TURN = 10**6
"""How much work a turn is, however small: some hundredths of a second."""
_PIECE = 10**8
"""Up to so much work goes together: some tenths of a second."""


class Piece(NamedTuple):
    """Variants with the same turns, to be solved together, and how much work they are."""

    variants: list[Variant]
    work: int


def by_turn(variants: Iterable[Variant]) -> list[Piece]:
    """Put all variants with the same turns together."""
    return [_piece(group) for group in _grouped(variants, lambda variant: variant.turn_rules)]


def pieces(variants: Iterable[Variant]) -> list[Piece]:
    """Put variants together that share work, in pieces of some tenths of a second.

    Larger ones are those of which no more can be cut off without doing work again.

    >>> rules = [Variant(clack_payout=p, ties=t) for p in (1, 2) for t in ("push", "first")]
    >>> [len(piece.variants) for piece in pieces(rules)]
    [4]
    >>> digits = [each.replace(tiles=12, scoring="digits") for each in rules]
    >>> [len(piece.variants) for piece in pieces([*rules, *digits])]
    [4, 1, 1, 1, 1]
    """
    found: list[Piece] = []
    for turn in by_turn(variants):
        open_piece = False
        for group in _grouped(turn.variants, sharing):
            piece = _piece(group)
            if open_piece and (joined := _piece(found[-1].variants + group)).work <= _PIECE:
                found[-1] = joined
            else:
                found.append(piece)
            open_piece = True
    return found


def _piece(variants: list[Variant]) -> Piece:
    payoffs = sum(len(scores(group[0])) for group in _grouped(variants, sharing))
    payoffs += _DAG + _FIRST_TURN * len(variants)
    every = sum(len(scores(variant)) for variant in variants)
    return Piece(variants, _TURN + check_size(variants[0]).entries * payoffs + _SCORE * every)


def _grouped(
    variants: Iterable[Variant], key: Callable[[Variant], Hashable]
) -> list[list[Variant]]:
    groups: dict[Hashable, list[Variant]] = {}
    for variant in dict.fromkeys(variants):
        groups.setdefault(key(variant), []).append(variant)
    return list(groups.values())

"""The report on loaded dice: what dice that are not quite even are worth, to both or to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from twoplayer import Variant, solve
from twoplayer.tables import Column
from twoplayer.variant import family
from twoplayer.variant.dice import Weights
from twoplayer.variant.variant import in_brief
from twoplayer.words import listed
from twoplayer.work import cores, spread

from .pages import Share, page
from .rows import RULES, SECOND_RULES, Row, csv_of, percent, row_of

_THROWN, _HIGH = 12 * 26_306, 106_602
"""How many dice Weldon threw, and how many of them showed a 5 or a 6 (K. Pearson, 1900)."""
_POINT = Fraction(1, 100)


_PLAYED = [
    *(*RULES, *SECOND_RULES, Column("loading"), Column("whose")),
    *(percent("first_player_ev"), percent("first_clacks")),
]
"""What a game is worth with some dice, where both players roll them, or one of them alone."""


def _weights(chances: Sequence[Fraction]) -> Weights:
    """Return chances of the sides as whole numbers."""
    whole = lcm(*(chance.denominator for chance in chances))
    return tuple(int(chance * whole) for chance in chances)


def more_often(face: int) -> Weights:
    """Return dice that show a face a point of percent more often, at the cost of all others."""
    return _weights([Fraction(1, 6) + (_POINT if n == face else -_POINT / 5) for n in range(1, 7)])


_HIGHER = Fraction(_HIGH, _THROWN)
_EVEN, _WELDON, _DOUBLE = "even", "Weldon's", "a six twice as likely"
OTHERS: Mapping[str, Weights] = {
    _WELDON: _weights([(1 - _HIGHER) / 4] * 4 + [_HIGHER / 2] * 2),
    _DOUBLE: (1, 1, 1, 1, 1, 2),
}
_FACES = [f"a point more of the {face}" for face in range(1, 7)]
_BOTH, _FIRST, _ = _WHOSE = "both", "first", "second"


def rows_of_loadings(variant: Variant) -> list[Row]:
    """Solve a game with even dice, and with loaded ones; the classic one with all of these."""
    dice = dict(OTHERS)
    if variant == Variant():
        dice |= {name: more_often(face) for face, name in enumerate(_FACES, 1)}
    games = [(_EVEN, _BOTH, variant, variant)]
    for name, weights in dice.items():
        loaded = variant.replace(weights=weights)
        pairs = (loaded, loaded), (loaded, variant), (variant, loaded)
        games += [(name, who, *pair) for who, pair in zip(_WHOSE, pairs, strict=True)]
    return [_row(*game) for game in games]


def _row(loading: str, whose: str, first: Variant, second: Variant) -> Row:
    solution = solve(first, second=second).fractions
    found = solution.first_player_ev, solution.outcomes.first_clacks
    return row_of(_PLAYED, first, second, loading, whose, *found)


def dice_report() -> dict[str, str]:
    """Report what dice that are not quite even are worth: the classic game, and the sixteen."""
    sixteen = family("sixteen").variants
    with cores() as executor:
        solved = dict(spread(rows_of_loadings, sixteen, executor))
    rows = [row for variant in sixteen for row in solved[variant]]
    evs = {
        v: {(each.loading, each.whose): each.first_player_ev for each in solved[v]} for v in sixteen
    }
    ev, even = evs[Variant()], evs[Variant()][_EVEN, _BOTH]
    clacks = {each.loading: each.first_clacks for each in solved[Variant()] if each.whose == _BOTH}
    together, alone = ([ev[face, who] - even for face in _FACES] for who in (_BOTH, _FIRST))
    most = max(map(abs, together))
    text = page(
        "dice",
        even=even,
        clacks=clacks[_EVEN],
        most=most,
        face=[abs(move) for move in together].index(most) + 1,
        ends=(alone[0], alone[-1]),
        higher=alone == sorted(alone),
        turned=listed([f"the {n}" for n, move in enumerate(alone, 1) if even + move > 0], "or"),
        weldon=[ev[_WELDON, who] for who in _WHOSE],
        weights=",".join(map(str, OTHERS[_WELDON])),
        double_six=Variant(weights=OTHERS[_DOUBLE]),
        same={
            dice: Share.of((evs[v][dice, _BOTH] > 0) == (evs[v][_EVEN, _BOTH] > 0) for v in sixteen)
            for dice in OTHERS
        },
        gains=Share.of(evs[v][_WELDON, _FIRST] > 0 for v in sixteen),
        gained=Share.of(evs[v][_EVEN, _BOTH] > 0 for v in sixteen),
        faces=[
            (dice, *(ev[dice, who] for who in _WHOSE), clacks[dice]) for dice in (*_FACES, *OTHERS)
        ],
        sixteen=[
            (in_brief(v), evs[v][_EVEN, _BOTH], *(evs[v][_WELDON, who] for who in _WHOSE))
            for v in sixteen
        ],
    )
    return {"dice.md": text, "dice.csv": csv_of(_PLAYED, rows)}

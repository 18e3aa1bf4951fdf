r"""What is played again: a value that comes back to itself is a fixed point.

*One game, of which ties are played again*, is exact. Let f(τ) be the first player's EV where a tie
pays him τ. To play again is worth what the game is: v = f(v), or f(−v) where the other player
starts then, or f(±2v) where the stake is doubled. With s for 1, −1, 2 or −2, v = f(s·v). The slope
of f is the chance of a tie. Let it be at most t where |τ| ≤ |s|·r, with q = |s|·t < 1, and
|f(0)| ≤ (1 − q)·r: then there is one such v in [−r, r], as `docs/mathematics.md` proves. Since f
consists of lines, it is on one of them, an exact fraction.

*How they are narrowed.* Let F(v) be the value of a state where being in it again is worth v: it
never falls, and rises by at most q < 1 of what v does. Where F(v) ≥ v, v ≤ F(v) ≤ F(F(v)) ≤ … leads
to V, so that F(v) ≤ V; likewise above. So where q is near 1, trying the middle of the bounds halves
them. Where the starter changes, F is of two rounds. Bounds that F narrows by g are at most
g/(1 − q) wider than they need be: it is applied until that, added up over all rounds, is little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from ..errors import RulesError, one_of, refused
from ..exact import Bounds, Rational, Rows, Values, exact, percent_text
from ..game.contest import Contest
from ..game.fairness import EVS, Favouring
from ..game.payouts import Segment, Unknown, ev_segments
from ..table import Column, Tabled, To
from ..turn.another import GameLike, as_game
from ..variant.variant import Variant
from ..work import tracked

AGAIN = {
    "same": "a tie is played again, and the same player starts",
    "other": "a tie is played again, and the other player starts",
}
"""Who starts again after a tie, in words."""
_NEAR = Fraction(1, 32)
"""So far from 0 the EV is found first: pieces are many, and most games nearly fair."""
_WIDER = 4
"""So many times as far is gone next."""
WIDEST = Fraction(1, 10**9)
"""Bounds are at most so wide."""
LITTLE = WIDEST / 10
"""Of that, what may be left where bounds could be narrowed further."""


@dataclass(frozen=True, eq=False, repr=False)
class Replayed(Favouring, Tabled):
    """What a game is worth whose ties are played again, until somebody wins.

    Parameters
    ----------
    variant
        The rules; their own `ties` make no difference.
    starts
        Who starts again: `"same"` or `"other"`.
    double
        Whether each tie doubles the stake.
    first_player_ev
        The expected value to the player who starts the first game, in stakes.

    Examples
    --------
    >>> again = replayed(Variant(tiles=4))
    >>> again.favoured, again.first_player_ev
    ('second', -54904/948014613)
    """

    variant: Variant
    starts: str
    double: bool
    first_player_ev: Rational = exact()

    about = "{self.how}"
    columns = (Column("starts", to=To.PROGRAMS), Column("double", to=To.PROGRAMS), *EVS)

    @property
    def how(self) -> str:
        """How ties are played again, in words."""
        return AGAIN[self.starts] + ", for double the stake" * self.double


def replayed(variant: GameLike, starts: str = "same", double: bool = False) -> Replayed:
    """Solve a game exactly whose ties are played again, until somebody wins.

    Parameters
    ----------
    variant
        As for `solve`; its own `ties` make no difference.
    starts
        Who starts again: the `"same"` player, or the `"other"`.
    double
        Whether each tie doubles the stake.

    Raises
    ------
    InputError
        If `starts` or `double` is something else.
    RulesError
        If the game has no value: a tie may be certain, or as likely as not where it doubles.
    UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    Examples
    --------
    >>> from twoplayer import ev_by_tie
    >>> game = replayed("even-stevens", starts="other", double=True)
    >>> ev = game.first_player_ev
    >>> ev_by_tie("even-stevens")(-2 * ev) == ev
    True
    """
    one_of("starts", starts, AGAIN)
    if not isinstance(double, bool):
        raise refused("double", double, "True | False")
    rules = as_game(variant)
    again = (1 if starts == "same" else -1) * (2 if double else 1)
    return Replayed(rules, starts, double, _fixed_point(rules, again))


def _fixed_point(variant: Variant, again: int) -> Fraction:
    """Return where the EV is v if a tie pays v times `again`."""
    far, solved = Fraction(0), _NEAR
    while True:
        while solved < far:
            solved *= _WIDER
        near = _ev_near(variant, solved)
        segments = [part for part in near if -far <= part.high and part.low <= far]
        chance = max(part.line.slope for part in segments)
        if chance == abs(again) == 1:
            raise RulesError("a tie may be certain, so the game might never end", of="tiles")
        if (grows := abs(again) * chance) >= 1:
            likely = f"a chance of {percent_text(chance, 2)} %, and a half is too much"
            raise refused("double", True, "False", f"where a tie may have {likely}", RulesError)
        at_0 = next(part.line.constant for part in segments if part.low <= 0 <= part.high)
        if (needed := abs(again * at_0) / (1 - grows)) <= far:
            break
        far = needed
    meets = ((part, part.line.constant / (1 - again * part.line.slope)) for part in segments)
    return next(ev for part, ev in meets if part.low <= again * ev <= part.high)


@lru_cache(maxsize=8)
def _ev_near(variant: Variant, far: Fraction) -> list[Segment]:
    """Return the EV where a tie pays next to nothing; all ways to play it again share that."""
    return ev_segments(Unknown(Contest((variant, variant)), "tie"), -far, far)


# Bounds of what comes back


def diagonals(size: int) -> Iterator[tuple[Rows, Rows]]:
    """Yield the states of two numbers below a size by their sum, the highest first.

    Whatever changes a state leads to a higher sum.
    """
    last = 2 * size - 2
    for both in tracked(range(last, -1, -1), pieces=lambda both: 1 + min(both, last - both)):
        mine = np.arange(max(0, both - size + 1), min(both, size - 1) + 1)
        yield mine, both - mine


def narrowed(bounds: Values, play: Callable[[Values], Values], starts: str, enough: int) -> Values:
    """Return bounds of fixed points, which playing a round narrows: until that is little.

    `play` returns bounds of what a round is worth where coming back is worth so much. The lower and
    the higher bound lie along the last axis.
    """
    again = 2 if starts == "alternate" else 1
    while True:
        now = _nearer(bounds, play(bounds))
        wide = now[..., 1] - now[..., 0]
        gain = bounds[..., 1] - bounds[..., 0] - wide
        bounds = now
        if gain.max() <= enough:
            return bounds
        if (wide > gain).any():
            middle = now.sum(axis=-1, keepdims=True) // 2
            then = np.repeat(middle, 2, axis=-1)
            for _ in range(again):
                then = play(then)
            proven = np.where((then - middle) * [1, -1] >= 0, then, now)
            bounds = _nearer(now, proven)


def to_me(bounds: Values) -> Values:
    """Return bounds of what one player has, from those of what the other has."""
    return -bounds[..., ::-1]


def near_enough(name: str, value: int, what: str, bounds: Values, unit: int) -> Bounds:
    """Return bounds in stakes, or refuse what they are too far apart for."""
    low, high = (Fraction(int(bound), unit) for bound in bounds)
    if high - low > WIDEST:
        apart = f"{float(high - low):.1e} apart, and {float(WIDEST):.0e} is wanted"
        why = f"where {what} is so near to certain that the bounds are {apart}"
        raise refused(name, value, "other rules", why)
    return Bounds(low, high)


def _nearer(one: Values, two: Values) -> Values:
    low = np.maximum(one[..., 0], two[..., 0])
    return np.stack([low, np.minimum(one[..., 1], two[..., 1])], axis=-1)

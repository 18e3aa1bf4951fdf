r"""What is played again: a value that comes back to itself is a fixed point.

*One game, of which ties are played again*, is exact. Let f(τ) be the EV of the player who starts a
game where a tie pays him τ. To play again is worth what the next game is: v = f(s·w) and
w = g(s·v), where g is as f of the player who starts the next one, f itself as a rule, and s is 1,
or −1 where the other player starts then, or 2 or −2 where the stake is doubled. The slopes of f and
g are the chances of a tie. Let them be at most t and u where ties pay up to |s|·y and |s|·x, with
s²·t·u < 1, |f(0)| + |s|·t·y ≤ x and |g(0)| + |s|·u·x ≤ y: then there is one such v in [−x, x], and
one w in [−y, y], as `docs/mathematics.md` proves. Since f and g consist of lines, both are on one,
exact fractions.

*How they are narrowed.* Let F(v) be the value of a state where being in it again is worth v: it
never falls, and rises by at most q < 1 of what v does. Where F(v) ≥ v, v ≤ F(v) ≤ F(F(v)) ≤ … leads
to V, so that F(v) ≤ V; likewise above. So where q is near 1, trying the middle of the bounds halves
them. Where the starter changes, F is of two rounds. Bounds that F narrows by g are at most
g/(1 − q) wider than they need be: it is applied until that, added up over all rounds, is little.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter

import numpy as np

from ..errors import RulesError, one_of, refused
from ..exact import Bounds, Rational, Rows, Values, exact, percent_text
from ..game.contest import Contest, contest
from ..game.fairness import EVS, Favouring
from ..game.payouts import Line, Segment, Unknown, ev_segments
from ..table import Column, Tabled, To
from ..turn.another import GameLike
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
    variant, second_variant
        The rules of the turn of who starts the first game, and of the other player's, whoever
        starts; their own `ties` make no difference.
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
    second_variant: Variant
    starts: str
    double: bool
    first_player_ev: Rational = exact()

    about = "{self.how}"
    columns = (Column("starts", to=To.PROGRAMS), Column("double", to=To.PROGRAMS), *EVS)

    @property
    def how(self) -> str:
        """How ties are played again, in words."""
        return AGAIN[self.starts] + ", for double the stake" * self.double


def replayed(
    variant: GameLike,
    starts: str = "same",
    double: bool = False,
    second: GameLike | None = None,
) -> Replayed:
    """Solve a game exactly whose ties are played again, until somebody wins.

    Parameters
    ----------
    variant
        As for `solve`; its own `ties` make no difference.
    starts
        Who starts again: the `"same"` player, or the `"other"`.
    double
        Whether each tie doubles the stake.
    second
        The rules of the turn of who does not start the first game, if they are others, as for
        `solve`. A player keeps his rules, whoever starts.

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

    By rules of their own each keeps his, whoever starts:

    >>> [replayed(Variant(tiles=4), who, second=Variant(tiles=3)).first_player_ev for who in AGAIN]
    [13307825/54964297, 58527203816169/241724736121345]
    """
    one_of("starts", starts, AGAIN)
    if not isinstance(double, bool):
        raise refused("double", double, "True | False")
    game = contest(variant, second)
    (one, other), again = game.rules, (1 if starts == "same" else -1) * (2 if double else 1)
    return Replayed(one, other, starts, double, _fixed_point(game, again))


def _fixed_point(game: Contest, again: int) -> Fraction:
    """Return what a game is worth to who starts it, if its ties are played again.

    A tie then pays `again` times what the next game is worth to who starts that one, who is the
    other player where `again` is negative.
    """
    next_rules = game.rules if again > 0 else game.rules[::-1]
    unknowns = [Unknown(each, "tie") for each in (game, Contest(next_rules))]
    far = [Fraction(0)] * 2  # how much a tie in each game pays at most
    while True:
        this, following = (_ev_near(*both) for both in zip(unknowns, far, strict=True))
        chances = [max(part.line.slope for part in evs) for evs in (this, following)]
        grows = again**2 * chances[0] * chances[1]
        if grows == abs(again) == 1:
            raise RulesError("a tie may be certain, so the game might never end", of="tiles")
        if grows >= 1:
            raise refused("double", True, "False", _likely(chances), RulesError)
        at_0 = [abs(_ev_at(evs, Fraction(0))) for evs in (this, following)]
        # A tie in one of the games pays what the other one is worth, and so in turn.
        needed = [
            abs(again) * (at_0[1 - one] + abs(again) * chances[1 - one] * at_0[one]) / (1 - grows)
            for one in (0, 1)
        ]
        if far == (farther := [*map(max, needed, far)]):
            break
        far = farther
    (a, b), (c, d) = _line(this, following, again), _line(following, this, again)
    return (a + again * b * c) / (1 - again**2 * b * d)


def _likely(chances: Iterable[Fraction]) -> str:
    """Say how likely a tie is, where the stake doubles too fast."""
    one, *other = dict.fromkeys(f"{percent_text(chance, 2)} %" for chance in chances)
    if other:
        return f"where ties may have chances of {one} and {other[0]}, by who starts"
    return f"where a tie may have a chance of {one}, and a half is too much"


def _ev_near(game: Unknown, far: Fraction) -> list[Segment]:
    """Return the EV where a tie pays little; all ways to play it again share what is solved."""
    solved = _NEAR
    while solved < far:
        solved *= _WIDER
    return [part for part in _solved(game, solved) if -far <= part.high and part.low <= far]


@lru_cache(maxsize=8)
def _solved(game: Unknown, far: Fraction) -> list[Segment]:
    return ev_segments(game, -far, far)


def _ev_at(evs: Sequence[Segment], tie: Fraction) -> Fraction:
    """Return the EV where a tie pays so much, which is on one of the lines."""
    return evs[bisect_left(evs, tie, hi=len(evs) - 1, key=attrgetter("high"))].line.at(tie)


def _line(evs: Sequence[Segment], others: Sequence[Segment], again: int) -> Line:
    """Return the line of a game's EV where what a tie pays is worth that in the end.

    The EVs of the other game are those where a tie pays what it is worth in this one.
    """

    def beyond(part: Segment) -> bool:
        return bool(part.high >= again * _ev_at(others, again * part.line.at(part.high)))

    return evs[bisect_left(evs, True, hi=len(evs) - 1, key=beyond)].line


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

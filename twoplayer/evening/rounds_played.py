"""How many rounds a race takes, if both play as well as the bounds of its values tell.

A state is who starts the next round, and both totals. A forward pass takes the chance of each state
through a round: to the starter's scores, the other's scores after each, and the next state. A turn
is played for the values of its scores; `twoplayer/turn/near_best.py` says how the turn ends. All
chances are whole numbers in parts of 2^60, and are rounded down. So the chance that is missing in
the end bounds how much each chance is too small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import ClassVar, NamedTuple

import numpy as np

from ..errors import GameTooLargeError, refused
from ..exact import Bounds, ExactNumber, ExactResult, Values, exact
from ..game.contest import Contest
from ..tables import Column, Tabled, percent
from ..turn.near_best import CERTAIN, ends_near_best
from ..variant.variant import Rules
from ..work import tracked
from .rounds import BY_SCORES, Race, ScoredTurn, other_starts, race

MOST_CHANCES = 2**25  # of scores in states, kept in memory
MOST_PLAYED = 10**4  # the most rounds that are played
MOST_ROUNDS_APART = Fraction(1, 10**6)  # rounds, of the bounds of the mean
_LEAST = CERTAIN >> 36  # a race that goes on with less chance is no longer played
_HALF = 30  # bits


class _Row(NamedTuple):
    """The chance that a race takes this number of rounds."""

    rounds: int
    chance: Fraction


@dataclass(frozen=True, eq=False, repr=False)
class RoundsPlayed(ExactResult, Tabled):
    """How many rounds a race takes, if both play as well as they can.

    Where moves are equally good, or the bounds of the match do not tell moves apart, each move is
    as likely as the others. The records have a row for each number of rounds.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the turns of the player who starts round 1.
    second_variant : Variant or Game
        The rules of the other player's turns.
    to : int
        The total that ends the race.
    starts : str
        Who starts the next round.
    most_likely : int
        The number of rounds with the largest of `chances`.
    mean : Bounds
        How many rounds the race takes on average, at least and at most.
    chances : dict of sympy.Rational
        The probability of each number of rounds, from 1 on; each number is at most 1e-9 too small.

    Examples
    --------
    >>> from twoplayer import Variant, match
    >>> played = match(Variant(tiles=2), to=5).rounds_played()
    >>> f"{float(played.mean.low):.6f}", f"{float(played.mean.high):.6f}", played.most_likely
    ('2.025822', '2.025822', 2)
    """

    variant: Rules
    second_variant: Rules
    to: int
    starts: str
    most_likely: int = field(compare=False)
    mean: Bounds = exact()
    chances: dict[int, ExactNumber] = exact(repr=False)

    about = "Rounds of a race to {self.to}, starts {self.starts}"
    columns: ClassVar[Sequence[Column]] = (
        Column("rounds", attrgetter("rounds")),
        percent("chance", "chance\n(%)", value=attrgetter("chance")),
    )

    def _rows(self) -> list[_Row]:
        return [_Row(*each) for each in self.fractions.chances.items()]


def rounds_played(game: Contest, starts: str, to: int) -> RoundsPlayed:
    """Play a race forwards, from its start on, until it is nearly sure to be over."""
    _, states = race(game, starts, to)
    played = [_Starter(states, *order, place) for order, place in _starters(states)]
    going = np.zeros((len(played), states.size, states.size), np.int64)
    going[0, 0, 0] = CERTAIN
    over, on = [0], [CERTAIN]  # by number of rounds: the chance to end in it, and to go on
    while on[-1] > max(_LEAST, CERTAIN - sum(over) - on[-1]) and len(on) <= MOST_PLAYED:
        after = np.zeros_like(going)
        over.append(sum(each.play(going, after) for each in played))
        going = after
        on.append(int(going.sum(dtype=object)))
    ended = np.cumsum(np.array(over, object)).tolist()
    # Every round raises a total, except with a chance of at most 1 − least_end, and 2 · size raises
    # end the race. So from any state on the race takes at most this many rounds on average.
    further = 2 * states.size / states.least_end
    low = sum(on[:-1])
    high = sum(CERTAIN - gone for gone in ended[:-1]) + (CERTAIN - ended[-1]) * further
    mean = Bounds(Fraction(low, CERTAIN), Fraction(high) / CERTAIN)
    if mean.high - mean.low > MOST_ROUNDS_APART:
        apart = (
            f"{float(mean.high - mean.low):.1e} apart, and {float(MOST_ROUNDS_APART):.0e} is wanted"
        )
        why = f"where a clack is so near to certain that bounds of the mean are {apart}"
        raise refused("to", to, "other rules", why)
    chances = {rounds: Fraction(gone, CERTAIN) for rounds, gone in enumerate(over) if rounds}
    most = max(chances, key=chances.__getitem__)
    return RoundsPlayed(*game.pair, to, starts, most, mean, chances)


def _starters(states: Race) -> list[tuple[tuple[ScoredTurn, ScoredTurn], int]]:
    """Return the turns of each player who may start a round, and the player's place."""
    both = zip(states.series.orders, states.places, strict=True)
    return sorted(
        [(order, place) for order, places in both for place in places.tolist()],
        key=lambda each: each[1],
    )


class _Starter:
    """The rounds that one player starts: the chances of the scores in every state.

    `own` has the chances of the starter's scores, shape (the starter's totals, the other's totals,
    scores). `others` has the chances of the other player's scores, by the starter's total after the
    starter's turn. There is one such array; where scores say who starts next, there is one for each
    of the starter's scores.
    """

    def __init__(self, states: Race, own: ScoredTurn, others: ScoredTurn, starter: int) -> None:
        self.states, self.starter = states, starter
        size, starts = states.size, states.series.starts
        self.turns = own, others
        groups = len(own.scores) if starts in BY_SCORES else 1
        numbers = size**2 * (len(own.scores) + groups * len(others.scores))
        if numbers > MOST_CHANCES:
            many = f"{numbers} chances of scores, and {MOST_CHANCES} is the limit"
            takes = "a lower total, or another scoring"
            raise refused("to", states.to, takes, f"where there are {many}", GameTooLargeError)
        mine, other = map(np.ravel, np.indices((size, size)))
        who = np.full_like(mine, starter)
        payoffs = states.own_payoffs(own, others, who, mine, other)
        self.own = _chances(own, payoffs).reshape(size, size, -1)
        firsts = own.scores if groups > 1 else own.scores[:1]
        self.others = [
            _chances(
                others, states.others_payoffs(others, who, mine, other, np.array([first]))
            ).reshape(size, size, -1)
            for first in tracked(firsts.tolist())
        ]

    def play(self, going: Values, after: Values) -> int:
        """Pass the chances of states on by a round; return the chance that the race ends in it."""
        states, size = self.states, self.states.size
        own, others = self.turns
        now = going[self.starter]
        over, scored = 0, [np.zeros_like(now) for _ in self.others]  # by the starter's new total
        for place, to in enumerate(states.after[own].T):
            part = _product(now, self.own[..., place])
            below = to < size
            over += int(part[~below].sum(dtype=object))
            scored[place if len(scored) > 1 else 0][to[below]] += part[below]
        for place, (reached, chances) in enumerate(zip(scored, self.others, strict=True)):
            if not reached.any():
                continue
            for score, to in enumerate(states.after[others].T):
                part = _product(reached, chances[..., score])
                below = to < size
                over += int(part[:, ~below].sum(dtype=object))
                first, second = own.scores[place : place + 1], others.scores[score : score + 1]
                if other_starts(states.series.starts, first, second)[0]:
                    after[~self.starter][to[below]] += part[:, below].T
                else:
                    after[self.starter][:, to[below]] += part[:, below]
        return over


def _chances(scored: ScoredTurn, payoffs: Values) -> Values:
    """Return the chance of each score of a turn played for payoffs, shape (columns, scores).

    The payoffs are a lower bound and minus an upper bound, shape (scores, columns, 2).
    """
    low, high = payoffs[..., 0], -payoffs[..., 1]
    off = (high - low).max(axis=0) // 2 + 1
    middle = (low + high) // 2
    by_place = np.argsort(scored.place, kind="stable")
    firsts = np.flatnonzero(np.diff(scored.place[by_place], prepend=-1))
    found = np.zeros((payoffs.shape[1], len(scored.scores)), np.int64)
    wide = 2**12
    for at in range(0, payoffs.shape[1], wide):
        block = slice(at, at + wide)
        ends = ends_near_best(scored.turn, middle[:, block][scored.place], off[block])
        of_scores = np.add.reduceat(ends[by_place], firsts, axis=0)
        found[block, scored.place[by_place[firsts]]] = of_scores.T
    return found


def _product(one: Values, other: Values) -> Values:
    """Return the product of chances in parts of 2^60, rounded down by less than 3 parts."""
    low = (1 << _HALF) - 1
    a, b, c, d = one >> _HALF, one & low, other >> _HALF, other & low
    return np.asarray(a * c + (a * d >> _HALF) + (b * c >> _HALF))

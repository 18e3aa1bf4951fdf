r"""A race: rounds until a total has reached the target at the end of one, between proven bounds.

A state before a round is the total a of the player who starts it, the total b of the other, and
whom equal totals favour; V is its value to the starter, and U(a + s, b) that of the other's turn,
once s is scored. Two clacks leave the totals as they are, so V is a fixed point, and its exact
denominator explodes with the rounds. It is kept between two whole numbers of a large unit.

*Why they are bounds.* What a turn is worth never falls when what it is paid does: the best and the
average of numbers never do. So it lies between the turns that are paid the lower and the higher
numbers. A turn that rounds its averages down is worth that or less, by less than 1 for each roll;
so many are added to the higher bound.

*Why they are narrow.* Let F(v) be the value of a state where being in it again is worth v: it never
falls, and it rises by at most q = p² of what v does, where p < 1 is the best chance to clack. So
V = F(V) is the only one, and lies in [F(l), F(h)] if it lies in [l, h], which is q times as wide.
And where F(v) ≥ v, v ≤ F(v) ≤ F(F(v)) ≤ … leads to V, so that F(v) ≤ V; likewise above. Where q is
near 1, trying the middle of the bounds halves them. Where the starter changes, F is of two rounds.
Bounds that F narrows by g are at most g/(1 − q) wider than they need be: it is applied until that,
added up over all rounds, is little of what is allowed.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ..errors import GameTooLargeError, RulesError, refused
from ..exact import Bounds, Rows, Values
from ..work import part, tracked
from .scored import BY_SCORES, ScoredTurn, other_starts

MOST_PAIRS = 2**22
"""So many pairs of totals are the most."""

APART = Fraction(1, 10**9)
"""The bounds are at most so far apart."""

_LITTLE = APART / 10
"""Of that, what may be left where bounds could be narrowed further."""


def race(turn: ScoredTurn, to: int, starts: str, margin: int) -> Bounds:
    """Enclose what a race to a total is worth to who starts round 1 with a margin."""
    with part(0):
        clacks = turn.values((turn.scores == 0)[:, np.newaxis].astype(np.int64))
    ends = 1 - Fraction(clacks[0], turn.turn.scale) ** 2
    if not ends:
        raise RulesError("all can be covered for certain, so a race might never end", of="tiles")
    with part(0):
        states = _States(turn, starts, margin, ends, _totals(turn.scores, to))
    last = 2 * states.below - 2
    for diagonal in tracked(range(last, -1, -1), by=lambda d: 1 + min(d, last - d)):
        states.solve(diagonal)
    low, high = (Fraction(int(bound), states.unit) for bound in states.worth[0, 0, 0])
    if high - low > APART:
        raise refused(
            "to",
            to,
            "other rules",
            "where a clack is so near to certain that the bounds are "
            f"{float(high - low):.1e} apart, and {float(APART):.0e} is wanted",
        )
    return Bounds(low, high)


def _totals(scores: Values, to: int) -> tuple[Values, Values]:
    """Return the totals below the target, and those where somebody reaches it, ascending."""
    below, over, new = {0}, set[int](), {0}
    while new:
        after = {total + score for total in new for score in scores.tolist()}
        over |= {total for total in after if total >= to}
        new = {total for total in after if total < to} - below
        below |= new
        if (pairs := len(below) * (len(below) + len(over))) > MOST_PAIRS:
            raise refused(
                "to",
                to,
                "a lower total, or another scoring",
                f"on the way to which there are {pairs} pairs of totals, or more, and {MOST_PAIRS} "
                "is the limit",
                GameTooLargeError,
            )
    return np.array(sorted(below), scores.dtype), np.array(sorted(over), scores.dtype)


class _States:
    """The states of a race before a round, and what is known of their values."""

    def __init__(
        self,
        turn: ScoredTurn,
        starts: str,
        margin: int,  # the first player's before round 1
        ends: Fraction,  # the least chance, 1 − q, that a round is not one of two clacks
        totals: tuple[Values, Values],  # those below the target, and those that reach it
    ) -> None:
        below = totals[0]
        self.turn, self.starts, self.below = turn, starts, len(below)
        self.unit = turn.unit  # values are in whole numbers of it
        # So little bounds have to be narrowed in a round for them to be narrow.
        self.enough = max(turn.turn.rolls, int(_LITTLE * self.unit * ends / (2 * self.below)))
        self.totals = np.concatenate(totals)
        self.after = np.searchsorted(self.totals, np.add.outer(below, turn.scores))
        favours = {margin} if starts == "same" else {margin, -margin}
        self.margins = np.array(sorted(favours, key=lambda each: each != margin))
        size = len(self.margins), len(self.totals), self.below, 2
        # By whose ties, and by the places of a and b: V, the lower and the higher bound along the
        # last axis, and U in the same way, where it depends on nothing else.
        self.scored = np.zeros(size, np.int64)
        self.worth = np.full((size[0], self.below, *size[2:]), [-self.unit, self.unit])
        self._score_last()

    def _score_last(self) -> None:
        """Solve the other's turn where the starter has reached the target: the last."""
        ends = self.totals[self.below :, np.newaxis] - self.totals[: self.below]
        margins, place = np.unique(np.add.outer(self.margins, 2 * ends), return_inverse=True)
        found = self.turn.in_blocks(self._last_turn, margins)
        self.scored[:, self.below :] = found[place.reshape(len(self.margins), *ends.shape)]

    def _last_turn(self, margins: Values) -> Values:
        """Return bounds of U where it is the last turn, and these are the starter's margins."""
        to_other = self._won(margins - 2 * self.turn.scores[:, np.newaxis])
        return _to_me(self._bounded(to_other))

    def _won(self, margins: Values) -> Values:
        """Return what the other player has, where these are the starter's margins at the end."""
        found: Values = np.sign(margins).astype(np.int64) * self.unit
        return np.stack([found, found], axis=-1)

    def _bounded(self, payoffs: Values) -> Values:
        """Return bounds of what turns are worth, paid between these bounds for each score."""
        flat = payoffs.reshape(len(payoffs), -1)
        found = self.turn.values(flat, rounded=True).reshape(payoffs.shape[1:])
        found[..., 1] = np.minimum(found[..., 1] + self.turn.turn.rolls, self.unit)
        return found

    def _others_turn(self, favour: Rows, mine: Rows, other: Rows, first: Values) -> Values:
        """Return bounds of U where the starter's total is below the target.

        `favour`, `mine` and `other` are the places of his margin by ties, of his total and of the
        other's; `first` is what he has scored.
        """
        after = self.after[other].T
        known = np.minimum(after, self.below - 1)
        turned = other_starts(self.starts, first, self.turn.scores[:, np.newaxis])
        payoffs = np.where(
            turned[..., np.newaxis],
            self.worth[len(self.margins) - 1 - favour, known, mine],
            _to_me(self.worth[favour, mine, known]),
        )
        ends = after >= self.below
        margins = self.margins[favour] + 2 * (self.totals[mine] - self.totals[after])
        return _to_me(self._bounded(np.where(ends[..., np.newaxis], self._won(margins), payoffs)))

    def solve(self, diagonal: int) -> int:
        """Solve the states whose places of totals add up to this; return how many there are.

        Every round but one of two clacks leads to a later sum.
        """
        mine = np.arange(max(0, diagonal - self.below + 1), min(diagonal, self.below - 1) + 1)
        count = len(mine)
        favour = np.repeat(np.arange(len(self.margins)), count)
        mine = np.tile(mine, len(self.margins))
        other = diagonal - mine
        here = favour, mine, other
        after, scores = self.after[mine].T, self.turn.scores
        payoffs = self.scored[favour, after, other]
        if self.starts in BY_SCORES:
            score, state = np.nonzero((after < self.below) & (after > mine))
            totals = after[score, state], other[state]
            payoffs[score, state] = self.turn.in_blocks(
                self._others_turn, favour[state], *totals, scores[score]
            )

        def play() -> Values:
            self.scored[here] = self._others_turn(*here, np.zeros_like(scores[:1]))
            if scores[0] == 0:
                payoffs[0] = self.scored[here]
            return self._bounded(payoffs)

        again = 2 if self.starts == "alternate" else 1
        while True:
            before = self.worth[here]
            now = self.worth[here] = _both(before, play())
            gain, wide = _width(before) - _width(now), _width(now)
            if gain.max() <= self.enough:
                return count
            if (wide > gain).any():
                middle = now.sum(axis=-1, keepdims=True) // 2
                self.worth[here] = middle
                for _ in range(again):
                    found = self.worth[here] = play()
                proven = np.where((found - middle) * [1, -1] >= 0, found, now)
                self.worth[here] = _both(now, proven)


def _to_me(to_other: Values) -> Values:
    """Return bounds of what one player has, from those of what the other has."""
    return -to_other[..., ::-1]


def _both(some: Values, others: Values) -> Values:
    """Return the nearer of two pairs of bounds, on either side."""
    low = np.maximum(some[..., 0], others[..., 0])
    return np.stack([low, np.minimum(some[..., 1], others[..., 1])], axis=-1)


def _width(bounds: Values) -> Values:
    found: Values = bounds[..., 1] - bounds[..., 0]
    return found

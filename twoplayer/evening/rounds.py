r"""A number of rounds, of which the totals of the scores are compared: exact, or between bounds.

A player's *margin* is twice what his total is above the other's, and 1 more or less where equal
totals lose or win. So he wins below 0 and loses above, whatever `ties` says, and of the other
player everything is minus his. With r rounds to come, V_r(m) is the value to the player who starts
the next one, where m is his margin; with none it is 1 below 0 and −1 above. He scores s, then the
other, who knows it, scores t:

    y = m + 2s − 2t                      the margin after the round
    to the other, for t                  −V_{r−1}(y), or V_{r−1}(−y) where the other starts next
    to the starter, for s                minus the value of the other's turn

Where the scores do not matter to who starts, the other's turn depends on m + 2s alone: whatever
leads there is solved once. A margin that the rounds to come cannot turn is not solved at all.

*Bounds.* Exact numbers get longer with every turn. In whole numbers of a small unit, a turn whose
averages are rounded down is worth that or less, by less than 1 for each of its most n rolls. The
best and the average of numbers are off by no more than the numbers. So where V_{r−1} is within e
of what was found, the other's turn is found within e below and e + n above, and V_r within e + n.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ..errors import GameTooLargeError, refused
from ..exact import Bounds, Values
from ..work import tracked
from .scored import BY_SCORES, ScoredTurn, other_starts

MOST_ROUNDS = 1000
MOST_PAIRS = 2**23
"""So many pairs of a margin and a score, of all rounds together, are the most."""


def rounds(
    turn: ScoredTurn, number: int, starts: str, margin: int, *, exact: bool
) -> list[Fraction | Bounds]:
    """Return what matches of 1, 2, … rounds are worth to who starts round 1 with a margin."""
    before = _margins(turn.scores, number, margin)
    unit = 1 if exact else turn.unit
    worth = _Worth.of(-1, np.array([0]), 1, np.array([0], object if exact else np.int64), unit)
    found: list[Fraction | Bounds] = []
    # Every turn makes exact numbers longer, so the rounds that are solved last take the most.
    for left, margins in tracked(
        enumerate(before, 1), by=lambda each: (each[0] if exact else 1) * len(each[1])
    ):
        worth = _round(turn, starts, margins, worth, exact=exact)
        ev, off = int(worth.at(np.array(margin))), left * turn.turn.rolls
        low, high = max(ev - off, -worth.unit), min(ev + off, worth.unit)
        bounds = Bounds(Fraction(low, worth.unit), Fraction(high, worth.unit))
        found.append(Fraction(ev, worth.unit) if exact else bounds)
    return found


def _margins(scores: Values, rounds: int, first: int) -> list[Values]:
    """Return the margins that there can be before the last round, before the last but one, ….

    Those that the rounds to come cannot turn are left out.
    """
    before, pairs = [np.unique(np.array([first, -first], scores.dtype))], 0
    for left in range(rounds - 1, -1, -1):
        margins = before[-1]
        for change in (scores, -scores):
            pairs += len(margins) * len(change)
            if pairs > MOST_PAIRS:
                raise refused(
                    "rounds",
                    rounds,
                    "fewer rounds, or another scoring",
                    f"in which there are {pairs} pairs of a difference of the totals and a score, "
                    f"or more, and {MOST_PAIRS} is the limit",
                    GameTooLargeError,
                )
            margins = np.unique(np.add.outer(margins, 2 * change))
        margins = np.unique(np.concatenate([margins, -margins]))
        before.append(margins[abs(margins) <= 2 * left * (scores[-1] - scores[0])])
    return before[-2::-1]


class _Worth(NamedTuple):
    """What margins are worth to the player who starts the next round, or nearly."""

    margins: Values  # ascending; up to the first all are worth 1, and from the last on −1
    values: Values  # in whole numbers, times `unit`
    unit: int

    @classmethod
    def of(cls, low: int, margins: Values, high: int, values: Values, unit: int) -> _Worth:
        """Return what margins are worth, and those up to one and from another on."""
        every = np.array([low, *margins.tolist(), high], margins.dtype)
        return cls(every, np.array([unit, *values, -unit], values.dtype), unit)

    def at(self, margins: Values) -> Any:
        """Return what some margins are worth, in the same shape."""
        known = np.clip(margins, self.margins[0], self.margins[-1])
        return self.values[np.searchsorted(self.margins, known)]

    def shortened(self) -> _Worth:
        """Return the same in the smallest whole numbers."""
        common = np.gcd.reduce(self.values)
        return _Worth(self.margins, self.values // common, self.unit // common)


def _round(turn: ScoredTurn, starts: str, margins: Values, after: _Worth, *, exact: bool) -> _Worth:
    """Return what margins are worth before a round, from what they are worth after it."""
    scores, scale = turn.scores, turn.turn.scale if exact else 1
    low, high = after.margins[[0, -1]] + 2 * scores[[0, -1]]
    sums = np.add.outer(2 * scores, margins)
    open_still = (low < sums) & (sums < high)
    first, then = scores[np.nonzero(open_still)[0]], sums[open_still]
    place = np.arange(len(then))
    if starts not in BY_SCORES:
        then, place = np.unique(then, return_inverse=True)
        first = np.zeros_like(then)

    def others_turn(first: Values, then: Values) -> Values:
        margins = then - 2 * scores[:, np.newaxis]
        turned = other_starts(starts, first, scores[:, np.newaxis])
        to_other = np.where(turned, after.at(-margins), -after.at(margins))
        return turn.values(to_other, rounded=not exact)

    payoffs = np.where(sums <= low, 1, -1).astype(after.values.dtype) * (after.unit * scale)
    payoffs[open_still] = -turn.in_blocks(others_turn, first, then)[place]
    values = turn.values(payoffs, rounded=not exact)
    worth = _Worth.of(
        low - 2 * scores[-1], margins, high - 2 * scores[0], values, after.unit * scale**2
    )
    return worth.shortened() if exact else worth

r"""A number of rounds, of which the totals of the scores are compared: the exact value.

With r rounds to come, V_r(m) is the value to the player who starts the next one, where m is his
margin; with none it is 1 below 0 and −1 above. He scores s, then the other, who knows it, scores t:

    y = m + 2s − 2t                      the margin after the round
    to the other, for t                  −V_{r−1}(y), or V_{r−1}(−y) where the other starts next
    to the starter, for s                minus the value of the other's turn

Where the scores do not matter to who starts, the other's turn depends on m + 2s alone: whatever
leads there is solved once. A margin that the rounds to come cannot turn is not solved at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ..errors import GameTooLargeError, refused, whole_number
from ..exact import Rational, Values, exact
from ..game.fairness import EV
from ..progress import tracked
from ..table import Column, To
from ..variant.registry import VariantLike
from ..variant.variant import Variant
from .match import (
    BY_SCORES,
    MARGIN,
    RESULT,
    STARTS_COLUMN,
    Match,
    MatchTurn,
    match_rules,
    other_starts,
)

MOST_ROUNDS = 1000
MOST_PAIRS = 2**23
"""So many pairs of a margin and a score, of all rounds together, are the most."""


@dataclass(frozen=True, eq=False, repr=False)
class Rounds(Match):
    """The exact value of a match of some rounds, under optimal play of both players.

    Parameters
    ----------
    variant
        The rules.
    rounds
        How many there are.
    starts
        Who starts the next round: `"same"`, `"alternate"`, `"loser"` or `"winner"`.
    by_rounds
        The expected value to the player who starts round 1, in stakes, of matches of 1, 2, …
        rounds, by their number.

    Examples
    --------
    >>> match = rounds(Variant(tiles=4), 3)
    >>> match
    Rounds(variant=Variant(tiles='1-4'), rounds=3, starts='alternate', first_player_ev≈-0.000020)
    >>> match.favoured, match.by_rounds[1]
    ('second', -6863/136048896)
    """

    variant: Variant
    rounds: int
    starts: str
    by_rounds: dict[int, Rational] = exact(repr=False)

    columns = STARTS_COLUMN, Column("rounds"), EV._replace(to=To.PROGRAMS), *RESULT

    @property
    def first_player_ev(self) -> Rational:
        """The expected value to the player who starts round 1, in stakes."""
        return self._number(self.fractions.by_rounds[self.rounds])

    def _title(self) -> str:
        return f"Matches in rounds, starts {self.starts}: {self.variant.in_words()}"

    def shorter(self) -> list[Rounds]:
        """Return the matches of 1, 2, … rounds, in `Fraction`s, each with its own value alone."""
        evs = self.fractions.by_rounds
        return [replace(self, rounds=n, by_rounds={n: ev}).fractions for n, ev in evs.items()]

    _found = shorter


def rounds(
    variant: VariantLike,
    rounds: int,
    starts: str = "alternate",
) -> Rounds:
    """Solve a match of some rounds exactly: the lower total of the scores wins one stake.

    Equal totals are as `ties` says, where the first player is who starts round 1.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant; a clack pays 1 and does not win at once.
    rounds
        How many there are.
    starts
        Who starts the next round: `"same"`, `"alternate"`, or by the scores of this one, whatever
        `ties` says, `"loser"` or `"winner"`; after equal scores the same player again.

    Raises
    ------
    InputError
        If `rounds` is not a whole number from 1 to 1000, or `starts` is unknown.
    RulesError
        If the rules are not those of a match.
    GameTooLargeError
        If there are too many totals.

    Examples
    --------
    >>> rounds(Variant(tiles=3), 2, starts="loser").first_player_ev
    0
    """
    rules, number = match_rules(variant, starts), whole_number("rounds", rounds, 1, MOST_ROUNDS)
    turn, first = MatchTurn.of(rules), MARGIN[rules.ties]
    before = _margins(turn.scores, number, first)
    # Every turn makes numbers longer, so the rounds that are solved last take the most.
    worth, evs = _Worth(np.array([-1, 0, 1]), np.array([1, 0, -1], object), 1), []
    for _, margins in tracked(enumerate(before, 2), by=lambda each: each[0] * len(each[1])):
        worth = _round(turn, starts, margins, worth)
        evs.append(Fraction(worth.at(np.array(first)), worth.unit))
    return Rounds(rules, number, starts, dict(enumerate(evs, 1)))


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
    """What margins are worth to the player who starts the next round."""

    margins: Values  # ascending; up to the first all are worth 1, and from the last on −1
    values: Values  # times `unit`, which makes them whole
    unit: int

    @classmethod
    def of(cls, low: int, margins: Values, high: int, values: Values, unit: int) -> _Worth:
        """Return what margins are worth, and those up to one and from another on."""
        every = np.array([low, *margins.tolist(), high], margins.dtype)
        return cls(every, np.array([unit, *values, -unit], object), unit)

    def at(self, margins: Values) -> Any:
        """Return what some margins are worth, in the same shape."""
        known = np.clip(margins, self.margins[0], self.margins[-1])
        return self.values[np.searchsorted(self.margins, known)]

    def shortened(self) -> _Worth:
        """Return the same in the smallest whole numbers."""
        common = np.gcd.reduce(self.values)
        return _Worth(self.margins, self.values // common, self.unit // common)


def _round(turn: MatchTurn, starts: str, margins: Values, after: _Worth) -> _Worth:
    """Return what margins are worth before a round, from what they are worth after it."""
    scores, scale = turn.scores, turn.turn.scale
    low, high = after.margins[[0, -1]] + 2 * scores[[0, -1]]
    payoffs = np.empty((len(scores), len(margins)), object)
    step = 1 if starts in BY_SCORES else len(scores)
    for start in tracked(range(0, len(scores), step)):
        some = slice(start, start + step)
        sums = np.add.outer(2 * scores[some], margins)
        open_still = np.unique(sums[(low < sums) & (sums < high)])
        then = open_still - 2 * scores[:, np.newaxis]
        other = other_starts(starts, scores[start], scores[:, np.newaxis])
        to_other = np.where(other, after.at(-then), -after.at(then))
        values = -turn.values(to_other)
        payoffs[some] = _Worth.of(low, open_still, high, values, after.unit * scale).at(sums)
    values = turn.values(payoffs)
    return _Worth.of(
        low - 2 * scores[-1], margins, high - 2 * scores[0], values, after.unit * scale**2
    ).shortened()

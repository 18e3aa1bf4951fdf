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

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ..errors import GameTooLargeError
from ..exact import ExactResult, Rational, Values, exact_record
from ..executors import Progress, told
from ..game.fairness import favoured_by
from ..variant.registry import VariantLike
from ..variant.variant import Variant
from ..writing import Row, Shown, in_percent
from .match import BY_SCORES, MARGIN, MatchTurn, as_whole, match_rules, other_starts

__all__ = ["Rounds", "rounds"]

MOST_ROUNDS = 1000
MOST_PAIRS = 2**23
"""So many pairs of a margin and a score, of all rounds together, are the most."""


@dataclass(frozen=True, repr=False)
class Rounds(ExactResult, Shown):
    """The exact value of a match of some rounds, under optimal play of both players.

    Parameters
    ----------
    variant
        The rules.
    rounds
        How many there are.
    starts
        Who starts the next round: `"same"`, `"alternate"`, `"loser"` or `"winner"`.

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
    _evs: tuple[Fraction, ...] = field(compare=False)

    def __repr__(self) -> str:
        return (
            f"Rounds(variant={self.variant!r}, rounds={self.rounds}, starts={self.starts!r}, "
            f"first_player_ev≈{float(self._evs[-1]):.6f})"
        )

    @property
    def first_player_ev(self) -> Rational:
        """The expected value to the player who starts round 1, in stakes."""
        return self._number(self._evs[-1])

    @property
    def by_rounds(self) -> dict[int, Rational]:
        """The same value of matches of 1, 2, … rounds, by their number."""
        return dict(enumerate(map(self._number, self._evs), 1))

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, who starts round 1, `"second"` or `"nobody"`."""
        return favoured_by(self._evs[-1])

    def _title(self) -> str:
        return f"Matches in rounds, starts {self.starts}: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        return [{"rounds": n, **in_percent(ev)} for n, ev in enumerate(self._evs, 1)]

    def to_records(self) -> list[dict[str, Any]]:
        """Return the value of matches of 1, 2, … rounds, as plain data for a data frame.

        Returns
        -------
        list of dict
            `starts`; `rounds`; the first player's EV as `exact`, text `"p/q"`, and as `approx`, a
            float.
        """
        return [
            {"starts": self.starts, "rounds": n, **exact_record(ev)}
            for n, ev in enumerate(self._evs, 1)
        ]


def rounds(
    variant: VariantLike,
    rounds: int,
    starts: str = "alternate",
    progress: Progress | None = None,
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
    progress
        Called with the part of the work that has just been done.

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
    rules, number = match_rules(variant, starts), as_whole("rounds", rounds, MOST_ROUNDS)
    turn, first, advance = MatchTurn.of(rules), MARGIN[rules.ties], told(progress)
    before = _margins(turn.scores, number, first)
    # Every turn makes numbers longer, so the rounds that are solved last take the most.
    work = [len(margins) * (place + 2) for place, margins in enumerate(before)]
    worth, evs = _Worth(np.array([-1, 0, 1]), np.array([1, 0, -1], object), 1), []
    for margins, part in zip(before, work, strict=True):
        worth = _round(turn, starts, margins, worth, told(advance, part / sum(work)))
        evs.append(Fraction(worth.at(np.array(first)), worth.unit))
    return Rounds(rules, number, starts, tuple(evs))


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
                raise GameTooLargeError(
                    f"rounds: got {rounds}, in which there are {pairs} pairs of a difference of "
                    f"the totals and a score, or more, and {MOST_PAIRS} is the limit; takes fewer "
                    "rounds, or another scoring"
                )
            margins = np.unique(np.add.outer(margins, 2 * change))
        margins = np.unique(np.concatenate([margins, -margins]))
        before.append(margins[abs(margins) <= 2 * left * (scores[-1] - scores[0])])
    return before[-2::-1]


class _Worth(NamedTuple):
    """What margins are worth to the player who starts the next round.

    Parameters
    ----------
    margins
        Ascending; up to the first all are worth 1, and from the last on −1.
    values
        In whole numbers.
    unit
        What makes them whole.
    """

    margins: Values
    values: Values
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


def _round(
    turn: MatchTurn, starts: str, margins: Values, after: _Worth, progress: Progress
) -> _Worth:
    """Return what margins are worth before a round, from what they are worth after it."""
    scores, scale = turn.scores, turn.turn.scale
    low, high = after.margins[[0, -1]] + 2 * scores[[0, -1]]
    payoffs = np.empty((len(scores), len(margins)), object)
    step = 1 if starts in BY_SCORES else len(scores)
    shares = len(range(0, len(scores), step))
    for start in range(0, len(scores), step):
        some = slice(start, start + step)
        sums = np.add.outer(2 * scores[some], margins)
        open_still = np.unique(sums[(low < sums) & (sums < high)])
        then = open_still - 2 * scores[:, np.newaxis]
        other = other_starts(starts, scores[start], scores[:, np.newaxis])
        to_other = np.where(other, after.at(-then), -after.at(then))
        values = -turn.values(to_other)
        payoffs[some] = _Worth.of(low, open_still, high, values, after.unit * scale).at(sums)
        progress(1 / shares)
    values = turn.values(payoffs)
    return _Worth.of(
        low - 2 * scores[-1], margins, high - 2 * scores[0], values, after.unit * scale**2
    ).shortened()

"""What matches of several rounds have in common: their rules, who starts, and a turn in them.

A match is seen by the player who starts the next round. What counts is his *margin*: twice what his
total is above the other's, and 1 more or less where equal totals lose or win. So he wins below 0
and loses above, whatever `ties` says, and of the other player everything is minus his.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import Fault, Faults, RulesError, one_of
from ..exact import Bounds, ExactResult, Rows, Values, percent_text
from ..game.fairness import favoured_between
from ..table import Column, Tabled, To
from ..turn.induction import Turn, turn_of
from ..turn.states import state_scores
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant

STARTS: Mapping[str, str] = {
    "same": "the same player starts every round",
    "alternate": "the players start in turn",
    "loser": "who has lost a round starts the next",
    "winner": "who has won a round starts the next",
}
"""The ways to choose who starts the next round, in words."""

BY_SCORES = ("loser", "winner")
"""Those that look at the scores of the round."""

MARGIN = {"push": 0, "first": -1, "second": 1}
"""The first player's margin before round 1, by `ties`."""

_NEEDED = {"clack_payout": 1, "immediate_clack": False}


class Match(ExactResult, Tabled):
    """A match of several rounds, and what it is worth to the player who starts round 1."""

    variant: Variant
    starts: str

    @property
    def first_player_ev(self) -> Any:
        """The expected value to the player who starts round 1, in stakes, or bounds of it."""
        raise NotImplementedError

    @property
    def bounds(self) -> Bounds:
        """The least and the most that the first player's EV may be, in `Fraction`s."""
        ev = self.fractions.first_player_ev
        return ev if isinstance(ev, Bounds) else Bounds(ev, ev)

    @property
    def middle(self) -> Fraction:
        """The first player's EV, or what lies between its bounds."""
        return sum(self.bounds, Fraction(0)) / 2

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, who starts round 1, `"second"` or `"nobody"`.

        It is `"unknown"` where the EV lies between bounds on both sides of 0.
        """
        return favoured_between(self.bounds)

    @property
    def percent(self) -> str:
        """The first player's EV in percent, as people read it."""
        return percent_text(Fraction(0) if self.favoured == "unknown" else self.middle)

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, first_player_ev≈{float(self.middle):.6f})"


RESULT = Column("percent", title="player 1 EV (%)", to=To.PEOPLE), Column("favoured")
STARTS_COLUMN = Column("starts", to=To.PROGRAMS)


def match_rules(variant: VariantLike, starts: str) -> Variant:
    """Return the rules of a match, where a round of them is just a score of each player."""
    one_of("starts", starts, STARTS)
    rules = as_variant(variant)
    faults = Faults()
    for name, needed in _NEEDED.items():
        if getattr(rules, name) != needed:
            takes = f"{_word(needed)} in a match, where only totals count"
            faults.append(Fault(name, f"got {_word(rules.rules()[name])}; takes {takes}"))
    faults.tell(RulesError)
    return rules


def _word(rule: object) -> str:
    return str(rule).lower()


def other_starts(starts: str, first: Values, second: Values) -> NDArray[np.bool_]:
    """Tell whether the other player starts the next round, by what both have scored."""
    if starts not in BY_SCORES:
        return np.full(np.broadcast_shapes(first.shape, second.shape), starts == "alternate")
    lost = np.less if starts == "loser" else np.greater
    found: NDArray[np.bool_] = lost(first, second).astype(bool)
    return found


class MatchTurn(NamedTuple):
    """A turn that is paid by what it scores."""

    turn: Turn
    scores: Values  # those that it can end with, ascending; in 64 bits where any total has room
    place: Rows  # that among them of every state's score; any, where no turn ends

    @classmethod
    def of(cls, variant: Variant) -> MatchTurn:
        """Return a turn of a variant."""
        turn, by_state = turn_of(variant), state_scores(variant)
        left = sorted({score for score, ends in zip(by_state, turn.ends, strict=True) if ends})
        places = {score: place for place, score in enumerate(left)}
        scores = np.array(left, np.int64 if left[-1] < 2**32 else object)
        return cls(turn, scores, np.array([places.get(score, 0) for score in by_state]))

    def values(self, payoffs: Values, *, rounded: bool = False) -> Values:
        """Return what turns are worth at their start, paid by score: shape (scores, columns)."""
        found = self.turn.at_start(
            range(payoffs.shape[1]),
            lambda some: payoffs[:, some.start : some.stop][self.place],
            rounded=rounded,
        )
        return np.array(found, np.int64 if rounded else object)

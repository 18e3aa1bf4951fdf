"""The fairness of a game under optimal play: the favoured player, the side payment, the games.

A side payment of |EV| makes the game fair. The advantage shows after so many games that the mean of
their sum is two standard deviations of this sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any, ClassVar

from ..exact import Bounds, ExactNumber, ExactResult, bounds_of, exact, nearest
from ..tables import Column, Table, Tabled, To
from ..variant.variant import Rules
from .columns import ENDS, EV, FAVOURED, GAMES
from .contest import Contest
from .outcomes import Outcomes, outcomes_of
from .players import favoured_by, in_plain_words


class Favouring(ExactResult):
    """A result with a first player's EV, exact or between bounds."""

    first_player_ev: Any

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            meant = ": did you mean first_player_ev?" if name == "ev" else ""
            message = f"{type(self).__name__!r} object has no attribute {name!r}{meant}"
            raise AttributeError(message, name=name, obj=self)

    @property
    def bounds(self) -> Bounds:
        """The bounds of the first player's EV, in `fractions.Fraction`s.

        If the EV is exact, both bounds are the EV itself.
        """
        return bounds_of(self.fractions.first_player_ev)

    @property
    def favoured(self) -> str:
        """The player with an EV above 0: `"first"` or `"second"`; `"nobody"` if the EV is 0.

        If the bounds of the EV do not decide this, it is `"unknown"`.
        """
        return favoured_by(self.bounds)


@dataclass(frozen=True, eq=False, repr=False)
class Fairness(Favouring, Tabled):
    """The fairness of a game, under optimal play of both players.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn.
    first_player_ev : exact number, stakes
        The value of this zero-sum game: the first player's expected payoff. The game is fair if
        this value is 0.
    outcomes : Outcomes
        The probabilities to win, tie, lose and clack.

    Examples
    --------
    >>> from twoplayer import solve
    >>> fairness = solve("classic").fairness()
    >>> fairness.favoured, fairness.side_payment, fairness.games
    ('second', 668351559599495/166583718925369344, 238245)
    """

    variant: Rules
    second_variant: Rules
    first_player_ev: ExactNumber = exact()
    outcomes: Outcomes = exact(repr=False)

    about = "How fair it is"
    columns: ClassVar[Sequence[Column]] = (
        EV,
        FAVOURED._replace(to=To.ALL ^ To.TEXT),  # in text the chances to win show this as well
        *ENDS.values(),
        Column("standard_deviation", to=To.PROGRAMS),
        GAMES._replace(gives_way=True),
        Column(
            "side_payment", title="side payment, exact", to=To.PROGRAMS | To.EXACTLY, unit="approx"
        ),
    )

    def _printed(self) -> Table:
        return self.table().noted(in_plain_words(self.first_player_ev))

    @property
    def side_payment(self) -> ExactNumber:
        """The payment of the favoured player to the other before each game that makes games fair.

        The payment is |EV|, in stakes: 0 in a fair game.
        """
        return abs(self.first_player_ev)

    @property
    def variance(self) -> ExactNumber:
        r"""The variance of the first player's gain in one game, in square stakes.

        The variance is E[X²] − EV², where X is the first player's gain. If the first player wins, X
        is 1, and if the second player wins, X is −1. If the winner has clacked, `clack_payout`
        stands in place of 1. In a tie X is the payment of a tie.
        """
        outcomes = self.outcomes
        wins = outcomes.first_wins + outcomes.second_wins
        stakes = Contest((self.variant,)).stakes
        more = (stakes.payout**2 - 1) * outcomes.clack_pays + stakes.tie.pays**2 * outcomes.tie
        return wins + more - self.first_player_ev**2

    @property
    def standard_deviation(self) -> float | None:
        """The square root of `variance`, in stakes, rounded; None beyond the range of floats."""
        approx = nearest(self.variance)
        return None if approx is None else sqrt(approx)

    @property
    def games(self) -> int | None:
        """The number of games after which the advantage stands out from luck; None if EV = 0.

        This is the smallest n ≥ (2·sd/|EV|)², and at least 1. In n games the mean gain is two
        standard deviations of the sum of gains, or more.
        """
        return _noticed_after(self.variance, self.first_player_ev)


def _noticed_after(variance: ExactNumber | Fraction, ev: ExactNumber | Fraction) -> int | None:
    if not ev:
        return None
    least = ceil(4 * variance / ev**2)
    return max(1, int(least))


@lru_cache(maxsize=1_000)
def games_to_notice(contest: Contest, first_player_ev: Fraction) -> int | None:
    one_stake = contest.stakes.payout == 1 and contest.stakes.tie.wins
    if one_stake or not first_player_ev:
        return _noticed_after(1 - first_player_ev**2, first_player_ev)
    return Fairness(*contest.pair, first_player_ev, outcomes_of(contest)).fractions.games

"""How fair a game is under optimal play: whom the EV favours, what evens it out, when it shows.

A side payment of |EV| makes the game fair. An advantage shows after the number of games whose sum
has a mean of two standard deviations.
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
        """The least and the most that the first player's EV may be, in `fractions.Fraction`s.

        Both are the EV itself where that is exact.
        """
        return bounds_of(self.fractions.first_player_ev)

    @property
    def favoured(self) -> str:
        """The player with an EV above 0: `"first"` or `"second"`; or `"nobody"`.

        It is `"unknown"` where the EV lies between bounds that do not tell.
        """
        return favoured_by(self.bounds)


@dataclass(frozen=True, eq=False, repr=False)
class Fairness(Favouring, Tabled):
    """How fair a game is, under optimal play of both players.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn.
    first_player_ev : exact number, stakes
        The value of this zero-sum game: the first player's expected payoff. The game is fair if it
        is 0.
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
        FAVOURED._replace(to=To.ALL ^ To.TEXT),  # which the wins show as well
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
        """What the favoured player has to pay the other before each game to make it fair.

        It is |EV|, in stakes: 0 in a fair game.
        """
        return abs(self.first_player_ev)

    @property
    def variance(self) -> ExactNumber:
        r"""The variance of what the first player gains in one game, in square stakes.

        It is E[X²] − EV². X is 1 or −1 where somebody wins, or `clack_payout` in the place of 1
        where the winner has clacked. In a tie X is what a tie pays.
        """
        outcomes = self.outcomes
        wins = outcomes.first_wins + outcomes.second_wins
        stakes = Contest((self.variant,)).stakes
        more = (stakes.payout**2 - 1) * outcomes.clack_pays + stakes.tie.pays**2 * outcomes.tie
        return wins + more - self.first_player_ev**2

    @property
    def standard_deviation(self) -> float | None:
        """The root of `variance`, in stakes, rounded; None beyond the range of floats."""
        approx = nearest(self.variance)
        return None if approx is None else sqrt(approx)

    @property
    def games(self) -> int | None:
        """After how many games the advantage stands out from luck; None where there is none.

        The smallest n ≥ (2·sd/|EV|)², and at least 1: what is gained on average is two standard
        deviations of the sum then.
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

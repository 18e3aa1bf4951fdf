"""How a game of two ends, and how likely each end is: the chances to win, to tie, to clack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..errors import whole_number
from ..exact import ExactNumber, ExactResult, exact, in_whole_numbers
from ..tables import Tabled, percent
from ..variant.variant import Rules
from . import seating
from .contest import Contest

CHANCES = {
    "first_wins": "first player wins",
    "tie": "a tie",
    "second_wins": "second player wins",
    "first_clacks": "first player clacks",
    "second_clacks": "second player clacks",
}


class Days(NamedTuple):
    """How likely it is that the first player wins more games than the second, as many, or fewer.

    Parameters
    ----------
    more, as_many, fewer
        Chances, which add up to 1.
    """

    more: ExactNumber
    as_many: ExactNumber
    fewer: ExactNumber


@dataclass(frozen=True, eq=False, repr=False)
class Outcomes(ExactResult, Tabled):
    """How often a game ends in which way.

    Parameters
    ----------
    variant, second_variant
        The rules of the first player's turn, and of the second's.
    first_wins, tie, second_wins
        The chances, in [0, 1], that the first player wins, nobody does, and the second player wins.
    first_clacks, second_clacks
        The chances that they cover every tile.
    clack_pays
        The chance that the winner has clacked, so that `clack_payout` changes hands.
    since
        What has been played of the game, on paper; nothing at its beginning.
    players
        The strategies of the two; none where both play optimally.
    """

    variant: Rules
    second_variant: Rules
    first_wins: ExactNumber = exact()
    tie: ExactNumber = exact()
    second_wins: ExactNumber = exact()
    first_clacks: ExactNumber = exact()
    second_clacks: ExactNumber = exact()
    clack_pays: ExactNumber = exact()
    since: str = field(default="", repr=False)
    players: tuple[Any, ...] = field(default=(), repr=False)

    about = "How the game ends"
    columns = (
        *(percent(name, f"{words} (%)") for name, words in CHANCES.items()),
        percent("clack_pays", "the winner has clacked (%)"),
    )

    def _key(self) -> tuple[Any, ...]:
        return *super()._key(), self.since, self.players

    def days(self, games: int) -> Days:
        """Return how likely the first player wins more games of a day than the second.

        Parameters
        ----------
        games
            How many they play, 1 to 365; the same player is first in each.

        Raises
        ------
        InputError
            If that is no such number.

        Examples
        --------
        >>> from twoplayer import Variant, solve
        >>> solve(Variant(tiles=2)).outcomes.days(1)
        Days(more=101/1296, as_many=547/648, fewer=101/1296)
        """
        whole_number("games", games, 1, 365)  # so many take some seconds
        quick = self.fractions
        game, unit = in_whole_numbers([quick.first_wins, quick.tie, quick.second_wins])
        day = game  # by how far the first is behind, from −games on
        for _ in range(games - 1):
            day = np.convolve(day, game)
        parts = day[:games].sum(), day[games], day[games + 1 :].sum()
        return Days(*(self._number(Fraction(int(part), unit**games)) for part in parts))


@lru_cache(maxsize=32)
def ends_facing_optimal(contest: Contest) -> list[dict[int, Fraction]]:
    """Return how a game of two ends if the second player is optimal, by the first player's score.

    Returns
    -------
    list
        Four chances, each by score: the first player wins, the second wins, the second clacks, a
        clack is paid.
    """
    before_second = seating.at_table(seating.Seating(contest, chances=True), since=2)[2]
    ends = seating.HOLDER_WINS, seating.wins_of(2), seating.CLACK, seating.CLACK_PAYS
    faced = [*zip(contest.turns[0].scores, contest.score_ranks(0).tolist(), strict=True)]
    return [{score: before_second.exact(end, rank) for score, rank in faced} for end in ends]


def outcomes_of(
    contest: Contest, standings: Mapping[int, seating.Standings] | None = None
) -> Outcomes:
    """Return how a game ends under optimal play.

    `standings` are those of `seating.at_table` with chances, if these are known already.
    """
    chance = (standings or seating.at_table(seating.Seating(contest, chances=True)))[1].at_start
    first, second = chance(seating.wins_of(1)), chance(seating.wins_of(2))
    clacks = chance(seating.CLACK), -chance(seating.NO_OTHER_CLACK)
    ends = first, 1 - first - second, second, *clacks, chance(seating.CLACK_PAYS)
    return Outcomes(*contest.pair, *ends)

"""The outcomes of a game of two, with their chances: to win, to tie, to clack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..errors import whole_number
from ..exact import ExactNumber, ExactResult, exact, in_whole_numbers
from ..tables import Column, Tabled, percent
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
    """The probabilities that the first player wins more games of a day, as many, or fewer.

    Attributes
    ----------
    more : exact number, in [0, 1]
        The probability that the first player wins more games than the second player.
    as_many : exact number, in [0, 1]
        The probability that both players win equally many games.
    fewer : exact number, in [0, 1]
        The probability that the first player wins fewer games than the second player. The three
        probabilities add up to 1.

    Examples
    --------
    >>> from twoplayer import Variant, solve
    >>> day = solve(Variant(tiles=2)).outcomes.days(2)
    >>> day.more == day.fewer, day.more + day.as_many + day.fewer
    (True, 1)
    """

    more: ExactNumber
    as_many: ExactNumber
    fewer: ExactNumber


@dataclass(frozen=True, eq=False, repr=False)
class Outcomes(ExactResult, Tabled):
    """The probabilities of the ways in which a game ends.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn.
    second_variant : Variant or Game
        The rules of the second player's turn.
    first_wins : exact number, in [0, 1]
        The probability that the first player wins.
    tie : exact number, in [0, 1]
        The probability that nobody wins. `first_wins`, `tie` and `second_wins` add up to 1.
    second_wins : exact number, in [0, 1]
        The probability that the second player wins.
    first_clacks : exact number, in [0, 1]
        The probability that the first player covers every tile.
    second_clacks : exact number, in [0, 1]
        The probability that the second player covers every tile.
    clack_pays : exact number, in [0, 1]
        The probability that the winner has clacked, so that `clack_payout` changes hands.
    since : str, default ""
        The rolls and moves of the game so far, on paper. Empty at the beginning of the game.
    players : tuple, default ()
        The strategies of the two players. Empty if both players play optimally.

    Examples
    --------
    >>> from twoplayer import Variant, solve
    >>> outcomes = solve(Variant(tiles=2)).outcomes
    >>> outcomes.first_wins + outcomes.tie + outcomes.second_wins
    1
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
    columns: ClassVar[Sequence[Column]] = (
        *(percent(name, f"{words} (%)") for name, words in CHANCES.items()),
        percent("clack_pays", "the winner has clacked (%)"),
    )

    def _key(self) -> tuple[Any, ...]:
        return *super()._key(), self.since, self.players

    def days(self, games: int) -> Days:
        """Compute the probabilities that the first player wins more games of a day than the second.

        Parameters
        ----------
        games : int
            The number of games in the day, 1 to 365. The same player is first in every game.

        Returns
        -------
        Days
            The probabilities of more, as many and fewer games won by the first player. A tie is a
            game that neither wins.

        Raises
        ------
        InputError
            If `games` is no whole number from 1 to 365.

        Notes
        -----
        The games are independent and have the same distribution of wins. The difference of wins is
        a sum of independent variables. Repeated convolution finds the distribution of the sum. This
        takes O(games²) operations on whole numbers of O(games) digits.

        Examples
        --------
        >>> from twoplayer import Variant, solve
        >>> solve(Variant(tiles=2)).outcomes.days(1)
        Days(more=101/1296, as_many=547/648, fewer=101/1296)
        """
        whole_number("games", games, 1, 365)  # 365 games take some seconds
        quick = self.fractions
        game, unit = in_whole_numbers([quick.first_wins, quick.tie, quick.second_wins])
        day = game  # (differences,): by the second's wins less the first's, from −games on
        for _ in range(games - 1):
            day = np.convolve(day, game)
        parts = day[:games].sum(), day[games], day[games + 1 :].sum()
        return Days(*(self._number(Fraction(int(part), unit**games)) for part in parts))


@lru_cache(maxsize=32)
def ends_facing_optimal(contest: Contest) -> list[dict[int, Fraction]]:
    """Return the outcomes of a game of two with an optimal second player, by the first's score.

    Returns
    -------
    list
        Four dicts from the first player's score to a chance. The chances are that the first player
        wins, the second player wins, the second player clacks, and `clack_payout` is paid.
    """
    before_second = seating.at_table(seating.Seating(contest, chances=True), since=2)[2]
    ends = seating.HOLDER_WINS, seating.wins_of(2), seating.CLACK, seating.CLACK_PAYS
    faced = [*zip(contest.turns[0].scores, contest.score_ranks(0).tolist(), strict=True)]
    return [{score: before_second.exact(end, rank) for score, rank in faced} for end in ends]


def outcomes_of(
    contest: Contest, standings: Mapping[int, seating.Standings] | None = None
) -> Outcomes:
    """Return the outcomes of a game under optimal play.

    `standings` is the result of `seating.at_table` with chances, if this is known already.
    """
    chance = (standings or seating.at_table(seating.Seating(contest, chances=True)))[1].at_start
    first, second = chance(seating.wins_of(1)), chance(seating.wins_of(2))
    clacks = chance(seating.CLACK), -chance(seating.NO_OTHER_CLACK)
    ends = first, 1 - first - second, second, *clacks, chance(seating.CLACK_PAYS)
    return Outcomes(*contest.pair, *ends)

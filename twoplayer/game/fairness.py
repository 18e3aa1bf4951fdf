"""How a game of two ends, how fair it is, what evens it out; and whose dice decide it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import cycle
from math import ceil, sqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import whole_number
from ..exact import (
    Bounds,
    ExactResult,
    Rational,
    bounds_of,
    decimal_text,
    exact,
    in_whole_numbers,
    nearest,
    percent_bounds,
    percent_text,
)
from ..table import BOUNDED, EITHER, Column, Table, Tabled, To, decimal, percent
from ..turn.chances import NO_ROLLS, Length, lengths
from ..turn.induction import Turn
from ..turn.policy import Chosen
from ..turn.solved import SolvedTurn
from ..variant.variant import Rules
from . import seating
from .contest import Contest
from .players import favoured_by, in_plain_words

MOST_COUNTED = 10**7
"""Of so many moves times scores to beat the rolls are counted, in some seconds."""


class Favouring(ExactResult):
    """A result with a first player's EV, exact or between bounds."""

    first_player_ev: Any

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            meant = ": did you mean first_player_ev?" if name == "ev" else ""
            said = f"{type(self).__name__!r} object has no attribute {name!r}{meant}"
            raise AttributeError(said, name=name, obj=self)

    @property
    def bounds(self) -> Bounds:
        """The least and the most that the first player's EV may be, in `fractions.Fraction`s."""
        return bounds_of(self.fractions.first_player_ev)

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"`, `"second"`, `"nobody"`; `"unknown"` by bounds about 0."""
        return favoured_by(self.bounds)


EV = percent("first_player_ev", "player 1\nEV (%)")
GAMES = Column("games", title="games to\nnotice", shown="{:,}".format)
FAVOURED = Column("favoured", lambda game: favoured_by(game.first_player_ev), gives_way=True)
EVS = EV, FAVOURED
EV_EXACTLY = Column("exact", attrgetter(EV.name), "player 1 EV, exact", to=To.EXACTLY)
EITHER_EV = EV._replace(ends=EITHER), FAVOURED, GAMES
BOUNDED_EV = (
    EV._replace(to=To.PROGRAMS, ends=BOUNDED),
    Column("at least (%)", lambda found: percent_bounds(found.first_player_ev)[0], to=To.PEOPLE),
    Column("at most (%)", lambda found: percent_bounds(found.first_player_ev)[1], to=To.PEOPLE),
    FAVOURED,
)

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

    more: Rational
    as_many: Rational
    fewer: Rational


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
    first_wins: Rational = exact()
    tie: Rational = exact()
    second_wins: Rational = exact()
    first_clacks: Rational = exact()
    second_clacks: Rational = exact()
    clack_pays: Rational = exact()
    since: str = field(default="", repr=False)
    players: tuple[Any, ...] = field(default=(), repr=False)

    about = "How the game ends"
    columns = (
        *(percent(name, f"{said} (%)") for name, said in CHANCES.items()),
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
        each, unit = in_whole_numbers([quick.first_wins, quick.tie, quick.second_wins])
        day = each  # by how far the first is behind, from −games on
        for _ in range(games - 1):
            day = np.convolve(day, each)
        parts = day[:games].sum(), day[games], day[games + 1 :].sum()
        return Days(*(self._number(Fraction(int(part), unit**games)) for part in parts))


def outcomes_of(
    contest: Contest, standings: Mapping[int, seating.Standings] | None = None
) -> Outcomes:
    chance = (standings or seating.at_table(seating.Seating(contest, chances=True)))[1].at_start
    first, second = chance(seating.wins_of(1)), chance(seating.wins_of(2))
    clacks = chance(seating.CLACK), -chance(seating.NO_OTHER_CLACK)
    ends = first, 1 - first - second, second, *clacks, chance(seating.CLACK_PAYS)
    return Outcomes(*contest.pair, *ends)


DAY = 20


def _in_a_day(how: str, game: Any) -> float | None:
    return nearest(getattr(game.outcomes.days(DAY), how))


DAYS = tuple(Column(f"day_{how}", partial(_in_a_day, how), to=To.PROGRAMS) for how in Days._fields)
"""How likely the first player wins more games of a day, rounded: exactly it is long."""


ENDS = {
    said: percent(
        name,
        "\n".join([*name.split("_"), "(%)"]),
        2,
        value=attrgetter(f"outcomes.{name}"),
        to=To.ALL if name.endswith("wins") else To.PROGRAMS | To.HTML,
    )
    for name, said in CHANCES.items()
}
"""How often what has `outcomes` ends in which way, in words and as a column."""


@dataclass(frozen=True, eq=False, repr=False)
class Fairness(ExactResult, Tabled):
    """How fair a game is, under optimal play of both players.

    Parameters
    ----------
    variant, second_variant
        The rules of the first player's turn, and of the second's.
    first_player_ev
        The expected value to the first player, in stakes.
    outcomes
        The chances to win, tie, lose and clack.

    Examples
    --------
    >>> from twoplayer import solve
    >>> fairness = solve("classic").fairness()
    >>> fairness.side_payment, fairness.games
    (668351559599495/166583718925369344, 238245)
    """

    variant: Rules
    second_variant: Rules
    first_player_ev: Rational = exact()
    outcomes: Outcomes = exact(repr=False)

    about = "How fair it is"
    columns = (
        EV,
        FAVOURED._replace(to=To.ALL ^ To.TEXT),  # which the wins show as well
        *ENDS.values(),
        Column("standard_deviation", to=To.PROGRAMS),
        GAMES._replace(gives_way=True),
        Column(
            "side_payment", title="side payment, exact", to=To.PROGRAMS | To.EXACTLY, unit="approx"
        ),
    )

    def _shown(self) -> Table:
        return self.table().noted(in_plain_words(self.first_player_ev))

    @property
    def side_payment(self) -> Rational:
        """What the favoured player has to pay the other before each game to make it fair."""
        return abs(self.first_player_ev)

    @property
    def variance(self) -> Rational:
        r"""The variance of what changes hands in one game, in square stakes.

        E[X²] − EV², where X² is the square of `clack_payout` where the winner has clacked.
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


def _noticed_after(variance: Rational | Fraction, ev: Rational | Fraction) -> int | None:
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


@dataclass(frozen=True, eq=False, repr=False)
class Luck(ExactResult, Tabled):
    """Whose dice decide a game under optimal play of both, and how many rolls it takes.

    The luck of the first turn is the variance of what the game is worth after it; that of the
    second is what is left on average then of the variance of what the first player gains.

    Parameters
    ----------
    variant
        The rules.
    fewest_rolls, most_rolls
        How many rolls the game takes at least, and at most.
    first_turn, second_turn
        How much of the variance each turn is, in square stakes.
    mean_rolls
        How many rolls it takes on average; choices that are as good in every respect are each as
        likely.
    rolls
        The chance that the game takes so many rolls, by their number, ascending; None of a game
        that has too many moves and scores for it to be found in some seconds.

    Examples
    --------
    >>> from twoplayer import Variant, solve
    >>> luck = solve(Variant(tiles=2)).luck()
    >>> luck.first_turn_share, luck.rolls, luck.mean_rolls
    (595/1212, {2: 1225/1296, 3: 35/648, 4: 1/1296}, 37/18)
    """

    variant: Rules
    fewest_rolls: int
    most_rolls: int
    first_turn: Rational = exact()
    second_turn: Rational = exact()
    mean_rolls: Rational = exact()
    rolls: dict[int, Rational] | None = exact(repr=False)

    about = "Whose dice decide it"
    columns = (
        percent("first_turn_share", "the first turn's\ndice (%)", 2),
        percent("second_turn_share", "the second turn's\ndice (%)", 2),
        decimal("mean_rolls", "rolls in\na game", 2),
        Column("fewest_rolls", to=To.PROGRAMS),
        Column("most_rolls", to=To.PROGRAMS),
        Column(
            "rolls",
            lambda luck: luck.rolls and [{"rolls": n, "chance": p} for n, p in luck.rolls.items()],
            to=To.JSON,
        ),
    )

    @property
    def first_turn_share(self) -> Rational | None:
        """How much of all luck is that of the first turn, in [0, 1]; None where there is none."""
        return self._share(self.first_turn)

    @property
    def second_turn_share(self) -> Rational | None:
        """How much is that of the second turn."""
        return self._share(self.second_turn)

    def _share(self, part: Rational) -> Rational | None:
        whole = self.first_turn + self.second_turn
        return self._number(part / whole) if whole else None


def luck_in_words(luck: Luck) -> dict[str, str]:
    first, second, whose = luck.first_turn_share, luck.second_turn_share, "none"
    if first is not None and second is not None:
        whose = f"{percent_text(first, 2)} % is the first turn's dice, "
        whose += f"{percent_text(second, 2)} % the second's"
    many = f"{decimal_text(luck.mean_rolls, 2)} on average, "
    many += f"from {luck.fewest_rolls} to {luck.most_rolls}"
    if rolls := luck.rolls:
        many += f", most often {max(rolls, key=rolls.__getitem__)}"
    else:
        many += "; how often each is not found soon: too many moves and scores"
    return {"luck": whose, "rolls in a game": many}


def luck_columns(luck: Luck) -> list[Column]:
    def of_luck(column: Column) -> Column:
        return column._replace(value=lambda _: column.of(luck))

    return list(map(of_luck, luck.columns))


def luck_of(fairness: Fairness, first: SolvedTurn) -> Luck:
    game, left = Contest((fairness.variant, fairness.second_variant)), first.score_chances()
    by_rank = zip(left.values(), first.payoff.table[:, 0, 0].tolist(), strict=True)
    square = sum(chance * Fraction(value, first.payoff.unit) ** 2 for chance, value in by_rank)
    of_first = square - fairness.first_player_ev**2
    played, best = Chosen.by([first.finest_policy]), partial(optimal_second, game)
    least, most, mean, rolls = length_of(game, game.turns, played, best)
    of_second = fairness.variance - of_first
    return Luck(fairness.variant, least, most, of_first, of_second, mean, rolls)


def optimal_second(game: Contest, ranks: Sequence[int]) -> Chosen:
    turn, table = game.turns[1], seating.Seating(game, chances=True)
    payoff = seating.payoff_facing(table, 2, seating.at_table(table, since=3)[3], ranks, holders=1)
    decide = [payoff.components.index(part.name) for part in seating.LAST_PLAYS_FOR]
    return turn.marked(payoff.wanted[turn.ranks][..., decide])[1]


def length_of(
    game: Contest,
    turns: Sequence[Turn],
    first: Chosen,
    second: Callable[[Sequence[int]], Chosen],
    *,
    looks: bool = True,
) -> Length:
    """Return how many rolls a game takes that is played in some way.

    `second` makes what may be chosen in her turn, in a column for each of some ranks to beat; one
    is enough where she `looks` at none.
    """
    one, other = turns
    own = game.own(0)
    going = one.attainable[game.stakes.goes_on(own[one.attainable])]
    faced = own[going if looks else going[:1]]
    counted = len(other.layout.source) * len(one.scores) <= MOST_COUNTED
    after = [NO_ROLLS] * len(one.scores)
    found = lengths(other, len(faced), lambda some: second(faced[some].tolist()), counted=counted)
    for rank, length in zip(going.tolist(), cycle(found), strict=False):
        after[rank] = length
    (length,) = lengths(one, 1, lambda _: first, after, counted=counted)
    return length

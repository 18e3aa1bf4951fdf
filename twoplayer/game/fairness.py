"""How a game of two ends, and how fair it is: who is favoured by how much, what evens it out."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import ceil, sqrt
from operator import attrgetter
from typing import Any

from ..exact import (
    Bounds,
    ExactResult,
    Rational,
    bounds_of,
    decimal_text,
    exact,
    nearest,
    percent_bounds,
    percent_text,
)
from ..table import BOUNDED, EITHER, Column, Tabled, To, between, percent
from ..variant.variant import Variant
from .seating import Seating, at_table
from .stakes import RulesOfTwo, mean_square


def favoured_by(first_player_ev: Rational | Bounds) -> str:
    """Return whom an EV favours: `"first"`, `"second"`, `"nobody"`; `"unknown"` about both."""
    low, high = bounds_of(first_player_ev)
    if low == high == 0:
        return "nobody"
    return "first" if low > 0 else "second" if high < 0 else "unknown"


class Favouring(ExactResult):
    """A result with a first player's EV, exact or between bounds, and so with who is favoured."""

    first_player_ev: Any

    @property
    def bounds(self) -> Bounds:
        """The least and the most that the first player's EV may be, in `Fraction`s."""
        return bounds_of(self.fractions.first_player_ev)

    @property
    def favoured(self) -> str:
        """Who is favoured: `"first"` (the player who begins), `"second"` or `"nobody"`.

        It is `"unknown"` where the EV lies between bounds on both sides of 0.
        """
        return favoured_by(self.bounds)


def gain(first_player_ev: Rational, of: str = "game") -> str:
    """Say in words who gains, and how much.

    >>> gain(Fraction(-1, 250))
    'the second player gains 0.4000 % of a stake in a game'
    """
    if first_player_ev == 0:
        return "exactly fair"
    percent = percent_text(abs(first_player_ev))
    return f"the {favoured_by(first_player_ev)} player gains {percent} % of a stake in a {of}"


def gain_in_money(first_player_ev: Rational, games: str = "games") -> str:
    """Say in words who gains, and how much in money.

    >>> gain_in_money(Fraction(-1, 250))
    'the second player gains 40.00 cents in 100 games of 1 dollar'
    """
    cents = abs(first_player_ev) * 100 * 100
    money = f"{decimal_text(cents, 2)} cents"
    if cents >= 100:
        money = f"{decimal_text(cents / 100, 2)} dollars"
    return f"the {favoured_by(first_player_ev)} player gains {money} in 100 {games} of 1 dollar"


def payment(first_player_ev: Rational) -> str:
    """Say in words what the favoured player has to pay the other before each game.

    >>> payment(Fraction(-1, 250))
    'the second player pays the first 0.0040 stakes a game'
    """
    payer, other = ("first", "second") if first_player_ev > 0 else ("second", "first")
    return (
        f"the {payer} player pays the {other} {decimal_text(abs(first_player_ev), 4)} stakes a game"
    )


EV = percent("first_player_ev", "player 1\nEV (%)")
GAMES = Column("games", title="games to\nnotice", shown="{:,}".format)
FAVOURED = Column("favoured", lambda game: favoured_by(game.first_player_ev))
EVS = EV, FAVOURED
"""What a game is worth, and to whom."""
EV_EXACTLY = Column("exact", attrgetter(EV.name), "player 1 EV, exact", to=To.EXACTLY)
EITHER_EV = between(EV, ends=EITHER), FAVOURED, GAMES
BOUNDED_EV = (
    EV._replace(to=To.PROGRAMS, ends=BOUNDED),
    Column("at least (%)", lambda found: percent_bounds(found.first_player_ev)[0], to=To.PEOPLE),
    Column("at most (%)", lambda found: percent_bounds(found.first_player_ev)[1], to=To.PEOPLE),
    FAVOURED,
)
"""What a game is worth to the first player at least and at most."""

CHANCES = {
    "first_wins": "first player wins",
    "tie": "a tie",
    "second_wins": "second player wins",
    "first_clacks": "first player clacks",
    "second_clacks": "second player clacks",
}
"""How a game may end, in words."""


@dataclass(frozen=True, eq=False, repr=False)
class Outcomes(ExactResult, Tabled):
    """How often a game ends in which way. Chances are in [0, 1].

    Parameters
    ----------
    variant, second_variant
        The rules of the first player's turn, and of the second's.
    first_wins, tie, second_wins
        The chances that the first player wins, that nobody does, and that the second player wins.
    first_clacks, second_clacks
        The chances that they cover every tile.
    clack_pays
        The chance that the winner has clacked, so that `clack_payout` changes hands.
    since
        What has been played of the game, on paper; nothing at its beginning.
    """

    variant: Variant
    second_variant: Variant
    first_wins: Rational = exact()
    tie: Rational = exact()
    second_wins: Rational = exact()
    first_clacks: Rational = exact()
    second_clacks: Rational = exact()
    clack_pays: Rational = exact()
    since: str = field(default="", repr=False)

    about = "How the game ends"
    columns = (
        *(percent(name, f"{said} (%)") for name, said in CHANCES.items()),
        percent("clack_pays", "the winner has clacked (%)"),
    )


def outcomes_of(rules: RulesOfTwo) -> Outcomes:
    """Return how often a game of two ends in which way.

    >>> outcomes = outcomes_of((Variant(tiles=1, dice="1d2"),) * 2).fractions
    >>> outcomes.first_wins, outcomes.tie, outcomes.clack_pays
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 2))
    """
    chance = at_table(Seating(rules, chances=True))[1].at_start
    first, second = chance("seat 1 wins"), chance("seat 2 wins")
    clacks = chance("clack"), -chance("no other clack")
    return Outcomes(*rules, first, 1 - first - second, second, *clacks, chance("clack pays"))


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

    variant: Variant
    second_variant: Variant
    first_player_ev: Rational = exact()
    outcomes: Outcomes = exact(repr=False)

    about = "How fair it is"
    columns = (
        EV,
        FAVOURED._replace(to=To.ALL ^ To.TEXT),  # which the wins show as well
        *(
            percent(
                name,
                "\n".join([*name.split("_"), "(%)"]),
                places=2,
                value=attrgetter(f"outcomes.{name}"),
                to=To.ALL if name.endswith("_wins") else To.PROGRAMS | To.HTML,
            )
            for name in CHANCES
        ),
        Column("standard_deviation", to=To.PROGRAMS),
        GAMES,
        Column(
            "side_payment",
            title="side payment, exact",
            to=To.PROGRAMS | To.EXACTLY,
            unit="approx",
        ),
    )

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
        return mean_square(self.variant, wins, outcomes.clack_pays) - self.first_player_ev**2

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
        if not self.side_payment:
            return None
        least = ceil(4 * self.variance / self.side_payment**2)
        return max(1, int(least))


@lru_cache(maxsize=1_000)
def games_to_notice(variant: Variant, first_player_ev: Fraction) -> int | None:
    """Return the `games` of a variant with its EV; where that is 0, without asking for chances."""
    if not first_player_ev:
        return None
    outcomes = outcomes_of((variant, variant))
    return Fairness(variant, variant, first_player_ev, outcomes).fractions.games

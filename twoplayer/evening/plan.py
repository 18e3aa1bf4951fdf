"""A whole evening: every way to play, and who gains most and who loses most by each way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from ..errors import InputError, RulesError, Unfit, scalar
from ..exact import Bounds, ExactNumber, ExactResult, exact
from ..game.contest import Contest, contest
from ..game.players import favoured_by
from ..game.solution import head_starts
from ..tables import BOUNDED, Column, Tabled, To, percent
from ..turn.another import GameLike
from ..variant.variant import Rules, Variant
from ..work import part, tracked
from .match import ROUNDS, matches, replayed
from .orders import ORDERS, in_orders
from .rounds import STARTS
from .seats import check_players, seats


@dataclass(frozen=True, eq=False, repr=False)
class Way(ExactResult, Tabled):
    """A way to play: the seat that gains most and the seat that loses most, under optimal play.

    All numbers are in stakes a game, or a match.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first player's turn, or of seat 1.
    second_variant : Variant or Game
        The rules of the second player's turn, or of seat 2.
    how : str
        The way in words, such as *2 players, turn by turn*.
    players : int
        How many players there are.
    best : int or None
        The seat that gains most, from 1 on. None where all seats gain the same, or bounds leave
        the seat open.
    worst : int or None
        The seat that loses most, from 1 on. None as for `best`.
    gains : Bounds
        What the best seat gains, at least and at most: the same number twice where it is exact.
    loses : Bounds
        What the worst seat loses, at least and at most.
    """

    variant: Rules
    second_variant: Rules
    how: str
    players: int
    best: int | None
    worst: int | None
    gains: Bounds = exact()
    loses: Bounds = exact()

    about = "{self.how}"
    columns: ClassVar[Sequence[Column]] = (
        Column("how", title="how you play", width=40),
        Column("players", to=To.PROGRAMS),
        Column("best", title="who sits\nbest"),
        percent("gains", "gains\n(%)", ends=BOUNDED),
        Column("worst", title="and\nworst"),
        percent("loses", "loses\n(%)", ends=BOUNDED),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Plan(ExactResult, Tabled):
    """Every way to play an evening: a row for each way.

    Attributes
    ----------
    variant : Variant or Game
        The rules.
    second_variant : Variant or Game
        The second player's rules.
    left_out : tuple of (str, InputError)
        The ways that have no meaning by these rules, in words, and why. An order of play is listed
        here only where the second player has rules of their own.
    ways : tuple of Way
        The ways to play: two players in every order, ties that are played again, several players,
        several rounds.
    head_starts : dict of int to sympy.Rational
        The first player's EV, in stakes, by the tile that the second player has covered beforehand.
        Empty where the second player has rules of their own, and in games of another kind.

    Examples
    --------
    >>> from twoplayer import Variant, plan_evening
    >>> plan = plan_evening(Variant(tiles=4), players=3)
    >>> [way.how for way in plan.ways][:3], plan.fairest.how
    (['2 players, turn by turn', '2 players, roll by roll', '2 players, one box for both'], \
'2 players, secret scores')
    """

    variant: Rules
    second_variant: Rules
    left_out: tuple[tuple[str, InputError], ...] = field(repr=False)
    ways: tuple[Way, ...] = exact(repr=False)
    head_starts: dict[int, ExactNumber] = exact(repr=False)

    about = "An evening"
    columns: ClassVar[Sequence[Column]] = Way.columns

    @property
    def fairest(self) -> Way:
        """The way for two players by which the favoured player gains least."""
        of_two = (way for way in self.ways if way.players == 2)
        return min(of_two, key=lambda way: way.gains.high)

    def _rows(self) -> tuple[Way, ...]:
        return self.fractions.ways


def plan_evening(
    variant: GameLike,
    players: int | Iterable[int] | None = None,
    second: GameLike | None = None,
) -> Plan:
    """Plan an evening: compare every way to play, by who gains most and who loses most.

    The ways are:

    - two players in every order of play: turn by turn, roll by roll, one box for both, secret
      scores;
    - two players who play a tie again, where the other player starts then;
    - five rounds of two players, by who starts the next round;
    - several players, turn by turn.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The game, as for `solve`.
    players : int or iterable of int, optional
        The numbers of players beside two: a number or several, 2 to 8. None: 3 and 4. `()`: two
        alone.
    second : Variant, str, path or Game, optional
        The second player's rules, where they are others; with several players the rules of seat 2.
        None: those of `variant`.

    Returns
    -------
    Plan
        A row for each way to play, and the ways that have no meaning by these rules.

    Raises
    ------
    InputError
        If `variant` or `second` is no game, or a number of players is not 2 to 8.
    RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.solve : Turn by turn.
    twoplayer.roll_by_roll : Roll by roll.
    twoplayer.shared_box : One box for both.
    twoplayer.secret : Secret scores.
    twoplayer.seats : Several players.
    twoplayer.match : Several rounds.
    twoplayer.evening.replayed : Ties that are played again.
    twoplayer.mend : The rules that would make a game fairer.

    Examples
    --------
    A child without the 4 cannot share a box with another player:

    >>> from twoplayer import Variant, plan_evening
    >>> plan = plan_evening(Variant(tiles=4), players=(), second=Variant(tiles=3))
    >>> [what for what, why in plan.left_out]
    ['one box for both']
    >>> way = plan.ways[0]
    >>> way.how, way.best, f"{float(way.gains.low):.4f}"
    ('2 players, turn by turn', 1, '0.2201')
    """
    players = scalar((3, 4) if players is None else players)
    several = [players] if isinstance(players, int) else players
    numbers = [check_players(number) for number in several]
    game = contest(variant, second)
    first, other = game.pair
    own, ways, rounds, unfit = first != other, list[Way](), list[Way](), Unfit()
    with part(of=5):
        for order, ev in in_orders(game).items():
            if isinstance(ev, Fraction):
                ways.append(of_two(game, ORDERS[order].words, Bounds(ev, ev)))
            elif own:
                unfit.append((ORDERS[order].words, ev))
    with part(of=5):
        by_players = [_seated(game, number) for number in tracked(numbers)]
    with part(of=5), unfit.trying("What several rounds are worth", RulesError):
        for way, match in matches(first, ROUNDS, second=other).items():
            rounds.append(of_two(game, f"{ROUNDS} rounds, {STARTS[way]}", match.bounds))
    with part(of=5), unfit.trying("A tie that is played again", RulesError):
        again = replayed(first, "other", second=other).fractions
        ways.append(of_two(game, again.how, again.bounds))
    with part(of=5):
        by_tile = {} if own or not isinstance(first, Variant) else head_starts(first)
    return Plan(*game.pair, tuple(unfit), (*ways, *by_players, *rounds), by_tile)


def of_two(game: Contest, how: str, ev: Bounds) -> Way:
    best = {"first": 1, "second": 2}.get(favoured_by(ev))
    low, high = sorted(map(abs, ev))
    gains = Bounds(low if best else Fraction(0), high)
    return Way(*game.pair, f"2 players, {how}", 2, best, best and 3 - best, gains, gains)


def _seated(game: Contest, players: int) -> Way:
    first, other = game.pair
    table = seats([first, other, *[first] * (players - 2)]).fractions
    best, worst = (table.best, table.worst) if table.spread else (None, None)
    gains, loses = (Bounds(ev, ev) for ev in (max(table.evs), -min(table.evs)))
    return Way(*game.pair, f"{players} players, turn by turn", players, best, worst, gains, loses)

"""Several games of two players: a match, and one game whose ties are played again."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar

from ..errors import (
    InputError,
    RulesError,
    one_of,
    refused,
    scalar,
    shown,
    tells_its_signature,
    whole_number,
)
from ..exact import Bounds, ExactNumber, percent_text
from ..exact import exact as exact_field
from ..game.columns import BOUNDED_EV, EVS
from ..game.contest import Contest, contest
from ..game.fairness import Favouring
from ..game.payouts import Line, Segment, Unknown, ev_segments
from ..tables import Column, Table, Tabled, To
from ..turn.another import GameLike
from ..variant.variant import Rules
from ..work import tracked
from .rounds import BY_SCORES, MOST_ROUNDS, STARTS, Series, first_to, race
from .rounds import rounds as rounds_of
from .rounds_played import RoundsPlayed, rounds_played

ROUNDS = 5  # where no number is given
_MOST_WINS = 50
AGAIN = {
    "same": "a tie is played again, and the same player starts",
    "other": "a tie is played again, and the other player starts",
}


@dataclass(frozen=True, eq=False, repr=False)
class Match(Favouring, Tabled):
    """The value of a match of several rounds or games under optimal play of both players.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the player who starts round 1, in every round.
    second_variant : Variant or Game
        The rules of the other player, in every round.
    rounds : int or None
        The number of rounds after which the match ends. None: another event ends the match.
    to : int or None
        The total that ends the match when a player has reached it. None: another event ends the
        match.
    starts : str
        Who starts the next round: `"same"`, `"alternate"`, `"loser"` or `"winner"`.
    exact : bool
        Whether the EV is a fraction. Otherwise it lies between bounds.
    first_player_ev : sympy.Rational or Bounds
        The expected value to the player who starts round 1, in stakes a match.
    by_rounds : dict of int to sympy.Rational or Bounds
        The expected values of matches of 1, 2, … rounds, up to the rounds of this match. Empty
        where no number of rounds ends the match.
    wins : int or None
        How many games a player has to win. None: another event ends the match.

    Examples
    --------
    >>> from twoplayer import Variant, match
    >>> three = match(Variant(tiles=4), rounds=3, exact=True)
    >>> three.favoured, three.percent, three.by_rounds[1]
    ('second', '-0.0020', -6863/136048896)
    """

    variant: Rules
    second_variant: Rules
    rounds: int | None
    to: int | None
    starts: str
    exact: bool
    first_player_ev: ExactNumber | Bounds = exact_field()
    by_rounds: dict[int, ExactNumber | Bounds] = exact_field(repr=False)
    wins: int | None = None

    columns: ClassVar[Sequence[Column]] = (
        Column("starts", to=To.PROGRAMS),
        Column("rounds"),
        Column("to", to=To.PROGRAMS),
        Column("wins", to=To.PROGRAMS),
    )

    @property
    def middle(self) -> Fraction:
        """The first player's EV, or the middle between its bounds, as a `fractions.Fraction`."""
        return sum(self.bounds, Fraction(0)) / 2

    @property
    def percent(self) -> str:
        """`middle` in percent of a stake, as text with four places; 0 where the sign is unknown."""
        return percent_text(Fraction(0) if self.favoured == "unknown" else self.middle)

    @property
    def length(self) -> str:
        """The length of the match in words, such as `3 rounds` or `a race to 45`."""
        if self.wins is not None:
            return f"first to win {self.wins} game{'s' if self.wins > 1 else ''}"
        if self.rounds is None:
            return f"a race to {self.to}"
        return "1 round" if self.rounds == 1 else f"{self.rounds} rounds"

    def each(self) -> list[Match]:
        """Return the matches of 1, 2, … rounds, up to the rounds of this match.

        Returns
        -------
        list of Match
            The matches in the order of their lengths, in `fractions.Fraction`s. Where no number of
            rounds ends the match, this match alone.
        """
        quick = self.fractions
        return [
            replace(self, rounds=n, first_player_ev=ev, by_rounds={n: ev}).fractions
            for n, ev in quick.by_rounds.items()
        ] or [quick]

    def rounds_played(self) -> RoundsPlayed:
        """Return how many rounds a race takes, if both play as well as they can.

        Returns
        -------
        RoundsPlayed
            `.mean`, between bounds; `.most_likely`; and `.chances` of each number of rounds.

        Raises
        ------
        InputError
            If the match is no race, but ends after a number of rounds or of games won.
        GameTooLargeError
            If there are too many totals.

        Examples
        --------
        >>> from twoplayer import Variant, match
        >>> match(Variant(tiles=2), to=5).rounds_played().most_likely
        2
        """
        if self.to is None:
            got = f"rounds {self.rounds}" if self.wins is None else f"wins {self.wins}"
            raise InputError(f"got none, but {got}; takes a total to reach", of="to")
        to, game = self.to, Contest((self.variant, self.second_variant))
        played = self._once("rounds_played", lambda: rounds_played(game, self.starts, to))
        return self._in_my_numbers(played)

    _rows = each

    def table(self) -> Table:
        """Put the match, or the matches of 1, 2, … rounds, into a table.

        Returns
        -------
        Table
            A row for each match, with the EV to the player who starts round 1, exact or between
            bounds.
        """
        length = [column for column in self.columns if column.of(self) is not None]
        ev = EVS if self.exact else BOUNDED_EV
        return Table([*length, *ev], self._rows(), self._title())

    def _title(self) -> str:
        what = "Matches in rounds" if self.by_rounds else self.length.capitalize()
        return f"{what}, starts {self.starts}: {self.variant.in_words()}"


@tells_its_signature
def match(
    variant: GameLike,
    rounds: int | None = None,
    to: int | None = None,
    starts: str = "alternate",
    exact: bool = False,
    *,
    wins: int | None = None,
    second: GameLike | None = None,
) -> Match:
    """Solve a match over rounds: each player takes a turn in each, and scores are added up.

    With `rounds` or `to` the lower total wins one stake. `ties` decides equal totals, where the
    first player is the player who starts round 1. With `wins` the player who first has won this
    number of games wins one stake. Games whose scores tie are played again then, and `ties` makes
    no difference.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The game, as for `solve`; a clack pays 1 and does not win at once.
    rounds : int, optional
        The match ends after this number of rounds, 1 to 1000. Exactly one of `rounds`, `to` and
        `wins` is given.
    to : int, optional
        The match ends after the round in which a total has reached this number, 1 or more.
    starts : str, default "alternate"
        Who starts the next round. `"same"`: always the same player. `"alternate"`: the players in
        turn. `"loser"` or `"winner"`: the loser or the winner of a round by scores alone, without
        `ties`; after equal scores the same player again.
    exact : bool, default False
        Whether the EV is a fraction; with `rounds` alone. Otherwise the EV lies between proven
        bounds, at most 10⁻⁹ stakes apart. Bounds take much less time.
    wins : int, optional
        The match ends when a player has won this number of games, 1 to 50. Each game is a round.
    second : Variant, str, path or Game, optional
        The rules of the player who does not start round 1, where they are others, as for `solve`.
        Each player keeps their rules in every round. None: those of `variant`.

    Returns
    -------
    Match
        The EV to the player who starts round 1, in stakes, under optimal play of both.

    Raises
    ------
    InputError
        If not exactly one of `rounds`, `to` and `wins` is given, or an argument has no allowed
        value. If `exact` comes without `rounds`, or a turn of a race may score below 0. If bounds
        cannot be brought near enough.
    RulesError
        If a clack pays more than 1 or wins at once, or a tie pays. If rules differ that have to be
        the same for both players. If a race might never end.
    UnknownNameError, FileError
        As `solve`.
    GameTooLargeError
        If there are too many totals, or a turn is too large for `solve`.

    See Also
    --------
    twoplayer.evening.replayed : One game whose ties are played again.
    twoplayer.plan_evening : Every way to play, compared.

    Notes
    -----
    A match is zero-sum. With r rounds to come only the difference of the totals matters, and who
    starts. Backward induction over r solves both turns of a round for every difference. Bounds are
    found in whole numbers, rounded down, with a proven bound of the rounding. A race (`to`) and a
    number of `wins` may last without end. Their values are fixed points, enclosed by iteration from
    both sides.

    Examples
    --------
    >>> from twoplayer import Variant, match
    >>> low, high = match(Variant(tiles=2, ties="second"), to=5, starts="loser").first_player_ev
    >>> f"{float(low):.9f} {float(high):.9f}"
    '-0.717089932 -0.717089932'
    >>> low, high = match("classic", wins=2, starts="loser").first_player_ev
    >>> f"{100 * float(low):.6f} % {100 * float(high):.6f} %"
    '-0.209241 % -0.209241 %'

    Against a child who plays without the 4:

    >>> match(Variant(tiles=4), rounds=2, exact=True, second=Variant(tiles=3)).first_player_ev
    963330874752575/3656158440062976
    """
    one_of("starts", starts, STARTS)
    game = contest(variant, second)
    game.check_plain("in a match")
    ways = {"rounds": rounds, "to": to, "wins": wins}
    given = [f"{way} {shown(value)}" for way, value in ways.items() if value is not None]
    if len(given) != 1:
        takes = "one of them: a number of rounds, a total to reach, or a number of wins"
        got = " and ".join(given) or "none"
        raise InputError(f"got {got}; takes {takes}", of=", ".join(ways))
    margin = game.stakes.tie.wins
    if rounds is not None:
        number = whole_number("rounds", rounds, 1, MOST_ROUNDS)
        evs = rounds_of(Series(game, starts, exact=exact), number, margin)
        by_rounds = dict(enumerate(evs, 1))
        return Match(*game.pair, number, None, starts, exact, evs[-1], by_rounds)
    if exact:
        takes = f"False {'in a race' if wins is None else 'for a number of wins'}"
        raise refused("exact", exact, takes, "whose exact denominator explodes")
    if to is not None:
        to = whole_number("to", to, 1)
        ev, _ = race(game, starts, to)
    else:
        wins = whole_number("wins", wins, 1, _MOST_WINS)
        ev = first_to(Series(game, starts), wins)
    return Match(*game.pair, None, to, starts, False, ev, {}, wins)


def matches(
    variant: GameLike,
    rounds: int | None = None,
    to: int | None = None,
    starts: Sequence[str] = (),
    exact: bool = False,
    *,
    wins: int | None = None,
    second: GameLike | None = None,
) -> dict[str, Match]:
    """Solve matches of one length, one for each named way to start, or for all ways."""
    ways, solved = dict.fromkeys(one_of("starts", way, STARTS) for way in starts or STARTS), {}
    # Where scores say who starts, a match takes longer: rounds 12 to 20 times as long.
    longer = 2 if rounds is None else 15
    in_turn = sorted(ways, key=lambda way: way not in BY_SCORES)
    for way in tracked(in_turn, lambda way: longer if way in BY_SCORES else 1):
        solution = match(variant, rounds, to, way, exact, wins=wins, second=second)
        solved[way] = solution.fractions
    return {way: solved[way] for way in ways}


# Ties that are played again


@dataclass(frozen=True, eq=False, repr=False)
class Replayed(Favouring, Tabled):
    """The value of a game whose ties are played again, until somebody wins.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the player who starts the first game. Their `ties` make no difference.
    second_variant : Variant or Game
        The rules of the other player, whichever player starts.
    starts : str
        Who starts after a tie: the `"same"` player, or the `"other"`.
    double : bool
        Whether each tie doubles the stake.
    first_player_ev : sympy.Rational
        The expected value to the player who starts the first game, in stakes.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.evening import replayed
    >>> again = replayed(Variant(tiles=4))
    >>> again.favoured, again.first_player_ev
    ('second', -54904/948014613)
    """

    variant: Rules
    second_variant: Rules
    starts: str
    double: bool
    first_player_ev: ExactNumber = exact_field()

    about = "{self.how}"
    columns: ClassVar[Sequence[Column]] = (
        Column("starts", to=To.PROGRAMS),
        Column("double", to=To.PROGRAMS),
        *EVS,
    )

    @property
    def how(self) -> str:
        """How ties are played again, in words, such as `a tie is played again, and …`."""
        stake = ", for double the stake" if self.double else ""
        return f"{AGAIN[self.starts]}{stake}"


def replayed(
    variant: GameLike,
    starts: str = "same",
    double: bool = False,
    second: GameLike | None = None,
) -> Replayed:
    """Solve a game exactly whose ties are played again, until somebody wins.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The game, as for `solve`; its own `ties` make no difference.
    starts : str, default "same"
        Who starts after a tie: the `"same"` player, or the `"other"`.
    double : bool, default False
        Whether each tie doubles the stake.
    second : Variant, str, path or Game, optional
        The rules of the player who does not start the first game, where they are others. None:
        those of `variant`.

    Returns
    -------
    Replayed
        The EV to the player who starts the first game, in stakes of the first game.

    Raises
    ------
    InputError
        If `variant` or `second` is no game, `starts` no such word, or `double` no bool.
    RulesError
        If the game has no value: a tie may be certain. Or ties double the stake, and may have too
        high a chance, such as a half. As `solve`.
    UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.game.ev_by_tie : The function f of the notes.
    twoplayer.match : Several games.

    Notes
    -----
    The EV is a fixed point. Let f be the EV by what a tie pays. Where the same player starts again,
    the EV v solves f(v) = v. Where the other player starts, v solves f(−v) = v. Where the stake
    doubles, ±2v stands in the place of ±v. f is linear in pieces, and each piece is solved exactly.
    Where the players have different rules, there are two such equations, one for each player who
    may start.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.evening import replayed
    >>> from twoplayer.game import ev_by_tie
    >>> game = replayed("even-stevens", starts="other", double=True)
    >>> ev = game.first_player_ev
    >>> ev_by_tie("even-stevens")(-2 * ev) == ev
    True

    Each player may have own rules, and keeps these rules, whichever player starts:

    >>> head_start = Variant(tiles=3)
    >>> [
    ...     replayed(Variant(tiles=4), starts, second=head_start).first_player_ev
    ...     for starts in ("same", "other")
    ... ]
    [13307825/54964297, 58527203816169/241724736121345]
    """
    one_of("starts", starts, AGAIN)
    double = scalar(double)
    if not isinstance(double, bool):
        raise refused("double", double, "True | False")
    game = contest(variant, second)
    again = (1 if starts == "same" else -1) * (2 if double else 1)
    return Replayed(*game.pair, starts, double, _fixed_point(game, again))


def _fixed_point(game: Contest, again: int) -> Fraction:
    """Return the value of a game to the player who starts it.

    A tie pays `again` times the value of the next game to the player who starts the next game.
    Where `again` is negative, that is the other player.
    """
    next_rules = game.rules if again > 0 else game.rules[::-1]
    unknowns = [Unknown(each, "tie") for each in (game, Contest(next_rules))]
    far = [Fraction(0)] * 2  # how much a tie in each game pays at most
    while True:
        this, following = (_ev_near(*both) for both in zip(unknowns, far, strict=True))
        chances = [max(part.line.slope for part in evs) for evs in (this, following)]
        grows = again**2 * chances[0] * chances[1]
        if grows == abs(again) == 1:
            raise RulesError("a tie may be certain, so the game might never end", of="tiles")
        if grows >= 1:
            one, *other = dict.fromkeys(f"{percent_text(chance, 2)} %" for chance in chances)
            why = f"where a tie may have a chance of {one}, and a half is too much"
            if other:
                why = f"where ties may have chances of {one} and {other[0]}, by who starts"
            raise refused("double", True, "False", why, RulesError)
        at_0 = [abs(_ev_at(evs, Fraction(0))) for evs in (this, following)]
        # A tie in one game pays the value of the other game, and the other way round.
        needed = [
            abs(again) * (at_0[1 - one] + abs(again) * chances[1 - one] * at_0[one]) / (1 - grows)
            for one in (0, 1)
        ]
        if far == (farther := [*map(max, needed, far)]):
            break
        far = farther
    (a, b), (c, d) = _line(this, following, again), _line(following, this, again)
    return (a + again * b * c) / (1 - again**2 * b * d)


def _ev_near(game: Unknown, far: Fraction) -> list[Segment]:
    """Return the EV where a tie pays up to `far`.

    The range that is solved ends at `far` or beyond: at 1/32, or that times a power of 4. It is as
    short as possible, since there are many segments, and most games are nearly fair. All ways to
    play ties again share a solved range.
    """
    solved = Fraction(1, 32)
    while solved < far:
        solved *= 4
    return [part for part in _solved(game, solved) if -far <= part.high and part.low <= far]


@lru_cache(maxsize=8)
def _solved(game: Unknown, far: Fraction) -> list[Segment]:
    return ev_segments(game, -far, far)


def _ev_at(evs: Sequence[Segment], tie: Fraction) -> Fraction:
    return evs[bisect_left(evs, tie, hi=len(evs) - 1, key=attrgetter("high"))].line.at(tie)


def _line(evs: Sequence[Segment], others: Sequence[Segment], again: int) -> Line:
    """Return the line of a game's EV at the payment for a tie that solves both equations.

    `others` has the EVs of the other game, where a tie pays `again` times the value of this game.
    """

    def beyond(part: Segment) -> bool:
        return bool(part.high >= again * _ev_at(others, again * part.line.at(part.high)))

    return evs[bisect_left(evs, True, hi=len(evs) - 1, key=beyond)].line

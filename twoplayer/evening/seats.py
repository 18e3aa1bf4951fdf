"""One turn each: the value of every seat, also of three and more players, and how to play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

from ..errors import PositionError, one_of, refused, shown, tells_its_signature, whole_number
from ..exact import ExactNumber, ExactResult, exact
from ..game.contest import Contest, contest
from ..game.seating import PAYS, Seating, Standings, at_table, ev_of, payoff_facing, wins_of
from ..tables import Column, Tabled, To, percent
from ..turn.another import GameLike
from ..turn.position import Payoff
from ..turn.solved import SolvedTurn
from ..variant.variant import Rules, Variant
from ..work import Executor, part, spread, tracked


@dataclass(frozen=True)
class SeatTurn(SolvedTurn):
    """The solved turn of one of several players; all values are in stakes, to that player.

    Attributes
    ----------
    rules : tuple of Variant or Game
        The rules of every seat's turn.
    players : int
        How many players there are.
    seat : int
        The seat whose turn it is: seat 1 plays first.
    score_to_beat : int or None
        The lowest score so far, or the highest where the highest score pays. None in the first
        seat's turn.
    holders : int
        How many players have this score; 1 where ties are not shared, 0 in the first seat's turn.
    pays : str, default "lowest-takes"
        Who pays whom, as for `seats`.

    Examples
    --------
    Both players before have left 12. By covering the 8 the last of three players ties at least:

    >>> from twoplayer import seats
    >>> turn = seats("classic", 3).play(3, score_to_beat=12, holders=2)
    >>> turn.options((3, 8, 9), 8)
    [Option(choice=(8,), value=7/18, win=7/36, tie=29/36)]
    """

    rules: tuple[Rules, ...] = field(repr=False)
    players: int
    seat: int
    score_to_beat: int | None
    holders: int
    pays: str = "lowest-takes"

    def _title(self) -> str:
        facing = "to beat" if self.pays == "lowest-takes" else "where the highest pays, facing"
        beat = "" if self.score_to_beat is None else f", {facing} {self.score_to_beat}"
        have = f" that {self.holders} have" if self.holders > 1 else ""
        return f"Seat {self.seat} of {self.players}{beat}{have}: {self.variant.in_words()}"


@dataclass(frozen=True, eq=False, repr=False)
class Seats(ExactResult, Tabled):
    r"""The value of every seat of a game of several players.

    The players take one turn each, and everyone knows the scores before theirs. With
    `"lowest-takes"` the lowest score gets a stake from every other player, `clack_payout` stakes
    after a clack. Players who tie for the lowest score share these stakes equally; or the earliest
    or the latest of these players gets all, as `ties` says. Where a clack wins at once nobody plays
    after the clack. With `"highest-pays"` the highest score pays a stake to every other player.
    Players who tie for the highest score share the payment; or the latest or the earliest of these
    players pays alone.

    All players maximise their own EV. A player decides between moves of equal EV as follows, each
    line where the lines above leave a tie:

    1. the lower EV of the players who hold the lowest score so far (the highest, if it pays);
    2. the lower EV of the players to come, in the order of their seats;
    3. the higher chance to win alone;
    4. the higher chance to clack;
    5. the lower chance that a player to come clacks.

    `tie_breaks_matter` says whether any seat would have another EV if such ties were decided for
    the others instead.

    Attributes
    ----------
    variant : Variant or Game
        The rules of the first seat's turn.
    players : int
        How many players there are.
    rules : tuple of Variant or Game
        The rules of every seat's turn.
    evs : tuple of sympy.Rational
        Each seat's expected value, in stakes; the sum is 0. To make the game fair, a seat with a
        positive EV would pay its EV before each game. A seat with a negative EV would get as much.
    pays : str, default "lowest-takes"
        Who pays whom: `"lowest-takes"` or `"highest-pays"`.

    Notes
    -----
    The values are those of a subgame-perfect equilibrium, found by backward induction from the last
    seat to the first. With two players the equilibrium has the minimax value. With three or more an
    equilibrium secures nobody: a player may get less where another player does not play for their
    own EV.

    Examples
    --------
    >>> from twoplayer import seats
    >>> table = seats("classic", 3)
    >>> [round(100 * float(ev), 2) for ev in table.evs], sum(table.evs)
    ([-0.53, -0.04, 0.58], 0)
    >>> table.best, table.tie_breaks_matter
    (3, False)
    """

    variant: Rules
    players: int
    rules: tuple[Rules, ...]
    evs: tuple[ExactNumber, ...] = exact()
    pays: str = "lowest-takes"

    about = "{self.players} players"
    columns: ClassVar[Sequence[Column]] = (
        Column("players", attrgetter("table.players"), to=To.PROGRAMS),
        Column("pays", attrgetter("table.pays"), to=To.PROGRAMS),
        Column("seat"),
        percent("ev", "EV (%)"),
        percent("wins", "wins alone (%)", 2),
        percent("spread", value=attrgetter("table.spread"), to=To.PROGRAMS),
        percent("tie_breaks_change", value=attrgetter("table.tie_breaks_change"), to=To.PROGRAMS),
    )

    @property
    def wins(self) -> tuple[ExactNumber, ...]:
        """Each seat's probability to win alone, in [0, 1].

        Where the highest score pays, each seat's probability not to have the highest score.
        """
        return tuple(map(self._number, self.solve_chances()))

    def solve_chances(self) -> list[Fraction]:
        """Solve the game once more with chances, which takes longer than the EVs.

        Returns
        -------
        list of fractions.Fraction
            The same numbers as `wins`, from the first seat on.
        """
        return _per_seat(self._standings(chances=True), wins_of)

    def _standings(self, chances: bool = False, kind: bool = False) -> dict[int, Standings]:
        seating = Seating(self.contest, chances, kind, self.pays)
        return self._once(f"standings {chances} {kind}", lambda: at_table(seating))

    def _own_rules(self) -> dict[str, Variant]:
        every = enumerate(self.rules, 1)
        return {f"seat {seat}": rules for seat, rules in every if rules != self.variant}

    @property
    def contest(self) -> Contest:
        """Every seat's turn and the stakes, as the solver takes them."""
        return Contest(self.rules)

    @property
    def best(self) -> int:
        """The seat with the highest EV; of equal EVs the first seat."""
        return 1 + self.fractions.evs.index(max(self.fractions.evs))

    @property
    def worst(self) -> int:
        """The seat with the lowest EV; of equal EVs the first seat."""
        return 1 + self.fractions.evs.index(min(self.fractions.evs))

    @property
    def spread(self) -> ExactNumber:
        """The highest EV of a seat less the lowest, in stakes."""
        return self._number(max(self.fractions.evs) - min(self.fractions.evs))

    @property
    def tie_breaks_matter(self) -> bool:
        """Whether any EV changes if ties in a player's own EV are decided *for* the others.

        With two players it is always False.
        """
        return self.solve_other_way() > 0

    @property
    def tie_breaks_change(self) -> ExactNumber:
        """The most that a seat's EV changes, in stakes, if ties are decided for the others.

        Only these two ways to decide ties are compared. A third way may change an EV more: the
        opposite is not proven.
        """
        return self._number(self.solve_other_way())

    def solve_other_way(self) -> Fraction:
        """Solve the game once more, with ties decided for the others.

        Returns
        -------
        fractions.Fraction
            The most that a seat's EV changes, in stakes, as `tie_breaks_change`.
        """
        both = zip(self.fractions.evs, _per_seat(self._standings(kind=True)), strict=True)
        return Fraction(max(abs(one - two) for one, two in both))

    @tells_its_signature
    def play(self, seat: int, *, score_to_beat: int | None = None, holders: int = 1) -> SeatTurn:
        """Return the solved turn of a seat: the values of all its positions and moves.

        With `immediate_clack` no turn follows a clack: against 0 the value of every state is what
        the clack costs the seat.

        Parameters
        ----------
        seat : int
            The seat that plays: 1 to `players`.
        score_to_beat : int, optional
            The lowest score so far, or the highest where the highest score pays. By name only. None
            for seat 1, and for no other seat.
        holders : int, default 1
            How many players have that score, 1 to `seat` − 1. By name only. The number matters only
            where ties are shared.

        Returns
        -------
        SeatTurn
            The turn, solved for that seat's EV, where all other players play as in the equilibrium.

        Raises
        ------
        PositionError
            If there is no such seat or score, or fewer players than `holders` have played.

        Examples
        --------
        >>> from twoplayer import seats
        >>> turn = seats("classic", 3).play(2, score_to_beat=10)
        >>> list(turn.optimal_moves((1, 2, 3, 4, 5, 6, 7, 8, 9), 9))
        [(9,)]
        """
        whole_number("seat", seat, 1, self.players, PositionError)
        if (score_to_beat is None) != (seat == 1):
            which = self.pays.partition("-")[0]
            takes = "none for the first seat" if seat == 1 else f"the {which} score so far"
            got = "none" if score_to_beat is None else shown(score_to_beat)
            raise PositionError(f"got {got}; takes {takes}", of="score_to_beat")
        whole_number("holders", holders, 1, max(seat - 1, 1), PositionError)
        ranks, number, game = list[int](), 0, self.contest
        if score_to_beat is not None:
            Contest(self.rules[: seat - 1]).rank_of(score_to_beat)  # an earlier seat may leave it
            ranks, number = [game.rank_of(score_to_beat)], 1 if game.stakes.tie.wins else holders

        def turn() -> SeatTurn:
            own, quick = self.rules[seat - 1], self._payoff(False, seat, ranks, number)
            value = Payoff.of_value(quick.table[:, 0, 0], quick.unit)
            faced = game.scores[ranks[0]] if ranks else None
            seated = self.rules, self.players, seat, faced, number, self.pays
            finely = partial(self._payoff, True, seat, ranks, number)
            return SeatTurn(own, value, *seated, refine=finely)

        return self._in_my_numbers(self._once(f"turn {seat} {ranks} {number}", turn))

    def _payoff(self, chances: bool, seat: int, ranks: list[int], holders: int) -> Payoff:
        seating, after = Seating(self.contest, chances, pays=self.pays), self._standings(chances)
        return payoff_facing(seating, seat, after[seat + 1], ranks, holders)

    def each(self) -> list[Seat]:
        """Return the seats one by one.

        Returns
        -------
        list of named tuples
            Each has the seat's `variant`, `seat` (its number), `ev` in stakes and `wins`, its
            probability to win alone, in `fractions.Fraction`s.
        """
        quick = self.fractions
        every = zip(self.rules, quick.evs, self.solve_chances(), strict=True)
        return [Seat(quick, rules, n, *numbers) for n, (rules, *numbers) in enumerate(every, 1)]

    _rows = each


class Seat(NamedTuple):
    """A row of `Seats`: a seat with its rules, its EV and its chance to win alone."""

    table: Seats
    variant: Rules
    seat: int
    ev: Fraction
    wins: Fraction


def seats(
    variant: GameLike | Sequence[GameLike], players: int | None = None, pays: str = "lowest-takes"
) -> Seats:
    """Solve a game of several players exactly: each takes one turn.

    Parameters
    ----------
    variant : Variant, str, path, Game, or list of them
        The game, as for `solve`; or a list with the rules of every seat's turn, where seats have
        rules of their own. `scoring` and the stakes must be the same for all seats.
    players : int, optional
        How many players there are, 2 to 8. None beside a list, and only there.
    pays : str, default "lowest-takes"
        Who pays whom. With `"lowest-takes"` the lowest score gets a stake from every other player.
        With `"highest-pays"` the highest score pays a stake to every other player; a clack must pay
        1 then, and not win at once.

    Returns
    -------
    Seats
        Each seat's EV in the equilibrium that backward induction finds, from the last seat to the
        first.

    Raises
    ------
    InputError
        If `players` is not 2 to 8, `pays` is unknown, or `variant` is no game.
    RulesError
        If the rules of the seats do not go together, or do not fit `"highest-pays"`.
    UnknownNameError, FileError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.solve : Two players, with more answers.
    twoplayer.plan_evening : Every way to play, compared.

    Notes
    -----
    Seats are solved from the last to the first. Of the turns before only the best score so far
    matters, and how many players have it. For each such pair a seat's turn is solved by backward
    induction, as in `solve`, for the seat's own EV. The cost for n players is up to about n(n −
    1)/2 times the cost of `solve`. With three players or more the result is a subgame-perfect
    equilibrium, not a minimax value.

    Examples
    --------
    With two seats, seat 1 is the first player:

    >>> from twoplayer import Variant, seats, solve
    >>> seats("classic", 2).evs[0] == solve("classic").first_player_ev
    True
    >>> [f"{100 * float(ev):.3f} %" for ev in seats("classic", 3, "highest-pays").evs]
    ['-0.507 %', '-0.057 %', '0.565 %']

    A child, who plays last of three, has the 9 covered beforehand:

    >>> table = seats(["classic", "classic", Variant(tiles=8)])
    >>> [round(float(ev), 4) for ev in table.evs]
    [-0.2017, -0.1979, 0.3995]
    """
    rules: Sequence[Any]
    # A game of another kind may be a named tuple.
    if isinstance(variant, (list, tuple)) and not hasattr(variant, "rolls"):
        if players is not None:
            raise refused("players", players, "none beside a list with the rules of every seat")
        rules = variant
        check_players(len(rules))
    else:
        rules = variant, *[None] * (check_players(players) - 1)
    game = contest(*rules, parameters=["variant"])
    if one_of("pays", pays, PAYS) == "highest-pays":
        game.check_plain("where the highest pays")
    evs = _per_seat(at_table(Seating(game, chances=False, pays=pays)))
    return Seats(game.rules[0], len(rules), game.rules, tuple(evs), pays)


def in_each_seat(table: Seats, seat: int) -> list[Fraction]:
    others = [*table.rules]
    own = others.pop(seat - 1)
    return [
        seats([*others[:n], own, *others[n:]], pays=table.pays).fractions.evs[n]
        for n in tracked(range(table.players))
    ]


def seats_of_all(
    variants: Sequence[Variant],
    players: int,
    *,
    chances: bool,
    pays: str = "lowest-takes",
    executor: Executor | None = None,
) -> list[Seats]:
    """Solve a table for each of several variants, with the chances to win where wanted."""
    solve = partial(_all_of_seats, players=players, chances=chances, pays=pays)
    solved, tables = dict(spread(solve, dict.fromkeys(variants), executor)), []
    for variant in variants:
        tables.append(table := copy(solved[variant]))  # equal rules may have other names
        vars(table).update(variant=variant, rules=(variant,) * players)
    return tables


def _all_of_seats(variant: Variant, players: int, chances: bool, pays: str) -> Seats:
    parts = 3 if chances else 2
    with part(parts):
        solved = seats(variant, players, pays)
    for solve in (solved.solve_other_way, solved.solve_chances)[: parts - 1]:
        with part(parts):
            solve()
    return solved


def check_players(players: object) -> int:
    return whole_number("players", players, 2, 8)


def _per_seat(standings: dict[int, Standings], of: Callable[[int], Any] = ev_of) -> list[Fraction]:
    return [standings[1].at_start(of(seat)) for seat in range(1, max(standings))]

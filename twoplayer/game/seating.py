"""Players around a table: what standings are worth, and what each seat plays for.

What has happened matters through the *standing* alone: the rank of the lowest score, and how many
hold it (one, where `ties` decides between them). It has one worth to each holder, who would win
now, one to each loser, and one to every seat to come, which are the payoff of a turn. Where the
highest score pays, it is the one that is held, and what everybody gets has the other sign.

Everybody maximises his own EV. A tie in it goes to the lower EV of the holders, then of the seats
to come, in their order; then to the higher chance to win alone, to clack, and to the lower chance
that anybody after him clacks. Payoffs have components in this order; behind them stand some that
follow from the others and are only carried along.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from ..exact import Rows, Values
from ..turn.memory import Memory
from ..turn.position import Payoff
from ..work import tracked
from .contest import Contest
from .stakes import Stakes

PAYS: Mapping[str, str] = {
    "lowest-takes": "whoever leaves the lowest score gets a stake from everybody else",
    "highest-pays": "whoever leaves the highest score pays a stake to everybody else",
}

_PAYOFFS = Memory()


class Part(NamedTuple):
    name: str
    is_ev: bool = False
    sign: int = 1  # −1 where a seat that plays wants little of it


_VALUE = Part("value", is_ev=True)
_HOLDER, _LOSER = Part("holder", is_ev=True, sign=-1), Part("loser", is_ev=True, sign=-1)
_WIN, _TIE, _ANY_CLACK = Part("win"), Part("tie"), Part("any clack")
HOLDER_WINS, _HOLDER_TIES = Part("holder wins"), Part("holder ties")
CLACK, NO_OTHER_CLACK = Part("clack"), Part("no other clack")
CLACK_PAYS = Part("clack pays")
LAST_PLAYS_FOR = _VALUE, _WIN, CLACK
"""All else that may happen to whoever plays last of two follows from these parts of his payoff."""


def ev_of(seat: int) -> Part:
    return Part(f"seat {seat}", is_ev=True, sign=-1)


def wins_of(seat: int) -> Part:
    return Part(f"seat {seat} wins")


class Seating(NamedTuple):
    contest: Contest
    chances: bool  # whether those to win, to tie and to clack are wanted, beside the EVs
    kind: bool = False  # a tie in one's own EV is decided for the others, not against them
    pays: str = "lowest-takes"

    @property
    def takes(self) -> int:
        """What holding the score that counts is worth: 1 where it takes, −1 where it pays."""
        return 1 if self.pays == "lowest-takes" else -1

    @property
    def nobody(self) -> int:
        """The rank that stands for no score, which whatever the first seat leaves replaces."""
        return len(self.contest.scores) if self.takes > 0 else -1

    @property
    def stakes(self) -> Stakes:
        return self.contest.stakes

    @property
    def players(self) -> int:
        return len(self.contest.rules)

    @property
    def holders(self) -> int:
        return 1 if self.stakes.tie.wins else self.players

    def sign_of(self, part: Part) -> int:
        return 1 if self.kind else part.sign


class Standings(NamedTuple):
    """What standings are worth before a seat's turn, to everybody, as whole numbers.

    Each part has its number times `unit` by standing, shape (ranks, holders): EVs, and if wanted
    chances; that of no other clack is minus the chance that anybody after the seat clacks.
    """

    parts: Mapping[Part, Values]
    unit: int

    def at_start(self, part: Part) -> Fraction:
        return Fraction(int(self.parts[part][0, 0]), self.unit)


def at_table(table: Seating, since: int = 1) -> dict[int, Standings]:
    [standings] = at_tables([table], since)
    return standings


def at_tables(tables: Sequence[Seating], since: int = 1) -> list[dict[int, Standings]]:
    """Do what `at_table` does for tables of which each seat's turns differ in scoring alone."""
    standings = [{table.players + 1: _all_played(table)} for table in tables]
    most = len(tables[0].contest.scores)
    for seat in tracked(range(tables[0].players, since - 1, -1), lambda s: most if s > 1 else 1):
        both = zip(tables, standings, strict=True)
        facing = [_Facing(table, seat, each[seat + 1]) for table, each in both]
        for each, before in zip(standings, _before(facing), strict=True):
            each[seat] = before
    return standings


def _dtype(table: Seating, unit: int) -> type:
    return np.int64 if 2 * table.players**2 * unit * table.stakes.most < 2**63 else object


def _all_played(table: Seating) -> Standings:
    stakes, players, every = table.stakes, table.players, np.arange(len(table.contest.scores))
    shares = (Fraction(players, holders) for holders in range(1, table.holders + 1))
    unit = stakes.unit * lcm(*(share.denominator for share in shares))
    holders: Values = np.arange(1, table.holders + 1).astype(_dtype(table, unit))
    # What a loser pays, times `unit`, shape (ranks, 1).
    pays = stakes.price(every).astype(holders.dtype)[:, np.newaxis] * (unit // stakes.unit)
    nobody = 0 * pays * holders  # shape (ranks, holders)
    takes = pays * table.takes
    parts = {_HOLDER: takes * (players - holders) // holders, _LOSER: nobody - takes}
    if stakes.tie.pays:  # there are two players, and this is the second; the other's EV follows
        parts[_HOLDER][:, 1] = -int(stakes.tie.pays * unit)
    if table.chances:
        alone = nobody + (holders == 1).astype(holders.dtype) * unit
        parts[HOLDER_WINS] = alone if table.takes > 0 else nobody
        parts |= {_HOLDER_TIES: unit - alone, _ANY_CLACK: nobody, CLACK_PAYS: nobody.copy()}
        parts[CLACK_PAYS][: stakes.clacks, : players - 1] = unit
    return Standings(parts, unit)


def payoff_facing(
    table: Seating, seat: int, after: Standings, ranks: Sequence[int], holders: int
) -> Payoff:
    ranks = ranks or [table.nobody]
    faced = np.array([ranks, [holders] * len(ranks)])
    left, facing = table.contest.own(seat - 1), _Facing(table, seat, after)
    parts = facing.parts(left, *faced, without=_last_ev(table, seat))
    return Payoff(tuple(part.name for part in parts), _wanted(table, parts), after.unit)


def _wanted(table: Seating, parts: Mapping[Part, Values]) -> Values:
    wanted = [n if table.sign_of(part) > 0 else -n for part, n in parts.items()]
    # Whoever plays last has one part, and the largest payoffs, which need no copy.
    return wanted[0][..., np.newaxis] if len(wanted) == 1 else np.stack(wanted, axis=-1)


class _Facing(NamedTuple):
    table: Seating
    seat: int
    after: Standings

    @property
    def holders(self) -> Sequence[int]:
        return range(1, min(self.table.holders, self.seat - 1) + 1) or [0]

    @property
    def follow(self) -> set[Part]:
        last = {NO_OTHER_CLACK, _ANY_CLACK} if self.seat == self.table.players else set()
        return {_TIE, *_last_ev(self.table, self.seat), *last}

    def ranks(self) -> Iterable[tuple[int, tuple[int, ...]]]:
        """Return every rank to face, and a key that tells it apart from others.

        Clacks are by themselves. Other ranks are alike against which as many of the ranks that a
        turn can leave win, and do not lose, in this seat and in all that come after it.
        """
        contest, stakes = self.table.contest, self.table.stakes
        if self.seat == 1:
            return [(self.table.nobody, ())]
        rank = np.arange(len(contest.scores))
        keys = [np.minimum(rank + 1, stakes.clacks + 1) * stakes.goes_on(rank)]
        for rules in dict.fromkeys(contest.rules[self.seat - 1 :]):
            player = contest.rules.index(rules)
            attainable = contest.own(player)[contest.turns[player].attainable]
            keys += stakes.told_apart(attainable, rank)
        return enumerate(zip(*(key.tolist() for key in keys), strict=True))

    def parts(
        self, left: Rows, rank: Rows, holders: Rows, *, without: Collection[Part]
    ) -> dict[Part, Values]:
        """Return what everybody gets for leaving ranks; a standing is a rank and holders."""
        table, seat, after = self
        result = table.takes * table.stakes.who_wins(left, rank)
        holds, beside = result > 0, result < 0
        kept = np.minimum(rank, len(table.contest.scores) - 1)  # where nobody replaces it
        more = np.minimum(holders, min(table.holders, seat) - 1)

        def then(part: Part, beaten: Part | None = None, replaced: Part | None = None) -> Values:
            """Return a part; or another, where the seat is beaten, or replaces the holders."""
            lost = after.parts[beaten or part][kept, holders - 1]
            numbers = np.where(beside, lost, after.parts[part][kept, more])
            np.copyto(numbers, after.parts[replaced or part][left, :1], where=holds)
            return numbers

        to_come = range(seat + 1, table.players + 1)
        parts = {_VALUE: then(_HOLDER, beaten=_LOSER)}
        # The first seat faces nobody, whose value must settle no tie.
        if seat > 1 and _HOLDER not in without:
            parts[_HOLDER] = then(_HOLDER, replaced=_LOSER)
        parts |= {ev: then(ev) for ev in map(ev_of, to_come)}
        if table.chances:
            clack, other_clack = np.zeros(result.shape, parts[_VALUE].dtype), then(_ANY_CLACK)
            clacks = (left < table.stakes.clacks)[:, np.newaxis] & table.stakes.goes_on(rank)
            clack[clacks] = after.unit
            loser = {HOLDER_WINS: 0 if table.takes > 0 else after.unit, _HOLDER_TIES: 0}
            win, tie = (np.where(beside, sure, then(part)) for part, sure in loser.items())
            parts |= {_WIN: win, CLACK: clack, NO_OTHER_CLACK: -other_clack, _TIE: tie}
            if seat > 1:
                parts |= {part: np.where(holds, sure, then(part)) for part, sure in loser.items()}
            parts |= {wins: then(wins) for wins in map(wins_of, to_come)}
            parts |= {_ANY_CLACK: np.maximum(clack, other_clack), CLACK_PAYS: then(CLACK_PAYS)}
        return {part: numbers for part, numbers in parts.items() if part not in without}


def _before(facing: Sequence[_Facing]) -> list[Standings]:
    """Return what standings are worth before a turn; of those that are alike one is solved."""
    seat, columns = facing[0].seat, list[tuple[int, int, int]]()  # the table, the rank, the holders
    first_of = defaultdict[Hashable, dict[tuple[int, ...], int]](dict)  # each key's first column
    places = list[list[int]]()  # of each table: the columns of its standings
    left = list[tuple[Rows, Rows]]()  # and the ranks that states leave, each once; by state: which
    for number, each in enumerate(facing):
        game, holders = each.table.contest, each.holders
        # Whoever plays last plays for what is paid, and not for what the others do after it.
        paid = game.rules[seat - 1].scoring, game.stakes.prices, each.after.unit
        alike = first_of[number if seat < each.table.players else paid]
        places.append([])
        for rank, key in each.ranks():
            if (first := alike.setdefault(key, len(columns))) == len(columns):
                columns += [(number, rank, held_by) for held_by in holders]
            places[-1] += range(first, first + len(holders))
        # There may be scores that no state has, and far more of them than states.
        turn = game.turns[seat - 1]
        known, which = np.unique(turn.ranks, return_inverse=True)
        left.append((game.own(seat - 1)[known], which))

    def parts(number: int, faced: Rows) -> dict[Part, Values]:
        each = facing[number]
        return each.parts(left[number][0], *faced, without=each.follow)

    def payoffs(some: range) -> Values:  # (states, standings, parts)
        made = _PAYOFFS.room((len(left[0][1]), len(some), len(solved)), np.dtype(dtype))
        stop = 0
        for number, standings in groupby(columns[some.start : some.stop], itemgetter(0)):
            wanted = _wanted(facing[number].table, parts(number, np.array([*standings]).T[1:]))
            start, stop = stop, stop + wanted.shape[1]
            wanted = wanted.astype(made.dtype, copy=False)  # as `take` would not
            wanted.take(left[number][1], axis=0, out=made[:, start:stop], mode="clip")
        return made

    solved = [*parts(0, np.array([[0], [1]]))]
    dtype = np.result_type(*(each.after.parts[_HOLDER] for each in facing))
    values = np.array(turn.at_start(range(len(columns)), payoffs, components=len(solved)), object)
    return [
        _standings(each, solved, values[place], each.after.unit * turn.scale)
        for each, place in zip(facing, places, strict=True)
    ]


def _standings(facing: _Facing, solved: Sequence[Part], values: Values, unit: int) -> Standings:
    table, seat, _ = facing
    values = values.astype(_dtype(table, unit)).reshape(-1, len(facing.holders), len(solved))
    parts: dict[Part, Values] = {
        part: table.sign_of(part) * values[..., place] for place, part in enumerate(solved)
    }
    mine = ev_of(seat)
    parts[mine] = parts.pop(_VALUE)
    if table.chances:
        parts[wins_of(seat)] = parts.pop(_WIN)
        if seat == table.players:
            parts[_ANY_CLACK] = parts[CLACK].copy()
    # All EVs add up to 0.
    evs = [*[_HOLDER] * (seat > 1), *map(ev_of, range(seat + 1, table.players + 1)), mine]
    for last in facing.follow.intersection(evs):
        parts[last] = -np.sum([parts[ev] for ev in evs if ev != last], axis=0)
    if seat > 1:
        number = np.array(facing.holders)
        total = number * parts[_HOLDER] + sum(parts[ev] for ev in evs[1:])
        parts[_LOSER] = -total // np.maximum(seat - 1 - number, 1)
        if table.stakes.at_once:  # nobody plays after a clack
            pays = int(table.stakes.payout * unit)
            ends = {_HOLDER: pays * (table.players - 1), HOLDER_WINS: unit, CLACK_PAYS: unit}
            for part, numbers in parts.items():
                numbers[: table.stakes.clacks] = ends.get(part, -pays if part.is_ev else 0)
    return Standings(parts, unit)


def _last_ev(table: Seating, seat: int) -> set[Part]:
    """Return the EV that follows from the others, as all add up to 0: before anybody has lost."""
    if seat > 2:
        return set()
    return {ev_of(table.players) if seat < table.players else _HOLDER}

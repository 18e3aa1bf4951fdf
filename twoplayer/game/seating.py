"""Several players, a turn each: the values of all standings, from the last seat to the first.

Players take a turn each, in the order of their seats, and know all earlier scores. Two players are
a table of two. These words are used:

EV
    The expected value of the game to a player, in stakes. Every player maximises their own EV.
rank
    The place of a score among `Contest.scores`, all scores of all players, from the best on.
attainable
    A score is attainable if a turn can end with the score.
holder
    A player with the best score so far, as a rule the lowest, who would win now. If `ties` decides
    between equal scores, there is one holder. If the highest score pays, a holder has the highest
    score so far, and would pay now.
loser
    A player who has played and is no holder. A loser stays a loser.
standing
    The rank of the holders' score, and the number of holders. A seat needs to know the standing,
    and nothing else about earlier scores. A standing has one value to each holder, one value to
    each loser, and one value to each seat that has not played.

The seat that plays ends with a score. There are three results:

===========================  ==========================  ========  ===========  ======
the seat's score             the standing afterwards     the seat  the holders  losers
===========================  ==========================  ========  ===========  ======
beats the holders' score     the seat's rank, 1 holder   holder    losers       losers
ties with it                 the same, 1 holder more     holder    holders      losers
loses to it                  the same                    loser     holders      losers
===========================  ==========================  ========  ===========  ======

So the payoff of a turn is read from the values of the standings after that turn. The payoff is a
tuple, compared by the first component, then by the next. A component with a − in the table enters
with a minus sign: the seat that plays wants this number to be small.

==================  ============  ===============================================  ==============
component           in seats      meaning                                          how it is found
==================  ============  ===============================================  ==============
value               all           the EV of the seat that plays                    solved
− holder            from 2 on     the EV of each holder before the turn            solved (1)
− seat j            all but last  the EV of each seat j to come, in their order    solved (1)
win                 all           the chance that the seat that plays wins alone   solved
clack               all           the chance that the seat that plays clacks       solved
no other clack      all           minus the chance that any seat to come clacks    solved (2)
tie                 all           the chance that the seat that plays ties         not solved (3)
holder wins         from 2 on     the chance that each holder wins alone           solved
holder ties         from 2 on     the chance that each holder ties                 solved
seat j wins         all but last  the chance that each seat j to come wins alone   solved
any clack           all           the chance that this seat or a later one clacks  solved (2)
clack pays          all           the chance that `clack_payout` is paid           solved
==================  ============  ===============================================  ==============

The chances, from `win` on, are components if `Seating.chances` asks for chances. The rule for ties
in a player's own EV ends with `no other clack`. The later components are found for reports. If all
earlier components are equal, later ones are compared as well. A player *ties* by being one of
several holders in the end. If the highest score pays, a player *wins alone* by being no holder in
the end.

1. All EVs add up to 0. From seat 3 on there may be losers, and the EV of a loser follows from the
   other EVs. In seats 1 and 2 nobody has lost. There the EV of the last seat follows; in seat 2 of
   2 the EV of the holder follows. An EV that follows decides nothing, and is no component.
2. In the last seat `no other clack` is 0, and `any clack` is `clack`.
3. No earlier seat needs this chance. `payoff_facing` has this chance, for results about one turn.

Before the turn of seat k, `Standings` keep `value` as `seat k` and `win` as `seat k wins`. They
also have three numbers of a loser. These are the EV, `loser`, and the chances `loser wins` and
`loser ties`, each 0 or 1.

Examples
--------
Three seats have the tiles 1 and 2, and a die with 2 sides. Nobody has a choice. A turn clacks with
the chance 1/2 (1 then 2, or 2 then 1). It leaves 1 with the chance 1/4 (2, 2), and 2 with the
chance 1/4 (1, 1). Ranks are scores here.

*All have played.* Each loser pays 1, and h holders share these payments. Each holder gets
(3 − h)/h, which is 2, 1/2 or 0.

*Before seat 3.* Against one holder of 1, seat 3 beats the 1 with the chance 1/2, ties with 1/4, and
loses with 1/4. So the EV of seat 3 is 1/2·2 + 1/4·1/2 − 1/4·1 = 7/8. The EV of the holder is
−1/2·1 + 1/4·1/2 + 1/4·2 = 1/8. The EV of the loser follows: −(7/8 + 1/8) = −1. All standings:

====  =======  ==============================  ==============================  ==================
rank  holders  seat 3                          each holder                     the loser
====  =======  ==============================  ==============================  ==================
0     1        1/2·1/2 − 1/2 = −1/4            1/2·1/2 + 1/2·2 = 5/4           1/4 − 5/4 = −1
0     2        1/2·0 − 1/2 = −1/2              1/2·0 + 1/2·1/2 = 1/4           there is none
1     1        1/2·2 + 1/4·1/2 − 1/4 = 7/8     −1/2 + 1/4·1/2 + 1/4·2 = 1/8    −7/8 − 1/8 = −1
1     2        1/2·2 + 1/4·0 − 1/4 = 3/4       −1/2 + 1/4·0 + 1/4·1/2 = −3/8   there is none
2     1        3/4·2 + 1/4·1/2 = 13/8          −3/4 + 1/4·1/2 = −5/8           −13/8 + 5/8 = −1
2     2        3/4·2 + 1/4·0 = 3/2             −3/4 + 1/4·0 = −3/4             there is none
====  =======  ==============================  ==============================  ==================

>>> from twoplayer import Variant, seats
>>> from twoplayer.game.contest import contest
>>> rules = Variant(tiles=2, dice="1d2")
>>> standings = at_table(Seating(contest(rules, rules, rules), chances=True))
>>> for rank, holders in ((0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2)):
...     numbers = (standings[3].exact(n, rank, holders) for n in (ev_of(3), HOLDER, LOSER))
...     print(rank, holders, *numbers)
0 1 -1/4 5/4 -1
0 2 -1/2 1/4 0
1 1 7/8 1/8 -1
1 2 3/4 -3/8 0
2 1 13/8 -5/8 -1
2 2 3/2 -3/4 0

*Before seat 2*, which faces one holder, seat 1. The payoffs are in the table above. After a tie
with 1, for example, two hold 1, and the EV of each is −3/8. The EV of seat 1 follows from the
others.

====  ======================================  ======================================  =============
rank  seat 2                                  seat 3                                  seat 1
====  ======================================  ======================================  =============
0     1/2·1/4 − 1/2 = −3/8                    1/2·(−1/2) + 1/2·(−1/4) = −3/8          3/4
1     1/2·5/4 + 1/4·(−3/8) − 1/4 = 9/32       1/2·(−1/4) + 1/4·3/4 + 1/4·7/8 = 9/32   −9/16
2     1/2·5/4 + 1/4·1/8 + 1/4·(−3/4) = 15/32  1/2·(−1/4) + 1/4·7/8 + 1/4·3/2 = 15/32  −15/16
====  ======================================  ======================================  =============

>>> for rank in range(3):
...     print(rank, *(standings[2].exact(n, rank) for n in (ev_of(2), ev_of(3), HOLDER)))
0 -3/8 -3/8 3/4
1 9/32 9/32 -9/16
2 15/32 15/32 -15/16

*Before seat 1.* Seat 1 is the holder after its turn, so its EV is
1/2·3/4 + 1/4·(−9/16) + 1/4·(−15/16) = 0. Since nobody has a choice, no seat is better than another.
Seat 1 wins alone if it clacks and both others do not, or if it leaves 1 and both others leave 2.
The chance of this is 1/2·1/4 + 1/4·1/16 = 9/64.

>>> [standings[1].at_start(ev_of(seat)) for seat in (1, 2, 3)]
[Fraction(0, 1), Fraction(0, 1), Fraction(0, 1)]
>>> standings[1].at_start(wins_of(1))
Fraction(9, 64)
>>> seats(rules, 3).evs, seats(rules, 3).wins
((0, 0, 0), (9/64, 9/64, 9/64))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from ..turn.induction import Turn
from ..turn.memory import Memory
from ..turn.position import Payoff
from ..work import tracked
from .contest import Contest
from .stakes import Stakes

PAYS: Mapping[str, str] = {
    "lowest-takes": "the player with the lowest score gets a stake from everybody else",
    "highest-pays": "the player with the highest score pays a stake to everybody else",
}
"""The payers among several players, and the players who are paid, in words."""

_PAYOFFS = Memory()


class Component(NamedTuple):
    """An EV or a chance: a component of standings and payoffs. The module has a table of them."""

    name: str  # as in `Payoff.components`
    sign: int = 1  # −1 if the seat that plays wants a small number


VALUE, WIN, TIE = Component("value"), Component("win"), Component("tie")
HOLDER, LOSER = Component("holder", sign=-1), Component("loser", sign=-1)
HOLDER_WINS, HOLDER_TIES = Component("holder wins"), Component("holder ties")
LOSER_WINS, LOSER_TIES = Component("loser wins"), Component("loser ties")
CLACK, NO_OTHER_CLACK = Component("clack"), Component("no other clack")
ANY_CLACK, CLACK_PAYS = Component("any clack"), Component("clack pays")

LAST_PLAYS_FOR = VALUE, WIN, CLACK
"""The components that decide the turn of the last of two players; all others follow from these."""


def ev_of(seat: int) -> Component:
    """Return the EV of a seat that has not played yet; seats count from 1."""
    return Component(f"seat {seat}", sign=-1)


def wins_of(seat: int) -> Component:
    """Return the chance to win alone of a seat that has not played yet; seats count from 1."""
    return Component(f"seat {seat} wins")


class Seating(NamedTuple):
    """A table: the players, the stakes, and the numbers to compute."""

    contest: Contest  # the rules of every seat's turn, and the stakes
    chances: bool  # whether to compute chances to win, to tie and to clack, besides the EVs
    kind: bool = False  # whether a tie in a player's own EV is decided for, not against, the others
    pays: str = "lowest-takes"  # the rule of payments: a key of `PAYS`

    @property
    def takes(self) -> int:
        """The sign of the holders' payoff in the end: 1 if holders take, −1 if holders pay."""
        return 1 if self.pays == "lowest-takes" else -1

    @property
    def nobody(self) -> int:
        """A rank that stands for no score: every score of the first seat beats this rank."""
        return len(self.contest.scores) if self.takes > 0 else -1

    @property
    def stakes(self) -> Stakes:
        return self.contest.stakes

    @property
    def players(self) -> int:
        return len(self.contest.rules)

    @property
    def holders(self) -> int:
        """The most players that may hold the same score: 1 if `ties` decides between them."""
        return 1 if self.stakes.tie.wins else self.players

    def sign_of(self, component: Component) -> int:
        """Return 1 if a seat that plays wants a large number for a component, −1 if a small one."""
        return 1 if self.kind else component.sign


class Standings(NamedTuple):
    """The values of all standings at one moment: before the turn of a seat k, or after all turns.

    The components are `HOLDER`, `LOSER`, and `ev_of` seat k and each later seat. With chances there
    are further components:

    - `HOLDER_WINS`, `HOLDER_TIES`, `LOSER_WINS` and `LOSER_TIES`;
    - `wins_of` seat k and each later seat;
    - `CLACK`, `NO_OTHER_CLACK`, `ANY_CLACK` and `CLACK_PAYS`.

    Before the first seat there are no components of holders and losers. Before the last seat there
    is no `NO_OTHER_CLACK`. After all turns there are no components of a seat k, and no `CLACK` and
    `NO_OTHER_CLACK`.
    """

    # By standing, shape (ranks, holders): an EV in stakes, or a chance, times `unit`. The first
    # column is for one holder. Before the first seat there is one standing, of no score: (1, 1).
    by_component: Mapping[Component, Values]
    unit: int  # the factor that makes all numbers whole

    def exact(self, component: Component, rank: int, holders: int = 1) -> Fraction:
        """Return a component of the standing with this rank and so many holders.

        The number is in stakes, or a chance in [0, 1].
        """
        return Fraction(int(self.by_component[component][rank, holders - 1]), self.unit)

    def at_start(self, component: Component) -> Fraction:
        """Return a component before the first seat's turn, from the only standing there."""
        return self.exact(component, 0)


def at_table(table: Seating, since: int = 1) -> dict[int, Standings]:
    """Solve a table from the last seat to the first.

    Parameters
    ----------
    table
        The players, the stakes, and the numbers to compute.
    since
        The first seat to solve: 1 for all seats, `players` + 1 for no seat.

    Returns
    -------
    dict
        The values of standings before each seat's turn, by the seat, from `players` + 1 (all have
        played) down to `since`. Before the first seat there is one standing, of no score.

    Examples
    --------
    >>> from twoplayer.game.contest import contest
    >>> table = Seating(contest("classic", None), chances=False)
    >>> standings = at_table(table)
    >>> [*standings], standings[1].at_start(ev_of(1))
    ([3, 2, 1], Fraction(-668351559599495, 166583718925369344))
    >>> standings[2].by_component[ev_of(2)].shape  # scores from 0 to 45, of one holder
    (46, 1)
    """
    [standings] = at_tables([table], since)
    return standings


def at_tables(tables: Sequence[Seating], since: int = 1) -> list[dict[int, Standings]]:
    """Solve several tables as `at_table` does, and solve common standings only once.

    Parameters
    ----------
    tables
        Tables with the same number of seats. The turns of a seat at several tables differ in
        scoring alone.
    since
        As for `at_table`.

    Returns
    -------
    list
        The result of `at_table` for each of the tables, in their order.
    """
    standings = [{table.players + 1: _all_played(table)} for table in tables]
    most = len(tables[0].contest.scores)
    for seat in tracked(range(tables[0].players, since - 1, -1), lambda s: most if s > 1 else 1):
        both = zip(tables, standings, strict=True)
        seats = [_Seat(table, seat, known[seat + 1]) for table, known in both]
        for known, before in zip(standings, _before(seats), strict=True):
            known[seat] = before
    return standings


def payoff_facing(
    table: Seating, seat: int, after: Standings, ranks: Sequence[int], holders: int
) -> Payoff:
    """Return the payoff of a seat's turn against several standings.

    Parameters
    ----------
    table
        The players, the stakes, and the numbers to compute.
    seat
        The number of the seat, from 1.
    after
        The values of standings after the seat's turn: `at_table(table)[seat + 1]`.
    ranks
        The holders' rank in each of the standings. The first seat faces nobody: the list is empty.
    holders
        The number of holders in each of the standings; 0 for the first seat.

    Returns
    -------
    Payoff
        The payoff. The table has an axis for the scores of the seat's own turn, for the standings
        faced (one for the first seat), and for components. A component that should be small has the
        opposite sign in the table.

    Examples
    --------
    A score of 1 loses against 0, ties against 1, and wins against 2:

    >>> from twoplayer import Variant
    >>> from twoplayer.game.contest import contest
    >>> rules = Variant(tiles=2, dice="1d2")
    >>> table = Seating(contest(rules, rules), chances=False)
    >>> payoff = payoff_facing(table, 2, at_table(table, since=3)[3], [0, 1, 2], holders=1)
    >>> payoff.components, payoff.unit, payoff.table.shape, payoff.table[1, :, 0].tolist()
    (('value',), 1, (4, 3, 1), [-1, 0, 1])
    """
    ranks = ranks or [table.nobody]
    playing = _Seat(table, seat, after)
    left, rank, held_by = (
        table.contest.score_ranks(seat - 1),
        np.array(ranks),
        np.full(len(ranks), holders),
    )
    payoff = playing.payoff(left, rank, held_by, playing.components)
    names = tuple(component.name for component in payoff)
    return Payoff(names, _wanted(table, payoff), after.unit)


def _dtype(table: Seating, unit: int) -> type:
    """Return the type of array with room for all numbers of standings, times `unit`."""
    return np.int64 if 2 * table.players**2 * unit * table.stakes.most < 2**63 else object


def _all_played(table: Seating) -> Standings:
    """Return the values of standings after all turns: the payments, and the chances of winners."""
    stakes, players, ranks = table.stakes, table.players, np.arange(len(table.contest.scores))
    shares = (Fraction(players, holders) for holders in range(1, table.holders + 1))
    unit = stakes.unit * lcm(*(share.denominator for share in shares))
    holders: Values = np.arange(1, table.holders + 1).astype(_dtype(table, unit))  # (holders,)
    # (ranks, 1): the payment of each loser to the holders, negative if the highest score pays.
    pays = stakes.price(ranks).astype(holders.dtype)[:, np.newaxis] * (unit // stakes.unit)
    pays = pays * table.takes
    zeros = np.zeros((len(ranks), table.holders), holders.dtype)
    numbers = {HOLDER: pays * (players - holders) // holders, LOSER: zeros - pays}
    if stakes.tie.pays:  # there are two players, and this is the second; the other's EV follows
        numbers[HOLDER][:, 1] = -int(stakes.tie.pays * unit)
    if table.chances:
        alone = zeros + (holders == 1).astype(holders.dtype) * unit
        numbers |= {HOLDER_WINS: alone if table.takes > 0 else zeros, HOLDER_TIES: unit - alone}
        numbers |= {ANY_CLACK: zeros, CLACK_PAYS: zeros.copy()}
        numbers[CLACK_PAYS][: stakes.clacks, : players - 1] = unit  # except if all have clacked
        numbers |= _chances_of_loser(table, zeros, unit)
    return Standings(numbers, unit)


def _chances_of_loser(table: Seating, zeros: Values, unit: int) -> dict[Component, Values]:
    """Return the chances of losers, 0 or 1, times `unit`, in arrays of the shape of `zeros`.

    A loser never wins; if the highest score pays, a loser always wins. A loser never ties.
    """
    return {LOSER_WINS: zeros if table.takes > 0 else zeros + unit, LOSER_TIES: zeros}


def _wanted(table: Seating, payoff: Mapping[Component, Values]) -> Values:
    """Return a payoff as one array in which larger is better: (left, standings, components)."""
    wanted = [n if table.sign_of(component) > 0 else -n for component, n in payoff.items()]
    # The last of two players has one component, and the largest array: it needs no copy.
    return wanted[0][..., np.newaxis] if len(wanted) == 1 else np.stack(wanted, axis=-1)


class _Source(NamedTuple):
    """The component after a turn that a number is read from, by the result of the turn."""

    beats: Component  # if the seat beats the holders, and becomes the only holder
    ties: Component  # if the seat ties with the holders, and becomes one more holder
    loses: Component  # if the seat loses to the holders, and the standing stays


def _of_seat(holder: Component, loser: Component) -> _Source:
    """Return the source of a number of the seat that plays, which becomes a holder or a loser."""
    return _Source(beats=holder, ties=holder, loses=loser)


def _of_holder(holder: Component, loser: Component) -> _Source:
    """Return the source of a number of an earlier holder, who is beaten or stays a holder."""
    return _Source(beats=loser, ties=holder, loses=holder)


def _of_others(component: Component) -> _Source:
    """Return the source of a number about neither the seat that plays nor a holder."""
    return _Source(component, component, component)


class _Leaving(NamedTuple):
    """The result of each rank that a seat may leave, against each standing that the seat faces."""

    left: Rows  # (left,): the ranks that the seat may leave
    rank: Rows  # (standings,): the holders' rank
    holders: Rows  # (standings,): the number of holders
    one_more: Rows  # (standings,): the number of holders after a tie
    beats: NDArray[np.bool_]  # (left, standings): whether the seat becomes the only holder
    loses: NDArray[np.bool_]  # (left, standings): whether the seat becomes a loser

    def read(self, after: Standings, source: _Source) -> Values:
        """Return a number of the standing after the turn, times `after.unit`: (left, standings)."""
        lost = after.by_component[source.loses][self.rank, self.holders - 1]
        tied = after.by_component[source.ties][self.rank, self.one_more - 1]
        beaten = after.by_component[source.beats][self.left, :1]
        numbers = np.where(self.loses, lost, tied)
        np.copyto(numbers, beaten, where=self.beats)
        return numbers


class _Seat(NamedTuple):
    """A seat that plays next."""

    table: Seating
    number: int  # from 1
    after: Standings  # the values of standings after the turn

    @property
    def turn(self) -> Turn:
        return self.table.contest.turns[self.number - 1]

    @property
    def is_last(self) -> bool:
        return self.number == self.table.players

    @property
    def to_come(self) -> range:
        """The seats that play after this one."""
        return range(self.number + 1, self.table.players + 1)

    @property
    def holders(self) -> Sequence[int]:
        """The possible numbers of holders of the score to face: from 1 on, or 0 for the first."""
        return range(1, min(self.table.holders, self.number - 1) + 1) or [0]

    @property
    def ev_that_follows(self) -> Component | None:
        """The EV that follows from the others, before seat 3; later the losers' EV follows."""
        if self.number > 2:
            return None
        return HOLDER if self.is_last else ev_of(self.table.players)

    @property
    def components(self) -> list[Component]:
        """The components of the payoff, in the order of comparison; the module has a table."""
        faces_holders = self.number > 1
        evs = [VALUE, *[HOLDER] * faces_holders, *map(ev_of, self.to_come)]
        evs = [ev for ev in evs if ev != self.ev_that_follows]
        if not self.table.chances:
            return evs
        of_holder = [HOLDER_WINS, HOLDER_TIES] if faces_holders else []
        of_others = [*of_holder, *map(wins_of, self.to_come), ANY_CLACK, CLACK_PAYS]
        return [*evs, WIN, CLACK, NO_OTHER_CLACK, TIE, *of_others]

    @property
    def solved(self) -> list[Component]:
        """The components that are solved; the module's table says why others are not solved."""
        known = {TIE, NO_OTHER_CLACK, ANY_CLACK} if self.is_last else {TIE}
        return [component for component in self.components if component not in known]

    def payoff(
        self, left: Rows, rank: Rows, holders: Rows, components: Collection[Component]
    ) -> dict[Component, Values]:
        """Return the payoff of the seat, and the numbers of all others, for each rank left.

        Parameters
        ----------
        left
            The ranks that the seat leaves, shape (left,).
        rank, holders
            The standings that the seat faces, each of the shape (standings,). The first seat faces
            `Seating.nobody`, and 0 holders.
        components
            The components to return, a part of the property `components`, in the same order.

        Returns
        -------
        dict
            Each component times the unit of `after`, shape (left, standings).
        """
        leaving, sources = self._leaving(left, rank, holders), self._sources()
        payoff = {
            component: leaving.read(self.after, sources[component])
            for component in components
            if component in sources
        }
        if self.table.chances:
            payoff |= self._clacks(leaving, rank)
        return {component: payoff[component] for component in components}

    def _leaving(self, left: Rows, rank: Rows, holders: Rows) -> _Leaving:
        """Compare ranks with the standings to face; `payoff` has the shapes."""
        table = self.table
        result = table.takes * table.stakes.who_wins(left, rank)
        # No standing after the turn has a rank for nobody, or more holders than are possible. For
        # these another standing is read, which has no effect: the seat beats nobody, or cannot tie.
        kept = np.minimum(rank, len(table.contest.scores) - 1)
        one_more = np.minimum(holders + 1, min(table.holders, self.number))
        return _Leaving(left, kept, holders, one_more, beats=result > 0, loses=result < 0)

    def _sources(self) -> dict[Component, _Source]:
        """Return the source of each component of the payoff, except the chances of clacks."""
        return {
            VALUE: _of_seat(HOLDER, LOSER),
            HOLDER: _of_holder(HOLDER, LOSER),
            **{ev_of(seat): _of_others(ev_of(seat)) for seat in self.to_come},
            WIN: _of_seat(HOLDER_WINS, LOSER_WINS),
            TIE: _of_seat(HOLDER_TIES, LOSER_TIES),
            HOLDER_WINS: _of_holder(HOLDER_WINS, LOSER_WINS),
            HOLDER_TIES: _of_holder(HOLDER_TIES, LOSER_TIES),
            **{wins_of(seat): _of_others(wins_of(seat)) for seat in self.to_come},
            CLACK_PAYS: _of_others(CLACK_PAYS),
        }

    def _clacks(self, leaving: _Leaving, rank: Rows) -> dict[Component, Values]:
        """Return the chances of clacks in this turn and later, times the unit: (left, standings).

        After a clack that has won at once nobody plays, and nobody clacks.
        """
        stakes = self.table.stakes
        plays = stakes.goes_on(rank) | (self.number == 1)  # (standings,)
        clacks = (leaving.left < stakes.clacks)[:, np.newaxis] & plays
        clack = np.zeros(clacks.shape, self.after.by_component[HOLDER].dtype)
        clack[clacks] = self.after.unit
        later = leaving.read(self.after, _of_others(ANY_CLACK))
        return {CLACK: clack, NO_OTHER_CLACK: -later, ANY_CLACK: np.maximum(clack, later)}

    def ranks(self) -> Iterable[tuple[int, tuple[int, ...]]]:
        """Return every rank to face, with a key; ranks with equal keys have equal values.

        Every clack has a key of its own. If a clack wins at once, all clacks have the same key. The
        key of another rank has two numbers for the seat's turn, and for each later turn. These are
        the numbers of attainable ranks that beat the rank, and that do not lose to it.
        """
        contest, stakes = self.table.contest, self.table.stakes
        if self.number == 1:
            return [(self.table.nobody, ())]
        rank = np.arange(len(contest.scores))
        keys = [np.minimum(rank + 1, stakes.clacks + 1) * stakes.goes_on(rank)]  # each (ranks,)
        for rules in dict.fromkeys(contest.rules[self.number - 1 :]):
            player = contest.rules.index(rules)
            attainable = contest.score_ranks(player)[contest.turns[player].attainable]
            keys += stakes.told_apart(attainable, rank)
        return enumerate(zip(*(key.tolist() for key in keys), strict=True))

    def ranks_left(self) -> tuple[Rows, Rows]:
        """Return the ranks that states leave, each once, and the place of each state's rank there.

        The shapes are (left,) and (states,). Scores that no state has are left out: there may be
        far more scores than states.
        """
        ranks, of_state = np.unique(self.turn.ranks, return_inverse=True)
        return self.table.contest.score_ranks(self.number - 1)[ranks], of_state


class _Column(NamedTuple):
    """A standing to solve."""

    table: int  # the place of the table among the tables that are solved together
    rank: int
    holders: int


def _columns(seats: Sequence[_Seat]) -> tuple[list[_Column], list[list[int]]]:
    """Return the standings to solve, a column for each, and the column of every standing.

    Among standings that are alike only one is solved. Standings of one table are alike if the
    numbers of holders are equal, and the ranks have equal keys. The payoffs of the last seat are
    the payments, which do not depend on the other seats' rules. So in the last seat standings of
    several tables may be alike.

    Returns
    -------
    list
        The standings to solve.
    list
        For each table the places of all its standings in the first list. They go rank by rank, and
        for each rank by the number of holders.
    """
    columns, column_of = list[_Column](), list[list[int]]()
    known = defaultdict[Hashable, dict[tuple[int, ...], int]](dict)  # the first column of each key
    for number, seat in enumerate(seats):
        rules, prices = seat.table.contest.rules[seat.number - 1], seat.table.stakes.prices
        first_of = known[(rules.scoring, prices, seat.after.unit) if seat.is_last else number]
        numbers_of_holders = seat.holders
        column_of.append([])
        for rank, key in seat.ranks():
            if (first := first_of.setdefault(key, len(columns))) == len(columns):
                columns += [_Column(number, rank, holders) for holders in numbers_of_holders]
            column_of[-1] += range(first, first + len(numbers_of_holders))
    return columns, column_of


def _before(seats: Sequence[_Seat]) -> list[Standings]:
    """Return the values of standings before a seat's turn, at each of several tables."""
    columns, column_of = _columns(seats)
    left = [seat.ranks_left() for seat in seats]
    turn, solved = seats[0].turn, seats[0].solved  # the states are the same at every table
    dtype = np.result_type(*(seat.after.by_component[HOLDER] for seat in seats))

    def payoffs(block: range) -> Values:
        """Return u(S)·unit for a range of columns: (states, columns, components)."""
        made = _PAYOFFS.room((turn.board.size, len(block), len(solved)), np.dtype(dtype))
        stop = 0
        for table, faced in groupby(columns[block.start : block.stop], attrgetter("table")):
            (ranks, of_state), seat = left[table], seats[table]
            _, rank, holders = np.array([*faced]).T
            wanted = _wanted(seat.table, seat.payoff(ranks, rank, holders, solved))
            start, stop = stop, stop + len(rank)
            wanted = wanted.astype(made.dtype, copy=False)  # `take` does not convert types
            wanted.take(of_state, axis=0, out=made[:, start:stop], mode="clip")
        return made

    values = turn.at_start(range(len(columns)), payoffs, components=len(solved))
    by_column = np.array(values, object)  # (columns, components)
    return [
        _standings(seat, by_column[columns_of_seat], seat.after.unit * turn.scale)
        for seat, columns_of_seat in zip(seats, column_of, strict=True)
    ]


def _standings(seat: _Seat, values: Values, unit: int) -> Standings:
    """Return the values of standings before a seat's turn, from the solved values of its payoff.

    `values` are the values of `seat.solved` times `unit`, shape (ranks · holders, components).
    """
    table, solved = seat.table, seat.solved
    values = values.astype(_dtype(table, unit)).reshape(-1, len(seat.holders), len(solved))
    numbers: dict[Component, Values] = {
        component: table.sign_of(component) * values[..., number]
        for number, component in enumerate(solved)
    }
    numbers[ev_of(seat.number)] = numbers.pop(VALUE)
    _add_evs_that_follow(seat, numbers)
    if table.chances:
        numbers[wins_of(seat.number)] = numbers.pop(WIN)
        if seat.number > 1:
            numbers |= _chances_of_loser(table, np.zeros_like(numbers[CLACK]), unit)
        if seat.is_last:
            numbers[ANY_CLACK] = numbers[CLACK]
    return Standings(numbers, unit)


def _add_evs_that_follow(seat: _Seat, numbers: dict[Component, Values]) -> None:
    """Add the EVs that are not solved, each (ranks, holders), since all EVs add up to 0."""
    unplayed = [*map(ev_of, (seat.number, *seat.to_come))]
    if last := seat.ev_that_follows:  # before seat 3 nobody has lost, and there is one holder
        evs = [HOLDER, *unplayed] if seat.number > 1 else unplayed
        numbers[last] = -np.sum([numbers[ev] for ev in evs if ev != last], axis=0)
    if seat.number > 1:
        holders = np.array(seat.holders)  # (holders,)
        losers = seat.number - 1 - holders
        others = holders * numbers[HOLDER] + np.sum([numbers[ev] for ev in unplayed], axis=0)
        numbers[LOSER] = -others // np.maximum(losers, 1)  # 0 where there is no loser

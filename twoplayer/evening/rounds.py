"""Several rounds, of which the totals of the scores are compared, or the games won.

`docs/mathematics/several-players.md` proves the bounds of what comes back to the state that it was
in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import cycle
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import GameTooLargeError, RulesError, refused
from ..exact import Bounds, Rows, Values
from ..game.contest import Contest
from ..turn.induction import Turn
from ..work import tracked, untold

STARTS: Mapping[str, str] = {
    "same": "the same player starts every round",
    "alternate": "the players start in turn",
    "loser": "the loser of a round starts the next",
    "winner": "the winner of a round starts the next",
}
BY_SCORES = ("loser", "winner")
MOST_MADE_TOGETHER = 2**21  # payoffs that are made at once
MOST_ROUNDS = 1000
MOST_ENDS = 2**12  # each score is held against each
_MOST_CHANGES = 2**23  # of a margin by a score, of all rounds together
_MOST_PAIRS = 2**22
MOST_APART = Fraction(1, 10**9)  # stakes, of the bounds of a race or a match
# The signs of bounds in arrays: so the larger is nearer, and of the other player they swap.
_LOW_HIGH = np.array([1, -1])


def other_starts(starts: str, first: Values, second: Values) -> NDArray[np.bool_]:
    """Return whether the player who did not start a round starts the next one.

    Parameters
    ----------
    starts : str
        A key of `STARTS`.
    first, second : array of int, shapes that broadcast
        The scores of who started and of the other player, times the sign.

    Returns
    -------
    array of bool, shape of both together
    """
    takes_over = np.less if starts == "loser" else np.greater
    other: NDArray[np.bool_] = takes_over(first, second).astype(bool)
    return other if starts in BY_SCORES else np.full_like(other, starts == "alternate")


class ScoredTurn:
    """A turn that is paid by what it scores: in parts of a unit, or, where that is 1, exactly.

    Parameters
    ----------
    turn : Turn
        The turn.
    unit : int
        Into how many parts a stake is divided, where payoffs and values are rounded down to whole
        parts. 1: values are exact, times `scale`.

    Attributes
    ----------
    scores : array of int, shape (scores,)
        The scores that the turn can end with, times the sign, ascending.
    place : array of int, shape (states,)
        The place among `scores` of what each state would score, if the turn ended there.
    scale : int
        What exact values are multiplied by; 1 where they are rounded.

    Raises
    ------
    GameTooLargeError
        If the turn may end with more than `MOST_ENDS` scores.
    """

    def __init__(self, turn: Turn, unit: int) -> None:
        self.turn, self.unit = turn, unit
        self.scale = turn.scale if unit == 1 else 1  # of values
        ends = turn.attainable
        if len(ends) > MOST_ENDS:
            raise GameTooLargeError(
                f"a turn may end with {len(ends)} scores; takes up to {MOST_ENDS} in a match",
                of="scoring",
            )
        # In 64 bits where totals have room.
        left = [turn.sign * turn.scores[rank] for rank in ends]
        self.scores: Values = np.array(left, np.int64 if max(map(abs, left)) < 2**32 else object)
        # Any place, where no turn ends.
        self.place = np.searchsorted(ends[:-1], turn.ranks)

    def values(self, payoffs: Values) -> Values:
        """Return what turns are worth that are paid by score.

        Parameters
        ----------
        payoffs : array of int, shape (scores, columns)
            What each score pays, in each of several turns.

        Returns
        -------
        array of int, shape (columns,)
            The value of each turn, times the scale. In parts of a unit it may be less than the
            value, by less than 1 for each roll.
        """
        at_start = self.turn.at_start(  # (columns,)
            range(payoffs.shape[1]),
            lambda columns: payoffs[:, columns.start : columns.stop][self.place],
            rounded=self.unit > 1,
        )
        return np.array(at_start, np.int64 if self.unit > 1 else object)

    def bounded(self, payoffs: Values) -> Values:
        """Return bounds of what turns are worth, whose payoffs lie between bounds.

        Parameters
        ----------
        payoffs : array of int, shape (scores, …, 2)
            A lower bound of what each score pays, and minus an upper one, in parts of the unit.

        Returns
        -------
        array of int, shape (…, 2)
            A lower bound of what each turn is worth, and minus an upper one.
        """
        ends = (payoffs * _LOW_HIGH).reshape(len(payoffs), -1)  # (scores, columns)
        # (…, 2)
        bounds: Values = self.values(ends).reshape(payoffs.shape[1:]) * _LOW_HIGH
        bounds[..., 1] = np.maximum(bounds[..., 1] - self.turn.most_rolls, -self.unit)
        return bounds

    def in_blocks(self, solve: Callable[..., Values], *columns: Values) -> Values:
        """Solve columns, a block after the other, so that they take little memory.

        Parameters
        ----------
        solve : callable
            Returns an array of shape (block, …) for some of the columns, given as `columns` are.
        *columns : array, shape (columns,)
            What belongs to each column.

        Returns
        -------
        array, shape (columns, …)
            What `solve` returns for all columns.
        """
        parts = 1 + len(columns[0]) * len(self.scores) // MOST_MADE_TOGETHER
        blocks = zip(*(np.array_split(column, parts) for column in columns), strict=True)
        return np.concatenate([solve(*block) for block in blocks])


class Series:
    """What every round of a match has: who may start it, the turns of both, and their unit.

    Parameters
    ----------
    game : Contest
        The game of a round.
    starts : str
        Who starts the next round, a key of `STARTS`.
    exact : bool, default False
        Whether turns are valued exactly, and not in parts of a unit.

    Attributes
    ----------
    turns : list of ScoredTurn
        The turns of the player who starts round 1, and of the other one.
    orders : list of (ScoredTurn, ScoredTurn)
        Who may start a round, and who follows, that of round 1 first. Players who are alike are
        one: the list has one pair then. So where a player has the place p in this list, the other
        one has ~p, counted from the end.
    scores : array of int, shape (scores,)
        Every score that a turn of either player can end with, times the sign, ascending.
    rolls : int
        The most rolls that a turn can take.
    sign : int
        1 where the lower score wins, −1 where the higher one does.
    """

    def __init__(self, game: Contest, starts: str, *, exact: bool = False) -> None:
        self.starts, turns = starts, game.turns
        outcomes = max(turn.most_outcomes for turn in turns)
        # Into how many parts a stake is divided where turns are rounded, as 64 bits have room.
        self.unit = 1 if exact else 2 ** max(48, 62 - outcomes.bit_length())
        self.rolls, self.sign = max(turn.most_rolls for turn in turns), turns[0].sign
        scored = {turn: ScoredTurn(turn, self.unit) for turn in turns}
        first, second = self.turns = [scored[turn] for turn in turns]
        self.scores = np.unique(np.concatenate([first.scores, second.scores]))  # (scores,)
        both = [(first, second), (second, first)]
        self.orders = list(dict.fromkeys(both[: 1 if starts == "same" else 2]))

    def ends(self, again: Callable[[Values, Values], Values]) -> Fraction:
        """Return the least chance that scores are none of those with which a round comes back.

        Parameters
        ----------
        again : callable
            Takes the scores of the starter and of the other player, as arrays that broadcast, and
            returns whether the match stands after them as before, as an array of bool.
        """
        most = Fraction(0)
        with untold():
            for order in self.orders:
                own, others = (ScoredTurn(scored.turn, unit=1) for scored in order)
                # (the other's scores, own scores)
                back = again(own.scores, others.scores[:, np.newaxis]).astype(np.int64)
                [both] = own.values(others.values(back)[:, np.newaxis])
                most = max(most, Fraction(both, own.scale * others.scale))
        return 1 - most


# A number of rounds. A player's *margin* is twice what his total is above the other's, and 1 more
# or less where equal totals lose or win: so he wins below 0, loses above, and of the other player
# everything is minus his.


def rounds(series: Series, number: int, margin: int) -> list[Fraction | Bounds]:
    """Return what matches of 1, 2, … rounds are worth to who starts round 1 with a margin."""
    before, exact = _margins(series, number, margin), series.unit == 1
    unit, evs = series.unit, list[Fraction | Bounds]()
    # (starters, margins −1, 0 and 1)
    won = np.array([[unit, 0, -unit] for _ in series.orders], object if exact else np.int64)
    after = _MarginValues(np.array([-1, 0, 1]), won, unit)
    # Every turn makes exact numbers longer, so the rounds that are solved last take the most.
    for left, margins in tracked(
        enumerate(before, 1), pieces=lambda round: (round[0] if exact else 1) * len(round[1])
    ):
        sure = int(after.margins[-1]) + 2 * int(series.scores[-1] - series.scores[0])
        all_margins = np.array([-sure, *margins.tolist(), sure], margins.dtype)  # (margins,)
        unit *= prod(turn.scale for turn in series.turns)
        of_orders = (_to_starter(series, n, margins, after) for n in range(len(series.orders)))
        # (starters, margins)
        values = np.array([[unit, *of_margins, -unit] for of_margins in of_orders], won.dtype)
        common = np.gcd.reduce(values.ravel()) if exact else 1
        unit = int(unit // common)
        after = _MarginValues(all_margins, values // common, unit)
        ev, off = int(after.at(0, np.array(margin))), 0 if exact else left * series.rolls
        low, high = (Fraction(max(-unit, min(ev + n, unit)), unit) for n in (-off, off))
        evs.append(low if exact else Bounds(low, high))
    return evs


def _margins(series: Series, rounds: int, first: int) -> list[Values]:
    """Return the margins that there can be before the last round, before the last but one, ….

    Each array is ascending, of shape (margins,). Margins that the rounds to come cannot turn are
    left out. `first` is the margin before round 1.
    """
    scores, (own, others) = series.scores, (turn.scores for turn in series.turns)
    before, pairs = [np.unique(np.array([first, -first], scores.dtype))], 0  # each (margins,)
    for left in range(rounds - 1, -1, -1):
        margins = before[-1]
        for change in (own, -others):
            pairs += len(margins) * len(change)
            if pairs > _MOST_CHANGES:
                many = f"{pairs} pairs of a difference of the totals and a score, or more"
                why = f"in which there are {many}, and {_MOST_CHANGES} is the limit"
                takes = "fewer rounds, or another scoring"
                raise refused("rounds", rounds, takes, why, GameTooLargeError)
            margins = np.unique(np.add.outer(margins, 2 * change))
        margins = np.unique(np.concatenate([margins, -margins]))
        before.append(margins[abs(margins) <= 2 * left * (scores[-1] - scores[0])])
    return before[-2::-1]


class _MarginValues(NamedTuple):
    """What margins are worth to each player who may start the next round, or nearly.

    Attributes
    ----------
    margins : array of int, shape (margins,)
        Ascending. Up to the first margin all are worth 1 stake, and from the last one on −1.
    values : array of int, shape (starters, margins)
        The values in stakes, times `unit`.
    unit : int
        What values are multiplied by.
    """

    margins: Values
    values: Values
    unit: int

    def at(self, starter: int, margins: Values) -> Any:
        """Return what margins are worth to a starter, as an array of their shape."""
        inside = np.clip(margins, self.margins[0], self.margins[-1])
        return self.values[starter, np.searchsorted(self.margins, inside)]


def _to_starter(series: Series, starter: int, margins: Values, after: _MarginValues) -> Values:
    """Return what margins m before a round are worth to its starter, who scores s, the other t.

    Parameters
    ----------
    series : Series
        The match.
    starter : int
        The place of the starter in `series.orders`.
    margins : array of int, shape (margins,)
        His margins before the round, ascending.
    after : _MarginValues
        What margins are worth before the next round.

    Returns
    -------
    array of int, shape (margins,)
        The values, times `after.unit` and the scales of both turns.
    """
    own, others = series.orders[starter]
    low, high = after.margins[[0, -1]] + 2 * others.scores[[0, -1]]
    sums = np.add.outer(2 * own.scores, margins)  # m + 2s, shape (scores, margins)
    open_still = (low < sums) & (sums < high)  # (scores, margins)
    score, then = np.nonzero(open_still)[0], sums[open_still]  # s, m + 2s of each that is open
    leads, place = np.unique(then, return_inverse=True)  # (leads,), and of each that is open
    ends = leads - 2 * others.scores[:, np.newaxis]  # m + 2s − 2t, shape (scores t, leads)
    staying, changing = -after.at(starter, ends), after.at(~starter, -ends)  # (scores t, leads)
    # What the starter has scored matters where it matters to the other who starts the next round;
    # else whatever leads to the same m + 2s is solved once.
    matters = (series.starts in BY_SCORES) & (staying != changing).any(axis=0)  # (leads,)
    all_turns = place * len(own.scores) + np.where(matters[place], score, 0)
    turns, turn_of = np.unique(all_turns, return_inverse=True)
    place, score = np.divmod(turns, len(own.scores))  # of each turn that the other may face

    def others_turn(place: Rows, score: Rows) -> Values:  # all of shape (turns,)
        turned = other_starts(series.starts, own.scores[score], others.scores[:, np.newaxis])
        return others.values(np.where(turned, changing[:, place], staying[:, place]))

    # What the starter gets, times `after.unit`, and the scale of the other's turn: shape (scores,
    # margins).
    payoffs = np.where(sums <= low, 1, -1).astype(after.values.dtype) * (after.unit * others.scale)
    payoffs[open_still] = -others.in_blocks(others_turn, place, score)[turn_of]
    return own.values(payoffs)


# A race, and a number of games won


@lru_cache(maxsize=4)
def race(game: Contest, starts: str, to: int) -> tuple[Bounds, Race]:
    """Enclose what a race to a total is worth to who starts round 1, and return all its states."""
    series, margin = Series(game, starts), game.stakes.tie.wins
    if (least := min(series.sign * series.scores)) < 0:
        raise refused("to", to, "a number of rounds", f"where a turn may score {least}")
    totals = _totals(series.sign * series.scores, to)
    ends = series.ends(lambda own, others: (own == 0) & (others == 0))
    if not ends:
        why = "to which a race might never end, as a turn can be sure to score 0"
        raise refused("to", to, "a number of rounds", why, RulesError)
    with untold():
        states = Race(series, totals, to, margin, ends)
    return states.enclosed("to", to, "a clack"), states


def first_to(series: Series, wins: int) -> Bounds:
    """Enclose what a match for a number of games won is worth to who starts the first."""
    states = _Games(series, wins, series.ends(np.equal), 4 * wins)
    won = series.unit * _LOW_HIGH
    states.bounds[:, wins], states.bounds[:, :, wins] = won, -won
    return states.enclosed("wins", wins, "a tie")


def _totals(scores: Values, to: int) -> Values:
    """Return the totals below the target, and those where somebody reaches it, ascending.

    `scores` has the scores of a turn, shape (scores,); what is returned has shape (totals,).
    """
    below, over, new = {0}, set[int](), {0}
    while new:
        after = {total + score for total in new for score in scores.tolist()}
        over |= {total for total in after if total >= to}
        new = after - over - below
        below |= new
        if (pairs := len(below) * (len(below) + len(over))) > _MOST_PAIRS:
            many = f"{pairs} pairs of totals, or more, and {_MOST_PAIRS} is the limit"
            why = f"on the way to which there are {many}"
            raise refused("to", to, "a lower total, or another scoring", why, GameTooLargeError)
    return np.array(sorted(below | over), scores.dtype)


class _States:
    """The states before a round, and bounds of their values V, of matches that come back to some.

    A state is a starter, a number of his and one of the other's, both below `size`. V is a fixed
    point of what a round is worth, in which it counts at most 1 − `ends`.

    Parameters
    ----------
    series : Series
        The match.
    size : int
        The numbers of both players are below it while the match goes on.
    ends : Fraction
        The least chance that a round does not come back to its state.
    steps : int
        The most rounds whose bounds add up.
    margin : int, default 0
        The margin of who starts round 1 where totals are equal.

    Attributes
    ----------
    bounds : array of int, shape (starters, size + 1, size + 1, 2)
        A lower bound of V, and minus an upper one, to the starter, by his number and the other's.
    favours : array of int, shape (starters,)
        Each starter's margin where totals are equal.
    """

    # Takes an order of turns, and starters and numbers of states, each of shape (states,). Returns
    # what plays a round from these states, for what they are worth as V is then: shape (states, 2).
    round: Callable[..., Callable[[], Values]]

    def __init__(
        self, series: Series, size: int, ends: Fraction, steps: int, margin: int = 0
    ) -> None:
        self.series, self.size, self.least_end = series, size, ends
        # How little bounds have to be narrowed in a round, where so many steps are added up.
        self.enough = max(series.rolls, int(MOST_APART / 10 * series.unit * ends / steps))
        # Each starter's margin where totals are equal: whoever has another is not alike.
        favours = [margin] if series.starts == "same" else [margin, -margin]
        starters = dict.fromkeys(zip(cycle(series.orders), favours, strict=False))
        self.favours = np.array([favour for _, favour in starters])  # (starters,)
        self.places = np.split(np.arange(len(starters)), len(series.orders))  # of each order
        self.bounds = np.full((len(starters), size + 1, size + 1, 2), -series.unit)

    def to_other(self, starter: Rows, mine: Rows, other: Rows, turned: Values) -> Values:
        """Return V after a round to who has not started it; `turned` is where he starts then.

        The arrays broadcast to a shape (…), and what is returned has the shape (…, 2).
        """
        same = self.bounds[starter, mine, other, ::-1]  # (…, 2)
        return np.where(turned[..., np.newaxis], self.bounds[~starter, other, mine], same)

    def enclosed(self, name: str, value: int, what: str) -> Bounds:
        """Return bounds of the first state, in stakes, or refuse those that stay too far apart."""
        last = 2 * self.size - 2
        # By the sum of both numbers, the highest first: whatever changes them makes it higher.
        sums = tracked(range(last, -1, -1), pieces=lambda both: 1 + min(both, last - both))
        for both in sums:
            # (numbers of the starter,)
            mine = np.arange(max(0, both - self.size + 1), min(both, self.size - 1) + 1)
            rounds = []
            for order, places in zip(self.series.orders, self.places, strict=True):
                # Of every starter and state: (starters × states,)
                numbers = (np.tile(number, len(places)) for number in (mine, both - mine))
                rounds.append(self.round(*order, np.repeat(places, len(mine)), *numbers))
            self._narrow((slice(None), mine, both - mine), rounds)
        ends = (self.bounds[0, 0, 0] * _LOW_HIGH).tolist()
        low, high = (Fraction(end, self.series.unit) for end in ends)
        if high - low > MOST_APART:
            apart = f"{float(high - low):.1e} apart, and {float(MOST_APART):.0e} is wanted"
            why = f"where {what} is so near to certain that the bounds are {apart}"
            raise refused(name, value, "other rules", why)
        return Bounds(low, high)

    def _narrow(self, here: Any, rounds: Iterable[Callable[[], Values]]) -> None:
        """Narrow the bounds of some states by playing a round, until that narrows them by little.

        What a round raises is a lower bound, and what it does not an upper one: trying the middle
        halves them. Where the starter changes, that is so of two rounds.
        """
        bounds = self.bounds[here]  # (starters, states, 2)

        def play(tried: Values) -> Values:
            self.bounds[here] = tried
            return np.concatenate([again() for again in rounds]).reshape(tried.shape)

        while True:
            now = np.maximum(bounds, play(bounds))
            gain, wide = (now - bounds).sum(axis=-1), -now.sum(axis=-1)  # (starters, states)
            self.bounds[here] = bounds = now
            if gain.max() <= self.enough:
                return
            if (wide > gain).any():
                middle = (now * _LOW_HIGH).sum(axis=-1, keepdims=True) // 2 * _LOW_HIGH
                then = middle
                for _ in range(2 if self.series.starts == "alternate" else 1):
                    then = play(then)
                bounds = np.where(then >= middle, np.maximum(then, now), now)


class _Games(_States):
    """Before a game; the numbers are how many each has won."""

    def round(
        self, own: ScoredTurn, others: ScoredTurn, starter: Rows, mine: Rows, other: Rows
    ) -> Callable[[], Values]:
        """Return what plays a game: the other's turn after each score of the starter, then his.

        `starter`, `mine` and `other` have the shape (states,), and what plays returns (states, 2).
        """
        # Of each column: (scores × states,)
        score, state = map(np.ravel, np.indices((len(own.scores), len(mine))))

        # From shape (columns,) to (columns, 2).
        def others_turn(score: Rows, state: Rows) -> Values:
            first, second = own.scores[score], others.scores[:, np.newaxis]  # (columns,), (t, 1)
            now = mine[state] + (first < second), other[state] + (first > second)
            turned = other_starts(self.series.starts, first, second)
            return others.bounded(self.to_other(starter[state], *now, turned))[..., ::-1]

        def play() -> Values:
            payoffs = others.in_blocks(others_turn, score, state)  # (scores × states, 2)
            return own.bounded(payoffs.reshape(len(own.scores), len(mine), 2))

        return play


class Race(_States):
    """Before a round; the numbers are the places of the totals.

    U is what the other's turn is worth to the starter, where it depends on nothing else than the
    totals after his own.

    Parameters
    ----------
    series : Series
        The match.
    totals : array of int, shape (totals,)
        The totals that a player can come to, ascending, those from the target on as well.
    to : int
        The target.
    margin, ends
        As of all states.

    Attributes
    ----------
    totals : array of int, shape (totals,)
        The same, times the sign.
    after : dict of ScoredTurn to array of int, shape (size, scores)
        The place of the total after each score, by the place of the total before.
    scored : array of int, shape (starters, totals, size, 2)
        Bounds of U, by the starter's total after his turn and the other's before.
    """

    def __init__(
        self, series: Series, totals: Values, to: int, margin: int, ends: Fraction
    ) -> None:
        self.to, below = to, totals[totals < to]  # (totals below the target,)
        super().__init__(series, len(below), ends, 2 * len(below), margin)
        self.totals = series.sign * totals
        self.after = {
            turn: np.searchsorted(totals, np.add.outer(below, series.sign * turn.scores))
            for turn in series.turns
        }
        self.scored = np.zeros((len(self.favours), len(totals), self.size, 2), np.int64)
        # The other's turn is the last where the starter has reached the target.
        # (totals from the target on, those below)
        leads = 2 * (self.totals[self.size :, np.newaxis] - self.totals[: self.size])
        for (_, others), places in zip(series.orders, self.places, strict=True):
            margins = np.add.outer(self.favours[places], leads)  # (starters, *leads.shape)
            different, place = np.unique(margins, return_inverse=True)
            last = others.in_blocks(partial(self._last_turn, others), different)
            self.scored[places, self.size :] = last[place.reshape(margins.shape)]

    def _won(self, margins: Values) -> Values:
        """Return what a player gets in the end who faces such margins, shape (…, 2)."""
        won = np.sign(margins).astype(np.int64) * self.series.unit
        return np.asarray(won[..., np.newaxis] * _LOW_HIGH)

    def _last_turn(self, others: ScoredTurn, margins: Values) -> Values:
        """Return bounds of U where the other player's turn is the last.

        `margins` has the shape (margins,), and what is returned (margins, 2).
        """
        return others.bounded(self._won(margins - 2 * others.scores[:, np.newaxis]))[..., ::-1]

    def others_payoffs(
        self, others: ScoredTurn, starter: Rows, mine: Rows, other: Rows, first: Values
    ) -> Values:
        """Return bounds of what the other's scores are worth to him below the target.

        The starter has scored `first`, and his total is at the place `mine` after it. All that is
        given has the shape (states,), and what is returned (scores, states, 2).
        """
        after = self.after[others][other].T  # the other's total, shape (scores, states)
        turned = other_starts(self.series.starts, first, others.scores[:, np.newaxis])
        goes_on = self.to_other(starter, mine, np.minimum(after, self.size), turned)
        ended = self._won(self.favours[starter] + 2 * (self.totals[mine] - self.totals[after]))
        return np.where((after < self.size)[..., np.newaxis], goes_on, ended)

    def _others_turn(
        self, others: ScoredTurn, starter: Rows, mine: Rows, other: Rows, first: Values
    ) -> Values:
        """Return bounds of U below the target, where the starter has scored `first`.

        All that is given has the shape (states,), and what is returned (states, 2).
        """
        payoffs = self.others_payoffs(others, starter, mine, other, first)
        return others.bounded(payoffs)[..., ::-1]

    def own_payoffs(
        self, own: ScoredTurn, others: ScoredTurn, starter: Rows, mine: Rows, other: Rows
    ) -> Values:
        """Return bounds of what the starter's scores are worth to him.

        All that is given has the shape (states,), and what is returned (scores, states, 2).
        That of a score of 0 is what it was worth when the state was valued last.
        """
        after = self.after[own][mine].T
        payoffs: Values = self.scored[starter, after, other]
        if self.series.starts in BY_SCORES:
            score, state = np.nonzero((after < self.size) & (after > mine))
            columns = starter[state], after[score, state], other[state], own.scores[score]
            others_turn = partial(self._others_turn, others)
            payoffs[score, state] = others.in_blocks(others_turn, *columns)
        return payoffs

    def round(
        self, own: ScoredTurn, others: ScoredTurn, starter: Rows, mine: Rows, other: Rows
    ) -> Callable[[], Values]:
        """Return what plays a round. U is kept, and found anew only where the starter scores 0.

        `starter`, `mine` and `other` have the shape (states,), and what plays returns (states, 2).
        After another score his total is higher, and U has been found with that. Where scores say
        who starts the next round, U is found for each score.
        """
        others_turn = partial(self._others_turn, others)
        payoffs = self.own_payoffs(own, others, starter, mine, other)
        here, clack = (starter, mine, other), own.scores == 0

        def play() -> Values:
            self.scored[here] = payoffs[clack] = others_turn(*here, np.zeros_like(own.scores[:1]))
            return own.bounded(payoffs)

        return play

"""Several rounds: the totals of the scores are compared, or the numbers of games won.

`docs/mathematics/several-players.md` proves the bounds for matches that may come back to a state.
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
MOST_MADE_TOGETHER = 2**21  # payoffs that are made in one block
MOST_ROUNDS = 1000
MOST_ENDS = 2**12  # each score is compared with each
_MOST_CHANGES = 2**23  # of a margin by a score, of all rounds together
_MOST_PAIRS = 2**22
MOST_APART = Fraction(1, 10**9)  # stakes, of the bounds of a race or a match
# The signs of bounds in arrays: a lower bound, and minus an upper one. So a larger number is nearer
# to the value, and the bounds of the other player are the same two, swapped.
_LOW_HIGH = np.array([1, -1])


def other_starts(starts: str, first: Values, second: Values) -> NDArray[np.bool_]:
    """Return whether the player who did not start a round starts the next one.

    Parameters
    ----------
    starts : str
        A key of `STARTS`.
    first, second : array of int, shapes that broadcast
        The scores of the player who started and of the other player, times the sign.

    Returns
    -------
    array of bool, shape of both together
    """
    takes_over = np.less if starts == "loser" else np.greater
    other: NDArray[np.bool_] = takes_over(first, second).astype(bool)
    return other if starts in BY_SCORES else np.full_like(other, starts == "alternate")


class ScoredTurn:
    """A turn paid by its score: in parts of a unit, or exactly where the unit is 1.

    Parameters
    ----------
    turn : Turn
        The turn.
    unit : int
        The number of parts of a stake: payoffs and values are rounded down to whole parts. 1:
        values are exact, times `scale`.

    Attributes
    ----------
    scores : array of int, shape (scores,)
        The scores that the turn can end with, times the sign, ascending.
    place : array of int, shape (states,)
        The place among `scores` of the score of each state, if the turn ended there.
    scale : int
        The factor of exact values; 1 where values are rounded.

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
        # In 64 bits where totals fit.
        left = [turn.sign * turn.scores[rank] for rank in ends]
        self.scores: Values = np.array(left, np.int64 if max(map(abs, left)) < 2**32 else object)
        # A state in which no turn ends may have any place.
        self.place = np.searchsorted(ends[:-1], turn.ranks)

    def values(self, payoffs: Values) -> Values:
        """Return the values of turns that are paid by score.

        Parameters
        ----------
        payoffs : array of int, shape (scores, columns)
            What each score pays, in each of the turns.

        Returns
        -------
        array of int, shape (columns,)
            The value of each turn, times the scale. In parts of a unit the number may be below the
            value, by less than 1 for each roll.
        """
        at_start = self.turn.at_start(  # (columns,)
            range(payoffs.shape[1]),
            lambda columns: payoffs[:, columns.start : columns.stop][self.place],
            rounded=self.unit > 1,
        )
        return np.array(at_start, np.int64 if self.unit > 1 else object)

    def bounded(self, payoffs: Values) -> Values:
        """Return bounds of the values of turns with payoffs between bounds.

        Parameters
        ----------
        payoffs : array of int, shape (scores, …, 2)
            A lower bound of the payoff of each score, and minus an upper one, in parts of the unit.

        Returns
        -------
        array of int, shape (…, 2)
            A lower bound of the value of each turn, and minus an upper one.
        """
        ends = (payoffs * _LOW_HIGH).reshape(len(payoffs), -1)  # (scores, columns)
        # (…, 2)
        bounds: Values = self.values(ends).reshape(payoffs.shape[1:]) * _LOW_HIGH
        bounds[..., 1] = np.maximum(bounds[..., 1] - self.turn.most_rolls, -self.unit)
        return bounds

    def in_blocks(self, solve: Callable[..., Values], *columns: Values) -> Values:
        """Solve columns in blocks, one block after the other, to save memory.

        Parameters
        ----------
        solve : callable
            The function that returns an array of shape (block, …) for some of the columns, given
            like `columns`.
        *columns : array, shape (columns,)
            The arguments of `solve` for each column.

        Returns
        -------
        array, shape (columns, …)
            What `solve` returns for all columns.
        """
        parts = 1 + len(columns[0]) * len(self.scores) // MOST_MADE_TOGETHER
        blocks = zip(*(np.array_split(column, parts) for column in columns), strict=True)
        return np.concatenate([solve(*block) for block in blocks])


class Series:
    """What every round of a match has: who may start, the turns of both players, and their unit.

    Parameters
    ----------
    game : Contest
        The game of a round.
    starts : str
        Who starts the next round, a key of `STARTS`.
    exact : bool, default False
        Whether turns are valued exactly, or in parts of a unit.

    Attributes
    ----------
    turns : list of ScoredTurn
        The turns of the player who starts round 1, and of the other player.
    orders : list of (ScoredTurn, ScoredTurn)
        The possible orders of the turns in a round, the order of round 1 first. Players with the
        same turn count as one, and the list has one pair then. So where a player has the place p in
        this list, the other player has the place ~p, counted from the end.
    scores : array of int, shape (scores,)
        Every score that a turn of either player can end with, times the sign, ascending.
    rolls : int
        The most rolls that a turn can take.
    sign : int
        1 where the lower score wins, −1 where the higher score wins.
    """

    def __init__(self, game: Contest, starts: str, *, exact: bool = False) -> None:
        self.starts, turns = starts, game.turns
        outcomes = max(turn.most_outcomes for turn in turns)
        # The number of parts of a stake where turns are rounded: as many as fit into 64 bits.
        self.unit = 1 if exact else 2 ** max(48, 62 - outcomes.bit_length())
        self.rolls, self.sign = max(turn.most_rolls for turn in turns), turns[0].sign
        scored = {turn: ScoredTurn(turn, self.unit) for turn in turns}
        first, second = self.turns = [scored[turn] for turn in turns]
        self.scores = np.unique(np.concatenate([first.scores, second.scores]))  # (scores,)
        both = [(first, second), (second, first)]
        self.orders = list(dict.fromkeys(both[: 1 if starts == "same" else 2]))

    def ends(self, again: Callable[[Values, Values], Values]) -> Fraction:
        """Return the least chance that a round does not lead back to the state before it.

        Parameters
        ----------
        again : callable
            A function of the scores of the starter and of the other player, given as arrays that
            broadcast. Returns an array of bool: whether the state of the match is the same after
            these scores as before.
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


# A number of rounds. A player's *margin* is twice the player's total less the other's. It is 1 more
# where equal totals lose, and 1 less where equal totals win. So a player wins with a margin below
# 0, and loses with one above 0. The other player's margin and value have the opposite sign.


def rounds(series: Series, number: int, margin: int) -> list[Fraction | Bounds]:
    """Return the values of matches of 1, 2, … rounds to the starter of round 1, by a margin."""
    before, exact = _margins(series, number, margin), series.unit == 1
    unit, evs = series.unit, list[Fraction | Bounds]()
    # (starters, margins −1, 0 and 1)
    won = np.array([[unit, 0, -unit] for _ in series.orders], object if exact else np.int64)
    after = _MarginValues(np.array([-1, 0, 1]), won, unit)
    # Every turn makes exact numbers longer, so the rounds that are solved last take longest.
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
    """Return the possible margins before the last round, before the last but one, ….

    Each array is ascending, of shape (margins,). Margins are left out if the rounds to come can no
    longer change who wins. `first` is the margin before round 1.
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
    """The values of margins to each player who may start the next round, exact or rounded.

    Attributes
    ----------
    margins : array of int, shape (margins,)
        Ascending. Up to the first margin the value is 1 stake, and from the last one on −1.
    values : array of int, shape (starters, margins)
        The values in stakes, times `unit`.
    unit : int
        The factor of the values.
    """

    margins: Values
    values: Values
    unit: int

    def at(self, starter: int, margins: Values) -> Any:
        """Return the values of margins to a starter, as an array of the same shape."""
        inside = np.clip(margins, self.margins[0], self.margins[-1])
        return self.values[starter, np.searchsorted(self.margins, inside)]


def _to_starter(series: Series, starter: int, margins: Values, after: _MarginValues) -> Values:
    """Return the values of margins m to a round's starter, who scores s; the other scores t.

    Parameters
    ----------
    series : Series
        The match.
    starter : int
        The place of the starter in `series.orders`.
    margins : array of int, shape (margins,)
        The starter's margins before the round, ascending.
    after : _MarginValues
        The values of margins before the next round.

    Returns
    -------
    array of int, shape (margins,)
        The values, times `after.unit` and the scales of both turns.
    """
    own, others = series.orders[starter]
    low, high = after.margins[[0, -1]] + 2 * others.scores[[0, -1]]
    sums = np.add.outer(2 * own.scores, margins)  # m + 2s, shape (scores, margins)
    open_still = (low < sums) & (sums < high)  # (scores, margins)
    score, then = np.nonzero(open_still)[0], sums[open_still]  # s and m + 2s of each open pair
    leads, place = np.unique(then, return_inverse=True)  # (leads,), and (open pairs,)
    ends = leads - 2 * others.scores[:, np.newaxis]  # m + 2s − 2t, shape (scores t, leads)
    staying, changing = -after.at(starter, ends), after.at(~starter, -ends)  # (scores t, leads)
    # The starter's score s matters where the scores decide who starts the next round, and this
    # changes the value. Otherwise all pairs with the same m + 2s are solved once.
    matters = (series.starts in BY_SCORES) & (staying != changing).any(axis=0)  # (leads,)
    all_turns = place * len(own.scores) + np.where(matters[place], score, 0)
    turns, turn_of = np.unique(all_turns, return_inverse=True)
    place, score = np.divmod(turns, len(own.scores))  # of each turn that the other player may face

    def others_turn(place: Rows, score: Rows) -> Values:  # all of shape (turns,)
        turned = other_starts(series.starts, own.scores[score], others.scores[:, np.newaxis])
        return others.values(np.where(turned, changing[:, place], staying[:, place]))

    # What the starter gets, times `after.unit` and the scale of the other's turn: shape (scores,
    # margins).
    payoffs = np.where(sums <= low, 1, -1).astype(after.values.dtype) * (after.unit * others.scale)
    payoffs[open_still] = -others.in_blocks(others_turn, place, score)[turn_of]
    return own.values(payoffs)


# A race, and a number of games won


@lru_cache(maxsize=4)
def race(game: Contest, starts: str, to: int) -> tuple[Bounds, Race]:
    """Enclose the value of a race to a total for the starter of round 1; return its states too."""
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
    """Enclose the value of a match for a number of wins to the starter of the first game."""
    states = _Games(series, wins, series.ends(np.equal), 4 * wins)
    won = series.unit * _LOW_HIGH
    states.bounds[:, wins], states.bounds[:, :, wins] = won, -won
    return states.enclosed("wins", wins, "a tie")


def _totals(scores: Values, to: int) -> Values:
    """Return the totals below the target, and the totals that reach the target, ascending.

    `scores` has the scores of a turn, shape (scores,), and the totals have the shape (totals,).
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
    """The states before a round, and bounds of their values V; a match may come back to a state.

    A state is a starter, a number of the starter and a number of the other player, both below
    `size`. V is the fixed point of playing a round, where V after the round counts at most 1 −
    `ends`.

    Parameters
    ----------
    series : Series
        The match.
    size : int
        The numbers of both players are below `size` while the match goes on.
    ends : Fraction
        The least chance that a round does not lead back to its state.
    steps : int
        The most rounds in which the widths of bounds add up.
    margin : int, default 0
        The margin of the starter of round 1 where totals are equal.

    Attributes
    ----------
    bounds : array of int, shape (starters, size + 1, size + 1, 2)
        A lower bound of V to the starter, and minus an upper one, by the starter's number and the
        other's.
    favours : array of int, shape (starters,)
        Each starter's margin where totals are equal.
    """

    # Takes an order of turns, and the starters and numbers of states, each of shape (states,).
    # Returns a function that plays a round from these states, with the present bounds of V
    # afterwards. The function returns bounds of their values: shape (states, 2).
    round: Callable[..., Callable[[], Values]]

    def __init__(
        self, series: Series, size: int, ends: Fraction, steps: int, margin: int = 0
    ) -> None:
        self.series, self.size, self.least_end = series, size, ends
        # A round that narrows bounds by no more than this ends the iteration, as `steps` rounds add
        # up.
        self.enough = max(series.rolls, int(MOST_APART / 10 * series.unit * ends / steps))
        # Each starter's margin where totals are equal: starters with different margins are
        # different.
        favours = [margin] if series.starts == "same" else [margin, -margin]
        starters = dict.fromkeys(zip(cycle(series.orders), favours, strict=False))
        self.favours = np.array([favour for _, favour in starters])  # (starters,)
        self.places = np.split(np.arange(len(starters)), len(series.orders))  # of each order
        self.bounds = np.full((len(starters), size + 1, size + 1, 2), -series.unit)

    def to_other(self, starter: Rows, mine: Rows, other: Rows, turned: Values) -> Values:
        """Return V after a round to its second player; `turned` is where that player starts next.

        The arrays broadcast to a shape (…), and the bounds of V have the shape (…, 2).
        """
        same = self.bounds[starter, mine, other, ::-1]  # (…, 2)
        return np.where(turned[..., np.newaxis], self.bounds[~starter, other, mine], same)

    def enclosed(self, name: str, value: int, what: str) -> Bounds:
        """Return bounds of the first state, in stakes; refuse bounds that stay too far apart."""
        last = 2 * self.size - 2
        # By the sum of both numbers, the highest first: every change of a number makes the sum
        # higher.
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
        """Narrow the bounds of some states by playing rounds, until a round narrows them by little.

        A tried number that a round raises is a lower bound of V, and one that a round lowers is an
        upper bound. So trying the middle halves the distance of the bounds. Where the starter
        changes every round, the same holds of two rounds.
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
    """The states before a game; a player's number is how many games that player has won."""

    def round(
        self, own: ScoredTurn, others: ScoredTurn, starter: Rows, mine: Rows, other: Rows
    ) -> Callable[[], Values]:
        """Return a function that plays a game: first the other's turn after each starter's score.

        `starter`, `mine` and `other` have the shape (states,), and the function returns bounds of
        shape (states, 2).
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
    """The states before a round; the numbers are the places of the totals.

    U is the value of the other's turn to the starter. It depends on the totals after the starter's
    turn alone, except where scores say who starts next.

    Parameters
    ----------
    series : Series
        The match.
    totals : array of int, shape (totals,)
        The totals that a player can come to, ascending, also the totals from the target on.
    to : int
        The target.
    margin, ends
        As of `_States`.

    Attributes
    ----------
    totals : array of int, shape (totals,)
        The totals of the parameter, times the sign.
    after : dict of ScoredTurn to array of int, shape (size, scores)
        The place of the total after each score, by the place of the total before.
    scored : array of int, shape (starters, totals, size, 2)
        Bounds of U, by the starter's total after the starter's turn and the other's total before.
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
        # The other's turn is the last turn where the starter has reached the target. (totals from
        # the target on, totals below)
        leads = 2 * (self.totals[self.size :, np.newaxis] - self.totals[: self.size])
        for (_, others), places in zip(series.orders, self.places, strict=True):
            margins = np.add.outer(self.favours[places], leads)  # (starters, *leads.shape)
            different, place = np.unique(margins, return_inverse=True)
            last = others.in_blocks(partial(self._last_turn, others), different)
            self.scored[places, self.size :] = last[place.reshape(margins.shape)]

    def _won(self, margins: Values) -> Values:
        """Return what a player gets in the end, by the other player's margins, shape (…, 2)."""
        won = np.sign(margins).astype(np.int64) * self.series.unit
        return np.asarray(won[..., np.newaxis] * _LOW_HIGH)

    def _last_turn(self, others: ScoredTurn, margins: Values) -> Values:
        """Return bounds of U where the other player's turn is the last.

        `margins` has the shape (margins,), and the bounds have the shape (margins, 2).
        """
        return others.bounded(self._won(margins - 2 * others.scores[:, np.newaxis]))[..., ::-1]

    def others_payoffs(
        self, others: ScoredTurn, starter: Rows, mine: Rows, other: Rows, first: Values
    ) -> Values:
        """Return bounds of the values of the other's scores to the other, below the target.

        The starter has scored `first`, and the starter's total is at the place `mine` afterwards.
        All arguments have the shape (states,), and the bounds have the shape (scores, states, 2).
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

        All arguments have the shape (states,), and the bounds have the shape (states, 2).
        """
        payoffs = self.others_payoffs(others, starter, mine, other, first)
        return others.bounded(payoffs)[..., ::-1]

    def own_payoffs(
        self, own: ScoredTurn, others: ScoredTurn, starter: Rows, mine: Rows, other: Rows
    ) -> Values:
        """Return bounds of the values of the starter's scores to the starter.

        All arguments have the shape (states,), and the bounds have the shape (scores, states, 2).
        The bounds of a score of 0 are those of the last time that the state was valued.
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
        """Return a function that plays a round; U is found anew only where the starter scores 0.

        `starter`, `mine` and `other` have the shape (states,), and the function returns bounds of
        shape (states, 2). After any other score the starter's total is higher, and U is known for
        this total. Where scores say who starts the next round, U is found for each score.
        """
        others_turn = partial(self._others_turn, others)
        payoffs = self.own_payoffs(own, others, starter, mine, other)
        here, clack = (starter, mine, other), own.scores == 0

        def play() -> Values:
            self.scored[here] = payoffs[clack] = others_turn(*here, np.zeros_like(own.scores[:1]))
            return own.bounded(payoffs)

        return play

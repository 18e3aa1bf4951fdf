"""Games played by chance: many at once, to check the exact values, or one, to be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .covering import COVERINGS
from .errors import InputError
from .game import solve
from .induction import Plan, turn_of
from .layout import Layout, Rows
from .moves import Throw, allowed_moves, possible_rolls
from .payoffs import ladder, payoffs_to_second, ranks
from .scoring import scores
from .states import tile_sets
from .strategy import STRATEGIES, strategy_value
from .variant import Variant

if TYPE_CHECKING:
    from sympy import Rational

__all__ = ["Estimate", "simulate", "transcript"]

_AT_ONCE = 100_000
_NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class Estimate:
    """A mean over simulated games, beside the exact value.

    Parameters
    ----------
    what
        What was measured.
    mean
        The mean over all games.
    margin
        Half the width of the 95 % confidence interval.
    exact
        The exact value.
    """

    what: str
    mean: float
    margin: float
    exact: Rational

    @property
    def agrees(self) -> bool:
        """Whether the exact value lies in the confidence interval."""
        return abs(self.mean - float(self.exact)) <= self.margin


def simulate(
    variant: Variant,
    games: int,
    seed: int,
    *,
    first: str = "optimal",
    second: str = "optimal",
    progress: Callable[[int], object] | None = None,
) -> list[Estimate]:
    """Play many games, and estimate what is known exactly.

    Parameters
    ----------
    variant
        The rules.
    games
        How many, at least 2.
    seed
        The same seed gives the same games.
    first, second
        The players' strategies, names in `STRATEGIES`.
    progress
        Called with the number of games just played.

    Returns
    -------
    list of Estimate
        The EV to the first player in stakes, the mean of the first player's score, and the
        first player's chance to clack.

    Raises
    ------
    InputError
        If there are too few games, or a strategy is unknown or not allowed by the variant.

    Examples
    --------
    >>> ev, score, clack = simulate(Variant(tiles=3), games=1000, seed=1)
    >>> score.exact, score.agrees, clack.exact, clack.agrees
    (326/81, True, 95/648, True)
    """
    if games < 2:
        raise InputError(f"games: got {games}; takes 2 or more")
    exact_first, exact_second = strategy_value(variant, first), strategy_value(variant, second)
    rng = np.random.default_rng(seed)
    score = np.array(ladder(variant), dtype=float)
    totals = np.zeros((2, 3))
    for start in range(0, games, _AT_ONCE):
        count = min(_AT_ONCE, games - start)
        rank, payoff = _play_games(variant, count, rng, first, second)
        measured = np.array([payoff, score[rank], rank == 0], dtype=float)
        totals += measured.sum(axis=1), (measured**2).sum(axis=1)
        if progress:
            progress(count)
    mean = totals[0] / games
    deviation = np.sqrt(np.maximum(totals[1] / games - mean**2, 0) * games / (games - 1))
    margin = _NORMAL_95 * deviation / sqrt(games)
    exact = {
        "first player's EV": exact_first.ev_against(exact_second),
        "first player's score": exact_first.expected_score,
        "first player clacks": exact_first.clack_chance,
    }
    return [
        Estimate(what, float(m), float(half), value)
        for (what, value), m, half in zip(exact.items(), mean, margin, strict=True)
    ]


def _play_games(
    variant: Variant, count: int, rng: np.random.Generator, first: str, second: str
) -> tuple[Rows, NDArray[np.float64]]:
    """Play games; return the rank of the first player's score, and what the first player gets."""
    left = _player(variant, first, None).turns(count, rng)
    beat = ranks(variant)[left]
    payoff = np.zeros(count)
    for k in np.unique(beat):
        against = np.flatnonzero(beat == k)
        ended = _player(variant, second, ladder(variant)[k]).turns(len(against), rng)
        payoff[against] = -payoffs_to_second(variant, [int(k)])[ended, 0]
    return beat, payoff / variant.clack_payout.denominator


class _Player:
    """A player with a plan, ready to play many turns at once."""

    def __init__(self, variant: Variant, plan: Plan) -> None:
        turn = turn_of(variant)
        layout = turn.layout
        self._dice = variant.all_dice
        self._by_total = COVERINGS[variant.moves].by_total
        self._all_open = 2 ** len(variant.tiles) - 1
        self._throws = turn.throws
        self._may_roll = plan.dice_weights > 0
        self._ends = len(layout.collections)
        self._collections = [
            self._collection_by_roll(variant, throw, layout) for throw in turn.throws
        ]
        self._order = np.argsort(layout.pair)
        self._pairs = layout.pair[self._order]
        chosen = np.flatnonzero(plan.move_weights)
        self._after = layout.successor[chosen]
        self._count = np.bincount(layout.row[chosen], minlength=len(layout.pair))
        self._first = np.cumsum(self._count) - self._count

    def _collection_by_roll(self, variant: Variant, throw: Throw, layout: Layout) -> Rows:
        """Return the index of the collection that each roll of a throw allows."""
        index = {moves: number for number, moves in enumerate(layout.collections)}
        opening = bool(throw.states[self._all_open]) and variant.opening_tile is not None
        found = np.full(self._key(np.full((1, throw.dice), self._dice.sides))[0] + 1, self._ends)
        for roll in possible_rolls(variant, throw.dice):
            key = self._key(np.array([roll]))
            found[key] = index.get(allowed_moves(variant, roll, opening), self._ends)
        return found

    def _key(self, rolls: Rows) -> Rows:
        """Return a number for every roll: its total where only that matters, else its digits."""
        ordered = np.sort(rolls, axis=1)
        places = 1 if self._by_total else self._dice.sides ** np.arange(rolls.shape[1])
        key: Rows = (ordered * places).sum(axis=1)
        return key

    def turns(self, count: int, rng: np.random.Generator) -> Rows:
        """Play turns; return the states in which they end."""
        states = np.full(count, self._all_open)
        active = np.arange(count)
        while len(active):
            after, _ = self.step(states[active], rng)
            active, after = active[after >= 0], after[after >= 0]
            states[active] = after
            active = active[after > 0]
        return states

    def step(self, states: Rows, rng: np.random.Generator) -> tuple[Rows, Rows]:
        """Roll once in every state, and move.

        Returns
        -------
        after : ndarray
            The states after the moves; −1 where the turn ends.
        rolls : ndarray
            The dice, ascending, and 0 for those not rolled, shape (states, dice).
        """
        may = self._may_roll[:, states]
        pick = (rng.random(len(states)) * may.sum(axis=0)).astype(np.int64)
        throw = (np.cumsum(may, axis=0) > pick).argmax(axis=0)
        rolls = np.zeros((len(states), self._dice.count), dtype=np.int64)
        collection = np.empty(len(states), dtype=np.int64)
        for number, kind in enumerate(self._throws):
            who = np.flatnonzero(throw == number)
            dice = rng.integers(1, self._dice.sides + 1, (len(who), kind.dice))
            rolls[who, -kind.dice :] = np.sort(dice, axis=1)
            collection[who] = self._collections[number][self._key(dice)]
        pair = states * (self._ends + 1) + collection
        place = np.minimum(np.searchsorted(self._pairs, pair), len(self._pairs) - 1)
        after = np.full(len(states), -1)
        if len(self._pairs):
            moving = (self._pairs[place] == pair) & (collection != self._ends)
            row = self._order[place[moving]]
            choice = (rng.random(len(row)) * self._count[row]).astype(np.int64)
            after[moving] = self._after[self._first[row] + choice]
        return after, rolls


@lru_cache(maxsize=128)
def _player(variant: Variant, strategy: str, score_to_beat: int | None) -> _Player:
    return _Player(variant, STRATEGIES[strategy].plan(variant, score_to_beat))


def transcript(
    variant: Variant, seed: int, *, first: str = "optimal", second: str = "optimal"
) -> list[dict[str, Any]]:
    """Play one game, and return it move by move.

    Parameters
    ----------
    variant
        The rules.
    seed
        The same seed gives the same game.
    first, second
        The players' strategies, names in `STRATEGIES`.

    Returns
    -------
    list of dict
        `player`; `open_tiles`; `dice`, ascending; `covers`, the tiles, None where the turn
        ends; `value_before` the roll and `value_after` the move, to the player under optimal
        play.
    """
    solution, rng = solve(variant), np.random.default_rng(seed)
    sets = tile_sets(variant.tiles)
    found: list[dict[str, Any]] = []
    beat: int | None = None
    for player, strategy in (("first", first), ("second", second)):
        if beat == 0 and variant.immediate_clack:
            break
        rolling, play = _player(variant, strategy, beat), solution.play(beat)
        state = len(sets) - 1
        while state > 0:
            [after], [dice] = rolling.step(np.array([state]), rng)
            ends = after < 0
            found.append(
                {
                    "player": player,
                    "open_tiles": sets[state],
                    "dice": tuple(int(die) for die in dice if die),
                    "covers": None if ends else sets[state ^ after],
                    "value_before": play.value(sets[state]),
                    "value_after": play.ending_value(sets[state])
                    if ends
                    else play.value(sets[after]),
                }
            )
            if ends:
                break
            state = int(after)
        beat = scores(variant.tiles, variant.scoring)[state]
    return found

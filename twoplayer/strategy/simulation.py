"""Games played by chance: many at once, to check the exact values, or a single game, to be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from operator import attrgetter
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, tells_its_signature, whole_number
from ..exact import ExactNumber, ExactResult, Rows, Values, exact, to_rational
from ..game.contest import Contest
from ..game.players import PLAYERS
from ..game.playing import Play
from ..game.solution import solve_two
from ..tables import Column, Tabled, TabledList, decimal
from ..turn.another import GameLike
from ..turn.board import Board
from ..turn.induction import Turn
from ..turn.transitions import DiceChoice
from ..turn.turns import board_of
from ..variant.dice import MOST_DICE
from ..variant.registry import VariantLike
from ..variant.variant import Variant
from ..work import tell, untold
from .described import board_in
from .own import Strategy, StrategyLike
from .values import (
    check_rules,
    clacks_in,
    ev_between,
    gains_to_second,
    game_of,
    players_of,
    scores_left,
)

MOST_GAMES = 10**9
_LARGEST_PAID = 10**100  # as a payout, or as a score
_TURNS_AT_ONCE = 100_000
_Throw = Callable[[int, np.random.Generator], tuple[Rows, Rows]]


@dataclass(frozen=True, eq=False, repr=False)
class Estimate(ExactResult, Tabled):
    """A mean over simulated games, beside the exact value that it estimates.

    Attributes
    ----------
    what : str
        What was estimated, such as *first player's EV*.
    mean : float
        The mean over all games: stakes, points of a score, or a share in [0, 1].
    margin : float
        Half the width of the 95 % confidence interval of the mean, by the normal approximation.
    exact : sympy.Rational
        The exact expected value, in the same unit.

    Examples
    --------
    >>> from twoplayer import Variant, simulate
    >>> score = simulate(Variant(tiles=3), games=1000, seed=1)[1]
    >>> score.exact, score.agrees
    (326/81, True)
    """

    what: str
    mean: float
    margin: float
    exact: ExactNumber = exact()

    about = "By chance, beside the exact value"
    columns: ClassVar[Sequence[Column]] = (
        Column("what"),
        Column("simulated", attrgetter("mean")),
        Column("margin", title="± (95 %)"),
        decimal("exact", "computed", 6),
        Column("agrees"),
    )

    @property
    def agrees(self) -> bool:
        """Whether the exact value lies in the 95 % confidence interval: `mean` ± `margin`."""
        return abs(self.mean - float(self.fractions.exact)) <= self.margin


class Estimates(TabledList[Estimate]):
    """What `simulate` finds: a list of `Estimate`, which is one table."""

    about = "Games by chance, beside the exact values"
    columns: ClassVar[Sequence[Column]] = Estimate.columns


@tells_its_signature
def simulate(
    variant: GameLike,
    games: int,
    seed: int,
    *,
    first_strategy: StrategyLike = "optimal",
    second_strategy: StrategyLike = "optimal",
    second: GameLike | None = None,
) -> Estimates:
    """Play many games by chance, and put the means beside the exact values.

    Parameters
    ----------
    variant : Variant, str, path or Game
        The rules, as for `solve`: a variant, its registered name or its TOML file, or a game of
        another kind.
    games : int
        How many games are played, 2 to 10⁹.
    seed : int
        A whole number, 0 or more; the same seed gives the same games.
    first_strategy : str, Strategy or function, default "optimal"
        How the first player plays, as for `strategy_value`.
    second_strategy : str, Strategy or function, default "optimal"
        How the second player plays.
    second : Variant, str, path or Game, optional
        The rules of the second player, where they are others, as for `solve`. None: the same.

    Returns
    -------
    Estimates
        A list of three `Estimate`s, all of the first player: the EV in stakes, the mean score, and
        the probability to clack, in [0, 1].

    Raises
    ------
    InputError
        If `games` or `seed` is no such number, or scores or payouts are too large for floats. As
        `matchup`, if a strategy cannot be used, or comes as `second`.
    UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.matchup : The same two strategies, exactly.
    twoplayer.strategy.transcript : One game, move by move.
    twoplayer.check : Tells whether chance explains a simulated number.

    Notes
    -----
    The margin is 1.96 standard deviations of the mean, estimated from the games themselves. So an
    exact value lies outside of about one interval in twenty.

    Examples
    --------
    >>> from twoplayer import Variant, simulate
    >>> ev, score, clack = simulate(Variant(tiles=3), games=1000, seed=1)
    >>> score.exact, score.agrees, clack.exact, clack.agrees
    (326/81, True, 95/648, True)
    """
    game = game_of(variant, second)
    games = whole_number("games", games, 2, MOST_GAMES)
    for name, largest in (
        ("clack_payout", game.stakes.most),
        ("tiles", max(map(abs, game.scores))),
    ):
        if largest > _LARGEST_PAID:
            raise InputError("too large for the floats of a simulation", of=name)
    strategies = players_of(first_strategy, second_strategy)
    with untold():
        left, gains = scores_left(game, strategies[0].way), gains_to_second(game, strategies[1])
    rng = np.random.default_rng(whole_number("seed", seed, 0))
    every, ranks = game.turns[0].scores, game.score_ranks(0)

    def turns(player: int, beat: int | None, count: int) -> Rows:  # by rank: (ranks,)
        with untold():
            rolling = _Player(game, player, strategies[player], beat)
        turn = game.turns[player]
        by_rank = np.zeros(len(turn.scores), dtype=np.int64)
        for start in range(0, count, _TURNS_AT_ONCE):
            together = min(_TURNS_AT_ONCE, count - start)
            left = turn.ranks[rolling.turns(together, rng)]
            by_rank += np.bincount(left, minlength=len(by_rank))
            tell(together / games / 2)
        return by_rank

    by_rank, is_clack = turns(0, None, games), np.arange(len(every)) < game.turns[0].clacks
    of_turns = np.array(every, dtype=float), is_clack  # what each rank measures
    totals = np.array([[0, 0], *(_moments(measured, by_rank) for measured in of_turns)])
    # (EV, score, clack) × (sum, sum of squares)
    for score, rank, count in zip(every, ranks.tolist(), by_rank.tolist(), strict=True):
        if count:
            to_second = game.stakes.to_second(game.score_ranks(1), [rank])[:, 0]
            paid = -to_second.astype(float) / game.stakes.unit
            totals[0] += _moments(paid, turns(1, score, count))
    mean, square = totals.T / games
    deviation = np.sqrt(np.maximum(square - mean**2, 0) * games / (games - 1))
    margin = NormalDist().inv_cdf(0.975) * deviation / sqrt(games)
    exact = {
        "first player's EV": ev_between(left, gains),
        "first player's score": sum((score * p for score, p in left.items()), Fraction(0)),
        "first player clacks": clacks_in(game, left),
    }
    return Estimates(map(Estimate, exact, mean.tolist(), margin.tolist(), exact.values()))


def _moments(measured: NDArray[Any], counts: Rows) -> NDArray[np.float64]:
    """Return the sum of what was measured, and of its squares, shape (2,).

    `measured` has what each rank measures, shape (ranks,), and `counts` how often it was left.
    """
    numbers = measured.astype(float)
    return np.array([counts @ numbers, counts @ numbers**2])


class _Player:
    """A player of a simulation, who plays many turns at once.

    Parameters
    ----------
    game : Contest
        The game.
    player : int
        The player whose turn it is, 0 or 1.
    strategy : Strategy
        How the player plays.
    beat : int or None
        The score to beat, in the second player's turn.
    """

    def __init__(self, game: Contest, player: int, strategy: Strategy, beat: int | None) -> None:
        turn, policy = strategy.turn(game.turns[player]), strategy.policy(game, player, beat)
        self._turn = turn
        self._over = np.asarray(~turn.all_dice().any(axis=0))  # by state
        self._dice = _upto(policy.dice_weights)  # (K, N)
        self._throws = [_throwing(turn, choice) for choice in turn.board.choices]
        chosen = np.flatnonzero(policy.move_weights)
        # What may be chosen in each decision: `_count` states, in `_after` from `_first` on.
        self._after = turn.successor[chosen]
        self._count = np.bincount(turn.decision[chosen])
        self._first = np.cumsum(self._count) - self._count
        # Of each of these states, the chance of the state or of one before the state in its
        # decision. None: all states of a decision are as likely.
        self._moves: NDArray[np.float64] | None = None
        if policy.mixed_moves is not None:
            parts = np.split(policy.move_weights[chosen], self._first[1:])
            self._moves = np.concatenate([_upto(part) for part in parts])

    def turns(self, count: int, rng: np.random.Generator) -> Rows:
        """Play `count` turns, and return the state in which each turn ends, shape (count,)."""
        states, active = np.full(count, len(self._over) - 1), np.arange(count)
        while len(active := active[~self._over[states[active]]]):
            after, _ = self.step(states[active], rng)
            active, after = active[after >= 0], after[after >= 0]
            states[active] = after
        return states

    def step(self, states: Rows, rng: np.random.Generator) -> tuple[Rows, Rows]:
        """Roll once in every state, shape (turns,), and move; return the next states, and the dice.

        A state is −1 where the turn ends. Dice ascend, shape (turns, dice); a die that is not
        rolled is 0.
        """
        chosen = (self._dice[:, states] > rng.random(len(states))).argmax(axis=0)  # (states,)
        rolls = np.zeros((len(states), MOST_DICE), dtype=np.int64)
        action_set = np.empty(len(states), dtype=np.int64)
        for number, throw in enumerate(self._throws):
            who = np.flatnonzero(chosen == number)
            action_set[who], dice = throw(len(who), rng)
            rolls[who, MOST_DICE - dice.shape[1] :] = dice
        after, decision = np.full(len(states), -1), self._turn.decision_of(states, action_set)
        moving, decision = decision >= 0, decision[decision >= 0]
        after[moving] = self._after[self._chosen(decision, rng.random(len(decision)))]
        return after, rolls

    def _chosen(self, decision: Rows, drawn: NDArray[np.float64]) -> Rows:
        """Return the places in `_after` of the chosen states, each by a number between 0 and 1."""
        place: Rows = self._first[decision]
        if self._moves is None:
            return place + (drawn * self._count[decision]).astype(np.int64)
        while (later := self._moves[place] <= drawn).any():
            place = place + later
        return place


def _upto(weights: Values) -> NDArray[np.float64]:
    """Return the chance of each choice or one before it: sums along the first axis, up to 1.

    The shape of `weights`, (choices, …), stays.
    """
    if not len(weights):  # nothing may be rolled in any state
        return np.zeros(weights.shape)
    sums = np.cumsum(weights.astype(object), axis=0)
    return np.asarray(sums / np.maximum(sums[-1], 1), dtype=np.float64)


def _throwing(turn: Turn, choice: DiceChoice) -> _Throw:
    """Return the function that rolls, and says the dice and the action set's number, or −1."""
    place = {moves: number for number, moves in enumerate(turn.action_sets)}
    if not turn.board.of_tiles:
        of_rolls = np.array([place.get(roll, -1) for roll in choice.weights])
        chances = [weight / choice.outcomes for weight in choice.weights.values()]
        no_dice = np.zeros((1, 0), int)
        return lambda count, rng: (rng.choice(of_rolls, count, p=chances), no_dice)
    board = board_in(turn)
    most = _key(board, np.full((1, choice.dice), board.variant.dice.sides))[0]
    by_key = np.full(most + 1, -1)
    for roll in board.rolls(choice.dice):
        by_key[_key(board, np.array([roll]))] = place.get(board.moves(roll, choice.opening), -1)

    def throw(count: int, rng: np.random.Generator) -> tuple[Rows, Rows]:  # (turns,), (turns, dice)
        dice = _thrown(board.variant, (count, choice.dice), rng)
        return by_key[_key(board, dice)], np.sort(dice, axis=1)

    return throw


def _thrown(variant: Variant, shape: tuple[int, int], rng: np.random.Generator) -> Rows:
    """Throw dice: `shape` says how many rows, and how many dice in each row."""
    if variant.weights is None:
        return rng.integers(1, variant.dice.sides + 1, shape)
    *_, total = ends = list(accumulate(variant.weights))
    room = min(total, 2**62)  # more parts do not fit into 64 bits, and are rounded
    parts = [end * room // total for end in ends]
    return np.searchsorted(parts, rng.integers(0, room, shape), side="right") + 1


def _key(board: Board, rolls: Rows) -> Rows:
    """Return a number for every roll: its total where only the total matters, otherwise its digits.

    `rolls` has the shape (rolls, dice), and the numbers have the shape (rolls,).
    """
    places = 1 if board.by_total else board.variant.dice.sides ** np.arange(rolls.shape[1])
    return np.asarray((np.sort(rolls, axis=1) * places).sum(axis=1))


@tells_its_signature
def transcript(
    variant: VariantLike,
    seed: int,
    *,
    first_strategy: StrategyLike = "optimal",
    second_strategy: StrategyLike = "optimal",
    second: VariantLike | None = None,
) -> list[dict[str, Any]]:
    """Play one game by chance, and return it roll by roll.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.
    seed : int
        A whole number, 0 or more; the same seed gives the same game.
    first_strategy : str, Strategy or function, default "optimal"
        How the first player plays, as for `strategy_value`.
    second_strategy : str, Strategy or function, default "optimal"
        How the second player plays.
    second : Variant, str or path, optional
        The rules of the second player, where they are others. None: the same.

    Returns
    -------
    list of dict
        A dict for each roll. `player` is `"first"` or `"second"`, `open_tiles` are the tiles before
        the roll, and `dice` ascend. `covers` has the covered tiles, or None where the turn ends.
        `value_before` the roll and `value_after` the move are in stakes, to that player under
        optimal play.

    Raises
    ------
    InputError
        If `seed` is no such number, or a game has no tiles. As `matchup`, if a strategy cannot be
        used, or comes as `second`.
    UnknownNameError, FileError, RulesError, GameTooLargeError
        As `solve`.

    See Also
    --------
    twoplayer.simulate : Many games.
    twoplayer.Play : A game of one's own.

    Examples
    --------
    >>> from twoplayer.strategy import transcript
    >>> [(step["player"], step["dice"], step["covers"]) for step in transcript("classic", 4)][:2]
    [('first', (4, 6), (1, 9)), ('first', (3, 4), (7,))]
    """
    steps = steps_of(game_played(variant, seed, first_strategy, second_strategy, second))
    values = ("value_before", "value_after")
    return [{**step, **{name: to_rational(step[name]) for name in values}} for step in steps]


def game_played(
    variant: VariantLike,
    seed: int,
    first_strategy: StrategyLike,
    second_strategy: StrategyLike,
    second: VariantLike | None,
) -> Play:
    check_rules(second)
    play = Play(variant, second)
    game = Contest((play.variant, play.second_variant))
    strategies = players_of(first_strategy, second_strategy)
    rng = np.random.default_rng(whole_number("seed", seed, 0))
    for player, strategy in enumerate(strategies):
        board = board_of(game.rules[player])
        if play.seat == player + 1:
            rolling = _Player(game, player, strategy, play.score_to_beat)
        while play.seat == player + 1:
            state = board.mask(play.open_tiles)
            [after], [dice] = rolling.step(np.array([state]), rng)
            play.roll(*dice[dice > 0].tolist())
            if play.legal_moves:
                play.cover(*board.covers[state ^ int(after)])
    return play


def steps_of(play: Play) -> list[dict[str, Any]]:
    solution = solve_two(Contest((play.variant, play.second_variant))).fractions
    turns = [solution.play(score_to_beat=step.score_to_beat) for step in play.steps]
    return [
        {
            "player": PLAYERS[step.seat - 1],
            "open_tiles": step.open_tiles,
            "dice": step.roll,
            "covers": step.cover or None,
            "value_before": turn.value(step.open_tiles),
            "value_after": (turn.value if step.goes_on else turn.ending_value)(step.left),
        }
        for step, turn in zip(play.steps, turns, strict=True)
    ]

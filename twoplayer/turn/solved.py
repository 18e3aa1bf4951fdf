"""One turn solved for one payoff: the value of every state, optimal play, and its chances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from operator import methodcaller
from typing import Any, ClassVar

import numpy as np

from ..errors import PositionError, refused
from ..exact import ExactNumber, ExactResult, Rows, Values
from ..tables import Column, Table, Tabled, To, decimal
from ..variant.tiles import TileSet
from ..variant.variant import Rules
from .chances import Chances
from .induction import NO_DISCOUNT, NO_STEP, Turn
from .policy import Policy
from .position import MoveValues, Options, Payoff, Position
from .transitions import ActionSet
from .turns import board_of, turn_of


@dataclass(frozen=True, eq=False, repr=False)
class SolvedTurn(ExactResult, Tabled):
    """A turn solved for one payoff.

    A turn is a Markov decision process on a DAG, solved by backward induction. V(S) is the best
    mean, over rolls, of the best move's value, or u(S) where the turn ends. Solved turns are equal
    if their class, rules, step and discount are equal, and the fields of a subclass as well:
    player, score, aim. The records have a row for every state.

    Attributes
    ----------
    variant : Variant or Game
        The rules.
    payoff : Payoff
        u, the payoff for ending with each score.
    refine : callable or None
        A function that returns the payoff with further components, which decide between moves of
        equal value. None: no further components.
    discount : Fraction, default 1
        g, the factor of everything after a roll, above 0 and at most 1.
    step : Fraction, default 0
        The reward of every move that covers tiles. The unit of `payoff` makes the reward whole.

    Examples
    --------
    >>> from twoplayer import one_player
    >>> turn = one_player("classic")
    >>> turn.optimal_moves((1, 4, 5, 8), 9)
    {(4, 5): 62/9}
    """

    variant: Rules
    payoff: Payoff = field(compare=False, repr=False)
    refine: Callable[[], Payoff] | None = field(
        default=None, compare=False, repr=False, kw_only=True
    )
    discount: Fraction = field(default=NO_DISCOUNT, repr=False, kw_only=True)
    step: Fraction = field(default=NO_STEP, repr=False, kw_only=True)

    about = "A turn"
    columns: ClassVar[Sequence[Column]] = (
        Column("open_tiles"),
        Column("dice", methodcaller("optimal_dice")),
        decimal("value", value=methodcaller("value")),
        Column("exact", methodcaller("value"), to=To.EXACTLY),
    )

    @property
    def _turn(self) -> Turn:
        return turn_of(self.variant)

    @property
    def _ranks(self) -> Rows:
        return self._turn.ranks

    @property
    def _scale(self) -> int:
        return self._turn.scale_of(discount=self.discount)

    @property
    def _optimum(self) -> tuple[Values, Policy]:
        return self._once(
            "optimum",
            lambda: self._turn.optimum(
                self.payoff.wanted[self._ranks, 0, 0], self.discount, self._reward
            ),
        )

    @property
    def _reward(self) -> int:
        """The reward of every move, in the unit of the payoff, with the sign of `wanted`."""
        return int(self.step * self.payoff.unit) * (-1 if self.payoff.minimise else 1)

    @property
    def optimal_policy(self) -> Policy:
        """The policy of all optimal moves and numbers of dice, with equal probabilities.

        A choice is optimal if its value is the best; other components of the payoff do not count.
        """
        return self._optimum[1]

    def score_chances(self) -> dict[int, ExactNumber]:
        """Return the distribution of the final score under optimal play.

        Moves that are equally good by every component of the payoff are equally likely.

        Returns
        -------
        dict of int to sympy.Rational
            `{score: probability}`, the best score first; the probabilities add up to 1. A score
            that no turn ends with has the probability 0.

        Examples
        --------
        >>> from twoplayer import Variant, one_player
        >>> one_player(Variant(tiles=2, dice="1d2")).score_chances()
        {0: 1/2, 1: 1/4, 2: 1/4, 3: 0}
        """
        chances = Chances(self._turn, self.finest_policy).of_scores()
        return {score: self._number(chance) for score, chance in chances.items()}

    @property
    def _finest_payoff(self) -> Payoff:
        return self.refine() if self.refine else self.payoff

    @property
    def finest_policy(self) -> Policy:
        """The policy of all choices that are optimal by every component, equally likely.

        This is `optimal_policy` without the choices that a further component of the payoff rules
        out, such as moves with a lower chance to win.
        """

        def played() -> Policy:
            wanted = self._finest_payoff.wanted[self._ranks, 0]
            return self._turn.optimum(wanted, self.discount, self._reward)[1]

        return self._once("finest", played)

    @property
    def move_ranks(self) -> Rows:
        """The rank of each move's value, for the solver: shape (M,), higher ranks are better.

        Moves of equal value have equal ranks. The value of a move is the value of the next state.
        """
        _, rank = np.unique(self._optimum[0], return_inverse=True)
        return np.asarray(rank[self._turn.successor])

    def _rows(self) -> list[Position]:
        quick = self.fractions
        return [quick._in(state) for state in range(self._turn.board.size)]

    def _printed(self) -> Table:
        return self.table().of(self._rows()[-1:])  # the start of the turn alone

    def at(self, open_tiles: Iterable[int] | None = None) -> Position:
        """Return the player's position in a state.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order; in a `Game` of another kind the state. None: the start of
            the turn, with every tile open.

        Returns
        -------
        Position
            The position, with the same methods for this state: `value()`, `moves(roll)`,
            `optimal_moves(roll)`, `optimal_dice()` and `options(roll)`.

        Raises
        ------
        PositionError
            If the open tiles are no state of this turn. A tile may be none of the game's, or come
            twice, or a tile that no roll can cover may be missing.

        Examples
        --------
        >>> from twoplayer import one_player
        >>> one_player("classic").at((8, 1, 4, 5))
        Position(open_tiles=(1, 4, 5, 8))
        """
        board = self._turn.board
        return self._in(board.size - 1 if open_tiles is None else board.state_of(open_tiles))

    def value(self, open_tiles: Iterable[int] | None = None) -> ExactNumber:
        """Return the value of a state, before a roll.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order; in a `Game` of another kind the state. None: the start of
            the turn, with every tile open.

        Returns
        -------
        sympy.Rational
            V(S), under optimal play from there on.

        Raises
        ------
        PositionError
            If the open tiles are no state of this turn.

        Examples
        --------
        >>> from twoplayer import one_player
        >>> one_player("classic").value((1, 4, 5, 8))
        43045/3888
        """
        return self.at(open_tiles).value()

    def moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, ExactNumber]:
        """Return every legal move with its value, the best first.

        Parameters
        ----------
        open_tiles : iterable of int
            The open tiles, in any order; in a `Game` of another kind the state.
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}`; empty if the roll covers nothing.

        Raises
        ------
        PositionError
            If the open tiles are no state of this turn, or such dice cannot be rolled there.

        Examples
        --------
        >>> from twoplayer import one_player
        >>> one_player("classic").moves((1, 2, 3), (1, 2))
        {(3,): 25/9, (1, 2): 17/6}
        """
        return self.at(open_tiles).moves(roll)

    def optimal_moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, ExactNumber]:
        """Return the optimal moves: the moves with the best value.

        Parameters
        ----------
        open_tiles : iterable of int
            The open tiles, in any order; in a `Game` of another kind the state.
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}` with equal values; empty if the roll covers nothing.

        Raises
        ------
        PositionError
            If the open tiles are no state of this turn, or such dice cannot be rolled there.

        Examples
        --------
        >>> from twoplayer import one_player
        >>> one_player("classic").optimal_moves((1, 4, 5, 8), 9)
        {(4, 5): 62/9}
        """
        return self.at(open_tiles).optimal_moves(roll)

    def optimal_dice(self, open_tiles: Iterable[int] | None = None) -> tuple[int, ...]:
        """Return every optimal number of dice to roll.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order; in a `Game` of another kind the state. None: the start of
            the turn, with every tile open.

        Returns
        -------
        tuple of int
            The numbers of dice, ascending; empty if no tile is open.

        Raises
        ------
        PositionError
            If the open tiles are no state of this turn.

        Examples
        --------
        >>> from twoplayer import one_player
        >>> one_player("one-die-max-6").optimal_dice((1, 2))
        (1,)
        """
        return self.at(open_tiles).optimal_dice()

    def options(
        self, open_tiles: Iterable[int] | None = None, roll: int | Sequence[int] | None = None
    ) -> Options:
        """Return the player's options, the best first.

        If the payoff has more components, options of equal value are ordered by these components.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order; in a `Game` of another kind the state. None: the start of
            the turn, with every tile open.
        roll : int or sequence of int, optional
            The dice, in any order; or their total, where only the total matters. None: before a
            roll.

        Returns
        -------
        Options
            After a roll every legal move, or `()` alone if the roll covers nothing. Before a roll
            every number of dice that may be rolled.

        Raises
        ------
        PositionError
            If the open tiles are no state of this turn, or such dice cannot be rolled there.

        Examples
        --------
        >>> from twoplayer import one_player
        >>> turn = one_player("classic")
        >>> [(option.choice, option.value) for option in turn.options((1, 2, 3), 3)]
        [((3,), 25/9), ((1, 2), 17/6)]
        """
        return self.at(open_tiles).options(roll)

    def _in(self, state: int) -> Position:
        values, payoff, reward = self._optimum[0], self.payoff, self._reward * self._scale

        def value() -> ExactNumber:
            return self._number(payoff.exact(int(values[state]), self._scale))

        def refined() -> MoveValues:
            payoff, ended, values = self._once("refined", self._refined)
            return self._move_values(payoff, values.__getitem__, partial(ended.__getitem__, state))

        ends = int(payoff.wanted[self._ranks[state], 0, 0]) * self._scale
        alone = self._move_values(payoff, lambda left: [int(values[left]) + reward], lambda: [ends])
        board = self._turn.board
        again = partial(self.at, board.open_tiles[state])
        return Position(board, state, value, alone, refined, again)

    def _move_values(
        self, payoff: Payoff, after: Callable[[int], list[int]], ended: Callable[[], list[int]]
    ) -> MoveValues:
        def number(part: int | Fraction) -> ExactNumber:
            return self._number(payoff.exact(part * self.discount, self._scale))

        return MoveValues(payoff.components, after, ended, number)

    def _refined(self) -> tuple[Payoff, list[list[int]], list[list[int]]]:
        payoff = self._finest_payoff
        payoffs = payoff.wanted[self._ranks]
        ended = payoffs[:, 0].astype(object) * self._scale
        values = self._turn.evaluate(payoffs, discount=self.discount, reward=self._reward)
        after = values[:, 0].astype(object)
        after[:, 0] += self._reward * self._scale
        return payoff, ended.tolist(), after.tolist()

    def values(self) -> dict[TileSet, ExactNumber]:
        """Return the value of every state, before a roll.

        Returns
        -------
        dict
            `{open tiles: V(S)}`, in the order of the bit masks: no tile first, all tiles last. The
            dict has states that no turn reaches as well.

        Examples
        --------
        >>> from twoplayer import Variant, one_player
        >>> one_player(Variant(tiles=2, dice="1d2")).values()
        {(): 0, (1,): 1/2, (2,): 1, (1, 2): 3/4}
        """
        return {position.open_tiles: self._number(position.value()) for position in self._rows()}

    def ending_value(self, open_tiles: Iterable[int]) -> ExactNumber:
        """Return u(S), the payoff for ending the turn in a state.

        Parameters
        ----------
        open_tiles : iterable of int
            The open tiles, in any order; in a `Game` of another kind a state where a turn ends.

        Returns
        -------
        sympy.Rational
            The payoff of the score of these tiles, in the unit of the turn's values.

        Raises
        ------
        PositionError
            If the open tiles are no state of this turn; in a `Game` of another kind, if no turn
            ends in the state.

        Examples
        --------
        With 5 open against a first player's 12, the second player wins a stake by ending the turn:

        >>> from twoplayer import solve
        >>> solve("classic").play(score_to_beat=12).ending_value((5,))
        1
        """
        state = self._turn.board.state_of(open_tiles)
        if self._ranks[state] < 0:
            raise refused("open_tiles", open_tiles, "a state where a turn ends", kind=PositionError)
        ending = int(self.payoff.table[self._ranks[state], 0, 0])
        return self._number(Fraction(ending, self.payoff.unit))

    def policy(self, reached: bool = False) -> Iterator[dict[str, Any]]:
        """Yield the optimal play in every state, after every roll.

        Parameters
        ----------
        reached : bool, default False
            Whether to leave out states and rolls that optimal play from the start never reaches.

        Yields
        ------
        dict
            A dict for each state in which the player rolls and each roll that may fall there, the
            start first. The keys are `open_tiles`, `dice`, `roll`, `moves` and `value`. `dice` is a
            tuple of every optimal number of dice, before the roll. `moves` is a tuple of every
            optimal move, empty if the turn ends. `value` is the value after the roll.

        Examples
        --------
        >>> from twoplayer import Variant, one_player
        >>> for row in one_player(Variant(tiles=2, dice="1d2")).policy():
        ...     print(row["open_tiles"], row["roll"], row["moves"], row["value"])
        (1, 2) 1 ((1,),) 1
        (1, 2) 2 ((2,),) 1/2
        (2,) 1 () 2
        (2,) 2 ((2,),) 0
        (1,) 1 ((1,),) 0
        (1,) 2 () 1
        """
        board = self._turn.board
        states = np.arange(board.size)
        if reached:
            states = np.flatnonzero(Chances(self._turn, self.optimal_policy).met)
        for state in reversed(states.tolist()):
            if board.dice_at(state):
                yield from self.policy_in(board.open_tiles[state], reached)

    def policy_in(
        self, open_tiles: Iterable[int], reached: bool = False
    ) -> Iterator[dict[str, Any]]:
        """Yield the optimal play in one state, after every roll.

        Parameters
        ----------
        open_tiles : iterable of int
            The open tiles, in any order; in a `Game` of another kind the state.
        reached : bool, default False
            Whether to leave out the rolls of numbers of dice that are not optimal here.

        Yields
        ------
        dict
            A dict for each roll that may fall here, with the same keys as those of `policy`.

        Raises
        ------
        PositionError
            If the open tiles are no state of this turn. The error comes with the first dict.
        """
        position = self.at(open_tiles)
        open_tiles = position.open_tiles
        dice = position.optimal_dice()
        for roll in position.rolls(dice if reached else None):
            best = position.optimal_moves(roll)
            yield {
                "open_tiles": open_tiles,
                "dice": dice,
                "roll": roll,
                "moves": tuple(best),
                "value": next(iter(best.values()))
                if best
                else self.ending_value(open_tiles) * self.discount,
            }

    def exceptions(self) -> list[dict[str, Any]]:
        """Return every state and roll where no optimal move covers the largest coverable tile.

        Returns
        -------
        list of dict
            A dict for each such state and roll, the lowest bit mask first. The keys are
            `open_tiles`, `roll`, `moves`, `optimal` and `largest_tile_loses`. `moves` is the dict
            of the legal moves with their values, the best first. `optimal` is a tuple of the
            optimal moves. `largest_tile_loses` is the difference between the value of the best move
            and the value of the best move with that tile.

        Raises
        ------
        InputError
            If the rules are a game of another kind, which has no tiles.

        Examples
        --------
        >>> from twoplayer import one_player
        >>> exceptions = one_player("classic").exceptions()
        >>> len(exceptions), exceptions[0]["open_tiles"], exceptions[0]["roll"]
        (205, (1, 2, 3, 4), 5)
        """
        board, turn = board_of(self.variant), self._turn
        largest = np.array([move.bit_length() for move in range(board.size)])
        of_move = largest[turn.source ^ turn.successor]
        of_optimal = np.where(self.optimal_policy.move_weights > 0, of_move, 0)
        lower = turn.of_decisions(np.maximum, of_optimal) < turn.of_decisions(np.maximum, of_move)
        by_state: dict[int, set[ActionSet]] = {}
        state_of, set_of = turn.decisions.state[lower], turn.decisions.action_set[lower]
        for state, action_set in zip(state_of.tolist(), set_of.tolist(), strict=True):
            by_state.setdefault(state, set()).add(turn.action_sets[action_set])
        found = (
            (board.open_tiles[state], roll)
            for state, action_sets in sorted(by_state.items())
            for roll in board.rolls_of(state, action_sets)
        )
        exceptions = []
        for open_tiles, roll in found:
            moves, optimal = self.moves(open_tiles, roll), self.optimal_moves(open_tiles, roll)
            tile = max(map(max, moves))
            with_it = next(value for move, value in moves.items() if tile in move)
            exception = {"open_tiles": open_tiles, "roll": roll, "moves": moves}
            loses = abs(next(iter(moves.values())) - with_it)
            exceptions.append(exception | {"optimal": tuple(optimal), "largest_tile_loses": loses})
        return exceptions

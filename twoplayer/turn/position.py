"""The options of a player in a position, their values, and the payoff that they are for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from ..errors import tells_its_signature
from ..exact import ExactNumber, Values
from ..tables import Column, Table, Tabled, TabledList, To, decimal, percent
from ..variant.dice import Roll
from ..variant.tiles import TileSet
from .states import States

Choice = TypeVar("Choice", bound=TileSet | int)


class Option(NamedTuple, Generic[Choice]):
    """An option of a player: a move, or a number of dice.

    Attributes
    ----------
    choice : tuple of int, or int
        The tiles to cover, or the number of dice to roll. `()` covers nothing: the turn ends. In a
        `Game` of another kind the state to go to, or the choice of dice.
    value : sympy.Rational
        The value of the option to the player, under optimal play from there on.
    win : sympy.Rational or None
        The probability that the player wins the game, in [0, 1]; None without an opponent.
    tie : sympy.Rational or None
        The probability that nobody wins the game, in [0, 1]; None without an opponent.
    """

    choice: Choice
    value: ExactNumber
    win: ExactNumber | None
    tie: ExactNumber | None

    def _repr_html_(self) -> str:
        columns = [column for column in _OPTION_COLUMNS if column.of(self) is not None]
        if isinstance(self.choice, int):
            title = f"Roll {self.choice} {'die' if self.choice == 1 else 'dice'}"
        elif isinstance(self.choice, tuple):
            title = f"Cover {' + '.join(map(str, self.choice)) or 'nothing: the turn ends'}"
        else:
            title = f"Choose {self.choice}"
        return Table(columns, [self], title).html()


_OPTION_COLUMNS = (
    decimal("value"),
    Column("exact", attrgetter("value"), to=To.EXACTLY),
    percent("win", "wins (%)", 2),
    percent("tie", "ties (%)", 2),
)


class Options(TabledList[Option[Any]]):
    """The options of a player, the best first: a list of `Option`, which is shown as a table."""

    about = "What may be done"
    columns: ClassVar[Sequence[Column]] = (Column("choice"), *_OPTION_COLUMNS)

    def table(self) -> Table:
        """Put the options into a table.

        Returns
        -------
        Table
            A row for each option. Without an opponent there are no columns of chances.
        """
        known = [c for c in self.columns if any(c.of(option) is not None for option in self)]
        return Table(known or self.columns, self, self.about)


Components: TypeAlias = list[Any]  # the components of a value; they are compared in this order


class MoveValues(NamedTuple):
    """The values of the options in a position, by component.

    The values have a common scale, so they can be compared. In each component the larger number is
    better, also for a score that the player wants low.

    Attributes
    ----------
    components : sequence of str
        The names of the components, as in `Payoff`.
    after : callable
        A function from the number of the next state to the value of the move.
    ended : callable
        A function that returns the value of a roll without a move.
    number : callable
        A function from a component of such a value to the exact number.
    """

    components: Sequence[str]
    after: Callable[[int], Components]
    ended: Callable[[], Components]
    number: Callable[[int | Fraction], ExactNumber]


@dataclass(frozen=True, eq=False, repr=False)
class Position(Tabled):
    """A position of a player who is to roll: a state of a turn, with its values.

    The values are to that player, in the unit of the result that made the position: stakes in a
    game of two. The records have a row for every number of dice that the player may roll, the best
    first. Users do not construct positions. The method `at` of a `Solution`, of a turn, of
    `RollByRoll` and of `SharedBox` returns a position.

    Examples
    --------
    >>> from twoplayer import one_player
    >>> position = one_player("classic").at((1, 4, 5, 8))
    >>> position, position.value(), position.optimal_dice(), position.optimal_moves(9)
    (Position(open_tiles=(1, 4, 5, 8)), 43045/3888, (2,), {(4, 5): 62/9})
    """

    _board: States
    _state: int  # the state of the box that the player rolls for
    _value: Callable[[], ExactNumber]
    _move_values: MoveValues
    _refined: Callable[[], MoveValues]  # with the components that decide ties in value
    _again: Callable[[], Position]  # makes the same position again; pickle keeps this function

    columns: ClassVar[Sequence[Column]] = (
        Column("dice", attrgetter("choice")),
        *_OPTION_COLUMNS[:2],
    )

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Callable[[], Position]]]:
        return _asked_again, (self._again,)

    @property
    def open_tiles(self) -> Any:
        """The open tiles; in a game of another kind the state."""
        return self._board.open_tiles[self._state]

    def __repr__(self) -> str:
        return f"Position(open_tiles={self.open_tiles})"

    def _title(self) -> str:
        return f"To roll, {self._board.said(self._state)}"

    def _rows(self) -> list[Option[Any]]:
        return self.options()

    def value(self) -> ExactNumber:
        """Return the value of the position, before a roll.

        Returns
        -------
        sympy.Rational
            V(S), under optimal play from here on. If no tile is open, the payoff of that end.

        Examples
        --------
        >>> from twoplayer import solve
        >>> solve("classic").at((1, 2, 5, 8), score_to_beat=12).value()
        2/3
        """
        return self._value()

    def rolls(self, dice: int | Sequence[int] | None = None) -> list[int] | list[Roll]:
        """List the rolls of one or more numbers of dice, ascending, each roll once.

        The method does not check that so many dice may be rolled with these tiles open.

        Parameters
        ----------
        dice : int or sequence of int, optional
            A number of dice, or several. None: every number of dice that the rules allow with
            these tiles open. With no tile open, `one_die` counts 0 tiles with a sum of 0.

        Returns
        -------
        list of int, or of tuple of int
            The totals, if only totals matter; otherwise the dice of each roll, ascending.

        Raises
        ------
        PositionError
            If `dice` has no number of dice: 1 to 6.

        Examples
        --------
        >>> from twoplayer import solve
        >>> solve("classic").at((1, 2)).rolls()
        [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
        """
        return self._board.rolls_in(self.open_tiles, dice)

    def moves(self, roll: int | Sequence[int]) -> dict[TileSet, ExactNumber]:
        """Return every legal move with its value, the best first.

        Parameters
        ----------
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters; or one die.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}`; empty if the roll covers nothing.

        Raises
        ------
        PositionError
            If such dice cannot be rolled here.

        Examples
        --------
        >>> from twoplayer import one_player
        >>> one_player("classic").at((1, 2, 3)).moves((1, 2))
        {(3,): 25/9, (1, 2): 17/6}
        """
        by_move = self._after(self._move_values, roll)
        best_first = sorted(by_move, key=lambda move: -by_move[move][0])
        return {move: self._move_values.number(by_move[move][0]) for move in best_first}

    def optimal_moves(self, roll: int | Sequence[int]) -> dict[TileSet, ExactNumber]:
        """Return the optimal moves: the moves with the best value.

        Parameters
        ----------
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters; or one die.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}` with equal values; empty if the roll covers nothing.

        Raises
        ------
        PositionError
            If such dice cannot be rolled here.

        Examples
        --------
        >>> from twoplayer import one_player
        >>> one_player("classic").at((1, 2, 3)).optimal_moves(3)
        {(3,): 25/9}
        """
        by_move = self._after(self._move_values, roll)
        most = max((value for value, *_ in by_move.values()), default=0)
        best = self._move_values.number(most)
        return {move: best for move in by_move if by_move[move][0] == most}

    def optimal_dice(self) -> tuple[int, ...]:
        """Return every optimal number of dice to roll.

        Returns
        -------
        tuple of int
            The numbers of dice, ascending; empty if no tile is open.

        Examples
        --------
        >>> from twoplayer import solve
        >>> solve("one-die-max-6").at((1, 2, 3)).optimal_dice()
        (1,)
        """
        counts = self._board.dice_at(self._state)
        if len(counts) < 2:
            return counts
        by_dice = {dice: self._rolled(self._move_values, dice)[0] for dice in counts}
        return tuple(dice for dice in counts if by_dice[dice] == max(by_dice.values()))

    def options(self, roll: int | Sequence[int] | None = None) -> Options:
        """Return the player's options, the best first, with the chances to win and to tie.

        Parameters
        ----------
        roll : int or sequence of int, optional
            The dice, in any order; or their total, where only the total matters; or one die. None:
            before a roll.

        Returns
        -------
        Options
            After a roll every legal move, or `()` alone if the roll covers nothing. Before a roll
            every number of dice. Options of equal value are ordered by the components that decide
            ties.

        Raises
        ------
        PositionError
            If such dice cannot be rolled here.

        Examples
        --------
        >>> from twoplayer import solve
        >>> position = solve("classic").at((3, 8, 9), score_to_beat=12)
        >>> position.options(8)
        [Option(choice=(8,), value=7/36, win=7/36, tie=29/36)]
        """
        return Options(
            Option(choice, parts["value"], parts.get("win"), parts.get("tie"))
            for choice, parts in self.prospects(roll)
        )

    def prospects(
        self, roll: int | Sequence[int] | None = None
    ) -> list[tuple[Any, dict[str, ExactNumber]]]:
        """Return the options, the best first, with every component that decides between them.

        Parameters
        ----------
        roll : int or sequence of int, optional
            The dice, in any order, or their total. None: before a roll.

        Returns
        -------
        list of tuple
            A pair for each option, the best first: the choice, and `{component: number}`. In a game
            of two the components are `value`, in stakes, and chances such as `win`. A larger chance
            is better, so a chance that should be small, such as `no other clack`, has a minus sign.
            A score that should be low has no minus sign.

        Raises
        ------
        PositionError
            If such dice cannot be rolled here.
        """
        values = self._refined()
        if roll is None:
            counts = self._board.dice_at(self._state)
            by_choice = {dice: self._rolled(values, dice) for dice in counts}
        else:
            by_choice = self._after(values, roll) or {(): values.ended()}
        found = []
        for choice in sorted(by_choice, key=lambda choice: [-part for part in by_choice[choice]]):
            numbers = map(values.number, by_choice[choice])
            found.append((choice, dict(zip(values.components, numbers, strict=True))))
        return found

    def _after(self, values: MoveValues, roll: Any) -> dict[Any, Components]:
        moves = self._board.moves_in(self._state, self._board.roll_of(self.open_tiles, roll))
        return {move: values.after(left) for move, left in moves.items()}

    def _rolled(self, values: MoveValues, dice: Any) -> list[Fraction]:
        rolls, weighed = self._board.rolls(dice), []
        for roll, ways in rolls.items():
            moves = self._board.moves_in(self._state, roll)
            best = max(map(values.after, moves.values())) if moves else values.ended()
            weighed.append([ways * part for part in best])
        return [Fraction(sum(parts)) / sum(rolls.values()) for parts in zip(*weighed, strict=True)]


def _asked_again(ask: Callable[[], Position]) -> Position:
    return ask()


@dataclass(frozen=True, eq=False)
class Payoff:
    """The payoffs u(S) for ending a turn with each score, as tuples compared lexicographically.

    Attributes
    ----------
    components : tuple of str
        The names of the components, such as `("value", "win", "tie")`.
    table : array of int, shape (scores, columns, components)
        u·unit in whole numbers, by the rank of the score. Each column is one of several payoffs
        that are solved together.
    unit : int, default 1
        The factor that makes all numbers of the table whole.
    minimise : bool, default False
        Whether the player wants a small payoff, such as a small expected score.

    Examples
    --------
    >>> import numpy as np
    >>> from twoplayer.turn import Payoff
    >>> score = Payoff.of_value(np.array([0, 1, 2, 3]), minimise=True)
    >>> score.wanted[:, 0, 0].tolist(), score.exact(-72, scale=36)
    ([0, -1, -2, -3], Fraction(2, 1))
    """

    components: tuple[str, ...]
    table: Values
    unit: int = 1
    minimise: bool = False

    def __repr__(self) -> str:
        return f"Payoff({self.components}, of {len(self.table)} scores)"

    @classmethod
    @tells_its_signature
    def of_value(cls, values: Values, unit: int = 1, *, minimise: bool = False) -> Payoff:
        """Return the payoff of a value alone.

        Parameters
        ----------
        values : array of int, shape (scores,)
            The payoff of each score, by the rank of the score, times `unit`.
        unit : int, default 1
            The factor that makes all values whole.
        minimise : bool, default False
            Whether the player wants a small payoff.

        Returns
        -------
        Payoff
            A payoff with one column and the one component `value`.
        """
        return cls(("value",), values[:, None, None], unit, minimise)

    @property
    def wanted(self) -> Values:
        """The table with the sign that makes larger numbers better, of the same shape."""
        return -self.table if self.minimise else self.table

    def exact(self, wanted: int | Fraction, scale: int = 1) -> Fraction:
        """Return the exact payoff of a number in `wanted`, or of a value solved for `wanted`.

        Parameters
        ----------
        wanted : int or Fraction
            A payoff or a value, in whole numbers, with the sign that makes larger numbers better.
        scale : int, default 1
            The factor that made values whole, besides the unit.

        Returns
        -------
        Fraction
            The exact number, with its own sign.
        """
        return Fraction(-wanted if self.minimise else wanted, self.unit * scale)

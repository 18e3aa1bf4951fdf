"""Rolls in turn: two players roll once each, with a box for each player or one box for both.

A step of backward induction gives the value of a state to the player who rolls. Its value to the
player who has just left the state is minus that number. `docs/mathematics/several-players.md`
explains the turned sign. The same holds where the other player has no tile left, and is out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import prod
from operator import itemgetter
from sys import getsizeof
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..errors import (
    GameTooLargeError,
    InputError,
    PositionError,
    refused,
    tells_its_signature,
    whole_number,
)
from ..exact import ExactNumber, Rows, Values, exact
from ..game.contest import Contest, OfTwo, contest
from ..game.fairness import Favouring
from ..game.players import gain
from ..tables import Column, Tabled, decimal
from ..turn.dag import MOST_MEMORY
from ..turn.position import MoveValues, Options, Payoff, Position
from ..turn.solved import SolvedTurn
from ..turn.states import States
from ..turn.turns import turn_of
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import SCORINGS, TileSet
from ..variant.variant import Rules, Variant
from ..work import tell

_BYTES_A_PAIR = 80  # in addition to the numbers themselves, while pairs are solved


class Left(NamedTuple):
    """The value of every pair of states to the player who has just left it to the other."""

    tables: Sequence[Values]  # by player, times `unit`: (states of the own box, of the other's)
    unit: int

    def value(self, state: int, others: int = 0, player: int = 0) -> Fraction:
        return Fraction(int(self.tables[player][state, others]), self.unit)


@lru_cache(maxsize=16)
def _box(variant: Variant) -> Left:
    turn, payout = turn_of(variant), variant.clack_payout
    unit, clack = turn.scale * payout.denominator, turn.scale * payout.numerator
    fits = max(unit, clack) < 2**63
    # (states, 1)
    left: Values = np.full((turn.board.size, 1), unit, np.int64 if fits else object)
    if not turn.board.dice_at(0):
        left[0] = clack
    left[turn.generation > 0] = -unit
    for number, states in enumerate(turn.generations[1:], 1):
        left[states] = -turn.step(number, left)
    return Left([left], unit)


@lru_cache(maxsize=2)
def _pairs(game: Contest) -> Left:
    """Solve all pairs of states of both boxes, by the sum of their generations, from the end on.

    A roll leads to a lower generation of one box, and then the other player rolls. A step of
    backward induction gives the value to the player who rolls. So the value to the player who has
    left a pair is minus that number.
    """
    players, turns = range(_tables(game)), game.turns
    unit = game.stakes.unit * prod(turn.scale for turn in turns)
    tables = ([_where_out(game, player, unit) for player in players] * 2)[:2]
    states = [turn.generations for turn in turns]  # of each player: (states of a generation,)

    for both in range(sum(map(len, states)) - 1):
        solved = []
        for player in players:
            for number, own in enumerate(states[player]):
                if 0 <= both - number < len(states[1 - player]):
                    others = states[1 - player][both - number]
                    # (own states, the other's); the value of being out, where no roll has a move
                    values = turns[player].step(number, tables[player], others)
                    tell(values.size / len(players) / tables[player].size)
                    solved.append((1 - player, np.ix_(others, own), -values.T))
        # All these rolls lead to lower generations, so no pair needs the value of another pair.
        for player, pairs, values in solved:
            tables[player][pairs] = values
    return Left(tables, unit)


def _where_out(game: Contest, player: int, unit: int) -> Values:
    """Return the value of being out with each state, by each state of the other player.

    The array has the shape (states, the other's states).
    """
    stakes, left = game.stakes, game.left(player)
    beat, place = np.unique(left, return_inverse=True)  # (ranks,), (states,)
    payoffs = _payoffs_alone(game, 1 - player, game.left(1 - player), beat)  # (the other's, ranks)
    fits = stakes.most * unit < 2**63
    # (the other's states, ranks)
    gets = game.turns[1 - player].evaluate(payoffs).astype(np.int64 if fits else object, copy=False)
    gets *= -game.turns[player].scale
    out = np.ascontiguousarray(gets.T[place])  # (states, the other's)
    if stakes.at_once and left[0] < stakes.clacks:  # a player who leaves no tile open has won
        out[0] = int(stakes.payout * unit)
    return out


def _payoffs_alone(game: Contest, player: int, left: Rows, beat: Rows) -> Values:
    """Return what a player gets for each rank, times the stakes' unit, shape (left, beat)."""
    to_second = game.stakes.to_second
    return to_second(left, beat) if player else -to_second(beat, left).T


def _tables(game: Contest) -> int:
    """Return how many tables there are; refuse tables that would not fit into memory."""
    stakes, turns = game.stakes, game.turns
    # One table is enough where both turns are the same, and ties favour nobody.
    tables = 1 if len({*turns}) == 1 and not (stakes.tie.wins or stakes.tie.pays) else 2
    pairs = prod(turn.board.size for turn in turns)
    largest = int(stakes.most * stakes.unit)
    largest *= prod(turn.most_outcomes**turn.board.most_moves for turn in turns)
    memory = pairs * (tables * (getsizeof(largest) + 8) + _BYTES_A_PAIR)
    if memory > MOST_MEMORY:
        raise GameTooLargeError(
            f"{pairs:,} pairs of sets of them, one of each player, would take about "
            f"{memory / 1e9:.1f} GB, and {MOST_MEMORY / 1e9:.0f} GB is the limit; try fewer "
            "tiles",
            of="tiles",
        )
    return tables


class FacedRoll(NamedTuple):
    """The situation of a player who rolls in turn, with a box of that player's own.

    Attributes
    ----------
    position : Position
        The position, with the values of that player's choices.
    seat : int
        The player who rolls: 1, the first player, or 2.
    score : int
        The score with which that player is out if nothing can be covered.
    others : tuple of int
        The tiles that are open to the other player.
    others_score : int or None
        The score with which the other player is out; None: the other still rolls.
    """

    position: Position
    seat: int
    score: int
    others: TileSet
    others_score: int | None


class FacedBox(NamedTuple):
    """The situation of the player who rolls for the one box.

    Attributes
    ----------
    position : Position
        The position, with the values of that player's choices.
    """

    position: Position


class InTurn(Favouring, Tabled):
    """A result of a game in which the players roll in turn; makes positions of their values."""

    def _at(
        self,
        board: States,
        state: int,
        value: Fraction,
        after: Any,
        ended: Any,
        *,
        again: Callable[[], Position],
    ) -> Position:
        """Return a position: `after(state)` values a move, and `ended()` a roll without a move."""
        moves = MoveValues(("value",), lambda s: [after(s)], lambda: [ended()], self._number)
        return Position(board, state, lambda: self._number(value), moves, lambda: moves, again)


_VALUE = decimal("value", value=itemgetter(1))


# A box of each


@dataclass(frozen=True, eq=False, repr=False)
class RollByRoll(OfTwo, InTurn):
    """The exact values of a variant played roll by roll, with a box for each player.

    A player who can cover must cover. A player who cannot cover is out, with the score of the open
    tiles in their box, and the other goes on alone. A player who covers the last tile is out with
    0, or wins at once with `immediate_clack`. Values of positions are in stakes, to the player who
    rolls.

    Attributes
    ----------
    variant : Variant
        The rules of the first player's box.
    second_variant : Variant
        The rules of the second player's box.
    first_player_ev : sympy.Rational
        The expected value to the first player, in stakes, under optimal play of both.

    Examples
    --------
    >>> from twoplayer import Variant, roll_by_roll
    >>> game = roll_by_roll(Variant(tiles=4, dice="1d6"))
    >>> game.first_player_ev, game.value((1, 2), (1, 3), to_roll=2)
    (-35/34992, -439/1296)
    >>> game.moves((1, 2, 3), (1, 3), 3), game.value((1, 2), (1,), to_roll=2, out=1)
    ({(3,): 439/1296, (1, 2): 53/216}, 1)
    """

    variant: Rules
    second_variant: Rules
    first_player_ev: ExactNumber = exact()

    columns: ClassVar[Sequence[Column]] = (Column("open_first", itemgetter(0)), _VALUE)

    @tells_its_signature
    def at(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        *,
        to_roll: int = 1,
        out: int | None = None,
    ) -> Position:
        """Return the position of the player who rolls.

        Parameters
        ----------
        open_first : iterable of int
            The open tiles in the first player's box; a player without an open tile is out.
        open_second : iterable of int
            The open tiles in the second player's box.
        to_roll : int, default 1
            The player who rolls, 1 or 2. By name only.
        out : int, optional
            A player, 1 or 2, who is out although some of that player's tiles are open. By name
            only. None: no player is out in this way.

        Returns
        -------
        Position
            Its values are in stakes, to the player who rolls. Its methods take the roll alone.

        Raises
        ------
        PositionError
            If tiles are not of the game, the player who is to roll is out, or the game is over.

        Examples
        --------
        >>> from twoplayer import Variant, roll_by_roll
        >>> position = roll_by_roll(Variant(tiles=4, dice="1d6")).at((1, 2, 3), (1, 3))
        >>> position.optimal_moves(3)
        {(3,): 439/1296}
        """
        me = whole_number("to_roll", to_roll, 1, 2, PositionError) - 1
        other, names = 1 - me, ("open_first", "open_second")
        first, second = boards = [turn.board for turn in self.contest.turns]
        states = [first.state_of(open_first, names[0]), second.state_of(open_second, names[1])]
        tiles = [board.open_tiles[state] for board, state in zip(boards, states, strict=True)]
        is_out = {player for player in (0, 1) if not tiles[player]}
        if self.variant.immediate_clack and is_out:
            won = "got none, and that clack has won; takes one or more"
            raise PositionError(won, of=names[min(is_out)])
        if out is not None:
            is_out.add(whole_number("out", out, 1, 2, PositionError) - 1)
        if len(is_out) == 2:
            raise PositionError("nobody is, since both players are out", of="to_roll")
        if me in is_out:
            raise refused("to_roll", 1 + me, str(1 + other), "who is out", PositionError)
        mine, others = states[me], states[other]
        if is_out:
            return self._in_my_numbers(self._alone(me, others)).at(tiles[me])
        pairs = _pairs(self.contest)

        def ended() -> Any:
            return -self._alone(other, mine).fractions.value(tiles[other])

        value = -pairs.value(others, mine, other)
        again = partial(self.at, *tiles, to_roll=1 + me)

        def after(state: int) -> Fraction:
            return pairs.value(state, others, me)

        return self._at(boards[me], mine, value, after, ended, again=again)

    @tells_its_signature
    def value(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        *,
        to_roll: int = 1,
        out: int | None = None,
    ) -> ExactNumber:
        """Return the value of a position, before a roll.

        Parameters
        ----------
        open_first : iterable of int
            The open tiles in the first player's box; a player without an open tile is out.
        open_second : iterable of int
            The open tiles in the second player's box.
        to_roll : int, default 1
            The player who rolls, 1 or 2. By name only.
        out : int, optional
            A player, 1 or 2, who is out although some of that player's tiles are open. By name
            only. None: no player is out in this way.

        Returns
        -------
        sympy.Rational
            The value, in stakes, to the player who rolls, under optimal play of both from there on.

        Raises
        ------
        PositionError
            If tiles are not of the game, the player who is to roll is out, or the game is over.

        Examples
        --------
        >>> from twoplayer import Variant, roll_by_roll
        >>> roll_by_roll(Variant(tiles=4, dice="1d6")).value((1, 2), (1, 3), to_roll=2)
        -439/1296
        """
        return self.at(open_first, open_second, to_roll=to_roll, out=out).value()

    @tells_its_signature
    def moves(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        roll: int | Sequence[int],
        *,
        to_roll: int = 1,
        out: int | None = None,
    ) -> dict[TileSet, ExactNumber]:
        """Return every legal move with its value, the best first.

        Parameters
        ----------
        open_first : iterable of int
            The open tiles in the first player's box; a player without an open tile is out.
        open_second : iterable of int
            The open tiles in the second player's box.
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters.
        to_roll : int, default 1
            The player who rolls, 1 or 2. By name only.
        out : int, optional
            A player, 1 or 2, who is out although some of that player's tiles are open. By name
            only. None: no player is out in this way.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}`; empty where the roll covers nothing.

        Raises
        ------
        PositionError
            If tiles are not of the game, the player who is to roll is out, or the game is over. If
            such dice cannot be rolled there.

        Examples
        --------
        >>> from twoplayer import Variant, roll_by_roll
        >>> roll_by_roll(Variant(tiles=4, dice="1d6")).moves((1, 2, 3), (1, 3), 3)
        {(3,): 439/1296, (1, 2): 53/216}
        """
        return self.at(open_first, open_second, to_roll=to_roll, out=out).moves(roll)

    @tells_its_signature
    def optimal_moves(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        roll: int | Sequence[int],
        *,
        to_roll: int = 1,
        out: int | None = None,
    ) -> dict[TileSet, ExactNumber]:
        """Return the optimal moves: those of `moves` with the best value.

        Parameters
        ----------
        open_first : iterable of int
            The open tiles in the first player's box; a player without an open tile is out.
        open_second : iterable of int
            The open tiles in the second player's box.
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters.
        to_roll : int, default 1
            The player who rolls, 1 or 2. By name only.
        out : int, optional
            A player, 1 or 2, who is out although some of that player's tiles are open. By name
            only. None: no player is out in this way.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}`, where all values are equal; empty where the roll covers
            nothing.

        Raises
        ------
        PositionError
            If tiles are not of the game, the player who is to roll is out, or the game is over. If
            such dice cannot be rolled there.

        Examples
        --------
        >>> from twoplayer import Variant, roll_by_roll
        >>> roll_by_roll(Variant(tiles=4, dice="1d6")).optimal_moves((1, 2, 3), (1, 3), 3)
        {(3,): 439/1296}
        """
        return self.at(open_first, open_second, to_roll=to_roll, out=out).optimal_moves(roll)

    @tells_its_signature
    def optimal_dice(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        *,
        to_roll: int = 1,
        out: int | None = None,
    ) -> tuple[int, ...]:
        """Return every optimal number of dice to roll.

        Parameters
        ----------
        open_first : iterable of int
            The open tiles in the first player's box; a player without an open tile is out.
        open_second : iterable of int
            The open tiles in the second player's box.
        to_roll : int, default 1
            The player who rolls, 1 or 2. By name only.
        out : int, optional
            A player, 1 or 2, who is out although some of that player's tiles are open. By name
            only. None: no player is out in this way.

        Returns
        -------
        tuple of int
            The numbers, ascending.

        Raises
        ------
        PositionError
            If tiles are not of the game, the player who is to roll is out, or the game is over.

        Examples
        --------
        >>> from twoplayer import Variant, roll_by_roll
        >>> roll_by_roll(Variant(tiles=4, one_die="always")).optimal_dice((1, 2), (1, 3))
        (1,)
        """
        return self.at(open_first, open_second, to_roll=to_roll, out=out).optimal_dice()

    @tells_its_signature
    def options(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        roll: int | Sequence[int] | None = None,
        *,
        to_roll: int = 1,
        out: int | None = None,
    ) -> Options:
        """Return the choices of the player who rolls, the best first.

        Parameters
        ----------
        open_first : iterable of int
            The open tiles in the first player's box; a player without an open tile is out.
        open_second : iterable of int
            The open tiles in the second player's box.
        roll : int or sequence of int, optional
            The dice, in any order; or their total, where only the total matters. None: before a
            roll.
        to_roll : int, default 1
            The player who rolls, 1 or 2. By name only.
        out : int, optional
            A player, 1 or 2, who is out although some of that player's tiles are open. By name
            only. None: no player is out in this way.

        Returns
        -------
        Options
            After a roll every legal move, or `()` alone where the roll covers nothing. Before a
            roll every number of dice that may be rolled.

        Raises
        ------
        PositionError
            If tiles are not of the game, the player who is to roll is out, or the game is over. If
            such dice cannot be rolled there.

        Examples
        --------
        >>> from twoplayer import Variant, roll_by_roll
        >>> game = roll_by_roll(Variant(tiles=4, dice="1d6"))
        >>> [(option.choice, option.value) for option in game.options((1, 2, 3), (1, 3), 3)]
        [((3,), 439/1296), ((1, 2), 53/216)]
        """
        return self.at(open_first, open_second, to_roll=to_roll, out=out).options(roll)

    def _alone(self, player: int, others: int) -> SolvedTurn:
        game = self.contest
        beat = game.left(1 - player)[[others]]

        def solve() -> SolvedTurn:
            [payoffs] = _payoffs_alone(game, player, game.score_ranks(player), beat).T
            return SolvedTurn(game.rules[player], Payoff.of_value(payoffs, game.stakes.unit))

        return self._once(f"{player} against {beat}", solve)

    def faced(
        self,
        open_tiles: Iterable[int],
        other_open: Iterable[int] | None = None,
        other_out: bool = False,
        seat: int = 1,
    ) -> FacedRoll:
        """Return the situation of a player who rolls.

        Parameters
        ----------
        open_tiles : iterable of int
            The tiles that are open to the player who rolls.
        other_open : iterable of int, optional
            The tiles that are open to the other player. None: all.
        other_out : bool, default False
            Whether the other player is out although some of their tiles are open.
        seat : int, default 1
            The player who rolls: 1, the first player, or 2.

        Returns
        -------
        FacedRoll
            The position, the seat, and the tiles and the score of the other player.

        Raises
        ------
        InputError
            If no tile is open, and so the player is out, or if a clack has won already.
        PositionError
            If tiles are not of the game.
        """
        order = 1 if whole_number("seat", seat, 1, 2) == 1 else -1
        own, other = (turn.board for turn in self.contest.turns[::order])
        mine = own.open_tiles[own.state_of(open_tiles)]
        others = other.open_tiles[-1] if other_open is None else other_open
        theirs = other.open_tiles[other.state_of(others, "other_open")]
        if not mine:
            raise InputError("got none, and so you are out; takes one or more", of="open_tiles")
        if self.variant.immediate_clack and not theirs:
            raise InputError("got none, but that clack has won; takes one or more", of="other_open")
        first, second = (mine, theirs)[::order]
        position = self.at(first, second, to_roll=seat, out=3 - seat if other_out else None)
        score = SCORINGS[self.variant.scoring].score
        is_out = other_out or not theirs
        return FacedRoll(position, seat, score(mine), theirs, score(theirs) if is_out else None)

    def _title(self) -> str:
        return (
            f"Roll by roll, {gain(self.first_player_ev)}; the value of the second player's first "
            f"roll, by what the first player has open then: {self.variant.in_words()}"
        )

    def _rows(self) -> list[tuple[TileSet, Fraction]]:
        pairs, every = _pairs(self.contest), self.contest.turns[0].board.open_tiles
        return [(tiles, -pairs.value(state, -1)) for state, tiles in enumerate(every)]


def roll_by_roll(variant: VariantLike, second: VariantLike | None = None) -> RollByRoll:
    """Solve a game exactly, played roll by roll, with a box for each player.

    The players roll once each in turn. A player who cannot cover is out, and the other goes on.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.
    second : Variant, str or path, optional
        The second player's rules, where they are others. None: those of `variant`.

    Returns
    -------
    RollByRoll
        The exact EV, and the values of all positions and moves.

    Raises
    ------
    InputError, RulesError, UnknownNameError, FileError
        As `solve`; a game of another kind is an `InputError`.
    GameTooLargeError
        If the pairs of sets of tiles, one of each player, would not fit into memory. Nothing is
        solved then.

    See Also
    --------
    twoplayer.solve : The same rules, turn by turn.
    twoplayer.shared_box : Rolls in turn for one box.
    twoplayer.plan_evening : Every order of play, compared.

    Notes
    -----
    A state is a pair of sets of open tiles, with the player who rolls. The game is zero-sum: the
    value of leaving a pair to the other player is minus the value of the pair to the other player.
    Pairs are solved by backward induction, in the order of the most moves that both boxes still
    allow. The cost is the square of the number of states of a turn, times moves.

    Examples
    --------
    >>> from twoplayer import Variant, roll_by_roll
    >>> roll_by_roll(Variant(tiles=6)).first_player_ev
    -8367454079/9521245937664
    >>> roll_by_roll(Variant(tiles=6), second=Variant(tiles=5)).first_player_ev
    -32106250951/528958107648
    """
    game = contest(variant, second, read=as_variant)
    return RollByRoll(*game.pair, -_pairs(game).value(-1, -1, player=1))


# One box for both


@dataclass(frozen=True, eq=False, repr=False)
class SharedBox(InTurn):
    """The exact values of a variant with one box: both players roll once each in turn.

    A player who cannot cover pays one stake to the other. A player who covers the last tile gets
    `clack_payout` stakes. Scoring, ties and `immediate_clack` make no difference. Values of
    positions are in stakes, to the player who rolls.

    Attributes
    ----------
    variant : Variant
        The rules.
    first_player_ev : sympy.Rational
        The expected value to the first player, in stakes, under optimal play of both.

    Examples
    --------
    >>> from twoplayer import Variant, shared_box
    >>> box = shared_box(Variant(tiles=2, dice="1d2"))
    >>> box.first_player_ev, box.value((1,)), box.moves((1, 2), 2)
    (0, 0, {(2,): 0})
    """

    variant: Rules
    first_player_ev: ExactNumber = exact()

    columns: ClassVar[Sequence[Column]] = (Column("open_tiles", itemgetter(0)), _VALUE)

    def _to_roll(self, open_tiles: Iterable[int] | None = None) -> Position:
        position = self.at(open_tiles)
        if not position.open_tiles:
            over = "got none, and the game is over; takes one or more"
            raise PositionError(over, of="open_tiles")
        return position

    def at(self, open_tiles: Iterable[int] | None = None) -> Position:
        """Return the position of the player who rolls.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order. None: all tiles. With none open the game is over: the
            value is −`clack_payout`, and nobody rolls.

        Returns
        -------
        Position
            Its values are in stakes, to the player who rolls. Its methods take the roll alone.

        Raises
        ------
        PositionError
            If tiles are not of the game.

        Examples
        --------
        >>> from twoplayer import Variant, shared_box
        >>> shared_box(Variant(tiles=4, dice="1d6")).at((1, 2, 3)).optimal_moves(3)
        {(1, 2): 2/3}
        """
        tiles = self.variant.tiles if open_tiles is None else open_tiles
        board, left = turn_of(self.variant).board, _box(self.variant).value
        state = board.state_of(tiles)
        again = partial(self.at, board.open_tiles[state])
        return self._at(board, state, -left(state), left, lambda: Fraction(-1), again=again)

    def value(self, open_tiles: Iterable[int] | None = None) -> ExactNumber:
        """Return the value of a position, before a roll.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order. None: all tiles.

        Returns
        -------
        sympy.Rational
            The value, in stakes, to the player who rolls; −`clack_payout` where no tile is open.

        Raises
        ------
        PositionError
            If tiles are not of the game.

        Examples
        --------
        >>> from twoplayer import Variant, shared_box
        >>> shared_box(Variant(tiles=4, dice="1d6")).value((1, 2))
        -1/9
        """
        return self.at(open_tiles).value()

    def moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, ExactNumber]:
        """Return every legal move with its value, the best first.

        Parameters
        ----------
        open_tiles : iterable of int
            The open tiles, in any order.
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}`; empty where the roll covers nothing.

        Raises
        ------
        PositionError
            If tiles are not of the game, or such dice cannot be rolled there. If no tile is open,
            and so the game is over.

        Examples
        --------
        >>> from twoplayer import Variant, shared_box
        >>> shared_box(Variant(tiles=4, dice="1d6")).moves((1, 2, 3), 3)
        {(1, 2): 2/3, (3,): 1/9}
        """
        return self._to_roll(open_tiles).moves(roll)

    def optimal_moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, ExactNumber]:
        """Return the optimal moves: those of `moves` with the best value.

        Parameters
        ----------
        open_tiles : iterable of int
            The open tiles, in any order.
        roll : int or sequence of int
            The dice, in any order; or their total, where only the total matters.

        Returns
        -------
        dict of tuple of int to sympy.Rational
            `{tiles to cover: value}`, where all values are equal; empty where the roll covers
            nothing.

        Raises
        ------
        PositionError
            If tiles are not of the game, or such dice cannot be rolled there. If no tile is open,
            and so the game is over.

        Examples
        --------
        >>> from twoplayer import Variant, shared_box
        >>> shared_box(Variant(tiles=4, dice="1d6")).optimal_moves((1, 2, 3), 3)
        {(1, 2): 2/3}
        """
        return self._to_roll(open_tiles).optimal_moves(roll)

    def optimal_dice(self, open_tiles: Iterable[int] | None = None) -> tuple[int, ...]:
        """Return every optimal number of dice to roll.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order. None: all tiles.

        Returns
        -------
        tuple of int
            The numbers, ascending; empty if no tile is open.

        Raises
        ------
        PositionError
            If tiles are not of the game.

        Examples
        --------
        >>> from twoplayer import Variant, shared_box
        >>> shared_box(Variant(tiles=4, one_die="always")).optimal_dice((1, 2))
        (1,)
        """
        return self.at(open_tiles).optimal_dice()

    def options(
        self, open_tiles: Iterable[int] | None = None, roll: int | Sequence[int] | None = None
    ) -> Options:
        """Return the choices of the player who rolls, the best first.

        Parameters
        ----------
        open_tiles : iterable of int, optional
            The open tiles, in any order. None: all tiles.
        roll : int or sequence of int, optional
            The dice, in any order; or their total, where only the total matters. None: before a
            roll.

        Returns
        -------
        Options
            After a roll every legal move, or `()` alone where the roll covers nothing. Before a
            roll every number of dice that may be rolled.

        Raises
        ------
        PositionError
            If tiles are not of the game, or such dice cannot be rolled there. If no tile is open,
            and so the game is over.

        Examples
        --------
        >>> from twoplayer import Variant, shared_box
        >>> box = shared_box(Variant(tiles=4, dice="1d6"))
        >>> [(option.choice, option.value) for option in box.options((1, 2, 3), 3)]
        [((1, 2), 2/3), ((3,), 1/9)]
        """
        return self._to_roll(open_tiles).options(roll)

    def faced(self, open_tiles: Iterable[int]) -> FacedBox:
        """Return the position of the player who rolls.

        Parameters
        ----------
        open_tiles : iterable of int
            The tiles that are open, one or more.

        Returns
        -------
        FacedBox
            The position.
        """
        return FacedBox(self._to_roll(open_tiles))

    def _title(self) -> str:
        return (
            f"One box, {gain(self.first_player_ev)}; what it is worth to roll, by what is open: "
            f"{self.variant.in_words()}"
        )

    def _rows(self) -> list[tuple[TileSet, Fraction]]:
        left, every = _box(self.variant), turn_of(self.variant).board.open_tiles
        return [(tiles, -left.value(state)) for state, tiles in enumerate(every)]


def shared_box(variant: VariantLike) -> SharedBox:
    """Solve a game with one box exactly: the players roll once each in turn.

    Both cover tiles of the same box. A player who cannot cover pays one stake to the other.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.

    Returns
    -------
    SharedBox
        The exact EV, and the values of all positions and moves.

    Raises
    ------
    InputError, RulesError, UnknownNameError, FileError, GameTooLargeError
        As `solve`; a game of another kind is an `InputError`.

    See Also
    --------
    twoplayer.roll_by_roll : Rolls in turn, with a box for each player.
    twoplayer.plan_evening : Every order of play, compared.

    Notes
    -----
    The method is one backward induction over the states of a turn, with the sign turned after each
    roll. The value of leaving a state to the other player is minus the value of the state to the
    other player.

    Examples
    --------
    >>> from twoplayer import shared_box
    >>> shared_box("classic").favoured
    'first'
    """
    variant = as_variant(variant)
    return SharedBox(variant, -_box(variant).value(-1))

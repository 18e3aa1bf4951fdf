"""Rolls in turn: two players roll once each, each with a box of his own, or both for one box.

What it is worth to leave the states of one box to the other player, or of two boxes, is found by
the step of backward induction with the sign turned, as `docs/mathematics.md` says. With a box of
each, X_p[A, B] is what it is worth to player p to leave A of his own, where B is open of the
other's. A player who cannot cover is out: he gets minus what the other gets who goes on alone,
which is a turn. One who has no tile left is out as well; that the other goes on alone against him
is what the same equations say, since there he covers nothing, for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from sys import getsizeof
from typing import NamedTuple, TypeAlias

import numpy as np

from ..errors import GameTooLargeError, InputError, PositionError, refused, whole_number
from ..exact import Rational, Rows, Values, exact
from ..game.fairness import Favouring
from ..game.money import gain
from ..game.stakes import largest_payoff, tie_of, values_to_second
from ..table import Column, Tabled, decimal
from ..turn.dag import MEMORY_LIMIT
from ..turn.induction import Turn
from ..turn.layout import Memory, step
from ..turn.position import Payoff, Position, Positions, Worths
from ..turn.solved import SolvedTurn
from ..turn.turns import board_of, check_size, ranks, scores, turn_of
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import SCORINGS, TileSet
from ..variant.variant import Variant
from ..words import are_open, listed
from ..work import tell

Faced: TypeAlias = tuple[Position, str, str]
"""A position, where that is, in words, and what becomes of who can cover nothing."""

_BLOCK = 2**20
"""Rows times states of the other that are solved together."""
_BYTES_A_PAIR = 80
"""What else is in memory, for every pair, while they are solved."""


class Left(NamedTuple):
    """What it is worth to leave each state."""

    tables: Sequence[Values]  # of either player, times `unit`: (states of his box, of the other's)
    unit: int

    def worth(self, state: int, others: int = 0, player: int = 1) -> Fraction:
        """Return what it is worth to a player, 1 or 2, to leave a state to the other."""
        return Fraction(int(self.tables[player - 1][state, others]), self.unit)


@lru_cache(maxsize=16)
def _box(variant: Variant) -> Left:
    """Solve one box; the last ones are kept."""
    turn, payout = turn_of(variant), variant.clack_payout
    unit, clack = turn.scale * payout.denominator, turn.scale * payout.numerator
    fits = unit * largest_payoff(variant) < 2**63
    left: Values = np.full((turn.board.size, 1), unit, np.int64 if fits else object)
    if not board_of(variant).stuck:
        left[0] = clack
    left[turn.layout.source] = -unit
    for layer in turn.layout.layers:
        left[layer.by_state.keys] = -step(turn.layout, layer, left)
    return Left([left], unit)


@lru_cache(maxsize=2)
def _pairs(variant: Variant) -> Left:
    """Solve every pair of states of two boxes; the last ones are kept, and few: they are large."""
    players = range(_tables(variant))
    turn, memory = turn_of(variant), Memory()
    tables = [_where_out(variant, turn, 1 + player) for player in players]
    tables = [*tables, *tables][:2]
    open_tiles = turn.board.level
    states = [np.flatnonzero(open_tiles == count) for count in range(open_tiles[-1] + 1)]
    layers = {int(open_tiles[layer.by_state.keys[0]]): layer for layer in turn.layout.layers}

    def rolled(left: Values, count: int, others: Rows) -> Values:
        # Where no roll has a move, it is worth what it is to be out: (states of `count`, others).
        worth = left[np.ix_(states[count], others)]
        if layer := layers.get(count):
            place = np.searchsorted(states[count], layer.by_state.keys)
            wide = max(1, _BLOCK // len(layer.by_row.keys))
            for start in range(0, len(others), wide):
                block = slice(start, start + wide)
                worth[place, block] = step(turn.layout, layer, left[:, others[block]], memory)
        return worth

    whole = len(players) * turn.board.size**2  # pairs
    for both in range(2 * len(states) - 1):
        solved = []
        for player in players:
            for count in range(max(0, both - len(states) + 1), min(both + 1, len(states))):
                others = states[both - count]
                worth = rolled(tables[player], count, others)
                solved.append((1 - player, np.ix_(others, states[count]), -worth.T))
                tell(len(states[count]) * len(others) / whole)
        # These rolls all lead to fewer open tiles, so none needs what another is worth.
        for player, pairs, worth in solved:
            tables[player][pairs] = worth
    return Left(tables, turn.scale**2 * variant.clack_payout.denominator)


def _where_out(variant: Variant, turn: Turn, player: int) -> Values:
    """Return what it is worth to be out with each state, while the other has each of his.

    Who leaves no tile open is out with a score of 0, or has won at once. This is also where the
    table of what it is worth to leave a state begins.
    """
    payout = variant.clack_payout
    beat, place = np.unique(ranks(variant), return_inverse=True)
    payoffs = _payoffs_alone(variant, 3 - player, ranks(variant), beat)  # (states, ranks)
    fits = largest_payoff(variant) * payout.denominator * turn.scale**2 < 2**63
    gets = turn.values(payoffs).astype(np.int64 if fits else object, copy=False)
    gets *= -turn.scale
    out = np.ascontiguousarray(gets.T[place])
    if variant.immediate_clack and not board_of(variant).stuck:
        out[0] = payout.numerator * turn.scale**2
    return out


def _payoffs_alone(variant: Variant, player: int, left: Rows, beat: Rows) -> Values:
    """Return what a player gets for some ranks against some of the other's, who is out.

    Times the payout's denominator, shape (left, beat).
    """
    if player == 2:
        return values_to_second(variant, left, beat)
    return -values_to_second(variant, beat, left).T


def _tables(variant: Variant) -> int:
    """Return how many tables equal boxes have: if nobody wins ties, both players' are one.

    A game whose pairs would not fit is refused, before any memory is taken.
    """
    check_size(variant)
    tables = 2 if tie_of(variant) else 1
    tiles = len(board_of(variant).free)
    largest = int(largest_payoff(variant) * variant.clack_payout.denominator)
    largest *= sum(variant.side_weights) ** (2 * variant.dice.number * tiles)
    memory = 4**tiles * (tables * (getsizeof(largest) + 8) + _BYTES_A_PAIR)
    if memory > MEMORY_LIMIT:
        raise GameTooLargeError(
            f"{4**tiles:,} pairs of sets of them, one of each player, would take about "
            f"{memory / 1e9:.1f} GB, and {MEMORY_LIMIT / 1e9:.0f} GB is the limit; try fewer "
            "tiles",
            of="tiles",
        )
    return tables


@dataclass(frozen=True, eq=False, repr=False)
class InTurn(Positions, Favouring, Tabled):
    """A game whose players roll in turn, solved exactly for optimal play of both."""

    variant: Variant
    first_player_ev: Rational = exact()

    def _at(
        self,
        state: int,
        value: Callable[[], Fraction],
        left: Callable[[int], Fraction],
        stuck: Callable[[], Fraction],
    ) -> Position:
        """Return what lies before a player, from what is worth what to him, as of `Worths`."""
        worths = Worths(("value",), lambda s: [left(s)], lambda: [stuck()], self._number)
        board = board_of(self.variant)
        return Position(board, state, lambda: self._number(value()), worths, lambda: worths)


_VALUE = decimal("value", value=itemgetter(1))


# A box of each


class RollByRoll(InTurn):
    """The exact values of a variant that is played roll by roll, with a box for each player.

    A player who can cover must; one who cannot is out, with the score of his open tiles, and the
    other goes on alone. Whoever covers his last tile is out with 0, or, with `immediate_clack`,
    wins at once.
    Everything is in stakes, to the player who rolls.

    Parameters
    ----------
    variant
        The rules.
    first_player_ev
        The expected value to the first player, in stakes.

    Examples
    --------
    >>> game = roll_by_roll(Variant(tiles=4, dice="1d6"))
    >>> game.first_player_ev, game.value((1, 2), (1, 3), to_roll=2)
    (-35/34992, -439/1296)
    >>> game.moves((1, 2, 3), (1, 3), 3), game.value((1, 2), (1,), to_roll=2, out=1)
    ({(3,): 439/1296, (1, 2): 53/216}, 1)
    """

    columns = Column("open_first", itemgetter(0)), _VALUE
    _boxes = 2

    def at(
        self,
        open_first: Iterable[int],
        open_second: Iterable[int],
        to_roll: int = 1,
        out: int | None = None,
    ) -> Position:
        """Return what lies before the player who rolls.

        Parameters
        ----------
        open_first, open_second
            The tiles that are open in the first player's box, and in the second's; a player who has
            none is out.
        to_roll
            The player who rolls, 1 or 2.
        out
            The player who is out with those tiles, 1 or 2; None: nobody who has any.

        Raises
        ------
        PositionError
            If tiles are not of the game, or the player who is to roll is out, or the game is over.
        """
        me = whole_number("to_roll", to_roll, 1, 2, PositionError)
        names, given = {1: "open_first", 2: "open_second"}, {1: open_first, 2: open_second}
        board, rank = board_of(self.variant), ranks(self.variant).tolist()
        states = {player: board.state_of(given[player], name) for player, name in names.items()}
        is_out = {player for player, state in states.items() if not board.open_tiles[state]}
        if self.variant.immediate_clack and is_out:
            won = "got none, and that clack has won; takes one or more"
            raise PositionError(won, of=names[min(is_out)])
        if out is not None:
            is_out.add(whole_number("out", out, 1, 2, PositionError))
        if len(is_out) == 2:
            raise PositionError("nobody is, since both players are out", of="to_roll")
        if me in is_out:
            raise refused("to_roll", me, str(3 - me), "who is out", PositionError)
        mine, others = states[me], states[3 - me]
        if is_out:
            turn = self._in_my_numbers(_turn_alone(self.variant, me, rank[others]))
            return turn.at(board.open_tiles[mine])
        pairs, tiles = _pairs(self.variant), board.open_tiles[others]
        return self._at(
            mine,
            value=lambda: -pairs.worth(others, mine, 3 - me),
            left=lambda state: pairs.worth(state, others, me),
            stuck=lambda: -_turn_alone(self.variant, 3 - me, rank[mine]).fractions.value(tiles),
        )

    def faced(
        self,
        open_tiles: Iterable[int],
        other_open: Iterable[int] | None = None,
        other_out: bool = False,
        seat: int = 1,
    ) -> Faced:
        """Return what lies before a player who rolls; by default the other has all tiles open."""
        board = board_of(self.variant)
        mine = board.open_tiles[board.state_of(open_tiles)]
        others = self.variant.tiles if other_open is None else other_open
        theirs = board.open_tiles[board.state_of(others, "other_open")]
        if not mine:
            raise InputError("got none, and so you are out; takes one or more", of="open_tiles")
        if self.variant.immediate_clack and not theirs:
            raise InputError("got none, but that clack has won; takes one or more", of="other_open")
        whole_number("seat", seat, 1, 2)
        first, second = (mine, theirs) if seat == 1 else (theirs, mine)
        position = self.at(first, second, seat, 3 - seat if other_out else None)
        score = SCORINGS[self.variant.scoring].score
        scored = f", out with a score of {score(theirs)}" if other_out or not theirs else ""
        return (
            position,
            f"You are the {'first' if seat == 1 else 'second'} player. {are_open(mine)}; the "
            f"other has {listed(theirs)}{scored}",
            f"you are out, with a score of {score(mine)}",
        )

    def _title(self) -> str:
        return (
            f"Roll by roll, {gain(self.first_player_ev)}; what the second player's first roll is "
            f"worth to her, by what the first has open then: {self.variant.in_words()}"
        )

    def _found(self) -> list[tuple[TileSet, Fraction]]:
        pairs, open_tiles = _pairs(self.variant), board_of(self.variant).open_tiles
        return [(tiles, -pairs.worth(state, -1)) for state, tiles in enumerate(open_tiles)]


def roll_by_roll(variant: VariantLike) -> RollByRoll:
    """Solve a game exactly that is played roll by roll, with a box for each player.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.

    Raises
    ------
    GameTooLargeError
        If the pairs of sets of tiles, one of each player, would not fit; nothing is solved then.

    Examples
    --------
    >>> roll_by_roll(Variant(tiles=6)).first_player_ev
    -8367454079/9521245937664
    """
    variant = as_variant(variant)
    return RollByRoll(variant, -_pairs(variant).worth(-1, -1, player=2))


@lru_cache(maxsize=64)
def _turn_alone(variant: Variant, player: int, beat: int) -> SolvedTurn:
    """Return what a player goes on with, where the other is out with a rank."""
    left = np.arange(len(scores(variant)))
    [payoffs] = _payoffs_alone(variant, player, left, np.array([beat])).T
    return SolvedTurn(variant, Payoff.of_value(payoffs, variant.clack_payout.denominator))


# One box for both


class SharedBox(InTurn):
    """The exact values of a variant with one box, for which both players roll once each in turn.

    A player who cannot cover pays the other one stake; the one who covers the last tile gets
    `clack_payout` stakes.
    Scoring, ties and `immediate_clack` make no difference. Everything is in stakes, to the player
    who rolls.

    Parameters
    ----------
    variant
        The rules.
    first_player_ev
        The expected value to the first player, in stakes.

    Examples
    --------
    >>> box = shared_box(Variant(tiles=2, dice="1d2"))
    >>> box.first_player_ev, box.value((1,)), box.moves((1, 2), 2)
    (0, 0, {(2,): 0})
    """

    columns = Column("open_tiles", itemgetter(0)), _VALUE

    def _to_roll(self, open_tiles: Iterable[int] | None = None) -> Position:
        position = self.at(open_tiles)
        if not position.open_tiles:
            over = "got none, and the game is over; takes one or more"
            raise PositionError(over, of="open_tiles")
        return position

    def at(self, open_tiles: Iterable[int] | None = None) -> Position:
        """Return what lies before the player who rolls.

        Parameters
        ----------
        open_tiles
            The tiles that are open; None: all of them. Where there is none it is worth
            −`clack_payout`, and nobody rolls.
        """
        tiles = self.variant.tiles if open_tiles is None else open_tiles
        state, left = board_of(self.variant).state_of(tiles), _box(self.variant).worth
        return self._at(state, lambda: -left(state), left, lambda: Fraction(-1))

    def faced(self, open_tiles: Iterable[int]) -> Faced:
        """Return what lies before the player who rolls."""
        position = self._to_roll(open_tiles)
        where = f"You both share one box. {are_open(position.open_tiles)}"
        return position, where, "you pay one stake"

    def _title(self) -> str:
        return (
            f"One box, {gain(self.first_player_ev)}; what it is worth to roll, by what is open: "
            f"{self.variant.in_words()}"
        )

    def _found(self) -> list[tuple[TileSet, Fraction]]:
        quick = self.fractions
        return [(tiles, quick.value(tiles)) for tiles in board_of(self.variant).open_tiles]


def shared_box(variant: VariantLike) -> SharedBox:
    """Solve a game with one box exactly: the players roll once each in turn.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.

    Raises
    ------
    GameTooLargeError
        If the tables would be too large.

    Examples
    --------
    >>> shared_box("classic").favoured
    'first'
    """
    variant = as_variant(variant)
    return SharedBox(variant, -_box(variant).worth(-1))

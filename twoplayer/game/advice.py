"""Advice at the table: every legal move, or number of dice, with its value and chance to win.

Moves of equal value are in the order in which ties are decided (see `outcomes`): by the chance to
win, then to clack, then that the opponent does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Generic, NamedTuple, Self, TypeVar

from ..exact import to_rational
from ..turn.induction import turn_of
from ..turn.positions import legal_moves, moves_after, possible_dice, state_of
from ..turn.throws import possible_rolls
from ..variant.registry import as_variant
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant
from .outcomes import second_turns, tuples_to_first, tuples_to_second
from .payoffs import rank_of

if TYPE_CHECKING:
    from sympy import Rational

__all__ = ["Advisor", "Option"]


Choice = TypeVar("Choice")


class Option(NamedTuple, Generic[Choice]):
    """Something that a player may do.

    Parameters
    ----------
    choice
        The tiles to cover, or the number of dice to roll.
    value
        What it is worth to the player, in stakes.
    win
        The chance that the player wins the game, in [0, 1].
    """

    choice: Choice
    value: Rational
    win: Rational


@dataclass(frozen=True)
class Advisor:
    """What to do in every position of one player's turn.

    Parameters
    ----------
    variant
        The rules.
    score_to_beat
        The first player's score; None: it is the first player's turn.
    unit
        Chances are held as multiples of 1 / unit.
    payoffs, values
        For every state what ending the turn in it is worth, and what it is worth before a roll:
        the value times the payout's denominator, the chance to win, and what decides ties then;
        all times `unit`.

    Examples
    --------
    >>> advisor = Advisor.of("classic", score_to_beat=12)
    >>> [option.choice for option in advisor.moves((1, 2, 5, 8), 8)]
    [(8,), (1, 2, 5)]
    >>> best = advisor.moves((1, 2, 5, 8), 8)[0]
    >>> best.value, best.win
    (1, 1)
    """

    variant: Variant
    score_to_beat: int | None
    unit: int = field(repr=False)
    payoffs: list[list[int]] = field(compare=False, repr=False)
    values: list[list[int]] = field(compare=False, repr=False)

    @classmethod
    def of(
        cls,
        variant: Variant | str | PathLike[str],
        score_to_beat: int | None = None,
        progress: Callable[[float], object] | None = None,
    ) -> Self:
        """Solve one player's turn.

        Parameters
        ----------
        variant
            The rules, or the name or file of a single variant.
        score_to_beat
            The first player's score; None: it is the first player's turn.
        progress
            Called with the part of the work that has just been done.

        Raises
        ------
        PositionError
            If the score is not of this game.
        RulesError, UnknownNameError, FileError, GameTooLargeError
            As `solve`.
        """
        variant = as_variant(variant)
        turn = turn_of(variant)
        if score_to_beat is None:
            payoffs, unit = tuples_to_first(variant, second_turns(variant, progress)), turn.scale**2
        else:
            payoffs = tuples_to_second(variant, [rank_of(variant, score_to_beat)])
            unit = turn.scale
        ended = payoffs.astype(object) * turn.scale
        values = turn.values(payoffs)
        return cls(variant, score_to_beat, unit, ended[:, 0].tolist(), values[:, 0].tolist())

    def moves(self, open_tiles: Iterable[int], roll: int | Sequence[int]) -> list[Option[TileSet]]:
        """Return every legal move, best first; none if the turn ends.

        Parameters
        ----------
        open_tiles
            The tiles that are open.
        roll
            The dice, or their total where only that matters.

        Raises
        ------
        PositionError
            If the tiles or the roll cannot occur.
        """
        state = state_of(self.variant, open_tiles)
        sets = tile_sets(self.variant.tiles)
        moves = legal_moves(self.variant, sets[state], roll)
        moves.sort(key=lambda move: (*(-part for part in self.values[state ^ move]), sets[move]))
        return [self._option(sets[move], self.values[state ^ move]) for move in moves]

    def dice(self, open_tiles: Iterable[int]) -> list[Option[int]]:
        """Return every number of dice that may be rolled, best first; none if no tile is open.

        Parameters
        ----------
        open_tiles
            The tiles that are open.

        Raises
        ------
        PositionError
            If the tiles are not of this game.
        """
        state = state_of(self.variant, open_tiles)
        tiles = tile_sets(self.variant.tiles)[state]
        worth = (
            {n: self._worth(state, n) for n in possible_dice(self.variant, tiles)} if state else {}
        )
        best_first = sorted(worth, key=lambda n: (*(-part for part in worth[n]), n))
        return [self._option(n, worth[n]) for n in best_first]

    def best_dice(self, open_tiles: Iterable[int]) -> tuple[int, ...]:
        """Return every number of dice of the highest value, ascending.

        Parameters
        ----------
        open_tiles
            The tiles that are open.

        Raises
        ------
        PositionError
            If the tiles are not of this game.
        """
        options = self.dice(open_tiles)
        return tuple(sorted(o.choice for o in options if o.value == options[0].value))

    def ending(self, open_tiles: Iterable[int]) -> Option[TileSet]:
        """Return what it is worth to end the turn in a state; nothing is covered then.

        Parameters
        ----------
        open_tiles
            The tiles that are open.

        Raises
        ------
        PositionError
            If the tiles are not of this game.
        """
        state = state_of(self.variant, open_tiles)
        return self._option((), self.payoffs[state])

    def _worth(self, state: int, dice: int) -> tuple[Fraction, ...]:
        """Return what it is worth to roll a number of dice, averaged over the rolls."""
        tiles = tile_sets(self.variant.tiles)[state]
        total = [Fraction(0)] * len(self.values[0])
        rolls = possible_rolls(self.variant, dice)
        for roll, ways in rolls.items():
            moves = moves_after(self.variant, tiles, roll)
            best = max((self.values[state ^ move] for move in moves), default=self.payoffs[state])
            total = [t + ways * part for t, part in zip(total, best, strict=True)]
        return tuple(t / sum(rolls.values()) for t in total)

    def _option(self, choice: Choice, worth: Sequence[int | Fraction]) -> Option[Choice]:
        value, win, *_ = worth
        denominator = self.unit * self.variant.clack_payout.denominator
        return Option(
            choice, to_rational(Fraction(value), denominator), to_rational(Fraction(win), self.unit)
        )

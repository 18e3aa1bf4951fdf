"""One turn solved for one payoff: the value of every state, and how to play it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from ..exact import exact_record, to_rational
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant
from .induction import NO_DISCOUNT, Plan, turn_of
from .layout import Values
from .positions import legal_moves, possible_rolls_in, state_of

if TYPE_CHECKING:
    from sympy import Rational

__all__ = ["SolvedTurn"]


@dataclass(frozen=True)
class SolvedTurn:
    """A turn solved for one payoff.

    Parameters
    ----------
    variant
        The rules.
    payoffs, values
        u(S) and V(S) of every state, times `unit`, shape (states,).
    plan
        Every optimal move and number of dice.
    unit
        What makes them whole; negative where the player wants little of what is shown.
    discount
        g, what everything after a roll counts.
    """

    variant: Variant
    payoffs: Values = field(compare=False, repr=False)
    values: Values = field(compare=False, repr=False)
    plan: Plan = field(compare=False, repr=False)
    unit: int = field(compare=False, repr=False)
    discount: Fraction

    @classmethod
    def solve(
        cls,
        variant: Variant,
        payoffs: Values,
        unit: int = 1,
        discount: Fraction = NO_DISCOUNT,
        **more: Any,
    ) -> Self:
        """Solve a turn for one payoff.

        Parameters
        ----------
        variant
            The rules.
        payoffs
            u(S) as whole numbers, shape (states,); the player wants much of it.
        unit
            What the payoffs are multiples of: `payoffs / unit` is what is shown. Negative where
            the player wants little of that.
        discount
            g, in (0, 1].
        **more
            Further fields of a subclass.
        """
        turn = turn_of(variant)
        scale = turn.scale_of(discount=discount)
        values, plan = turn.optimum(payoffs, discount)
        scaled = payoffs.astype(object) * scale
        return cls(variant, scaled, values, plan, unit * scale, discount, **more)

    def value(self, open_tiles: Iterable[int] | None = None) -> Rational:
        """Return V(S) of a state, before a roll; of the whole board where none is given.

        Parameters
        ----------
        open_tiles
            The tiles that are open; None: all of them.

        Raises
        ------
        PositionError
            If the tiles are not of this game.
        """
        tiles = self.variant.tiles if open_tiles is None else open_tiles
        return self._shown(self.values[state_of(self.variant, tiles)])

    def ending_value(self, open_tiles: Iterable[int]) -> Rational:
        """Return u(S), what ending the turn in a state is worth.

        Parameters
        ----------
        open_tiles
            The tiles that are open.

        Raises
        ------
        PositionError
            If the tiles are not of this game.
        """
        return self._shown(self.payoffs[state_of(self.variant, open_tiles)])

    def moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, Rational]:
        """Return every legal move with what it is worth, g·V(S ∖ m), best first.

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
        after = {
            sets[move]: self.values[state ^ move]
            for move in legal_moves(self.variant, sets[state], roll)
        }
        best_first = sorted(after, key=lambda move: (-after[move], move))
        return {move: self._shown(after[move], self.discount) for move in best_first}

    def optimal_moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, Rational]:
        """Return every optimal move with its value.

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
        moves = self.moves(open_tiles, roll)
        best = next(iter(moves.values()), None)
        return {move: value for move, value in moves.items() if value == best}

    def optimal_dice(self, open_tiles: Iterable[int]) -> tuple[int, ...]:
        """Return every optimal number of dice to roll, ascending; none if no tile is open.

        Parameters
        ----------
        open_tiles
            The tiles that are open.

        Raises
        ------
        PositionError
            If the tiles are not of this game.
        """
        chosen = self.plan.dice_weights[:, state_of(self.variant, open_tiles)]
        throws = turn_of(self.variant).throws
        return tuple(throw.dice for throw, weight in zip(throws, chosen, strict=True) if weight)

    def policy(self) -> Iterator[dict[str, Any]]:
        """Yield what to do in every state, after every roll.

        Yields
        ------
        dict
            `open_tiles`; `dice`, every optimal number of dice to roll before; `roll`; `moves`,
            every optimal move, none where the turn ends; `value`, after the roll.
        """
        for state, open_tiles in list(enumerate(tile_sets(self.variant.tiles)))[:0:-1]:
            dice = self.optimal_dice(open_tiles)
            turn_ends = self._shown(self.payoffs[state], self.discount)
            for roll in possible_rolls_in(self.variant, open_tiles):
                best = self.optimal_moves(open_tiles, roll)
                yield {
                    "open_tiles": open_tiles,
                    "dice": dice,
                    "roll": roll,
                    "moves": tuple(best),
                    "value": next(iter(best.values()), turn_ends),
                }

    def exceptions(self) -> list[dict[str, Any]]:
        """Return every state and roll where no optimal move covers the largest coverable tile.

        Returns
        -------
        list of dict
            `open_tiles`; `roll`; `moves`, the legal ones with their values, best first;
            `optimal`, the optimal ones; `largest_tile_loses`, what the best move with the
            largest coverable tile is worse by.
        """
        found = []
        for open_tiles in tile_sets(self.variant.tiles)[1:]:
            for roll in possible_rolls_in(self.variant, open_tiles):
                moves = self.moves(open_tiles, roll)
                largest = max(map(max, moves), default=None)
                optimal = self.optimal_moves(open_tiles, roll)
                if moves and not any(largest in move for move in optimal):
                    best = next(iter(moves.values()))
                    best_with_largest = next(v for move, v in moves.items() if largest in move)
                    found.append(
                        {
                            "open_tiles": open_tiles,
                            "roll": roll,
                            "moves": moves,
                            "optimal": tuple(optimal),
                            "largest_tile_loses": abs(best - best_with_largest),
                        }
                    )
        return found

    def to_records(self) -> list[dict[str, Any]]:
        """Return the value and the optimal dice of every state, as plain data for a data frame.

        Returns
        -------
        list of dict
            `open_tiles` and `dice`, as tuples; the value as `exact`, text `"p/q"`, and as
            `approx`, a float.
        """
        return [
            {
                "open_tiles": open_tiles,
                "dice": self.optimal_dice(open_tiles),
                **exact_record(self.value(open_tiles)),
            }
            for open_tiles in tile_sets(self.variant.tiles)
        ]

    def _shown(self, value: int, times: Fraction = NO_DISCOUNT) -> Rational:
        return to_rational(int(value) * times, self.unit)

"""One turn solved for one payoff: the value of every state, and how to play it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .exact import to_rational
from .induction import Plan, turn_of
from .layout import Values
from .positions import legal_moves, possible_rolls_in, state_of
from .states import TileSet, tile_sets
from .variant import Variant

if TYPE_CHECKING:
    from sympy import Rational

__all__ = ["SolvedTurn", "solve_turn"]


@dataclass(frozen=True, eq=False)
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
    """

    variant: Variant
    payoffs: Values
    values: Values
    plan: Plan
    unit: int

    def value(self, open_tiles: Iterable[int]) -> Rational:
        """Return the value of a state before a roll."""
        return self._shown(self.values[state_of(self.variant, open_tiles)])

    def moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, Rational]:
        """Return every legal move with its value, best first."""
        state = state_of(self.variant, open_tiles)
        sets = tile_sets(self.variant.tiles)
        after = {
            sets[move]: self.values[state ^ move]
            for move in legal_moves(self.variant, sets[state], roll)
        }
        best_first = sorted(after, key=lambda move: (-after[move], move))
        return {move: self._shown(after[move]) for move in best_first}

    def optimal_moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, Rational]:
        """Return every optimal move with its value."""
        moves = self.moves(open_tiles, roll)
        best = next(iter(moves.values()), None)
        return {move: value for move, value in moves.items() if value == best}

    def optimal_dice(self, open_tiles: Iterable[int]) -> tuple[int, ...]:
        """Return every optimal number of dice to roll, ascending; none if no tile is open."""
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
            turn_ends = self._shown(self.payoffs[state])
            for roll in possible_rolls_in(self.variant, open_tiles):
                best = self.optimal_moves(open_tiles, roll)
                yield {
                    "open_tiles": open_tiles,
                    "dice": dice,
                    "roll": roll,
                    "moves": tuple(best),
                    "value": next(iter(best.values()), turn_ends),
                }

    def _shown(self, value: int) -> Rational:
        return to_rational(int(value), self.unit)


def solve_turn(variant: Variant, payoffs: Values, unit: int = 1) -> SolvedTurn:
    """Solve a turn for one payoff.

    Parameters
    ----------
    variant
        The rules.
    payoffs
        u(S) as whole numbers, shape (states,); the player wants much of it.
    unit
        What the payoffs are multiples of: `payoffs / unit` is what is shown. Negative where the
        player wants little of that.
    """
    turn = turn_of(variant)
    values, plan = turn.optimum(payoffs)
    scaled = payoffs.astype(object) * turn.scale
    return SolvedTurn(variant, scaled, values, plan, unit * turn.scale)

"""One turn solved for one payoff: the value of every state, and how to play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Self, TypeAlias, overload

import numpy as np

from ..errors import GameTooLargeError
from ..exact import ExactResult, Rational, Rows, Values, exact_record
from ..executors import Progress, told
from ..variant.dice import Roll
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant
from ..writing import Row, Shown, in_decimals
from .exceptions import without_the_largest_tile
from .induction import Turn, turn_of
from .option import Choice, Option
from .payoff import Payoff
from .positions import average, legal_moves, moves_after, possible_dice, possible_rolls_in, tiles_of
from .states import MOST_STATES, States, ranks, states_of
from .step import NO_DISCOUNT, Policy

__all__ = ["SolvedTurn"]

_Worths: TypeAlias = list[list[int]]
_Refined: TypeAlias = tuple[Payoff, _Worths, _Worths]
"""A payoff with every component; what ending in a state, and being in it, is worth in each."""


@dataclass(frozen=True, eq=False)
class SolvedTurn(ExactResult, Shown):
    """A turn solved for one payoff.

    Solved turns are equal if their class, rules and discount are, and what a subclass adds: player,
    score, aim. Tiles that are not of the game, and rolls that cannot fall, are a `PositionError`
    wherever a method takes them. Where tiles are covered that no roll can cover, the states are
    solved when they are asked for.

    Parameters
    ----------
    variant
        The rules.
    payoff
        What leaving each score is worth.
    refine
        Makes the payoff with every component, by which ties in value are decided and chances
        are known; None where there is no other. It is called when a chance is asked for.
    discount
        g, what everything after a roll counts.
    states
        Those that are solved; None: all that the turn leads to.
    """

    variant: Variant
    payoff: Payoff = field(compare=False, repr=False)
    refine: Callable[[Progress], Payoff] | None = field(
        default=None, compare=False, repr=False, kw_only=True
    )
    discount: Fraction = field(default=NO_DISCOUNT, repr=False, kw_only=True)
    states: States | None = field(default=None, compare=False, repr=False, kw_only=True)

    @property
    def _turn(self) -> Turn:
        return turn_of(self.variant, self.states)

    @property
    def _ranks(self) -> Rows:
        return ranks(self.variant, self._turn.states)

    def _where(self, open_tiles: Iterable[int]) -> tuple[Self, int]:
        """Return what is solved where some tiles are open, and their state there."""
        tiles = tiles_of(self.variant, open_tiles)
        states = states_of(self.variant, tiles)
        if states == self._turn.states:
            return self, states.mask(tiles)
        beside: Self = self._once(f"beside {states.stuck}", lambda: replace(self, states=states))
        return self._in_my_numbers(beside), states.mask(tiles)

    @property
    def _scale(self) -> int:
        scale: int = self._once("scale", lambda: self._turn.scale_of(discount=self.discount))
        return scale

    @property
    def _optimum(self) -> tuple[Values, Policy]:
        found: tuple[Values, Policy] = self._once(
            "optimum",
            lambda: self._turn.optimum(self.payoff.wanted[self._ranks, 0, 0], self.discount),
        )
        return found

    @property
    def optimal_policy(self) -> Policy:
        """Every optimal move and number of dice, as weights."""
        return self._optimum[1]

    @property
    def move_ranks(self) -> Rows:
        """How much the move of every entry of the layout is wanted, as a whole number."""
        _, rank = np.unique(self._optimum[0], return_inverse=True)
        found: Rows = rank[self._turn.layout.successor]
        return found

    def _title(self) -> str:
        return f"A turn: {self.variant.in_words()}"

    def _rows(self) -> list[Row]:
        return [{"": "value", **in_decimals(self.fractions.value())}]

    def value(self, open_tiles: Iterable[int] | None = None) -> Rational:
        """Return V(S) of a state, before a roll; of the whole board where none is given.

        Parameters
        ----------
        open_tiles
            The tiles that are open; None: all of them.
        """
        tiles = self.variant.tiles if open_tiles is None else open_tiles
        here, state = self._where(tiles)
        return self._number(self.payoff.exact(int(here._optimum[0][state]), here._scale))

    def values(self) -> dict[TileSet, Rational]:
        """Return V(S) of every set of the game's tiles, as `value` does one by one.

        Raises
        ------
        GameTooLargeError
            If there are too many sets.
        """
        if (sets := 2 ** len(self.variant.tiles)) > MOST_STATES:
            raise GameTooLargeError(f"tiles: {sets} sets of them; takes at most {MOST_STATES}")
        beside = set(self.variant.tiles) - set(self._turn.states.free)
        found: dict[TileSet, Rational] = {}
        for stuck in tile_sets(tuple(sorted(beside))):
            here, _ = self._where(stuck)
            wanted, scale = here._optimum[0].tolist(), here._scale
            numbers = [self._number(self.payoff.exact(n, scale)) for n in wanted]
            found |= dict(zip(here._turn.states.open_tiles, numbers, strict=True))
        return found

    def ending_value(self, open_tiles: Iterable[int]) -> Rational:
        """Return u(S), what ending the turn in a state is worth.

        Parameters
        ----------
        open_tiles
            The tiles that are open.
        """
        return self._number(self._ending_value(open_tiles))

    def _ending_value(self, open_tiles: Iterable[int]) -> Fraction:
        here, state = self._where(open_tiles)
        return Fraction(int(self.payoff.table[here._ranks[state], 0, 0]), self.payoff.unit)

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

        Returns
        -------
        dict
            `{tiles covered: value}`; empty if the turn ends.
        """
        here, state = self._where(open_tiles)
        wanted = here._wanted(state, roll)
        best_first = sorted(wanted, key=lambda move: (-wanted[move], move))
        return {move: here._shown(wanted[move]) for move in best_first}

    def _after_moves(self, state: int, roll: int | Sequence[int]) -> dict[TileSet, int]:
        """Return the state after every legal move."""
        states = self._turn.states
        moves = legal_moves(self.variant, states.open_tiles[state], roll)
        return {tile_sets(states.free)[move]: state ^ move for move in moves}

    def _wanted(self, state: int, roll: int | Sequence[int]) -> dict[TileSet, int]:
        """Return how much every legal move is wanted, in whole numbers."""
        values = self._optimum[0]
        return {move: int(values[s]) for move, s in self._after_moves(state, roll).items()}

    def _shown(self, wanted: int) -> Any:
        return self._number(self.payoff.exact(wanted * self.discount, self._scale))

    def optimal_moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, Rational]:
        """Return every optimal move with its value: those of `moves` with the best one.

        Parameters
        ----------
        open_tiles
            The tiles that are open.
        roll
            The dice, or their total where only that matters.
        """
        here, state = self._where(open_tiles)
        wanted = here._wanted(state, roll)
        most = max(wanted.values(), default=0)
        return {move: here._shown(most) for move in sorted(wanted) if wanted[move] == most}

    def optimal_dice(self, open_tiles: Iterable[int]) -> tuple[int, ...]:
        """Return every optimal number of dice to roll, ascending; none if no tile is open.

        Parameters
        ----------
        open_tiles
            The tiles that are open.
        """
        here, state = self._where(open_tiles)
        chosen = here.optimal_policy.dice_weights[:, state]
        choices = here._turn.choices
        return tuple(c.dice for c, weight in zip(choices, chosen, strict=True) if weight)

    @overload
    def options(
        self, open_tiles: Iterable[int], roll: None = None, progress: Progress | None = None
    ) -> list[Option[int]]: ...

    @overload
    def options(
        self,
        open_tiles: Iterable[int],
        roll: int | Sequence[int],
        progress: Progress | None = None,
    ) -> list[Option[TileSet]]: ...

    def options(
        self,
        open_tiles: Iterable[int],
        roll: int | Sequence[int] | None = None,
        progress: Progress | None = None,
    ) -> list[Option[TileSet]] | list[Option[int]]:
        """Return what the player may do, best first, with the chances to win and to tie.

        Options of equal value are in the order in which ties are decided: by the chance to win,
        then to clack, then that the opponent does not.

        Parameters
        ----------
        open_tiles
            The tiles that are open.
        roll
            The dice, or their total where only that matters; None: nothing was rolled yet.
        progress
            Called with the part of the work that has just been done; the first call solves.

        Returns
        -------
        list of Option
            After a roll every legal move, or `()` alone where the turn ends; before one, every
            number of dice, none if no tile is open.
        """
        here, state = self._where(open_tiles)
        payoff, ended, values = here._refined(told(progress))
        worth: dict[Any, Sequence[int | Fraction]]
        if roll is None:
            tiles = here._turn.states.open_tiles[state]
            counts = possible_dice(self.variant, tiles) if tiles else ()
            worth = {dice: here._average(state, dice, ended, values) for dice in counts}
        else:
            worth = {move: values[after] for move, after in here._after_moves(state, roll).items()}
            worth = worth or {(): ended[state]}
        best_first = sorted(worth, key=lambda choice: (*(-part for part in worth[choice]), choice))
        return [here._option(payoff, choice, worth[choice]) for choice in best_first]

    def _average(self, state: int, dice: int, ended: _Worths, values: _Worths) -> list[Fraction]:
        """Return what rolling a number of dice in one state is worth, in every component."""
        tiles = self._turn.states.open_tiles[state]

        def best(roll: Roll) -> Sequence[int]:
            moves = moves_after(self.variant, tiles, roll)
            return max((values[state ^ move] for move in moves), default=ended[state])

        return average(self.variant, dice, best)

    def _refined(self, progress: Progress) -> _Refined:
        """Solve for every component, when a chance is asked for the first time."""

        def solve() -> _Refined:
            payoff = self.refine(progress) if self.refine else self.payoff
            if not self.refine:
                progress(1)
            payoffs = payoff.wanted[self._ranks]
            ended = payoffs[:, 0].astype(object) * self._scale
            values = self._turn.values(payoffs, discount=self.discount)
            return payoff, ended.tolist(), values[:, 0].tolist()

        found: _Refined = self._once("refined", solve, progress)
        return found

    def _option(
        self, payoff: Payoff, choice: Choice, worth: Sequence[int | Fraction]
    ) -> Option[Choice]:
        parts = {
            name: self._number(payoff.exact(part * self.discount, self._scale))
            for name, part in zip(payoff.components, worth, strict=True)
        }
        return Option(choice, parts["value"], parts.get("win"), parts.get("tie"))

    def policy(self, reached: bool = False) -> Iterator[dict[str, Any]]:
        """Yield what to do in every state, after every roll.

        Parameters
        ----------
        reached
            Leave out what never comes up in a turn that is played so from the start.

        Yields
        ------
        dict
            `open_tiles`; `dice`, every optimal number of dice to roll before; `roll`; `moves`,
            every optimal move, none where the turn ends; `value`, after the roll.
        """
        come_up = {self.variant.tiles}
        for open_tiles in filter(None, self._turn.states.open_tiles[::-1]):
            if open_tiles in come_up or not reached:
                for row in self.policy_in(open_tiles, reached):
                    come_up |= {tuple(t for t in open_tiles if t not in m) for m in row["moves"]}
                    yield row

    def policy_in(self, open_tiles: TileSet, reached: bool = False) -> Iterator[dict[str, Any]]:
        """Yield what to do in one state, as `policy`."""
        dice = self.optimal_dice(open_tiles)
        turn_ends = self._number(self._ending_value(open_tiles) * self.discount)
        for roll in possible_rolls_in(self.variant, open_tiles, dice if reached else None):
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
        where = without_the_largest_tile(self.variant, self._turn, self.optimal_policy)
        for open_tiles, roll in where:
            moves, best = self.moves(open_tiles, roll), self.optimal_moves(open_tiles, roll)
            largest = max(map(max, moves))
            with_it = next(value for move, value in moves.items() if largest in move)
            found.append(
                {
                    "open_tiles": open_tiles,
                    "roll": roll,
                    "moves": moves,
                    "optimal": tuple(best),
                    "largest_tile_loses": abs(next(iter(best.values())) - with_it),
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
        quick = self.fractions
        return [
            {
                "open_tiles": open_tiles,
                "dice": quick.optimal_dice(open_tiles),
                **exact_record(quick.value(open_tiles)),
            }
            for open_tiles in self._turn.states.open_tiles
        ]

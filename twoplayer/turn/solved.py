"""One turn solved for one payoff: the value of every state, and how to play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple, Self, TypeAlias, overload

import numpy as np

from ..errors import GameTooLargeError
from ..exact import ExactResult, Rational, Rows, Values
from ..table import Column, Tabled, To, decimal
from ..variant.dice import Roll
from ..variant.tiles import TileSet, tile_sets
from ..variant.variant import Variant
from .induction import Turn, turn_of
from .payoff import Payoff
from .positions import (
    Choice,
    Option,
    average,
    legal_moves,
    moves_after,
    possible_dice,
    possible_rolls_in,
    tiles_of,
)
from .states import MOST_STATES, MoveSets, States, allowed_moves, ranks, states_of
from .step import NO_DISCOUNT, Policy

_Worths: TypeAlias = list[list[int]]
_Refined: TypeAlias = tuple[Payoff, _Worths, _Worths]
"""A payoff with every component; what ending in a state, and being in it, is worth in each."""


class _Place(NamedTuple):
    """A state of a turn."""

    turn: SolvedTurn
    open_tiles: TileSet


def _value(place: _Place) -> Rational:
    return place.turn.value(place.open_tiles)


@dataclass(frozen=True, eq=False, repr=False)
class SolvedTurn(ExactResult, Tabled):
    """A turn solved for one payoff.

    Solved turns are equal if their class, rules and discount are, and what a subclass adds: player,
    score, aim. Everywhere `open_tiles` are the tiles that are open, and `roll` is the dice, or
    their total where only that matters; tiles that are not of the game, and rolls that cannot fall,
    are a `PositionError`. Where tiles are covered that no roll can cover, the states are solved
    when they are asked for. The records have a row for every state.

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
    refine: Callable[[], Payoff] | None = field(
        default=None, compare=False, repr=False, kw_only=True
    )
    discount: Fraction = field(default=NO_DISCOUNT, repr=False, kw_only=True)
    states: States | None = field(default=None, compare=False, repr=False, kw_only=True)

    columns = (
        Column("open_tiles"),
        Column("dice", lambda place: place.turn.optimal_dice(place.open_tiles)),
        decimal("value", value=_value),
        Column("exact", _value, to=To.EXACTLY),
    )

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
        beside = self._once(f"beside {states.stuck}", lambda: replace(self, states=states))
        return self._in_my_numbers(beside), states.mask(tiles)

    @property
    def _scale(self) -> int:
        return self._once("scale", lambda: self._turn.scale_of(discount=self.discount))

    @property
    def _optimum(self) -> tuple[Values, Policy]:
        return self._once(
            "optimum",
            lambda: self._turn.optimum(self.payoff.wanted[self._ranks, 0, 0], self.discount),
        )

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

    def _found(self) -> list[_Place]:
        quick = self.fractions
        return [_Place(quick, open_tiles) for open_tiles in self._turn.states.open_tiles]

    def _repr_html_(self) -> str:
        return replace(self.table(), rows=self._found()[-1:]).html()  # its beginning

    def value(self, open_tiles: Iterable[int] | None = None) -> Rational:
        """Return V(S) of a state, before a roll; of the whole board where none is given."""
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
            raise GameTooLargeError(f"{sets} sets of them; takes at most {MOST_STATES}", of="tiles")
        beside = set(self.variant.tiles) - set(self._turn.states.free)
        found: dict[TileSet, Rational] = {}
        for stuck in tile_sets(tuple(sorted(beside))):
            here, _ = self._where(stuck)
            wanted, scale = here._optimum[0].tolist(), here._scale
            numbers = [self._number(self.payoff.exact(n, scale)) for n in wanted]
            found |= dict(zip(here._turn.states.open_tiles, numbers, strict=True))
        return found

    def ending_value(self, open_tiles: Iterable[int]) -> Rational:
        """Return u(S), what ending the turn in a state is worth."""
        here, state = self._where(open_tiles)
        ending = int(self.payoff.table[here._ranks[state], 0, 0])
        return self._number(Fraction(ending, self.payoff.unit))

    def moves(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> dict[TileSet, Rational]:
        """Return every legal move with what it is worth, g·V(S ∖ m), best first.

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
        """Return every optimal move with its value: those of `moves` with the best one."""
        here, state = self._where(open_tiles)
        wanted = here._wanted(state, roll)
        most = max(wanted.values(), default=0)
        return {move: here._shown(most) for move in sorted(wanted) if wanted[move] == most}

    def optimal_dice(self, open_tiles: Iterable[int]) -> tuple[int, ...]:
        """Return every optimal number of dice to roll, ascending; none if no tile is open."""
        here, state = self._where(open_tiles)
        chosen = here.optimal_policy.dice_weights[:, state]
        choices = here._turn.choices
        return tuple(c.dice for c, weight in zip(choices, chosen, strict=True) if weight)

    @overload
    def options(self, open_tiles: Iterable[int], roll: None = None) -> list[Option[int]]: ...

    @overload
    def options(
        self, open_tiles: Iterable[int], roll: int | Sequence[int]
    ) -> list[Option[TileSet]]: ...

    def options(
        self, open_tiles: Iterable[int], roll: int | Sequence[int] | None = None
    ) -> list[Option[TileSet]] | list[Option[int]]:
        """Return what the player may do, best first, with the chances to win and to tie.

        Options of equal value are in the order in which ties are decided: by the chance to win,
        then to clack, then that the opponent does not. Without a roll, nothing was rolled yet.

        Returns
        -------
        list of Option
            After a roll every legal move, or `()` alone where the turn ends; before one, every
            number of dice, none if no tile is open.
        """
        here, state = self._where(open_tiles)
        payoff, ended, values = here._refined()
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

    def _refined(self) -> _Refined:
        """Solve for every component, when a chance is asked for the first time."""

        def solve() -> _Refined:
            payoff = self.refine() if self.refine else self.payoff
            payoffs = payoff.wanted[self._ranks]
            ended = payoffs[:, 0].astype(object) * self._scale
            values = self._turn.values(payoffs, discount=self.discount)
            return payoff, ended.tolist(), values[:, 0].tolist()

        return self._once("refined", solve)

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
        turn_ends = self.ending_value(open_tiles) * self.discount
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


def without_the_largest_tile(
    variant: Variant, turn: Turn, policy: Policy
) -> Iterator[tuple[TileSet, Any]]:
    """Yield the states and rolls where no move of a policy covers the largest coverable tile.

    They are exceptions to the rule of thumb that everybody knows. A roll is its dice, or their
    total where only that matters.
    """
    layout = turn.layout
    largest = np.array([move.bit_length() for move in range(2 ** len(turn.states.free))])
    of_entry = largest[layout.source ^ layout.successor]
    of_row, covered = np.zeros((2, len(layout.pair)), dtype=np.int64)
    np.maximum.at(of_row, layout.row, of_entry)
    chosen = policy.move_weights > 0
    np.maximum.at(covered, layout.row[chosen], of_entry[chosen])
    states, collections = layout.code.decode(layout.pair[covered < of_row])
    found: dict[int, set[MoveSets]] = {}
    for state, collection in zip(states.tolist(), collections.tolist(), strict=True):
        found.setdefault(state, set()).add(layout.collections[collection])
    for state, moves in sorted(found.items()):
        open_tiles = turn.states.open_tiles[state]
        opening = open_tiles == variant.tiles
        for roll in possible_rolls_in(variant, open_tiles):
            dice = roll if isinstance(roll, tuple) else (roll,)
            if allowed_moves(variant, dice, opening) in moves:
                yield open_tiles, roll

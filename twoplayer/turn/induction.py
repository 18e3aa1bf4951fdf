r"""Backward induction over the DAG of a turn: many payoffs at once, exact.

For a state S and a payoff u for ending the turn there, the value is

    V(S)       = max over allowed numbers of dice n of Σ_roll P_n(roll) · W(S, roll)
    W(S, roll) = max over allowed moves m ⊆ S of V(S ∖ m), or u(S) where no move is allowed

and V(S) = u(S) where no throw has a move. A game of another kind says what may be rolled in the
place of n, and what a move leads to in that of S ∖ m. Values are whole numbers: let D(S) be 1 where
no throw has a move, and else the least common multiple, over what may be rolled, of the number of
its outcomes times every D that it leads to. Then V(S)·D(S) is whole for whole u, and so is
V(S)·scale, with all D(S) in the scale: with equal dice it is sides^d, for the most single dice d
that can count. Values stay below max|u|·scale in size, so they are kept in 64
bits where that bound allows it, and in Python integers elsewhere: never wrapped, never rounded.
Where bounds are enough, `at_start` rounds values down, so that they need not get longer.

Payoffs may be tuples compared lexicographically; their components lie along a third axis. With a
policy, the mean over the numbers of dice, and over the moves, that it chooses from stands in the
place of each max, or the max over these alone. With a discount g, what comes after a roll counts g
times, the end of a turn as well. Each adds its denominators to the scale, once for every layer and
once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from ..work import tracked
from .layout import NO_DISCOUNT, Choosing, Chosen, Layer, Layout, Memory, Policy, Walk, step
from .states import States

MOST_SOLVED_TOGETHER = 2**21  # rows times payoffs: fast, and small in memory
_LONG_IN_BITS = 2**10  # of longer numbers fewer are
MOST_BLOCKS_SEARCHED = 8  # together, for states that pay the same
MEMORY = Memory()


class Course:
    """The states and moves of a turn, laid out; shared by all turns that are scored otherwise."""

    def __init__(self, states: States) -> None:
        self.states = states  # of which no table is made

    @cached_property
    def board(self) -> States:
        self.states.check_size()
        return self.states

    @cached_property
    def layout(self) -> Layout:
        return Layout.of(self.board.entries, self.board.choices, self.board.level)

    @cached_property
    def scale(self) -> int:
        of_states = self.layout.gathered(np.lcm, np.ones(self.board.size, object), scaled=True)
        return lcm(*set(of_states.tolist()))

    @cached_property
    def row_starts(self) -> Rows:
        return np.flatnonzero(np.diff(self.layout.row, prepend=-1))

    @cached_property
    def walk(self) -> Walk:
        return Walk.through(self.layout, self.board.level)

    @cached_property
    def stuck(self) -> Rows:
        """The states where a roll is made, and none has a move."""
        stuck = np.zeros(self.board.size, bool)
        for choice in self.board.choices:
            stuck |= choice.states
        stuck[self.layout.source] = False
        return np.flatnonzero(stuck)

    @property
    def rolls(self) -> int:
        """How many there are in a turn at most: each but the last leads to an earlier layer."""
        return len(self.layout.layers)

    @cached_property
    def outcomes(self) -> int:
        return max((choice.outcomes for choice in self.board.choices), default=1)

    @cached_property
    def ends(self) -> NDArray[np.bool_]:
        can_end = np.ones(self.board.size, dtype=bool)
        can_end[self.layout.source] = False
        for layer in self.layout.layers:
            for rows in layer.dice:
                state, collection = self.layout.code.decode(layer.by_row.keys[rows.rows])
                can_end[state[collection == self.layout.code.turn_ends]] = True
        reached: NDArray[np.bool_] = np.arange(2 * self.board.size) == self.board.size - 1
        for entries in self.walk.steps:
            reached[self.walk.goal[entries[reached[self.layout.source[entries]]]]] = True
        return np.asarray(can_end & reached[: self.board.size])


class Turn:
    def __init__(self, course: Course, scoring: str) -> None:
        self.course, self.scoring = course, scoring
        self.sign = course.states.sign  # a lower score times this is better
        self.clacks = course.states.clacks  # how many of the scores are, from the best on

    @property
    def board(self) -> States:
        return self.course.board

    @property
    def layout(self) -> Layout:
        return self.course.layout

    @property
    def scale(self) -> int:
        return self.course.scale

    @cached_property
    def scores(self) -> tuple[int, ...]:
        return self.course.states.scores_by(self.scoring)

    @cached_property
    def ranks(self) -> Rows:
        """The place of every state's score among them; −1 where no turn ends."""
        ranks: Rows = self.board.ranks_by(self.scoring).astype(np.int64)
        ranks.flags.writeable = False
        return ranks

    @cached_property
    def leavable(self) -> Rows:
        return np.flatnonzero(np.bincount(self.ranks[self.course.ends]))

    def scale_of(self, policy: Policy | None = None, discount: Fraction = NO_DISCOUNT) -> int:
        unit = discount.denominator * (policy.move_unit * policy.dice_unit if policy else 1)
        return int(self.scale * unit ** (self.course.rolls + 1))  # one more where it is stuck

    def values(
        self, payoffs: Values, policy: Policy | None = None, discount: Fraction = NO_DISCOUNT
    ) -> Values:
        """Solve a turn for many payoffs at once: V(S) times `scale_of`, shaped as they are.

        They are u(S) as whole numbers, shape (states, columns), or (states, columns, components)
        for tuples. Without a policy the player does what is best, in each column.
        """
        return np.concatenate(list(self._blocks(payoffs, policy, discount)), axis=1)

    def _blocks(
        self,
        payoffs: Values,
        policy: Policy | None,
        discount: Fraction = NO_DISCOUNT,
        *,
        states: slice = slice(None),
        rounded: bool = False,
        told: bool = False,
        marked: list[Chosen] | None = None,
    ) -> Iterator[Values]:
        """Yield the values of some states, of a block of columns after the other.

        What is best in each block is added to `marked`; how far that is may be `told`.
        """
        scale = 1 if rounded else self.scale_of(policy, discount)
        size = max(abs(int(payoffs.max())), abs(int(payoffs.min())), 1)
        fits = size * (self.course.outcomes if rounded else scale) < 2**63
        # Python integers may get longer for a while, and it is less work to divide the sum of many.
        how: dict[str, Any] = {"discount": discount, "divide_last": rounded or not fits}
        payoffs = payoffs.astype(np.int64 if fits else object, copy=False)
        memory = MEMORY if fits else Memory()
        packing = None
        if not fits and (policy or payoffs.ndim > 2):
            packing = Packing((size * scale).bit_length() + 1, bool(policy and not policy.best))

        def begun(some: Values) -> Values:
            some = packing.pack(some) if packing else some
            values = np.multiply(some, scale, out=memory.room(some.shape, some.dtype, "values"))
            if discount != NO_DISCOUNT:
                # Where no roll has a move the turn ends only after one: V(S) = g·u(S).
                stuck = self.course.stuck
                values[stuck] = values[stuck] // discount.denominator * discount.numerator
            return values

        def solve(layers: Iterable[Layer], values: Values, play: Choosing | None) -> None:
            for layer in layers:
                found = step(self.layout, layer, values, memory, policy=play, **how)
                values[layer.by_state.keys] = found

        layers, components = self.layout.layers, payoffs[:1, :1].size
        wide = self.columns_at_once(layers, policy, components, rounded)
        alike, settled = np.zeros(len(payoffs), bool), payoffs[:0]
        if payoffs.shape[1] > wide and policy is None and marked is None:
            # The states that pay the same in every column, and so do all below.
            differs = (payoffs != payoffs[:, :1]).reshape(len(payoffs), -1).any(axis=1)
            alike = ~self.layout.gathered(np.logical_or, differs).astype(bool)
        if alike.any():
            one = begun(payoffs[:, :1]).copy()
            solve(self.layout.among(alike), one, None)
            settled, layers = one[alike], self.layout.among(~alike)
            wide = self.columns_at_once(layers, policy, components, rounded)
        starts: Iterable[int] = range(0, payoffs.shape[1], wide)
        for start in tracked(starts) if told else starts:
            block = payoffs[:, start : start + wide]
            values = begun(block)
            if len(settled):
                values[alike] = settled
            play: Choosing | None = policy
            if marked is not None:
                every = np.ones((len(self.layout.row), block.shape[1]), bool)
                dice = np.repeat(self.all_dice()[..., np.newaxis], block.shape[1], axis=2)
                marked.append(play := Chosen(every, dice))
            solve(tracked(layers, _rows_of) if told and not fits else layers, values, play)
            solved = values[states]
            yield packing.unpack(solved, block.shape[1:]) if packing else solved.copy()

    def columns_at_once(
        self, layers: Sequence[Layer], policy: Policy | None, components: int, rounded: bool = False
    ) -> int:
        rows = max(1 + sum(map(_rows_of, layers)), self.board.size)
        long = 1 if rounded else 1 + self.scale.bit_length() // _LONG_IN_BITS
        return max(1, MOST_SOLVED_TOGETHER // rows // components // long // (8 if policy else 1))

    def at_start(
        self,
        columns: range,
        payoffs: Callable[[range], Values],
        policy: Policy | None = None,
        components: int = 1,
        *,
        rounded: bool = False,
    ) -> list[Any]:
        """Solve a turn for very many payoffs, block by block: V(all tiles) times `scale_of`.

        `payoffs` makes u(S) for some of the columns; the value of a tuple is a list. `rounded`
        rounds every average down to a whole number, for best play: what comes out is V(all tiles)
        or less, by less than 1 for each of the most `rolls`.
        """
        found: list[Any] = []
        wide = MOST_BLOCKS_SEARCHED * self.columns_at_once(
            self.layout.layers, policy, components, rounded
        )
        blocks = [columns[start : start + wide] for start in range(0, len(columns), wide)]
        how: dict[str, Any] = {"states": slice(-1, None), "rounded": rounded, "told": True}
        for some in tracked(blocks, len):
            for block in self._blocks(payoffs(some), policy, **how):
                found += block[0].tolist()
        return found

    def optimum(self, payoffs: Values, discount: Fraction = NO_DISCOUNT) -> tuple[Values, Policy]:
        """Return `values` for one payoff, of which u(S) may be a tuple, and all that is optimal."""
        values, best = self.best(payoffs[:, np.newaxis], discount)
        return values[:, 0], self.policy_of(best.moves[:, 0], best.dice[..., 0])

    def best(self, payoffs: Values, discount: Fraction = NO_DISCOUNT) -> tuple[Values, Chosen]:
        marked: list[Chosen] = []
        blocks = [*self._blocks(payoffs, None, discount, marked=marked)]
        moves = np.concatenate([part.moves for part in marked], axis=-1)
        dice = np.concatenate([part.dice for part in marked], axis=-1)
        return np.concatenate(blocks, axis=1), Chosen(moves, dice)

    def policy(self, *keys: Rows, dice: NDArray[np.bool_] | None = None) -> Policy:
        """Return the policy that chooses moves by what they have most of; the first key decides."""
        every = np.ones(len(self.layout.row), dtype=bool)
        return self.policy_of(reduce(self.best_among, keys, every), dice)

    def policy_of(self, chosen: NDArray[np.bool_], dice: NDArray[np.bool_] | None = None) -> Policy:
        return Policy.of(chosen, self.layout.row, self.all_dice() if dice is None else dice)

    def best_among(self, chosen: NDArray[np.bool_], key: Rows) -> NDArray[np.bool_]:
        shown = np.where(chosen, key, np.iinfo(np.int64).min)
        most = self.of_rows(np.maximum, shown)[self.layout.row]
        return np.asarray(chosen & (shown == most))

    def of_rows(self, combine: np.ufunc, numbers: Values, **how: Any) -> Values:
        return np.asarray(combine.reduceat(numbers, self.course.row_starts, **how))

    def all_dice(self) -> NDArray[np.bool_]:
        rolled = [choice.states for choice in self.board.choices]
        return np.array(rolled, dtype=bool).reshape(-1, self.board.size)


def _rows_of(layer: Layer) -> int:
    return len(layer.by_row.keys)


class Packing(NamedTuple):
    """How payoffs are written as one, beyond 64 bits: one long number is quicker than many.

    Every division is exact, for each and so for all together. Tuples compare as what they are
    packed in does. Under a policy nothing is compared, so whole columns go together as well.

    >>> packing = Packing(bits=5, columns_too=True)
    >>> packed = packing.pack(np.array([[0, 1], [2, -3]], dtype=object))
    >>> packed.tolist(), packing.unpack(packed, (2,)).tolist()
    ([[1], [61]], [[0, 1], [2, -3]])
    """

    bits: int  # of each integer, with its sign
    columns_too: bool  # columns are packed, not components alone

    def pack(self, payoffs: Values) -> Values:
        columns = 1 if self.columns_too else payoffs.shape[1]
        packed = np.zeros((len(payoffs), columns), dtype=object)
        for part in np.moveaxis(payoffs.reshape(len(payoffs), columns, -1), -1, 0):
            packed = (packed << self.bits) + part
        return packed

    def unpack(self, packed: Values, shape: tuple[int, ...]) -> Values:
        unpacked = np.empty((len(packed), *shape), dtype=object)
        parts = unpacked.reshape(*packed.shape, -1)
        half = 1 << (self.bits - 1)
        for place in reversed(range(parts.shape[-1])):
            parts[..., place] = ((packed + half) & (2 * half - 1)) - half
            packed = (packed - parts[..., place]) >> self.bits
        return unpacked

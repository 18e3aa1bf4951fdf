"""The moves of a turn laid out as arrays, layer by layer, and policies that choose among them.

A *collection* is the sets of tiles that some roll may cover; in a game of another kind the roll
itself. What a state is worth takes two steps: the best move for every collection, then the average
over the collections. So there is a *row* for each pair of a state and a collection that has a move
in it, with an *entry* for each such move; and one row more for each state that has a move, where
the turn ends, with one entry.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from math import lcm, prod
from threading import local
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values

NO_DISCOUNT = Fraction(1)


class DiceChoice(NamedTuple):
    dice: Any  # their number, or what else there is to roll
    outcomes: int  # equally likely ways in which they fall
    opening: bool  # the first roll of a turn, after which a certain tile must be covered
    weights: Mapping[Any, int]  # how many of the outcomes allow each collection of moves
    states: NDArray[np.bool_]  # where they may be rolled, by state


class Entries(NamedTuple):
    source: Rows  # the state
    successor: Rows  # where the move leads
    collection: Rows  # its place among these:
    collections: Sequence[Any]


class PairCode(NamedTuple):
    """How a state S and a collection of moves c are written as one number, S·(C + 1) + c."""

    turn_ends: int  # C, the number of collections, stands for it in the place of c

    def encode(self, state: Rows, collection: Rows | int) -> Rows:
        return state * (self.turn_ends + 1) + collection

    def decode(self, pair: Rows) -> tuple[Rows, Rows]:
        return divmod(pair, self.turn_ends + 1)


class Groups:
    """Rows in groups of equal keys, to be combined group by group.

    The longest group comes first. So the j-th rows of all groups that have one are a prefix, and
    combining takes as many whole-array operations as the longest group has rows. The results are
    in the order of `keys`.

    >>> groups = Groups(np.array([7, 8, 8, 8, 7]))
    >>> groups.keys, groups.combine(np.add, np.array([1, 10, 20, 30, 2]))
    (array([8, 7]), array([60,  3]))
    """

    def __init__(self, keys: Rows, start: int = 0) -> None:  # keys are 0 or more
        rows = np.argsort(keys, kind="stable")
        firsts = np.flatnonzero(np.diff(keys[rows], prepend=-1))
        sizes = np.diff(firsts, append=len(keys))
        longest_first = np.argsort(-sizes, kind="stable")
        firsts, sizes = firsts[longest_first], sizes[longest_first]
        self.keys: Rows = keys[rows[firsts]]
        longer = np.searchsorted(-sizes, -np.arange(sizes[0])).tolist()  # groups than each j
        self._rounds = [start + rows[firsts[:many] + j] for j, many in enumerate(longer)]

    @property
    def firsts(self) -> Rows:
        return self._rounds[0]

    @property
    def several(self) -> list[Rows]:
        """The rows of groups that have more than one, round by round: a prefix of the groups."""
        shared = len(self._rounds[1]) if len(self._rounds) > 1 else 0
        return [rows[:shared] for rows in self._rounds if shared]

    def marked(
        self, results: Values, source: Values, index: Rows | None = None
    ) -> Iterator[tuple[Rows, NDArray[np.bool_]]]:
        for rows in self.several:
            values = source.take(rows if index is None else index[rows], axis=0)
            same = (values == results[: len(rows)]).reshape(*values.shape[:2], -1)
            yield rows, reduce(np.logical_and, np.moveaxis(same, -1, 0))

    def among(self, kept: NDArray[np.bool_], rows: NDArray[np.bool_] | None = None) -> Groups:
        some = copy(self)
        some.keys = self.keys[kept]
        some._rounds = [of[kept[: len(of)]] for of in self._rounds]
        if rows is not None:
            some._rounds = [(np.cumsum(rows) - 1)[of] for of in some._rounds]
        return some

    def combine(
        self,
        operation: Callable[..., object],
        source: Values,
        memory: Memory | None = None,
        name: Hashable = None,
        *,
        index: Rows | None = None,
        change: Callable[[Values, Rows], object] | None = None,
    ) -> Values:
        """Combine the rows of every group by what works as a `np.ufunc`.

        Rows are taken by their numbers, or by an index of these, and may be changed by a function
        of them and their numbers. The result is kept in the memory until its name is used again.
        """
        memory = memory or Memory()

        def taken(rows: Rows, name: Hashable) -> Values:
            taken_from = rows if index is None else index[rows]
            room = memory.room((len(rows), *source.shape[1:]), source.dtype, name)
            # In another mode numpy takes them into an array of its own first.
            found = source.take(taken_from, axis=0, out=room, mode="clip")
            if change:
                change(found, rows)
            return found

        result = taken(self._rounds[0], ("result", name))
        for rows in self._rounds[1:]:
            if len(rows):
                head = result[: len(rows)]
                operation(head, taken(rows, "further"), out=head)
        return result


class Memory(local):
    """Large arrays, for each thread, used again: a new one costs as much as to fill it."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Values] = {}

    def room(self, shape: tuple[int, ...], dtype: np.dtype[Any], name: Hashable) -> Values:
        size = prod(shape)
        kept = self._kept.get(name)
        if kept is None or kept.size < size or kept.dtype != dtype:
            kept = self._kept[name] = np.empty(size, dtype)
        return kept[:size].reshape(shape)


class DiceRows(NamedTuple):
    """A choice of dice in a layer: in the states where it has a move, or where it has none."""

    choice: int  # its index among those of the turn
    outcomes: int  # 1 where it has no move, and the turn ends for certain
    rows: Rows  # that it can lead to, as places in what `Layer.by_row.combine` returns
    weights: Rows  # in how many outcomes
    by_state: Groups  # these rows

    def weighed(
        self,
        values: Values,
        memory: Memory | None = None,
        name: Hashable = "weighed",
        divisor: int = 1,
        factor: int = 1,
    ) -> Values:
        """Return the sum over the outcomes in every state; each row is divided before."""

        def weigh(shares: Values, numbers: Rows) -> None:
            if divisor != 1:
                shares //= divisor
            shares *= beside(self.weights[numbers], shares)
            if factor != 1:
                shares *= factor

        return self.by_state.combine(np.add, values, memory, name, index=self.rows, change=weigh)


class Layer(NamedTuple):
    """States of the same level, of which none leads to another."""

    by_row: Groups  # the entries: the moves to choose from
    dice: list[DiceRows]  # the rows, state by state, for each choice of dice: one or two of it
    by_state: Groups  # what the choices of dice are worth

    @property
    def rolled(self) -> tuple[Rows, Rows]:
        states = [rows.by_state.keys for rows in self.dice]
        choices = [rows.choice for rows in self.dice]
        return np.repeat(choices, [*map(len, states)]), np.concatenate(states)

    def among(self, kept: NDArray[np.bool_], code: PairCode) -> Layer:
        rows = kept[code.decode(self.by_row.keys)[0]]
        number = np.cumsum(rows) - 1
        dice = [
            each._replace(
                rows=number[each.rows[rows[each.rows]]],
                weights=each.weights[rows[each.rows]],
                by_state=each.by_state.among(kept[each.by_state.keys], rows[each.rows]),
            )
            for each in self.dice
        ]
        worth = np.concatenate([kept[each.by_state.keys] for each in self.dice])
        by_state = self.by_state.among(kept[self.by_state.keys], worth)
        return Layer(self.by_row.among(rows), dice, by_state)


class Layout(NamedTuple):
    """A turn as arrays: the first three by entry, `pair` by row.

    Of the tiles 1 and 2, and a die with the sides 1 and 2, whose end of the turn is collection 2:

    >>> from twoplayer import Variant
    >>> from twoplayer.turn.turns import turn_of
    >>> layout = turn_of(Variant(tiles=2, dice="1d2")).layout
    >>> layout.source.tolist(), layout.successor.tolist()
    ([1, 1, 2, 2, 3, 3, 3], [0, 1, 0, 2, 2, 1, 3])
    >>> layout.code.decode(layout.pair)[1].tolist()
    [0, 2, 1, 2, 0, 1, 2]
    """

    source: Rows  # S
    successor: Rows  # S ∖ m; S itself where the turn ends, whose value is still the payoff u(S)
    row: Rows  # ascending
    pair: Rows  # the state and the collection, as `code` writes them
    code: PairCode
    collections: Sequence[Any]
    layers: list[Layer]  # those of the lowest level first: a move leads to an earlier one

    @classmethod
    def of(cls, entries: Entries, choices: Sequence[DiceChoice], level: Rows) -> Layout:
        collections = entries.collections
        code = PairCode(len(collections))
        alive = np.flatnonzero(np.bincount(entries.source, minlength=1))
        source, successor = (np.append(each, alive) for each in entries[:2])
        collection = np.append(entries.collection, np.full_like(alive, code.turn_ends))
        order = np.lexsort((collection, source, level[source]))
        source, successor = source[order], successor[order]
        pair = code.encode(source, collection[order])
        cuts = [*np.flatnonzero(np.diff(level[source], prepend=-1)).tolist(), len(source)]
        layers = [
            _layer(Groups(pair[low:high], low), code, collections, choices)
            for low, high in pairwise(cuts)
        ]
        starts = np.diff(pair, prepend=-1) != 0
        row, pair = np.cumsum(starts) - 1, pair[starts]
        return cls(source, successor, row, pair, code, collections, layers)

    def among(self, kept: NDArray[np.bool_]) -> list[Layer]:
        alive = (layer for layer in self.layers if kept[layer.by_state.keys].any())
        return [layer.among(kept, self.code) for layer in alive]

    def gathered(self, combine: np.ufunc, of_states: Values, scaled: bool = False) -> Values:
        """Combine what every state has with what all have that it leads to, in place.

        What comes after a roll may be `scaled` by the number of its outcomes.
        """
        for layer in self.layers:
            after = layer.by_row.combine(combine, of_states, index=self.successor)
            for rows in layer.dice:
                states, found = rows.by_state.keys, rows.by_state.combine(combine, after[rows.rows])
                if scaled:
                    found *= rows.outcomes
                of_states[states] = combine(of_states[states], found)
        return of_states


class Walk(NamedTuple):
    """A turn forwards: where it ends in a state S, that is a node beside all states."""

    goal: Rows  # of each entry of the layout: its successor, or S + the number of states
    steps: list[Rows]  # the entries to nodes of one level, in the order of these, the highest first

    @classmethod
    def through(cls, layout: Layout, level: Rows) -> Walk:
        goal = layout.successor + np.where(layout.successor == layout.source, len(level), 0)
        height = np.append(level, np.full_like(level, -1))[goal]
        order = np.lexsort((goal, -height))
        return cls(goal, np.split(order, np.flatnonzero(np.diff(height[order])) + 1))


def _layer(
    by_row: Groups, code: PairCode, collections: Sequence[Any], choices: Sequence[DiceChoice]
) -> Layer:
    source, collection = code.decode(by_row.keys)
    ends = np.flatnonzero(collection == code.turn_ends)
    found = []
    for index, choice in enumerate(choices):
        whole = np.int64 if choice.outcomes < 2**63 else object
        ways = np.array([*(choice.weights.get(moves, 0) for moves in collections), 0], whole)
        weight = np.where(choice.states[source], ways[collection], 0)
        live = np.zeros(len(choice.states), whole)
        np.add.at(live, source, weight)
        live = live[source[ends]]
        # The end of the turn weighs what the other rows of its state leave.
        weight[ends] = np.where(live > 0, choice.outcomes - live, 0)
        rows = np.flatnonzero(weight)
        stuck = ends[choice.states[source[ends]] & (live == 0)]
        parts = (choice.outcomes, rows, weight[rows]), (1, stuck, np.ones_like(stuck))
        for outcomes, chosen, weighing in parts:
            if len(chosen):
                by_state = Groups(source[chosen])
                found.append(DiceRows(index, outcomes, chosen, weighing, by_state))
    return Layer(by_row, found, Groups(np.concatenate([rows.by_state.keys for rows in found])))


class Policy(NamedTuple):
    """What a player does, and with what weight where several things are left open.

    Parameters
    ----------
    move_unit, move_weights
        Of each entry of the layout, its chance times `move_unit`.
    dice_unit, dice_weights
        Of each choice of dice in each state, its chance times `dice_unit`, shape (choices, states).
    best
        What is left open is decided as is best for each payoff, and not by chance.
    """

    move_unit: int
    move_weights: Values
    dice_unit: int
    dice_weights: Rows
    best: bool = False

    def __repr__(self) -> str:
        chosen, every = np.count_nonzero(self.move_weights), len(self.move_weights)
        return f"Policy({chosen} of {every} moves)"

    @classmethod
    def of(cls, moves: NDArray[np.bool_], row: Rows, dice: NDArray[np.bool_]) -> Policy:
        """Return the policy that chooses from some moves and dice, each as likely.

        Parameters
        ----------
        moves, row
            Whether each entry of the layout is chosen from, and its row.
        dice
            Whether each choice of dice is, in each state, shape (choices, states).
        """
        per_row = np.bincount(row[moves])
        per_state = dice.sum(axis=0)
        move_unit = lcm(*set(per_row.tolist()))
        dice_unit = lcm(*set(per_state[per_state > 0].tolist()))
        choices = per_row.astype(np.int64 if move_unit < 2**63 else np.object_)[row]
        return cls(
            move_unit,
            np.where(moves, move_unit // choices, 0),
            dice_unit,
            np.where(dice, dice_unit // np.maximum(per_state, 1), 0),
        )

    @property
    def at_best(self) -> Policy:
        """The same policy, where what is left open is decided as is best for each payoff."""
        return Policy(1, self.move_weights, 1, self.dice_weights, best=True)

    def after_moves(self, successor: Rows, layer: Layer, values: Values, memory: Memory) -> Values:
        """Return what the moves after every collection are worth, from what follows them."""
        # No payoff is below the least of all states, so what has that is never chosen.
        least = values.min(axis=0) if self.best else 0

        def weigh(after: Values, entries: Rows) -> None:
            weights = self.move_weights[entries]
            after[weights == 0] = least
            if not self.best:
                # What is chosen for certain stays as it is: most moves are, or never are.
                some = np.flatnonzero((weights != 0) & (weights != self.move_unit))
                after[some] = after[some] // self.move_unit * beside(weights[some], after)

        how = maximum(values) if self.best else np.add
        return layer.by_row.combine(how, values, memory, "moves", index=successor, change=weigh)

    def after_dice(self, layer: Layer, worth: Values, memory: Memory) -> Values:
        """Return what states are worth, from what the choices of dice are."""
        weights = self.dice_weights[layer.rolled]
        if self.best:
            worth[weights == 0] = worth.min(axis=0)
            return layer.by_state.combine(maximum(worth), worth, memory, "dice")
        shares = worth // self.dice_unit * beside(weights, worth)
        return layer.by_state.combine(np.add, shares, memory, "dice")


class Choosing(Protocol):
    """How moves and dice are chosen in a step: what is best, where no other way is told."""

    def after_moves(self, successor: Rows, layer: Layer, values: Values, memory: Memory) -> Values:
        return layer.by_row.combine(maximum(values), values, memory, "moves", index=successor)

    def after_dice(self, layer: Layer, worth: Values, memory: Memory) -> Values:
        return layer.by_state.combine(maximum(worth), worth, memory, "dice")


class _Optimal(Choosing):
    pass


class Chosen(Choosing):
    """What may be chosen, in each column: of moves, of dice; all that is best, after a step."""

    def __init__(self, moves: NDArray[np.bool_], dice: NDArray[np.bool_]) -> None:
        self.moves = moves  # of every entry of the layout: (entries, columns)
        self.dice = dice  # (choices, states, columns)

    @classmethod
    def by(cls, policies: Iterable[Policy]) -> Chosen:
        one = [(policy.move_weights > 0, policy.dice_weights > 0) for policy in policies]
        moves, dice = zip(*one, strict=True)
        return cls(np.stack(moves, axis=-1), np.stack(dice, axis=-1))

    def after_moves(self, successor: Rows, layer: Layer, values: Values, memory: Memory) -> Values:
        best = super().after_moves(successor, layer, values, memory)
        for entries, same in layer.by_row.marked(best, values, successor):
            self.moves[entries] = same
        return best

    def after_dice(self, layer: Layer, worth: Values, memory: Memory) -> Values:
        best = super().after_dice(layer, worth, memory)
        choice, state = layer.rolled
        for rows, same in layer.by_state.marked(best, worth):
            self.dice[choice[rows], state[rows]] = same
        return best


def maximum(values: Values) -> Callable[..., object]:
    return np.maximum if values.ndim < 3 or values.shape[2] == 1 else _lexicographic_maximum


def _lexicographic_maximum(one: Values, other: Values, out: Values) -> None:
    larger = other[..., -1] > one[..., -1]
    for place in reversed(range(one.shape[-1] - 1)):
        mine, others = one[..., place], other[..., place]
        larger &= others == mine
        larger |= others > mine
    np.copyto(out, other, where=larger[..., np.newaxis])


def beside(weights: Values, values: Values) -> Values:
    return weights.reshape(-1, *[1] * (values.ndim - 1))


def step(
    layout: Layout,
    layer: Layer,
    values: Values,
    memory: Memory | None = None,
    *,
    policy: Choosing | None = None,
    discount: Fraction = NO_DISCOUNT,
    divide_last: bool = False,
    rolled: Callable[[DiceRows, Values], Values] | None = None,
) -> Values:
    """Return what the states of a layer are worth, as `layer.by_state` has them.

    The best move for every collection, then the average over rolls, then the best dice; a policy
    may choose otherwise, and what is `rolled` may be put together otherwise. `values` are whole
    numbers that the outcomes of a roll divide: what it is worth to leave each state, and in the
    layer itself to end there. The result is kept in the memory until the next step. With
    `divide_last` the sum over the outcomes is divided, not each share: it is larger, but values
    need not be divisible; it is rounded down.
    """
    memory, play = memory or Memory(), policy or _Optimal()
    chosen = play.after_moves(layout.successor, layer, values, memory)
    means = []
    for number, rows in enumerate(layer.dice):
        if rolled:
            means.append(rolled(rows, chosen))
            continue
        divisor = rows.outcomes * discount.denominator
        before = 1 if divide_last else divisor
        mean = rows.weighed(chosen, memory, number, before, discount.numerator)
        if divide_last:
            mean //= divisor
        means.append(mean)
    worth = np.concatenate(means) if len(means) > 1 else means[0]
    return play.after_dice(layer, worth, memory)

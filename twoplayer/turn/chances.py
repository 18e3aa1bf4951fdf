"""How a turn goes that is played in some way: where it may come to, and how many rolls it takes.

Chances are found forwards. How many rolls are to come is backward induction once more, for many
ways to play at once: at least, at most, and on average, as remainders, which 64 bits have room for;
or how likely each number is, a coefficient of a polynomial, which is one Python integer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from math import lcm, prod
from operator import floordiv
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values, by_remainders, in_whole_numbers
from ..work import tracked
from .induction import MEMORY, Turn
from .layout import Chosen, DiceRows, Layer, Memory, Policy, step

_FAR = 2**30  # more rolls than any game has


class Chances:
    """The chances in a turn that is played by a policy, in each of some columns by one of its own.

    They are whole numbers, of which `scale` is certain.
    """

    def __init__(self, turn: Turn, policy: Policy, columns: int = 1) -> None:
        self.turn, self.layout = turn, turn.layout
        layout = self.layout
        self.states = turn.board.size
        whole = lcm(*(policy.dice_unit * choice.outcomes for choice in turn.board.choices))
        self.unit = whole * policy.move_unit
        self.scale = self.unit ** len(layout.layers)
        self.of_row: Values = np.zeros(len(layout.pair), dtype=object)  # times `unit`, in its state
        order = np.argsort(layout.pair)
        for layer in layout.layers:
            for dice in layer.dice:
                pairs = layer.by_row.keys[dice.rows]
                weights = policy.dice_weights[dice.choice, layout.code.decode(pairs)[0]]
                rows = order[np.searchsorted(layout.pair, pairs, sorter=order)]
                one = np.array(self.unit // policy.dice_unit // dice.outcomes, object)
                self.of_row[rows] += weights * dice.weights * one
        # Of each entry: the chance to play it, where its state is met, times `unit`.
        share = policy.move_weights * (self.of_row[layout.row] // policy.move_unit)
        self.share: Values = np.repeat(share[:, np.newaxis], columns, axis=1)  # (entries, columns)
        self.walk = turn.course.walk
        # How likely each node is come to, times `scale`: (nodes, columns).
        self.reach: Values = np.zeros((2 * self.states, columns), dtype=object)
        self.reach[self.states - 1] = self.scale
        self.spread(np.ones(self.states, dtype=bool), slice(None))

    def spread(self, below: NDArray[np.bool_], columns: slice) -> None:
        """Find the chances of some states, of which each has none that are not found above it."""
        nodes = np.tile(below, 2)
        for to_level in self.walk.steps:
            entries = to_level[nodes[self.walk.goal[to_level]]]
            taken, given = self.layout.source[entries], self.walk.goal[entries]
            self.add_up(self.reach, taken, given, entries, columns)

    def add_up(
        self, numbers: Values, taken: Rows, given: Rows, entries: Rows, columns: slice
    ) -> None:
        parts = numbers[taken, columns] // self.unit * self.share[entries, columns]
        firsts = np.flatnonzero(np.diff(given, prepend=-1))
        numbers[given[firsts], columns] = np.add.reduceat(parts, firsts, axis=0)

    @property
    def met(self) -> NDArray[np.bool_]:
        return np.asarray(self.reach[: self.states, 0] > 0)

    @property
    def endings(self) -> Values:
        stays, ends = np.split(self.reach.copy(), 2)
        stays[self.layout.source] = 0
        ends += stays
        return ends

    def of(self, entries: NDArray[np.bool_]) -> Fraction:
        source = self.layout.source[entries]
        met = self.reach[source, 0] // self.unit * self.share[entries, 0]
        return Fraction(int(met.sum()), self.scale)

    def of_scores(self) -> dict[int, Fraction]:
        ways: Values = np.zeros(len(self.turn.scores), dtype=object)
        np.add.at(ways, self.turn.ranks, self.endings[:, 0])
        chances = [Fraction(number, self.scale) for number in ways.tolist()]
        return dict(zip(self.turn.scores, chances, strict=True))


class Length(NamedTuple):
    least: int = 0
    most: int = 0
    mean: Fraction = Fraction(0)
    chances: dict[int, Fraction] | None = None  # None where they are not counted


NO_ROLLS = Length(chances={0: Fraction(1)})


def lengths(
    turn: Turn,
    columns: int,
    chosen: Callable[[range], Chosen],
    after: Sequence[Length] = (),
    *,
    counted: bool,
) -> list[Length]:
    """Return how many rolls are to come before a turn, for each way to play it.

    `chosen` makes some of the ways; `after` is what follows the turn, by the rank of its score.
    """
    after = after or [NO_ROLLS] * len(turn.scores)
    wide = 4 * turn.columns_at_once(turn.layout.layers, None, 3)
    blocks = [range(columns)[start : start + wide] for start in range(0, columns, wide)]
    found: list[Length] = []
    for block in tracked(blocks, len):
        played = _Played(turn, chosen(block))
        found += played.counted(after) if counted else played.averaged(after)
    return found


class _Kind(NamedTuple):
    combine: np.ufunc
    never: int  # the number of what is not chosen
    dtype: type
    once_more: Callable[[Values], Values]  # what there is before a roll
    average: Callable[[Values, int], Values] | None = None  # of so many; None: nothing is weighed


_Ties = dict[int, tuple[Rows, ...]]  # the places where so many are chosen: 2 or more


def _ties(counts: NDArray[Any]) -> _Ties:
    numbers = np.flatnonzero(np.bincount(counts.ravel())[2:]) + 2
    return {several: np.nonzero(counts == several) for several in numbers.tolist()}


class _Ways(NamedTuple):
    unchosen: list[NDArray[np.bool_]]  # moves, where there are several, round by round
    tied_moves: _Ties
    unrolled: NDArray[np.bool_]  # the choices of dice that are not made, as the layer has them
    tied_dice: _Ties

    @classmethod
    def of(cls, layer: Layer, chosen: Chosen) -> _Ways:
        unchosen = [~chosen.moves[rows] for rows in layer.by_row.several]
        moves = np.zeros_like(unchosen[0] if unchosen else [], np.int32)
        for mask in unchosen:
            moves[: len(mask)] += ~mask
        dice = chosen.dice[:, layer.by_state.keys].sum(axis=0)
        return cls(unchosen, _ties(moves), ~chosen.dice[layer.rolled], _ties(dice))


class _Following(NamedTuple):
    kind: _Kind
    ways: _Ways

    def after_moves(self, successor: Rows, layer: Layer, values: Values, memory: Memory) -> Values:
        masks = chain(self.ways.unchosen, [np.zeros((0, values.shape[1]), bool)])

        def choose(follow: Values, _: Rows) -> None:
            mask = next(masks)
            np.copyto(follow[: len(mask)], self.kind.never, where=mask)

        follow = layer.by_row.combine(
            self.kind.combine, values, memory, "moves", index=successor, change=choose
        )
        return self._shared(follow, self.ways.tied_moves)

    def after_dice(self, layer: Layer, worth: Values, memory: Memory) -> Values:
        worth[self.ways.unrolled] = self.kind.never
        return self._shared(layer.by_state.combine(self.kind.combine, worth), self.ways.tied_dice)

    def _shared(self, numbers: Values, ties: _Ties) -> Values:
        if average := self.kind.average:
            for several, places in ties.items():
                numbers[places] = average(numbers[places], several)
        return numbers


class _Played:
    def __init__(self, turn: Turn, chosen: Chosen) -> None:
        self.turn, self.layers, self.columns = turn, turn.layout.layers, chosen.moves.shape[1]
        self.ways = [_Ways.of(layer, chosen) for layer in self.layers]

    def averaged(self, after: Sequence[Length]) -> list[Length]:
        least, most, mean, _ = zip(*after, strict=True)
        one_more = partial(np.add, 1)
        shortest = self._back(_Kind(np.minimum, _FAR, np.int32, one_more), least)
        longest = self._back(_Kind(np.maximum, -_FAR, np.int32, one_more), most)

        def remainders(modulus: int) -> list[int]:
            def average(total: Values, of: int) -> Values:
                return np.asarray(total % modulus * pow(of, -1, modulus) % modulus)

            dtype = np.int64 if max(self._weights) * modulus < 2**63 else object
            kind = _Kind(np.add, 0, dtype, one_more, average)
            ended = numbers % modulus * pow(unit, -1, modulus) % modulus
            return [number % modulus for number in self._back(kind, ended.tolist())]

        numbers, unit = in_whole_numbers(mean)
        whole = self._whole * unit
        averages = by_remainders(remainders, whole, max(longest), 2**63 // max(self._weights))
        return [*map(Length, shortest, longest, averages)]

    def counted(self, after: Sequence[Length]) -> list[Length]:
        every = [each.chances or {} for each in after]
        _, unit = in_whole_numbers([*chain.from_iterable(each.values() for each in every)])
        whole = self._whole * unit
        bits = whole.bit_length()
        ended = [sum(int(p * whole) << bits * rolls for rolls, p in each.items()) for each in every]
        kind = _Kind(np.add, 0, object, lambda numbers: numbers << bits, floordiv)
        found = []
        for number in self._back(kind, ended):
            ways = in_digits(number, bits)
            chances = {rolls: Fraction(n, whole) for rolls, n in ways.items()}
            mean = Fraction(sum(rolls * n for rolls, n in ways.items()), whole)
            found.append(Length(min(ways), max(ways), mean, chances))
        return found

    @property
    def _weights(self) -> list[int]:
        outcomes = [rows.outcomes for layer in self.layers for rows in layer.dice]
        ties = [several for ways in self.ways for several in ways.tied_moves | ways.tied_dice]
        return [*outcomes, *ties, 1]

    @property
    def _whole(self) -> int:
        return prod(
            lcm(*(rows.outcomes for rows in layer.dice))
            * lcm(*ways.tied_moves)
            * lcm(*ways.tied_dice)
            for layer, ways in zip(self.layers, self.ways, strict=True)
        )

    def _back(self, kind: _Kind, after: Sequence[int]) -> list[int]:
        layout, stuck = self.turn.layout, self.turn.course.stuck
        memory = Memory() if kind.dtype is object else MEMORY
        ended: Values = np.array(after, kind.dtype)[self.turn.ranks]
        ended[stuck] = kind.once_more(ended[stuck])
        values = np.repeat(ended[:, np.newaxis], self.columns, axis=1)

        def rolled(rows: DiceRows, follow: Values) -> Values:
            if kind.average:
                total = kind.average(rows.weighed(follow, memory), rows.outcomes)
            else:
                total = rows.by_state.combine(kind.combine, follow[rows.rows])
            return kind.once_more(total)

        for layer, ways in zip(self.layers, self.ways, strict=True):
            play = _Following(kind, ways)
            found = step(layout, layer, values, memory, policy=play, rolled=rolled)
            values[layer.by_state.keys] = found
        return list(values[-1].tolist())


def in_digits(number: int, bits: int) -> dict[int, int]:
    """Return the digits of a number that are not 0, by their places; each has so many bits.

    >>> in_digits(0x305, bits=4)
    {0: 5, 2: 3}
    """
    digits, place = dict[int, int](), 0
    while number:
        number, digit = divmod(number, 1 << bits)
        if digit:
            digits[place] = digit
        place += 1
    return digits

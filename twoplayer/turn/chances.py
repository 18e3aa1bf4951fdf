"""The course of a turn under given policies: chances of states and ends, and numbers of rolls.

One forward pass finds the chances. One more backward induction finds numbers of rolls, for many
policies at once. Let R(S) be a number of rolls from the state S on. Let `once more` turn a number
after a roll into the number before that roll. With the moves and dice that the player chooses in a
column,

    R(S, roll) = combined over moves m of R(S ∖ m), or the rolls after a turn that ends in S
    R(S)       = combined over numbers of dice n of once more(combined over rolls of R(S, roll))

- The least and the most: `combined` is the minimum or the maximum, and `once more` adds 1.
- The mean: `combined` is a mean, and `once more` adds 1. The mean is found modulo several numbers
  without a common factor, which fit into 64 bits.
- The chance of each number: `combined` is a mean of polynomials. The coefficient of x^r is the
  chance of r rolls, and `once more` multiplies by x. A polynomial is one Python integer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, pairwise
from math import lcm, prod
from operator import floordiv
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values, by_remainders, in_digits, in_whole_numbers
from ..work import tracked
from .backup import Backup
from .induction import Turn
from .layout import ChanceNodes, Level
from .policy import Chosen, Policy

_FAR = 2**30  # more rolls than any game has


class Chances:
    """The chances in a turn that is played by a policy: P columns, each with a policy of its own.

    Probabilities are whole numbers: `scale` stands for 1. All columns play `policy` at first. To
    change the policy of a column, change the column of `share`, then call `spread`.

    Parameters
    ----------
    turn : Turn
        The turn.
    policy : Policy
        The player's policy at first, in all columns.
    columns : int, default 1
        P, the number of columns.

    Attributes
    ----------
    unit_of_move : array of Python integers, shape (M,)
        The unit of the level of each move: the number that stands for probability 1 in a state of
        the level. The unit is the least common multiple of the level's numbers of ways, times the
        policy's units of moves and of dice.
    scale : int
        The product of the units of all levels.
    of_decision : array of Python integers, shape (D,)
        The probability of each decision in its state, times the unit.
    share : array of Python integers, shape (M, P)
        The probability that each move is made, once its state is reached, times the unit.
    reach : array of Python integers, shape (2·N, P)
        The probability that each node of `forward` is reached, times `scale`.
    """

    def __init__(self, turn: Turn, policy: Policy, columns: int = 1) -> None:
        self.turn, self.layout = turn, turn.layout
        layout = self.layout
        self.states = turn.board.size
        self.forward = turn.transition_graph.forward
        self.of_decision: Values = np.zeros(len(layout.pair), dtype=object)
        units = [1]  # the unit of each level, after a 1 for states in no level
        for level in layout.levels:
            outcomes = lcm(*(nodes.outcomes for nodes in level.chance_nodes))
            of_move, of_dice = policy.move_units[level.number], policy.dice_units[level.number]
            units.append(outcomes * of_move * of_dice)
            for nodes in level.chance_nodes:
                states, _ = pairs = layout.code.decode(level.moves.keys[nodes.decisions])
                chosen = policy.dice_weights[nodes.choice, states]
                places = turn.decision_of(*pairs)
                one = np.array(of_move * (outcomes // nodes.outcomes), object)
                self.of_decision[places] += chosen * nodes.weights * one
        self.scale = prod(units)
        generation = layout.generation[layout.source]  # (M,)
        self.unit_of_move: Values = np.array(units, object)[generation]
        move_unit = np.array([1, *policy.move_units], object)[generation]
        share = policy.move_weights * (self.of_decision[layout.decision] // move_unit)
        self.share: Values = np.repeat(share[:, np.newaxis], columns, axis=1)
        self.reach: Values = np.zeros((2 * self.states, columns), dtype=object)
        self.reach[self.states - 1] = self.scale
        self.spread(np.ones(self.states, dtype=bool), slice(None))

    def decide(self, move: int, columns: slice) -> None:
        """Make a move in its decision, for certain, in a slice of columns; then call `spread`."""
        decision = self.layout.decision[move]
        self.share[self.layout.decision == decision, columns] = 0
        self.share[move, columns] = self.of_decision[decision]

    def average(self, values: Values, above: NDArray[np.bool_], columns: slice) -> None:
        """Replace the values of marked states by the means of the values that may follow.

        Parameters
        ----------
        values : array of Python integers, shape (2·N, P)
            The value of each node. The values of the ends, and of states without a move, stay.
        above : array of bool, shape (N,)
            The marks of the states to value.
        columns : slice
            The columns to change, of the P columns.
        """
        source = self.layout.source
        generation = self.layout.generation[source]  # (M,), ascending
        cuts = np.flatnonzero(np.diff(generation, append=-1)) + 1
        for low, high in pairwise([0, *cuts.tolist()]):
            moves = low + np.flatnonzero(above[source[low:high]])
            if len(moves):
                self.add_up(values, self.forward.goal[moves], source[moves], moves, columns)

    def spread(self, below: NDArray[np.bool_], columns: slice) -> None:
        """Compute `reach` anew for marked states, and for the ends of a turn in these states.

        Parameters
        ----------
        below : array of bool, shape (N,)
            The marks of the states. For all other states that lead to these, `reach` must be right
            already.
        columns : slice
            The columns to change, of the P columns.
        """
        nodes = np.tile(below, 2)
        for to_level in self.forward.steps:
            moves = to_level[nodes[self.forward.goal[to_level]]]
            taken, given = self.layout.source[moves], self.forward.goal[moves]
            self.add_up(self.reach, taken, given, moves, columns)

    def add_up(
        self, numbers: Values, taken: Rows, given: Rows, moves: Rows, columns: slice
    ) -> None:
        """Replace numbers of nodes by sums over moves, each weighted with its probability.

        Parameters
        ----------
        numbers : array, shape (2·N, P)
            The number of each node. The array is changed in the given columns.
        taken, given : array of int, shape (k,)
            For each move, the node whose number is added, and the node whose sum gets this number.
            Equal nodes of `given` stand together.
        moves : array of int, shape (k,)
            The moves.
        columns : slice
            The columns to change, of the P columns.
        """
        unit = self.unit_of_move[moves][:, np.newaxis]
        parts = numbers[taken, columns] // unit * self.share[moves, columns]
        firsts = np.flatnonzero(np.diff(given, prepend=-1))
        numbers[given[firsts], columns] = np.add.reduceat(parts, firsts, axis=0)

    @property
    def met(self) -> NDArray[np.bool_]:
        """Whether each state is ever reached in the first column, shape (N,)."""
        return np.asarray(self.reach[: self.states, 0] > 0)

    @property
    def endings(self) -> Values:
        """The probability that the turn ends in each state, times `scale`: shape (N, P)."""
        stays, ends = np.split(self.reach.copy(), 2)
        stays[self.layout.source] = 0
        ends += stays
        return ends

    def of(self, moves: NDArray[np.bool_]) -> Fraction:
        """Return the expected number of marked moves, (M,), in a turn of the first column."""
        met = (
            self.reach[self.layout.source[moves], 0]
            // self.unit_of_move[moves]
            * self.share[moves, 0]
        )
        return Fraction(int(met.sum()), self.scale)

    def of_scores(self) -> dict[int, Fraction]:
        """Return the chance of each score, the best first, in the first column.

        A score that no turn ends with has the chance 0.
        """
        ways: Values = np.zeros(len(self.turn.scores), dtype=object)
        np.add.at(ways, self.turn.ranks, self.endings[:, 0])
        chances = [Fraction(number, self.scale) for number in ways.tolist()]
        return dict(zip(self.turn.scores, chances, strict=True))


class Advantages:
    """The gain of a turn from each move, if the move is made in place of a policy's choice.

    A state comes at most once in a turn, and what follows a move does not depend on the past. Let a
    decision be a state S and an action set. Making the move m in this decision raises the value of
    the whole turn by exactly

        probability to reach the decision · (V(S ∖ m) − value of the decision under the policy)

    where V is the value under the policy.

    One backward pass finds these values, and one forward pass these probabilities. A change in S
    changes values only of S and of states that lead to S. The change alters probabilities only of
    states that S leads to.

    Parameters
    ----------
    turn : Turn
        The turn.
    payoffs : array of whole numbers, shape (N, P)
        u(S), in each of P columns.
    policy : Policy
        The player's policy at first, in all columns.

    Attributes
    ----------
    chances : Chances
        The probabilities of the turn.
    unit : int
        The number that stands for 1 in the results of `of`.
    """

    def __init__(self, turn: Turn, payoffs: Values, policy: Policy) -> None:
        self.turn = turn
        self.chances = chances = Chances(turn, policy, payoffs.shape[1])
        # Moves of all levels are compared, so the gains of all moves are in one unit: (M,).
        unit = lcm(*set(chances.unit_of_move.tolist()))
        self._parts: Values = unit // chances.unit_of_move
        self.unit = chances.scale**2 * unit
        # The value of every node, times the scale of chances: (2·N, P).
        self._values: Values = np.tile(payoffs.astype(object) * chances.scale, (2, 1))
        chances.average(self._values, np.ones(len(payoffs), dtype=bool), slice(None))

    @property
    def at_start(self) -> list[Fraction]:
        """The value of the turn under the present policy of each of P columns."""
        values = self._values[self.chances.states - 1].tolist()
        return [Fraction(value, self.chances.scale) for value in values]

    def of(self, moves: Rows) -> Values:
        """Return the gain of the turn from each move, times `unit`, in every column.

        Parameters
        ----------
        moves : array of int, shape (k,), ascending
            All moves of one or more decisions.

        Returns
        -------
        array of Python integers, shape (k, P)
            The gains. The gain of a move that is already made for certain is 0.
        """
        decisions, chances = self.turn.decision[moves], self.chances
        after = self._values[chances.forward.goal[moves]]  # (k, P)
        firsts = np.flatnonzero(np.diff(decisions, prepend=-1))  # (decisions,): the first moves
        now = np.add.reduceat(after * chances.share[moves], firsts, axis=0)  # (decisions, P)
        place = np.repeat(np.arange(len(firsts)), np.diff(firsts, append=len(moves)))  # (k,)
        gained: Values = after * chances.of_decision[decisions][:, np.newaxis] - now[place]
        gained *= chances.reach[self.turn.source[moves]] * self._parts[moves, np.newaxis]
        return gained

    def decide(self, move: int, columns: slice) -> NDArray[np.bool_]:
        """Make a move in a slice of columns from now on; return which states have changed, (N,).

        In these states the advantages of moves may have changed.
        """
        state = int(self.turn.source[move])
        above, below = self.turn.leading_to(state), self.turn.reachable(state)
        self.chances.decide(move, columns)
        self.chances.average(self._values, above, columns)
        self.chances.spread(below, columns)
        return above | below


class Length(NamedTuple):
    """The number of rolls that are to come, from a moment of a game to the end of the game.

    Attributes
    ----------
    least, most : int
        The least and the largest number of rolls.
    mean : Fraction
        The expected number of rolls.
    chances : dict or None
        `{number of rolls: probability}`, without probabilities of 0; None if not computed.
    """

    least: int = 0
    most: int = 0
    mean: Fraction = Fraction(0)
    chances: dict[int, Fraction] | None = None


NO_ROLLS = Length(chances={0: Fraction(1)})


def lengths(
    turn: Turn,
    columns: int,
    chosen: Callable[[range], Chosen],
    after: Sequence[Length] = (),
    *,
    counted: bool,
) -> list[Length]:
    """Return the number of rolls to come at the start of a turn, for each of many policies.

    Parameters
    ----------
    turn : Turn
        The turn.
    columns : int
        The number of policies.
    chosen : callable
        A function from a range of the numbers of policies to their `Chosen`.
    after : sequence of Length, optional
        The rolls after the turn, by the rank of its score. Empty: no roll follows the turn.
    counted : bool
        Whether the probability of each number is computed, which takes longer.

    Returns
    -------
    list of Length
        A `Length` for each policy.
    """
    after = after or [NO_ROLLS] * len(turn.scores)
    wide = 4 * turn.columns_at_once(None, 3)
    blocks = [range(columns)[start : start + wide] for start in range(0, columns, wide)]
    found: list[Length] = []
    for block in tracked(blocks, len):
        played = _Played(turn, chosen(block))
        found += played.counted(after) if counted else played.averaged(after)
    return found


class _RollsBackup(Backup):
    """The backup of one of the module's equations, for the choices in each of P columns.

    Parameters
    ----------
    chosen : Chosen
        The moves and dice that may be chosen.
    counts : list of _Counts
        The sums of the weights of moves and dice, for each level.
    combine : numpy.ufunc
        The operation that combines two numbers: the minimum, the maximum, or the sum.
    never : int
        The number of a choice that is not made: combining with this number changes nothing.
    once_more : callable
        A function from the numbers after a roll to the numbers before the roll.
    divide : callable, optional
        A function that divides sums by a number, to make means. Without it nothing is weighted.
    """

    def __init__(
        self,
        chosen: Chosen,
        counts: list[_Counts],
        *,
        combine: np.ufunc,
        never: int,
        once_more: Callable[[Values], Values],
        divide: Callable[[Values, int], Values] | None = None,
    ) -> None:
        super().__init__()
        self.chosen, self.counts, self.combine, self.never = chosen, counts, combine, never
        self.once_more, self.divide = once_more, divide

    def over_moves(self, level: Level, values: Values) -> Values:
        after, chosen = level.after(values), self.chosen.moves
        if not self.divide:
            return level.moves.fold(
                self.combine, lambda moves: np.where(chosen[moves] > 0, after(moves), self.never)
            )
        found = level.moves.fold(self.combine, lambda moves: after(moves) * chosen[moves])
        return self._divided(found, self.counts[level.number].moves)

    def over_rolls(self, nodes: ChanceNodes, of_decisions: Values) -> Values:
        if self.divide:
            found = self.divide(nodes.weighted_sum(of_decisions), nodes.outcomes)
        else:
            found = nodes.by_state.fold(
                self.combine, lambda places: of_decisions.take(nodes.decisions[places], axis=0)
            )
        return self.once_more(found)

    def over_dice(self, level: Level, of_dice: Values) -> Values:
        weights = self.chosen.dice[level.rolled]  # (entries of `level.rolled`, P)
        if not self.divide:
            return level.over_choices(self.combine, np.where(weights > 0, of_dice, self.never))
        found = level.over_choices(self.combine, of_dice * weights)
        return self._divided(found, self.counts[level.number].dice)

    def _divided(self, sums: Values, counts: Values) -> Values:
        """Return the means of weighted sums (k, P), given the sums of their weights (k, P)."""
        assert self.divide
        for count in sorted(_distinct(counts) - {1}):
            several = counts == count
            sums[several] = self.divide(sums[several], count)
        return sums


class _Counts(NamedTuple):
    """The sums of the weights of a level, the divisors of weighted sums over moves or dice.

    If several moves are equally likely, their sum of weights is the number of these moves.

    Attributes
    ----------
    moves : array of whole numbers, shape (decisions of the level, P)
        The sum of the weights of the moves of each decision.
    dice : array of whole numbers, shape (states of the level, P)
        The sum of the weights of the choices of dice in each state.
    """

    moves: Values
    dice: Values

    @classmethod
    def of(cls, level: Level, chosen: Chosen) -> _Counts:
        moves = level.moves.fold(np.add, lambda moves: _small_flags(chosen.moves[moves]))
        dice = _small_flags(chosen.dice[:, level.states])  # (K, states of the level, P)
        return cls(moves, dice.sum(axis=0, dtype=dice.dtype))


def _small_flags(weights: Values | NDArray[np.bool_]) -> Values:
    """Return flags as numbers of 32 bits, which hold any number of moves; weights unchanged."""
    return weights.astype(np.int32) if weights.dtype == np.bool_ else weights


def _distinct(counts: Values) -> set[int]:
    """Return the numbers of an array that are not 0, each once."""
    if counts.dtype == np.int32:
        return {*np.flatnonzero(np.bincount(counts.ravel())).tolist()} - {0}
    return {*counts.ravel().tolist()} - {0}


class _Played:
    """A turn that is played by P policies: the number of rolls to come, for each policy.

    In the methods `after` is the rolls after the turn: a `Length` for each rank of a score.
    """

    def __init__(self, turn: Turn, chosen: Chosen) -> None:
        self.turn, self.chosen, self.levels = turn, chosen, turn.layout.levels
        self.counts = [_Counts.of(level, chosen) for level in self.levels]
        self._backup = partial(_RollsBackup, chosen, self.counts)

    def averaged(self, after: Sequence[Length]) -> list[Length]:
        """Return the least, the most and the mean, without chances, by three inductions or more."""
        least, most, mean, _ = zip(*after, strict=True)
        backup = partial(self._backup, once_more=partial(np.add, 1))
        shortest = self._at_start(backup(combine=np.minimum, never=_FAR), least, np.int32)
        longest = self._at_start(backup(combine=np.maximum, never=-_FAR), most, np.int32)

        def remainders(modulus: int) -> list[int]:
            def divide(total: Values, by: int) -> Values:
                return np.asarray(total % modulus * pow(by, -1, modulus) % modulus)

            dtype = np.int64 if max(self._divisors) * modulus < 2**63 else object
            means = backup(combine=np.add, never=0, divide=divide)
            ended = numbers % modulus * pow(unit, -1, modulus) % modulus
            return [number % modulus for number in self._at_start(means, ended.tolist(), dtype)]

        numbers, unit = in_whole_numbers(mean)
        whole = self._whole * unit
        averages = by_remainders(remainders, whole, max(longest), 2**63 // max(self._divisors))
        return [*map(Length, shortest, longest, averages)]

    def counted(self, after: Sequence[Length]) -> list[Length]:
        """Return lengths with the chance of each number, by one induction with long numbers.

        Least, most and mean follow from the chances. `after` must have chances.
        """
        chances = [length.chances or {} for length in after]
        _, unit = in_whole_numbers(
            [*chain.from_iterable(of_rolls.values() for of_rolls in chances)]
        )
        whole = self._whole * unit
        bits = whole.bit_length()
        ended = [
            sum(int(p * whole) << bits * rolls for rolls, p in of_rolls.items())
            for of_rolls in chances
        ]
        polynomials = self._backup(
            combine=np.add, never=0, once_more=lambda sums: sums << bits, divide=floordiv
        )
        found = []
        for number in self._at_start(polynomials, ended, object):
            ways = in_digits(number, bits)
            of_rolls = {rolls: Fraction(n, whole) for rolls, n in ways.items()}
            mean = Fraction(sum(rolls * n for rolls, n in ways.items()), whole)
            found.append(Length(min(ways), max(ways), mean, of_rolls))
        return found

    @cached_property
    def _divisors_by_level(self) -> list[list[set[int]]]:
        """The divisors of each level: numbers of ways, of moves and of choices of dice."""
        return [
            [
                {nodes.outcomes for nodes in level.chance_nodes},
                *map(_distinct, counts),
            ]
            for level, counts in zip(self.levels, self.counts, strict=True)
        ]

    @property
    def _divisors(self) -> list[int]:
        return [1, *chain.from_iterable(chain.from_iterable(self._divisors_by_level))]

    @property
    def _whole(self) -> int:
        """The factor that makes every mean whole: the product over levels of common multiples."""
        return prod(lcm(*numbers) for of_level in self._divisors_by_level for numbers in of_level)

    def _at_start(self, backup: _RollsBackup, after: Sequence[int], dtype: type) -> list[int]:
        """Return R(start) in each of P columns; `after` has the number after a turn, by rank."""
        ends = self.turn.transition_graph.dead_ends
        ended: Values = np.array(after, dtype)[self.turn.ranks]
        ended[ends] = backup.once_more(ended[ends])
        values = np.repeat(ended[:, np.newaxis], self.chosen.moves.shape[1], axis=1)  # (N, P)
        return list(self.turn.backward(backup, values)[-1].tolist())

"""One step of backward induction: the values of a level from those of the levels below it.

    W(S, roll) = max over moves m of V(S ∖ m)                  `over_moves`
    Σ_roll P_n(roll) · W(S, roll)                              `over_rolls`
    V(S)       = max over numbers of dice n of that            `over_dice`

`Backup.of_level` says it in three lines. A backup of another kind has another operation in one or
two of the three: the average by a policy, the best that is marked as such, rewards and a discount.

Values are whole numbers: V(S) times a scale that makes all of them whole. An array of values has a
row for each state or decision, and P columns, for payoffs that have nothing to do with each other.
Where payoffs are tuples, the array has a third axis, of their components.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from .layout import ChanceNodes, Level, beside
from .policy import Chosen, Policy


class Backup:
    """Best play: in each column the best move, and the best number of dice.

    Parameters
    ----------
    divide_last : bool, default False
        True: sum, then divide, rounded down. False: divide each part first, exactly; nothing checks
        that no remainder is left. Parts that are divided first keep the sum within 64 bits. Where
        it has room there anyway, or none in either way, it is less work to divide once: 12 tiles by
        digits take a tenth less.
    """

    def __init__(self, *, divide_last: bool = False) -> None:
        self.divide_last = divide_last

    def of_level(self, level: Level, values: Values) -> Values:
        """Return the values of the states of a level.

        Parameters
        ----------
        level : Level
            The level.
        values : array, shape (N, P) or (N, P, components)
            The values of the states of all lower levels; of all others their payoff, for the end of
            the turn there. Both are times the scale.

        Returns
        -------
        array, shape (states of the level, P) or (states of the level, P, components)
            Their values, times the scale, in the order of `level.states`.
        """
        of_decisions = self.over_moves(level, values)  # W(S, roll)
        of_dice = [self.over_rolls(nodes, of_decisions) for nodes in level.chance_nodes]  # Σ P · W
        return self.over_dice(level, np.concatenate(of_dice))  # V(S)

    def over_moves(self, level: Level, values: Values) -> Values:
        """Return W(S, roll): the value of each decision, in the order of `level.moves.keys`.

        The shape goes from (N, …) to (decisions of the level, …).
        """
        return level.moves.fold(maximum(values), level.after(values))

    def over_rolls(self, nodes: ChanceNodes, of_decisions: Values) -> Values:
        """Return the mean value of what a choice of dice leads to, (states of `nodes`, …)."""
        return self.mean(nodes, of_decisions, nodes.outcomes)

    def mean(self, nodes: ChanceNodes, of_decisions: Values, divisor: int) -> Values:
        """Return the sum over all ways in which dice fall, divided: (states of `nodes`, …)."""
        if self.divide_last:
            return nodes.weighted_sum(of_decisions) // divisor
        return nodes.weighted_sum(of_decisions, divisor)

    def over_dice(self, level: Level, of_dice: Values) -> Values:
        """Return V(S) from the means of all choices of dice, in the order of `level.states`.

        The shape goes from (entries of `level.rolled`, …) to (states of the level, …).
        """
        return level.over_choices(maximum(of_dice), of_dice)


class PolicyBackup(Backup):
    """Play by a policy: the mean over what it chooses from, or the best of that.

    Parameters
    ----------
    policy : Policy
        What the player does. Its units must divide the values: `Turn.scale_of` has them as
        factors. With `policy.restricts` a column takes the best of all that has a weight above 0,
        but where the player gives weights.
    divide_last : bool, default False
        As of `Backup`.
    """

    def __init__(self, policy: Policy, *, divide_last: bool = False) -> None:
        super().__init__(divide_last=divide_last)
        self.policy = policy

    def over_moves(self, level: Level, values: Values) -> Values:
        after, policy = level.after(values), self.policy
        weights, unit = policy.move_weights, policy.move_units[level.number]

        def mean() -> Values:
            return level.moves.fold(
                np.add, lambda moves: shares(after(moves), unit, weights[moves])
            )

        def best() -> Values:
            least = values.min(axis=0)  # no payoff is lower, so what has it is never chosen
            return level.moves.fold(
                maximum(values), lambda moves: only(after(moves), weights[moves] > 0, least)
            )

        if not policy.restricts:
            return mean()
        if policy.mixed_moves is None:
            return best()
        mixed = policy.mixed_moves[level.moves.nth[0]]  # (decisions of the level,)
        return np.where(beside(mixed, values), mean(), best())

    def over_dice(self, level: Level, of_dice: Values) -> Values:
        policy = self.policy
        weights, unit = policy.dice_weights[level.rolled], policy.dice_units[level.number]

        def mean() -> Values:
            return level.over_choices(np.add, shares(of_dice, unit, weights))

        def best() -> Values:
            allowed = only(of_dice.copy(), weights > 0, of_dice.min(axis=0))
            return super(PolicyBackup, self).over_dice(level, allowed)

        if not policy.restricts:
            return mean()
        if policy.mixed_dice is None:
            return best()
        mixed = policy.mixed_dice[level.states]  # (states of the level,)
        return np.where(beside(mixed, of_dice), mean(), best())


class PoliciesBackup(Backup):
    """Many policies beside each other, each of which leaves some moves, and all dice, to chance.

    Values have a column for each payoff, and a third axis for the policies. Means are rounded down.

    Parameters
    ----------
    chosen : array of bool, shape (M, policies)
        Which moves each policy chooses from.
    moves : array of int, shape (M, policies)
        From how many each chooses, in the decision of each move.
    dice : array of int, shape (N,)
        How many choices of dice there are in each state.
    """

    def __init__(self, chosen: NDArray[np.bool_], moves: Rows, dice: Rows) -> None:
        super().__init__(divide_last=True)
        self.chosen, self.moves, self.dice = chosen, moves, dice

    def over_moves(self, level: Level, values: Values) -> Values:
        after = level.after(values)
        sums = level.moves.fold(
            np.add, lambda moves: after(moves) * self.chosen[moves][:, np.newaxis]
        )
        return sums // self.moves[level.moves.nth[0]][:, np.newaxis]

    def over_dice(self, level: Level, of_dice: Values) -> Values:
        sums = level.over_choices(np.add, of_dice)
        return sums // self.dice[level.states][:, np.newaxis, np.newaxis]


class SequencesBackup(Backup):
    """How many sequences of rolls and moves there are: sums in the place of maxima and means.

    After each roll a number is shifted by some bits, so that each number of moves has its digit.
    """

    def __init__(self, bits: int) -> None:
        super().__init__()
        self.bits = bits

    def over_moves(self, level: Level, values: Values) -> Values:
        return level.moves.fold(np.add, level.after(values))

    def over_rolls(self, nodes: ChanceNodes, of_decisions: Values) -> Values:
        return nodes.weighted_sum(of_decisions) << self.bits


class RewardingBackup(Backup):
    """Another way to play: moves are rewarded, and what comes after a roll counts g times.

        W(S, roll) = max over moves m of (reward + V(S ∖ m)), or u(S) where no move is allowed
        V(S)       = max over numbers of dice n of Σ_roll P_n(roll) · g · W(S, roll)

    Parameters
    ----------
    backup : Backup
        The way to play: it says how moves, and how dice, are combined.
    discount : Fraction
        g. Its denominator must divide every mean: `Turn.scale_of` has it as a factor.
    reward : array of whole numbers, shape (P,) or (P, components)
        What a move adds in each column, times the scale.
    rewarded : array of bool, shape (M,)
        Which moves are rewarded: of a decision all or none.
    """

    def __init__(
        self, backup: Backup, discount: Fraction, reward: Values, rewarded: NDArray[np.bool_]
    ) -> None:
        super().__init__(divide_last=backup.divide_last)
        self.backup, self.discount = backup, discount
        self.reward, self.rewarded = reward, rewarded

    def over_moves(self, level: Level, values: Values) -> Values:
        of_decisions = self.backup.over_moves(level, values)
        of_decisions[self.rewarded[level.moves.nth[0]]] += self.reward
        return of_decisions

    def over_rolls(self, nodes: ChanceNodes, of_decisions: Values) -> Values:
        g = self.discount
        return self.mean(nodes, of_decisions, nodes.outcomes * g.denominator) * g.numerator

    def over_dice(self, level: Level, of_dice: Values) -> Values:
        return self.backup.over_dice(level, of_dice)


class MarkingBackup(Backup):
    """Best play that marks, in each column, every move and every choice of dice that is best.

    Parameters
    ----------
    marks : Chosen
        It is written over, level by level. Dice in a state that is in no level stay as they are.
    divide_last : bool, default False
        As of `Backup`.
    """

    def __init__(self, marks: Chosen, *, divide_last: bool = False) -> None:
        super().__init__(divide_last=divide_last)
        self.marks = marks

    def over_moves(self, level: Level, values: Values) -> Values:
        best, after = super().over_moves(level, values), level.after(values)
        for moves in level.moves.nth:
            self.marks.moves[moves] = equal(after(moves), best)
        return best

    def over_dice(self, level: Level, of_dice: Values) -> Values:
        best, (choice, state) = super().over_dice(level, of_dice), level.rolled
        for places in level.dice.nth:
            self.marks.dice[choice[places], state[places]] = equal(of_dice[places], best)
        return best


def shares(values: Values, unit: int, weights: Values) -> Values:
    """Return values, (k, …), times weights, (k,): parts of a unit, which divides every value."""
    if unit > 1:
        values = values // unit
    return values * beside(weights, values)


def only(values: Values, kept: NDArray[np.bool_], least: Values) -> Values:
    """Write the least value over all rows that are not kept, and return the same array.

    Values have the shape (k, P) or (k, P, components). `kept` has a flag for each row, (k,), and
    `least` has the shape of a row.
    """
    values[~kept] = least
    return values


def equal(values: Values, best: Values) -> NDArray[np.bool_]:
    """Tell where values, (k, P, …), equal the first k of the best in all components: (k, P)."""
    same = values == best[: len(values)]
    return np.asarray(same.reshape(*same.shape[:2], -1).all(axis=-1))


def maximum(values: Values) -> Callable[..., object]:
    """Return the operation that takes the larger of two arrays like `values`, with `out=`.

    It compares numbers, (k, P), or tuples, (k, P, components): a larger tuple is taken whole.
    """
    return np.maximum if values.ndim < 3 or values.shape[2] == 1 else _lexicographic_maximum


def _lexicographic_maximum(one: Values, other: Values, out: Values) -> None:
    """Write the larger tuples of two arrays, (k, P, components), into `out`.

    `out` must hold `one` already: only the tuples of `other` that are larger are copied.
    """
    larger = other[..., -1] > one[..., -1]
    for place in reversed(range(one.shape[-1] - 1)):
        mine, others = one[..., place], other[..., place]
        larger &= others == mine
        larger |= others > mine
    np.copyto(out, other, where=larger[..., np.newaxis])

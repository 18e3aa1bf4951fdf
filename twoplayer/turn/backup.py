"""One step of backward induction: the values of a level from the values of lower levels.

    W(S, roll) = max over moves m of V(S ∖ m)                  `over_moves`
    Σ_roll P_n(roll) · W(S, roll)                              `over_rolls`
    V(S)       = max over numbers of dice n of these sums      `over_dice`

`Backup.of_level` computes the three lines. A backup of another kind has another operation in one or
two of the lines. Such a backup may take the mean by a policy, mark the best, or add rewards and a
discount.

Values are whole numbers: V(S) times a scale that makes all values whole. An array of values has a
row for each state or decision, and P columns for P independent payoffs. Where payoffs are tuples,
the array has a third axis for the components of the tuples.
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
        True: sum, then divide, rounded down. False: divide each part first, exactly; no code checks
        that the remainder is 0. Parts that are divided first keep the sum within 64 bits. Where the
        sum fits into 64 bits anyway, or not in either way, dividing once is less work. Then 12
        tiles by digits take a tenth less time.
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
            V(S) of the states of all lower levels, and u(S), the payoff for ending the turn, of all
            other states. Both are times the scale.

        Returns
        -------
        array, shape (states of the level, P) or (states of the level, P, components)
            V(S) times the scale, in the order of `level.states`.
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
        """Return the mean of W(S, roll) over the rolls of a choice: (states of `nodes`, …)."""
        return self.mean(nodes, of_decisions, nodes.outcomes)

    def mean(self, nodes: ChanceNodes, of_decisions: Values, divisor: int) -> Values:
        """Return the sum over the ways in which dice fall, divided: (states of `nodes`, …)."""
        if self.divide_last:
            return nodes.weighted_sum(of_decisions) // divisor
        return nodes.weighted_sum(of_decisions, divisor)

    def over_dice(self, level: Level, of_dice: Values) -> Values:
        """Return V(S) from the means of all choices of dice, in the order of `level.states`.

        The shape goes from (entries of `level.rolled`, …) to (states of the level, …).
        """
        return level.over_choices(maximum(of_dice), of_dice)


class PolicyBackup(Backup):
    """Play by a policy: the mean over the choices that the policy allows, or the best of them.

    Parameters
    ----------
    policy : Policy
        The player's policy. The units of the policy must divide the values: `Turn.scale_of` has
        these units as factors. With `policy.restricts` a column takes the best of all choices that
        have a weight above 0, except where the player gives weights.
    divide_last : bool, default False
        As in `Backup`.
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
            least = values.min(axis=0)  # no value is lower, so this value changes no maximum
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
    """Many policies at once; each policy chooses among some moves, and all dice, by chance.

    Values have a column for each payoff, and a third axis for the policies. Means are rounded down.

    Parameters
    ----------
    chosen : array of bool, shape (M, policies)
        Whether each policy may choose each move.
    moves : array of int, shape (M, policies)
        The number of moves that each policy may choose in the decision of each move.
    dice : array of int, shape (N,)
        The number of choices of dice in each state.
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
    """The number of sequences of rolls and moves: sums in place of maxima and means.

    At each roll the counts are shifted by `bits`. So the sequences of each number of moves are
    counted in a digit of their own.
    """

    def __init__(self, bits: int) -> None:
        super().__init__()
        self.bits = bits

    def over_moves(self, level: Level, values: Values) -> Values:
        return level.moves.fold(np.add, level.after(values))

    def over_rolls(self, nodes: ChanceNodes, of_decisions: Values) -> Values:
        return nodes.weighted_sum(of_decisions) << self.bits


class RewardingBackup(Backup):
    """Another backup with a reward for moves, and with g as the factor of all that follows a roll.

        W(S, roll) = max over moves m of (reward + V(S ∖ m)), or u(S) where no move is allowed
        V(S)       = max over numbers of dice n of Σ_roll P_n(roll) · g · W(S, roll)

    Parameters
    ----------
    backup : Backup
        The backup that combines moves, and choices of dice.
    discount : Fraction
        g. The denominator of g must divide every mean: `Turn.scale_of` has it as a factor.
    reward : array of whole numbers, shape (P,) or (P, components)
        The reward of a move in each column, times the scale.
    rewarded : array of bool, shape (M,)
        Whether each move is rewarded: in a decision all moves are, or none.
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
    """Best play that marks, in each column, every best move and every best choice of dice.

    Parameters
    ----------
    marks : Chosen
        The marks, which are written over, level by level. Marks of dice in a state without a move
        stay unchanged.
    divide_last : bool, default False
        As in `Backup`.
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
    """Return values (k, …) times weights (k,) over a unit, which must divide every value."""
    if unit > 1:
        values = values // unit
    return values * beside(weights, values)


def only(values: Values, kept: NDArray[np.bool_], least: Values) -> Values:
    """Replace all rows that are not kept by the least values, and return the same array.

    `values` has the shape (k, P) or (k, P, components). `kept` has a flag for each row, (k,), and
    `least` has the shape of a row.
    """
    values[~kept] = least
    return values


def equal(values: Values, best: Values) -> NDArray[np.bool_]:
    """Tell where values (k, P, …) equal the first k rows of `best` in all components: (k, P)."""
    same = values == best[: len(values)]
    return np.asarray(same.reshape(*same.shape[:2], -1).all(axis=-1))


def maximum(values: Values) -> Callable[..., object]:
    """Return the operation for the larger entries of two arrays like `values`, with `out=`.

    The operation compares numbers, (k, P), or tuples, (k, P, components). Tuples are compared
    lexicographically, and the larger tuple is taken whole.
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

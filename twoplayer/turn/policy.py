"""Policies: the probability of every choice that a player makes in a turn.

A policy may give weights to the moves of a decision, or to choices of dice: there the policy is a
mixed strategy. Elsewhere a policy may leave several choices open. Chance decides among open
choices, with equal probability. A policy that only restricts takes the best open choice, for each
payoff.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values
from .layout import Layout


class Policy(NamedTuple):
    """A player's policy in a turn.

    Probabilities are whole numbers, in parts of a unit. Every level has units of its own. The
    values of a turn are multiplied by each unit once, so their product stays as small as possible.

    Attributes
    ----------
    move_weights : array of int, shape (M,)
        The probability of each move in its decision, times the unit of moves of its level.
    dice_weights : array of int, shape (K, N)
        The probability of each choice of dice in each state, times the unit of dice of its level.
    move_units : tuple of int
        The unit of moves of each of the L levels.
    dice_units : tuple of int
        The unit of dice of each of the L levels.
    mixed_moves : array of bool, shape (M,), optional
        The moves of the decisions in which the player gives weights. None: no such decision.
    mixed_dice : array of bool, shape (N,), optional
        The states in which the player gives weights to choices of dice. None: no such state.
    restricts : bool, default False
        Whether the policy only restricts the choices. Then the best open choice is taken for each
        payoff, and chance does not decide. Weights that the player gives stay.
    """

    move_weights: Values
    dice_weights: Values
    move_units: tuple[int, ...]
    dice_units: tuple[int, ...]
    mixed_moves: NDArray[np.bool_] | None = None
    mixed_dice: NDArray[np.bool_] | None = None
    restricts: bool = False

    def __repr__(self) -> str:
        chosen, every = np.count_nonzero(self.move_weights), len(self.move_weights)
        return f"Policy({chosen} of {every} moves)"

    @classmethod
    def of(
        cls,
        layout: Layout,
        moves: Values | NDArray[np.bool_],
        dice: Values | NDArray[np.bool_],
        mixed_moves: NDArray[np.bool_] | None = None,
        mixed_dice: NDArray[np.bool_] | None = None,
    ) -> Policy:
        """Return the policy that chooses each move, and each choice of dice, by its weight.

        Parameters
        ----------
        layout : Layout
            The turn.
        moves : array of bool or of whole numbers, shape (M,)
            The weight of each move, 0 or more. In each decision at least one weight is above 0.
            Flags are the weights 0 and 1.
        dice : array of bool or of whole numbers, shape (K, N)
            The weight of each choice of dice, 0 or more. In each state where dice may be rolled, at
            least one weight is above 0.
        mixed_moves : array of bool, shape (M,), optional
            The moves of the decisions in which the weights are the player's own.
        mixed_dice : array of bool, shape (N,), optional
            The states in which weights of choices of dice are the player's own.

        Returns
        -------
        Policy
            The policy. Its units are the least that make all probabilities of their level whole, if
            the weights of every decision have no common factor.
        """
        generation = layout.generation
        firsts = np.flatnonzero(np.diff(layout.decision, prepend=-1))  # (D,): the first moves
        in_decision = np.add.reduceat(_counted(moves), firsts)  # (D,)
        in_state = np.maximum(_counted(dice).sum(axis=0), 1)  # (N,)
        of_decision = generation[layout.code.decode(layout.pair)[0]]
        move_units = _units(in_decision, of_decision, len(layout.levels))
        dice_units = _units(in_state, generation, len(layout.levels))
        unit_of_move = _by_generation(move_units)[generation[layout.source]]  # (M,)
        move_weights = moves * (unit_of_move // in_decision[layout.decision])
        # In a state without a move all dice end the turn: there any weight will do.
        unit_of_state = np.maximum(_by_generation(dice_units)[generation], in_state)  # (N,)
        dice_weights = dice * (unit_of_state // in_state)
        return cls(move_weights, dice_weights, move_units, dice_units, mixed_moves, mixed_dice)

    @property
    def factor(self) -> int:
        """The product of all units: the factor of this policy in the scale of values."""
        return prod(self.move_units) * prod(self.dice_units)

    @property
    def is_mixed(self) -> bool:
        """Whether the player gives weights in any decision or state."""
        return self.mixed_moves is not None or self.mixed_dice is not None

    @property
    def as_restriction(self) -> Policy:
        """The same policy as a restriction: the best open choice is taken for each payoff.

        A choice with a weight above 0 may be chosen. The units stay if the player gives weights;
        otherwise the units are 1.
        """
        ones = (1,) * len(self.move_units)
        return self._replace(
            move_units=ones if self.mixed_moves is None else self.move_units,
            dice_units=ones if self.mixed_dice is None else self.dice_units,
            restricts=True,
        )


class Chosen(NamedTuple):
    """The choices of P policies, by weights, in a column for each policy.

    Attributes
    ----------
    moves : array of bool or of whole numbers, shape (M, P)
        The weight of each move in its decision; 0 for a move that may not be chosen. Flags are the
        weights 0 and 1.
    dice : array of bool or of whole numbers, shape (K, N, P)
        The weight of each choice of dice.
    """

    moves: Values | NDArray[np.bool_]
    dice: Values | NDArray[np.bool_]

    @classmethod
    def by(cls, policies: Iterable[Policy]) -> Chosen:
        """Return the choices of several policies, a column for each policy."""
        several = list(policies)
        moves = [_weights(policy.move_weights, policy.mixed_moves) for policy in several]
        dice = [_weights(policy.dice_weights, policy.mixed_dice) for policy in several]
        return cls(np.stack(moves, axis=-1), np.stack(dice, axis=-1))


def _weights(weights: Values, mixed: NDArray[np.bool_] | None) -> Values | NDArray[np.bool_]:
    """Return flags where a policy leaves choices open, and weights where the player gives them."""
    if mixed is None:
        return np.asarray(weights > 0)
    return np.where(mixed, weights, (weights > 0).astype(np.int64))


def _counted(weights: Values | NDArray[np.bool_]) -> Values:
    """Return weights as numbers that add up without overflow: flags become 64-bit numbers."""
    return weights.astype(np.int64) if weights.dtype == np.bool_ else weights


def _units(counts: Rows, generation: Rows, levels: int) -> tuple[int, ...]:
    """Return the least common multiple of the counts in each of L levels.

    Each count belongs to a decision or a state. `generation` has the generation of the state of
    each count.
    """
    return tuple(lcm(*set(counts[generation == number + 1].tolist())) for number in range(levels))


def _by_generation(units: tuple[int, ...]) -> Values:
    """Return the units of levels by generation, (L + 1,): first a 1, for states in no level."""
    return np.array([1, *units], np.int64 if max(units, default=1) < 2**63 else object)

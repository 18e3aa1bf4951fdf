"""Policies: what a player does in every decision, with which probability.

A policy leaves things open: several moves of a decision, or several numbers of dice. Chance decides
among them, each with its weight. Or the policy only restricts what may be chosen, and the best of
that is chosen, for each payoff.
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
    """What a player does in a turn.

    Probabilities are whole numbers, in parts of a unit. Every level has units of its own: the
    values of a turn are multiplied with each once, and their product stays as small as it can.

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
    restricts : bool, default False
        It only restricts what may be chosen. What it leaves open is decided as is best for each
        payoff, and not by chance.
    """

    move_weights: Values
    dice_weights: Values
    move_units: tuple[int, ...]
    dice_units: tuple[int, ...]
    restricts: bool = False

    def __repr__(self) -> str:
        chosen, every = np.count_nonzero(self.move_weights), len(self.move_weights)
        return f"Policy({chosen} of {every} moves)"

    @classmethod
    def of(cls, layout: Layout, moves: NDArray[np.bool_], dice: NDArray[np.bool_]) -> Policy:
        """Return the policy that chooses among some moves and dice, each with the same chance.

        Parameters
        ----------
        layout : Layout
            The turn.
        moves : array of bool, shape (M,)
            Which moves are chosen from, one or more in each decision.
        dice : array of bool, shape (K, N)
            Which choices of dice are chosen from, one or more wherever dice may be rolled.

        Returns
        -------
        Policy
            Its units are the least that make all weights of their level whole.
        """
        generation = layout.generation
        in_decision = np.bincount(layout.decision[moves])  # (D,)
        in_state = np.maximum(dice.sum(axis=0), 1)  # (N,)
        of_decision = generation[layout.code.decode(layout.pair)[0]]
        move_units = _units(in_decision, of_decision, len(layout.levels))
        dice_units = _units(in_state, generation, len(layout.levels))
        unit_of_move = _by_generation(move_units)[generation[layout.source]]  # (M,)
        move_weights = np.where(moves, unit_of_move // in_decision[layout.decision], 0)
        # In a state that is in no level all dice end the turn: there any weight will do.
        unit_of_state = np.maximum(_by_generation(dice_units)[generation], in_state)  # (N,)
        dice_weights = np.where(dice, unit_of_state // in_state, 0)
        return cls(move_weights, dice_weights, move_units, dice_units)

    @property
    def factor(self) -> int:
        """The product of all units: what this policy multiplies the scale of values by."""
        return prod(self.move_units) * prod(self.dice_units)

    @property
    def as_restriction(self) -> Policy:
        """The same policy, where what is left open is decided as is best for each payoff.

        Its units are 1, and its weights say only what may be chosen: that which is above 0.
        """
        ones = (1,) * len(self.move_units)
        return self._replace(move_units=ones, dice_units=ones, restricts=True)


class Chosen(NamedTuple):
    """What may be chosen in each of P columns: several policies, without weights.

    Attributes
    ----------
    moves : array of bool, shape (M, P)
        Which moves may be chosen.
    dice : array of bool, shape (K, N, P)
        Which choices of dice may be made.
    """

    moves: NDArray[np.bool_]
    dice: NDArray[np.bool_]

    @classmethod
    def by(cls, policies: Iterable[Policy]) -> Chosen:
        """Return what policies choose from, a column for each."""
        one = [(policy.move_weights > 0, policy.dice_weights > 0) for policy in policies]
        moves, dice = zip(*one, strict=True)
        return cls(np.stack(moves, axis=-1), np.stack(dice, axis=-1))


def _units(counts: Rows, generation: Rows, levels: int) -> tuple[int, ...]:
    """Return the least common multiple, in each of L levels, of the counts that are there.

    A count belongs to a decision or a state. `generation`, of the same shape, is that state's.
    """
    return tuple(lcm(*set(counts[generation == number + 1].tolist())) for number in range(levels))


def _by_generation(units: tuple[int, ...]) -> Values:
    """Return the units of levels by generation, (L + 1,): first a 1, for what is in no level."""
    return np.array([1, *units], np.int64 if max(units, default=1) < 2**63 else object)

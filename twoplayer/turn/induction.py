r"""Backward induction over the DAG of a turn: many payoffs at once, exact.

For a state S and a payoff u for ending the turn there, the value is

    V(S)       = max over allowed numbers of dice n of Σ_roll P_n(roll) · W(S, roll)
    W(S, roll) = max over allowed moves m ⊆ S of V(S ∖ m), or u(S) where no move is allowed

and V(S) = u(S) where no roll has a move. In a game of another kind, a choice of dice stands in
place of n, and the next state in place of S ∖ m. `formula` computes the same in `Fraction`s, for
one payoff. Here `Turn.evaluate` takes a column for each payoff, and goes through the levels of the
layout, the lowest first; `backup` has the equation.

**Scale.** Values are whole numbers. Let den(S) be 1 where no roll has a move. Otherwise let

    den(S) = lcm over choices of dice of (number of ways in which the dice fall
                                          · lcm of den(S′) over all S′ that a move leads to)

where a choice of dice without a move in S counts as 1. Then V(S)·den(S) is whole for whole u. The
scale is the least common multiple of all den(S), so V(S)·scale is whole as well. In the classic
game the scale is 36^8: in a turn at most 8 rolls have a move, and each may fall in 36 ways.

**Size.** A mean is no larger than the largest of its values, so |V(S)·scale| ≤ max|u|·scale. If
this bound is below 2^63, values are kept in 64 bits, which is 3 to 25 times as fast. Otherwise
values are Python integers. Values never overflow, and are never rounded. A sum over the ways in
which the dice fall may be larger than its mean, by a factor of the number of ways. Where 64 bits
have room for values, but not for sums, the parts of a sum are divided before they are added. Where
bounds of a value are enough, `at_start` rounds means down, so that numbers do not get longer.

**Beyond numbers.** Payoffs may be tuples, compared lexicographically; their components lie along a
third axis. With a policy, each max becomes a mean over the choices that the policy allows, or a max
over these choices alone. The units of the policy's probabilities are factors of the scale, once for
each level. With a reward for every move, the bound of |V(S)·scale| grows by the reward for each
level. With a discount g, all that follows a roll counts g times: the reward of the move, and the
end of the turn as well. The denominator of g is a factor of the scale for each level, and once more
for a last roll that has no move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from math import lcm, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact import Rows, Values, in_digits
from ..work import tracked
from .backup import (
    Backup,
    MarkingBackup,
    PoliciesBackup,
    PolicyBackup,
    RewardingBackup,
    SequencesBackup,
)
from .layout import Decisions, ForwardPass, Layout, Level
from .policy import Chosen, Policy
from .states import States

NO_DISCOUNT = Fraction(1)
NO_STEP = Fraction(0)

MOST_SOLVED_TOGETHER = 2**21  # decisions times payoffs, in a block
"""Larger blocks are no faster. Without blocks 12 tiles by digits take 680 MB in place of 110 MB."""
MOST_BLOCKS_MADE = 8  # payoffs are made for so many blocks together, which is quicker
_LONG_IN_BITS = 2**10  # with numbers of k times so many bits, a block has 1/(1 + k) of the columns


class TransitionGraph:
    """The transitions of a turn, which turns share if they differ only in scoring.

    A `TransitionGraph` is no networkx graph. A `TransitionGraph` holds the states and the layout,
    which has every move as arrays. Results that need only these are kept here, such as the scale.
    `formula.turn_graph` and `Board.graph` build networkx graphs.

    Parameters
    ----------
    states : States
        The states of the turn. Every table is made when it is first needed.

    Attributes
    ----------
    sign, clacks, scores_by
        As in `States`; available without the size check.
    """

    def __init__(self, states: States) -> None:
        self._states = states
        self.sign: int = states.sign
        self.clacks: int = states.clacks
        self.scores_by: Callable[[str], tuple[int, ...]] = states.scores_by

    @cached_property
    def board(self) -> States:
        """The states, after the check that their tables are not too large.

        Raises
        ------
        GameTooLargeError
            If the tables are too large. Everything that needs the layout raises this error.
        """
        self._states.check_size()
        return self._states

    @cached_property
    def layout(self) -> Layout:
        return Layout.of(self.board.transitions, self.board.choices)

    @cached_property
    def scale(self) -> int:
        """The least common multiple of all den(S): this factor makes all values whole."""
        return lcm(*set(self.layout.scales().tolist()))

    @cached_property
    def first_moves(self) -> Rows:
        """The first move of each decision, shape (D,)."""
        return np.flatnonzero(np.diff(self.layout.decision, prepend=-1))

    @cached_property
    def decisions(self) -> Decisions:
        """The state and the action set of every decision."""
        return Decisions.of(self.layout)

    @cached_property
    def forward(self) -> ForwardPass:
        """The forward pass from the start, by the generation of each move's goal."""
        return ForwardPass.through(self.layout)

    def reachable(self, state: int) -> NDArray[np.bool_]:
        """Return which states can be reached from a state, itself among them: (N,)."""
        goal, source = self.forward.goal, self.layout.source
        reached: NDArray[np.bool_] = np.arange(2 * self.board.size) == state  # by node
        for moves in self.forward.steps:
            reached[goal[moves[reached[source[moves]]]]] = True
        return reached[: self.board.size]

    def leading_to(self, state: int) -> NDArray[np.bool_]:
        """Return from which states a state can be reached, itself among them: (N,)."""
        goal, source = self.forward.goal, self.layout.source
        leads: NDArray[np.bool_] = np.arange(2 * self.board.size) == state  # by node
        for moves in reversed(self.forward.steps):
            leads[source[moves[leads[goal[moves]]]]] = True
        return leads[: self.board.size]

    @cached_property
    def dead_ends(self) -> Rows:
        """The numbers of the states where dice are rolled, but no roll has a move: ascending.

        These states are in no level. Their value is their payoff, times g with a discount g.
        """
        rolled = np.zeros(self.board.size, bool)
        for choice in self.board.choices:
            rolled |= choice.states
        rolled[self.layout.source] = False
        return np.flatnonzero(rolled)

    @property
    def most_rolls(self) -> int:
        """The most rolls in a turn that have a move: L, since each move leads to a lower level.

        After these rolls one more roll without a move may come.
        """
        return len(self.layout.levels)

    @cached_property
    def most_outcomes(self) -> int:
        """The most ways in which any dice fall."""
        return max((choice.outcomes for choice in self.board.choices), default=1)

    @cached_property
    def may_end(self) -> NDArray[np.bool_]:
        """Whether a turn from the start may end in each state, shape (N,)."""
        layout, size = self.layout, self.board.size
        can_end = np.ones(size, dtype=bool)
        can_end[layout.source] = False
        for level in layout.levels:
            for nodes in level.chance_nodes:
                state, action_set = layout.code.decode(level.moves.keys[nodes.decisions])
                can_end[state[action_set == layout.code.turn_ends]] = True
        return np.asarray(can_end & self.reachable(size - 1))


class Turn:
    """A turn by given rules, with its scoring; this is the class that outer packages use.

    States have numbers from 0 to N − 1, decisions from 0 to D − 1, moves from 0 to M − 1. There are
    K choices of dice. The module `layout` defines these terms. Arrays that a turn returns are read,
    and never written to. Outside of `turn` a test refuses the attribute `layout`. In the packages
    above `game` the test also refuses `transition_graph`. There the methods and the other
    attributes are used.

    Parameters
    ----------
    transition_graph : TransitionGraph
        The states and moves of the turn, with all that is computed from them.
    scoring : str
        The name of the scoring.

    Attributes
    ----------
    sign : int
        1 if the lowest score is the best, −1 if the highest score is the best.
    clacks : int
        The number of scores that are clacks: the best scores are clacks.
    """

    def __init__(self, transition_graph: TransitionGraph, scoring: str) -> None:
        self.transition_graph: TransitionGraph = transition_graph
        self.scoring: str = scoring
        self.sign: int = transition_graph.sign
        self.clacks: int = transition_graph.clacks

    @property
    def board(self) -> States:
        return self.transition_graph.board

    @property
    def layout(self) -> Layout:
        return self.transition_graph.layout

    @property
    def scale(self) -> int:
        return self.transition_graph.scale

    @property
    def most_rolls(self) -> int:
        """The most rolls in a turn that have a move; one more roll without a move may follow."""
        return self.transition_graph.most_rolls

    @property
    def most_outcomes(self) -> int:
        """The most ways in which any dice fall."""
        return self.transition_graph.most_outcomes

    @property
    def source(self) -> Rows:
        """The state in which each move is made, shape (M,). Moves of a decision stand together."""
        return self.layout.source

    @property
    def successor(self) -> Rows:
        """The state that each move leads to, shape (M,): the move's source if the turn ends."""
        return self.layout.successor

    @property
    def decision(self) -> Rows:
        """The decision that each move belongs to, shape (M,), ascending."""
        return self.layout.decision

    @property
    def decisions(self) -> Decisions:
        """The state and the action set of every decision."""
        return self.transition_graph.decisions

    @property
    def first_moves(self) -> Rows:
        """The first move of each decision, shape (D,)."""
        return self.transition_graph.first_moves

    @property
    def action_sets(self) -> Sequence[Any]:
        """The action sets, each once, in the order of their numbers.

        With tiles an action set is a set of moves; in a game of another kind it is a roll.
        """
        return self.layout.action_sets

    @property
    def generation(self) -> Rows:
        """The length of the longest chain of moves from each state, shape (N,)."""
        return self.layout.generation

    @property
    def generations(self) -> list[Rows]:
        """The states of each generation, 0 first; `step` returns values in this order of states."""
        return [np.flatnonzero(self.generation == 0), *(lv.states for lv in self.layout.levels)]

    def reachable(self, state: int) -> NDArray[np.bool_]:
        """Return which states can be reached from a state, itself among them: (N,)."""
        return self.transition_graph.reachable(state)

    def leading_to(self, state: int) -> NDArray[np.bool_]:
        """Return from which states a state can be reached, itself among them: (N,)."""
        return self.transition_graph.leading_to(state)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The scores, the best first, including scores of states that no turn reaches."""
        return self.transition_graph.scores_by(self.scoring)

    @cached_property
    def ranks(self) -> Rows:
        """The place in `scores` of each state's score, shape (N,).

        The place is −1 for a state without a score: in a game of another kind, a state in which no
        turn ends. With tiles every state has a score; `may_end` says where a turn may end.
        """
        ranks: Rows = self.board.ranks_by(self.scoring).astype(np.int64)
        ranks.flags.writeable = False
        return ranks

    @property
    def may_end(self) -> NDArray[np.bool_]:
        """Whether a turn from the start may end in each state, shape (N,)."""
        return self.transition_graph.may_end

    @cached_property
    def attainable(self) -> Rows:
        """The ranks of the attainable scores, with which a turn may end: ascending, each once."""
        return np.flatnonzero(np.bincount(self.ranks[self.may_end]))

    def scale_of(self, policy: Policy | None = None, discount: Fraction = NO_DISCOUNT) -> int:
        """Return the factor of the values that `evaluate` returns."""
        of_policy = policy.factor if policy else 1
        return int(self.scale * of_policy * discount.denominator ** (self.most_rolls + 1))

    def evaluate(
        self,
        payoffs: Values,
        policy: Policy | None = None,
        discount: Fraction = NO_DISCOUNT,
        reward: int = 0,
    ) -> Values:
        """Value a turn for many payoffs at once.

        Parameters
        ----------
        payoffs : array of whole numbers, shape (N, P) or (N, P, components)
            u(S), in each of P columns; or tuples, which are compared lexicographically.
        policy : Policy, optional
            The player's policy. None: optimal play in each column.
        discount : Fraction, default 1
            g, the factor of everything after a roll.
        reward : int, default 0
            The reward of every move, in the unit of the payoffs. For tuples the reward is added to
            the first component.

        Returns
        -------
        array of whole numbers, of the shape of `payoffs`
            V(S) times `scale_of(policy, discount)`.
        """
        wide = self.columns_at_once(policy, prod(payoffs.shape[2:]))
        starts = range(0, payoffs.shape[1], wide)
        how = self._how(payoffs, discount, reward)
        blocks = [self._evaluated(payoffs[:, at : at + wide], policy, **how) for at in starts]
        return np.concatenate(blocks, axis=1)

    def at_start(
        self,
        columns: range,
        payoffs: Callable[[range], Values],
        policy: Policy | None = None,
        components: int = 1,
        *,
        rounded: bool = False,
    ) -> list[Any]:
        """Value the start of a turn for very many payoffs, one block of columns after another.

        Parameters
        ----------
        columns : range
            The numbers of the payoffs.
        payoffs : callable
            A function from columns to u(S), of shape (N, len(columns)) or (N, len(columns),
            components). Every call may return the same array, written over.
        policy : Policy, optional
            The player's policy. None: optimal play.
        components : int, default 1
            The number of components of each payoff.
        rounded : bool, default False
            Whether every mean is rounded down to a whole number, and nothing is scaled. Then each
            result is V or less, by less than `most_rolls`.

        Returns
        -------
        list
            V(start) times `scale_of(policy)` for each column; of a tuple, the list of components.
            If `rounded`, lower bounds of V(start) itself.
        """
        found: list[Any] = []
        wide = self.columns_at_once(policy, components, rounded)
        many = MOST_BLOCKS_MADE * wide
        made = [columns[start : start + many] for start in range(0, len(columns), many)]
        how: dict[str, Any] = {"rounded": rounded, "states": slice(-1, None), "told": True}
        for block_columns in tracked(made, len):
            together = payoffs(block_columns)
            how["largest"] = _largest(together)
            for start in tracked(range(0, len(block_columns), wide)):
                block = together[:, start : start + wide]
                found += self._evaluated(block, policy, **how)[0].tolist()
        return found

    def _evaluated(
        self,
        payoffs: Values,
        policy: Policy | None = None,
        discount: Fraction = NO_DISCOUNT,
        *,
        largest: int,
        reward: int = 0,
        marks: Chosen | None = None,
        rounded: bool = False,
        states: slice = slice(None),
        told: bool = False,
    ) -> Values:
        """Value all columns together, and return the values of the states in a slice.

        Parameters
        ----------
        payoffs : array of whole numbers, shape (N, P) or (N, P, components)
            u(S). The array is not changed.
        policy, discount, reward
            As for `evaluate`.
        largest : int
            An upper bound of the size of V(S). It decides whether values fit into 64 bits.
        marks : Chosen, optional
            The best moves and dice are marked in it. Marks go without a policy.
        rounded : bool, default False
            As for `at_start`.
        states : slice, default all
            The states whose values are returned.
        told : bool, default False
            Whether progress is told, level by level, if numbers are beyond 64 bits.

        Returns
        -------
        array, shape (states, P) or (states, P, components)
            V(S) times `scale_of(policy, discount)`; if `rounded`, V(S) or less.
        """
        scale = 1 if rounded else self.scale_of(policy, discount)
        fits = largest * (self.most_outcomes if rounded else scale) < 2**63
        payoffs = payoffs.astype(np.int64 if fits else object, copy=False)
        packing = None
        if not fits and (policy or payoffs.ndim > 2):
            packing = Packing(
                (largest * scale).bit_length() + 1, bool(policy and not policy.restricts)
            )
        values = (packing.pack(payoffs) if packing else payoffs) * scale
        # One division of a sum takes less time than a division of each part.
        last = rounded or not fits or largest * scale * self.most_outcomes < 2**63
        if marks is not None:
            backup: Backup = MarkingBackup(marks, divide_last=last)
        else:
            backup = PolicyBackup(policy, divide_last=last) if policy else Backup(divide_last=last)
        if discount != NO_DISCOUNT or reward:
            rewards = np.zeros((1, *payoffs.shape[1:]), payoffs.dtype)
            rewards[(..., 0) if payoffs.ndim > 2 else ...] = reward
            paid = (packing.pack(rewards) if packing else rewards)[0] * scale
            covers = self.source != self.successor
            backup = RewardingBackup(backup, discount, paid, covers)
            # Where no roll has a move, the turn ends only after a roll: V(S) = g·u(S).
            ends = self.transition_graph.dead_ends
            values[ends] = values[ends] // discount.denominator * discount.numerator
        values = self.backward(backup, values, told=told and not fits)[states]
        return packing.unpack(values, payoffs.shape[1:]) if packing else values

    def backward(self, backup: Backup, values: Values, *, told: bool = False) -> Values:
        """Value all states, one level after another, the lowest first.

        Parameters
        ----------
        backup : Backup
            The step from the values of lower levels to the values of a level.
        values : array, shape (N, …)
            The payoff for ending the turn in each state. The array is written over.
        told : bool, default False
            Whether progress is told, level by level.

        Returns
        -------
        array, shape (N, …)
            The same array, now with V(S) of every state.
        """
        levels = self.layout.levels
        for level in tracked(levels, _decisions_in) if told else levels:
            values[level.states] = backup.of_level(level, values)
        return values

    def step(self, generation: int, values: Values, columns: Rows | None = None) -> Values:
        """Return the values of the states of one generation: one step of backward induction.

        The step serves games in which another event comes between two rolls of a player.

        Parameters
        ----------
        generation : int
            The generation of the states. In generation 0 no roll has a move, and the rows of
            `values` are returned unchanged.
        values : array of whole numbers, shape (N, C)
            The values of the states of all lower generations, times one common factor. Each number
            is a multiple of `scale` / den(S). Results of `step` are such multiples, and so are
            multiples of `scale`. For a state of this generation, `values` has the payoff after a
            roll without a move, a multiple of `scale`. Then every division is exact. No code checks
            this: with other numbers each part of a mean is rounded down, before parts are added.
        columns : array of int, shape (P,), optional
            The columns to value, of the C columns. None: all.

        Returns
        -------
        array of whole numbers, shape (states of the generation, P)
            The values in the order of `generations`; each a multiple of `scale` / den(S).
        """
        columns = np.arange(values.shape[1]) if columns is None else columns
        if generation == 0:
            return values[np.ix_(self.generations[0], columns)]
        level, backup = self.layout.levels[generation - 1], Backup()
        wide = max(1, MOST_SOLVED_TOGETHER // 2 // len(level.moves.keys))
        starts = range(0, max(1, len(columns)), wide)
        blocks = [backup.of_level(level, values[:, columns[at : at + wide]]) for at in starts]
        return np.concatenate(blocks, axis=1)

    def rounded_at_start(self, payoffs: Values, moves: NDArray[np.bool_]) -> Values:
        """Value the start by many policies, for each of many payoffs, rounded down.

        Parameters
        ----------
        payoffs : array of whole numbers, shape (N, P)
            u(S), so small that a sum over moves, ways or dice fits into the array's type.
        moves : array of bool, shape (M, policies)
            Whether each policy may choose each move. A policy chooses such moves with equal
            probability, and all choices of dice with equal probability.

        Returns
        -------
        array of whole numbers, shape (P, policies)
            v, where v ≤ V < v + 1 + 3·`most_rolls`. For each roll three means are rounded down:
            over moves, over the ways in which dice fall, and over choices of dice.
        """
        counts = self.of_decisions(np.add, moves, dtype=np.int64)[self.decision]
        dice = np.maximum(self.all_dice().sum(axis=0), 1)
        values = np.repeat(payoffs[:, :, np.newaxis], moves.shape[1], axis=2)
        return np.asarray(self.backward(PoliciesBackup(moves, counts, dice), values)[-1])

    def sequences(self, ends: NDArray[np.bool_]) -> list[int]:
        """Count the sequences of rolls and moves from each state to given states without a move.

        A sequence counts once for every way in which its dice can fall, with good and bad moves.

        Parameters
        ----------
        ends : array of bool, shape (N,)
            Whether a sequence ends in each state.

        Returns
        -------
        list of int
            The N counts, by state.
        """
        return self._sequences(ends, bits=0)

    def sequences_from(self, state: int, ends: NDArray[np.bool_]) -> dict[int, int]:
        """Return the counts of `sequences` from a state by the number of moves, without zeros."""
        most = self.most_outcomes * len(self.source)  # each move multiplies a count by so much
        bits = most.bit_length() * (self.most_rolls + 1)
        return in_digits(self._sequences(ends, bits)[state], bits)

    def _sequences(self, ends: NDArray[np.bool_], bits: int) -> list[int]:
        """Count sequences; the digit n of a count, of `bits` bits, counts sequences of n moves."""
        values = ends.astype(int).astype(object)[:, np.newaxis]  # (N, 1)
        return list(self.backward(SequencesBackup(bits), values)[:, 0].tolist())

    def columns_at_once(self, policy: Policy | None, components: int, rounded: bool = False) -> int:
        """Return the number of payoffs, of so many components, that are valued together.

        More payoffs at once would need more memory, and be no faster.
        """
        rows = max(1 + len(self.layout.pair), self.board.size)
        long = 1 if rounded else 1 + self.scale.bit_length() // _LONG_IN_BITS
        return max(1, MOST_SOLVED_TOGETHER // rows // components // long // (8 if policy else 1))

    def optimum(
        self, payoffs: Values, discount: Fraction = NO_DISCOUNT, reward: int = 0
    ) -> tuple[Values, Policy]:
        """Return the values for one payoff, and the policy of all optimal moves and dice.

        Parameters
        ----------
        payoffs : array of whole numbers, shape (N,) or (N, components)
            u(S).
        discount : Fraction, default 1
            g, as for `evaluate`.
        reward : int, default 0
            As for `evaluate`.

        Returns
        -------
        tuple
            V(S) times `scale_of(discount=discount)`, of the shape of `payoffs`; and the policy.
        """
        values, marks = self.marked(payoffs[:, np.newaxis], discount, reward)
        return values[:, 0], self.policy_of(marks.moves[:, 0], marks.dice[..., 0])

    def marked(
        self, payoffs: Values, discount: Fraction = NO_DISCOUNT, reward: int = 0
    ) -> tuple[Values, Chosen]:
        """Value a turn for best play, and mark all best moves and dice in each column.

        Columns are not parted into blocks, so there should be few columns. The move that stands for
        the end of the turn is always marked. Dice in a state where no roll has a move are marked as
        well.

        Parameters
        ----------
        payoffs : array of whole numbers, shape (N, P) or (N, P, components)
            u(S).
        discount : Fraction, default 1
            g, as for `evaluate`.
        reward : int, default 0
            As for `evaluate`.

        Returns
        -------
        tuple
            The values that `evaluate` returns, of the shape of `payoffs`; and the marks of all best
            moves and dice, in P columns.
        """
        columns = payoffs.shape[1]
        every = np.repeat(self.all_moves()[:, np.newaxis], columns, axis=1)
        marks = Chosen(every, np.repeat(self.all_dice()[..., np.newaxis], columns, axis=2))
        how = self._how(payoffs, discount, reward)
        return self._evaluated(payoffs, marks=marks, **how), marks

    def _how(self, payoffs: Values, discount: Fraction, reward: int) -> dict[str, Any]:
        largest = _largest(payoffs) + self.most_rolls * abs(reward)
        reward = reward if self.most_rolls else 0  # without a move the reward may be any number
        return {"largest": largest, "discount": discount, "reward": reward}

    def policy(self, *keys: Rows, dice: NDArray[np.bool_] | None = None) -> Policy:
        """Return the policy that chooses the moves with the largest key; the first key decides.

        Parameters
        ----------
        *keys : array of whole numbers, shape (M,)
            The keys of each move; a later key decides among moves with equal earlier keys.
        dice : array of bool, shape (K, N), optional
            Whether each choice of dice may be made. None: all choices, with equal probability.
        """
        return self.policy_of(reduce(self.best_among, keys, self.all_moves()), dice)

    def policy_of(
        self,
        moves: Values | NDArray[np.bool_],
        dice: Values | NDArray[np.bool_] | None = None,
        mixed_moves: NDArray[np.bool_] | None = None,
        mixed_dice: NDArray[np.bool_] | None = None,
    ) -> Policy:
        """Return the policy that chooses moves and dice by weights, as `Policy.of`.

        Without `dice` all choices of dice are made, with equal probability.
        """
        dice = self.all_dice() if dice is None else dice
        return Policy.of(self.layout, moves, dice, mixed_moves, mixed_dice)

    def of_dice(self, after_roll: Values) -> dict[int, dict[int, Fraction]]:
        """Return the mean of W(S, roll) after each choice of dice, by state, then by the choice.

        Parameters
        ----------
        after_roll : array of whole numbers, shape (D,)
            W(S, roll), for each decision.
        """
        worth: dict[int, dict[int, Fraction]] = {}
        for level in self.layout.levels:
            numbers = self.decision_of(*self.layout.code.decode(level.moves.keys))
            for nodes in level.chance_nodes:
                sums = nodes.weighted_sum(after_roll[numbers]).tolist()
                for state, total in zip(nodes.by_state.keys.tolist(), sums, strict=True):
                    worth.setdefault(state, {})[nodes.choice] = Fraction(total, nodes.outcomes)
        return worth

    def best_among(self, moves: NDArray[np.bool_], key: Rows) -> NDArray[np.bool_]:
        """Return which of the given moves, shape (M,), have the largest key in their decision."""
        shown = np.where(moves, key, np.iinfo(np.int64).min)
        most = self.of_decisions(np.maximum, shown)[self.layout.decision]
        return np.asarray(moves & (shown == most))

    def of_decisions(self, combine: np.ufunc, numbers: Values, **how: Any) -> Values:
        """Combine the numbers of the moves of each decision: shape (M, …) to (D, …)."""
        return np.asarray(combine.reduceat(numbers, self.first_moves, **how))

    def decision_of(self, states: Rows, action_sets: Rows) -> Rows:
        """Return the decision for each pair of a state and the action set of a roll.

        Parameters
        ----------
        states : array of int, shape (k,)
            The states.
        action_sets : array of int, shape (k,)
            The numbers of the action sets; −1 stands for no action set.

        Returns
        -------
        array of int, shape (k,)
            The numbers of the decisions. A −1 means that there is no decision: the roll has no move
            there, and the turn ends.
        """
        return self.decisions.find(states, action_sets)

    def all_moves(self) -> NDArray[np.bool_]:
        """Return a mark for every move, shape (M,): every move may be chosen."""
        return np.ones(len(self.source), dtype=bool)

    def all_dice(self) -> NDArray[np.bool_]:
        """Return whether each choice of dice may be made in each state, shape (K, N)."""
        rolled = [choice.states for choice in self.board.choices]
        return np.array(rolled, dtype=bool).reshape(-1, self.board.size)


def _largest(payoffs: Values) -> int:
    return max(abs(int(payoffs.max())), abs(int(payoffs.min())), 1)


def _decisions_in(level: Level) -> int:
    return len(level.moves.keys)


class Packing(NamedTuple):
    """The packing of several payoffs in one number, beyond 64 bits: fewer numbers are quicker.

    Every division is exact for each payoff, and so for the packed number. Packed tuples compare as
    the tuples do. Under a policy nothing is compared, so whole columns are packed as well. Seats of
    six take 2.4 times as long without packing.

    Attributes
    ----------
    bits : int
        The number of bits for each number, with its sign: |number| < 2^(bits − 1).
    columns_too : bool
        Whether columns are packed, and not components alone.

    Examples
    --------
    >>> packing = Packing(bits=5, columns_too=True)
    >>> packed = packing.pack(np.array([[0, 1], [2, -3]], dtype=object))
    >>> packed.tolist(), packing.unpack(packed, (2,)).tolist()
    ([[1], [61]], [[0, 1], [2, -3]])
    """

    bits: int
    columns_too: bool

    def pack(self, payoffs: Values) -> Values:
        """Pack payoffs, (N, P) or (N, P, components): to (N, P), or (N, 1) with the columns."""
        columns = 1 if self.columns_too else payoffs.shape[1]
        packed = np.zeros((len(payoffs), columns), dtype=object)
        for part in np.moveaxis(payoffs.reshape(len(payoffs), columns, -1), -1, 0):
            packed = (packed << self.bits) + part
        return packed

    def unpack(self, packed: Values, shape: tuple[int, ...]) -> Values:
        """Unpack the numbers of n states, from the shape (n, columns) to (n, *shape)."""
        unpacked = np.empty((len(packed), *shape), dtype=object)
        parts = unpacked.reshape(*packed.shape, -1)
        half = 1 << (self.bits - 1)
        for place in reversed(range(parts.shape[-1])):
            parts[..., place] = ((packed + half) & (2 * half - 1)) - half
            packed = (packed - parts[..., place]) >> self.bits
        return unpacked

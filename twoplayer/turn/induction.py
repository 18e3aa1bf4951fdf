r"""Backward induction over the DAG of a turn: many payoffs at once, exact.

For a state S and a payoff u for ending the turn there, the value is

    V(S)       = max over allowed numbers of dice n of Σ_roll P_n(roll) · W(S, roll)
    W(S, roll) = max over allowed moves m ⊆ S of V(S ∖ m), or u(S) where no move is allowed

and V(S) = u(S) where no roll has a move. A game of another kind says what may be rolled in the
place of n, and what a move leads to in that of S ∖ m. `formula` says the same in `Fraction`s, for
one payoff. Here `Turn.evaluate` takes a column for each payoff, and goes through the levels of the
layout, the lowest first; `backup` has the equation.

**Scale.** Values are whole numbers. Let den(S) be 1 where no roll has a move. Elsewhere it is

    den(S) = lcm over choices of dice of (number of ways in which they fall
                                          · lcm of den(S′) over all S′ that a move leads to)

where a choice of dice without a move in S counts as 1. Then V(S)·den(S) is whole for whole u. So is
V(S)·scale, with the least common multiple of all den(S) as the scale. In the classic game it is
36^8: in a turn at most 8 rolls have a move, and each may fall in 36 ways.

**Size.** A mean is no larger than what it is the mean of, so |V(S)·scale| ≤ max|u|·scale. Where
that bound is below 2^63, values are kept in 64 bits, which is 3 to 25 times as fast. Elsewhere they
are Python integers. They never wrap, and are never rounded. A sum over the ways in which dice fall
may be so many times as large as its mean. Where 64 bits have room for values, but not for sums, the
parts of a sum are divided before they are added. Where bounds are enough, `at_start` rounds means
down, so that they need not get longer.

**Beyond numbers.** Payoffs may be tuples, compared lexicographically; their components lie along a
third axis. With a policy, the mean over what it chooses from stands in the place of each max, or
the max over that alone. The units of its probabilities are factors of the scale, once for each
level. With a reward for every move, the bound of |V(S)·scale| has so much more for each level. With
a discount g, what comes after a roll counts g times: the reward of the move, and the end of a turn
as well. The denominator of g is a factor of the scale for each level, and once more for a last roll
that has no move.
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
"""More at once are no faster. Without blocks 12 tiles by digits take 680 MB in the place of 110."""
MOST_BLOCKS_MADE = 8  # for which the payoffs are made together, which is quicker
_LONG_IN_BITS = 2**10  # of numbers so many times as long, so many times fewer are in a block


class TransitionGraph:
    """The transitions of a turn: what turns share that differ only in scoring.

    It is no networkx graph. It holds the states and the layout, which has every move as arrays. It
    keeps what is computed from these alone, such as the scale. `formula.turn_graph` and
    `Board.graph` build networkx graphs.

    Parameters
    ----------
    states : States
        The states of the turn. No table is made before it is needed.

    Attributes
    ----------
    sign, clacks, scores_by
        As of the states; available without the size check.
    """

    def __init__(self, states: States) -> None:
        self._states = states
        self.sign: int = states.sign
        self.clacks: int = states.clacks
        self.scores_by: Callable[[str], tuple[int, ...]] = states.scores_by

    @cached_property
    def board(self) -> States:
        """The states, once they are known not to be too many for tables.

        Raises
        ------
        GameTooLargeError
            If they are too many. Everything that needs the layout raises this error.
        """
        self._states.check_size()
        return self._states

    @cached_property
    def layout(self) -> Layout:
        return Layout.of(self.board.transitions, self.board.choices)

    @cached_property
    def scale(self) -> int:
        """The least common multiple of all den(S): it makes all values whole."""
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
        """The pass from the start on, by generation of the target."""
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

        These states are in no level: their value is their payoff, times g where a roll discounts.
        """
        rolled = np.zeros(self.board.size, bool)
        for choice in self.board.choices:
            rolled |= choice.states
        rolled[self.layout.source] = False
        return np.flatnonzero(rolled)

    @property
    def most_rolls(self) -> int:
        """The most rolls in a turn that may have a move: L, since each leads to a lower level.

        After these one more may come, which has none.
        """
        return len(self.layout.levels)

    @cached_property
    def most_outcomes(self) -> int:
        """The most ways in which any dice fall."""
        return max((choice.outcomes for choice in self.board.choices), default=1)

    @cached_property
    def may_end(self) -> NDArray[np.bool_]:
        """Where a turn may end that begins at the start, shape (N,)."""
        layout, size = self.layout, self.board.size
        can_end = np.ones(size, dtype=bool)
        can_end[layout.source] = False
        for level in layout.levels:
            for nodes in level.chance_nodes:
                state, action_set = layout.code.decode(level.moves.keys[nodes.decisions])
                can_end[state[action_set == layout.code.turn_ends]] = True
        return np.asarray(can_end & self.reachable(size - 1))


class Turn:
    """A turn by some rules, scored in some way: outer packages use it.

    States have numbers from 0 to N − 1, decisions from 0 to D − 1, moves from 0 to M − 1; there are
    K choices of dice. The module `layout` says what these are. Arrays that a turn returns are read,
    and never written to. Outside of `turn` a test refuses the attribute `layout`. In the packages
    above `game` it also refuses `transition_graph`. There the methods and other attributes answer.

    Parameters
    ----------
    transition_graph : TransitionGraph
        Its states and moves, with what is computed from them.
    scoring : str
        The name of its scoring.

    Attributes
    ----------
    sign : int
        1 where the lowest score is the best, and −1 where the highest is.
    clacks : int
        How many of the scores are clacks, from the best on.
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
        """The most rolls in a turn that may have a move; one more may come, which has none."""
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
        """The state that each move leads to, shape (M,): its source where the turn ends."""
        return self.layout.successor

    @property
    def decision(self) -> Rows:
        """The decision that each move is chosen in, shape (M,), ascending."""
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
        """What a roll may allow, each once, in the order of their numbers.

        With tiles these are sets of moves; in a game of another kind the rolls themselves.
        """
        return self.layout.action_sets

    @property
    def generation(self) -> Rows:
        """The length of the longest chain of moves from each state on, shape (N,)."""
        return self.layout.generation

    @property
    def generations(self) -> list[Rows]:
        """The states of each generation, 0 first; `step` has values in the order of these."""
        return [np.flatnonzero(self.generation == 0), *(lv.states for lv in self.layout.levels)]

    def reachable(self, state: int) -> NDArray[np.bool_]:
        """Return which states can be reached from a state, itself among them: (N,)."""
        return self.transition_graph.reachable(state)

    def leading_to(self, state: int) -> NDArray[np.bool_]:
        """Return from which states a state can be reached, itself among them: (N,)."""
        return self.transition_graph.leading_to(state)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The scores, the best first; those of states that never come up among them."""
        return self.transition_graph.scores_by(self.scoring)

    @cached_property
    def ranks(self) -> Rows:
        """The place in `scores` of each state's score, shape (N,).

        It is −1 where a state of a game of another kind has no score, since no turn ends there.
        With tiles every state has one; `may_end` says where a turn may end.
        """
        ranks: Rows = self.board.ranks_by(self.scoring).astype(np.int64)
        ranks.flags.writeable = False
        return ranks

    @property
    def may_end(self) -> NDArray[np.bool_]:
        """Where a turn may end that begins at the start, shape (N,)."""
        return self.transition_graph.may_end

    @cached_property
    def attainable(self) -> Rows:
        """The ranks of the scores that a turn may end with, ascending: each once."""
        return np.flatnonzero(np.bincount(self.ranks[self.may_end]))

    def scale_of(self, policy: Policy | None = None, discount: Fraction = NO_DISCOUNT) -> int:
        """Return what the values that `evaluate` returns are multiplied by."""
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
            What the player does. None: what is best, in each column.
        discount : Fraction, default 1
            g, what everything after a roll counts.
        reward : int, default 0
            What every move adds, in the unit of the payoffs: to the first component of a tuple.

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
        """Value the start of a turn for very many payoffs, a block of columns after another.

        Parameters
        ----------
        columns : range
            The numbers of the payoffs.
        payoffs : callable
            Makes u(S) of some of them, of shape (N, len(some)) or (N, len(some), components). What
            it returns may be one array that it writes over when it is called again.
        policy : Policy, optional
            What the player does. None: what is best.
        components : int, default 1
            How many there are of each payoff.
        rounded : bool, default False
            Every mean is rounded down to a whole number, and nothing is scaled: what comes out is
            V or less, by less than 1 for each of the most rolls.

        Returns
        -------
        list
            V(start) times `scale_of(policy)` for each column, and a list where it is a tuple. Where
            they are `rounded`, bounds of V(start) itself.
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
        """Value all columns together, and return the values of some states.

        Parameters
        ----------
        payoffs : array of whole numbers, shape (N, P) or (N, P, components)
            u(S). It is not changed.
        policy, discount, reward
            As for `evaluate`.
        largest : int
            No value is larger in size: it decides whether values fit into 64 bits.
        marks : Chosen, optional
            What is best is written into it. Then there is no policy.
        rounded : bool, default False
            As for `at_start`.
        states : slice, default all
            The states whose values are returned.
        told : bool, default False
            Whether progress is told, a level after another, where numbers are long.

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
        # One division of a sum takes less time than one of each of its parts.
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
            # Where no roll has a move the turn ends only after one: V(S) = g·u(S).
            ends = self.transition_graph.dead_ends
            values[ends] = values[ends] // discount.denominator * discount.numerator
        values = self.backward(backup, values, told=told and not fits)[states]
        return packing.unpack(values, payoffs.shape[1:]) if packing else values

    def backward(self, backup: Backup, values: Values, *, told: bool = False) -> Values:
        """Value all states, a level after another, the lowest first.

        Parameters
        ----------
        backup : Backup
            How the values of a level follow from those below it.
        values : array, shape (N, …)
            What ending the turn in each state is worth. It is written over.
        told : bool, default False
            How far the levels are done is told.

        Returns
        -------
        array, shape (N, …)
            `values`, where every state that has a move has its own.
        """
        levels = self.layout.levels
        for level in tracked(levels, _decisions_in) if told else levels:
            values[level.states] = backup.of_level(level, values)
        return values

    def step(self, generation: int, values: Values, columns: Rows | None = None) -> Values:
        """Return the values of the states of one generation: one step of backward induction.

        It serves games in which something else happens between two rolls of a player.

        Parameters
        ----------
        generation : int
            Their generation. Where it is 0 no roll has a move, and their rows of `values` are
            returned as they are.
        values : array of whole numbers, shape (N, C)
            The values of the states of all lower generations, times one factor: each a multiple of
            `scale` / den(S). Results of `step` are such multiples, and so are multiples of `scale`.
            Of the states of this generation, `values` has what each is worth if the roll has no
            move, as a multiple of `scale`. Then every division is exact. Nothing checks it: of
            other numbers each part of a mean is rounded down, before the parts are added.
        columns : array of int, shape (P,), optional
            Which of the C columns are valued. None: all.

        Returns
        -------
        array of whole numbers, shape (states of the generation, P)
            In the order of `generations`; each a multiple of `scale` / den(S).
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
            u(S), so small that a sum over moves, ways or dice fits into its type.
        moves : array of bool, shape (M, policies)
            Which moves each policy chooses from, with the same chance; so it does from all dice.

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
        """Count the sequences of rolls and moves from each state to some that have no move.

        Each counts once for every way in which its dice can fall, good moves and bad alike.

        Parameters
        ----------
        ends : array of bool, shape (N,)
            Where a sequence ends.

        Returns
        -------
        list of int
            N of them.
        """
        return self._sequences(ends, bits=0)

    def sequences_from(self, state: int, ends: NDArray[np.bool_]) -> dict[int, int]:
        """Return what `sequences` counts for a state, by the number of moves, of those above 0."""
        most = self.most_outcomes * len(self.source)  # so many times more, at most, with each move
        bits = most.bit_length() * (self.most_rolls + 1)
        return in_digits(self._sequences(ends, bits)[state], bits)

    def _sequences(self, ends: NDArray[np.bool_], bits: int) -> list[int]:
        """Count sequences: with some bits for each number of moves, of which each is a digit."""
        values = ends.astype(int).astype(object)[:, np.newaxis]  # (N, 1)
        return list(self.backward(SequencesBackup(bits), values)[:, 0].tolist())

    def columns_at_once(self, policy: Policy | None, components: int, rounded: bool = False) -> int:
        """Return how many payoffs, of so many components, a turn is valued for together.

        More of them would need more memory, and be no faster.
        """
        rows = max(1 + len(self.layout.pair), self.board.size)
        long = 1 if rounded else 1 + self.scale.bit_length() // _LONG_IN_BITS
        return max(1, MOST_SOLVED_TOGETHER // rows // components // long // (8 if policy else 1))

    def optimum(
        self, payoffs: Values, discount: Fraction = NO_DISCOUNT, reward: int = 0
    ) -> tuple[Values, Policy]:
        """Return the values for one payoff, and the policy of all that is optimal.

        Parameters
        ----------
        payoffs : array of whole numbers, shape (N,) or (N, components)
            u(S).
        discount : Fraction, default 1
            g.
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
        """Value a turn for best play, and mark all that is best in each column.

        Columns are not parted into blocks, so there should be few. The move that stands for the end
        of the turn is always marked, and so are dice in a state where no roll has a move.

        Parameters
        ----------
        payoffs : array of whole numbers, shape (N, P) or (N, P, components)
            u(S).
        discount : Fraction, default 1
            g.
        reward : int, default 0
            As for `evaluate`.

        Returns
        -------
        tuple
            What `evaluate` returns, of the shape of `payoffs`; and all that is best, in P columns.
        """
        columns = payoffs.shape[1]
        every = np.repeat(self.all_moves()[:, np.newaxis], columns, axis=1)
        marks = Chosen(every, np.repeat(self.all_dice()[..., np.newaxis], columns, axis=2))
        how = self._how(payoffs, discount, reward)
        return self._evaluated(payoffs, marks=marks, **how), marks

    def _how(self, payoffs: Values, discount: Fraction, reward: int) -> dict[str, Any]:
        largest = _largest(payoffs) + self.most_rolls * abs(reward)
        reward = reward if self.most_rolls else 0  # where there is no move, it may be any number
        return {"largest": largest, "discount": discount, "reward": reward}

    def policy(self, *keys: Rows, dice: NDArray[np.bool_] | None = None) -> Policy:
        """Return the policy that chooses the moves with the largest key; the first key decides.

        Parameters
        ----------
        *keys : array of whole numbers, shape (M,)
            Of each move; a later key decides among those that are equal by all before it.
        dice : array of bool, shape (K, N), optional
            Which choices of dice are made. None: all, each with the same chance.
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

        Without `dice` every choice of dice is made, each with the same chance.
        """
        dice = self.all_dice() if dice is None else dice
        return Policy.of(self.layout, moves, dice, mixed_moves, mixed_dice)

    def of_dice(self, after_roll: Values) -> dict[int, dict[int, Fraction]]:
        """Return the mean of what follows each choice of dice, by state, then by the choice.

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
        """Return those of some moves, shape (M,), that have the largest key in their decision."""
        shown = np.where(moves, key, np.iinfo(np.int64).min)
        most = self.of_decisions(np.maximum, shown)[self.layout.decision]
        return np.asarray(moves & (shown == most))

    def of_decisions(self, combine: np.ufunc, numbers: Values, **how: Any) -> Values:
        """Combine what the moves of each decision have: shape (M, …) to (D, …)."""
        return np.asarray(combine.reduceat(numbers, self.first_moves, **how))

    def decision_of(self, states: Rows, action_sets: Rows) -> Rows:
        """Return the decision in each of some states where the roll allows an action set.

        Parameters
        ----------
        states : array of int, shape (k,)
            The states.
        action_sets : array of int, shape (k,)
            The numbers of the action sets; −1 for what is none.

        Returns
        -------
        array of int, shape (k,)
            −1 where there is no decision: the roll has no move there, and the turn ends.
        """
        return self.decisions.find(states, action_sets)

    def all_moves(self) -> NDArray[np.bool_]:
        """Return a mark for every move, shape (M,), to choose from them all."""
        return np.ones(len(self.source), dtype=bool)

    def all_dice(self) -> NDArray[np.bool_]:
        """Return which choices of dice may be made in each state, shape (K, N)."""
        rolled = [choice.states for choice in self.board.choices]
        return np.array(rolled, dtype=bool).reshape(-1, self.board.size)


def _largest(payoffs: Values) -> int:
    return max(abs(int(payoffs.max())), abs(int(payoffs.min())), 1)


def _decisions_in(level: Level) -> int:
    return len(level.moves.keys)


class Packing(NamedTuple):
    """How several payoffs are written as one, beyond 64 bits: one long number is quicker than many.

    Every division is exact for each payoff, and so for all together. Packed tuples compare as the
    tuples do. Under a policy nothing is compared, so whole columns go together as well. Seats of
    six take 2.4 times as long without packing.

    Attributes
    ----------
    bits : int
        The room for each number, with its sign: |number| < 2^(bits − 1).
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
        """Unpack what some states have, (n, columns), to (n, *shape)."""
        unpacked = np.empty((len(packed), *shape), dtype=object)
        parts = unpacked.reshape(*packed.shape, -1)
        half = 1 << (self.bits - 1)
        for place in reversed(range(parts.shape[-1])):
            parts[..., place] = ((packed + half) & (2 * half - 1)) - half
            packed = (packed - parts[..., place]) >> self.bits
        return unpacked

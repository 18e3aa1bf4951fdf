"""A turn laid out as arrays: its states, its decisions, its moves.

A turn is a Markov decision process on a DAG. In a *state* the player chooses a number of dice, and
chance decides the roll. The *action set* of a roll is the collection of tile sets that the roll may
cover. In a game of another kind the action set is the roll itself. A state with an action set is a
*decision*, in which the player chooses a *move*. Rolls with the same action set lead to the same
decision. So three things are numbered:

- N states, numbered so that every move leads to a state with a lower number.
- D decisions, one for each pair of a state and an action set that has a move in the state. Each
  state that has a move has one decision more, *the turn ends*, for all rolls without a move. If all
  rolls have a move in the state, this decision has probability 0.
- M moves. A move that several action sets hold is a move of each of these action sets. The decision
  *the turn ends* has one move, which leads to the state itself. That state's value is still the
  payoff for ending the turn there.

There are K choices of dice, and L levels. The generation of a state is the length of the longest
chain of moves from the state. These are the topological generations of the DAG with all edges
reversed. Level number l, from 0 on, has the states of generation l + 1. A state without a move is
in no level. All moves from a level lead to lower generations, so a level is valued as a whole, by
operations on arrays.

A decision goes by one of three numbers. The first is the decision's number, from 0 to D − 1. The
second is the *pair*, one number for the state and the action set. The third is the decision's place
in `Level.moves.keys`, where the decisions with the most moves come first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ..exact import Rows, Values
from .transitions import DiceChoice, Transitions


class PairCode(NamedTuple):
    """The code of a decision as one number: S·(A + 1) + a, for state S and action set a < A."""

    turn_ends: int  # A, the number of action sets; a = A stands for the end of the turn

    def encode(self, state: Rows, action_set: Rows | int) -> Rows:
        """Return the pairs of states (k,) with action sets: (k,), or one action set for all."""
        return state * (self.turn_ends + 1) + action_set

    def decode(self, pair: Rows) -> tuple[Rows, Rows]:
        """Return the state and the action set of each pair, two arrays of the shape of `pair`."""
        return divmod(pair, self.turn_ends + 1)


class Groups:
    """Numbers in groups, one group for each different key, the longest group first.

    So the groups that have a j-th number are the first groups. Combining the items of all groups
    takes as many operations on whole arrays as the longest group has numbers. These operations take
    a third of the time of `np.ufunc.reduceat` on arrays of many columns.

    Parameters
    ----------
    keys : array of int, shape (n,)
        The key of each number, 0 or more; n ≥ 1.
    start : int, default 0
        The first number: the numbers are `start`, …, `start + n - 1`.

    Attributes
    ----------
    keys : array of int, shape (groups,)
        The key of each group.
    nth : list of arrays of int
        `nth[j]` is the j-th number of each group that has one, in the order of `keys`.

    Examples
    --------
    >>> groups = Groups(np.array([7, 8, 8, 8, 7]))
    >>> groups.keys, groups.nth
    (array([8, 7]), [array([1, 0]), array([2, 4]), array([3])])
    >>> groups.fold(np.add, np.array([1, 10, 20, 30, 2]).take)
    array([60,  3])
    """

    def __init__(self, keys: Rows, start: int = 0) -> None:
        by_key = np.argsort(keys, kind="stable")  # (n,): one group after another
        firsts = np.flatnonzero(np.diff(keys[by_key], prepend=-1))  # (groups,): starts in by_key
        sizes = np.diff(firsts, append=len(keys))  # (groups,)
        longest_first = np.argsort(-sizes, kind="stable")
        firsts, sizes = firsts[longest_first], sizes[longest_first]
        self.keys: Rows = keys[by_key[firsts]]
        # The number of groups that are longer than j, for each j from 0 on.
        longer = np.searchsorted(-sizes, -np.arange(sizes[0])).tolist()
        self.nth: list[Rows] = [start + by_key[firsts[:many] + j] for j, many in enumerate(longer)]

    def fold(self, operation: Callable[..., object], items: Callable[[Rows], Values]) -> Values:
        """Combine the items of the numbers of each group.

        Parameters
        ----------
        operation : callable
            A function like a `np.ufunc` of two arrays with `out=`.
        items : callable
            A function from numbers, shape (k,), to their items: a new array, shape (k, …). The
            first of these arrays is written over, and returned.

        Returns
        -------
        array, shape (groups, …)
            The combined items, in the order of `keys`.
        """
        total = items(self.nth[0])
        for numbers in self.nth[1:]:
            longer = total[: len(numbers)]  # a view
            operation(longer, items(numbers), out=longer)
        return total


class ChanceNodes(NamedTuple):
    """Chance nodes of one choice of dice in a level, one node for each state with that choice.

    The choice may have a move in some of these states and no move in others. Then there are two
    `ChanceNodes`, and in the states of the second the turn ends for certain. A decision of weight 0
    is left out. The same decision may follow several choices of dice.

    Attributes
    ----------
    choice : int
        The place of the choice among the K choices of dice.
    outcomes : int
        The number of ways in which the dice fall; 1 where the turn ends for certain.
    decisions : array of int, shape (n,)
        The decisions that may follow, as places in the level's `moves.keys`.
    weights : array of int, shape (n,)
        The number of ways in which each of these decisions follows.
    by_state : Groups
        Places in `decisions` and `weights`, a group for each state; the keys are the states.
    """

    choice: int
    outcomes: int
    decisions: Rows
    weights: Values
    by_state: Groups

    def weighted_sum(self, values: Values, divisor: int = 1) -> Values:
        """Return, for each state, the sum of values over all ways in which the dice fall.

        Parameters
        ----------
        values : array, shape (decisions of the level, …)
            The value of each decision.
        divisor : int, default 1
            The divisor of each value, before the sum. The remainder must be 0, and no code checks
            this. With the number of ways as the divisor no sum exceeds the largest value in size.
            So sums fit into 64 bits where values do.

        Returns
        -------
        array, shape (states, …)
            The sums, in the order of `by_state.keys`.
        """

        def weighted(places: Rows) -> Values:  # `take` is quicker than indexing by places
            parts = values.take(self.decisions.take(places), axis=0)
            if divisor > 1:
                parts //= divisor
            parts *= beside(self.weights.take(places), parts)
            return parts

        return self.by_state.fold(np.add, weighted)


class Level(NamedTuple):
    """The states of one generation; no move leads from a state of a level to another of them.

    Attributes
    ----------
    number : int
        The level's place among the L levels, from 0 on.
    moves : Groups
        The level's moves, by decision. The numbers are among the M moves, and the keys are
        decisions, written by the layout's `code`.
    successor : array of int, shape (M,)
        The state that each move of the layout leads to.
    chance_nodes : list of ChanceNodes
        One or two `ChanceNodes` for each choice of dice that may be made in the level.
    dice : Groups
        The choices of dice, by state. The keys are the states of the level. The numbers are places
        in the two arrays of `rolled`, which joins the states of all `chance_nodes`.

    Examples
    --------
    The tiles are 1 and 2. The player rolls one die (choice 0) or two dice (choice 1), with the
    sides 1 and 2. In the lowest level the state 1, with tile 1 open, and the state 2 have both
    choices. Two dice cover nothing in the state 1, so choice 1 has two `ChanceNodes`:

    >>> from twoplayer import Variant
    >>> from twoplayer.turn.turns import turn_of
    >>> level = turn_of(Variant(tiles=2, dice="2d2", one_die="always")).layout.levels[0]
    >>> [(of.choice, of.outcomes, of.by_state.keys.tolist()) for of in level.chance_nodes]
    [(0, 2, [1, 2]), (1, 4, [2]), (1, 1, [1])]
    >>> choice, state = level.rolled
    >>> choice.tolist(), state.tolist()
    ([0, 0, 1, 1], [1, 2, 2, 1])
    >>> level.states.tolist(), [places.tolist() for places in level.dice.nth]
    ([1, 2], [[0, 1], [3, 2]])
    """

    number: int
    moves: Groups
    successor: Rows
    chance_nodes: list[ChanceNodes]
    dice: Groups

    @property
    def states(self) -> Rows:
        """The states of the level, shape (states of the level,), in the order of its values."""
        return self.dice.keys

    @property
    def rolled(self) -> tuple[Rows, Rows]:
        """Two arrays, choice and state, with an entry for each choice of dice in each state."""
        states = [nodes.by_state.keys for nodes in self.chance_nodes]
        choices = [nodes.choice for nodes in self.chance_nodes]
        return np.repeat(choices, [*map(len, states)]), np.concatenate(states)

    def after(self, values: Values) -> Callable[[Rows], Values]:
        """Return a function from moves (k,) to the values of their successors (k, …)."""
        return lambda moves: values.take(self.successor.take(moves), axis=0)

    def over_choices(self, operation: Callable[..., object], of_dice: Values) -> Values:
        """Combine the rows of each state's choices of dice; rows are in the order of `rolled`.

        The result, shape (states of the level, …), is in the order of `states`.
        """
        return self.dice.fold(operation, lambda places: of_dice.take(places, axis=0))


class Layout(NamedTuple):
    """A turn as arrays.

    Attributes
    ----------
    source : array of int, shape (M,)
        The state S in which each move is made. The moves of a level stand together, and so do the
        moves of a decision.
    successor : array of int, shape (M,)
        The state that each move leads to; S itself for the move that ends the turn.
    decision : array of int, shape (M,), ascending
        The decision that each move belongs to, from 0 to D − 1.
    pair : array of int, shape (D,)
        The state and the action set of each decision, written by `code`; ascending in each level,
        not overall.
    code : PairCode
        The code of pairs.
    action_sets : sequence
        The A action sets, in the order of their numbers.
    generation : array of int, shape (N,)
        The generation of each state: 0 without a move, otherwise 1 + the number of its level.
    levels : list of Level
        The L levels, the lowest first. Each move leads to a lower level, or to a state in no level.

    Examples
    --------
    The tiles are 1 and 2, the die has the sides 1 and 2, and action set 2 is the end of the turn:

    >>> from twoplayer import Variant
    >>> from twoplayer.turn.turns import turn_of
    >>> layout = turn_of(Variant(tiles=2, dice="1d2")).layout
    >>> layout.source.tolist(), layout.successor.tolist()
    ([1, 1, 2, 2, 3, 3, 3], [0, 1, 0, 2, 2, 1, 3])
    >>> layout.decision.tolist(), layout.code.decode(layout.pair)[1].tolist()
    ([0, 1, 2, 3, 4, 5, 6], [0, 2, 1, 2, 0, 1, 2])
    """

    source: Rows
    successor: Rows
    decision: Rows
    pair: Rows
    code: PairCode
    action_sets: Sequence[Any]
    generation: Rows
    levels: list[Level]

    @classmethod
    def of(cls, transitions: Transitions, choices: Sequence[DiceChoice]) -> Layout:
        """Give numbers to the moves and the decisions of a turn, and sort them into levels.

        Each state that has a move gets one move more, for the end of the turn in the state.

        Parameters
        ----------
        transitions : Transitions
            The E moves after rolls, in any order.
        choices : sequence of DiceChoice
            The K choices of dice: `ChanceNodes.choice` is a place in this sequence.

        Returns
        -------
        Layout
            The layout. M is E plus the number of states that have a move. Without any move there
            is no level.
        """
        generation, action_sets = transitions.generation, transitions.action_sets
        code = PairCode(len(action_sets))
        alive = np.flatnonzero(generation)  # the states that have a move
        source, successor = (np.append(states, alive) for states in transitions[:2])
        ended = np.full_like(alive, code.turn_ends)
        pair = code.encode(source, np.append(transitions.action_set, ended))
        order = np.lexsort((pair, generation[source]))
        source, successor, pair = source[order], successor[order], pair[order]
        cuts = [*np.flatnonzero(np.diff(generation[source], prepend=-1)).tolist(), len(source)]
        levels = []
        for number, (low, high) in enumerate(pairwise(cuts)):
            moves = Groups(pair[low:high], start=low)
            nodes = _chance_nodes(moves.keys, code, action_sets, choices)
            dice = Groups(np.concatenate([of_choice.by_state.keys for of_choice in nodes]))
            levels.append(Level(number, moves, successor, nodes, dice))
        begins = np.diff(pair, prepend=-1) != 0  # (M,)
        decision = np.cumsum(begins) - 1
        return cls(source, successor, decision, pair[begins], code, action_sets, generation, levels)

    def scales(self) -> Values:
        """Return den(S), as `induction` defines it, of every state: Python integers, shape (N,)."""
        scales: Values = np.ones(len(self.generation), object)
        for level in self.levels:
            of_decisions = level.moves.fold(np.lcm, level.after(scales))
            for nodes in level.chance_nodes:
                following = of_decisions[nodes.decisions]
                of_choice = nodes.by_state.fold(np.lcm, following.take) * nodes.outcomes
                states = nodes.by_state.keys
                scales[states] = np.lcm(scales[states], of_choice)
        return scales


class Decisions(NamedTuple):
    """The D decisions of a turn, in the order of their numbers.

    Decisions ascend by generation, then by state, then by action set. In each state the decision in
    which the turn ends comes last.

    Attributes
    ----------
    state : array of int, shape (D,)
        The state of each decision.
    action_set : array of int, shape (D,)
        The number of each decision's action set; −1 where the turn ends.
    places : array of int, shape (D,)
        The numbers of the decisions, sorted by pair.
    pairs : array of int, shape (D,), ascending
        The pairs of the decisions, in the order of `places`.
    code : PairCode
        The code of pairs.
    """

    state: Rows
    action_set: Rows
    places: Rows
    pairs: Rows
    code: PairCode

    @classmethod
    def of(cls, layout: Layout) -> Decisions:
        state, action_set = layout.code.decode(layout.pair)
        places = np.argsort(layout.pair)
        action_set = np.where(action_set == layout.code.turn_ends, -1, action_set)
        return cls(state, action_set, places, layout.pair[places], layout.code)

    def find(self, state: Rows, action_set: Rows) -> Rows:
        """Return the decision of each pair, all of shape (k,); −1 where no decision has the pair.

        The action set `code.turn_ends` asks for the decision in which the turn ends. The field
        `action_set` has −1 there. As an argument, the action set −1 finds no decision.
        """
        if not len(self.pairs):
            return np.full(len(state), -1)
        pair = self.code.encode(state, action_set)
        place = np.minimum(np.searchsorted(self.pairs, pair), len(self.pairs) - 1)
        found = (self.pairs[place] == pair) & (action_set >= 0)
        return np.where(found, self.places[place], -1)


class ForwardPass(NamedTuple):
    """A pass from the start of a turn on: the moves by the generation of their goal, highest first.

    The nodes are the N states and the N ends: the node N + S stands for the turn's end in S.

    Attributes
    ----------
    goal : array of int, shape (M,)
        The node that each move leads to.
    steps : list of arrays of int
        The moves to the nodes of each generation, in the order of these nodes. The moves that end
        the turn come last.
    """

    goal: Rows
    steps: list[Rows]

    @classmethod
    def through(cls, layout: Layout) -> ForwardPass:
        states = len(layout.generation)
        goal = layout.successor + np.where(layout.successor == layout.source, states, 0)
        height = np.append(layout.generation, np.full(states, -1))[goal]  # (M,)
        order = np.lexsort((goal, -height))
        return cls(goal, np.split(order, np.flatnonzero(np.diff(height[order])) + 1))


def beside(weights: Values, values: Values) -> Values:
    """Return weights, shape (k,), in the shape (k, 1, …), to multiply values of shape (k, …)."""
    return weights.reshape(-1, *[1] * (values.ndim - 1))


def _chance_nodes(
    pairs: Rows, code: PairCode, action_sets: Sequence[Any], choices: Sequence[DiceChoice]
) -> list[ChanceNodes]:
    """Return the chance nodes of a level: the decisions that may follow each choice of dice.

    Parameters
    ----------
    pairs : array of int, shape (d,)
        The d decisions of the level, in the order of its `moves.keys`.
    code : PairCode
        The code of these pairs.
    action_sets : sequence
        The action sets of the turn, in the order of their numbers.
    choices : sequence of DiceChoice
        All choices of dice of the turn.

    Returns
    -------
    list of ChanceNodes
        The chance nodes in the order of the choices. A choice that may be rolled in no state of the
        level has no chance nodes.
    """
    state, action_set = code.decode(pairs)  # (d,) each
    ends = np.flatnonzero(action_set == code.turn_ends)  # one for each state of the level
    found = []
    for index, choice in enumerate(choices):
        whole = np.int64 if choice.outcomes < 2**63 else object
        ways = np.array([*(choice.weights.get(allowed, 0) for allowed in action_sets), 0], whole)
        weight = np.where(choice.states[state], ways[action_set], 0)  # (d,)
        with_move = np.zeros(len(choice.states), whole)  # (N,): the ways with a move, by state
        np.add.at(with_move, state, weight)
        live = with_move[state[ends]]  # (states of the level,)
        weight[ends] = np.where(live > 0, choice.outcomes - live, 0)
        followed = np.flatnonzero(weight)
        never = ends[choice.states[state[ends]] & (live == 0)]
        parts = (choice.outcomes, followed, weight[followed]), (1, never, np.ones_like(never))
        for outcomes, decisions, weights in parts:
            if len(decisions):
                by_state = Groups(state[decisions])
                found.append(ChanceNodes(index, outcomes, decisions, weights, by_state))
    return found

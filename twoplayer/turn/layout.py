"""A turn laid out as arrays: its states, its decisions, its moves.

A turn is a Markov decision process on a DAG. In a *state* the player chooses how many dice to roll,
and chance decides. What a roll allows is its *action set*: the sets of tiles that it may cover, and
in a game of another kind the roll itself. A state with an action set is a *decision*, in which the
player chooses a *move*; rolls that allow the same are one. So three things are numbered:

- N states, numbered so that every move leads to a lower number;
- D decisions, for each pair of a state and an action set that has a move there. Each state that
  has a move has one decision more: *the turn ends*, for all rolls that allow none. It is there
  where all rolls allow a move as well, and has probability 0 then;
- M moves: a move that several action sets hold counts once in each. Where the turn ends there is
  one, which leads to the state itself: its value is still the payoff for ending there.

There are K choices of dice, and L levels. The generation of a state is the length of the longest
chain of moves from it on: these are the topological generations of the DAG, from its end on. Level
number l, from 0 on, has the states of generation l + 1; a state without a move is in none. All
moves from a level lead to lower generations, so a level is valued as a whole, by operations on
arrays.

A decision is found in three ways: by its number, from 0 to D − 1; by its *pair*, one number for the
state and the action set; and by its place in `Level.moves.keys`, where those with the most moves
come first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ..exact import Rows, Values
from .transitions import DiceChoice, Transitions


class PairCode(NamedTuple):
    """How a decision is written as one number: S·(A + 1) + a, for state S and action set a < A."""

    turn_ends: int  # A, the number of action sets; it stands for the end of the turn as well

    def encode(self, state: Rows, action_set: Rows | int) -> Rows:
        """Return the pair of each state, (k,), and its action set: (k,), or one for all."""
        return state * (self.turn_ends + 1) + action_set

    def decode(self, pair: Rows) -> tuple[Rows, Rows]:
        """Return the state and the action set of each pair, two arrays of its shape."""
        return divmod(pair, self.turn_ends + 1)


class Groups:
    """Numbers in groups, one group for each different key, the longest group first.

    So the groups that have a j-th number are the first few of all. Combining what all groups hold
    takes as many operations on whole arrays as the longest group is long. That is three times as
    fast as `np.ufunc.reduceat` on arrays of many columns.

    Parameters
    ----------
    keys : array of int, shape (n,)
        The key of each number, 0 or more. There is at least one: n ≥ 1.
    start : int, default 0
        What the numbers begin with: they are `start`, …, `start + n - 1`.

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
        by_key = np.argsort(keys, kind="stable")  # (n,): a group after the other
        firsts = np.flatnonzero(np.diff(keys[by_key], prepend=-1))  # (groups,): where each begins
        sizes = np.diff(firsts, append=len(keys))  # (groups,)
        longest_first = np.argsort(-sizes, kind="stable")
        firsts, sizes = firsts[longest_first], sizes[longest_first]
        self.keys: Rows = keys[by_key[firsts]]
        # How many groups are longer than j, for each j from 0 on.
        longer = np.searchsorted(-sizes, -np.arange(sizes[0])).tolist()
        self.nth: list[Rows] = [start + by_key[firsts[:many] + j] for j, many in enumerate(longer)]

    def fold(self, operation: Callable[..., object], items: Callable[[Rows], Values]) -> Values:
        """Combine in each group what belongs to its numbers.

        Parameters
        ----------
        operation : callable
            Works as a `np.ufunc` of two arrays with `out=`.
        items : callable
            Makes what belongs to some numbers, shape (k,): a new array, shape (k, …). The first of
            these arrays is written over, and returned.

        Returns
        -------
        array, shape (groups, …)
            In the order of `keys`.
        """
        total = items(self.nth[0])
        for numbers in self.nth[1:]:
            longer = total[: len(numbers)]  # a view
            operation(longer, items(numbers), out=longer)
        return total


class ChanceNodes(NamedTuple):
    """Chance nodes of one choice of dice, one for each state of the level where it may be rolled.

    If the choice has a move in some of these states and in others none, there are two
    `ChanceNodes`. In the states of the second the turn ends for certain. A decision of weight 0 is
    left out. The same decision may follow several choices of dice.

    Attributes
    ----------
    choice : int
        Which of the K choices of dice.
    outcomes : int
        In how many ways the dice fall; 1 where the turn ends for certain.
    decisions : array of int, shape (n,)
        The decisions that may follow, as places in the level's `moves.keys`.
    weights : array of int, shape (n,)
        In how many of these ways each of the decisions follows.
    by_state : Groups
        Places in these two arrays, a group for each state; its keys are the states.
    """

    choice: int
    outcomes: int
    decisions: Rows
    weights: Values
    by_state: Groups

    def weighted_sum(self, values: Values, divisor: int = 1) -> Values:
        """Return, for each state, the sum of what follows, over all ways in which the dice fall.

        Parameters
        ----------
        values : array, shape (decisions of the level, …)
            The value of each decision.
        divisor : int, default 1
            Each value is divided by it first, which must leave no remainder; nothing checks it.
            With the number of ways as the divisor no sum exceeds the largest value in size. So sums
            fit into 64 bits where values do.

        Returns
        -------
        array, shape (states, …)
            In the order of `by_state.keys`.
        """

        def weighted(places: Rows) -> Values:  # `take` is quicker than an index of places
            parts = values.take(self.decisions.take(places), axis=0)
            if divisor > 1:
                parts //= divisor
            parts *= beside(self.weights.take(places), parts)
            return parts

        return self.by_state.fold(np.add, weighted)


class Level(NamedTuple):
    """The states of one generation. None of them leads to another of them.

    Attributes
    ----------
    number : int
        Its place among the L levels, from 0 on.
    moves : Groups
        Moves, by decision: its numbers are among the M moves, and its keys are decisions, written
        by the layout's `code`.
    successor : array of int, shape (M,)
        The state that each move of the layout leads to.
    chance_nodes : list of ChanceNodes
        One or two for each choice of dice that may be made in the level.
    dice : Groups
        What may be rolled, by state. Its keys are the states of the level. Its numbers are places
        in the two arrays of `rolled`, which joins the states of all `chance_nodes`.

    Examples
    --------
    Tiles 1 and 2, and one die or two (choices 0 and 1) with the sides 1 and 2. In the lowest level
    the state 1, with tile 1 open, and the state 2 have both choices. Two dice cover nothing in the
    state 1, so choice 1 has two `ChanceNodes`:

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
        """Two arrays, choice and state.

        They have an entry for each choice of dice that may be made in a state of the level.
        """
        states = [nodes.by_state.keys for nodes in self.chance_nodes]
        choices = [nodes.choice for nodes in self.chance_nodes]
        return np.repeat(choices, [*map(len, states)]), np.concatenate(states)

    def after(self, values: Values) -> Callable[[Rows], Values]:
        """Return what gives the value of the successor of some moves, shape (k,) to (k, …)."""
        return lambda moves: values.take(self.successor.take(moves), axis=0)

    def over_choices(self, operation: Callable[..., object], of_dice: Values) -> Values:
        """Combine in each state what its choices of dice have: rows in the order of `rolled`.

        The result, shape (states of the level, …), is in the order of `states`.
        """
        return self.dice.fold(operation, lambda places: of_dice.take(places, axis=0))


class Layout(NamedTuple):
    """A turn as arrays.

    Attributes
    ----------
    source : array of int, shape (M,)
        The state S in which each move is made. Moves of a level stand together, those of a
        decision as well.
    successor : array of int, shape (M,)
        The state that each move leads to; S itself where the turn ends.
    decision : array of int, shape (M,), ascending
        The decision that each move is chosen in, from 0 to D − 1.
    pair : array of int, shape (D,)
        The state and the action set of each decision, written by `code`; ascending in each level,
        not overall.
    code : PairCode
        How they are written.
    action_sets : sequence
        What the action sets are.
    generation : array of int, shape (N,)
        The generation of each state: 0 where it has no move, else 1 + the number of its level.
    levels : list of Level
        The levels, L of them, the lowest first: a move leads to an earlier one, or to a state
        that is in none.

    Examples
    --------
    Of the tiles 1 and 2, and a die with the sides 1 and 2, whose end of the turn is action set 2:

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

        Each state that has a move gets one move more, which stands for the end of the turn there.

        Parameters
        ----------
        transitions : Transitions
            The E moves after rolls, in any order.
        choices : sequence of DiceChoice
            What may be rolled, K of them: `ChanceNodes.choice` is a place in this sequence.

        Returns
        -------
        Layout
            M is E plus the number of states that have a move. Without any move there is no level.
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
    """What a player decides in, and after what: D decisions, in the order of their numbers.

    They ascend by generation, then by state, then by action set. In each state, the one in which
    the turn ends comes last.

    Attributes
    ----------
    state : array of int, shape (D,)
        The state of each.
    action_set : array of int, shape (D,)
        The number of the action set; −1 where the turn ends.
    places : array of int, shape (D,)
        Decision numbers, sorted by pair.
    pairs : array of int, shape (D,), ascending
        The pair of each, in this order.
    code : PairCode
        How pairs are written.
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
        """Return the decision of each pair, all of shape (k,); −1 where there is none.

        The action set `code.turn_ends` asks for the decision in which the turn ends, which
        `action_set` has as −1. The action set −1 stands for none.
        """
        if not len(self.pairs):
            return np.full(len(state), -1)
        pair = self.code.encode(state, action_set)
        place = np.minimum(np.searchsorted(self.pairs, pair), len(self.pairs) - 1)
        found = (self.pairs[place] == pair) & (action_set >= 0)
        return np.where(found, self.places[place], -1)


class ForwardPass(NamedTuple):
    """A turn from its start on: the moves by the generation that they lead to, the highest first.

    Its nodes are the N states and the N ends: the node N + S stands for the turn's end in S.

    Attributes
    ----------
    goal : array of int, shape (M,)
        The node that each move leads to.
    steps : list of arrays of int
        Moves to the nodes of one generation, in the order of these nodes. The moves that end the
        turn come last.
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
    """Return weights, shape (k,), as shape (k, 1, …): so they multiply values of shape (k, …)."""
    return weights.reshape(-1, *[1] * (values.ndim - 1))


def _chance_nodes(
    pairs: Rows, code: PairCode, action_sets: Sequence[Any], choices: Sequence[DiceChoice]
) -> list[ChanceNodes]:
    """Return the chance nodes of a level: what each choice of dice may lead to there.

    Parameters
    ----------
    pairs : array of int, shape (d,)
        The d decisions of the level, in the order of its `moves.keys`.
    code : PairCode
        How they are written.
    action_sets : sequence
        What the action sets are.
    choices : sequence of DiceChoice
        What may be rolled, anywhere in the turn.

    Returns
    -------
    list of ChanceNodes
        In the order of the choices. A choice that may be rolled in no state of the level has none.
    """
    state, action_set = code.decode(pairs)  # (d,) each
    ends = np.flatnonzero(action_set == code.turn_ends)  # one for each state of the level
    found = []
    for index, choice in enumerate(choices):
        whole = np.int64 if choice.outcomes < 2**63 else object
        ways = np.array([*(choice.weights.get(allowed, 0) for allowed in action_sets), 0], whole)
        weight = np.where(choice.states[state], ways[action_set], 0)  # (d,)
        with_move = np.zeros(len(choice.states), whole)  # in how many ways, in each state
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

"""The networkx DAG of the subset states of a turn; the turn is laid out from this DAG.

A state is a bit mask: bit i is the i-th smallest of the tiles that some roll can cover. An edge
leads from S to S′ if some roll that may be rolled in S allows covering S xor S′. The move is S xor
S′, so edges need no attributes. 12 tiles have 68,096 edges, made in 0.07 s. This DAG is leaner than
the DAG of `formula.turn_graph`: there states are tuples, and edges have rolls.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np

from ..errors import GameTooLargeError
from ..exact import Rows
from .states import Size
from .transitions import ActionSet, DiceChoice, Transitions

MOST_STATES = 2**16  # sets of open tiles that tables are made for
MOST_MEMORY = 2 * 10**9  # bytes that the tables of a turn may take
_BYTES_AN_EDGE = 300
BYTES_A_MOVE = 120
_BYTES_AN_ACTION_SET_IN_A_STATE = 3
_BYTES_A_ROLL = 1000


def graph_of(choices: Sequence[DiceChoice], size: int) -> nx.DiGraph[int]:
    """Build the DAG of N states.

    Parameters
    ----------
    choices : sequence of DiceChoice
        The choices of dice; their action sets are of the type `ActionSet`.
    size : int
        N: the states are 0, …, N − 1, and the state N − 1 is the start.

    Returns
    -------
    networkx.DiGraph
        Every state is a node, in ascending order, also a state that no turn reaches.
    """
    may: dict[int, Any] = {}  # by move: where dice that allow the move may be rolled, (N,) bool
    for choice in choices:
        for move in frozenset().union(*choice.weights):
            may[move] = may.get(move, False) | choice.states
    states = np.arange(size)
    sources = ((move, np.flatnonzero(may[move] & (states & move == move))) for move in may)
    edges = (zip(rows.tolist(), (rows ^ move).tolist(), strict=True) for move, rows in sources)
    return _graph_with(size, chain.from_iterable(edges))


def _graph_with(size: int, edges: Iterable[tuple[int, int]]) -> nx.DiGraph[int]:
    """Return a graph of the states 0, …, size − 1 with these edges.

    This function stands by itself so that its code is short: a `MemoryError` can end a short one.
    Python 3.11 needs memory to note the place of an error beyond a function's 256th instruction.
    Without that memory Python loops without end in a `try`, and hears no signal.
    """
    graph: nx.DiGraph[int] = nx.DiGraph()
    was_enabled = gc.isenabled()
    gc.disable()  # A graph's new dicts hold no garbage, and the search for garbage takes long.
    try:
        graph.add_nodes_from(range(size))
        graph.add_edges_from(edges)
    finally:
        if was_enabled:
            gc.enable()
    return graph


def generations_in(graph: nx.DiGraph[int]) -> Rows:
    """Return the generation of each state, shape (N,): 0 for a state without a move.

    The generations are the topological generations of the graph with all edges reversed. The
    generation of a state is the number of moves in the longest chain of moves from the state.
    """
    generation = np.zeros(len(graph), np.int64)
    for number, states in enumerate(nx.topological_generations(graph.reverse(copy=False))):
        generation[states] = number
    return generation


def transitions_in(graph: nx.DiGraph[int], choices: Sequence[DiceChoice]) -> Transitions:
    """Return every move of the graph, once for each action set that holds the move."""
    allowed = {moves for choice in choices for moves in choice.weights if moves}
    action_sets = sorted(allowed, key=sorted)
    generation = generations_in(graph)
    leads_to = dict(graph.adjacency())
    before = np.repeat(list(leads_to), list(map(len, leads_to.values())))  # (edges,)
    after = np.fromiter(chain.from_iterable(leads_to.values()), np.int64)  # (edges,)
    in_which = defaultdict[int, list[int]](list)  # the numbers of the action sets of each move
    for number, moves in enumerate(action_sets):
        for move in moves:
            in_which[move].append(number)
    allowing = list(map(in_which.__getitem__, (before ^ after).tolist()))
    edge = np.repeat(np.arange(len(after)), list(map(len, allowing)))  # (edges in action sets,)
    action_set = np.fromiter(chain.from_iterable(allowing), np.int64, len(edge))
    can_come = np.zeros((len(action_sets), len(generation)), dtype=bool)  # (action sets, N)
    for choice in choices:
        is_there = np.array([moves in choice.weights for moves in action_sets], dtype=bool)
        can_come |= np.outer(is_there, choice.states)
    kept = can_come[action_set, before[edge]]
    edge, action_set = edge[kept], action_set[kept]
    return Transitions(before[edge], after[edge], action_set, action_sets, generation)


def size_of(tiles: int, rolls: int, allowed: Iterable[ActionSet]) -> Size:
    """Estimate the size of the tables of a turn, before anything is built.

    Parameters
    ----------
    tiles : int
        The number of tiles that some roll can cover.
    rolls : int
        The number of different rolls.
    allowed : iterable of ActionSet
        The action set of each roll. Once the tables are known to be too large, no more are read.

    Raises
    ------
    GameTooLargeError
        If there are too many states, or the tables would take too much memory.
    """
    if 2**tiles > MOST_STATES:
        raise GameTooLargeError(
            f"{tiles} of them can be covered, in 2^{tiles} states, and tables hold {MOST_STATES}; "
            "try fewer tiles; `bounds`, or `twoplayer fair`, encloses the EV",
            of="tiles",
        )
    known, seen = set[ActionSet](), set[int]()
    size = Size(0, 0, rolls * _BYTES_A_ROLL)
    for moves in allowed:
        if size.memory > 2 * MOST_MEMORY:
            break
        if moves in known:
            continue
        edges = sum(1 << tiles - move.bit_count() for move in moves - seen)
        more_moves = sum(1 << tiles - move.bit_count() for move in moves)
        more = edges * _BYTES_AN_EDGE + more_moves * BYTES_A_MOVE
        more += 2**tiles * _BYTES_AN_ACTION_SET_IN_A_STATE
        size = Size(size.edges + edges, size.moves + more_moves, size.memory + more)
        seen |= moves
        known.add(moves)
    if size.memory > MOST_MEMORY:
        raise GameTooLargeError(
            f"the tables of {2**tiles} states and {size.moves} moves after rolls would take "
            f"about {size.memory / 1e9:.1f} GB or more, and {MOST_MEMORY / 1e9:.0f} GB is the "
            "limit; try fewer tiles, or rolls that cover fewer sets; `bounds`, or `twoplayer "
            "fair`, encloses the EV",
            of="tiles",
        )
    return size

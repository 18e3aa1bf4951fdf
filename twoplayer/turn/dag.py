"""The networkx DAG of the subset states of a variant.

Its nodes are the states, as bit masks without attributes; an edge leads from S to S′ if some roll
that may be rolled in S allows to cover S xor S′.
"""

from __future__ import annotations

import gc
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import networkx as nx
import numpy as np

from ..errors import GameTooLargeError
from ..variant.registry import VariantLike, as_variant
from ..variant.variant import Variant
from .another import Explored
from .board import Board, MoveSets, States, board_of
from .layout import Entries

MEMORY_LIMIT = 2 * 10**9
_BYTES_AN_EDGE = 300
_BYTES_AN_ENTRY = 120
_BYTES_A_COLLECTION_IN_A_STATE = 3
_BYTES_A_ROLL = 1000


def state_graph(variant: VariantLike) -> nx.DiGraph[int]:
    """Build the DAG of subset states.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.

    Returns
    -------
    networkx.DiGraph
        Its nodes are bit masks: bit i is the i-th smallest of the tiles that some roll can cover.

    Raises
    ------
    GameTooLargeError
        If there are too many states, or its tables are estimated above the memory limit; nothing
        is built then.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> graph = state_graph(Variant(tiles=3))
    >>> sorted(graph.successors(0b111))
    [0, 1, 2, 3, 4, 5]
    """
    variant = as_variant(variant)
    check_size(variant)
    board = board_of(variant)
    may: dict[int, Any] = {}  # in which states the dice for a move may be rolled
    for choice in board.choices:
        for move in frozenset().union(*choice.weights):
            may[move] = may.get(move, False) | choice.states
    graph: nx.DiGraph[int] = nx.DiGraph()
    was_enabled = gc.isenabled()
    gc.disable()  # There is no garbage among a graph's new dicts, and it takes long to look for it.
    try:
        graph.add_nodes_from(range(board.size))
        for move, states in may.items():
            sources = np.flatnonzero(states & board.can_make([move]))
            graph.add_edges_from(zip(sources.tolist(), (sources ^ move).tolist(), strict=True))
    finally:
        if was_enabled:
            gc.enable()
    return graph


def entries_of(variant: Variant, board: States) -> Entries:
    """Return every move of a turn; those of a variant are the edges of its DAG."""
    return board.entries if isinstance(board, Explored) else entries_in(state_graph(variant), board)


def entries_in(graph: nx.DiGraph[int], board: Board) -> Entries:
    """Return the edges of a DAG, each with every collection of its state that it is in."""
    allowed = {moves for choice in board.choices for moves in choice.weights if moves}
    collections = sorted(allowed, key=sorted)
    leads_to = dict(graph.adjacency())
    before = np.repeat(list(leads_to), list(map(len, leads_to.values())))
    after = np.fromiter(chain.from_iterable(leads_to.values()), np.int64)
    assert (board.level[after] < board.level[before]).all(), "a move covers a tile"
    in_which: dict[int, list[int]] = {}  # of the collections each move is
    for number, moves in enumerate(collections):
        for move in moves:
            in_which.setdefault(move, []).append(number)
    allowing = list(map(in_which.__getitem__, (before ^ after).tolist()))
    edge = np.repeat(np.arange(len(after)), list(map(len, allowing)))
    collection = np.fromiter(chain.from_iterable(allowing), np.int64, len(edge))
    can_come = np.zeros((len(collections), board.size), dtype=bool)
    for choice in board.choices:
        is_there = np.array([moves in choice.weights for moves in collections], dtype=bool)
        can_come |= np.outer(is_there, choice.states)
    kept = can_come[collection, before[edge]]
    edge, collection = edge[kept], collection[kept]
    return Entries(before[edge], after[edge], collection, collections)


class Size(NamedTuple):
    """How large the DAG of a turn is at most, and what it is laid out in."""

    edges: int
    entries: int  # of the layout: a state, a collection of moves, one move of it
    memory: int  # what all of it takes, in bytes, or a part of it that is too much already


def check_size(variant: Variant, board: Board | None = None) -> Size:
    """Return the size of a game, or refuse it where its tables would be too large."""
    if isinstance(variant, Explored):
        moves = len(variant.entries.source)
        return Size(moves, moves, moves * _BYTES_AN_ENTRY)
    size = _size_of(board) if board else _size(variant.turn_rules)
    if size.memory > MEMORY_LIMIT:
        raise GameTooLargeError(
            f"the tables of {board_of(variant).size} states and {size.entries} "
            f"moves after rolls would take about {size.memory / 1e9:.1f} GB or more, and "
            f"{MEMORY_LIMIT / 1e9:.0f} GB is the limit; takes fewer tiles, or rolls that cover "
            "fewer sets (`bounds`, or `twoplayer fair`, encloses its EV)",
            of="tiles",
        )
    return size


@lru_cache(maxsize=2**12)
def _size(variant: Variant) -> Size:
    return _size_of(board_of(variant))


def _size_of(board: Board) -> Size:
    collections = set[MoveSets]()
    tiles = len(board.free)
    seen: set[int] = set()
    rolls = board.every_roll()
    size = Size(0, 0, len(rolls) * _BYTES_A_ROLL)
    for moves in map(board.moves, rolls):
        if size.memory > 2 * MEMORY_LIMIT:
            break
        if moves in collections:
            continue
        edges = sum(1 << tiles - move.bit_count() for move in moves - seen)
        entries = sum(1 << tiles - move.bit_count() for move in moves)
        more = edges * _BYTES_AN_EDGE + entries * _BYTES_AN_ENTRY
        more += 2**tiles * _BYTES_A_COLLECTION_IN_A_STATE
        size = Size(size.edges + edges, size.entries + entries, size.memory + more)
        seen |= moves
        collections.add(moves)
    return size

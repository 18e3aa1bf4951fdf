"""The turns of games: a turn is made from rules, and the last turns are kept."""

from __future__ import annotations

from threading import Lock
from typing import Any, cast

import networkx as nx

from ..errors import refused
from ..variant.registry import VariantLike, as_variant
from .board import Board
from .induction import TransitionGraph, Turn

MOST_KEPT_ANYWAY = 4  # so many turns are kept, even large ones
MOST_KEPT_MEMORY = 128 * 10**6  # bytes: more turns are kept only within this memory
_BYTES_A_TURN, _BYTES_A_SCORE = 10**5, 100


class _Kept(dict[Any, dict[str, Turn]]):
    """The turns that were asked for last: by their states and moves, then by their scoring.

    Turns that differ in scoring alone share states, moves and layout. If many turns are kept, and
    take much memory, the oldest turns are forgotten.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()

    def turn_of(self, rules: Any) -> Turn:
        """Return the turn of a `Variant` or an explored game; a new turn is made and kept.

        The size of the turn's tables is checked when the tables are first needed.
        """
        with self._lock:
            moves = rules.turn_rules
            turns = self.get(moves, {})
            if new := rules.scoring not in turns:
                if turns:
                    graph = next(iter(turns.values())).transition_graph
                else:
                    graph = TransitionGraph(Board(moves) if hasattr(moves, "tiles") else moves)
                turns[rules.scoring] = Turn(graph, rules.scoring)
            # The turn is kept only now, so that rules that are refused above leave nothing behind.
            self.pop(moves, None)
            self[moves] = turns
            while new and len(self) > MOST_KEPT_ANYWAY and self._memory() > MOST_KEPT_MEMORY:
                del self[next(iter(self))]
            return turns[rules.scoring]

    def _memory(self) -> int:
        return sum(map(_memory, self.values()))


turn_of = _Kept().turn_of


def _memory(turns: dict[str, Turn]) -> int:
    scores = sum(len(vars(turn).get("scores", ())) for turn in turns.values())
    graph = next(iter(turns.values())).transition_graph
    laid_out = graph.board.check_size().memory if "layout" in vars(graph) else 0
    return _BYTES_A_TURN + scores * _BYTES_A_SCORE + laid_out


def board_of(variant: Any) -> Board:
    """Return the board of a game with tiles, or refuse a game of another kind."""
    if not hasattr(variant, "tiles"):
        raise refused("variant", variant, "a game with tiles")
    return cast(Board, turn_of(variant).board)


def state_graph(variant: VariantLike) -> nx.DiGraph[int]:
    """Build the transition graph of a turn, a DAG: the sets of open tiles, and the moves.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.

    Returns
    -------
    networkx.DiGraph
        The nodes are bit masks: bit i is the i-th smallest of the tiles that some roll can cover. A
        tile that no roll can cover is in no mask. An edge leads from a state to another state if
        some roll allows covering the difference. Nodes and edges have no attributes.

    Raises
    ------
    InputError, RulesError, UnknownNameError, FileError
        As `solve`; a game of another kind is an `InputError`.
    GameTooLargeError
        If there are too many states, or the tables are estimated above the memory limit. Then
        nothing is built.

    See Also
    --------
    twoplayer.show.annotated_graph : The same with tiles, scores, moves and values.
    twoplayer.plot.dag : A picture of the graph.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.turn import state_graph
    >>> graph = state_graph(Variant(tiles=3))
    >>> sorted(graph.successors(0b111))
    [0, 1, 2, 3, 4, 5]
    """
    return board_of(as_variant(variant)).graph()

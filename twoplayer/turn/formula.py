"""Backward induction over the networkx DAG of a turn: the formula in its plainest form.

Let u(S) be the payoff for ending the turn in the state S. The value of a state is

    V(S)       = max over numbers of dice n of Σ_roll P_n(roll) · W(S, roll)
    W(S, roll) = max over moves m of V(S ∖ m), or u(S) where the roll allows no move

and V(S) = u(S) where nothing may be rolled, such as where no tile is open. A game of two players is
two such turns. The second player's turn is against a score k of the first player. The first
player's payoff for a score is minus the value of the second player's turn against that score:

    second player:  u_k(S) = the payoff for score(S) against k;  v₂(k) = V_k(start)
    first player:   u(S)   = −v₂(score(S));                      EV    = V(start)

This module is the definition, and the rest of `turn` computes the same in less time. `solve` finds
the same fractions, for many payoffs at once; `docs/architecture.md` says how much faster.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import networkx as nx

from ..variant.tiles import TIES
from .another import GameLike, as_game
from .turns import turn_of


def turn_graph(game: GameLike) -> nx.DiGraph[Any]:
    """Build the transition graph of a turn, a DAG.

    Parameters
    ----------
    game : Variant, str, path or Game
        The rules: a variant, its name or file; or a game of another kind.

    Returns
    -------
    networkx.DiGraph
        Each node is a state: the open tiles, ascending; in a game of another kind its own state.
        The start is the last node. A node has three attributes. `dice` is `{choice of dice: {roll:
        probability}}`, and empty where nothing may be rolled. `score` is the score of a turn that
        ends in the state, or None if no turn ends there, in a game of another kind. `clack` says
        whether that score is a clack. An edge is a move. The edge's attribute `rolls` is the set of
        rolls that allow the move.

    Raises
    ------
    InputError
        If `game` is no game.
    GameTooLargeError
        If there are too many states.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> from twoplayer.turn.formula import turn_graph
    >>> graph = turn_graph(Variant(tiles=3, dice="1d3"))
    >>> graph.nodes[1, 2, 3]["score"], graph.nodes[1, 2, 3]["dice"][1][(3,)]
    (6, Fraction(1, 3))
    >>> graph.edges[(1, 2, 3), (3,)]["rolls"], graph.edges[(1, 2, 3), (1, 3)]["rolls"]
    ({(3,)}, {(2,)})
    """
    turn = turn_of(as_game(game))
    states = turn.board
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for number, (state, rank) in enumerate(zip(states.open_tiles, turn.ranks, strict=True)):
        score = turn.scores[rank] if rank >= 0 else None
        dice: dict[Any, dict[Any, Fraction]] = {}
        graph.add_node(state, dice=dice, score=score, clack=0 <= rank < turn.clacks)
        for choice in states.dice_at(number):
            ways = states.rolls(choice)
            dice[choice] = {roll: Fraction(n, sum(ways.values())) for roll, n in ways.items()}
            for roll in ways:
                for successor in states.moves_in(number, roll).values():
                    move = state, states.open_tiles[successor]
                    graph.add_edge(*move)
                    graph.edges[move].setdefault("rolls", set()).add(roll)
    return graph


def turn_values(graph: nx.DiGraph[Any], payoff: Callable[[Any], Fraction]) -> dict[Any, Fraction]:
    """Compute V(S) of every state of a turn, from the last states to the start.

    Parameters
    ----------
    graph : networkx.DiGraph
        The transition graph of the turn, as `turn_graph` builds it.
    payoff : callable
        A function from a state S to u(S), an exact number: the payoff of a turn that ends in S.

    Returns
    -------
    dict
        `{state: value}`, in the unit of the payoff.

    Examples
    --------
    The lowest expected score, where the payoff is the score with a minus sign:

    >>> from twoplayer.turn.formula import turn_graph, turn_values
    >>> graph = turn_graph("classic")
    >>> values = turn_values(graph, lambda state: -graph.nodes[state]["score"])
    >>> values[1, 2], float(-values[1, 2, 3, 4, 5, 6, 7, 8, 9])
    (Fraction(-25, 9), 11.157508444202623)
    """
    value: dict[Any, Fraction] = {}

    def after(state: Any, roll: Any) -> Fraction:  # W(S, roll)
        moves = [value[left] for left, edge in graph[state].items() if roll in edge["rolls"]]
        return max(moves) if moves else payoff(state)

    for state in reversed([*nx.topological_sort(graph)]):
        dice = graph.nodes[state]["dice"].values()
        means = [sum(p * after(state, roll) for roll, p in rolls.items()) for rolls in dice]
        value[state] = max(means) if means else payoff(state)
    return value


class TwoPlayers(NamedTuple):
    """A game of two players, valued by the formula.

    Attributes
    ----------
    second_player_values : dict
        `{k: v₂(k)}`, in stakes: the second player's expected value against each score.
    first_player_ev : Fraction
        EV, in stakes: the first player's expected value.
    """

    second_player_values: dict[int, Fraction]
    first_player_ev: Fraction


def two_players(game: GameLike) -> TwoPlayers:
    """Value a game of two players who play by the same rules.

    Parameters
    ----------
    game : Variant, str, path or Game
        The rules: a variant, its name or file; or a game of another kind.

    Returns
    -------
    TwoPlayers
        The second player's value against each score, and the first player's expected value.

    Raises
    ------
    InputError, GameTooLargeError
        As `turn_graph`.

    Notes
    -----
    The function runs one backward induction for each score, in `Fraction`s. So it takes about a
    hundred times as long as `solve`: a few seconds for the classic game.

    Examples
    --------
    >>> from twoplayer.turn.formula import two_players
    >>> classic = two_players("classic")
    >>> classic.second_player_values[12], classic.first_player_ev
    (Fraction(5549689, 30233088), Fraction(-668351559599495, 166583718925369344))
    """
    rules = as_game(game)
    sign, tie, graph = turn_of(rules).sign, TIES[rules.ties], turn_graph(rules)
    *_, start = graph
    score = nx.get_node_attributes(graph, "score")
    clacks = {score[state] for state, clack in graph.nodes(data="clack") if clack}

    def to_second(first: int, second: int) -> Fraction:  # the second player's payoff, by scores
        wins = tie.wins if second == first else 1 if sign * second < sign * first else -1
        if first in clacks and rules.immediate_clack:
            wins = -1
        if not wins:
            return -tie.pays
        clacked = (second if wins > 0 else first) in clacks
        return wins * (rules.clack_payout if clacked else Fraction(1))

    def value_against(first: int) -> Fraction:  # v₂(k)
        return turn_values(graph, lambda state: to_second(first, score[state]))[start]

    second = {first: value_against(first) for first in sorted({*score.values()} - {None})}
    return TwoPlayers(second, turn_values(graph, lambda state: -second[score[state]])[start])

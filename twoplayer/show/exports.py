"""For other programs: a turn as a model for PRISM and Storm, and its DAG as a graph."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib.resources import files

import networkx as nx

from ..errors import GameTooLargeError, InputError
from ..exact import fraction_text
from ..game.solutions import solve, solve_two
from ..game.stakes import rules_of_two
from ..turn.board import MoveSets, board_of
from ..turn.dag import annotated_graph, check_size, state_graph
from ..turn.solved import SolvedTurn
from ..turn.states import DiceChoice
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet
from ..variant.variant import Variant

MOST_MOVES = 100_000
LARGEST = 2**31 - 1
"""PRISM's largest whole number; Storm's is larger."""

_MEASURE_OF = {"sum": "sum", "count": "count", "shut": "count"}
"""The measure of the open tiles that tells the scores apart; else the set itself does."""


def prism(
    variant: VariantLike, score_to_beat: int | None = None, second: VariantLike | None = None
) -> str:
    r"""Write one player's turn as a Markov decision process in the PRISM language.

    The largest probability to reach `"won"`, `Pmax=? [F "won"]`, is p; the value of the turn is
    low + (high − low)·p. The two numbers stand in the comment that the text begins with.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    score_to_beat
        The first player's score, in the second player's turn. None: it is the first player's turn,
        whose payoff for a score is what the second player's best play against it leaves.
    second
        The rules of the second player's turn, where she has some of her own, as for `solve`.

    Raises
    ------
    GameTooLargeError
        If there are too many moves to list, or the game is too large to be solved.
    InputError
        If the tiles' numbers are too large for the language.
    PositionError
        If the score is not of this game.

    Examples
    --------
    >>> from twoplayer import Variant
    >>> model = prism(Variant(tiles="1,2", dice="2d2"), score_to_beat=2)
    >>> for line in model.splitlines():
    ...     if "now=0" in line:
    ...         print(line)
      [] now=0 & shut -> (now'=OVER);
      [roll_2] now=0 & !shut -> 1/4:(now'=1) + 1/4:(now'=2) + 1/2:(now'=3);
    """
    rules = rules_of_two(as_variant(variant), second, "second")
    variant, other = rules if score_to_beat is None else rules[::-1]
    check_size(variant)
    choices = board_of(variant).choices
    kinds = sorted({kind for choice in choices for kind in choice.weights}, key=sorted)
    _check_length(variant, kinds)
    solution, theirs = solve_two(rules).fractions, other.words()
    measure = _MEASURE_OF.get(variant.scoring, "set")
    payoffs = _payoffs(solution.play(score_to_beat), measure)
    low, high = min(payoffs.values()), max(payoffs.values())
    chances = {end: _chance(u, low, high) for end, u in payoffs.items()}
    if score_to_beat is None:
        whose, value = "The first player's turn", solution.first_player_ev
    else:
        whose = f"The second player's turn, to beat a score of {score_to_beat},"
        value = solution.second_player_values[score_to_beat]
    over = len(kinds) + 1
    lines = {
        "rules": (
            f"//   {name}: {words}"
            + f"; the other player's: {theirs[name]}" * (words != theirs[name])
            for name, words in variant.words().items()
        ),
        "formulas": _formulas(variant, measure),
        "tiles": (f"  t{tile} : bool init true;" for tile in variant.tiles),
        "rolls": (_roll(variant, choice, kinds) for choice in choices),
        "moves": (line for now, kind in enumerate(kinds, 1) for line in _after(variant, now, kind)),
        "ends": (
            f"  [] now=OVER & open_{measure}={end} -> {_coin(p)};" for end, p in chances.items()
        ),
    }
    numbers = {"low": low, "high": high, "value": value, "p": _chance(value, low, high)}
    template = files("twoplayer.show") / "templates" / "turn.prism"
    return template.read_text("utf-8").format(
        whose=whose,
        over=over,
        won=over + 1,
        lost=over + 2,
        **{name: fraction_text(number) for name, number in numbers.items()},
        **{name: "\n".join(some) for name, some in lines.items()},
    )


def _check_length(variant: Variant, kinds: Sequence[MoveSets]) -> None:
    """Refuse a game by the length of its text, or the size of its numbers."""
    moves = sum(map(len, kinds))
    if moves > MOST_MOVES:
        raise GameTooLargeError(
            f"{moves} moves after {len(kinds)} kinds of roll; takes at most {MOST_MOVES} "
            "moves in this language",
            of="tiles",
        )
    if sum(variant.tiles) > LARGEST:
        raise InputError(f"their sum is too large a number; takes at most {LARGEST}", of="tiles")


def _payoffs(turn: SolvedTurn, measure: str) -> dict[int, Fraction]:
    """Return what the end of a turn is worth by a measure of the tiles that are open then."""
    variant = turn.variant
    graph = state_graph(variant)
    start = len(graph) - 1
    weights, sets = _weights(variant)[measure], board_of(variant).open_tiles
    found = {}
    for state in {start} | nx.descendants(graph, start):
        end = sum(weights[tile] for tile in sets[state])
        if end not in found:
            found[end] = turn.ending_value(sets[state])
    return dict(sorted(found.items()))


def _weights(variant: Variant) -> dict[str, dict[int, int]]:
    """Return what each tile adds to a measure while it is open."""
    tiles = variant.tiles
    return {
        "sum": {tile: tile for tile in tiles},
        "count": dict.fromkeys(tiles, 1),
        "set": {tile: 2**place for place, tile in enumerate(tiles)},
    }


def _chance(payoff: Fraction, low: Fraction, high: Fraction) -> Fraction:
    return (payoff - low) / ((high - low) or 1)


def _formulas(variant: Variant, measure: str) -> Iterator[str]:
    limits = variant.one_die.limits
    used = {measure, *(name for name, _ in limits or ())}
    for name, weights in _weights(variant).items():
        if name in used:
            terms = (f"(t{tile} ? {weight} : 0)" for tile, weight in weights.items())
            yield f"formula open_{name} = {' + '.join(terms)};"
    if "max" in used:
        largest = (f"t{tile} ? {tile} : " for tile in reversed(variant.tiles))
        yield f"formula open_max = {''.join(largest)}0;"
    yield f"formula shut = !({' | '.join(f't{tile}' for tile in variant.tiles)});"
    yield f"formula complete = {_open(variant.tiles)};"
    if limits is not None:
        conditions = [f"open_{name} <= {max(-1, min(limit, LARGEST))}" for name, limit in limits]
        yield f"formula one_die = {' & '.join(conditions) or 'true'};"


def _open(tiles: TileSet) -> str:
    return " & ".join(f"t{tile}" for tile in tiles)


def _roll(variant: Variant, choice: DiceChoice, kinds: Sequence[MoveSets]) -> str:
    """Write the command that rolls a number of dice, where it may be chosen."""
    guard = ["now=0", "!shut"]
    if variant.opening_tile is not None:
        guard.append("complete" if choice.opening else "!complete")
    if choice.dice < variant.dice.number:
        guard.append("one_die")
    elif variant.one_die.forced:
        guard.append("!one_die")
    chances = (
        f"{_number(Fraction(choice.weights[kind], choice.outcomes))}:(now'={now})"
        for now, kind in enumerate(kinds, 1)
        if kind in choice.weights
    )
    return f"  [roll_{choice.dice}] {' & '.join(guard)} -> {' + '.join(chances)};"


def _after(variant: Variant, now: int, kind: MoveSets) -> Iterator[str]:
    """Write what may follow a kind of roll: a command for every move, or the end."""
    sets = board_of(variant).covers
    moves = [sets[move] for move in sorted(kind)]
    for tiles in moves:
        covered = " & ".join(f"(t{tile}'=false)" for tile in tiles)
        name = "_".join(map(str, tiles))
        yield f"  [cover_{name}] now={now} & {_open(tiles)} -> {covered} & (now'=0);"
    none = "".join(f" & !({_open(tiles)})" for tiles in moves)
    yield f"  [] now={now}{none} -> (now'=OVER);"


def _coin(chance: Fraction) -> str:
    tossed = {"WON": chance, "LOST": 1 - chance}
    return " + ".join(f"{_number(p)}:(now'={side})" for side, p in tossed.items() if p)


def _number(chance: Fraction) -> str:
    """Write a probability, exactly; whole numbers that are too large need a decimal point."""
    text = fraction_text(chance)
    return text if chance.denominator <= LARGEST else f"{text.replace('/', '.0/')}.0"


MOST_EDGES = 250_000


def graph_file(variant: Variant, format: str, score_to_beat: int | None = None) -> str:
    r"""Write the annotated DAG of a variant in a format of `GRAPH_FILES`.

    With a score to beat each node has its value to the second player, who faces that.

    >>> dot = graph_file(Variant(tiles=2, dice="1d2"), "dot").splitlines()
    >>> print(*dot[2:], sep="\n")
      0 [label="none" score="0"];
      1 [label="1" score="1"];
      2 [label="2" score="2"];
      3 [label="1,2" score="3"];
      1 -> 0 [label="1"];
      2 -> 0 [label="2"];
      3 -> 1 [label="2"];
      3 -> 2 [label="1"];
    }
    """
    if (edges := check_size(variant).edges) > MOST_EDGES:
        raise GameTooLargeError(
            f"a graph of up to {edges} edges; takes at most {MOST_EDGES} in a file", of="tiles"
        )
    graph = annotated_graph(variant)
    same: nx.DiGraph[int] = nx.DiGraph()
    same.graph.update((n, rule) for n, rule in variant.rules().items() if rule is not None)
    same.add_nodes_from(sorted(graph.nodes(data=True)))
    same.add_edges_from(sorted(graph.edges(data=True), key=lambda edge: edge[:2]))
    if score_to_beat is not None:
        turn = solve(variant).fractions.play(score_to_beat)
        for _, known in same.nodes(data=True):
            known["value"] = fraction_text(turn.value(known["open_tiles"]))
    return GRAPH_FILES[format](same)


def _node_link(graph: nx.DiGraph[int]) -> str:
    """Write JSON as `networkx.node_link_graph` reads it, with the edges under `edges`."""
    nodes = [{"id": node, **known} for node, known in graph.nodes(data=True)]
    edges = [{"source": a, "target": b, **known} for a, b, known in graph.edges(data=True)]
    data = {"directed": True, "multigraph": False, "graph": graph.graph}
    return json.dumps({**data, "nodes": nodes, "edges": edges}, indent=1) + "\n"


def _graphml(graph: nx.DiGraph[int]) -> str:
    for _, known in graph.nodes(data=True):
        known["open_tiles"] = _text(known["open_tiles"])
    for _, _, known in graph.edges(data=True):
        known["move"] = _text(known["move"])
    lines = nx.generate_graphml(graph, named_key_ids=True)
    return "\n".join(["<?xml version='1.0' encoding='utf-8'?>", *lines, ""])


def _dot(graph: nx.DiGraph[int]) -> str:
    lines = ["digraph {", f"  graph [{_attributes(graph.graph)}];"]
    for state, known in graph.nodes(data=True):
        label = {"label": _text(known.pop("open_tiles")), **known}
        lines.append(f"  {state} [{_attributes(label)}];")
    for before, after, known in graph.edges(data=True):
        lines.append(f"  {before} -> {after} [{_attributes({'label': _text(known['move'])})}];")
    return "\n".join([*lines, "}", ""])


def _attributes(values: Mapping[str, object]) -> str:
    escapes = str.maketrans({"\\": r"\\", '"': r"\""})
    return " ".join(f'{name}="{str(each).translate(escapes)}"' for name, each in values.items())


def _text(tiles: TileSet) -> str:
    return ",".join(map(str, tiles)) or "none"


GRAPH_FILES: dict[str, Callable[[nx.DiGraph[int]], str]] = {
    "graphml": _graphml,
    "dot": _dot,
    "json": _node_link,
}
"""What writes a graph, by the ending of the file's name; it may change the graph."""

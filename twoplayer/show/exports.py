"""A game in the languages of other programs: a model, a theorem with its proof, a graph."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Any, TypeAlias

import networkx as nx

from ..errors import GameTooLargeError, InputError
from ..exact import fraction_text
from ..game.contest import contest
from ..game.solution import solve, solve_two
from ..turn.solved import SolvedTurn
from ..turn.transitions import ActionSet, DiceChoice
from ..turn.turns import board_of, state_graph, turn_of
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from ..words import cell_text
from .graphs import annotated

MOST_PRISM_MOVES = 100_000  # after all kinds of roll together
INT_MAX = 2**31 - 1  # of PRISM; Storm's is larger


def prism(
    variant: VariantLike, second: VariantLike | None = None, *, score_to_beat: int | None = None
) -> str:
    r"""Write one player's turn as a Markov decision process in the PRISM language.

    The largest probability to reach `"won"`, `Pmax=? [F "won"]`, is p; the value of the turn is
    low + (high − low)·p. The two numbers stand in the comment that the text begins with.

    Parameters
    ----------
    variant
        The rules, or the name or file of a single variant.
    second
        The rules of the second player's turn, where she has some of her own, as for `solve`.
    score_to_beat
        The first player's score, in the second player's turn. None: it is the first player's turn,
        whose payoff for a score is what the second player's best play against it leaves.

    Returns
    -------
    str
        The text of a model file, with one label, `"won"`.

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
    >>> from twoplayer.show import prism
    >>> model = prism(Variant(tiles="1,2", dice="2d2"), score_to_beat=2)
    >>> for line in model.splitlines():
    ...     if "now=0" in line:
    ...         print(line)
      [] now=0 & shut -> (now'=OVER);
      [roll_2] now=0 & !shut -> 1/4:(now'=1) + 1/4:(now'=2) + 1/2:(now'=3);
    """
    game = contest(variant, second, read=as_variant)
    whose = "The first player's turn"
    variant, other = game.rules
    if score_to_beat is not None:
        whose = f"The second player's turn, to beat a score of {score_to_beat},"
        variant, other = other, variant
    kinds = _kinds(variant)
    if (moves := sum(map(len, kinds))) > MOST_PRISM_MOVES:
        raise GameTooLargeError(
            f"{moves} moves after {len(kinds)} kinds of roll; takes at most {MOST_PRISM_MOVES} "
            "moves in this language",
            of="tiles",
        )
    if sum(variant.tiles) > INT_MAX:
        raise InputError(f"their sum is too large a number; takes at most {INT_MAX}", of="tiles")
    return model_of(solve_two(game).fractions.play(score_to_beat=score_to_beat), whose, other)


def model_of(turn: SolvedTurn, whose: str, other: Variant) -> str:
    variant, theirs = turn.variant, other.words()
    choices, kinds = board_of(variant).choices, _kinds(variant)
    # What tells the scores apart.
    measure = {"sum": "sum", "count": "count", "shut": "count"}.get(variant.scoring, "set")
    payoffs = _ending_values(turn, measure)
    low, high, value = min(payoffs.values()), max(payoffs.values()), Fraction(turn.value())
    over = len(kinds) + 1

    def chance(payoff: Fraction) -> Fraction:
        return (payoff - low) / ((high - low) or 1)

    lines = {
        "rules": (
            f"//   {name}: {words}"
            + f"; the other player's: {theirs[name]}" * (words != theirs[name])
            for name, words in variant.words().items()
        ),
        "formulas": _formulas(variant, measure),
        "tiles": (f"  t{tile} : bool init true;" for tile in variant.tiles),
        "rolls": (_roll_command(variant, choice, kinds) for choice in choices),
        "moves": (line for now, kind in enumerate(kinds, 1) for line in _after(variant, now, kind)),
        "ends": (
            f"  [] now=OVER & open_{measure}={end} -> {_coin(chance(payoff))};"
            for end, payoff in payoffs.items()
        ),
    }
    numbers = {"low": low, "high": high, "value": value, "p": chance(value)}
    return _template("turn.prism").format(
        whose=whose,
        over=over,
        won=over + 1,
        lost=over + 2,
        **{name: fraction_text(number) for name, number in numbers.items()},
        **{name: "\n".join(some) for name, some in lines.items()},
    )


def _template(name: str) -> str:
    return (files("twoplayer.show") / name).read_text("utf-8")


def _kinds(variant: Variant) -> list[ActionSet]:
    choices = board_of(variant).choices
    return sorted({kind for choice in choices for kind in choice.weights}, key=sorted)


def _ending_values(turn: SolvedTurn, measure: str) -> dict[int, Fraction]:
    graph, sets = state_graph(turn.variant), board_of(turn.variant).open_tiles
    weights, start = _tile_weights(turn.variant)[measure], len(graph) - 1
    ends = {
        sum(weights[tile] for tile in sets[state]): sets[state]
        for state in {start} | nx.descendants(graph, start)
    }
    return {end: Fraction(turn.ending_value(tiles)) for end, tiles in sorted(ends.items())}


def _tile_weights(variant: Variant) -> dict[str, dict[int, int]]:
    tiles = variant.tiles
    return {
        "sum": {tile: tile for tile in tiles},
        "count": dict.fromkeys(tiles, 1),
        "set": {tile: 2**place for place, tile in enumerate(tiles)},
    }


def _formulas(variant: Variant, measure: str) -> Iterator[str]:
    limits = variant.one_die.limits
    used = {measure, *(name for name, _ in limits or ())}
    for name, weights in _tile_weights(variant).items():
        if name in used:
            terms = (f"(t{tile} ? {weight} : 0)" for tile, weight in weights.items())
            yield f"formula open_{name} = {' + '.join(terms)};"
    if "max" in used:
        largest = (f"t{tile} ? {tile} : " for tile in reversed(variant.tiles))
        yield f"formula open_max = {''.join(largest)}0;"
    yield f"formula shut = !({' | '.join(f't{tile}' for tile in variant.tiles)});"
    yield f"formula complete = {_open(variant.tiles)};"
    if limits is not None:
        conditions = [f"open_{name} <= {max(-1, min(limit, INT_MAX))}" for name, limit in limits]
        yield f"formula one_die = {' & '.join(conditions) or 'true'};"


def _open(tiles: TileSet) -> str:
    return " & ".join(f"t{tile}" for tile in tiles)


def _roll_command(variant: Variant, choice: DiceChoice, kinds: Sequence[ActionSet]) -> str:
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


def _after(variant: Variant, now: int, kind: ActionSet) -> Iterator[str]:
    sets = board_of(variant).covers
    moves = [sets[move] for move in sorted(kind)]
    for tiles in moves:
        covered = " & ".join(f"(t{tile}'=false)" for tile in tiles)
        name = "_".join(map(str, tiles))
        yield f"  [cover_{name}] now={now} & {_open(tiles)} -> {covered} & (now'=0);"
    none = "".join(f" & !({_open(tiles)})" for tiles in moves)
    yield f"  [] now={now}{none} -> (now'=OVER);"


def _coin(chance: Fraction) -> str:
    sides = ("WON", chance), ("LOST", 1 - chance)
    return " + ".join(f"{_number(p)}:(now'={side})" for side, p in sides if p)


def _number(chance: Fraction) -> str:
    """Write a probability: too large a whole number needs a decimal point."""
    text = fraction_text(chance)
    return text if chance.denominator <= INT_MAX else f"{text.replace('/', '.0/')}.0"


MOST_COQ_FACES = 60
MOST_COQ_ROLLS = 1_300
MOST_COQ_WORK = 20_000_000
"""What Coq computes with in minutes: rolls beside states and scores, or beside sets to cover."""


def theorem(
    variant: VariantLike, second: VariantLike | None = None, name: str = "theorem.v"
) -> str:
    of_two = contest(variant, second, read=as_variant)
    first, own = of_two.rules
    seconds = 5 + _checked_work(first, own) // 200_000
    ev = solve_two(of_two).fractions.first_player_ev
    houses, game = _house("game", first), "(two_turns (rules_of game))"
    if own != first:
        houses += "\n(** The second player's turn is by rules of her own. *)\n" + _house("own", own)
        game = "(two_turns_by (rules_of game) (rules_of own))"
    return _template("theorem.v").format(
        duration=f"{seconds} seconds" if seconds < 60 else f"{round(seconds / 60)} minutes",
        name=name,
        houses=houses,
        game=game,
        numerator=ev.numerator,
        denominator=ev.denominator,
    )


def _checked_work(first: Variant, own: Variant) -> int:
    for each in (first, own):
        if (faces := sum(each.weights or ())) > MOST_COQ_FACES:
            takes = f"at most {MOST_COQ_FACES}, for a die in which each number stands as often as"
            raise GameTooLargeError(
                f"they add up to {faces:,}; a theorem takes {takes} its weight", of="weights"
            )
    # Each face is rolled as often as its weight.
    rolls = [int(sum(each.side_weights) ** each.dice.number) for each in (first, own)]
    if (most := max(rolls)) > MOST_COQ_ROLLS:
        raise GameTooLargeError(
            f"they show {most:,} rolls; a theorem takes at most {MOST_COQ_ROLLS:,}", of="dice"
        )
    covers = max(3 ** len(first.tiles) * rolls[0], 3 ** len(own.tiles) * rolls[1])
    states = 2 ** len(own.tiles) * len(turn_of(first).scores) * rolls[1]
    for what, work in {"sets to try × rolls": covers, "states × scores × rolls": states}.items():
        if work > MOST_COQ_WORK:
            raise GameTooLargeError(
                f"{what} are {work:,}; a theorem takes at most {MOST_COQ_WORK:,}", of="tiles"
            )
    return int(covers + states)


def _house(name: str, variant: Variant) -> str:
    faces = (face for face, n in enumerate(variant.side_weights, 1) for _ in range(n))
    payout = variant.clack_payout
    optional = {
        name: "None" if (rule := getattr(variant, name)) is None else f"Some ({rule})"
        for name in ("max_tiles", "opening_tile", "stop_total")
    }
    fields = {
        "tiles": _coq_list(variant.tiles),
        "dice": variant.dice.number,
        "die_faces": _coq_list(faces),
        "one_die_if": _condition(variant),
        "moves": variant.moves.replace("-", "_").capitalize(),
        **optional,
        "scoring": f"By_{variant.scoring}",
        "clack_payout": f"{payout.numerator} # {payout.denominator}",
        "immediate_clack": str(variant.immediate_clack).lower(),
        "ties": f"Ties_{variant.ties}",
    }
    lines = ";\n".join(f"  {field} := {value}" for field, value in fields.items())
    return f"Definition {name} : house := {{|\n{lines}\n|}}.\n"


def _coq_list(numbers: Iterable[int]) -> str:
    return f"[{'; '.join(map(str, numbers))}]"


def _condition(variant: Variant) -> str:
    rule, named = variant.one_die, {"sum": "total", "max": "largest", "count": "count"}
    if rule.limits is None:
        return "Not_allowed"
    limits = "; ".join(f"({named[measure]}, {limit})" for measure, limit in rule.limits)
    return f"{'Forced_if' if rule.forced else 'Allowed_if'} [{limits}]"


Attributes: TypeAlias = Mapping[str, object]
MOST_EDGES = 250_000  # of a graph in a file


def graph_file(variant: Variant, format: str, score_to_beat: int | None = None) -> str:
    if (most := board_of(variant).check_size().edges) > MOST_EDGES:
        raise GameTooLargeError(
            f"a graph of up to {most} edges; takes at most {MOST_EDGES} in a file", of="tiles"
        )
    turn = (
        None
        if score_to_beat is None
        else solve(variant).fractions.play(score_to_beat=score_to_beat)
    )
    graph = annotated(variant, turn)
    nodes = sorted(graph.nodes(data=True))
    edges: list[Any] = sorted(graph.edges(data=True), key=lambda edge: edge[:2])
    for *_, attributes in (*nodes, *edges):
        for name, value in attributes.items():
            if name == "value":
                attributes[name] = fraction_text(value)
            elif name == "best":
                attributes[name] = " ".join(map(cell_text, value))
            elif name in ("open_tiles", "move") and format != "json":
                attributes[name] = ",".join(map(str, value)) or "none"
    rules = {name: rule for name, rule in variant.rules().items() if rule is not None}
    return GRAPH_FILES[format](rules, nodes, edges)


def _node_link(rules: Attributes, nodes: Sequence[Any], edges: Sequence[Any]) -> str:
    data = {
        "directed": True,
        "multigraph": False,
        "graph": rules,
        "nodes": [{"id": state, **node} for state, node in nodes],
        "edges": [{"source": before, "target": after, **edge} for before, after, edge in edges],
    }
    return json.dumps(data, indent=1) + "\n"


def _graphml(rules: Attributes, nodes: Sequence[Any], edges: Sequence[Any]) -> str:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.graph.update(rules)
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    lines = nx.generate_graphml(graph, named_key_ids=True)
    return "\n".join(["<?xml version='1.0' encoding='utf-8'?>", *lines, ""])


def _dot(rules: Attributes, nodes: Sequence[Any], edges: Sequence[Any]) -> str:
    lines = ["digraph {", f"  graph [{_attributes(rules)}];"]
    for state, node in nodes:
        lines.append(f"  {state} [{_attributes({'label': node.pop('open_tiles'), **node})}];")
    for before, after, edge in edges:
        attributes = _attributes({"label": edge.pop("move"), **edge})
        lines.append(f"  {before} -> {after} [{attributes}];")
    return "\n".join([*lines, "}", ""])


def _attributes(values: Attributes) -> str:
    escapes = str.maketrans({"\\": r"\\", '"': r"\""})
    return " ".join(f'{name}="{str(each).translate(escapes)}"' for name, each in values.items())


GRAPH_FILES = {"graphml": _graphml, "dot": _dot, "json": _node_link}

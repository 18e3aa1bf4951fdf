"""A turn as a model in the PRISM language, for model checkers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.resources import files

import networkx as nx

from ..errors import GameTooLargeError, InputError
from ..exact import fraction_text
from ..game.contest import contest
from ..game.solution import solve_two
from ..turn.dag import MoveSets
from ..turn.layout import DiceChoice
from ..turn.solved import SolvedTurn
from ..turn.turns import board_of, check_size, state_graph
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
    game = contest(variant, second, read=as_variant)
    variant, other = game.rules if score_to_beat is None else game.rules[::-1]
    check_size(variant)
    _check_length(variant, _kinds(variant))
    turn = solve_two(game).fractions.play(score_to_beat)
    whose = "The first player's turn"
    if score_to_beat is not None:
        whose = f"The second player's turn, to beat a score of {score_to_beat},"
    return model_of(turn, whose, other)


def model_of(turn: SolvedTurn, whose: str, other: Variant) -> str:
    """Write a turn, for whatever it is paid, as a Markov decision process."""
    variant, theirs = turn.variant, other.words()
    choices, kinds = board_of(variant).choices, _kinds(variant)
    measure = _MEASURE_OF.get(variant.scoring, "set")
    payoffs = _payoffs(turn, measure)
    low, high, value = min(payoffs.values()), max(payoffs.values()), Fraction(turn.value())
    chances = {end: _chance(u, low, high) for end, u in payoffs.items()}
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
    template = files("twoplayer.show") / "turn.prism"
    return template.read_text("utf-8").format(
        whose=whose,
        over=over,
        won=over + 1,
        lost=over + 2,
        **{name: fraction_text(number) for name, number in numbers.items()},
        **{name: "\n".join(some) for name, some in lines.items()},
    )


def _kinds(variant: Variant) -> list[MoveSets]:
    """Return what rolls may cover, each kind once."""
    choices = board_of(variant).choices
    return sorted({kind for choice in choices for kind in choice.weights}, key=sorted)


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
    payoffs = {}
    for state in {start} | nx.descendants(graph, start):
        end = sum(weights[tile] for tile in sets[state])
        if end not in payoffs:
            payoffs[end] = Fraction(turn.ending_value(sets[state]))
    return dict(sorted(payoffs.items()))


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

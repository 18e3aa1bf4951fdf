"""A turn as a model for model checkers: a Markov decision process in the PRISM language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.resources import files

import networkx as nx

from ..errors import GameTooLargeError, InputError, tells_its_signature
from ..exact import fraction_text
from ..game.contest import contest
from ..game.solution import solve_two
from ..turn.solved import SolvedTurn
from ..turn.transitions import ActionSet, DiceChoice
from ..turn.turns import board_of, state_graph
from ..variant.registry import VariantLike, as_variant
from ..variant.tiles import TileSet
from ..variant.variant import Variant

MOST_PRISM_MOVES = 100_000  # the sum over all kinds of roll
INT_MAX = 2**31 - 1  # of PRISM; Storm's is larger
_TEMPLATE = files("twoplayer.show") / "turn.prism"


@tells_its_signature
def prism(
    variant: VariantLike, second: VariantLike | None = None, *, score_to_beat: int | None = None
) -> str:
    r"""Write one player's turn as a Markov decision process in the PRISM language.

    The largest probability to reach `"won"`, `Pmax=? [F "won"]`, is p; the value of the turn is
    low + (high − low)·p. Both numbers, low and high, stand in the comment at the start of the text.

    Parameters
    ----------
    variant : Variant, str or path
        The rules, or the name or file of a single variant.
    second : Variant, str or path, optional
        The rules of the second player's turn, where they are others, as for `solve`. None: those of
        `variant`.
    score_to_beat : int, optional
        The first player's score: the turn is the second player's. By name only. None: the turn is
        the first player's, and the payoff of a score is minus the second player's value against
        this score.

    Returns
    -------
    str
        The text of a model file, with one label, `"won"`.

    Raises
    ------
    InputError
        If a game has no tiles, or the tiles' numbers are too large for the language.
    RulesError, UnknownNameError, FileError
        As `solve`.
    GameTooLargeError
        If there are too many moves to list, or the game is too large to be solved.
    PositionError
        If the score is not of this game.

    See Also
    --------
    twoplayer.certificate : A proof of the value that Python checks.

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
    """Write a solved turn as a model; `whose` names the turn in its comment.

    A turn that ends with a score is won with a chance that is linear in the payoff of the score. So
    the largest chance to win is the largest expected payoff, from `low` at 0 to `high` at 1.
    """
    variant, theirs = turn.variant, other.words()
    choices, kinds = board_of(variant).choices, _kinds(variant)
    # The measure of the open tiles that tells scores apart.
    measure = {"sum": "sum", "count": "count", "shut": "count"}.get(variant.scoring, "set")
    payoffs = _ending_values(turn, measure)
    low, high, value = min(payoffs.values()), max(payoffs.values()), Fraction(turn.value())
    over = len(kinds) + 1

    def chance(payoff: Fraction) -> Fraction:
        return (payoff - low) / ((high - low) or 1)

    lines = {
        "rules": (
            f"//   {name}: {words}"
            if words == theirs[name]
            else f"//   {name}: {words}; the other player's: {theirs[name]}"
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
    return _TEMPLATE.read_text("utf-8").format(
        whose=whose,
        over=over,
        won=over + 1,
        lost=over + 2,
        **{name: fraction_text(number) for name, number in numbers.items()},
        **{name: "\n".join(some) for name, some in lines.items()},
    )


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
    """Yield a formula for each measure of the open tiles that scores and conditions use."""
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
    """Write when a number of dice may be rolled, and the chance of each action set."""
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
    """Write a probability: numbers that are too large for an integer get a decimal point."""
    text = fraction_text(chance)
    return text if chance.denominator <= INT_MAX else f"{text.replace('/', '.0/')}.0"

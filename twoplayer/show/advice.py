"""Advice in words that a player understands, and as rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..evening.seats import SeatTurn
from ..exact import decimal_texts
from ..game.solution import PlayerTurn
from ..turn.option import Option
from ..turn.positions import possible_rolls_in
from ..variant.scoring import SCORINGS
from ..variant.tiles import TileSet
from ..variant.variant import Variant
from ..writing import Format, Row, cell_text, paragraph, render

if TYPE_CHECKING:
    from ..evening.alternate import Alternate
    from ..evening.shared_box import SharedBox

__all__ = ["render_advice", "render_roll_by_roll", "render_shared_box"]

PlayedTurn: TypeAlias = PlayerTurn | SeatTurn

_MOST_MOVES = 4
_TITLES = {
    "value": "worth\n(stakes)",
    "win": "you win\n(%)",
    "tie": "a tie\n(%)",
    "then_roll": "then\nroll",
}


def render_advice(
    turn: PlayedTurn,
    open_tiles: TileSet,
    roll: int | Sequence[int] | None,
    format: Format,
) -> str:
    """Say what to do in a position of a turn, in `Fraction`s, after a roll or before.

    Text has a sentence first, and rounded values that are equal only where the exact ones are; the
    other formats have rows alone.
    """
    rows = _before_roll(turn, open_tiles) if roll is None else _moves(turn, open_tiles, roll)
    if format.exact:
        return render(rows, format, dict.fromkeys(("cover", "value", "win", "tie"), ""))
    values = decimal_texts([row["value"] for row in rows], 4)
    wins, ties = (decimal_texts([100 * row[name] for row in rows], 2) for name in ("win", "tie"))
    ends = list(map(_sure, rows))
    shown = [
        {**row, "cover": _few(row["cover"]), "value": value, "win": win, "tie": tie}
        | ({"sure": end} if any(ends) else {})
        for row, value, win, tie, end in zip(rows, values, wins, ties, ends, strict=True)
    ]
    table = render(shown, format, _TITLES, widths={"cover": 31})
    if format != "text":
        return table
    say = _say_dice(turn, open_tiles) if roll is None else _say_move(turn, open_tiles, roll)
    position = paragraph(_position(turn, open_tiles, roll))
    return f"{position}\n{say}\n" + (f"\n{table}" if rows else "")


def _moves(turn: PlayedTurn, open_tiles: TileSet, roll: int | Sequence[int]) -> list[Row]:
    return [
        {
            "cover": (option.choice,) if option.choice else None,
            "value": option.value,
            "win": option.win,
            "tie": option.tie,
            "then_roll": (option.choice and turn.optimal_dice(_without(open_tiles, option)))
            or None,
        }
        for option in turn.options(open_tiles, roll)
    ]


def _before_roll(turn: PlayedTurn, open_tiles: TileSet) -> list[Row]:
    """Return what to do after every roll, for every number of dice, the best number first."""
    rows: list[Row] = []
    for dice in turn.options(open_tiles):
        for roll in possible_rolls_in(turn.variant, open_tiles, dice.choice):
            options = turn.options(open_tiles, roll)
            best = options[0]
            rows.append(
                {
                    "dice": dice.choice,
                    "roll": roll,
                    "cover": _best(options),
                    "value": best.value,
                    "win": best.win,
                    "tie": best.tie,
                }
            )
    return rows


def _sure(row: Row) -> str | None:
    """Say how the game ends for sure; rows are the best that can be done, or one thing."""
    if row["win"] == 1 or row["tie"] == 1:
        return "won" if row["win"] else "a tie"
    return None if row["win"] or row["tie"] else "lost"


def _position(turn: PlayedTurn, open_tiles: TileSet, roll: int | Sequence[int] | None) -> str:
    who, state = _who(turn), _are_open(open_tiles)
    if not open_tiles:
        return f"{who} Every tile is covered."
    if roll is None:
        return f"{who} {state}."
    dice = [roll] if isinstance(roll, int) else roll
    return f"{who} {state}, and you rolled {_listed(dice)}."


def _who(turn: PlayedTurn) -> str:
    beat, place = turn.score_to_beat, "second"
    if isinstance(turn, SeatTurn):
        place = f"in seat {turn.seat} of {turn.players}"
        if turn.holders > 1:
            return f"You play {place}, against a score of {beat} that {turn.holders} have."
    return "You play first." if beat is None else f"You play {place}, against a score of {beat}."


def _say_move(turn: PlayedTurn, open_tiles: TileSet, roll: int | Sequence[int]) -> str:
    options = turn.options(open_tiles, roll)
    if not options[0].choice:
        score = SCORINGS[turn.variant.scoring].score(open_tiles)
        if not open_tiles:
            return "Your turn is over: that is a clack."
        total = roll if isinstance(roll, int) else sum(roll)
        stopped = total == turn.variant.stop_total
        why = (
            f"A total of {total} ends your turn"
            if stopped
            else "Nothing can be covered: your turn ends"
        )
        return f"{why}, with a score of {score}."
    if not options[0].win and not options[0].tie:
        return "Whatever you cover, you lose."
    best = [option for option in options if option.value == options[0].value]
    moves = cell_text(tuple(option.choice for option in best))
    after = _without(open_tiles, best[0])
    if not after:
        return f"Cover {moves}: that is a clack."
    if len(best) > 1:
        return f"Cover {moves}: they are as good."
    return f"Cover {moves}, then roll {_dice(turn.optimal_dice(after))}."


def _say_dice(turn: PlayedTurn, open_tiles: TileSet) -> str:
    options = turn.options(open_tiles)
    if not options:
        return "Your turn is over."
    values = decimal_texts([option.value for option in options], 4)
    wins, ties = (
        decimal_texts([100 * (chance or Fraction(0)) for chance in chances], 2)
        for chances in ([o.win for o in options], [o.tie for o in options])
    )
    worth = [
        f"{_dice((option.choice,))}: worth {value} stakes, you win {win} % of the time"
        + (f" and tie {tie} %" if option.tie else "")
        for option, value, win, tie in zip(options, values, wins, ties, strict=True)
    ]
    if len(options) == 1:
        return f"Roll {worth[0]}."
    return f"Roll {_dice(turn.optimal_dice(open_tiles))}.\n" + "\n".join(f"  {w}" for w in worth)


def _few(moves: tuple[TileSet, ...] | None) -> tuple[TileSet, ...] | str | None:
    """Name some of very many moves."""
    if moves is None or len(moves) <= _MOST_MOVES:
        return moves
    named = _MOST_MOVES - 1
    return f"{cell_text(moves[:named])} or {len(moves) - named} others"


def _without(open_tiles: TileSet, option: Option[TileSet]) -> TileSet:
    return tuple(tile for tile in open_tiles if tile not in option.choice)


def _dice(counts: Sequence[int]) -> str:
    words = " or ".join(map(str, counts))
    return f"{words} {'die' if tuple(counts) == (1,) else 'dice'}"


def _listed(numbers: Sequence[int]) -> str:
    *others, last = [str(number) for number in numbers] or ["nothing"]
    return f"{', '.join(others)} and {last}" if others else last


def render_roll_by_roll(
    game: Alternate,
    open_tiles: TileSet,
    others: TileSet,
    roll: int | Sequence[int] | None,
    format: Format,
    *,
    seat: int,
    other_out: bool,
) -> str:
    """Say what to do in a position of roll by roll, in `Fraction`s, after a roll or before.

    Parameters
    ----------
    open_tiles, others
        What is open in the box of the player who rolls, and in the other's.
    seat
        Who rolls, 1 or 2.
    other_out
        The other is out, with those tiles.
    """
    first, second = (open_tiles, others) if seat == 1 else (others, open_tiles)
    out = 3 - seat if other_out else None
    score = SCORINGS[game.variant.scoring].score
    scored = f", out with a score of {score(others)}" if other_out or not others else ""
    where = f"{_are_open(open_tiles)}; the other has {_listed(others)}{scored}"
    facing = _Facing(
        game.variant,
        open_tiles,
        lambda rolled: game.options(first, second, rolled, seat, out),
        f"You are the {'first' if seat == 1 else 'second'} player. {where}",
        f"you are out, with a score of {score(open_tiles)}",
    )
    return _render_facing(facing, roll, format)


def render_shared_box(
    box: SharedBox, open_tiles: TileSet, roll: int | Sequence[int] | None, format: Format
) -> str:
    """Say what to do in a position of one box for both, in `Fraction`s, after a roll or before."""
    facing = _Facing(
        box.variant,
        open_tiles,
        lambda rolled: box.options(open_tiles, rolled),
        f"You both share one box. {_are_open(open_tiles)}",
        "you pay one stake",
    )
    return _render_facing(facing, roll, format)


class _Facing(NamedTuple):
    """What a player faces who rolls once: what may be done, the position, and what being stuck is.

    Parameters
    ----------
    options
        Returns what the player may do after a roll, or before one.
    """

    variant: Variant
    open_tiles: TileSet
    options: Callable[[int | Sequence[int] | None], list[Option[Any]]]
    where: str
    stuck: str


def _render_facing(facing: _Facing, roll: int | Sequence[int] | None, format: Format) -> str:
    open_tiles, where, found = facing.open_tiles, facing.where, facing.options(roll)
    if roll is None:
        rows = [
            {"dice": dice.choice, "roll": each, "cover": _best(then), "value": then[0].value}
            for dice in found
            for each in possible_rolls_in(facing.variant, open_tiles, dice.choice)
            for then in [facing.options(each)]
        ]
    else:
        rows = [{"cover": _best([option]), "value": option.value} for option in found]
    if format.exact:
        return render(rows, format)
    values = decimal_texts([row["value"] for row in rows], 4)
    shown = [
        {**row, "cover": _few(row["cover"]), "value": value}
        for row, value in zip(rows, values, strict=True)
    ]
    table = render(shown, format, _TITLES, widths={"cover": 31})
    if format != "text":
        return table
    if roll is None:
        best = [option.choice for option in found if option.value == found[0].value]
        worth, *less = decimal_texts([option.value for option in found], 4)
        worse = list(zip(found[1:], less, strict=True))[len(best) - 1 :]
        lines = [f"  {_dice((option.choice,))}: worth {value} stakes" for option, value in worse]
        say = "\n".join([f"Roll {_dice(best)}: worth {worth} stakes.", *lines])
    else:
        where += f", and you rolled {_listed([roll] if isinstance(roll, int) else roll)}"
        say = f"Nothing can be covered: {facing.stuck}."
        if moves := _best(found):
            clack = ": that is a clack" if len(moves[0]) == len(open_tiles) else ""
            say = f"Cover {cell_text(_few(moves))}{clack}."
    return f"{paragraph(f'{where}.')}\n{say}\n\n{table}"


def _best(options: Sequence[Option[TileSet]]) -> tuple[TileSet, ...] | None:
    """Return every move of the best value; None where there is no move."""
    most = options[0].value
    return tuple(each.choice for each in options if each.choice and each.value == most) or None


def _are_open(open_tiles: TileSet) -> str:
    return f"{_listed(open_tiles)} {'are' if len(open_tiles) > 1 else 'is'} open"

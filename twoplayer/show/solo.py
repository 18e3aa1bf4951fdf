"""What the command for one player shows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any

from ..cells import Row
from ..errors import whole_number
from ..exact import decimal_text, nearest
from ..strategy.one_player import AIMS, OnePlayer
from ..table import Column, Table, To, decimal
from ..turn.board import board_of
from ..variant.tiles import TileSet
from .answer import Answer
from .policy import policy_table


def _exactly(
    name: str, title: str = "", about: str = "approx", unit: str = "approx"
) -> list[Column]:
    """Return a value as people read it: exact, and about."""
    near = Column(about, lambda row: nearest(row["value"]), to=To.PEOPLE)
    return [Column(name, itemgetter("value"), title, unit=unit), near]


def _decimals(numbers: Sequence[Fraction]) -> str:
    return "; ".join(decimal_text(number, 4) for number in numbers)


_TILES, _DICE, _ROLL = map(Column, ("open_tiles", "dice", "roll"))
_MOVES = Column("moves", lambda row: tuple(row["moves"]), width=24)
_EXACT = _exactly("value", "exact")
_LOSES = decimal("largest_tile_loses")
_WORTHS = (
    Column("worth", lambda row: _decimals([*row["moves"].values()]), width=16, to=To.PEOPLE),
    Column("worth", lambda row: "; ".join(map(str, row["moves"].values())), to=To.CSV),
    Column("worth", lambda row: list(row["moves"].values()), to=To.JSON),
)


def solo_answer(
    solved: OnePlayer,
    open_tiles: TileSet | None = None,
    roll: int | Sequence[int] | None = None,
    *,
    states: bool = False,
    worst: int | None = None,
    exceptions: bool = False,
    chances: bool = False,
) -> Answer:
    """Return one view of a solved turn; of the whole board where none is asked for."""
    columns: Sequence[Column]
    rows: Sequence[Row]
    optimal = Column("optimal", title="worst" if solved.aim.startswith("worst") else "")
    if exceptions:
        columns = _TILES, _ROLL, _MOVES, optimal, _LOSES, *_WORTHS
        rows = solved.exceptions()
    elif states:
        return Answer(policy_table(solved.policy()))
    elif worst is not None:
        columns, rows = (_TILES, _DICE, *_EXACT), _worst(solved, worst)
    elif chances:
        columns = Column("score"), *_exactly("chance", "exact", unit="percent")
        rows = [{"score": k, "value": chance} for k, chance in solved.score_chances().items()]
    elif open_tiles is not None and roll is not None:
        columns, best = (
            (Column("covers"), optimal, *_EXACT),
            solved.optimal_moves(open_tiles, roll),
        )
        rows = [
            {"covers": (move,), "optimal": move in best, "value": value}
            for move, value in solved.moves(open_tiles, roll).items()
        ]
        if not rows:
            value = solved.ending_value(open_tiles)
            ended = f"Nothing can be covered, and the turn ends: its value is {value}.\n"
            return Answer(Table(columns, rows), lambda exact: ended)
    else:
        columns = Column("aim", lambda row: AIMS[solved.aim], width=16), _TILES, _DICE, *_EXACT
        rows = [_state(solved, solved.variant.tiles if open_tiles is None else open_tiles)]
    return Answer(Table(columns, rows))


def _state(solved: OnePlayer, tiles: TileSet) -> dict[str, Any]:
    return {"open_tiles": tiles, "dice": solved.optimal_dice(tiles), "value": solved.value(tiles)}


def _worst(solved: OnePlayer, count: int) -> Sequence[Row]:
    whole_number("worst", count, 1)
    rows = [_state(solved, tiles) for tiles in board_of(solved.variant).open_tiles[1:]]
    of_score = solved.aim.endswith("score")
    return sorted(rows, key=lambda row: row["value"], reverse=of_score)[:count]

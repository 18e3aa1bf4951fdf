"""What the command for one player shows."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import InputError
from ..exact import decimal_text, exact_record
from ..solo.one_player import AIMS, OnePlayer
from ..variant.tiles import TileSet
from ..writing import Format, Row, render, with_decimal

__all__ = ["render_solo"]


def render_solo(
    solved: OnePlayer,
    format: Format,
    open_tiles: TileSet | None = None,
    roll: int | Sequence[int] | None = None,
    *,
    states: bool = False,
    worst: int | None = None,
    exceptions: bool = False,
    chances: bool = False,
) -> str:
    """Write one view of a solved turn; of the whole board where none is asked for."""
    rows: Sequence[Row]
    if exceptions:
        rows = _exceptions(solved, format)
    elif states:
        rows = [with_decimal(row, format) for row in solved.policy()]
    elif worst is not None:
        rows = _worst(solved, worst)
    elif chances:
        rows = [
            {"score": k, **exact_record(chance)} for k, chance in solved.score_chances().items()
        ]
    elif open_tiles is not None and roll is not None:
        rows = _moves(solved, open_tiles, roll)
        if not rows and format == "text":
            value = solved.ending_value(open_tiles)
            return f"Nothing can be covered, and the turn ends: its value is {value}.\n"
    else:
        rows = [_state(solved, open_tiles)]
    titles = {"optimal": "worst"} if solved.aim.startswith("worst") else {}
    return render(rows, format, titles, widths={"aim": 16, "moves": 24, "worth": 16})


def _worst(solved: OnePlayer, count: int) -> Sequence[Row]:
    if count < 1:
        raise InputError(f"worst: got {count}; takes 1 or more")
    records = solved.to_records()[1:]
    of_score = solved.aim.endswith("score")
    order = sorted(records, key=lambda r: solved.value(r["open_tiles"]), reverse=of_score)
    return order[:count]


def _state(solved: OnePlayer, open_tiles: TileSet | None) -> Row:
    tiles = solved.variant.tiles if open_tiles is None else open_tiles
    value = solved.value(tiles)
    row = {"aim": AIMS[solved.aim], "open_tiles": tiles, "dice": solved.optimal_dice(tiles)}
    return {**row, **exact_record(value)}


def _moves(solved: OnePlayer, open_tiles: TileSet, roll: int | Sequence[int]) -> list[Row]:
    """Return every legal move, best first."""
    best = solved.optimal_moves(open_tiles, roll)
    return [
        {"covers": (move,), "optimal": move in best, **exact_record(value)}
        for move, value in solved.moves(open_tiles, roll).items()
    ]


def _exceptions(solved: OnePlayer, format: Format) -> list[Row]:
    rows: list[Row] = []
    for found in solved.exceptions():
        legal = tuple(found["moves"])
        values = found["moves"].values()
        exact = format == "csv"
        worth = "; ".join(str(v) if exact else decimal_text(v, 4) for v in values)
        rows.append(
            {
                **found,
                "moves": legal,
                "worth": [exact_record(v) for v in values] if format == "json" else worth,
                "largest_tile_loses": found["largest_tile_loses"]
                if format.exact
                else decimal_text(found["largest_tile_loses"], 4),
            }
        )
    return rows

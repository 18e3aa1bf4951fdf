"""What `twoplayer solo` shows of a solved turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .exact import decimal_text, exact_record
from .solo import AIMS, OnePlayer
from .states import TileSet
from .table import Row, render

__all__ = ["view"]


def view(
    solved: OnePlayer,
    format: str,
    open_tiles: TileSet | None = None,
    roll: int | Sequence[int] | None = None,
    *,
    states: bool = False,
    worst: int | None = None,
    exceptions: bool = False,
    chances: bool = False,
) -> str:
    """Write one view of a solved turn; of the whole board where none is asked for."""
    if exceptions:
        return render(_exceptions(solved, format), format)
    if states:
        return render([_told(row, format) for row in solved.policy()], format)
    if worst is not None:
        records = solved.to_records()[1:]
        order = sorted(records, key=lambda r: solved.value(r["open_tiles"]), reverse=True)
        if solved.aim == "clack":
            order.reverse()
        return render(order[: max(worst, 0)], format)
    if chances:
        rows = [
            {"score": k, **exact_record(chance)} for k, chance in solved.score_chances().items()
        ]
        return render(rows, format)
    if open_tiles is not None and roll is not None:
        return render(_moves(solved, open_tiles, roll), format)
    return render([_state(solved, open_tiles)], format)


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


def _exceptions(solved: OnePlayer, format: str) -> list[Row]:
    rows: list[Row] = []
    for found in solved.exceptions():
        legal = tuple(found["moves"])
        values = found["moves"].values()
        worth = "; ".join(decimal_text(value, 4) for value in values)
        rows.append(
            {
                **found,
                "moves": legal,
                "worth": [exact_record(v) for v in values] if format == "json" else worth,
                "largest_tile_loses": found["largest_tile_loses"]
                if format in ("csv", "json")
                else decimal_text(found["largest_tile_loses"], 4),
            }
        )
    return rows


def _told(row: dict[str, Any], format: str) -> Row:
    """Put a decimal beside an exact value, where the format does not."""
    if format != "json" and "value" in row:
        row["about"] = exact_record(row["value"])["approx"]
    return row

"""What to roll and to cover in every state, as a table."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from ..cells import Row
from ..game.solution import PlayerTurn
from ..table import Column, Table, To, decimal
from ..variant.tiles import TileSet, mask_of
from ..work import tell
from .answer import Answer

_VALUE = itemgetter("value")
_COLUMNS = (
    *map(Column, ("open_tiles", "dice", "roll")),
    Column("moves", lambda row: tuple(row["moves"]), width=31),
    decimal("value"),
    Column("value_exactly", _VALUE, "value, exact", to=To.EXACTLY),
)


def policy_table(rows: Iterable[Row]) -> Table:
    """Return a policy: open tiles, the best numbers of dice, a roll, the best moves, the value."""
    return Table(_COLUMNS, list(rows))


def policy_answer(turn: PlayerTurn, open_tiles: TileSet | None, unreached: bool) -> Answer:
    """Return a player's policy; where some tiles are open, or wherever he may come to."""
    tiles = turn.variant.tiles
    found = (
        turn.policy(not unreached)
        if open_tiles is None
        else turn.policy_in(open_tiles, not unreached)
    )
    rows, left = [], 1.0
    for row in found:
        before, left = left, mask_of(tiles, row["open_tiles"]) / 2 ** len(tiles)
        tell(before - left)
        rows.append(row)
    return Answer(policy_table(rows))

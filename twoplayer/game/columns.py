"""The columns of results with a first player's EV, and of the outcomes of their games.

The class of a result takes these columns into its own `columns`, so that the same number has the
same heading everywhere. `show` takes these columns for tables of several results.
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import Any

from ..exact import nearest, percent_bounds
from ..tables import BOUNDED, EITHER, Column, To, percent
from .outcomes import CHANCES, Days
from .players import favoured_by

EV = percent("first_player_ev", "player 1\nEV (%)")
GAMES = Column("games", title="games to\nnotice", shown="{:,}".format)
FAVOURED = Column("favoured", lambda game: favoured_by(game.first_player_ev), gives_way=True)
EVS = EV, FAVOURED
EV_EXACTLY = Column("exact", attrgetter(EV.name), "player 1 EV, exact", to=To.EXACTLY)
EITHER_EV = EV._replace(ends=EITHER), FAVOURED, GAMES
BOUNDED_EV = (
    EV._replace(to=To.PROGRAMS, ends=BOUNDED),
    Column("at least (%)", lambda found: percent_bounds(found.first_player_ev)[0], to=To.PEOPLE),
    Column("at most (%)", lambda found: percent_bounds(found.first_player_ev)[1], to=To.PEOPLE),
    FAVOURED,
)

DAY = 20


def _in_a_day(how: str, game: Any) -> float | None:
    return nearest(getattr(game.outcomes.days(DAY), how))


DAYS = tuple(Column(f"day_{how}", partial(_in_a_day, how), to=To.PROGRAMS) for how in Days._fields)
"""The chances of the first player to win more games of a day, rounded: exact ones are long."""


ENDS = {
    words: percent(
        name,
        "\n".join([*name.split("_"), "(%)"]),
        2,
        value=attrgetter(f"outcomes.{name}"),
        to=To.ALL if name.endswith("wins") else To.PROGRAMS | To.HTML,
    )
    for name, words in CHANCES.items()
}
"""The chances of a result with `outcomes`: a column for each way in which a game ends, in words."""

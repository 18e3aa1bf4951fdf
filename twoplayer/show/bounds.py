"""A game between proven bounds, as text and tables."""

from __future__ import annotations

from fractions import Fraction

from ..cells import Format, to_json
from ..exact import percent_bounds
from ..game.bounds import BoundedSolution
from ..game.fairness import BOUNDED_EV
from ..table import Table, To
from ..variant.beside import RULES
from ..words import titled
from .ranking import against_scores, plain_words, title, who


def render_bounds(name: str, found: BoundedSolution, values: bool, format: Format) -> str:
    """Write what a game, in `fractions`, is worth to the first player at least and at most.

    With values the second player's are written as well, or in a table instead.
    """
    ev = Table([*RULES, *BOUNDED_EV], [found])
    against = found.table()
    if format == "json":
        [row] = ev.cells(To.JSON)
        against_each = against_scores(found.second_player_values)
        return to_json({**row, "second_player_values": against_each})
    if format == "text":
        return _described(name, found) + (f"\n{against.write(format)}" if values else "")
    return (against if values else ev).write(format)


def _described(name: str, found: BoundedSolution) -> str:
    low, high = percent_bounds(found.first_player_ev)
    rows = {
        "rules": title(name, found.variant),
        "first player's EV": f"at least {low} %,",
        "": f"at most  {high} % of a stake",
        "favoured": who(found.favoured),
    }
    text = f"{titled(rows, least=18)}\n"
    if found.favoured == "unknown":
        return text
    return f"{text}\n{plain_words(sum(found.first_player_ev) * Fraction(1, 2))}\n"

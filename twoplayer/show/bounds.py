"""A game between proven bounds, as text and tables."""

from __future__ import annotations

from fractions import Fraction

from ..exact import percent_bounds
from ..game.bounds import BoundedSolution
from ..game.fairness import BOUNDED_EV
from ..table import Table, To
from ..variant.beside import RULES
from ..words import titled
from .answer import Answer
from .ranking import against_scores, plain_words, title, who


def bounds_answer(name: str, found: BoundedSolution, values: bool) -> Answer:
    """Say what a game, in `fractions`, is worth to the first player at least and at most.

    With values the second player's are written as well, or in a table instead.
    """
    ev = Table([*RULES, *BOUNDED_EV], [found])
    against = found.table()

    def text(exact: bool) -> str:
        return _described(name, found) + (f"\n{against.write('text')}" if values else "")

    def json() -> object:
        [row] = ev.cells(To.JSON)
        return {**row, "second_player_values": against_scores(found.second_player_values)}

    return Answer(against if values else ev, text, json=json)


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

"""Games between strategies as text and tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from ..exact import Bounds, decimal_text, fraction_text, percent_text
from ..strategy.values import Matchup
from ..table import Table
from ..variant.beside import beside_rules
from ..words import paragraph
from .answer import Answer
from .ranking import Entry, describe


def describe_one(name: str, played: Matchup, exact: bool = False) -> str:
    """Say what a game between two strategies is worth, and what seat and play have in it."""
    lines = {
        "first plays": played.first,
        "second plays": played.second,
        "both optimal": f"{_percent(played.optimal_ev, exact)}: what the seat is worth",
        "first's play": _costs(played.first_costs, played.first_costs_range, exact),
        "second's play": _costs(played.second_costs, played.second_costs_range, exact),
    }
    return f"{describe(_entry(name, played), lines)}{paragraph(seat_and_skill(played))}\n"


def matchup_answer(name: str, played: Matchup) -> Answer:
    """Say what a game between two strategies is worth."""
    return Answer(table_of([(name, played)]), partial(describe_one, name, played))


def _percent(value: Fraction, exact: bool) -> str:
    return f"{percent_text(value)} %" + f", exactly {fraction_text(value)}" * exact


def _costs(costs: Fraction, span: Bounds, exact: bool) -> str:
    said = f"costs {_percent(costs, exact)}, against optimal play"
    if span.low == span.high:
        return said
    return (
        f"{said}; from {percent_text(span.low)} to {percent_text(span.high)} %, however "
        "the choices are made that it leaves undecided"
    )


def seat_and_skill(played: Matchup) -> str:
    """Compare what the dearer of two ways to play costs with what the seat is worth."""
    seat, skill = abs(played.optimal_ev), max(played.first_costs, played.second_costs)
    if not skill:
        return "Both play as well as possible."
    who = "first" if skill == played.first_costs else "second"
    if not seat:
        return f"The seat is worth nothing, and the {who} player's play costs most."
    return (
        f"The {who} player's play costs {decimal_text(skill / seat, 1)} times what the seat is "
        "worth."
    )


def table_of(named: Sequence[tuple[str, Matchup]]) -> Table:
    """Return games between two strategies, in the order given."""
    table = beside_rules(named, Matchup.columns, width=16, changed="not as in the\nclassic game")
    note = (
        "Choices that a strategy leaves undecided, such as the number of dice, are made by chance; "
        "for one game alone it is shown how much hangs on them."
    )
    return table.noted(paragraph(note)) if named else table


def _entry(name: str, played: Matchup) -> Entry:
    return Entry(name, played.variant, played.first_player_ev)

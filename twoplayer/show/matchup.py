"""Games between strategies as text and tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..exact import Bounds, decimal_text, fraction_text, percent_text
from ..strategy.matchup import Matchup
from ..writing import Format, Row, paragraph
from .ranking import RESULTS, TITLES, Entry, describe, render_beside_rules

__all__ = ["RESULT_COLUMNS", "describe_one", "render_all", "results_of", "seat_and_skill"]

RESULT_COLUMNS = (*RESULTS, "optimal_ev", "first_costs", "second_costs")
"""The columns of the table that are no rules."""

_TITLES = {
    **TITLES,
    "changed": "not as in the\nclassic game",
    "first_player_ev_percent": "EV (%)",
    "optimal_ev_percent": "both\noptimal",
    "first_costs_percent": "first's\ncosts",
    "second_costs_percent": "second's\ncosts",
}


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


def _percent(value: Fraction, exact: bool) -> str:
    return f"{percent_text(value)} %" + f", exactly {fraction_text(value)}" * exact


def _costs(costs: Fraction, span: Bounds, exact: bool) -> str:
    said = f"costs {_percent(costs, exact)}, against optimal play"
    if span.low == span.high:
        return said
    return (
        f"{said}; from {percent_text(span.low)} to {percent_text(span.high)} %, by how it decides "
        "what it leaves open"
    )


def seat_and_skill(played: Matchup) -> str:
    """Say how many times what the seat is worth the dearer of two ways to play costs."""
    seat, skill = abs(played.optimal_ev), max(played.first_costs, played.second_costs)
    if not skill:
        return "Both play as well as can be."
    who = "first" if skill == played.first_costs else "second"
    if not seat:
        return f"The seat is worth nothing, and the {who} player's play costs most."
    return (
        f"The {who} player's play costs {decimal_text(skill / seat, 1)} times what the seat is "
        "worth."
    )


def render_all(named: Sequence[tuple[str, Matchup]], format: Format, exact: bool = False) -> str:
    """Write games between two strategies, in the order given; CSV and JSON hold all exactly."""
    entries = [_entry(*pair) for pair in named]
    results = [
        {"first": played.first, "second": played.second, **results_of(name, played)}
        for name, played in named
    ]
    shown = [
        {
            "first_player_ev_percent": row["first_player_ev_percent"],
            **{
                f"{column}_percent": percent_text(row[column])
                for column in ("optimal_ev", "first_costs", "second_costs")
            },
            **({"first_player_ev": row["first_player_ev"]} if exact else {}),
        }
        for row in results
    ]
    columns = ("first", "second", *RESULT_COLUMNS)
    table = render_beside_rules(
        entries, results, shown, format, titles=_TITLES, width=16, columns=columns
    )
    if not format.prose or not named:
        return table
    note = (
        "What a strategy leaves open, the number of dice as well, is decided by chance; for one "
        "game alone it is shown how much hangs on that."
    )
    return f"{table}\n{paragraph(note)}\n"


def _entry(name: str, played: Matchup) -> Entry:
    return Entry(name, played.variant, played.first_player_ev)


def results_of(name: str, played: Matchup) -> Row:
    """Return what a game between two strategies is worth as a row."""
    return {
        **_entry(name, played).results,
        "optimal_ev": played.optimal_ev,
        "first_costs": played.first_costs,
        "second_costs": played.second_costs,
    }

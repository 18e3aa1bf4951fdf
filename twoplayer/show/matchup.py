"""Games between strategies as text and tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..exact import Bounds, decimal_text, percent_text
from ..strategy.matchup import Matchup
from ..writing import Format, Row, paragraph
from .ranking import TITLES, Entry, describe, ranked, render_beside_rules

__all__ = ["describe_matchup", "render_matchups", "seat_and_skill"]

_TITLES = {
    **TITLES,
    "changed": "not as in the\nclassic game",
    "first_player_ev_percent": "EV (%)",
    "optimal_ev_percent": "both\noptimal",
    "first_costs_percent": "first's\ncosts",
    "second_costs_percent": "second's\ncosts",
}


def describe_matchup(name: str, played: Matchup) -> str:
    """Say what a game between two strategies is worth, and what seat and play have in it."""
    entry = Entry(name, played.variant, played.first_player_ev)
    lines = {
        "first plays": played.first,
        "second plays": played.second,
        "both optimal": f"{percent_text(played.optimal_ev)} %: what the seat is worth",
        "first's play": _costs(played.first_costs, played.first_costs_range),
        "second's play": _costs(played.second_costs, played.second_costs_range),
    }
    return f"{describe(entry, lines)}{paragraph(seat_and_skill(played))}\n"


def _costs(costs: Fraction, span: Bounds) -> str:
    said = f"costs {percent_text(costs)} %, against optimal play"
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


def render_matchups(
    named: Sequence[tuple[str, Matchup]], format: Format, *, exact: bool = False
) -> str:
    """Write games between two strategies, the fairest first; CSV and JSON hold all exactly."""
    played = {(name, each.variant): each for name, each in named}
    entries = ranked(Entry(name, each.variant, each.first_player_ev) for name, each in named)
    results = [_results(entry, played[entry.name, entry.variant]) for entry in entries]
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
    table = render_beside_rules(entries, results, shown, format, titles=_TITLES, width=16)
    if not format.prose:
        return table
    note = (
        "What a strategy leaves open, the number of dice as well, is decided by chance; for one "
        "game alone it is shown how much hangs on that."
    )
    return f"{table}\n{paragraph(note)}\n"


def _results(entry: Entry, played: Matchup) -> Row:
    return {
        "first": played.first,
        "second": played.second,
        **entry.results,
        "optimal_ev": played.optimal_ev,
        "first_costs": played.first_costs,
        "second_costs": played.second_costs,
    }

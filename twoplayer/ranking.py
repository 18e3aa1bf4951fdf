"""The EV table: variants side by side, the fairest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .exact import decimal_text, exact_record
from .fields import FIELDS
from .game import Solution
from .table import Row, render

__all__ = [
    "TITLES",
    "Entry",
    "csv_rows",
    "describe",
    "ev_percent",
    "json_row",
    "ranked",
    "render_ranking",
]

_ALWAYS_SHOWN = ("one_die", "clack_payout", "immediate_clack")
TITLES = {
    "name": "rules",
    "one_die": "roll 1 die",
    "max_tiles": "most\ntiles",
    "opening_tile": "opening\ntile",
    "stop_total": "stop\ntotal",
    "clack_payout": "clack\npays",
    "immediate_clack": "clack wins\nimmediately",
    "first_player_ev": "player 1 EV, exact",
    "first_player_ev_percent": "player 1\nEV (%)",
}
"""Headings of the columns, where they differ from the name."""


class Entry(NamedTuple):
    """A solved variant, and the name that it was asked for by."""

    name: str
    solution: Solution


def ranked(entries: Iterable[Entry]) -> list[Entry]:
    """Sort by |EV|, the fairest first; equals stay in order."""
    return sorted(entries, key=lambda entry: abs(entry.solution.first_player_ev))


def ev_percent(solution: Solution) -> str:
    """Write the first player's EV in percent of a stake, as in the published table."""
    return decimal_text(100 * solution.first_player_ev, 4)


def _results(solution: Solution) -> dict[str, str]:
    return {"first_player_ev_percent": ev_percent(solution), "favoured": solution.favoured}


def csv_rows(entries: Iterable[Entry]) -> list[Row]:
    """Return one flat row for each entry: its name, every rule, and the results."""
    return [
        {
            "name": name,
            **solution.variant.rules(),
            "first_player_ev": solution.first_player_ev,
            **_results(solution),
        }
        for name, solution in entries
    ]


def json_row(entry: Entry) -> Row:
    """Return one nested row: the rules together, the exact EV beside a float."""
    return {
        "name": entry.name,
        "variant": entry.solution.variant.rules(),
        "first_player_ev": exact_record(entry.solution.first_player_ev),
        **_results(entry.solution),
    }


def render_ranking(entries: Sequence[Entry], format: str, exact: bool = False) -> str:
    """Write the EV table.

    Parameters
    ----------
    entries
        The solved variants, in the order wanted.
    format
        As in `table.render`. CSV and JSON hold every rule and the exact EV; the others hold the
        published columns, and the rules in which the variants differ.
    exact
        Show the exact EV in the other formats too.
    """
    rows = csv_rows(entries)
    if format == "csv":
        return render(rows, format)
    if format == "json":
        return render([json_row(entry) for entry in entries], format)
    several_names = len({entry.name for entry in entries}) > 1
    shown = ["name"] * several_names
    shown += [name for name in FIELDS if name in _ALWAYS_SHOWN or _differs(entries, name)]
    shown += ["first_player_ev_percent", "favoured", *["first_player_ev"] * exact]
    text = render([{name: row[name] for name in shown} for row in rows], format, TITLES)
    common = _common_rules(entries)
    if format == "latex" or not common:
        return text
    return f"{text}\nAll: {'; '.join(common)}.\n"


def describe(solution: Solution) -> str:
    """Say who is favoured and by how much: the fraction, percent, and plain words."""
    ev = solution.first_player_ev
    if ev == 0:
        words = "nobody gains: the game is exactly fair"
    else:
        cents = abs(ev) * 100 * 100
        gain = f"{decimal_text(cents, 2)} cents"
        if cents >= 100:
            gain = f"{decimal_text(cents / 100, 2)} dollars"
        words = f"the {solution.favoured} player gains {gain} in 100 games at 1 dollar a game"
    rows = {
        "first player's EV": f"{ev} stakes",
        "in percent": f"{ev_percent(solution)} %",
        "favoured": solution.favoured if ev == 0 else f"the {solution.favoured} player",
    }
    lines = [f"{title:<18} {text}" for title, text in rows.items()]
    return "\n".join([*lines, "", f"In plain words: {words}.", ""])


def _differs(entries: Sequence[Entry], field: str) -> bool:
    return len({getattr(entry.solution.variant, field) for entry in entries}) > 1


def _common_rules(entries: Sequence[Entry]) -> list[str]:
    """Put into words the rules that all variants have and no column shows."""
    if not entries:
        return []
    variant = entries[0].solution.variant
    hidden = [n for n in FIELDS if n not in _ALWAYS_SHOWN and not _differs(entries, n)]
    unusual = [name for name in hidden if name == "tiles" or not variant.is_default(name)]
    return [variant.words()[name] for name in unusual]

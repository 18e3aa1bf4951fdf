"""The EV table: variants side by side, the fairest first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from .exact import decimal_text, exact_record
from .fields import FIELDS
from .game import Solution
from .table import Row, render
from .variant import Variant

__all__ = [
    "TITLES",
    "Entry",
    "brief",
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
    "changed": "not as in the simplest game",
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
        As in `table.render`. CSV and JSON hold every rule and the exact EV. The others hold the
        published columns and the rules in which the variants differ; or, where the entries have
        several names, the name and what is not as in the simplest game.
    exact
        Show the exact EV in the other formats too.
    """
    rows = csv_rows(entries)
    if format == "csv":
        return render(rows, format)
    if format == "json":
        return render([json_row(entry) for entry in entries], format)
    results = ["first_player_ev_percent", "favoured", *["first_player_ev"] * exact]
    if len({entry.name for entry in entries}) > 1:
        rows = [
            {**row, "changed": brief(e.solution.variant)}
            for row, e in zip(rows, entries, strict=True)
        ]
        shown, caption = ["name", "changed"], ""
    else:
        shown = [name for name in FIELDS if name in _ALWAYS_SHOWN or _differs(entries, name)]
        caption = _caption(entries, shown) if format != "latex" else ""
    chosen = [{name: row[name] for name in (*shown, *results)} for row in rows]
    return render(chosen, format, TITLES, widths={"changed": 34}) + caption


def brief(variant: Variant, fields: Collection[str] | None = None) -> str:
    """Name a variant by some of its rules; by those that are not as in the simplest game.

    Examples
    --------
    >>> brief(Variant(tiles=10, one_die="sum <= 6", immediate_clack=True))
    'tiles 1-10, one die sum <= 6, immediate clack'
    >>> brief(Variant(), ["immediate_clack", "max_tiles", "ties"])
    'no immediate clack, no max tiles, ties push'
    """
    if fields is None:
        fields = [name for name in FIELDS if not variant.is_default(name)]
    phrases = []
    for name in fields:
        rule, words = variant.rules()[name], name.replace("_", " ")
        if isinstance(rule, bool) or rule is None:
            phrases.append(words if rule else f"no {words}")
        else:
            phrases.append(f"{words} {rule}")
    return ", ".join(phrases) or "none"


def describe(entry: Entry) -> str:
    """Say who is favoured and by how much: the fraction, percent, and plain words."""
    solution = entry.solution
    ev = solution.first_player_ev
    if ev == 0:
        words = "nobody gains: the game is exactly fair"
    else:
        cents = abs(ev) * 100 * 100
        gain = f"{decimal_text(cents, 2)} cents"
        if cents >= 100:
            gain = f"{decimal_text(cents / 100, 2)} dollars"
        words = f"the {solution.favoured} player gains {gain} in 100 games at 1 dollar a game"
    changed = brief(solution.variant)
    rows = {
        "rules": f"{entry.name} ({changed})" if changed != "none" else "the simplest game",
        "first player's EV": f"{ev} stakes",
        "in percent": f"{ev_percent(solution)} %",
        "favoured": solution.favoured if ev == 0 else f"the {solution.favoured} player",
    }
    lines = [f"{title:<18} {text}" for title, text in rows.items()]
    return "\n".join([*lines, "", f"In plain words: {words}.", ""])


def _differs(entries: Sequence[Entry], field: str) -> bool:
    return len({getattr(entry.solution.variant, field) for entry in entries}) > 1


def _caption(entries: Sequence[Entry], shown: Collection[str]) -> str:
    """Put into words the rules that all variants have and no column shows."""
    if not entries:
        return ""
    variant = entries[0].solution.variant
    common = [
        variant.words()[name]
        for name in FIELDS
        if name not in shown and (name == "tiles" or not variant.is_default(name))
    ]
    return f"\nIn every row: {'; '.join(common)}.\n" if common else ""

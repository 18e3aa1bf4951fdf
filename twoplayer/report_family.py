"""The report on a family: its EV table, what it shows, and the rules behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from .fields import FIELDS
from .game import solve_all
from .ranking import Entry, brief, csv_rows, ev_percent, ranked, render_ranking
from .registry import family
from .table import bullets, render

if TYPE_CHECKING:
    pass

__all__ = ["family_report"]


def family_report(name: str) -> dict[str, str]:
    """Report a family: its EV table, the fairest first, and the rules behind it."""
    rules = family(name)
    entries = ranked([Entry(name, solution) for solution in solve_all(rules.members())])
    words = [
        f"- **{field.replace('_', ' ')}**: {'; or '.join(choices)}"
        for field, choices in rules.words().items()
    ]
    page = [
        f"# {rules.summary}",
        bullets(findings(entries)),
        "## Expected value to the first player",
        "In stakes; the fairest first. The percentages are rounded, the fractions are exact. The "
        f"same table with every rule is in [{name}.csv]({name}.csv).",
        render_ranking(entries, "markdown", exact=True).strip(),
        "## The rules",
        "\n".join(words),
        f"Source: {rules.source}.",
        "## Do it yourself",
        f"    twoplayer table {name} --exact\n    twoplayer check --table reports/{name}.csv",
    ]
    return {
        f"{name}.md": "\n\n".join(page) + "\n",
        f"{name}.csv": render(csv_rows(entries), "csv"),
    }


def findings(entries: Sequence[Entry]) -> list[str]:
    """Say in three sentences who is favoured when, and which variants are the fairest and not.

    Parameters
    ----------
    entries
        Solved variants, the fairest first.
    """
    fairest, sucker = entries[0], entries[-1]
    several = len({entry.solution.variant.tiles for entry in entries}) > 1
    by_tiles = groupby(
        sorted(entries, key=lambda e: e.solution.variant.tiles[::-1]),
        lambda e: e.solution.variant.words()["tiles"],
    )
    favoured = "; ".join(
        f"with {tiles}, " * several + _favoured_when(list(group)) for tiles, group in by_tiles
    )
    return [
        f"{favoured[0].upper()}{favoured[1:]}.",
        f"The fairest of the {len(entries)} has {_label(fairest, entries)}: {_gain(fairest)}.",
        f"The least fair has {_label(sucker, entries)}: {_gain(sucker)}.",
    ]


def _favoured_when(entries: Sequence[Entry]) -> str:
    """Say when the first player is favoured, by the one rule that decides it if there is one."""
    first = [entry for entry in entries if entry.solution.favoured == "first"]
    others = {entry.solution.favoured for entry in entries} - {"first"}
    if not first and others == {"second"}:
        return f"the second player is favoured in all {len(entries)}"
    if not others:
        return f"the first player is favoured in all {len(entries)}"
    for name in FIELDS:
        for entry in entries:
            rule = getattr(entry.solution.variant, name)
            if first == [e for e in entries if getattr(e.solution.variant, name) == rule]:
                where = entry.solution.variant.words()[name]
                return f"the first player is favoured exactly where {where}, {len(first)} times"
    listed = " or ".join(_label(entry, entries) for entry in first)
    return f"the first player is favoured in {len(first)} of {len(entries)}: {listed}"


def _gain(entry: Entry) -> str:
    solution = entry.solution
    if solution.first_player_ev == 0:
        return "exactly fair"
    percent = ev_percent(solution).removeprefix("-")
    return f"the {solution.favoured} player gains {percent} % of a stake in a game"


def _label(entry: Entry, among: Sequence[Entry]) -> str:
    """Name a variant by the rules in which the variants around it differ."""
    rules = [e.solution.variant.rules() for e in among]
    differing_fields = [name for name in FIELDS if len({r[name] for r in rules}) > 1]
    return brief(entry.solution.variant, differing_fields)

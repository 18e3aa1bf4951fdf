"""The generated reports: a family's EV table, what it shows, and the rules behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from .fields import FIELDS
from .game import solve_all
from .ranking import Entry, csv_rows, ev_percent, ranked, render_ranking
from .registry import Family, family
from .table import render

__all__ = ["FAMILIES", "differing", "reports", "write"]

FAMILIES = ("sixteen", "tiles")
"""The families that are reported."""


def reports(progress: Callable[[int], object] | None = None) -> dict[str, str]:
    """Make every report: the content by the name of its file.

    Parameters
    ----------
    progress
        Called with 1 after each family.
    """
    made = {}
    for name in FAMILIES:
        rules = family(name)
        entries = ranked([Entry(name, solution) for solution in solve_all(rules.members())])
        made[f"{name}.md"] = _page(rules, entries)
        made[f"{name}.csv"] = render(csv_rows(entries), "csv")
        if progress:
            progress(1)
    return made


def write(made: Mapping[str, str], folder: str) -> list[Path]:
    """Write reports into a folder, and return their paths."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    paths = [Path(folder) / name for name in made]
    for path, text in zip(paths, made.values(), strict=True):
        path.write_bytes(text.encode())
    return paths


def differing(made: Mapping[str, str], folder: str) -> list[Path]:
    """Return the paths of the reports that are not, byte for byte, in a folder."""
    paths = {Path(folder) / name: text.encode() for name, text in made.items()}
    return [p for p, text in paths.items() if not p.is_file() or p.read_bytes() != text]


def _page(rules: Family, entries: Sequence[Entry]) -> str:
    name = rules.name
    lines = [
        f"# {rules.summary}",
        "",
        *(f"- {finding}" for finding in findings(entries)),
        "",
        "## Expected value to the first player",
        "",
        "In stakes; the fairest first. The percentages are rounded, the fractions are exact. The "
        f"same table with every rule is in [{name}.csv]({name}.csv).",
        "",
        render_ranking(entries, "markdown", exact=True),
        "## The rules",
        "",
    ]
    for field, choices in rules.words().items():
        lines.append(f"- **{field.replace('_', ' ')}**: {'; or '.join(choices)}")
    lines += [
        "",
        f"Source: {rules.source}.",
        "",
        "## Do it yourself",
        "",
        f"    twoplayer table {name} --exact",
        f"    twoplayer check --table reports/{name}.csv",
        "",
    ]
    return "\n".join(lines)


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
    rules = {e: e.solution.variant.rules() for e in (entry, *among)}
    open_fields = [n for n in FIELDS if len({rules[e][n] for e in among}) > 1]
    return ", ".join(f"{n.replace('_', ' ')} {_said(rules[entry][n])}" for n in open_fields)


def _said(rule: object) -> str:
    return {True: "yes", False: "no"}[rule] if isinstance(rule, bool) else str(rule or "none")

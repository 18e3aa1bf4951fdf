"""The report on a family: its EV table, what it shows, and the rules behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..game.solution import solve, solve_all
from ..show.figures import second_player_numbers
from ..show.ranking import Entry, brief, fields_that_differ, gain, ranked, render_ranking
from ..variant.fields import FIELDS
from ..variant.registry import family
from ..writing import Format, bullets

__all__ = ["entries_of", "family_report", "tiles_report"]


def entries_of(name: str) -> list[Entry]:
    """Solve the members of a registered family, the fairest first."""
    solutions = solve_all(family(name).members())
    return ranked([Entry.of(name, solution) for solution in solutions])


def family_report(name: str, *pictures: str) -> dict[str, str]:
    """Report a registered family: its EV table, the fairest first, pictures, and the rules."""
    rules = family(name)
    entries = entries_of(name)
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
        render_ranking(entries, Format.MARKDOWN, exact=True).strip(),
        "## In pictures",
        *pictures,
        "## The rules",
        "\n".join(words),
        f"Source: {rules.source}.",
        "## Do it yourself",
        f"    twoplayer table {name} --exact\n    twoplayer check --table reports/{name}.csv",
    ]
    return {
        f"{name}.md": "\n\n".join(page) + "\n",
        f"{name}.csv": render_ranking(entries, Format.CSV),
    }


def findings(entries: Sequence[Entry]) -> list[str]:
    """Say who is favoured when, and which are the fairest and the least fair; sorted entries."""
    fairest, sucker = entries[0], entries[-1]
    several = len({entry.variant.tiles for entry in entries}) > 1
    by_tiles = groupby(
        sorted(entries, key=lambda e: e.variant.tiles[::-1]),
        lambda e: e.variant.words()["tiles"],
    )
    favoured = "; ".join(
        f"with {tiles}, " * several + _favoured_when(list(group)) for tiles, group in by_tiles
    )
    return [
        f"{favoured[0].upper()}{favoured[1:]}.",
        f"The fairest of the {len(entries)} has {_label(fairest, entries)}: {gain(fairest)}.",
        f"The least fair has {_label(sucker, entries)}: {gain(sucker)}.",
    ]


def _favoured_when(entries: Sequence[Entry]) -> str:
    """Say when the first player is favoured, by the one rule that decides it if there is one."""
    first = [entry for entry in entries if entry.favoured == "first"]
    others = {entry.favoured for entry in entries} - {"first"}
    if not first and others == {"second"}:
        return f"the second player is favoured in all {len(entries)}"
    if not others:
        return f"the first player is favoured in all {len(entries)}"
    for name in FIELDS:
        for entry in entries:
            rule = getattr(entry.variant, name)
            if first == [e for e in entries if getattr(e.variant, name) == rule]:
                where = entry.variant.words()[name]
                return f"the first player is favoured exactly where {where}, {len(first)} times"
    listed = " or ".join(_label(entry, entries) for entry in first)
    return f"the first player is favoured in {len(first)} of {len(entries)}: {listed}"


def _label(entry: Entry, among: Sequence[Entry]) -> str:
    """Name a variant by the rules in which the variants around it differ."""
    return brief(entry.variant, fields_that_differ(e.variant for e in among))


def tiles_report() -> dict[str, str]:
    """Report the published rules with 9, 10 and 12 tiles, and what the second player gains."""
    games = [(name, solve(name)) for name in ("classic", "ten", "full-house")]
    return {
        **family_report(
            "tiles",
            "![Which player each combination of rules favours](figures/tiles.svg)",
            "What the second player may expect against each score that the first has left, with 9 "
            "tiles (`classic`), 10 (`ten`) and 12 (`full-house`); the numbers are in "
            "[second_player.csv](second_player.csv):",
            "![The second player's value against the score to beat](figures/second_player.svg)",
        ),
        "second_player.csv": second_player_numbers(games),
    }

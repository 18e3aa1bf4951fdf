"""The generated reports: findings first, in plain words, then the tables behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .exact import decimal_text
from .fields import FIELDS
from .game import Solution, solve, solve_all
from .ranking import TITLES, Entry, brief, csv_rows, ev_percent, ranked, render_ranking
from .registry import Family, family
from .table import render

if TYPE_CHECKING:
    from sympy import Rational

__all__ = ["REPORTS", "differing", "reports", "write"]

WHOLE_RULE_SETS = ("masters-traditional", "yale", "ananian")
"""Registered rule sets that change several rules of the classic game, and are reported with it."""


def reports(progress: Callable[[int], object] | None = None) -> dict[str, str]:
    """Make every report: the content by the name of its file.

    Parameters
    ----------
    progress
        Called with 1 after each report.
    """
    made: dict[str, str] = {}
    for make in REPORTS.values():
        made |= make()
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


def _family_report(name: str) -> dict[str, str]:
    """Report a family: its EV table, the fairest first, and the rules behind it."""
    rules = family(name)
    entries = ranked([Entry(name, solution) for solution in solve_all(rules.members())])
    words = [
        f"- **{field.replace('_', ' ')}**: {'; or '.join(choices)}"
        for field, choices in rules.words().items()
    ]
    page = [
        f"# {rules.summary}",
        _bullets(findings(entries)),
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


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


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


class _Rule(NamedTuple):
    """A house rule: the game with it, and the same game if the first player won ties."""

    family: Family
    solution: Solution
    ties_to_first: Solution

    @property
    def change(self) -> Rational:
        """How far the rule moves the EV of the classic game."""
        return self.solution.first_player_ev - solve("classic").first_player_ev

    @property
    def verdict(self) -> str:
        """What giving ties to the first player does to the game."""
        before, after = self.solution.first_player_ev, self.ties_to_first.first_player_ev
        if before >= 0:
            return "not wanted: the second player is not favoured"
        if abs(after) < abs(before):
            return "mends it" if after == 0 else "helps, and does not mend it"
        return f"overshoots, {decimal_text(after / -before, 1)} times as unfair the other way"


def _house_report() -> dict[str, str]:
    """Report every house rule alone: its EV, and whether ties to the first player mend the game."""
    families = [*family("house").parts, *map(family, WHOLE_RULE_SETS)]
    solutions = solve_all(f.single() for f in families)
    tied = solve_all(f.replace(ties="first").single() for f in families)
    rules = [_Rule(*found) for found in zip(families, solutions, tied, strict=True)]
    rules.sort(key=lambda rule: abs(rule.solution.first_player_ev))
    csv = [
        {
            **row,
            "change_from_classic": rule.change,
            "first_player_ev_if_first_wins_ties": rule.ties_to_first.first_player_ev,
        }
        for rule in rules
        for row in csv_rows([Entry(rule.family.name, rule.solution)])
    ]
    table = [
        {
            "name": f"`{rule.family.name}`",
            "rule": rule.family.summary,
            "first_player_ev_percent": ev_percent(rule.solution),
            "moves the classic game by (%)": _signed_percent(rule.change),
            "favoured": rule.solution.favoured,
            "first_player_ev": rule.solution.first_player_ev,
        }
        for rule in rules
    ]
    ties = [
        {
            "name": f"`{rule.family.name}`",
            "as it is (%)": ev_percent(rule.solution),
            "ties to the first (%)": ev_percent(rule.ties_to_first),
            "giving ties to the first player": rule.verdict,
        }
        for rule in rules
        if rule.solution.variant.ties == "push"
    ]
    page = [
        "# House rules, one at a time",
        _bullets(_house_findings(rules)),
        "## What each rule does to the classic game",
        "The expected value to the first player, the fairest first; exact in stakes, rounded in "
        f"percent. {', '.join(f'`{name}`' for name in WHOLE_RULE_SETS)} are whole rule sets that "
        "change several rules. Every rule of each is in [house_rules.csv](house_rules.csv); "
        "`twoplayer show NAME` says it in words, and where it is from.",
        render(table, "markdown", TITLES).strip(),
        "## Would it be fair if the first player won ties?",
        render(ties, "markdown", TITLES).strip(),
        "## Do it yourself",
        "    twoplayer table house\n    twoplayer table house --ties first\n"
        "    twoplayer check --table reports/house_rules.csv",
    ]
    return {
        "house_rules.md": "\n\n".join(page) + "\n",
        "house_rules.csv": render(csv, "csv"),
    }


def _house_findings(rules: Sequence[_Rule]) -> list[str]:
    by_name = {rule.family.name: rule for rule in rules}
    classic = by_name["classic"]
    alone = [r for r in rules if r.family.name not in WHOLE_RULE_SETS and r.change != 0]
    favoured = {
        who: [f"`{r.family.name}`" for r in alone if r.solution.favoured == who]
        for who in ("first", "second", "nobody")
    }
    most = max(alone, key=lambda rule: abs(rule.change))
    least = min(alone, key=lambda rule: abs(rule.change))
    tied = [rule for rule in rules if rule.solution.variant.ties == "push"]
    helped = [f"`{r.family.name}`" for r in tied if r.verdict.startswith(("mends", "helps"))]
    overshot = [rule for rule in tied if rule.verdict.startswith("overshoots")]
    forced, free = by_name["one-die-sum-6-forced"], by_name["one-die-sum-6"]
    same = forced.solution.first_player_ev == free.solution.first_player_ev
    return [
        f"Ties to the first player: in the classic game this {classic.verdict} (from "
        f"{ev_percent(classic.solution)} % to {ev_percent(classic.ties_to_first)} %). It "
        f"overshoots in {len(overshot)} of the {len(tied)} games below, and makes the game fairer "
        f"in {len(helped)}: {_listed(helped)}.",
        f"Who is favoured: one rule alone leaves the second player favoured in "
        f"{len(favoured['second'])} cases of {len(alone)}, the first in {len(favoured['first'])} "
        f"({_listed(favoured['first'])}), and nobody in {len(favoured['nobody'])} "
        f"({_listed(favoured['nobody'])}).",
        f"The rule that moves the classic game most is `{most.family.name}` "
        f"({_signed_percent(most.change)} % of a stake), the one that moves it least is "
        f"`{least.family.name}` ({_signed_percent(least.change)} %).",
        "Whether one die may or must be rolled at a sum of 6 or less makes "
        + ("no difference at all: the two fractions are equal." if same else "a difference."),
    ]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


def _signed_percent(value: Rational) -> str:
    return f"{'+' if value > 0 else ''}{decimal_text(100 * value, 4)}"


REPORTS: Mapping[str, Callable[[], dict[str, str]]] = {
    "sixteen": partial(_family_report, "sixteen"),
    "tiles": partial(_family_report, "tiles"),
    "house_rules": _house_report,
}

"""The report on every house rule alone: its EV, and whether ties to the first mend the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..exact import decimal_text
from ..game.payouts import fair_intervals
from ..game.solution import Solution
from ..game.solutions import solve, solve_all
from ..show.fairness import payout_text
from ..show.ranking import Entry, evs_table
from ..variant.family import Family
from ..variant.fields import FIELDS
from ..variant.registry import family, registered, variants
from ..variant.variant import Variant
from .pages import page

WHOLE_RULE_SETS = ("masters-traditional", "yale", "ananian")
"""Registered rule sets that change several rules of the classic game, and are reported with it."""


class _HouseRule(NamedTuple):
    """A house rule: the game with it, the same if the first player won ties.

    `change` is how far it moves the EV of the classic game, in stakes.
    """

    family: Family
    solution: Solution
    ties_to_first: Solution
    change: Fraction

    @property
    def name(self) -> str:
        """Its name, as a page has it."""
        return f"`{self.family.name}`"

    @property
    def ev(self) -> Fraction:
        """The first player's EV."""
        return Fraction(self.solution.first_player_ev)

    @property
    def changed(self) -> list[str]:
        """The rules that are not as in the classic game."""
        return [name for name in FIELDS if not self.solution.variant.is_default(name)]

    @property
    def verdict(self) -> str:
        """What giving ties to the first player does to the game."""
        before, after = self.ev, self.ties_to_first.first_player_ev
        if after == before:
            return "changes nothing"
        if before >= 0:
            return "not wanted: the second player is not favoured"
        if abs(after) < abs(before):
            return "mends it" if after == 0 else "helps, but does not mend it"
        return f"overshoots, {decimal_text(after / -before, 1)} times as unfair the other way"


def house_report() -> dict[str, str]:
    """Report every house rule alone: its EV, and whether ties to the first player mend the game."""
    families = [*family("house").parts, *map(family, WHOLE_RULE_SETS)]
    games = [changed.single() for f in families for changed in (f, f.replace(ties="first"))]
    solutions = [solution.fractions for solution in solve_all(games)]
    classic = solve("classic").fractions.first_player_ev
    rules = [
        _HouseRule(*found, found[1].first_player_ev - classic)
        for found in zip(families, solutions[::2], solutions[1::2], strict=True)
    ]
    rules.sort(key=lambda rule: abs(rule.ev))
    tied = [rule for rule in rules if rule.solution.variant.ties == "push"]
    text = page(
        "house_rules",
        **_findings(rules, tied),
        whole=_listed(WHOLE_RULE_SETS),
        several="; ".join(
            f"{rule.name} changes {len(rule.changed)}: {' and '.join(rule.changed)}"
            for rule in rules
            if len(rule.changed) > 1 and rule.family.name not in WHOLE_RULE_SETS
        ),
        also=_listed(n for n in registered() if n != "classic" and variants(n) == (Variant(),)),
        rules=[(r.name, r.family.summary, r.ev, r.change, r.solution.favoured) for r in rules],
        ties=[(r.name, r.ev, r.ties_to_first.first_player_ev, r.verdict) for r in tied],
        sets=" ".join(WHOLE_RULE_SETS),
    )
    entries = [Entry.of(rule.family.name, rule.solution) for rule in rules]
    entries += [
        Entry.of(f"{rule.family.name}, ties to the first player", rule.ties_to_first)
        for rule in tied
    ]
    return {"house_rules.md": text, "house_rules.csv": evs_table(entries).write("csv")}


def _findings(rules: Sequence[_HouseRule], tied: Sequence[_HouseRule]) -> dict[str, Any]:
    by_name = {rule.family.name: rule for rule in rules}
    alone = [rule for rule in rules if len(rule.changed) == 1]
    favoured = {
        who: [rule.family.name for rule in alone if rule.solution.favoured == who]
        for who in ("first", "second", "nobody")
    }
    helped = [r.family.name for r in tied if r.verdict.startswith(("mends", "helps"))]
    ananian = family("ananian").single()
    [even] = fair_intervals(ananian, Fraction(0), None)
    same = by_name["one-die-sum-6-forced"].ev == by_name["one-die-sum-6"].ev
    return {
        "classic": by_name["classic"],
        "overshoots": sum(rule.verdict.startswith("overshoots") for rule in tied),
        "tied": len(tied),
        "helped": len(helped),
        "helps": _listed(helped),
        "alone": len(alone),
        "count": {who: len(names) for who, names in favoured.items()},
        "favoured": {who: _listed(names) for who, names in favoured.items()},
        "most": max(alone, key=lambda rule: abs(rule.change)),
        "least": min(alone, key=lambda rule: abs(rule.change)),
        "by_trial": solve(ananian.replace(clack_payout="3.8")).fractions.first_player_ev,
        "even": payout_text(even),
        "forced": "no difference at all: the two fractions are equal" if same else "a difference",
    }


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"

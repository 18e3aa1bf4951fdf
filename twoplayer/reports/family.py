"""The reports on families: their EV tables, what they show, the rules behind them; house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from ..exact import Rational, decimal_text
from ..game.certificate import Certificate, certificate
from ..game.fairness import gain
from ..game.payouts import fair_intervals
from ..game.solution import Solution
from ..game.solutions import solve, solve_all
from ..show.fair import evs_table, payout_text, ranked
from ..show.figures import OfSecond, points_of_second
from ..table import Column, To
from ..variant.beside import csv_of, fields_that_differ
from ..variant.fields import FIELDS
from ..variant.registry import as_variant, family, registered, variants
from ..variant.variant import Variant, brief
from .pages import page


@cache
def entries_of(name: str) -> list[Solution]:
    """Solve the members of a registered family once for all reports, the fairest first."""
    solutions = solve_all(name)
    return ranked([solution.fractions for solution in solutions])


def sixteen_report() -> dict[str, str]:
    """Report the published sixteen, with certificates of two and the digests of all.

    All sixteen would be more than a megabyte. Whoever wants another can make it, and compare its
    digest.
    """
    entries = entries_of("sixteen")
    proofs = {entry.variant: certificate(entry.variant) for entry in entries}
    kept = {"classic": proofs[Variant()], "fairest": proofs[entries[0].variant]}
    return {
        **family_report(
            "sixteen", "![How fair each of the sixteen is](figures/sixteen.svg)", proofs=proofs
        ),
        **{f"certificates/{name}.json.gz": proof.text for name, proof in kept.items()},
    }


def family_report(
    name: str, *pictures: str, proofs: Mapping[Variant, Certificate] | None = None
) -> dict[str, str]:
    """Report a registered family, with pictures; of proofs of its members the table has digests."""
    rules, entries = family(name), entries_of(name)
    digests = {variant: proof.sha256 for variant, proof in (proofs or {}).items()}
    digest = Column("certificate_sha256", lambda entry: digests[entry.variant], to=To.CSV)
    table = evs_table(entries, [digest] if digests else [])
    ends = [entries[place].fairness() for place in (0, -1)]
    text = page(
        "family",
        name=name,
        summary=rules.summary,
        favoured=_favoured(entries),
        members=len(entries),
        ends=ends,
        games=[f"{each.games:,}" if each.games else "no number of" for each in ends],
        has=[_label(entries[place], entries) for place in (0, -1)],
        gains=[gain(each.first_player_ev) for each in ends],
        table=table,
        proofs=page("proofs", name=name) if proofs else "",
        pictures="\n\n".join(pictures),
        rules=[
            f"**{field.replace('_', ' ')}**: {'; or '.join(choices)}"
            for field, choices in rules.words().items()
        ],
        source=rules.source,
    )
    return {f"{name}.md": text, f"{name}.csv": table.write("csv")}


def _favoured(entries: Sequence[Solution]) -> str:
    """Say who is favoured when, for each of several tiles."""
    several = len({entry.variant.tiles for entry in entries}) > 1
    in_order = sorted(entries, key=lambda entry: entry.variant.tiles[::-1])
    by_tiles = groupby(in_order, lambda entry: entry.variant.words()["tiles"])
    favoured = "; ".join(
        f"with {tiles}, " * several + _favoured_when(list(group)) for tiles, group in by_tiles
    )
    return f"{favoured[0].upper()}{favoured[1:]}"


def _favoured_when(entries: Sequence[Solution]) -> str:
    """Say when the first player is favoured, by the one rule that decides it if there is one."""
    first = [entry for entry in entries if entry.favoured == "first"]
    others = {entry.favoured for entry in entries} - {"first"}
    if not others or (not first and others == {"second"}):
        return f"the {entries[0].favoured} player is favoured in all {len(entries)}"
    for name in FIELDS:
        for entry in entries:
            rule = getattr(entry.variant, name)
            if first == [e for e in entries if getattr(e.variant, name) == rule]:
                where = entry.variant.words()[name]
                return f"the first player is favoured exactly where {where}, {len(first)} times"
    listed = " or ".join(_label(entry, entries) for entry in first)
    return f"the first player is favoured in {len(first)} of {len(entries)}: {listed}"


def _label(entry: Solution, among: Sequence[Solution]) -> str:
    """Name a variant by the rules in which the variants around it differ."""
    return brief(entry.variant, fields_that_differ(e.variant for e in among))


def tiles_report() -> dict[str, str]:
    """Report the published rules with 9, 10 and 12 tiles, and what the second player gains."""
    games = [as_variant(name) for name in ("classic", "ten", "full-house")]
    return {
        **family_report(
            "tiles",
            "![Which player each combination of rules favours](figures/tiles.svg)",
            "What the second player may expect against each score that the first has left, with 9 "
            "tiles (`classic`), 10 (`ten`) and 12 (`full-house`); the numbers are in "
            "[second_player.csv](second_player.csv):",
            "![The second player's value against the score to beat](figures/second_player.svg)",
        ),
        "second_player.csv": csv_of(OfSecond, points_of_second(games)),
    }


WHOLE_RULE_SETS = ("masters-traditional", "yale", "ananian")
"""Registered rule sets that change several rules of the classic game, and are reported with it."""


class _HouseRule(NamedTuple):
    """A house rule: its name, the game with it, the same if the first player won ties.

    `change` is how far it moves the EV of the classic game, in stakes.
    """

    name: str
    summary: str
    solution: Solution
    ties_to_first: Solution
    change: Rational

    @property
    def ev(self) -> Rational:
        """The first player's EV."""
        return self.solution.first_player_ev

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
    games = [family.single() for family in families]
    games += [
        each.replace(ties="first").called(f"{each.name}, ties to the first player")
        for each in games
    ]
    solutions = [solution.fractions for solution in solve_all(games)]
    classic = solve("classic").fractions.first_player_ev
    rules = [
        _HouseRule(f.name, f.summary, alone, tied, alone.first_player_ev - classic)
        for f, alone, tied in zip(families, solutions, solutions[len(families) :], strict=False)
    ]
    rules.sort(key=lambda rule: abs(rule.ev))
    tied = [rule for rule in rules if rule.solution.variant.ties == "push"]
    text = page(
        "house_rules",
        **_house_findings(rules, tied),
        whole=_listed(WHOLE_RULE_SETS),
        several="; ".join(
            f"`{rule.name}` changes {len(rule.changed)}: {' and '.join(rule.changed)}"
            for rule in rules
            if len(rule.changed) > 1 and rule.name not in WHOLE_RULE_SETS
        ),
        also=_listed(n for n in registered() if n != "classic" and variants(n) == (Variant(),)),
        rules=[(f"`{r.name}`", r.summary, r.ev, r.change, r.solution.favoured) for r in rules],
        ties=[(f"`{r.name}`", r.ev, r.ties_to_first.first_player_ev, r.verdict) for r in tied],
        sets=" ".join(WHOLE_RULE_SETS),
    )
    entries = [*(rule.solution for rule in rules), *(rule.ties_to_first for rule in tied)]
    return {"house_rules.md": text, "house_rules.csv": evs_table(entries).write("csv")}


def _house_findings(rules: Sequence[_HouseRule], tied: Sequence[_HouseRule]) -> dict[str, Any]:
    by_name = {rule.name: rule for rule in rules}
    alone = [rule for rule in rules if len(rule.changed) == 1]
    favoured = {
        who: [rule.name for rule in alone if rule.solution.favoured == who]
        for who in ("first", "second", "nobody")
    }
    helped = [r.name for r in tied if r.verdict.startswith(("mends", "helps"))]
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

"""The report on every house rule alone: its EV, and whether ties to the first mend the game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ..exact import decimal_text, percent_text
from ..game.solution import Solution
from ..game.solutions import solve, solve_all
from ..payout.fair_payouts import fair_intervals
from ..show.fairness import payout_text
from ..show.ranking import TITLES, Entry, render_ranking, signed_percent
from ..variant.family import Family
from ..variant.fields import FIELDS
from ..variant.registry import family, registered, variants
from ..variant.variant import Variant
from ..writing import Format, bullets, render

__all__ = ["house_report"]

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
    def changed(self) -> list[str]:
        """The rules that are not as in the classic game."""
        return [name for name in FIELDS if not self.solution.variant.is_default(name)]

    @property
    def verdict(self) -> str:
        """What giving ties to the first player does to the game."""
        before, after = self.solution.first_player_ev, self.ties_to_first.first_player_ev
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
    variants = [changed.single() for f in families for changed in (f, f.replace(ties="first"))]
    solutions = [solution.fractions for solution in solve_all(variants)]
    classic = solve("classic").fractions.first_player_ev
    rules = [
        _HouseRule(*found, found[1].first_player_ev - classic)
        for found in zip(families, solutions[::2], solutions[1::2], strict=True)
    ]
    rules.sort(key=lambda rule: abs(rule.solution.first_player_ev))
    entries = [Entry.of(rule.family.name, rule.solution) for rule in rules]
    entries += [
        Entry.of(f"{rule.family.name}, ties to the first player", rule.ties_to_first)
        for rule in rules
        if rule.solution.variant.ties == "push"
    ]
    table = [
        {
            "name": f"`{rule.family.name}`",
            "rule": rule.family.summary,
            "first_player_ev_percent": percent_text(rule.solution.first_player_ev),
            "moves the classic game by (%)": signed_percent(rule.change),
            "favoured": rule.solution.favoured,
            "first_player_ev": rule.solution.first_player_ev,
        }
        for rule in rules
    ]
    ties = [
        {
            "name": f"`{rule.family.name}`",
            "as it is (%)": percent_text(rule.solution.first_player_ev),
            "ties to the first (%)": percent_text(rule.ties_to_first.first_player_ev),
            "giving ties to the first player": rule.verdict,
        }
        for rule in rules
        if rule.solution.variant.ties == "push"
    ]
    page = [
        "# House rules, one at a time",
        bullets(_house_findings(rules)),
        "## What each rule does to the classic game",
        "The expected value to the first player, the fairest first; exact in stakes, rounded in "
        f"percent. {', '.join(f'`{name}`' for name in WHOLE_RULE_SETS)} are whole rule sets that "
        "change several rules. Every rule of each is in [house_rules.csv](house_rules.csv); "
        f"`twoplayer show NAME` says it in words, and where it is from. {_names(rules)}",
        render(table, "markdown", TITLES).strip(),
        "## Would it be fair if the first player won ties?",
        render(ties, "markdown", TITLES).strip(),
        "## Do it yourself",
        f"    twoplayer table house {' '.join(WHOLE_RULE_SETS)}\n"
        "    twoplayer table house --ties first\n"
        "    twoplayer check --table reports/house_rules.csv",
    ]
    return {
        "house_rules.md": "\n\n".join(page) + "\n",
        "house_rules.csv": render_ranking(entries, Format.CSV),
    }


def _house_findings(rules: Sequence[_HouseRule]) -> list[str]:
    by_name = {rule.family.name: rule for rule in rules}
    classic = by_name["classic"]
    alone = [rule for rule in rules if len(rule.changed) == 1]
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
        f"{percent_text(classic.solution.first_player_ev)} % to "
        f"{percent_text(classic.ties_to_first.first_player_ev)} %). It "
        f"overshoots in {len(overshot)} of the {len(tied)} games below, and makes the game fairer "
        f"in {len(helped)}: {_listed(helped)}.",
        f"Who is favoured: one rule alone leaves the second player favoured in "
        f"{len(favoured['second'])} cases of {len(alone)}, the first in {len(favoured['first'])} "
        f"({_listed(favoured['first'])}), and nobody in {len(favoured['nobody'])} "
        f"({_listed(favoured['nobody'])}).",
        f"The rule that moves the classic game most is `{most.family.name}` "
        f"({signed_percent(most.change)} % of a stake), the one that moves it least is "
        f"`{least.family.name}` ({signed_percent(least.change)} %).",
        _ananian(),
        "Whether one die may or must be rolled at a sum of 6 or less makes "
        + ("no difference at all: the two fractions are equal." if same else "a difference."),
    ]


def _names(rules: Sequence[_HouseRule]) -> str:
    """Say which of the house rules are more than one, and what else the classic game is called."""
    several = [
        f"`{rule.family.name}` changes {len(rule.changed)}: {' and '.join(rule.changed)}"
        for rule in rules
        if len(rule.changed) > 1 and rule.family.name not in WHOLE_RULE_SETS
    ]
    same = [f"`{n}`" for n in registered() if n != "classic" and variants(n) == (Variant(),)]
    return f"Of the others {'; '.join(several)}. The classic game is also called {_listed(same)}."


def _ananian() -> str:
    """Say what payout makes the digital game of Ananian fair, beside what he found by trial."""
    game = family("ananian").single()
    [even] = fair_intervals(game, Fraction(0), None)
    found = solve(game.replace(clack_payout="3.8")).fractions.first_player_ev
    return (
        "C. Scott Ananian found by trial that a clack should pay 3.8 times the stake to make his "
        f"digital game (`ananian`) even. At 3.8 the EV is "
        f"{percent_text(found)} %; the one payout that makes it exactly fair "
        f"is {payout_text(even)}."
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"

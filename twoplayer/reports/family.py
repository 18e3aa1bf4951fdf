"""The reports on families: their EV tables, what they show, the rules behind them; house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby

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
from .pages import Share, page


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


def house_report() -> dict[str, str]:
    """Report every house rule alone: its EV, and whether ties to the first player mend the game."""
    families = [*family("house").parts, *map(family, WHOLE_RULE_SETS)]
    games = [each.single() for each in families]
    tied = [v.replace(ties="first").called(f"{v.name}, ties to the first player") for v in games]
    solved = [solution.fractions for solution in solve_all([*games, *tied])]
    by_name = dict(zip((each.name for each in families), solved, strict=False))
    where_tied = dict(zip(by_name, solved[len(games) :], strict=True))
    names = [solution.variant.name for solution in ranked(by_name.values())]
    pushed = [name for name in names if by_name[name].variant.ties == "push"]

    evs = {name: solution.first_player_ev for name, solution in by_name.items()}
    changes = {name: ev - evs["classic"] for name, ev in evs.items()}
    changed = {
        name: [field for field in FIELDS if not by_name[name].variant.is_default(field)]
        for name in names
    }
    alone = [name for name in names if len(changed[name]) == 1]
    least, *_, most = sorted(alone, key=lambda name: abs(changes[name]))
    summaries = {each.name: each.summary for each in families}
    ties = {
        name: (f"`{name}`", evs[name], after, _verdict(evs[name], after))
        for name in pushed
        for after in [where_tied[name].first_player_ev]
    }
    ananian = by_name["ananian"].variant
    [even] = fair_intervals(ananian, Fraction(0), None)
    text = page(
        "house_rules",
        classic=ties["classic"],
        overshoots=Share.of(row[3].startswith("overshoots") for row in ties.values()),
        helps=_coded(n for n, row in ties.items() if row[3].startswith(("mends", "helps"))),
        alone=len(alone),
        favoured={
            who: _coded(name for name in alone if by_name[name].favoured == who)
            for who in ("first", "second", "nobody")
        },
        most=(most, changes[most]),
        least=(least, changes[least]),
        by_trial=solve(ananian.replace(clack_payout="3.8")).fractions.first_player_ev,
        even=payout_text(even),
        forced_is_same=evs["one-die-sum-6-forced"] == evs["one-die-sum-6"],
        whole=_coded(WHOLE_RULE_SETS),
        several=[
            f"`{name}` changes {len(changed[name])}: {' and '.join(changed[name])}"
            for name in names
            if len(changed[name]) > 1 and name not in WHOLE_RULE_SETS
        ],
        also=_coded(n for n in registered() if n != "classic" and variants(n) == (Variant(),)),
        rules=[(f"`{n}`", summaries[n], evs[n], changes[n], by_name[n].favoured) for n in names],
        ties=list(ties.values()),
        sets=" ".join(WHOLE_RULE_SETS),
    )
    entries = [*map(by_name.__getitem__, names), *map(where_tied.__getitem__, pushed)]
    return {"house_rules.md": text, "house_rules.csv": evs_table(entries).write("csv")}


def _verdict(before: Rational, after: Rational) -> str:
    """Say what giving ties to the first player does to a game."""
    if after == before:
        return "changes nothing"
    if before >= 0:
        return "not wanted: the second player is not favoured"
    if abs(after) < abs(before):
        return "mends it" if after == 0 else "helps, but does not mend it"
    return f"overshoots, {decimal_text(after / -before, 1)} times as unfair the other way"


def _coded(names: Iterable[str]) -> list[str]:
    return [f"`{name}`" for name in names]

"""The report on a family: its EV table, what it shows, and the rules behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby

from ..exact import decimal_text
from ..game.certificate import Certificate, certificate
from ..game.fairness import gain
from ..game.solutions import solve, solve_all
from ..show.fair import Entry, evs_table, ranked
from ..show.figures import OfSecond, points_of_second
from ..table import Column, To
from ..variant.beside import brief, csv_of, fields_that_differ
from ..variant.fields import FIELDS
from ..variant.registry import as_variant, family
from ..variant.variant import Variant
from .pages import page


@cache
def entries_of(name: str) -> list[Entry]:
    """Solve the members of a registered family, the fairest first."""
    solutions = solve_all(family(name).members())
    return ranked([Entry.of(name, solution) for solution in solutions])


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
    text = page(
        "family",
        name=name,
        summary=rules.summary,
        so_what=_so_what(entries),
        findings=findings(entries),
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
        f"The fairest of the {len(entries)} has {_label(fairest, entries)}: "
        f"{gain(fairest.first_player_ev)}.",
        f"The least fair has {_label(sucker, entries)}: {gain(sucker.first_player_ev)}.",
    ]


def _so_what(entries: Sequence[Entry]) -> list[str]:
    """Say what it means to players: how much it is, whether they notice, what they can do."""
    ends = [solve(entry.variant).fairness() for entry in (entries[0], entries[-1])]
    cents = [decimal_text(100 * each.fractions.side_payment, 2) for each in ends]
    games = [f"{each.games:,}" if each.games else "no number of" for each in ends]
    return [
        f"So what? In a game for a dollar the favoured player gains {cents[0]} cents by the "
        f"fairest of these rules, and {cents[1]} cents by the least fair.",
        f"Nobody notices: it takes {games[0]} games by the fairest rules, and {games[1]} by the "
        "least fair, until the advantage stands out of luck.",
        "Whatever the rules, nobody is favoured in an even number of games if the players take "
        "turns at starting. The next lines say which seat to take in a single game.",
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
    games = [(name, as_variant(name)) for name in ("classic", "ten", "full-house")]
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

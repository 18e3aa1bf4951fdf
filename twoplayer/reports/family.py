"""The report on a family: its EV table, what it shows, and the rules behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from ..game.certificate import Certificate, certificate
from ..game.fairness import gain
from ..game.solutions import solve, solve_all
from ..show.figures import second_player_numbers
from ..show.ranking import (
    Entry,
    brief,
    fields_that_differ,
    ranked,
    render_beside_rules,
    render_ranking,
)
from ..variant.fields import FIELDS
from ..variant.registry import family
from ..variant.variant import Variant
from ..writing import Format, bullets

__all__ = ["entries_of", "family_report", "sixteen_report", "tiles_report"]


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


_PROOFS = """\
A certificate holds the value of every set of open tiles, which anybody can
[check](../docs/howto/check-it-yourself.md) without this program. Two are here: of the
[classic game](certificates/classic.json.gz) and of the
[fairest](certificates/fairest.json.gz). `twoplayer certify` writes the others (all of them would be
more than a megabyte), and the SHA-256 digest of each, unpacked, is in [{name}.csv]({name}.csv).\
""".replace("\n", " ")


def family_report(
    name: str, *pictures: str, proofs: Mapping[Variant, Certificate] | None = None
) -> dict[str, str]:
    """Report a registered family: its EV table, the fairest first, pictures, and the rules.

    Parameters
    ----------
    name
        The name of the family.
    pictures
        Paragraphs.
    proofs
        Certificates of its members, whose digests are wanted in the table.
    """
    rules = family(name)
    entries = entries_of(name)
    digests = [{"certificate_sha256": proofs[e.variant].sha256} if proofs else {} for e in entries]
    results = [{**e.results, **digest} for e, digest in zip(entries, digests, strict=True)]
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
        *(["## Proofs", _PROOFS.format(name=name)] if proofs else []),
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
        f"{name}.csv": render_beside_rules(entries, results, results, Format.CSV),
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
        f"The fairest of the {len(entries)} has {_label(fairest, entries)}: "
        f"{gain(fairest.first_player_ev)}.",
        f"The least fair has {_label(sucker, entries)}: {gain(sucker.first_player_ev)}.",
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

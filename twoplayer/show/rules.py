"""Rule sets in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..cells import Row
from ..table import Column, Table
from ..variant.fields import FIELDS
from ..variant.registry import family, registered
from ..variant.variant import Family
from ..words import paragraph, titled
from .answer import Answer
from .sources import cited

_COLUMNS = Column("rule"), Column("value"), Column("words", title="in words")


def registered_answer() -> Answer:
    """List the registered rule sets."""
    members = Column("members", lambda family: len(family.members()))
    columns = Column("name"), members, Column("summary", width=46)
    return Answer(Table(columns, [*map(family, registered())]))


def rules_answer(family: Family) -> Answer:
    """Say what every rule may be, in words: a row for each that it may have."""
    table = Table(_COLUMNS, list(_rows(family)))
    return Answer(table, lambda exact: _described(family, table.rows))


def _described(family: Family, rows: Sequence[Row]) -> str:
    """Say what every rule may be, in words; in text also what they are and where they are from.

    Of a list of rule sets it is these, and the rules that are the same in all of them.
    """
    text = []
    if family.summary:
        text.append(paragraph(f"{family.name}: {family.summary}"))
    if family.source:
        text.append(paragraph(f"Source: {family.source}"))
        text += cited(family.source)
    if text:
        text.append("")
    if family.parts:
        text.append(titled({f"{part.name} ": part.summary or "-" for part in family.parts}))
    if family.parts and family.options:
        text.append("\nIn all of them:")
    said = ""
    for row in rows[len(family.parts) :]:
        start = "or " if row["rule"] == said else ""
        said, title = row["rule"], "" if start else row["rule"]
        text.append(paragraph(row["words"], f"{title:<16} {start}"))
    if (members := len(family.variants)) > 1:
        whole = not family.parts and not family.left_out
        text.append(f"\n{members} members{': every combination' if whole else ''}.")
    return "\n".join(text) + "\n"


def _rows(family: Family) -> Iterator[Row]:
    for part in family.parts:
        yield {"rule": "rule_sets", "value": part.name, "words": part.summary}
    for name, words in family.words().items():
        if not family.parts or name in family.options:
            field = FIELDS[name]
            values = family.options.get(name, (field.default,))
            for value, said in zip(values, words, strict=True):
                yield {"rule": name, "value": field.spell(field.parse(value)), "words": said}

"""Rules in words, the words of the trade, and the addresses of cited sources."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from unicodedata import combining, normalize

from ..tables import Cells, Column, Table
from ..variant.columns import plain_rules
from ..variant.fields import FIELDS
from ..variant.registry import Family, family, registered
from ..variant.variant import Variant, changed
from ..words import paragraph, titled
from .answer import Answer

_LONGEST_TITLE = 40
_CONDITIONS = {
    "forced": "must be rolled",
    r"sum <= (\d+)": r"at a sum of \1 or less",
    r"max <= (\d+)": r"once all above \1 are shut",
    r"count <= 1": "on the last tile",
    r"count <= (\d+)": r"on the last \1 tiles",
    "always": "at any time",
}
_CAPTIONS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "moves": ("a roll covers", {"sum": "any tiles with its sum"}),
    "scoring": ("score", {"sum": "the sum", "digits": "the digits", "count": "how many tiles"}),
    "clack_payout": ("a clack pays", {}),
    "immediate_clack": ("", {"True": "a clack wins at once", "False": "no clack wins at once"}),
    "ties": (
        "at equal scores",
        {"push": "nobody wins", "first": "the first wins", "second": "the second wins"},
    ),
}


def registered_answer() -> Answer:
    members = Column("members", lambda family: len(family.members()))
    columns = Column("name"), members, Column("summary", width=46)
    return Answer(Table(columns, [*map(family, registered())]))


def rules_answer(family: Family) -> Answer:
    columns = Column("rule"), Column("value"), Column("words", title="in words")
    table = Table(columns, list(_rule_rows(family)))

    def json(rows: list[Cells]) -> object:
        known = {"summary": family.summary, "source": family.source, "rules": rows}
        variant = family.single()
        return {"name": variant.name, "variant": plain_rules(variant), **known}

    alone = json if family.size == 1 else None  # its rows are its rules
    return Answer(table, lambda exact: _in_words(family, table.rows), json=alone)


def title_of(rules: Family) -> str:
    title, colon, _ = rules.summary.partition(":")
    if colon and title.strip() and len(title) <= _LONGEST_TITLE:
        return title
    name = rules.name
    return name.capitalize().replace("-", " ") if name in registered() else name


def caption_of(name: str, value: str | int | bool | None) -> tuple[str, str]:
    """Return the name of a rule in a picture, which may be empty, and the words for its value.

    >>> caption_of("one_die", "forced max <= 6"), caption_of("tiles", "1-10")
    (('one die', 'must be rolled once all above 6 are shut'), ('', '10 tiles'))
    """
    text = "none" if value is None else str(value)
    if name == "tiles":
        count = len(FIELDS["tiles"].parse(text))
        if text in (f"1-{count}", str(count)):
            return "", f"{count} tile{'s' if count > 1 else ''}"
        return "", f"tiles {text.replace('-', '–')}"
    if name == "one_die":
        for condition, words in _CONDITIONS.items():
            text = re.sub(condition, words, text)
        return "one die", text
    if name in _CAPTIONS:
        called, values = _CAPTIONS[name]
        return called, values.get(text, text.replace("-", " "))
    if value is None:
        return f"no {name.replace('_', ' ')}", ""
    return "", FIELDS[name].words(FIELDS[name].parse(value))


def caption(variant: Variant, fields: Iterable[str] | None = None) -> str:
    """Name a variant in a picture by some rules, or by those that differ from the classic game.

    >>> caption(Variant(tiles=10, immediate_clack=True))
    '10 tiles, a clack wins at once'
    """
    rules = variant.rules()
    named = changed(variant) if fields is None else fields
    phrases = (" ".join(filter(None, caption_of(name, rules[name]))) for name in named)
    return ", ".join(phrases) or "the classic game"


def folk_name(name: str) -> str:
    return title_of(family(name)) if name in registered() else name


def _in_words(family: Family, rows: Sequence[Cells]) -> str:
    """Write the rules that differ from the classic game first, then the other rules."""
    text = [paragraph(f"{family.name}: {family.summary}")] if family.summary else []
    if family.source:
        text += [paragraph(f"Source: {family.source}"), *cited(family.source)]
    if text:
        text.append("")
    if family.parts:
        text.append(titled({f"{part.name} ": part.summary or "-" for part in family.parts}))
        if family.options:
            text.append("\nIn all of them:")
    of_rules = rows[len(family.parts) :]
    classic = {name: field.spell(field.default) for name, field in FIELDS.items()}
    changed = {row["rule"] for row in of_rules if row["value"] != classic[row["rule"]]}
    own = [row for row in of_rules if row["rule"] in changed]
    usual = [row for row in of_rules if row["rule"] not in changed]
    text += _rules(own)
    if own and usual:
        text += ["", "As in the classic game:"]
    text += _rules(usual)
    if (members := len(family.variants)) > 1:
        whole = not family.parts and not family.left_out
        text.append(f"\n{members} members{': every combination' if whole else ''}.")
    return "\n".join(text)


def _rules(rows: Iterable[Cells]) -> Iterator[str]:
    rule_before = ""
    for row in rows:
        start = "or " if row["rule"] == rule_before else ""
        rule_before, title = row["rule"], "" if start else row["rule"]
        yield paragraph(row["words"], f"{title:<16} {start}")


def _rule_rows(family: Family) -> Iterator[Cells]:
    """Yield a row for each part of a family, and one for each value of each of its rules."""
    for part in family.parts:
        yield {"rule": "rule_sets", "value": part.name, "words": part.summary}
    for name, words in family.words().items():
        if not family.parts or name in family.options:
            field = FIELDS[name]
            values = family.options.get(name, (field.default,))
            for value, value_in_words in zip(values, words, strict=True):
                yield {
                    "rule": name,
                    "value": field.spell(field.parse(value)),
                    "words": value_in_words,
                }


@cache
def _listed_in(name: str) -> list[dict[str, Any]]:
    text = (files("twoplayer.show") / f"{name}.toml").read_text("utf-8")
    [entries] = tomllib.loads(text).values()
    return list(entries)


def glossary() -> Mapping[str, str]:
    return {entry["word"]: entry["means"] for entry in _listed_in("glossary")}


@cache
def _summaries() -> Mapping[str, str]:
    """Return the summaries of registered rules, read once: reading makes a thousand variants."""
    return {name: family(name).summary for name in registered()}


def explained(word: str) -> str | None:
    """Explain a word of the glossary, a registered name or a strategy; None for any other word."""
    wanted = _spoken(word)
    for entry in _listed_in("glossary"):
        if wanted in map(_spoken, (entry["word"], *entry.get("also", ()))):
            return f"{entry['word']}: {entry['means']}"
    for name, summary in _summaries().items():
        if wanted in map(_spoken, (name, *summary.partition(":")[0].split(", "))):
            return f"{summary} (rules registered as {name})"

    from ..strategy.own import STRATEGIES

    for name, strategy in STRATEGIES.items():
        if wanted == _spoken(name):
            return f"{name}, a strategy: {strategy.words}"
    return None


def _spoken(word: str) -> str:
    """Return a word for looking up: without capitals, hyphens and accents."""
    letters = (c for c in normalize("NFD", word.lower()) if not combining(c))
    return " ".join("".join(letters).replace("-", " ").replace("_", " ").split())


@cache
def addresses() -> Mapping[str, str]:
    return {name: source["address"] for source in _listed_in("sources") for name in source["names"]}


@cache
def cited_names() -> re.Pattern[str]:
    longest_first = sorted(addresses(), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)))


def cited(text: str) -> list[str]:
    return list(dict.fromkeys(addresses()[name] for name in cited_names().findall(text)))

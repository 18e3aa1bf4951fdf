"""The names of variants for people: a title, labels of several variants, and brief names read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from .fields import FIELDS
from .variant import Rules, Variant, brief, fields_that_differ, in_brief, rule_set_of


def read_brief(text: str) -> dict[str, str] | None:
    """Read the rules in a text that `brief` has written; None for any other text.

    >>> read_brief("tiles 1-10, one die sum <= 6, immediate clack, no max tiles")
    {'tiles': '1-10', 'one_die': 'sum <= 6', 'immediate_clack': 'true', 'max_tiles': 'none'}
    >>> read_brief("none"), read_brief("our pub")
    ({}, None)
    """
    words = " ".join(text.split())
    if words.lower() in ("none", "classic", "the classic game"):
        return {}
    by_length = sorted(FIELDS, key=len, reverse=True)
    told: dict[str, str] = {}
    for phrase in re.split(r",\s+|;\s+", words):
        absent = phrase.lower().removeprefix("no ").replace(" ", "_")
        rule = next((r for r in by_length if _begins(phrase, r)), None)
        if absent in FIELDS and absent != phrase.lower().replace(" ", "_"):
            default = FIELDS[absent].default
            told[absent] = "false" if isinstance(default, bool) else "none"
        elif rule is None:
            return None
        else:
            value = phrase[len(rule) :].strip()
            if not value and not isinstance(FIELDS[rule].default, bool):
                return None
            told[rule] = value or "true"
    return told


def _begins(phrase: str, rule: str) -> bool:
    start = phrase[: len(rule) + 1].lower().replace("-", "_").replace(" ", "_")
    return start in (rule, f"{rule}_")


def title(variant: Rules) -> str:
    """Name a game for a heading, by its rule set and the changed rules; code by its name."""
    if not isinstance(variant, Variant):  # a game as code
        return str(variant.name)
    if variant == Variant():
        return "the classic game"
    return f"{rule_set_of(variant)} ({brief(variant)})"


def rules_in_words(*rules: Rules) -> dict[str, str]:
    """Return the titles of the rules of each player; one title if all rules are equal."""
    first, *others = rules
    if len({*rules}) == 1:
        return {"rules": title(first)}
    if len(others) > 1:
        return {f"seat {seat}": title(of_seat) for seat, of_seat in enumerate(rules, 1)}
    return {"rules": title(first), "second's rules": title(others[0])}


def labels(
    variants: Sequence[Variant],
    said: Callable[[Variant, Collection[str] | None], str] = in_brief,
) -> list[str]:
    """Name variants by their rule sets if these differ, otherwise by the rules that differ.

    If more than four rules differ, each variant is named by its rules unlike those of the classic
    game. `said` puts rules in words: the rules of the given fields, or, for None, the rules unlike
    those of the classic game.

    >>> labels([Variant(tiles=9).called("tiles"), Variant(tiles=10).called("tiles")])
    ['tiles 1-9', 'tiles 1-10']
    """
    names, fields = [*map(rule_set_of, variants)], fields_that_differ(variants)
    if len(set(names)) == len(names) or not fields:
        named = zip(names, variants, strict=True)
        return [n if n != in_brief(v) or v == Variant() else said(v, None) for n, v in named]
    # More than four rules are too long to be read beside a bar.
    return [said(variant, None if len(fields) > 4 else fields) for variant in variants]

"""What variants are called: one in full, or several so that they are told apart."""

from __future__ import annotations

from collections.abc import Sequence

from .beside import fields_that_differ
from .variant import Variant, brief, in_brief

_MOST_RULES = 4
"""A label that says more rules than these is too long to be read beside a bar."""


def title(variant: Variant) -> str:
    """Name a variant, and say what is not as in the classic game."""
    if variant == Variant():
        return "the classic game"
    return f"{variant.name} ({brief(variant)})"


def labels(variants: Sequence[Variant]) -> list[str]:
    """Name variants by their rule sets if these differ, else by the rules in which they differ.

    Where they differ in many, each is named by those that are not as in the classic game.

    >>> labels([Variant(tiles=9).called("tiles"), Variant(tiles=10).called("tiles")])
    ['tiles 1-9', 'tiles 1-10']
    """
    names, fields = [variant.name for variant in variants], fields_that_differ(variants)
    if len(set(names)) == len(names) or not fields:
        return names
    if len(fields) > _MOST_RULES:
        return list(map(in_brief, variants))
    return [brief(variant, fields) for variant in variants]

"""The words of the trade, and what they mean."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from ..variant.registry import family, registered


@cache
def glossary() -> Mapping[str, str]:
    """Return what each word means, in the order of the alphabet."""
    return {each["word"]: each["means"] for each in _entries()}


def explained(word: str) -> str | None:
    """Say what a word means, by any word that it is looked up by, or what registered rules are.

    >>> print(explained("Tie"))
    push: Equal scores, after which nobody wins and nothing is paid. House rules may give ties to \
one of the players instead.
    >>> explained("Sally")
    'Sally: the tile of either die, both, or the tile of the sum (rules registered as sally)'
    """
    wanted = _plain(word)
    if found := _by_word().get(wanted):
        return f"{found}: {glossary()[found]}"
    name = wanted.replace(" ", "-")
    return f"{family(name).summary} (rules registered as {name})" if name in registered() else None


@cache
def _entries() -> list[dict[str, Any]]:
    text = (files("twoplayer.show") / "glossary.toml").read_text("utf-8")
    words: list[dict[str, Any]] = tomllib.loads(text)["words"]
    return words


@cache
def _by_word() -> Mapping[str, str]:
    """Return the word of the glossary that each word is explained under."""
    return {
        _plain(name): each["word"]
        for each in _entries()
        for name in (each["word"], *each.get("also", ()))
    }


def _plain(word: str) -> str:
    return " ".join(word.lower().replace("-", " ").replace("_", " ").split())

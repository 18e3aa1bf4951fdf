"""The catalogue: what people play, which mends and the page choose from."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from ..errors import GameTooLargeError
from ..turn.turns import check_size
from ..variant.fields import FIELDS
from ..variant.registry import registered, variants
from ..variant.variant import Variant

KEPT = "tiles", "dice", "weights", "scoring"
"""The box, its dice and how to count stay as they are, unless somebody says otherwise."""


@lru_cache(maxsize=1)
def played() -> Mapping[str, tuple[Any, ...]]:
    """Return what people play: for each rule, its values in the registered rule sets, as spelled.

    What only goes with a board too large for tables, such as four dice, is not among them.

    >>> played()["stop_total"], played()["ties"]
    ((None, 7), ('push', 'first', 'second'))
    """
    every = dict.fromkeys(variant for name in registered() for variant in variants(name))
    rules = [variant.rules() for variant in [Variant(), *every] if fits(variant)]
    return {name: tuple(dict.fromkeys(rule[name] for rule in rules)) for name in FIELDS}


def fits(variant: Variant) -> bool:
    """Tell whether tables hold a game."""
    with suppress(GameTooLargeError):
        return check_size(variant).memory > 0
    return False

"""Links to the page: rules, and a game on paper, as what stands behind the `#`."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from ..variant.fields import typed
from ..variant.variant import Variant, changed

_IN_ADDRESS = {": -": "", ": ": "-", ", ": "_", "+": ".", "\n": "~"}
"""What stands in an address for signs that would be escaped there."""


def link_to(variant: Variant, text: str = "", *, second: Variant | None = None) -> str:
    """Write what stands behind the `#` in the address of a page that plays by some rules.

    The text is of a game on paper, as `Play` writes it: the page goes on with it.

    >>> link_to(Variant(tiles=10, one_die="sum <= 6"))
    'tiles=1-10&one_die=sum%20%3C%3D%206'
    >>> link_to(Variant(), second=Variant(tiles=8, one_die="always"))
    'tiles=1-9&second=tiles%3D1-8%26one_die%3Dalways'
    >>> link_to(Variant(), "5+4: 9, 6+6: 3+4+5, 3+1: -")
    'tiles=1-9&game=5.4-9_6.6-3.4.5_3.1'
    """
    rules = changed(variant) or {"tiles": variant.rules()["tiles"]}
    for sign, other in _IN_ADDRESS.items():
        text = text.replace(sign, other)
    parts = {name: typed(rule) for name, rule in rules.items()}
    if second not in (None, variant):
        from ..game.contest import contest  # which a link to one game can do without

        parts["second"] = link_to(contest(variant, second).rules[1])
    if text:
        parts["game"] = text
    return urlencode(parts, quote_via=quote)

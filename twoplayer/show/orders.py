"""The orders of play as a table, and advice in those that are not turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..evening.orders import ORDERS
from ..exact import percent_text
from ..variant.variant import Variant
from ..writing import Format
from .ranking import TITLES, Entry, render_beside_rules

__all__ = ["fairest_first", "order_words", "render_orders"]

_WORDS = {"turn_by_turn": "turns", "roll_by_roll": "rolls", "shared_box": "box"}
_TITLES = {
    **TITLES,
    "changed": "not as in the\nclassic game",
    **{word: f"{word}\n(%)" for word in _WORDS.values()},
}
Compared = tuple[str, Variant, Mapping[str, Fraction]]
"""The name of a rule set, its rules, and the EVs of the orders that are known."""


def order_words(order: str) -> str:
    """Return the name of an order in words."""
    return order.replace("_", " ")


def fairest_first(compared: Sequence[Compared]) -> list[Compared]:
    """Sort by the fairest order of each variant; equals stay in order."""
    return sorted(compared, key=lambda each: min(map(abs, each[2].values())))


def render_orders(compared: Sequence[Compared], format: Format) -> str:
    """Write the first player's EV in every order, in the order given; CSV and JSON are exact."""
    fairest = [_fairest(evs) for _, _, evs in compared]
    entries = [
        Entry(name, variant, evs[best])
        for (name, variant, evs), best in zip(compared, fairest, strict=True)
    ]
    results = [
        {**{order: evs.get(order) for order in ORDERS}, "fairest": best}
        for (_, _, evs), best in zip(compared, fairest, strict=True)
    ]
    shown = [
        {
            **{word: percent_text(evs[o]) if o in evs else None for o, word in _WORDS.items()},
            "fairest": _WORDS[best],
        }
        for (_, _, evs), best in zip(compared, fairest, strict=True)
    ]
    return render_beside_rules(entries, results, shown, format, titles=_TITLES, width=16)


def _fairest(evs: Mapping[str, Fraction]) -> str:
    return min(evs, key=lambda order: abs(evs[order]))

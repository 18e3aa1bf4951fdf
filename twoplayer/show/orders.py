"""The orders of play as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ..table import Column, Table, percent
from ..variant.beside import beside_rules
from ..variant.variant import Variant

_WORDS = {"turn_by_turn": "turns", "roll_by_roll": "rolls", "shared_box": "box"}


_SAID = (
    "The first player's EV, in percent of a stake: if the players play their turns one after the "
    "other (turns), roll in turn (rolls), or roll in turn for one box (box)."
)


class Compared(NamedTuple):
    """A variant in the orders in which it is known what it is worth."""

    name: str
    variant: Variant
    evs: Mapping[str, Fraction]

    @property
    def fairest(self) -> str:
        """The order whose EV is nearest to 0."""
        return min(self.evs, key=lambda order: abs(self.evs[order]))


def order_words(order: str) -> str:
    """Return the name of an order in words."""
    return order.replace("_", " ")


def fairest_first(compared: Sequence[Compared]) -> list[Compared]:
    """Sort by the fairest order of each variant; equals stay in order."""
    return sorted(compared, key=lambda each: abs(each.evs[each.fairest]))


def orders_table(compared: Sequence[Compared]) -> Table:
    """Return the first player's EV in every order, in the order given."""
    named = [(each.name, each) for each in compared]
    table = beside_rules(named, _COLUMNS, width=16, changed="not as in the\nclassic game")
    return table.noted(_SAID) if named else table


def _in_order(order: str, compared: Compared) -> Fraction | None:
    return compared.evs.get(order)


_COLUMNS = [
    *(
        percent(order, f"{word}\n(%)", value=partial(_in_order, order))
        for order, word in _WORDS.items()
    ),
    Column("fairest", shown=_WORDS.__getitem__),
]

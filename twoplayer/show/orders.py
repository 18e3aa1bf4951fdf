"""The orders of play as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ..evening.orders import ORDERS
from ..table import Column, Table, percent
from ..variant.beside import beside_rules
from ..variant.variant import Variant

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


def fairest_first(compared: Sequence[Compared]) -> list[Compared]:
    """Sort by the fairest order of each variant; equals stay in order."""
    return sorted(compared, key=lambda each: abs(each.evs[each.fairest]))


def orders_table(compared: Sequence[Compared]) -> Table:
    """Return the first player's EV in every order, in the order given."""
    columns = [
        *(percent(order, f"{order}\n(%)", value=partial(_in_order, order)) for order in ORDERS),
        Column("fairest"),
    ]
    named = [(each.name, each) for each in compared]
    table = beside_rules(named, columns, width=16, changed="not as in the\nclassic game")
    return table.noted(_ORDERS) if named else table


_ORDERS = (
    "What the first player may expect, in percent of a stake. Turns: a whole turn each, as "
    "everywhere else. Rolls: each has a box, and they roll once each in turn. Box: one box for "
    "both, and a player who cannot cover pays a stake."
)


def _in_order(order: str, compared: Compared) -> Fraction | None:
    return compared.evs.get(order)


def in_words(compared: Sequence[Compared]) -> Table:
    """Return the same with the orders in words, and the names of the games alone."""
    columns = [
        *(
            percent(name, each.words, value=partial(_in_order, name))
            for name, each in ORDERS.items()
        ),
        Column("fairest", shown=lambda order: ORDERS[order].words),
    ]
    return Table([Column("name", title="rules"), *columns], compared)

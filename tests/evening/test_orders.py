"""Every order of play has a literal definition, which its value equals on rules that are drawn."""

import pytest
from conftest import examples
from drawn import rule_sets
from hypothesis import given, settings
from lacking import lacking
from oracle import Oracle
from test_roll_by_roll import RollByRoll
from test_secret import Literal
from test_shared_box import OneBox

from twoplayer import Variant
from twoplayer.evening.orders import ORDERS
from twoplayer.variant.fields import FIELDS


def by_box(rules):
    literal = OneBox(**rules)
    return literal.value(literal.all_tiles)


LITERALLY = {
    "turns": lambda rules: Oracle(**rules).first_player_ev(),
    "rolls": lambda rules: RollByRoll(**rules).ev(),
    "box": by_box,
    "secret": lambda rules: Literal(rules, ()).value(),
}
"""The first player's EV in every order of play, by plain recursion."""


@pytest.mark.parametrize("order", LITERALLY)
def test_the_ev_of_every_order_is_that_of_its_definition(order):
    @settings(max_examples=examples(15))
    @given(rule_sets(tuple(name for name in FIELDS if name != "tiles"), most_tiles=3))
    def holds(rules):
        found = ORDERS[order].solve(Variant(**rules)).fractions.first_player_ev
        assert found == LITERALLY[order](rules)

    holds()


def test_every_order_has_a_definition():
    new = (
        "test_orders: no definition of the order {!r}: add it, by plain recursion, to LITERALLY in "
        "tests/evening/test_orders.py"
    )
    assert lacking(ORDERS, LITERALLY, new) == ""

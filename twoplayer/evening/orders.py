"""Variants in every order of play: turn by turn, roll by roll, and with one box for both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..errors import GameTooLargeError
from ..executors import spread
from ..game.solution import Solution
from ..game.solutions import solve
from ..game.work import pieces
from ..progress import tracked
from ..turn.dag import check_size
from ..variant.variant import Variant
from .alternate import alternate
from .order import Order
from .pairs import work
from .shared_box import shared_box

if TYPE_CHECKING:
    from concurrent.futures import Executor

EVsByOrder: TypeAlias = dict[str, Fraction | GameTooLargeError]
"""The first player's EV in every order of play, or why it is not known."""


class OrderOfPlay(NamedTuple):
    """A way to say who rolls when."""

    solve: Callable[[Variant], Solution | Order]
    work: Callable[[Variant], int]  # in the unit of `game.work`
    words: str


def _work_turn_by_turn(variant: Variant) -> int:
    return sum(piece.work for piece in pieces([variant]))


def _work_shared_box(variant: Variant) -> int:
    return check_size(variant).entries * _BOX


_BOX = 30
"""How many payoffs in one entry of a turn take as long as a shared box: its numbers are long."""

ORDERS = {
    "turn_by_turn": OrderOfPlay(
        solve, _work_turn_by_turn, "the second player takes a turn after the first player's"
    ),
    "roll_by_roll": OrderOfPlay(
        alternate,
        work,
        "each has a box, and the players roll once each in turn; who cannot cover is out, and the "
        "other goes on alone",
    ),
    "shared_box": OrderOfPlay(
        shared_box,
        _work_shared_box,
        "one box for both, who roll once each in turn; who cannot cover pays a stake",
    ),
}
"""Every order of play, the usual one first."""


def evs_by_order(
    variants: Iterable[Variant], executor: Executor | None = None
) -> dict[Variant, EVsByOrder]:
    """Solve variants in every order of play in which their tables fit, spread by an executor."""
    sizes = {variant: work_by_order(variant) for variant in variants}
    return dict(spread(in_orders, sizes, executor, by=sizes.__getitem__))


def work_by_order(variant: Variant, orders: Iterable[str] = ORDERS) -> int:
    """Return how much work a variant is in some orders, in the unit of `game.work`."""
    return sum(_works(variant, orders).values())


def in_orders(variant: Variant, orders: Iterable[str] = ORDERS) -> EVsByOrder:
    """Solve a variant in those of some orders in which its tables fit."""
    found: EVsByOrder = {}
    works = _works(variant, orders)
    for order in tracked(works, by=works.__getitem__):
        try:
            found[order] = ORDERS[order].solve(variant).fractions.first_player_ev
        except GameTooLargeError as error:
            found[order] = error
    return found


def _works(variant: Variant, orders: Iterable[str]) -> dict[str, int]:
    """Return how much work a variant is in each of some orders; next to nothing if refused."""
    found = {}
    for order in orders:
        try:
            found[order] = ORDERS[order].work(variant)
        except GameTooLargeError:
            found[order] = 1
    return found

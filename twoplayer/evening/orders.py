"""Variants in every order of play: turn by turn, roll by roll, and with one box for both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from ..errors import GameTooLargeError
from ..executors import Progress, spread_by_size, told
from ..game.solution import Solution
from ..game.solutions import solve_all
from ..variant.variant import Variant
from .alternate import alternate
from .order import Order
from .pairs import work
from .shared_box import SharedBox, shared_box

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["ORDERS", "EVsByOrder", "evs_by_order", "work_by_order"]

EVsByOrder: TypeAlias = dict[str, Fraction | GameTooLargeError]
"""The first player's EV in every order of play, or why it is not known."""


Solve: TypeAlias = Callable[[Variant, Progress], Solution | Order]


def _turn_by_turn(variant: Variant, progress: Progress) -> Solution:
    return solve_all([variant], progress)[0]


def _shared_box(variant: Variant, progress: Progress) -> SharedBox:
    found = shared_box(variant)
    progress(1)
    return found


ORDERS: dict[str, tuple[Solve, float]] = {
    "turn_by_turn": (_turn_by_turn, 0.05),
    "roll_by_roll": (alternate, 0.94),
    "shared_box": (_shared_box, 0.01),
}
"""What solves a variant in each order, and what part of the work that is."""


def evs_by_order(
    variants: Iterable[Variant], progress: Progress | None = None, executor: Executor | None = None
) -> dict[Variant, EVsByOrder]:
    """Solve variants in every order of play in which their tables fit.

    Parameters
    ----------
    variants
        The rules.
    progress
        Called with the part of the work that has just been done.
    executor
        What runs the work, a variant at a time; None: this process.

    Examples
    --------
    >>> found = evs_by_order([Variant(tiles=12)])[Variant(tiles=12)]
    >>> {order: type(ev).__name__ for order, ev in found.items()}
    {'turn_by_turn': 'Fraction', 'roll_by_roll': 'GameTooLargeError', 'shared_box': 'Fraction'}
    """
    sizes = {variant: work_by_order(variant) for variant in variants}
    return spread_by_size(_in_every_order, sizes, executor, progress)


def work_by_order(variant: Variant) -> int:
    """Return how much work a variant is in every order, in the unit of `game.work`."""
    try:
        return 1 + work(variant)
    except GameTooLargeError:
        return 1


def _in_every_order(variant: Variant, progress: Progress | None = None) -> EVsByOrder:
    found: EVsByOrder = {}
    for order, (solve, part) in ORDERS.items():
        share = told(progress, part)
        try:
            found[order] = solve(variant, share).fractions.first_player_ev
        except GameTooLargeError as error:
            found[order] = error
            share(1)
    return found

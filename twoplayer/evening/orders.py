"""The orders of play, of which each is one entry, and variants in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from ..errors import GameTooLargeError, InputError, RulesError
from ..exact import Bounds
from ..game.solution import pieces, solve
from ..variant.variant import Variant
from ..work import Executor, spread, tracked
from .rolls import roll_by_roll, shared_box, work_of_box, work_of_pairs
from .secret import secret

_REFUSALS = GameTooLargeError, RulesError
_TURNS = 3
"""Where scores are secret about so many turns of each player are solved."""

EVsByOrder: TypeAlias = dict[str, Fraction | InputError]
"""The first player's EV in every order of play, or why there is none."""


class Order(NamedTuple):
    """An order of play: who rolls when."""

    name: str
    words: str
    how: str  # in a sentence, to who plays turn by turn
    solve: Callable[[Variant], Any]  # a result with its `first_player_ev`
    work: Callable[[Variant], int]  # as `game.solution` counts it, or why the order refuses a game
    asks: Sequence[str] | None = None  # what its `faced` takes beside the open tiles; None: no such


_EVERY = (
    Order(
        "turns",
        "turn by turn",
        "a player rolls until nothing can be covered, then the other does",
        solve,
        lambda variant: sum(piece.work for piece in pieces([variant])),
        ("score_to_beat", "players", "seat", "holders", "pays"),
    ),
    Order(
        "rolls",
        "roll by roll",
        "each has a box, and the players roll once each in turn; one who cannot cover is "
        "out, and the other goes on alone",
        roll_by_roll,
        work_of_pairs,
        ("other_open", "other_out", "seat"),
    ),
    Order(
        "box",
        "shared box",
        "one box for both, who roll once each in turn; one who cannot cover pays a stake",
        shared_box,
        work_of_box,
        (),
    ),
    Order(
        "secret",
        "secret scores",
        "each plays a turn, and nobody sees a score until both have ended",
        secret,
        lambda variant: _TURNS * sum(piece.work for piece in pieces([variant])),
        ("told", "seat", "score_to_beat", "policy"),
    ),
)
ORDERS: Mapping[str, Order] = {order.name: order for order in _EVERY}
"""Every order of play by its name."""
USUAL = _EVERY[0].name
"""As the game is played if nothing is said."""
OTHERS = [name for name in ORDERS if name != USUAL]


def evs_by_order(
    variants: Iterable[Variant], executor: Executor | None = None
) -> dict[Variant, EVsByOrder]:
    """Solve variants in every order of play that does not refuse them, spread by an executor."""
    sizes = {variant: work_by_order(variant) for variant in variants}
    return dict(spread(in_orders, sizes, executor, by=sizes.__getitem__))


def work_by_order(variant: Variant, orders: Iterable[str] = ORDERS) -> int:
    """Return how much work a variant is in some orders, in the unit of `game.solution`."""
    return sum(_works(variant, orders).values())


def in_orders(variant: Variant, orders: Iterable[str] = ORDERS) -> EVsByOrder:
    """Solve a variant in those of some orders that do not refuse it."""
    evs: EVsByOrder = {}
    works = _works(variant, orders)
    for order in tracked(works, by=works.__getitem__):
        try:
            ev = ORDERS[order].solve(variant).fractions.first_player_ev
            if isinstance(ev, Bounds):
                raise GameTooLargeError("more policies are mixed than can be found", of="order")
            evs[order] = ev
        except _REFUSALS as error:
            evs[order] = error
    return evs


def _works(variant: Variant, orders: Iterable[str]) -> dict[str, int]:
    """Return how much work a variant is in each of some orders; next to nothing if refused."""
    works = {}
    for order in orders:
        try:
            works[order] = ORDERS[order].work(variant)
        except _REFUSALS:
            works[order] = 1
    return works

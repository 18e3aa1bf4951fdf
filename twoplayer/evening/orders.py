"""The orders of play, of which each is one entry, and variants in all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from ..errors import GameTooLargeError, InputError, RulesError
from ..exact import Bounds
from ..game.solution import solve
from ..variant.variant import Variant
from ..work import Executor, part, spread
from .rolls import roll_by_roll, shared_box
from .secret import secret

_REFUSALS = GameTooLargeError, RulesError

EVsByOrder: TypeAlias = dict[str, Fraction | InputError]
"""The first player's EV in every order of play, or why there is none."""


class Order(NamedTuple):
    """An order of play: who rolls when."""

    name: str
    words: str
    how: str  # in a sentence, to who plays turn by turn
    solve: Callable[[Variant], Any]  # a result with its `first_player_ev`
    asks: Sequence[str] | None = None  # what its `faced` takes beside the open tiles; None: no such


_EVERY = (
    Order(
        "turns",
        "turn by turn",
        "a player rolls until nothing can be covered, then the other does",
        solve,
        ("score_to_beat", "players", "seat", "holders", "pays"),
    ),
    Order(
        "rolls",
        "roll by roll",
        "each has a box, and the players roll once each in turn; one who cannot cover is "
        "out, and the other goes on alone",
        roll_by_roll,
        ("other_open", "other_out", "seat"),
    ),
    Order(
        "box",
        "shared box",
        "one box for both, who roll once each in turn; one who cannot cover pays a stake",
        shared_box,
        (),
    ),
    Order(
        "secret",
        "secret scores",
        "each plays a turn, and nobody sees a score until both have ended",
        secret,
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
    return dict(spread(in_orders, dict.fromkeys(variants), executor))


def in_orders(variant: Variant, orders: Collection[str] = ORDERS) -> EVsByOrder:
    """Solve a variant in those of some orders that do not refuse it."""
    evs: EVsByOrder = {}
    for order in orders:
        try:
            with part(len(orders)):
                solved = ORDERS[order].solve(variant).fractions
            ev = solved.first_player_ev
            if isinstance(ev, Bounds):
                raise GameTooLargeError("more policies are mixed than can be found", of="order")
            evs[order] = ev
        except _REFUSALS as error:
            evs[order] = error
    return evs

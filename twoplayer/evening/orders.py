"""The orders of play, and games in all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from ..errors import GameTooLargeError, InputError, RulesError
from ..exact import Bounds
from ..game.contest import Contest
from ..game.solution import solve
from ..work import Executor, part, spread
from .rolls import SharedBox, roll_by_roll, shared_box
from .secret import secret

EVsByOrder: TypeAlias = dict[str, Fraction | InputError]
"""The first player's EV in every order of play, or the error that says why there is none."""


class Order(NamedTuple):
    """An order of play: its words, and how a game is solved in it."""

    words: str
    how: str  # the order, told to somebody who plays turn by turn
    solve: Callable[..., Any]  # takes each player's game; its result has a `first_player_ev`
    asks: Sequence[str] | None = None  # what `faced` takes beside open tiles; None: no `faced`


def _one_box(variant: Any, second: Any = None) -> SharedBox:
    if second not in (None, variant):
        raise RulesError("Players who share a box take the same rules.")
    return shared_box(variant)


ORDERS: Mapping[str, Order] = {
    "turns": Order(
        "turn by turn",
        "a player rolls until nothing can be covered, then the other does",
        solve,
        ("score_to_beat", "players", "seat", "holders", "pays", "rules"),
    ),
    "rolls": Order(
        "roll by roll",
        "each has a box, and the players roll once each in turn; one who cannot cover is "
        "out, and the other goes on alone",
        roll_by_roll,
        ("other_open", "other_out", "seat"),
    ),
    "box": Order(
        "one box for both",
        "the players roll once each in turn, and cover the same tiles; one who cannot cover pays "
        "a stake",
        _one_box,
        (),
    ),
    "secret": Order(
        "secret scores",
        "each plays a turn, and nobody sees a score until both have ended",
        lambda variant, second=None: secret(variant, second=second),
        ("told", "seat", "score_to_beat", "policy"),
    ),
}
USUAL = "turns"
OTHERS = [name for name in ORDERS if name != USUAL]


def evs_by_order(
    games: Iterable[Contest], executor: Executor | None = None
) -> dict[Contest, EVsByOrder]:
    return dict(spread(in_orders, dict.fromkeys(games), executor))


def in_orders(game: Contest, orders: Collection[str] = ORDERS) -> EVsByOrder:
    """Return the EV of a game in each order, or the error that says why it has none there."""
    evs: EVsByOrder = {}
    for order in orders:
        try:
            with part(len(orders)):
                ev = ORDERS[order].solve(*game.pair).fractions.first_player_ev
            if isinstance(ev, Bounds):
                raise GameTooLargeError("more policies are mixed than can be found", of="order")
            evs[order] = ev
        except InputError as error:
            evs[order] = error
    return evs

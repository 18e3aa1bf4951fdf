"""What a seat plays for: who wins when all have played, given the lowest score so far.

What has happened matters through the *standing* alone: the rank of the lowest score, and how many
hold it (one, where `ties` decides between them). Before a seat plays, all who have played are
holders, who would win now, or losers; holders are alike, and so are losers. So a standing has one
worth to each holder, one to each loser, and one to every seat to come, and each seat's turn is a
turn like any other, with these as its payoff.

Everybody maximises his own EV. A tie in it goes to the lower EV of the holders, then of the seats
to come, in their order; then to the higher chance to win alone, to clack, and to the lower chance
that anybody after him clacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import NamedTuple

import numpy as np

from ..exact import Rows, Values
from ..game.payoffs import TIES
from ..progress import tracked
from ..turn.board import ranks, scores
from ..turn.induction import turn_of
from ..turn.payoff import Payoff
from ..variant.variant import Variant


class Table(NamedTuple):
    """Players around a table."""

    variant: Variant
    players: int
    chances: bool  # whether those to win, to tie and to clack are wanted, beside the EVs
    spiteful: bool = True  # a tie in one's own EV is decided against the others, or for them

    @property
    def holders(self) -> int:
        """How many may hold the lowest score, when all have played."""
        return self.players if self.variant.ties == "push" else 1

    @property
    def work(self) -> list[int]:
        """How much work each seat is, from the last to the first: numbers for each state."""
        seats = range(self.players, 0, -1)
        parts = 7 if self.chances else 2
        return [self.columns(seat) * (self.players - seat + parts) for seat in seats]

    def columns(self, seat: int) -> int:
        """Return how many standings a seat may face."""
        return len(scores(self.variant)) * min(self.holders, seat - 1) if seat > 1 else 1


class Worth(NamedTuple):
    """What standings are worth before a seat's turn, to everybody, as whole numbers.

    The parts have, by name, the number times `unit` for each standing, shape (ranks, holders): EVs
    `"holder"`, `"loser"` and `"seat 3"`, …; and if wanted the chances that a holder wins alone,
    that he ties, that a seat to come wins alone, and that any of them clacks.
    """

    parts: Mapping[str, Values]
    unit: int


def at_table(table: Table) -> dict[int, Worth]:
    """Return what standings are worth before each seat's turn, from the last to the first.

    After the last one's all have played; before the first one's there is one, of no score.
    """
    work = dict(zip(range(table.players, 0, -1), table.work, strict=True))
    found = {table.players + 1: _all_played(table)}
    for seat in tracked(work, by=work.__getitem__):
        found[seat] = _before(table, seat, found[seat + 1])
    return found


def _all_played(table: Table) -> Worth:
    payout, players = table.variant.clack_payout, table.players
    holders = np.arange(1, table.holders + 1).astype(object)
    unit = payout.denominator * lcm(*holders)
    loses = np.full((len(scores(table.variant)), 1), unit, dtype=object)
    loses[0] = int(payout * unit)
    nobody = 0 * loses * holders
    parts = {"holder": loses * (players - holders) // holders, "loser": nobody - loses}
    if table.chances:
        parts["holder wins"] = nobody + (holders == 1).astype(object) * unit
        parts |= {"holder ties": unit - parts["holder wins"], "any clack": nobody}
    return Worth(parts, unit)


def payoff_of(table: Table, seat: int, after: Worth, rank: Rows, holders: Rows) -> Payoff:
    """Return what a seat gets, and everybody else, for leaving each score.

    There is a column for each standing that it faces, a rank, beyond all scores where nobody has
    played, and its holders; `after` is what standings are worth when the seat has played.
    """
    variant, unit = table.variant, after.unit
    left = np.arange(len(scores(variant)))[:, np.newaxis]
    below, above = (rank + more for more in TIES[variant.ties])
    over = (rank == 0) & variant.immediate_clack
    wins, loses = (left < below) & ~over, (left >= above) | over
    lowest = np.where(wins, left, np.minimum(rank, len(left) - 1))
    number = np.where(wins, 1, np.where(loses, holders, holders + 1))

    def then(name: str) -> Values:
        found: Values = after.parts[name][lowest, number - 1]
        return found

    def mine(name: str, otherwise: Values | int = 0) -> Values:
        found: Values = np.where(loses, otherwise, then(name))
        return found

    def of_holder(name: str, otherwise: Values | int = 0) -> Values:
        found: Values = np.where(wins, otherwise, then(name))
        return found

    sign = -1 if table.spiteful else 1
    to_come = [f"seat {other}" for other in range(seat + 1, table.players + 1)]
    parts = {"value": mine("holder", then("loser"))}
    if seat > 1:
        parts["holder"] = sign * of_holder("holder", then("loser"))
    parts |= {name: sign * then(name) for name in to_come}
    if table.chances:
        clack = ((left == 0) & ~over).astype(object) * unit
        parts |= {"win": mine("holder wins"), "clack": clack}
        parts |= {"no other clack": -then("any clack"), "tie": mine("holder ties")}
        if seat > 1:
            parts |= {name: of_holder(name) for name in ("holder wins", "holder ties")}
        parts |= {f"{name} wins": then(f"{name} wins") for name in to_come}
        parts["any clack"] = np.maximum(clack, then("any clack"))
    return Payoff(tuple(parts), np.stack(list(parts.values()), axis=-1), unit)


def _before(table: Table, seat: int, after: Worth) -> Worth:
    """Return what standings are worth before a seat plays, from what they are after it."""
    variant, turn = table.variant, turn_of(table.variant)
    by_state, count = ranks(variant), len(scores(variant))
    most = min(table.holders, seat - 1)
    rank = np.repeat(np.arange(count), most) if most else np.array([count])
    holders = np.tile(np.arange(1, most + 1), count) if most else np.array([0])

    def payoff(some: range) -> Payoff:
        places = slice(some.start, some.stop)
        return payoff_of(table, seat, after, rank[places], holders[places])

    names = payoff(range(1)).components
    solved = turn.at_start(
        range(len(rank)),
        lambda some: payoff(some).table[by_state],
        components=len(names),
    )
    by_name = np.array(solved, dtype=object).reshape(-1, max(most, 1), len(names))
    found = dict(zip(names, np.moveaxis(by_name, -1, 0), strict=True))
    parts, unit = _signs_undone(table, seat, found), after.unit * turn.scale
    if most:
        parts["loser"] = _of_losers(table, seat, parts)
        if variant.immediate_clack:
            _end_with_a_clack(table, parts, unit)
    return Worth(parts, unit)


def _signs_undone(table: Table, seat: int, found: Mapping[str, Values]) -> dict[str, Values]:
    sign = -1 if table.spiteful else 1
    new = {"value": f"seat {seat}", "win": f"seat {seat} wins"}
    signed = ["holder", *(f"seat {other}" for other in range(seat + 1, table.players + 1))]
    left_out = ("clack", "no other clack", "tie")
    return {
        new.get(name, name): sign * part if name in signed else part
        for name, part in found.items()
        if name not in left_out
    }


def _of_losers(table: Table, seat: int, parts: Mapping[str, Values]) -> Values:
    """Return a loser's EV: all EVs add up to 0."""
    holders = np.arange(1, parts["holder"].shape[1] + 1)
    losers = seat - 1 - holders
    others = sum(parts[f"seat {other}"] for other in range(seat, table.players + 1))
    found: Values = -(holders * parts["holder"] + others) // np.maximum(losers, 1)
    return found


def _end_with_a_clack(table: Table, parts: Mapping[str, Values], unit: int) -> None:
    """Where a clack wins at once nobody plays after it."""
    pays = int(table.variant.clack_payout * unit)
    ends = {"holder": pays * (table.players - 1), "holder wins": unit}
    for name, part in parts.items():
        is_chance = name.endswith(("wins", "ties", "clack"))
        part[0] = ends.get(name, 0 if is_chance else -pays)

"""Players around a table: what standings are worth, and what each seat plays for.

What has happened matters through the *standing* alone: the rank of the lowest score, and how many
hold it (one, where `ties` decides between them). Before a seat plays, all who have played are
holders, who would win now, or losers; holders are alike, and so are losers. So a standing has one
worth to each holder, one to each loser, and one to every seat to come, and each seat's turn is a
turn like any other, with these as its payoff. Two players are a table of two. Where the highest
score pays, it is the one that is held, and what everybody gets has the other sign.

Optimal play need not be unique, and the chances of winning differ between its ways. Everybody
maximises his own EV. A tie in it goes to the lower EV of the holders, then of the seats to come, in
their order; then to the higher chance to win alone, to clack, and to the lower chance that anybody
after him clacks. So a whole payoff has components, compared in this order; behind them stand some
that follow from the others and are only carried along.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from ..exact import Rows, Values
from ..turn.board import clacks, ranks
from ..turn.induction import turn_of
from ..turn.position import Payoff
from ..variant.variant import Variant
from ..work import tracked
from .stakes import (
    Rules,
    all_scores,
    beaten,
    largest_payoff,
    ranks_among_all,
    ranks_left,
    tie_of,
    who_wins,
)

PAYS: Mapping[str, str] = {
    "lowest-takes": "whoever leaves the lowest score gets a stake from everybody else",
    "highest-pays": "whoever leaves the highest score pays a stake to everybody else",
}
"""Who pays whom, of several players, in words."""


class Seating(NamedTuple):
    """Players around a table."""

    rules: Rules
    chances: bool  # whether those to win, to tie and to clack are wanted, beside the EVs
    sign: int = -1  # a tie in one's own EV is decided against the others; or for them, by a 1
    pays: str = "lowest-takes"

    @property
    def takes(self) -> int:
        """What holding the score that counts is worth: 1 where it takes, −1 where it pays."""
        return 1 if self.pays == "lowest-takes" else -1

    @property
    def nobody(self) -> int:
        """The rank that stands for no score, which whatever the first seat leaves replaces."""
        return len(all_scores(self.rules)) if self.takes > 0 else -1

    @property
    def variant(self) -> Variant:
        """The rules of what is at stake."""
        return self.rules[0]

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.rules)

    @property
    def holders(self) -> int:
        """How many may hold the lowest score, when all have played."""
        return 1 if tie_of(self.variant) else self.players

    @property
    def work(self) -> list[int]:
        """How much work each seat is, from the last to the first: numbers for each state.

        That is, of everything that is known, by the standings that the seat may face.
        """
        count, parts = len(all_scores(self.rules)), 8 if self.chances else 2
        return [
            max(1, count * min(self.holders, seat - 1)) * (self.players - seat + parts)
            for seat in range(self.players, 0, -1)
        ]

    def to_come(self, seat: int) -> list[str]:
        """Return the names of the seats that play after one."""
        return [f"seat {other}" for other in range(seat + 1, self.players + 1)]


class Worth(NamedTuple):
    """What standings are worth before a seat's turn, to everybody, as whole numbers.

    The parts have, by name, the number times `unit` for each standing, shape (ranks, holders): EVs
    `"holder"`, `"loser"` and `"seat 3"`, …; and if wanted the chances that a holder wins alone,
    that he ties, that a seat to come wins alone, that any of them clacks, that `clack_payout` is
    paid; and of the seat that plays that it clacks, and minus that anybody after it does.
    """

    parts: Mapping[str, Values]
    unit: int

    def at_start(self, name: str) -> Fraction:
        """Return a part before the first seat's turn, where there is one standing."""
        return Fraction(int(self.parts[name][0, 0]), self.unit)


def at_table(table: Seating, since: int = 1) -> dict[int, Worth]:
    """Return what standings are worth before each seat's turn, from the last to one, or the first.

    After the last one's all have played; before the first one's there is one, of no score.
    """
    work = dict(zip(range(table.players, since - 1, -1), table.work, strict=False))
    found = {table.players + 1: _all_played(table)}
    for seat in tracked(work, by=work.__getitem__):
        found[seat] = _before(table, seat, found[seat + 1])
    return found


def _numbers(table: Seating, unit: int) -> type:
    """Return the type that has room for whatever is known of standings, times a unit."""
    largest = 2 * table.players**2 * unit * largest_payoff(table.variant)
    return np.int64 if largest < 2**63 else object


def _all_played(table: Seating) -> Worth:
    payout, players = table.variant.clack_payout, table.players
    unit = payout.denominator * lcm(*range(1, table.holders + 1))
    holders: Values = np.arange(1, table.holders + 1).astype(_numbers(table, unit))
    loses = np.full((len(all_scores(table.rules)), 1), unit, holders.dtype)
    clacked = slice(clacks(table.variant))
    loses[clacked] = int(payout * unit)
    nobody = 0 * loses * holders
    takes = loses * table.takes
    parts = {"holder": takes * (players - holders) // holders, "loser": nobody - takes}
    if table.chances:
        alone = nobody + (holders == 1).astype(holders.dtype) * unit
        parts["holder wins"] = alone if table.takes > 0 else nobody
        parts |= {"holder ties": unit - alone, "any clack": nobody}
        parts["clack pays"] = nobody.copy()
        parts["clack pays"][clacked, : players - 1] = unit
    return Worth(parts, unit)


def payoff_facing(
    table: Seating, seat: int, after: Worth, rank: int | None, holders: int
) -> Payoff:
    """Return the payoff of a seat that faces one standing; the first seat's has no rank.

    `after` is what standings are worth when the seat has played.
    """
    faced = np.array([table.nobody if rank is None else rank])
    left = ranks_among_all(table.rules, seat - 1)
    facing = faced, np.array([holders])
    parts = _payoffs(table, seat, after, left, facing, without=_last_ev(table, seat))
    return Payoff(tuple(parts), np.stack([*parts.values()], axis=-1), after.unit)


def _payoffs(
    table: Seating,
    seat: int,
    after: Worth,
    left: Rows,
    faced: tuple[Rows, Rows],
    *,
    without: Collection[str],
) -> dict[str, Values]:
    """Return what a seat gets, and everybody else, for leaving some ranks.

    There is a column for each standing that it faces: a rank, beyond all scores where nobody has
    played, and its holders.
    """
    (rank, holders), worst = faced, len(all_scores(table.rules)) - 1
    result = table.takes * who_wins(table.variant, left, rank)
    holds, beside = result > 0, result < 0
    held = np.where(holds, left[:, np.newaxis], np.minimum(rank, worst))
    place = held, np.where(holds, 1, np.where(beside, holders, holders + 1)) - 1
    then = {name: part[place] for name, part in after.parts.items()}
    to_come = table.to_come(seat)
    parts = {"value": np.where(beside, then["loser"], then["holder"])}
    if seat > 1:  # the first one faces nobody, whose value must settle no tie
        parts["holder"] = table.sign * np.where(holds, then["loser"], then["holder"])
    parts |= {name: table.sign * then[name] for name in to_come}
    if table.chances:
        clack = np.zeros(result.shape, then["holder"].dtype)
        best = clacks(table.variant)
        plays = ~((rank < best) & table.variant.immediate_clack)
        clack[(left < best)[:, np.newaxis] & plays] = after.unit
        loser = {"holder wins": 0 if table.takes > 0 else after.unit, "holder ties": 0}
        of_me = {name: np.where(beside, sure, then[name]) for name, sure in loser.items()}
        parts |= {"win": of_me["holder wins"], "clack": clack}
        parts |= {"no other clack": -then["any clack"], "tie": of_me["holder ties"]}
        if seat > 1:
            parts |= {name: np.where(holds, sure, then[name]) for name, sure in loser.items()}
        parts |= {f"{name} wins": then[f"{name} wins"] for name in to_come}
        parts["any clack"] = np.maximum(clack, then["any clack"])
        parts["clack pays"] = then["clack pays"]
    return {name: part for name, part in parts.items() if name not in without}


def _before(table: Seating, seat: int, after: Worth) -> Worth:
    """Return what standings are worth before a seat plays, from what they are after it."""
    variant = table.rules[seat - 1]
    # There may be scores that no state has, and far more of them than states.
    turn, (own, by_state) = turn_of(variant), np.unique(ranks(variant), return_inverse=True)
    left = ranks_among_all(table.rules, seat - 1)[own]
    most = min(table.holders, seat - 1)
    some, alike = _told_apart(table, seat)
    rank = np.repeat(some, most) if most else np.array([table.nobody])
    holders = np.tile(np.arange(1, most + 1), len(some)) if most else np.array([0])
    # What follows from the other parts is not solved.
    follow = {"tie", *_last_ev(table, seat)}
    if seat == table.players:
        follow |= {"no other clack", "any clack"}

    def payoffs(some: range) -> dict[str, Values]:
        faced = rank[some.start : some.stop], holders[some.start : some.stop]
        return _payoffs(table, seat, after, left, faced, without=follow)

    names, unit = [*payoffs(range(1))], after.unit * turn.scale
    solved = turn.at_start(
        range(len(rank)),
        lambda some: np.stack([*payoffs(some).values()], axis=-1)[by_state],
        components=len(names),
    )
    by_name: Values = np.array(solved, _numbers(table, unit)).reshape(-1, max(most, 1), len(names))
    by_name = by_name[alike] if most else by_name
    parts = dict(zip(names, np.moveaxis(by_name, -1, 0), strict=True))
    others = ["holder"] * (seat > 1) + table.to_come(seat)
    parts |= {name: table.sign * parts[name] for name in others if name in parts}
    parts[f"seat {seat}"] = parts.pop("value")
    if table.chances:
        parts[f"seat {seat} wins"] = parts.pop("win")
        if seat == table.players:
            parts["any clack"] = parts["clack"].copy()
    # All EVs add up to 0.
    evs = [*others, f"seat {seat}"]
    for last in follow.intersection(evs):
        parts[last] = -np.sum([parts[name] for name in evs if name != last], axis=0)
    if most:
        number = np.arange(1, most + 1)
        total = number * parts["holder"] + sum(parts[name] for name in evs[1:])
        parts["loser"] = -total // np.maximum(seat - 1 - number, 1)
        if variant.immediate_clack:
            _end_with_a_clack(table, parts, unit)
    return Worth(parts, unit)


def _told_apart(table: Seating, seat: int) -> tuple[Rows, Rows]:
    """Return ranks to face of which no two are alike, and for every rank the place of its like.

    Clacks are by themselves. Of others, those are alike from which as many of the ranks that a turn
    can leave win, and do not lose, in this seat and in all that come after it.
    """
    rank = np.arange(len(all_scores(table.rules)))
    keys = [np.minimum(rank, clacks(table.variant))]
    for rules in dict.fromkeys(table.rules[seat - 1 :]):
        own = ranks_left(table.rules, table.rules.index(rules))[turn_of(rules).ends]
        keys += beaten(table.variant, np.flatnonzero(np.bincount(own)), rank)
    # All of these grow with the rank, so what is alike lies side by side.
    another = np.any([np.diff(key, prepend=-1) for key in keys], axis=0)
    return np.flatnonzero(another), np.cumsum(another) - 1


def _last_ev(table: Seating, seat: int) -> set[str]:
    """Return the EV that follows from the others, since all add up to 0.

    Until the third seat nobody has lost.
    """
    if seat > 2:
        return set()
    return {f"seat {table.players}" if seat < table.players else "holder"}


def _end_with_a_clack(table: Seating, parts: Mapping[str, Values], unit: int) -> None:
    """Where a clack wins at once nobody plays after it."""
    pays = int(table.variant.clack_payout * unit)
    ends = {"holder": pays * (table.players - 1), "holder wins": unit, "clack pays": unit}
    for name, part in parts.items():
        is_chance = name.endswith(("wins", "ties", "clack"))
        part[: clacks(table.variant)] = ends.get(name, 0 if is_chance else -pays)

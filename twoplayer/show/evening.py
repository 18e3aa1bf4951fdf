"""A whole evening in ten lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from ..errors import InputError
from ..evening.match import Match
from ..evening.orders import ORDERS
from ..evening.rounds import STARTS
from ..evening.seats import Seats
from ..exact import Bounds
from ..game.fairness import favoured_between
from ..table import Column, Table, To, between, percent
from ..variant.beside import RULES
from ..variant.variant import Variant
from ..words import paragraph, titled
from .answer import Answer
from .ranking import title


class Way(NamedTuple):
    """A way to play: who gains most by it and who loses most, in stakes a game or match."""

    variant: Variant
    how: str
    players: int
    best: int | None  # the seat; None where nobody gains, or bounds cannot tell
    gains: Bounds
    worst: int | None
    loses: Bounds


_COLUMNS = (
    Column("how", title="how you play", width=40),
    Column("players", to=To.PROGRAMS),
    Column("best", title="who sits\nbest"),
    between(percent("gains", "gains\n(%)")),
    Column("worst", title="and\nworst"),
    between(percent("loses", "loses\n(%)")),
)


def evening_answer(
    name: str,
    variant: Variant,
    by_order: Mapping[str, Fraction | InputError],
    by_players: Iterable[Seats],
    rounds: Mapping[str, Match],
) -> Answer:
    """Say what each way to play an evening is worth to whoever sits best, and worst."""
    evs = {order: ev for order, ev in by_order.items() if not isinstance(ev, InputError)}
    rows = [*_of_orders(variant, evs), *map(_of_seats, by_players), *_of_rounds(rounds)]
    table = Table([*RULES, *_COLUMNS], rows)
    fairest = min((row for row in rows if row.players == 2), key=lambda row: row.gains.high)
    said = (
        f"Of two players the fairest is {fairest.how.removeprefix('2 players, ')}. In percent of a "
        "stake; seat 1 begins, and `--players`, `--orders`, `--rounds` and `--to` say more of each."
    )
    return Answer(
        table,
        lambda exact: (
            f"{titled({'rules': title(name, variant)})}\n\n{table.write('text', exact)}\n"
            f"{paragraph(said)}\n"
        ),
    )


def _of_two(variant: Variant, how: str, ev: Bounds) -> Way:
    """Return a way of two players by the first one's EV."""
    best = {"first": 1, "second": 2}.get(favoured_between(ev))
    low, high = sorted(map(abs, ev))
    gains = Bounds(low if best else Fraction(0), high)
    return Way(variant, f"2 players, {how}", 2, best, gains, best and 3 - best, gains)


def _of_orders(variant: Variant, evs: Mapping[str, Fraction]) -> Iterator[Way]:
    for order, ev in evs.items():
        yield _of_two(variant, ORDERS[order].words, Bounds(ev, ev))


def _of_seats(seats: Seats) -> Way:
    how = f"{seats.players} players, turn by turn"
    best, worst = (seats.best, seats.worst) if seats.spread else (None, None)
    gains, loses = (Bounds(ev, ev) for ev in (max(seats.evs), -min(seats.evs)))
    return Way(seats.variant, how, seats.players, best, gains, worst, loses)


def _of_rounds(ways: Mapping[str, Match]) -> Iterator[Way]:
    for way, match in ways.items():
        yield _of_two(match.variant, f"{match.rounds} rounds, {STARTS[way]}", match.bounds)

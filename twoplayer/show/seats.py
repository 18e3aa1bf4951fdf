"""The seats of a table of several players as text and rows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import attrgetter

from ..evening.seats import Seats
from ..exact import decimal_text, percent_text
from ..table import Column, Table, percent
from ..variant.beside import beside_rules, brief
from ..words import paragraph, titled
from .answer import Answer


def seats_answer(named: Sequence[tuple[str, Seats]]) -> Answer:
    """Say what the seats of some games are worth; programs get a row for each seat."""
    seats = [each for _, each in named]
    if len(named) == 1:
        one = Table(_OF_ONE, seats[0].each())
        return Answer(one, lambda exact: _described(*named[0], one), programs=_each_seat(named))
    words = tie_breaks(seats)
    return Answer(
        seats_table(named),
        lambda exact: (
            seats_table(named).write("text", exact) + (f"\n{paragraph(words)}\n" * bool(words))
        ),
        programs=_each_seat(named),
    )


def _described(name: str, seats: Seats, table: Table) -> str:
    """Say what every seat is worth, in `Fraction`s, in sentences beside the rows."""
    changed = brief(seats.variant)
    head = titled(
        {
            "rules": f"{name} ({changed})" if changed != "none" else "the classic game",
            "players": str(seats.players),
        }
    )
    words = (
        f"In plain words: seat {seats.best} sits best and seat {seats.worst} worst; "
        f"{percent_text(seats.spread)} % of a stake lie between them. {tie_breaks([seats])}".strip()
        if seats.spread
        else "In plain words: all seats are worth the same."
    )
    return f"{head}\n\n{table.write('text')}\n{paragraph(words)}\n"


def _payment(ev: Fraction) -> str:
    if not ev:
        return "-"
    return f"{'pays' if ev > 0 else 'gets'} {decimal_text(abs(ev), 6)}"


def tie_breaks(found: Sequence[Seats]) -> str:
    """Say what lies between two ways to break ties; nothing where that is nothing."""
    most = max(seats.tie_breaks_change for seats in found)
    if not most:
        return ""
    where, size = "", percent_text(most, 7)
    if len(found) > 1:
        where = f" in {sum(seats.tie_breaks_matter for seats in found)} of these {len(found)} games"
        size = f"up to {size}"
    return (
        "Where moves are worth the same to a player, he is taken to help the others least. If he "
        f"helped them most, a seat would be worth {size} % of a stake more or less{where}."
    )


def _smallest_first(named: Sequence[tuple[str, Seats]]) -> list[tuple[str, Seats]]:
    return sorted(named, key=lambda pair: pair[1].spread)


def _each_seat(named: Sequence[tuple[str, Seats]]) -> Table:
    found = [(name, seat) for name, seats in _smallest_first(named) for seat in seats.each()]
    return beside_rules(found, Seats.columns)


def seats_table(named: Sequence[tuple[str, Seats]]) -> Table:
    """Return what the seats of some variants are worth, those with the smallest spread first."""
    found = _smallest_first(named)
    return beside_rules(found, _OF_SEVERAL, width=17, changed="not as in the\nclassic game")


_OF_ONE = [
    Column("seat"),
    percent("ev", "EV (%)"),
    percent("wins", "wins\nalone (%)", 2),
    Column("to_be_fair", attrgetter("ev"), "to make it fair (stakes a game)", _payment),
]
_OF_SEVERAL = [
    percent("spread", "gap\n(%)"),
    Column("best", lambda seats: seats.best if seats.spread else None, "best\nseat"),
    percent("best_percent", "its\nEV (%)", value=lambda seats: max(seats.evs)),
    Column("worst", lambda seats: seats.worst if seats.spread else None, "worst\nseat"),
]

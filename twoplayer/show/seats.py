"""The seats of a table of several players as text and rows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..evening.seats import Seats
from ..exact import decimal_text, percent_text
from ..writing import Format, Row, paragraph, render, titled
from .ranking import TITLES, Entry, brief, render_beside_rules

__all__ = ["describe_seats", "render_seats", "tie_breaks"]

_TITLES = {
    **TITLES,
    "changed": "not as in the\nclassic game",
    "ev_percent": "EV (%)",
    "wins": "wins\nalone (%)",
    "to_be_fair": "to make it fair (stakes a game)",
    "spread_percent": "gap\n(%)",
    "best": "best\nseat",
    "best_percent": "its\nEV (%)",
    "worst": "worst\nseat",
}


def describe_seats(name: str, seats: Seats, format: Format) -> str:
    """Say what every seat is worth, in `Fraction`s; text has sentences beside the rows."""
    changed = brief(seats.variant)
    rows: list[Row] = [
        {
            "seat": seat,
            "ev_percent": percent_text(ev),
            "wins": percent_text(wins, 2),
            "to_be_fair": _payment(ev),
        }
        for seat, (ev, wins) in enumerate(zip(seats.evs, seats.wins, strict=True), start=1)
    ]
    table = render(rows, format, _TITLES)
    if format != "text":
        return table
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
    return f"{head}\n\n{table}\n{paragraph(words)}\n"


def _payment(ev: Fraction) -> str:
    if not ev:
        return "-"
    return f"{'pays' if ev > 0 else 'gets'} {decimal_text(abs(ev), 6)}"


def tie_breaks(found: Sequence[Seats]) -> str:
    """Say how much tie-breaks matter; nothing where they do not."""
    most = max(seats.tie_breaks_change for seats in found)
    if not most:
        return ""
    head = "Where moves are worth the same to a player, which of them he takes makes"
    where = ""
    if len(found) > 1:
        where = f" in {sum(seats.tie_breaks_matter for seats in found)} of these {len(found)} games"
    return (
        f"{head} a difference to the others{where}, of at most {percent_text(most, 7)} % "
        "of a stake; he is taken to help them least."
    )


def render_seats(named: Sequence[tuple[str, Seats]], format: Format) -> str:
    """Write what the seats of some variants are worth, those with the smallest spread first.

    CSV and JSON have a row for each seat: exact, and chances in [0, 1].
    """
    in_order = sorted(named, key=lambda pair: pair[1].spread)
    if format.exact:
        each = [
            (Entry(name, seats.variant, seats.evs[0]), _result(seats, seat))
            for name, seats in in_order
            for seat in range(1, seats.players + 1)
        ]
        entries, results = [entry for entry, _ in each], [row for _, row in each]
        return render_beside_rules(entries, results, results, format)
    entries = [Entry(name, seats.variant, seats.evs[0]) for name, seats in in_order]
    shown = [_summary(seats) for _, seats in in_order]
    return render_beside_rules(entries, shown, shown, format, titles=_TITLES, width=17)


def _result(seats: Seats, seat: int) -> Row:
    ev = seats.evs[seat - 1]
    return {
        "players": seats.players,
        "seat": seat,
        "ev": ev,
        "ev_percent": percent_text(ev),
        "wins": seats.wins[seat - 1],
        "spread": seats.spread,
        "tie_breaks_change": seats.tie_breaks_change,
    }


def _summary(seats: Seats) -> Row:
    best, worst = seats.best, seats.worst
    return {
        "spread_percent": percent_text(seats.spread),
        "best": best if seats.spread else None,
        "best_percent": percent_text(seats.evs[best - 1]),
        "worst": worst if seats.spread else None,
    }

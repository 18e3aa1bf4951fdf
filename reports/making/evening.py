"""The report on evenings: players, orders of play, head starts, ties played again, matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import nsmallest
from itertools import groupby, product
from operator import attrgetter
from pathlib import Path
from typing import Any

from twoplayer import Variant, match
from twoplayer.errors import RulesError
from twoplayer.evening import replayed
from twoplayer.evening.match import AGAIN
from twoplayer.evening.orders import ORDERS, evs_by_order
from twoplayer.evening.rounds import STARTS
from twoplayer.evening.seats import seats_of_all
from twoplayer.exact import outward
from twoplayer.game import Bounds
from twoplayer.game.players import favoured_by
from twoplayer.game.seating import PAYS
from twoplayer.game.solution import games_of, head_starts
from twoplayer.show.drawing import HEADING, NO_LINES, WIDE, Figure, finish, line, new_figure
from twoplayer.show.evening import SMALL, head_start_in_words, small_from
from twoplayer.show.plot import points_by_tie
from twoplayer.tables import Column
from twoplayer.variant import family
from twoplayer.work import Executor, spread

from .families import sixteen_and_house
from .pages import Share, page
from .rows import RULES, Kept, Row, bounded, csv_of, exact, percent, row_of, rows_of, whole

_CLASSIC, _AT_ONCE = Variant(), Variant(immediate_clack=True)
_COINS = Variant(tiles=2, dice="2d2", one_die="always").called("two coins")
TIES = [Column("name"), exact("tie"), percent("first_player_ev")]


def evening_report(folder: Path | None = None) -> dict[str, str]:
    """Report an evening; what a report in a folder has is tried by a sample, and then taken."""
    names = sixteen_and_house()
    house = {v: names[v] for v in family("house").variants}
    rows = {table.file: table.rows(folder) for table in KEPT}
    seats, orders, again, matches = rows.values()
    text = page(
        "evening",
        **_of_seats(seats, names),
        **_of_orders(orders, house),
        **_of_head_starts(),
        **_of_ties(again, orders, house),
        **_of_matches(matches),
    )
    drawn = points_by_tie([_COINS, family("even-stevens").single()])
    return {
        "evening.md": text,
        "evening_ties.csv": csv_of(TIES, drawn),
        **{table.file: csv_of(table.columns, [*rows[table.file].values()]) for table in KEPT},
    }


# Where to sit

_SIXTEEN, _HOUSE = range(2, 7), range(2, 5)
"""For how many players the published variants and the house rules are reported."""
_LOWEST, _HIGHEST = PAYS
_TOP = 3
_SEAT_NAMES = [f"seat_{seat}" for seat in range(1, max(_SIXTEEN) + 1)]


def _seats_asked() -> Iterator[tuple[Variant, int, str]]:
    sixteen, house = (family(name).members() for name in ("sixteen", "house"))
    plain = [v for v in sixteen if v.clack_payout == 1 and not v.immediate_clack]
    yield from product(sixteen, _SIXTEEN, [_LOWEST])
    yield from product(house, _HOUSE, [_LOWEST])
    yield from product(plain, _SIXTEEN, [_HIGHEST])


def _seats_tried() -> list[tuple[Variant, int, str]]:
    return [
        *((_CLASSIC, players, _LOWEST) for players in _SIXTEEN),
        *((variant, 3, _LOWEST) for variant in family("house").members()[::5]),
        (_CLASSIC, 4, _HIGHEST),
    ]


def _solve_seats(executor: Executor, keys: Sequence[tuple[Variant, int, str]]) -> Iterator[Row]:
    for players, pays in sorted({(players, pays) for _, players, pays in keys}):
        variants = [key[0] for key in keys if key[1:] == (players, pays)]
        for solved in seats_of_all(variants, players, chances=False, pays=pays, executor=executor):
            seats = solved.fractions
            evs = (*seats.evs, *[None] * (max(_SIXTEEN) - players))
            found = *evs, seats.spread, seats.tie_breaks_change
            yield row_of(SEATS.columns, seats.variant, players, pays, *found)


SEATS = Kept(
    "evening_seats.csv",
    ("variant", "players", "pays"),
    [
        *(*RULES, whole("players"), Column("pays"), *map(percent, _SEAT_NAMES)),
        *(percent("spread"), percent("tie_breaks_change")),
    ],
    _seats_asked,
    _seats_tried,
    _solve_seats,
)


def _evs(row: Row) -> list[Any]:
    """Return what each seat is worth, in stakes; None where there is none."""
    return [getattr(row, seat) for seat in _SEAT_NAMES]


def _of_seats(seats: Mapping[Any, Row], names: Mapping[Variant, str]) -> dict[str, Any]:
    """Return what is found of seats, of three games in each number of players."""
    tables = {
        name: [seats[variant, players, pays] for players in _SIXTEEN]
        for name, variant, pays in (
            ("classic", _CLASSIC, _LOWEST),
            ("where_at_once", _AT_ONCE, _LOWEST),
            ("where_highest", _CLASSIC, _HIGHEST),
        )
    }
    ends = {name: (_best_seat(rows), rows[0], rows[-1]) for name, rows in tables.items()}
    takes = [row for row in seats.values() if row.pays == _LOWEST]
    matter = [row for row in takes if row.tie_breaks_change]
    return {
        **{name: [(row.players, *_evs(row)) for row in rows] for name, rows in tables.items()},
        "seats": [ends["classic"], ends["where_at_once"]],
        "highest": ends["where_highest"],
        "published": _fairest_of_sixteen(seats, names),
        "ties": Share(len(matter), len(takes)),
        "ties_at_once": all(row.variant.immediate_clack for row in matter),
        "ties_change": max(row.tie_breaks_change for row in takes),
        "top": _TOP,
        "most_of_house": _HOUSE.stop - 1,
        "fairest": [
            (players, names[row.variant], row.spread)
            for players in _SIXTEEN
            for row in nsmallest(
                _TOP, (row for row in takes if row.players == players), attrgetter("spread")
            )
        ],
    }


def _best_seat(rows: Sequence[Row]) -> str:
    """Say which seat is best, in the same game with more and more players."""
    evs = {row.players: _evs(row)[: row.players] for row in rows}
    places = {players: 1 + worth.index(max(worth)) for players, worth in evs.items()}
    if set(places.values()) == {1}:
        return "first"
    if all(players == place for players, place in places.items()):
        return "last"
    return f"in seat {places[rows[-1].players]} of {rows[-1].players}"


def _fairest_of_sixteen(seats: Mapping[Any, Row], names: Mapping[Variant, str]) -> str:
    members = family("sixteen").members()
    best = {n: min(members, key=lambda v: seats[v, n, _LOWEST].spread) for n in _SIXTEEN}
    runs = [(variant, list(ns)) for variant, ns in groupby(best, key=best.__getitem__)]
    return "; ".join(
        f"for {ns[0]}{f' to {ns[-1]}' if len(ns) > 1 else ''} players {names[v]}" for v, ns in runs
    )


def seats_figure(numbers: str) -> Figure:
    """Draw what every seat of the classic game is worth, a curve for each number of players.

    In the lower panel a first-player clack wins at once.
    """
    games = {"the classic game": _CLASSIC, "a clack of the first wins at once": _AT_ONCE}
    figure = new_figure(WIDE, 6.6)
    figure.suptitle("Which seat is best?", x=0.02, ha="left", **HEADING)
    panels = figure.subplots(2, 1, sharex=True)
    takes = [row for row in rows_of(SEATS.columns, numbers) if row.pays == _LOWEST]
    for axes, (title, variant) in zip(panels, games.items(), strict=True):
        for number, row in enumerate(row for row in takes if row.variant == variant):
            evs = [float(100 * ev) for ev in _evs(row) if ev is not None]
            look = line(number, marks=4)
            axes.plot(range(1, row.players + 1), evs, **look)
            end = row.players, evs[-1]
            # Above a curve that rises, and below one that falls: no other is there.
            beside, side = ((0, 6), "center") if evs[-1] > evs[0] else ((-6, -12), "right")
            name = axes.annotate(
                f"{row.players} players", end, beside, textcoords="offset points", ha=side
            )
            name.set(color=look["color"], fontsize=8.5, bbox=NO_LINES)
        axes.set_title(title, fontsize=10, loc="left")
        axes.set_label(f"{title}: a curve for each number of players, by seat.")
        axes.margins(x=0.12, y=0.12)
        finish(axes, [], "seat; 1 plays first", "gain (% of a stake)")
    return figure


# Who rolls when, and a head start


def _solve_orders(executor: Executor, keys: Sequence[tuple[Variant]]) -> Iterator[Row]:
    games = games_of(variant for (variant,) in keys)
    for game, evs in evs_by_order(games, executor=executor).items():
        found = (evs[order] for order in ORDERS)
        known = (ev if isinstance(ev, Fraction) else None for ev in found)
        yield row_of(PLAYED.columns, game.rules[0], *known)


PLAYED = Kept(
    "evening_orders.csv",
    ("variant",),
    [*RULES, *map(percent, ORDERS)],
    lambda: ((v,) for name in ("sixteen", "house") for v in family(name).members()),
    lambda: [(_CLASSIC,), (_AT_ONCE,), (family("ties-to-first").single(),)],
    _solve_orders,
)


def _of_orders(orders: Mapping[Any, Row], house: Mapping[Variant, str]) -> dict[str, Any]:
    """Return what is found of orders of play, by house rules alone a row each."""
    classic = orders[_CLASSIC,]
    by_rolls = [row for row in orders.values() if row.rolls is not None]
    evs = {v: [getattr(row, order) for order in ORDERS] for (v,), row in orders.items()}
    return {
        "times": abs(classic.turns / classic.rolls),
        "fairer": Share.of(abs(row.rolls) < abs(row.turns) for row in by_rolls),
        "in_words": [f"{order.words}: {order.how}" for order in ORDERS.values()],
        "order_columns": "|".join(f"{order.words}=%" for order in ORDERS.values()),
        "by_order": [(house[v], *of_v) for v, of_v in evs.items() if v in house],
    }


def _of_head_starts() -> dict[str, Any]:
    by_tile = head_starts(_CLASSIC)
    return {
        "head_start": head_start_in_words(by_tile),
        "by_tile": [(tile, ev, favoured_by(ev)) for tile, ev in by_tile.items()],
    }


# Ties played again

_AGAIN = {
    "same": ("same", False),
    "other": ("other", False),
    "same_doubled": ("same", True),
    "other_doubled": ("other", True),
}
"""Who starts then, and whether each tie doubles the stake."""


def _solve_ties(executor: Executor, keys: Sequence[tuple[Variant]]) -> Iterator[Row]:
    for _, row in spread(_solve_each_way, keys, executor):
        yield row


def _solve_each_way(key: tuple[Variant]) -> Row:
    [variant] = key
    return row_of(REPLAYED.columns, variant, *(_replayed(variant, *way) for way in _AGAIN.values()))


def _replayed(variant: Variant, starts: str, double: bool) -> Fraction | None:
    """Return what a game is worth whose ties are played again; nothing where it has no value."""
    try:
        ev: Fraction = replayed(variant, starts, double).fractions.first_player_ev
    except RulesError:
        return None
    return ev


REPLAYED = Kept(
    "evening_again.csv",
    ("variant",),
    [*RULES, *map(percent, _AGAIN)],
    lambda: ((v,) for v in family("sixteen").members()),
    lambda: [(_CLASSIC,), (_AT_ONCE,)],
    _solve_ties,
)


def _of_ties(
    again: Mapping[Any, Row], orders: Mapping[Any, Row], house: Mapping[Variant, str]
) -> dict[str, Any]:
    """Return what is found of ties that are played again, beside the game as it is."""
    evs = {v: [getattr(row, way) for way in _AGAIN] for (v,), row in again.items()}
    return {
        "again": again[_CLASSIC,],
        "fairer_again": [
            Share.of(
                abs(getattr(row, starts)) < abs(orders[v,].turns)
                for (v,), row in again.items()
                if getattr(row, starts) is not None
            )
            for starts in AGAIN
        ],
        "by_again": [(house[v], orders[v,].turns, *ways) for v, ways in evs.items() if v in house],
    }


# Rounds and races

_ROUNDS, _TARGETS, _WINS = 10, (45, 100), (2, 3, 5)
_FURTHER = {"same": 24, "alternate": 24}
"""Up to how many rounds is computed where the advantage lasts."""
_LENGTHS = [
    *(("rounds", n) for n in range(1, _ROUNDS + 1)),
    *product(["race"], _TARGETS),
    *product(["wins"], _WINS),
]
_PLACES = 12
"""Bounds are written with so many digits."""


def _matches_asked() -> Iterator[tuple[str, int, str]]:
    yield from ((*length, starts) for length, starts in product(_LENGTHS, STARTS))
    for starts, most in _FURTHER.items():
        yield from (("rounds", rounds, starts) for rounds in range(_ROUNDS + 1, most + 1))


def _matches_tried() -> list[tuple[str, int, str]]:
    return [
        *(("rounds", 2, starts) for starts in STARTS),
        *(("race", _TARGETS[0], starts) for starts in ("alternate", "loser")),
        ("wins", _WINS[0], "loser"),
    ]


def _solve_matches(executor: Executor, keys: Sequence[tuple[str, int, str]]) -> Iterator[Row]:
    """Solve matches; those of fewer rounds come with those of more."""
    enclosed = [key for key in keys if key[0] != "rounds"]
    most = {key[2]: key for key in sorted(keys) if key[0] == "rounds"}
    for _, rows in spread(_solve_match, [*most.values(), *enclosed], executor):
        yield from (row for row in rows if (row.kind, row.length, row.starts) in keys)


def _solve_match(key: tuple[str, int, str]) -> list[Row]:
    kind, length, starts = key
    if kind == "rounds":
        each = match(_CLASSIC, length, starts=starts, exact=True).each()
        bounds = {rounds: solved.bounds for rounds, solved in enumerate(each, 1)}
    else:
        to, wins = (length, None) if kind == "race" else (None, length)
        ends = outward(match(_CLASSIC, None, to, starts, wins=wins).bounds, _PLACES)
        bounds = {length: Bounds(*map(Fraction, ends))}
    return [row_of(MATCHES.columns, kind, n, starts, ev) for n, ev in bounds.items()]


MATCHES = Kept(
    "evening_matches.csv",
    ("kind", "length", "starts"),
    [Column("kind"), whole("length"), Column("starts"), bounded(percent("first_player_ev"))],
    _matches_asked,
    _matches_tried,
    _solve_matches,
)


def _of_matches(matches: Mapping[Any, Row]) -> dict[str, Any]:
    """Return what is found of matches."""
    evs = {key: row.first_player_ev for key, row in matches.items()}
    return {
        "small": SMALL,
        "small_from": _small_from(evs),
        "by_start": [
            (_length_in_words(*length), *(evs[*length, starts] for starts in STARTS))
            for length in _LENGTHS
        ],
        "rounds": _ROUNDS,
        "target": _TARGETS[0],
    }


def _length_in_words(kind: str, length: int) -> str:
    if kind == "wins":
        return f"first to win {length}"
    return f"race to {length}" if kind == "race" else f"{length} round{'s' * (length > 1)}"


def _small_from(evs: Mapping[Any, Bounds]) -> list[str]:
    """Say from how many rounds on little is left of the advantage, the fewest first."""
    found = []
    for starts, words in STARTS.items():
        most = _FURTHER.get(starts, _ROUNDS)
        first = small_from([evs["rounds", n, starts] for n in range(1, most + 1)])
        when = f"from {first} to at least {most}" if first else f"not with up to {most}"
        found.append((first or most + 1, f"{when} rounds where {words}"))
    return [text for _, text in sorted(found)]


KEPT = SEATS, PLAYED, REPLAYED, MATCHES
"""What takes long, in the order of the page."""

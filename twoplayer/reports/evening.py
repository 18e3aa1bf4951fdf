"""The report on evenings: seats of several players, orders of play, rounds and races."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError
from ..evening.match import Match, match
from ..evening.orders import ORDERS, evs_by_order
from ..evening.rounds import STARTS
from ..evening.seats import Seats, seats_of_all
from ..exact import Bounds, percent_text
from ..show.drawing import MARKS, finish, line, new_figure
from ..show.evening import SMALL, Compared, in_words, small_from
from ..variant.beside import Percent, PercentBounds, csv_of
from ..variant.registry import family
from ..variant.variant import Variant, brief
from ..work import cores, spread
from .pages import kept, page, written

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from matplotlib.figure import Figure

_SIXTEEN, _HOUSE = range(2, 7), range(2, 5)
"""For how many players the published variants and the house rules are reported."""
_ROUNDS, _TARGETS = 10, (45, 100)
_CLASSIC, _AT_ONCE = Variant(), Variant(immediate_clack=True)
_TOP = 5
_UNIT = 10**12
"""Bounds are written in parts of a stake so small."""
_LENGTHS = {"rounds": range(1, _ROUNDS + 1), "race": _TARGETS}
_FURTHER = {"same": 24, "alternate": 24}
"""Up to how many rounds is computed where the advantage lasts."""


class SeatsRow(NamedTuple):
    """What the seats of a game are worth, and the most that ties for the others change of one."""

    variant: Variant
    players: int
    seat_1: Percent | None
    seat_2: Percent | None
    seat_3: Percent | None
    seat_4: Percent | None
    seat_5: Percent | None
    seat_6: Percent | None
    spread: Percent
    tie_breaks_change: Percent

    @property
    def table(self) -> Seats:
        """The seats."""
        return Seats(self.variant, self.players, self[2 : 2 + self.players]).fractions


_made: Any = NamedTuple  # its fields are no literals
_Orders = _made("_Orders", [("variant", Variant), *((name, Percent | None) for name in ORDERS)])
"""A variant in every order of play."""


class _Match(NamedTuple):
    """A match of the classic game: `"rounds"`, and how many, or a `"race"`, and to what."""

    kind: str
    length: int
    starts: str
    first_player_ev: PercentBounds


_Players = tuple[Variant, int]
_Length = tuple[str, int, str]

TRIED: dict[str, Callable[[], Sequence[Any]]] = {
    "seats": lambda: [
        *((_CLASSIC, players) for players in _SIXTEEN),
        *((variant, 3) for variant in family("house").members()[::5]),
    ],
    "orders": lambda: [(_CLASSIC,), (_AT_ONCE,), (family("ties-to-first").single(),)],
    "matches": lambda: [
        *(("rounds", 2, starts) for starts in STARTS),
        *(("race", _TARGETS[0], starts) for starts in ("alternate", "loser")),
    ],
}
"""What is computed although a report has it."""


def evening_report(folder: Path | None = None) -> dict[str, str]:
    """Report an evening; what a report in a folder has is tried by a sample, and then taken."""
    made = {}

    def taken(name: str, row: type[Any], keys: Sequence[Any], solve: Any) -> dict[Any, Any]:
        file, size = f"evening_{name}.csv", len(keys[0])
        known = {each[:size]: each for each in written(folder and folder / file, row)}
        with cores() as executor:
            found = kept(keys, known, partial(solve, executor), TRIED[name]())
        made[file] = csv_of(row, found.values())
        return found

    players = [
        (variant, players)
        for name, numbers in (("sixteen", _SIXTEEN), ("house", _HOUSE))
        for variant in family(name).members()
        for players in numbers
    ]
    seats = taken("seats", SeatsRow, list(dict.fromkeys(players)), _solve_seats)
    variants = list(dict.fromkeys((variant,) for variant, _ in players))
    orders = taken("orders", _Orders, variants, _solve_orders)
    lengths = [(kind, n, s) for kind, ns in _LENGTHS.items() for n in ns for s in STARTS]
    further = [
        ("rounds", n, s) for s, most in _FURTHER.items() for n in range(_ROUNDS + 1, most + 1)
    ]
    matches = taken("matches", _Match, [*lengths, *further], _solve_matches)
    names = {variant: brief(variant) for (variant,) in variants}
    names |= {variant: f"`{variant.name}`" for variant in reversed(family("house").members())}
    tables = {key: each.table for key, each in seats.items()}
    compared = [
        Compared(
            v.called(names[v]), {o: ev for o, ev in zip(ORDERS, evs, strict=True) if ev is not None}
        )
        for v, *evs in orders.values()
    ]
    evs = {key: match.first_player_ev for key, match in matches.items()}
    text = page(
        "evening",
        seats=_best_seats(tables),
        published=_fairest_of_sixteen(tables, names),
        **_ties(seats.values()),
        **_orders(compared),
        **_matches(evs),
        classic=[(n, *seats[_CLASSIC, n][2:-2]) for n in _SIXTEEN],
        where_at_once=[(n, *seats[_AT_ONCE, n][2:-2]) for n in _SIXTEEN],
        top=_TOP,
        most_of_house=_HOUSE.stop - 1,
        fairest=_fairest(tables.values(), names),
        by_order=in_words(compared),
        by_start=_by_start(evs),
        rounds=_ROUNDS,
        target=_TARGETS[0],
    )
    return {"evening.md": text, **made}


def seats_figure(numbers: Sequence[SeatsRow]) -> Figure:
    """Draw what every seat of the classic game is worth, a curve for each number of players.

    In the right panel a first-player clack wins at once.
    """
    games = {"the classic game": _CLASSIC, "a clack wins at once": _AT_ONCE}
    figure = new_figure(8, 4)
    figure.suptitle("Which seat is best?", fontweight="bold")
    panels = figure.subplots(1, 2, sharex=True)
    for axes, (title, variant) in zip(panels, games.items(), strict=True):
        curves = []
        for number, table in enumerate(each.table for each in numbers if each.variant == variant):
            of_seats = range(1, table.players + 1)
            evs = [float(100 * ev) for ev in table.evs]
            look = {**line(number), "marker": MARKS[number], "markersize": 4}
            curves += axes.plot(of_seats, evs, label=f"{table.players} players", **look)
        axes.set_title(title, fontsize=9)
        axes.set_label(f"{title}: a curve for each number of players, by seat.")
        finish(axes, curves, "seat; 1 plays first", "expected value (% of a stake)")
    return figure


# What takes long


def _solve_seats(executor: Executor, keys: Sequence[_Players]) -> dict[_Players, SeatsRow]:
    found = {}
    for players in sorted({players for _, players in keys}):
        some = [variant for variant, number in keys if number == players]
        for solved in seats_of_all(some, players, chances=False, executor=executor):
            quick = solved.fractions
            evs = (*quick.evs, *[None] * (max(_SIXTEEN) - players))
            end = quick.spread, quick.tie_breaks_change
            found[quick.variant, players] = SeatsRow._make((quick.variant, players, *evs, *end))
    return found


def _solve_orders(executor: Executor, keys: Sequence[tuple[Variant]]) -> dict[tuple[Variant], Any]:
    found = evs_by_order((variant for (variant,) in keys), executor=executor)
    return {
        (variant,): _Orders(
            variant, *(None if isinstance(ev, InputError) else ev for ev in evs.values())
        )
        for variant, evs in found.items()
    }


def _solve_matches(executor: Executor, keys: Sequence[_Length]) -> dict[_Length, _Match]:
    """Solve matches; those of fewer rounds come with those of more."""
    races = [key for key in keys if key[0] == "race"]
    most = {key[2]: key for key in sorted(keys) if key[0] == "rounds"}
    solved = spread(_solve_match, [*most.values(), *races], executor)
    return {each[:3]: each for _, some in solved for each in some if each[:3] in keys}


def _solve_match(key: _Length) -> list[_Match]:
    kind, length, starts = key
    if kind == "race":
        low, high = match(_CLASSIC, to=length, starts=starts).bounds
        ends = Fraction(floor(low * _UNIT), _UNIT), Fraction(ceil(high * _UNIT), _UNIT)
        return [_Match(*key, Bounds(*ends))]
    solved = match(_CLASSIC, length, starts=starts, exact=True)
    return [_Match(kind, n, starts, each.bounds) for n, each in enumerate(solved.each(), 1)]


# Tables


def _fairest(seats: Iterable[Seats], names: Mapping[Variant, str]) -> list[tuple[Any, ...]]:
    ranked = sorted(seats, key=lambda each: each.spread)
    return [
        (players, names[each.variant], each.spread)
        for players in _SIXTEEN
        for each in [each for each in ranked if each.players == players][:_TOP]
    ]


def _by_start(matches: Mapping[_Length, Bounds]) -> list[tuple[Any, ...]]:
    return [
        (
            f"race to {n}" if kind == "race" else f"{n} round{'s' * (n > 1)}",
            *(matches[kind, n, starts] for starts in STARTS),
        )
        for kind, lengths in _LENGTHS.items()
        for n in lengths
    ]


# Findings, computed


def _best_seats(seats: Mapping[_Players, Seats]) -> list[str]:
    fewest, most = min(_SIXTEEN), max(_SIXTEEN)
    games = {"In the classic game": _CLASSIC, "Where a clack wins at once": _AT_ONCE}
    words = []
    for where, variant in games.items():
        few, many = seats[variant, fewest], seats[variant, most]
        places = {n: seats[variant, n].best for n in _SIXTEEN}
        always = f"in seat {places[most]} of {most}"
        if set(places.values()) == {1}:
            always = "first"
        elif all(n == place for n, place in places.items()):
            always = "last"
        words.append(
            f"{where} it is best to play {always}: with {most} players the best seat is worth "
            f"{percent_text(many.spread)} % of a stake more than the worst, and with {fewest} "
            f"players {percent_text(few.spread)} % more."
        )
    return words


def _fairest_of_sixteen(seats: Mapping[_Players, Seats], names: Mapping[Variant, str]) -> str:
    members = family("sixteen").members()
    best = {n: min(members, key=lambda v: seats[v, n].spread) for n in _SIXTEEN}
    runs = [(variant, list(ns)) for variant, ns in groupby(best, key=best.__getitem__)]
    return "; ".join(
        f"for {ns[0]}{f' to {ns[-1]}' if len(ns) > 1 else ''} players {names[v]}" for v, ns in runs
    )


def _ties(seats: Collection[SeatsRow]) -> dict[str, Any]:
    matter = [each for each in seats if each.tie_breaks_change]
    at_once = all(each.variant.immediate_clack for each in matter)
    return {
        "matter": len(matter),
        "games": len(seats),
        "at_once": ", all with a clack that wins at once" * at_once,
        "change": max(each.tie_breaks_change for each in seats),
    }


def _orders(orders: Sequence[Compared]) -> dict[str, Any]:
    [classic] = (each.evs for each in orders if each.variant == _CLASSIC)
    known = [each.evs for each in orders if "rolls" in each.evs]
    return {
        **classic,
        "times": abs(classic["turns"] / classic["rolls"]),
        "fairer": sum(abs(evs["rolls"]) < abs(evs["turns"]) for evs in known),
        "known": len(known),
    }


def _matches(matches: Mapping[_Length, Bounds]) -> dict[str, Any]:
    def fairest(kind: str, length: int) -> str:
        sizes = {starts: max(map(abs, matches[kind, length, starts])) for starts in STARTS}
        return STARTS[min(sizes, key=sizes.__getitem__)]

    small = []
    for starts, words in STARTS.items():
        most = _FURTHER.get(starts, _ROUNDS)
        evs = {n: matches["rounds", n, starts].low for n in range(1, most + 1)}
        first = small_from(Match(_CLASSIC, most, None, starts, True, evs[most], evs).fractions)
        when = f"from {first} to at least {most}" if first else f"not with up to {most}"
        small.append((first or most + 1, f"{when} rounds where {words}"))
    return {
        "small": SMALL,
        "small_from": "; ".join(text for _, text in sorted(small)),
        "fairest_rounds": fairest("rounds", _ROUNDS),
        "fairest_races": "; ".join(f"in a race to {n}, {fairest('race', n)}" for n in _TARGETS),
    }

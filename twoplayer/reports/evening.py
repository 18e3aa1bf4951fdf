"""The report on evenings: seats of several players, orders of play, rounds and races."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from heapq import nsmallest
from itertools import groupby, product
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from ..evening.match import Match, match
from ..evening.orders import ORDERS, evs_by_order
from ..evening.rounds import STARTS
from ..evening.seats import seats_of_all
from ..exact import Bounds, outward
from ..show.drawing import MARKS, Figure, finish, line, new_figure
from ..show.evening import SMALL, small_from
from ..variant.beside import Percent, PercentBounds, csv_of
from ..variant.registry import family
from ..variant.variant import Variant, brief
from ..work import Executor, cores, spread
from .pages import Share, kept, page, written

_SIXTEEN, _HOUSE = range(2, 7), range(2, 5)
"""For how many players the published variants and the house rules are reported."""
_ROUNDS, _TARGETS = 10, (45, 100)
_CLASSIC, _AT_ONCE = Variant(), Variant(immediate_clack=True)
_TOP = 5
_PLACES = 12
"""Bounds are written with so many digits."""
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
    def evs(self) -> list[Fraction]:
        """What each seat is worth."""
        return [ev for ev in self[2:-2] if ev is not None]


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

    def taken(name: str, row: type[Any], keys: Iterable[Any], solve: Any) -> dict[Any, Any]:
        file, wanted = f"evening_{name}.csv", list(dict.fromkeys(keys))
        rows = written(folder and folder / file, row)
        known = {each[: len(wanted[0])]: each for each in rows}
        with cores() as executor:
            found = kept(wanted, known, partial(solve, executor), TRIED[name]())
        made[file] = csv_of(row, found.values())
        return found

    sixteen, house = (family(name).members() for name in ("sixteen", "house"))
    names = {v: brief(v) for v in sixteen} | {v: f"`{v.name}`" for v in reversed(house)}
    players = [*product(sixteen, _SIXTEEN), *product(house, _HOUSE)]
    seats = taken("seats", SeatsRow, players, _solve_seats)
    orders = taken("orders", _Orders, zip([*sixteen, *house], strict=True), _solve_orders)
    lengths = [("rounds", n) for n in range(1, _ROUNDS + 1)] + [("race", n) for n in _TARGETS]
    ways = [(*length, starts) for length, starts in product(lengths, STARTS)]
    ways += [("rounds", n, s) for s, most in _FURTHER.items() for n in range(_ROUNDS + 1, most + 1)]
    matches = taken("matches", _Match, ways, _solve_matches)
    evs = {key: match.first_player_ev for key, match in matches.items()}
    classic, at_once = ([seats[game, n] for n in _SIXTEEN] for game in (_CLASSIC, _AT_ONCE))
    of_classic = orders[_CLASSIC,]
    by_rolls = [each for each in orders.values() if each.rolls is not None]
    text = page(
        "evening",
        seats=[(_best_seat(rows), rows[0], rows[-1]) for rows in (classic, at_once)],
        published=_fairest_of_sixteen(seats, names),
        ties=Share.of(bool(each.tie_breaks_change) for each in seats.values()),
        ties_at_once=all(e.variant.immediate_clack for e in seats.values() if e.tie_breaks_change),
        ties_change=max(each.tie_breaks_change for each in seats.values()),
        orders=of_classic,
        times=abs(of_classic.turns / of_classic.rolls),
        fairer=Share.of(abs(each.rolls) < abs(each.turns) for each in by_rolls),
        small=SMALL,
        small_from=_small_from(evs),
        fairest_rounds=_fairest_start(evs, "rounds", _ROUNDS),
        fairest_races=[f"in a race to {n}, {_fairest_start(evs, 'race', n)}" for n in _TARGETS],
        classic=[each[1:-2] for each in classic],
        where_at_once=[each[1:-2] for each in at_once],
        top=_TOP,
        most_of_house=_HOUSE.stop - 1,
        fairest=[
            (n, names[each.variant], each.spread)
            for n in _SIXTEEN
            for each in nsmallest(
                _TOP, (e for e in seats.values() if e.players == n), attrgetter("spread")
            )
        ],
        in_words=[f"{order.words}: {order.how}" for order in ORDERS.values()],
        order_columns="|".join(f"{order.words}=%" for order in ORDERS.values()),
        by_order=[(names[v], *evs, _fairest_order(evs)) for v, *evs in orders.values()],
        by_start=[
            (_length_in_words(*length), *(evs[*length, starts] for starts in STARTS))
            for length in lengths
        ],
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
        for number, row in enumerate(each for each in numbers if each.variant == variant):
            evs = [float(100 * ev) for ev in row.evs]
            look = {**line(number), "marker": MARKS[number], "markersize": 4}
            of_seats = range(1, row.players + 1)
            curves += axes.plot(of_seats, evs, label=f"{row.players} players", **look)
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
        (v,): _Orders(v, *(ev if isinstance(ev, Fraction) else None for ev in evs.values()))
        for v, evs in found.items()
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
        ends = outward(match(_CLASSIC, to=length, starts=starts).bounds, _PLACES)
        return [_Match(*key, Bounds(*map(Fraction, ends)))]
    solved = match(_CLASSIC, length, starts=starts, exact=True)
    return [_Match(kind, n, starts, each.bounds) for n, each in enumerate(solved.each(), 1)]


# Findings in words


def _best_seat(rows: Sequence[SeatsRow]) -> str:
    """Say which seat is best, in the same game with more and more players."""
    places = {each.players: 1 + each.evs.index(max(each.evs)) for each in rows}
    if set(places.values()) == {1}:
        return "first"
    if all(players == place for players, place in places.items()):
        return "last"
    return f"in seat {places[rows[-1].players]} of {rows[-1].players}"


def _fairest_of_sixteen(seats: Mapping[_Players, SeatsRow], names: Mapping[Variant, str]) -> str:
    members = family("sixteen").members()
    best = {n: min(members, key=lambda v: seats[v, n].spread) for n in _SIXTEEN}
    runs = [(variant, list(ns)) for variant, ns in groupby(best, key=best.__getitem__)]
    return "; ".join(
        f"for {ns[0]}{f' to {ns[-1]}' if len(ns) > 1 else ''} players {names[v]}" for v, ns in runs
    )


def _fairest_order(evs: Sequence[Fraction | None]) -> str:
    known = {each: ev for each, ev in zip(ORDERS.values(), evs, strict=True) if ev is not None}
    return min(known, key=lambda order: abs(known[order])).words


def _length_in_words(kind: str, length: int) -> str:
    return f"race to {length}" if kind == "race" else f"{length} round{'s' * (length > 1)}"


def _fairest_start(evs: Mapping[_Length, Bounds], kind: str, length: int) -> str:
    return STARTS[min(STARTS, key=lambda starts: max(map(abs, evs[kind, length, starts])))]


def _small_from(evs: Mapping[_Length, Bounds]) -> list[str]:
    """Say from how many rounds on little is left of the advantage, the fewest first."""
    found = []
    for starts, words in STARTS.items():
        most = _FURTHER.get(starts, _ROUNDS)
        each = {n: evs["rounds", n, starts].low for n in range(1, most + 1)}
        ended = each[most]
        first = small_from(Match(_CLASSIC, most, None, None, starts, True, ended, each).fractions)
        when = f"from {first} to at least {most}" if first else f"not with up to {most}"
        found.append((first or most + 1, f"{when} rounds where {words}"))
    return [text for _, text in sorted(found)]

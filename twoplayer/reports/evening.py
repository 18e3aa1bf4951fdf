"""The report on evenings: seats of several players, orders of play, rounds and races."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby, islice
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import GameTooLargeError
from ..evening.match import STARTS
from ..evening.orders import ORDERS, evs_by_order
from ..evening.race import race
from ..evening.rounds import rounds
from ..evening.seats import seats_of_all
from ..exact import Bounds, decimal_text, parse_exact, percent_text
from ..executors import cores, spread
from ..show.orders import order_words
from ..show.ranking import brief
from ..variant.registry import family
from ..variant.variant import Variant, variant_of
from ..writing import Row, bullets, render
from .kept import kept, written

__all__ = ["evening_report"]

_SIXTEEN, _HOUSE = range(2, 7), range(2, 5)
"""For how many players the published variants and the house rules are reported."""
_ROUNDS, _TARGETS = 10, (45, 100)
_CLASSIC, _AT_ONCE = Variant(), Variant(immediate_clack=True)
_SMALL = Fraction(1, 1000)
_TOP = 5
_PLACES = 6
_UNIT = 10**12
"""Bounds are written in parts of a stake so small."""


class _Table(NamedTuple):
    """Rules, and how many play."""

    variant: Variant
    players: int


class _Seats(NamedTuple):
    """Each seat's EV, and what deciding ties for the others changes at most."""

    evs: tuple[Fraction, ...]
    change: Fraction

    @property
    def spread(self) -> Fraction:
        return max(self.evs) - min(self.evs)

    @property
    def best(self) -> int:
        return 1 + self.evs.index(max(self.evs))


class _Match(NamedTuple):
    """A match of the classic game: `"rounds"`, and how many, or a `"race"`, and to what."""

    kind: str
    length: int
    starts: str


_EVsByOrder = dict[str, Fraction | None]

_TABLES = tuple(
    dict.fromkeys(
        _Table(variant, players)
        for name, numbers in (("sixteen", _SIXTEEN), ("house", _HOUSE))
        for variant in family(name).members()
        for players in numbers
    )
)
_LENGTHS = {"rounds": range(1, _ROUNDS + 1), "race": _TARGETS}
_FURTHER = {"same": 24, "alternate": 24}
"""Up to how many rounds is computed where the advantage lasts."""
_MATCHES = tuple(
    _Match(kind, length, starts)
    for kind, lengths in _LENGTHS.items()
    for length in lengths
    for starts in STARTS
) + tuple(
    _Match("rounds", length, starts)
    for starts, most in _FURTHER.items()
    for length in range(_ROUNDS + 1, most + 1)
)


TRIED: dict[str, Sequence[Any]] = {
    "seats": [
        *(_Table(_CLASSIC, players) for players in _SIXTEEN),
        *(_Table(variant, 3) for variant in family("house").members()[::5]),
    ],
    "orders": [_CLASSIC, _AT_ONCE, family("ties-to-first").single()],
    "matches": [
        *(_Match("rounds", 2, starts) for starts in STARTS),
        *(_Match("race", _TARGETS[0], starts) for starts in ("alternate", "loser")),
    ],
}
"""What is computed although a report has it."""


def evening_report(folder: Path | None = None) -> dict[str, str]:
    """Report an evening; what a report in a folder has is tried by a sample, and then taken."""
    variants = list(dict.fromkeys(table.variant for table in _TABLES))
    names = {variant: brief(variant) for variant in variants}
    names |= {variant: f"`{name}`" for name, variant in reversed(family("house").named_members)}

    def taken(name: str, keys: Sequence[Any], read: Any, solve: Any) -> dict[Any, Any]:
        path = None if folder is None else folder / f"evening_{name}.csv"
        return kept(keys, written(path, read), solve, TRIED[name])

    seats = taken("seats", _TABLES, _read_seats, _solve_seats)
    orders = taken("orders", variants, _read_orders, _solve_orders)
    matches = taken("matches", _MATCHES, _read_match, _solve_matches)
    page = [
        "# An evening: more players, other orders of play, several rounds",
        bullets(
            [
                *_seat_findings(seats, names),
                *_order_findings(orders, names),
                *_match_findings(matches),
            ]
        ),
        "## Where to sit",
        "The expected value of each seat of the classic game, in percent of a stake. Seat 1 plays "
        "first; whoever has the lowest score gets a stake from every other player.",
        _by_seat(seats, _CLASSIC),
        "The same where a clack wins at once:",
        _by_seat(seats, _AT_ONCE),
        "![What each seat is worth, by the number of players](figures/evening.svg)",
        "## The fairest rules for each number of players",
        f"The {_TOP} where the best and the worst seat differ least, and by how much, in percent "
        f"of a stake: of the published sixteen and, for up to {_HOUSE.stop - 1} players, of the "
        "house rules. All are in [evening_seats.csv](evening_seats.csv).",
        _fairest_by_players(seats, names),
        "## Who rolls when",
        "Two players, in percent of a stake to the first: turn by turn, as everywhere else; roll "
        "by roll, each with a box of his own; and one box for both, where who is stuck pays the "
        "other a stake. A dash stands where there are too many positions. Exact values are in "
        "[evening_orders.csv](evening_orders.csv).",
        _by_order(orders, names),
        "## Rounds and races",
        "Two players of the classic game, in percent of a stake to who starts round 1; the lower "
        "total wins the stake. The columns say who starts the next round. Where the players start "
        "in turn, who is favoured changes with every round: the totals of two rounds are one game, "
        "not two with the parts exchanged.",
        _by_start(matches),
        "Rounds are exact. Races lie between proven bounds that agree in all digits shown; both "
        "are in [evening_matches.csv](evening_matches.csv).",
        "## Do it yourself",
        "    twoplayer seats sixteen --players 4\n"
        "    twoplayer orders house\n"
        f"    twoplayer match --rounds {_ROUNDS}\n"
        f"    twoplayer match --to {_TARGETS[0]}",
    ]
    return {
        "evening.md": "\n\n".join(page) + "\n",
        "evening_seats.csv": render([_seats_row(*each) for each in seats.items()], "csv"),
        "evening_orders.csv": render([{**v.rules(), **evs} for v, evs in orders.items()], "csv"),
        "evening_matches.csv": render(
            [{**match._asdict(), **ev._asdict()} for match, ev in matches.items()], "csv"
        ),
    }


# What takes long, and how its rows are written and read


def _solve_seats(tables: Sequence[_Table]) -> dict[_Table, _Seats]:
    found = {}
    with cores() as executor:
        for players in sorted({table.players for table in tables}):
            some = [table.variant for table in tables if table.players == players]
            for solved in seats_of_all(some, players, chances=False, executor=executor):
                quick = solved.fractions
                found[_Table(solved.variant, players)] = _Seats(quick.evs, quick.tie_breaks_change)
    return found


def _seats_row(table: _Table, seats: _Seats) -> Row:
    evs = (*seats.evs, *[None] * (max(_SIXTEEN) - table.players))
    return {
        **table.variant.rules(),
        "players": table.players,
        **{f"seat_{seat}": ev for seat, ev in enumerate(evs, start=1)},
        "spread_percent": percent_text(seats.spread),
        "tie_breaks_change": seats.change,
    }


def _read_seats(row: dict[str, str]) -> tuple[_Table, _Seats]:
    table = _Table(variant_of(row), int(row["players"]))
    evs = tuple(parse_exact(row[f"seat_{seat}"]) for seat in range(1, table.players + 1))
    return table, _Seats(evs, parse_exact(row["tie_breaks_change"]))


def _solve_orders(variants: Sequence[Variant]) -> dict[Variant, _EVsByOrder]:
    with cores() as executor:
        found = evs_by_order(variants, executor=executor)
    return {
        variant: {o: None if isinstance(ev, GameTooLargeError) else ev for o, ev in evs.items()}
        for variant, evs in found.items()
    }


def _read_orders(row: dict[str, str]) -> tuple[Variant, _EVsByOrder]:
    return variant_of(row), {o: parse_exact(row[o]) if row[o] else None for o in ORDERS}


def _solve_matches(matches: Sequence[_Match]) -> dict[_Match, Bounds]:
    """Solve matches; those of fewer rounds come with those of more."""
    races = [match for match in matches if match.kind == "race"]
    most = {match.starts: match for match in sorted(matches) if match.kind == "rounds"}
    with cores() as executor:
        solved = spread(_solve_match, [*most.values(), *races], executor)
        return {match: ev for _, evs in solved for match, ev in evs.items() if match in matches}


def _solve_match(match: _Match) -> dict[_Match, Bounds]:
    kind, length, starts = match
    if kind == "race":
        low, high = race(_CLASSIC, length, starts).fractions.first_player_ev
        outwards = Fraction(floor(low * _UNIT), _UNIT), Fraction(ceil(high * _UNIT), _UNIT)
        return {match: Bounds(*outwards)}
    evs = rounds(_CLASSIC, length, starts).fractions.by_rounds
    return {_Match(kind, number, starts): Bounds(ev, ev) for number, ev in evs.items()}


def _read_match(row: dict[str, str]) -> tuple[_Match, Bounds]:
    match = _Match(row["kind"], int(row["length"]), row["starts"])
    return match, Bounds(parse_exact(row["low"]), parse_exact(row["high"]))


# Tables


def _by_seat(seats: Mapping[_Table, _Seats], variant: Variant) -> str:
    rows = []
    for players in _SIXTEEN:
        evs = [percent_text(ev) for ev in seats[_Table(variant, players)].evs]
        cells = {f"seat {n}": ev for n, ev in enumerate([*evs, *["-"] * len(_SIXTEEN)], start=1)}
        rows.append({"players": players, **dict(islice(cells.items(), max(_SIXTEEN)))})
    return render(rows, "markdown").strip()


def _ranked(seats: Mapping[_Table, _Seats], players: int) -> list[tuple[Variant, Fraction]]:
    """Return rules with a number of players, those first whose seats differ least."""
    some = [
        (table.variant, each.spread) for table, each in seats.items() if table.players == players
    ]
    return sorted(some, key=lambda pair: pair[1])


def _fairest_by_players(seats: Mapping[_Table, _Seats], names: Mapping[Variant, str]) -> str:
    rows = [
        {"players": players, "rules": names[variant], "gap between seats (%)": percent_text(spread)}
        for players in _SIXTEEN
        for variant, spread in _ranked(seats, players)[:_TOP]
    ]
    return render(rows, "markdown").strip()


def _by_order(orders: Mapping[Variant, _EVsByOrder], names: Mapping[Variant, str]) -> str:
    rows = [
        {
            "rules": names[variant],
            **{order_words(o): "-" if ev is None else percent_text(ev) for o, ev in evs.items()},
            "fairest": order_words(_fairest_order(evs)),
        }
        for variant, evs in orders.items()
    ]
    return render(rows, "markdown").strip()


def _fairest_order(evs: _EVsByOrder) -> str:
    return min(evs, key=lambda order: _size(evs[order]))


def _size(ev: Fraction | None) -> Fraction:
    return Fraction(10**9) if ev is None else abs(ev)


def _by_start(matches: Mapping[_Match, Bounds]) -> str:
    rows = []
    for kind, lengths in _LENGTHS.items():
        for length in lengths:
            words = f"race to {length}" if kind == "race" else f"{length} round{'s' * (length > 1)}"
            evs = {starts: matches[_Match(kind, length, starts)] for starts in STARTS}
            rows.append({"match": words, **{name: _shown(ev) for name, ev in evs.items()}})
    return render(rows, "markdown").strip()


def _shown(ev: Bounds) -> str:
    """Write an EV in percent, with the digits in which its bounds agree."""
    low, high = (percent_text(end, _PLACES) for end in ev)
    return low if low == high else f"{low} to {high}"


# Findings, computed


def _seat_findings(seats: Mapping[_Table, _Seats], names: Mapping[Variant, str]) -> list[str]:
    fewest, most = min(_SIXTEEN), max(_SIXTEEN)
    words = []
    for variant, where in (
        (_CLASSIC, "In the classic game"),
        (_AT_ONCE, "Where a clack wins at once"),
    ):
        few, many = (seats[_Table(variant, n)] for n in (fewest, most))
        places = {n: seats[_Table(variant, n)].best for n in _SIXTEEN}
        always = "first" if set(places.values()) == {1} else "last"
        if always == "last" and any(n != place for n, place in places.items()):
            always = f"in seat {places[most]} of {most}"
        words.append(
            f"{where} it is best to play {always}: of {most} players the best seat is worth "
            f"{percent_text(many.spread)} % of a stake more than the worst, of {fewest} "
            f"{percent_text(few.spread)} %."
        )
    published = [
        (n, min(family("sixteen").members(), key=lambda v: seats[_Table(v, n)].spread))
        for n in _SIXTEEN
    ]
    runs = [(v, [n for n, _ in run]) for v, run in groupby(published, key=lambda pair: pair[1])]
    listed = "; ".join(
        f"for {ns[0]}{f' to {ns[-1]}' if len(ns) > 1 else ''} players {names[v]}" for v, ns in runs
    )
    words.append(f"The fairest of the published sixteen are {listed}.")
    matter = [table for table, each in seats.items() if each.change]
    change = max(each.change for each in seats.values())
    at_once = all(table.variant.immediate_clack for table in matter)
    words.append(
        "Where moves are worth the same to a player, the others may care which of them he takes. "
        f"It makes a difference to a seat in {len(matter)} of the {len(seats)} games computed"
        f"{', all with a clack that wins at once' * at_once}, of at most "
        f"{percent_text(change, 6)} % of a stake."
    )
    return words


def _order_findings(
    orders: Mapping[Variant, _EVsByOrder], names: Mapping[Variant, str]
) -> list[str]:
    classic = orders[_CLASSIC]
    turns, rolls, box = (classic[order] or Fraction(0) for order in ORDERS)
    known = [evs for evs in orders.values() if evs["roll_by_roll"] is not None]
    fairer = sum(_size(evs["roll_by_roll"]) < _size(evs["turn_by_turn"]) for evs in known)
    return [
        f"The classic game roll by roll is {decimal_text(abs(turns / rolls), 1)} times as fair as "
        f"turn by turn: {percent_text(rolls)} % of a stake to the first player, against "
        f"{percent_text(turns)} %. It is fairer with {fairer} of the {len(known)} rules below.",
        "With one box for both, who starts the classic game gets "
        f"{percent_text(box)} % of a stake.",
    ]


def _match_findings(matches: Mapping[_Match, Bounds]) -> list[str]:
    small = []
    for starts, words in STARTS.items():
        most = _FURTHER.get(starts, _ROUNDS)
        evs = {n: abs(matches[_Match("rounds", n, starts)].low) for n in range(1, most + 1)}
        first = 1 + max((n for n, ev in evs.items() if ev >= _SMALL), default=0)
        when = f"from {first} rounds on" if first <= most else "not"
        small.append((first, f"{when} (up to the {most} computed) where {words}"))
    listed = "; ".join(text for _, text in sorted(small))
    fairest = {
        length: min(STARTS, key=lambda s: abs(matches[_Match(kind, length, s)].low))
        for kind, length in (("rounds", _ROUNDS), *(("race", target) for target in _TARGETS))
    }
    of_rounds, *races = fairest.values()
    of_races = " and ".join(
        f"in a race to {target} where {STARTS[starts]}"
        for target, starts in zip(_TARGETS, races, strict=True)
    )
    return [
        f"In a match of the classic game less than {percent_text(_SMALL, 1)} % of a stake is "
        f"left of the advantage {listed}.",
        f"{_ROUNDS} rounds are the fairest where {STARTS[of_rounds]}; {of_races}.",
    ]

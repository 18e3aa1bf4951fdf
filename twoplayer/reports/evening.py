"""The reports on evenings: players, orders of play, ties played again, matches; secret scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from heapq import nsmallest
from itertools import chain, groupby, product
from operator import attrgetter
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

from ..errors import RulesError
from ..evening.match import match
from ..evening.orders import ORDERS, evs_by_order
from ..evening.replays import AGAIN, replayed
from ..evening.rounds import STARTS
from ..evening.seats import seats_of_all
from ..evening.secret import looking, secret, told_in_words
from ..exact import Bounds, outward, percent_text
from ..game.fairness import favoured_by
from ..game.seating import PAYS
from ..game.solution import head_starts
from ..show.curves import OfTie, points_by_tie
from ..show.drawing import Axes, Figure, begin, finish, line, new_figure, on_new_figure
from ..show.evening import SMALL, head_start_in_words, small_from
from ..strategy.one_player import one_player
from ..variant.beside import Percent, PercentBounds, csv_of
from ..variant.registry import family
from ..variant.variant import Variant, brief, in_brief
from ..work import Executor, cores, spread
from .pages import Share, kept, page, written

_SIXTEEN, _HOUSE = range(2, 7), range(2, 5)
"""For how many players the published variants and the house rules are reported."""
_ROUNDS, _TARGETS, _WINS = 10, (45, 100), (2, 3, 5)
_CLASSIC, _AT_ONCE = Variant(), Variant(immediate_clack=True)
_COINS = Variant(tiles=2, dice="2d2", one_die="always").called("two coins")
_TOP = 5
_PLACES = 12
"""Bounds are written with so many digits."""
_FURTHER = {"same": 24, "alternate": 24}
"""Up to how many rounds is computed where the advantage lasts."""


class SeatsRow(NamedTuple):
    """What the seats of a game are worth, and the most that ties for the others change of one."""

    variant: Variant
    players: int
    pays: str
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
        return [ev for ev in self[3:-2] if ev is not None]

    @property
    def shown(self) -> list[object]:
        """How many players, and what each seat is worth."""
        return [self.players, *self[3:-2]]


_made: Any = NamedTuple  # its fields are no literals
_Orders = _made("_Orders", [("variant", Variant), *((name, Percent | None) for name in ORDERS)])
"""A variant in every order of play."""


class _Again(NamedTuple):
    """A variant whose ties are played again, by who starts then; None where it has no value."""

    variant: Variant
    same: Percent | None
    other: Percent | None
    same_doubled: Percent | None
    other_doubled: Percent | None


class _Match(NamedTuple):
    """A match of the classic game: `"rounds"` or `"wins"`, and how many; a `"race"`, to what."""

    kind: str
    length: int
    starts: str
    first_player_ev: PercentBounds


_Players = tuple[Variant, int, str]
_Length = tuple[str, int, str]

TRIED: dict[str, Callable[[], Sequence[Any]]] = {
    "seats": lambda: [
        *((_CLASSIC, players, "lowest-takes") for players in _SIXTEEN),
        *((variant, 3, "lowest-takes") for variant in family("house").members()[::5]),
        (_CLASSIC, 4, "highest-pays"),
    ],
    "orders": lambda: [(_CLASSIC,), (_AT_ONCE,), (family("ties-to-first").single(),)],
    "again": lambda: [(_CLASSIC,), (_AT_ONCE,)],
    "matches": lambda: [
        *(("rounds", 2, starts) for starts in STARTS),
        *(("race", _TARGETS[0], starts) for starts in ("alternate", "loser")),
        ("wins", _WINS[0], "loser"),
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
    lowest, highest = PAYS
    plain = [v for v in sixteen if v.clack_payout == 1 and not v.immediate_clack]
    players = [*product(sixteen, _SIXTEEN, [lowest]), *product(house, _HOUSE, [lowest])]
    players += product(plain, _SIXTEEN, [highest])
    seats = taken("seats", SeatsRow, players, _solve_seats)
    orders = taken("orders", _Orders, zip([*sixteen, *house], strict=True), _solve_orders)
    again = taken(
        "again",
        _Again,
        zip(sixteen, strict=True),
        lambda executor, keys: dict(spread(_solve_each_way, keys, executor)),
    )
    lengths = [("rounds", n) for n in range(1, _ROUNDS + 1)]
    lengths += [*product(["race"], _TARGETS), *product(["wins"], _WINS)]
    ways = [(*length, starts) for length, starts in product(lengths, STARTS)]
    ways += [("rounds", n, s) for s, most in _FURTHER.items() for n in range(_ROUNDS + 1, most + 1)]
    matches = taken("matches", _Match, ways, _solve_matches)
    evs = {key: match.first_player_ev for key, match in matches.items()}
    classic, at_once = ([seats[game, n, lowest] for n in _SIXTEEN] for game in (_CLASSIC, _AT_ONCE))
    takes = [each for each in seats.values() if each.pays == lowest]
    where_highest = [seats[_CLASSIC, n, highest] for n in _SIXTEEN]
    drawn = points_by_tie([_COINS, family("even-stevens").single()])
    of_classic = orders[_CLASSIC,]
    by_tile = head_starts(_CLASSIC)
    by_rolls = [each for each in orders.values() if each.rolls is not None]
    by_again = {v: (orders[v,].turns, *ways) for v, *ways in again.values()}
    text = page(
        "evening",
        seats=[(_best_seat(rows), rows[0], rows[-1]) for rows in (classic, at_once)],
        highest=(_best_seat(where_highest), where_highest[0], where_highest[-1]),
        published=_fairest_of_sixteen(seats, names),
        ties=Share.of(bool(each.tie_breaks_change) for each in takes),
        ties_at_once=all(e.variant.immediate_clack for e in takes if e.tie_breaks_change),
        ties_change=max(each.tie_breaks_change for each in takes),
        orders=of_classic,
        times=abs(of_classic.turns / of_classic.rolls),
        fairer=Share.of(abs(each.rolls) < abs(each.turns) for each in by_rolls),
        small=SMALL,
        small_from=_small_from(evs),
        fairest_rounds=_fairest_start(evs, "rounds", _ROUNDS),
        fairest_races=[f"in a race to {n}, {_fairest_start(evs, 'race', n)}" for n in _TARGETS],
        fairest_wins=[f"{n} games, {_fairest_start(evs, 'wins', n)}" for n in _WINS],
        again=again[_CLASSIC,],
        fairer_again=[
            Share.of(
                abs(ways[n]) < abs(turns)
                for turns, *ways in by_again.values()
                if ways[n] is not None
            )
            for n in range(len(AGAIN))
        ],
        by_again=[(names[v], *evs) for v, evs in by_again.items()],
        classic=[each.shown for each in classic],
        where_at_once=[each.shown for each in at_once],
        where_highest=[each.shown for each in where_highest],
        top=_TOP,
        most_of_house=_HOUSE.stop - 1,
        fairest=[
            (n, names[each.variant], each.spread)
            for n in _SIXTEEN
            for each in nsmallest(_TOP, (e for e in takes if e.players == n), attrgetter("spread"))
        ],
        in_words=[f"{order.words}: {order.how}" for order in ORDERS.values()],
        order_columns="|".join(f"{order.words}=%" for order in ORDERS.values()),
        by_order=[(names[v], *evs, _fairest_order(evs)) for v, *evs in orders.values()],
        head_start=head_start_in_words(by_tile),
        by_tile=[(tile, ev, favoured_by(ev)) for tile, ev in by_tile.items()],
        by_start=[
            (_length_in_words(*length), *(evs[*length, starts] for starts in STARTS))
            for length in lengths
        ],
        rounds=_ROUNDS,
        target=_TARGETS[0],
    )
    return {"evening.md": text, "evening_ties.csv": csv_of(OfTie, drawn), **made}


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
        rows = (e for e in numbers if (e.variant, e.pays) == (variant, "lowest-takes"))
        for number, row in enumerate(rows):
            evs = [float(100 * ev) for ev in row.evs]
            name, of_seats = f"{row.players} players", range(1, row.players + 1)
            curves += axes.plot(of_seats, evs, label=name, **line(number, marks=4))
        axes.set_title(title, fontsize=9)
        axes.set_label(f"{title}: a curve for each number of players, by seat.")
        finish(axes, curves, "seat; 1 plays first", "expected value (% of a stake)")
    return figure


# What takes long


def _solve_seats(executor: Executor, keys: Sequence[_Players]) -> dict[_Players, SeatsRow]:
    found = {}
    for players, pays in sorted({(players, pays) for _, players, pays in keys}):
        some = [key[0] for key in keys if key[1:] == (players, pays)]
        for solved in seats_of_all(some, players, chances=False, pays=pays, executor=executor):
            quick = solved.fractions
            evs = (*quick.evs, *[None] * (max(_SIXTEEN) - players))
            end = quick.spread, quick.tie_breaks_change
            row = SeatsRow._make((quick.variant, players, pays, *evs, *end))
            found[quick.variant, players, pays] = row
    return found


def _solve_orders(executor: Executor, keys: Sequence[tuple[Variant]]) -> dict[tuple[Variant], Any]:
    found = evs_by_order((variant for (variant,) in keys), executor=executor)
    return {
        (v,): _Orders(v, *(ev if isinstance(ev, Fraction) else None for ev in evs.values()))
        for v, evs in found.items()
    }


def _solve_each_way(key: tuple[Variant]) -> _Again:
    evs: list[Fraction | None] = []
    for double, starts in product((False, True), AGAIN):
        try:
            evs.append(replayed(*key, starts, double).fractions.first_player_ev)
        except RulesError:
            evs.append(None)
    return _Again(*key, *evs)


def _solve_matches(executor: Executor, keys: Sequence[_Length]) -> dict[_Length, _Match]:
    """Solve matches; those of fewer rounds come with those of more."""
    enclosed = [key for key in keys if key[0] != "rounds"]
    most = {key[2]: key for key in sorted(keys) if key[0] == "rounds"}
    solved = spread(_solve_match, [*most.values(), *enclosed], executor)
    return {each[:3]: each for _, some in solved for each in some if each[:3] in keys}


def _solve_match(key: _Length) -> list[_Match]:
    kind, length, starts = key
    if kind != "rounds":
        to, wins = (length, None) if kind == "race" else (None, length)
        ends = outward(match(_CLASSIC, None, to, starts, wins=wins).bounds, _PLACES)
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
    best = {n: min(members, key=lambda v: seats[v, n, "lowest-takes"].spread) for n in _SIXTEEN}
    runs = [(variant, list(ns)) for variant, ns in groupby(best, key=best.__getitem__)]
    return "; ".join(
        f"for {ns[0]}{f' to {ns[-1]}' if len(ns) > 1 else ''} players {names[v]}" for v, ns in runs
    )


def _fairest_order(evs: Sequence[Fraction | None]) -> str:
    known = {each: ev for each, ev in zip(ORDERS.values(), evs, strict=True) if ev is not None}
    return min(known, key=lambda order: abs(known[order])).words


def _length_in_words(kind: str, length: int) -> str:
    if kind == "wins":
        return f"first to win {length}"
    return f"race to {length}" if kind == "race" else f"{length} round{'s' * (length > 1)}"


def _fairest_start(evs: Mapping[_Length, Bounds], kind: str, length: int) -> str:
    return STARTS[min(STARTS, key=lambda starts: max(map(abs, evs[kind, length, starts])))]


def _small_from(evs: Mapping[_Length, Bounds]) -> list[str]:
    """Say from how many rounds on little is left of the advantage, the fewest first."""
    found = []
    for starts, words in STARTS.items():
        most = _FURTHER.get(starts, _ROUNDS)
        first = small_from([evs["rounds", n, starts] for n in range(1, most + 1)])
        when = f"from {first} to at least {most}" if first else f"not with up to {most}"
        found.append((first or most + 1, f"{when} rounds where {words}"))
    return [text for _, text in sorted(found)]


# Scores that nobody sees


class SecretRow(NamedTuple):
    """What a game is worth where so much is told of the score to beat."""

    variant: Variant
    told: str
    first_player_ev: Percent
    policies: int  # that the first player mixes


def secret_report() -> dict[str, str]:
    """Report what each glance is worth: the sixteen, and the house rules."""
    sixteen, house = (family(name).variants for name in ("sixteen", "house"))
    names = {v: brief(v) for v in sixteen} | {v: f"`{v.name}`" for v in reversed(house)}
    with cores() as executor:
        solved = dict(spread(_solve_secret, names, executor))
    found = {variant: solved[variant] for variant in names}
    classic = [row.first_player_ev for row in found[Variant()]]
    even = {v: v.ties == "push" and not v.immediate_clack for v in names}
    evs = {v: [row.first_player_ev for row in rows] for v, rows in found.items()}
    game, lowest = secret("classic").fractions, one_player("classic").fractions.score_chances()
    text = page(
        "secret",
        even=Share.of(even.values()),
        as_said=[v for v in names if not evs[v][0]] == [v for v in names if even[v]],
        uneven=[f"`{v.name}`, {percent_text(evs[v][0])} %" for v in house if not even[v]],
        gain=-classic[-1],
        shares=[ev / classic[-1] for ev in classic],
        lowest=-game.sure_of(lowest),
        only=game.only,
        clacks=(game.score_chances[0], lowest[0]),
        mixed=[
            f"`{v.name}` ({row.policies})" for v, (row, *_) in found.items() if row.policies > 1
        ],
        sixteen=[(names[v], *evs[v]) for v in sixteen],
        house=[(names[v], evs[v][0], evs[v][1], evs[v][-1]) for v in house],
    )
    return {"secret.md": text, "secret.csv": csv_of(SecretRow, chain(*found.values()))}


def _solve_secret(variant: Variant) -> list[SecretRow]:
    return [
        SecretRow._make((variant, told_in_words(game.told), game.first_player_ev, len(game.first)))
        for game in (each.fractions for each in looking(variant))
    ]


def secret_figure(numbers: Sequence[SecretRow]) -> Axes:
    """Draw what the published rules in which both always roll are worth, by what is told."""
    axes = begin(
        on_new_figure(8, 4),
        "What is a glance at the score worth?",
        "A curve for each rule set: the first player's EV by what the second is told.",
    )
    curves = []
    rolled = {v for v in family("sixteen").variants if not v.immediate_clack}
    drawn = groupby((row for row in numbers if row.variant in rolled), attrgetter("variant"))
    for number, (variant, rows) in enumerate(drawn):
        evs = {fill(row.told, 16): float(100 * row.first_player_ev) for row in rows}
        look = line(number, marks=4)
        curves += axes.plot([*evs], [*evs.values()], label=in_brief(variant), **look)
    return finish(axes, curves, "what the second player is told", "player 1 EV (% of a stake)")

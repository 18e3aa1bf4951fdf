"""Answers on evenings: orders of play, seats, matches, and a plan with all of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import starmap
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from ..evening.match import Match
from ..evening.orders import ORDERS
from ..evening.plan import Plan, Way, of_two
from ..evening.rounds import STARTS
from ..evening.rounds_played import RoundsPlayed
from ..evening.seats import Seats
from ..exact import Bounds, decimal_text, percent_text
from ..game.contest import Contest
from ..game.seating import PAYS
from ..tables import Cells, Column, Decimals, Table, percent
from ..variant.columns import beside_rules, rules_of
from ..variant.labels import rules_in_words
from ..variant.variant import Variant
from ..words import listed, paragraph, parted, titled
from .answer import ONLY, Answer
from .fair import ev_in_words


class Compared(NamedTuple):
    """A game with its EV in every order of play, except orders in which the game has no EV."""

    variant: Variant
    second_variant: Variant
    evs: Mapping[str, Fraction]  # by order of play


def orders_answer(compared: Iterable[Compared]) -> Answer:
    """Compare games in all orders of play, the fairest game first.

    A game is as fair as its fairest order; the next order decides among equals.
    """
    rows = sorted(compared, key=lambda game: sorted(map(abs, game.evs.values())))
    columns = [percent(n, f"{n}\n(%)", value=lambda c, n=n: c.evs.get(n)) for n in ORDERS]
    fairest = Column("fairest", lambda c: min(c.evs, key=lambda n: abs(c.evs[n])), gives_way=True)
    table = beside_rules(rows, [*columns, fairest], width=16)
    hows = " ".join(f"{order.words.capitalize()}: {order.how}." for order in ORDERS.values())
    note = f"What the first player may expect, in percent of a stake. {hows}"
    return Answer(table.noted(note), json=ONLY if len(rows) == 1 else None)


def seats_answer(games: Sequence[Seats], elsewhere: Mapping[int, Sequence[Fraction]]) -> Answer:
    """Answer with the values of seats: one table in sentences, or a row for each of several."""
    games = sorted(games, key=attrgetter("spread"))
    programs = beside_rules([seat for seats in games for seat in seats.each()], Seats.columns)
    [seats, *more] = games
    own = len({*seats.rules}) > 1
    paid = PAYS[seats.pays] if seats.pays == "highest-pays" else ""
    if more:
        table, head = beside_rules(games, _OF_SEVERAL, width=17), ""
        who_pays = f"{paid.capitalize()}." if paid else ""
        words = f"{who_pays} {tie_breaks(games)}".strip()
    else:
        rules = rules_in_words(*seats.rules)
        stakes = {"stakes": paid} if paid else {}
        head = titled({**rules, "players": str(seats.players), **stakes})
        wins = percent("wins", "gets a\nstake (%)" if paid else "wins\nalone (%)", 2)
        table = Table([Column("seat"), percent("ev", "EV (%)"), wins, _TO_BE_FAIR], seats.each())
        words = " ".join([_of_seats(seats), *starmap(_elsewhere, elsewhere.items())])

    def text(exact: bool) -> str:
        return parted(head, table.write("text", exact), paragraph(words))

    answer = Answer(table, text, programs=programs, says_it=True)
    if more:
        return answer
    if own:  # each seat has them in its row
        return replace(answer, above=rules_in_words(*seats.rules))
    return answer.in_game(seats.variant, rows="seats")


def _elsewhere(seat: int, evs: Sequence[Fraction]) -> str:
    best, worst = (
        f"in seat {evs.index(ev) + 1} ({percent_text(ev, 2)} %)" for ev in (max(evs), min(evs))
    )
    return f"Who has the rules of seat {seat} is best off {best}, and worst off {worst}."


def _of_seats(seats: Seats) -> str:
    if not seats.spread:
        return "In plain words: all seats are worth the same."
    return (
        f"In plain words: seat {seats.best} sits best and seat {seats.worst} worst; "
        f"{percent_text(seats.spread)} % of a stake lie between them. {tie_breaks([seats])}"
    ).strip()


def tie_breaks(games: Sequence[Seats]) -> str:
    """Say how much hangs on the choice between equal moves; an empty text where nothing does."""
    most = max(seats.tie_breaks_change for seats in games)
    if not most:
        return ""
    where, size = "", percent_text(most, 7)
    if len(games) > 1:
        matter = sum(seats.tie_breaks_matter for seats in games)
        where, size = f" in {matter} of these {len(games)} games", f"up to {size}"
    return (
        "Where several moves have the same value to a player, the player is assumed to help the "
        f"others least. By helping them most, a seat would be worth {size} % of a stake more or "
        f"less{where}."
    )


def _paid(ev: Fraction, places: int) -> str:
    return f"{'pays' if ev > 0 else 'gets'} {decimal_text(abs(ev), places)}" if ev else "-"


_TO_BE_FAIR = Column(
    "to_be_fair",
    attrgetter("ev"),
    "to make it fair (stakes a game)",
    Decimals(_paid, 6),
)
_OF_SEVERAL = [
    percent("spread", "gap\n(%)"),
    Column("best", lambda seats: seats.best if seats.spread else None, "best\nseat"),
    percent("best_percent", "its\nEV (%)", value=lambda seats: max(seats.evs)),
    Column("worst", lambda seats: seats.worst if seats.spread else None, "worst\nseat"),
]


SMALL = Fraction(1, 1000)
_LONG = 50  # longer exact fractions are left to programs
Ways: TypeAlias = Mapping[str, Match]  # by who starts the next round


def match_answer(ways: Ways, starts: str, rounds: RoundsPlayed | None = None) -> Answer:
    """Answer with the value of a match, and below with all ways to choose who starts."""
    asked = ways[starts]
    every = asked.table().of([row for match in ways.values() for row in match.each()])
    shown = _table(ways)

    def text(exact: bool) -> str:
        sentences = _small(ways), _fairest(ways) if len(ways) > 1 else ""
        words = _match_in_words(asked, rounds)
        return parted(words, shown.write("text"), *map(paragraph, sentences))

    def json(rows: list[Cells]) -> object:
        own = next(row for row in reversed(rows) if row["starts"] == starts)
        if rounds is not None:
            own |= {"rounds_played": _of_rounds(rounds)}
        return {**own, "all_ways": rows}

    answer = Answer(shown, text, programs=every, json=json, says_it=True)
    return answer.of_players(asked.variant, asked.second_variant)


def _of_rounds(rounds: RoundsPlayed) -> Cells:
    mean = rounds.mean._asdict()
    return {"mean": mean, "most_likely": rounds.most_likely, "chances": rounds.chances}


def _table(ways: Ways) -> Table:
    """Return a row for each number of rounds, or, for a race, for each way to start."""
    if not all(match.by_rounds for match in ways.values()):
        way = Column("starts", shown=STARTS.__getitem__)
        ev = Column("percent", title="player 1 EV (%)")
        return Table([way, ev, Column("favoured")], [*ways.values()])

    def beside(place: int, way: str) -> Column:
        return Column(way, lambda row: row[place].percent, f"{way} (%)")

    number = Column("rounds", lambda row: row[0].rounds)
    rows = [*zip(*(match.each() for match in ways.values()), strict=True)]
    return Table([number, *map(beside, range(len(ways)), ways)], rows)


def fairest_starts(ways: Ways) -> list[str]:
    bounds = {way: match.bounds for way, match in ways.items()}
    surely = min(max(abs(low), abs(high)) for low, high in bounds.values())
    return [way for way, (low, high) in bounds.items() if max(low, -high) <= surely]


def small_from(evs: Sequence[Bounds]) -> int | None:
    large = [n for n, ev in enumerate(evs, 1) if max(map(abs, ev)) >= SMALL]
    first = max(large, default=0) + 1
    return first if first <= len(evs) else None


def _match_in_words(match: Match, rounds: RoundsPlayed | None) -> str:
    low, high = match.bounds
    rows = rules_in_words(match.variant, match.second_variant)
    rows["match"] = f"{match.length}; {STARTS[match.starts]}"
    if rounds is not None:
        most, mean = rounds.most_likely, decimal_text(sum(rounds.mean, Fraction(0)) / 2, 4)
        often = percent_text(rounds.chances[most], 2)
        rows["rounds"] = f"{mean} on average; most likely {most}, {often} % of the time"
    if not match.exact:
        rows |= {"first player's EV": f"at least {low} stakes,", "": f"at most {high}"}
    elif len(str(low)) < _LONG:
        rows["first player's EV"] = f"{low} stakes"
    rows["in percent"] = f"{match.percent} %"
    fair = "the match is exactly fair"
    return ev_in_words(rows, match.favoured, match.middle, fair=fair, games="matches")


def _small(ways: Ways) -> str:
    """Say from how many rounds on the advantage is small, in each way to start."""
    small = {
        way: small_from([after.bounds for after in match.each()])
        for way, match in ways.items()
        if len(match.by_rounds) > 1
    }
    if {*small.values()} <= {1}:
        return ""
    ways_in_words = ", ".join(
        f"with {way} "
        + (f"from {first} rounds on" if first else f"not within {ways[way].rounds} rounds")
        for way, first in small.items()
    )
    return f"The advantage falls below 0.1 % of a stake: {ways_in_words}."


def _fairest(ways: Ways) -> str:
    best = fairest_starts(ways)
    if len(best) == len(ways):
        exact = all(match.exact for match in ways.values())
        same = "are equally fair" if exact else "are as fair, as far as their bounds tell"
        return f"All {len(ways)} ways to choose who starts {same}."
    chosen = ", or ".join(f"{way} ({STARTS[way]})" for way in best)
    return f"The fairest way to choose who starts: {chosen}."


def evening_answer(plan: Plan) -> Answer:
    """Answer how to play an evening, the fairest way first, and what would help a child."""
    quick = plan.fractions
    rows, by_tile, fairest = quick.ways, quick.head_starts, quick.fairest
    game = Contest((quick.variant, quick.second_variant))
    table = Table([*rules_of(rows), *Way.columns], rows)
    note = (
        f"Fairest for two players: {fairest.how.removeprefix('2 players, ')}. All numbers are in "
        "percent of a stake, and seat 1 begins. `--players`, `--orders`, `--rounds`, `--to` and "
        "`--wins` say more of each."
    )
    head = titled(rules_in_words(quick.variant, quick.second_variant))
    how = "the {} of the second player covered beforehand"
    starts = [of_two(game, how.format(tile), Bounds(ev, ev)) for tile, ev in by_tile.items()]

    def text(exact: bool) -> str:
        more = paragraph(head_start_in_words(by_tile)) if by_tile else ""
        return parted(head, table.write("text", exact), paragraph(note), more)

    answer = Answer(table, text, programs=table.of([*rows, *starts]), says_it=True)
    return answer.in_game(*game.pair, rows="ways", fairest=fairest.how)


def head_start_in_words(by_tile: Mapping[int, Fraction]) -> str:
    helping = {tile: percent_text(-ev, 2) for tile, ev in by_tile.items() if ev < 0}
    fairest = min(by_tile, key=lambda tile: abs(by_tile[tile]))
    helping_tiles = "no tile covered beforehand."
    if helping:
        tiles, gains = (listed([*some], "or") for some in (helping, helping.values()))
        helping_tiles = f"the {tiles} covered beforehand ({gains} %), and with no other tile."
    return (
        f"A head start for a child who plays second: the child gains with {helping_tiles} Of "
        f"all head starts the {fairest} is the fairest."
    )

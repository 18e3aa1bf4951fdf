"""A whole evening: who should sit where, in which order to roll, how to play several rounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..errors import InputError
from ..work import part, tracked
from .command import SEAT_RULES, SECOND_RULES, SPREAD, Asked, Option, question
from .typed import forbid, say_why, told_of

if TYPE_CHECKING:
    from ..game.contest import Contest
    from ..show.answer import Answer


USUAL = "alternate"
"""Who starts the next round, if nothing is said."""
_LONGER = 50
"""All orders of play of a game take about so many times as long as its EV, and so does a seat."""


@question("evening", SPREAD, SECOND_RULES, SEAT_RULES, several=True)
@Option("--players N", "What every seat is worth among N, 2 to 8.", type=int)
@Option("--pays WHO", "With --players: lowest-takes, or highest-pays.", known="game.seating:PAYS")
@Option("--orders", "Two players, by who rolls when.")
@Option("--told WHAT", "Of secret scores: nothing | clack | score, or 9,19.", multiple=True)
@Option("--rounds N", "A match: the lower total of N rounds wins.", type=int)
@Option("--to TOTAL", "A race: rounds until a total is reached.", type=int)
@Option("--wins N", "A match: who first wins N games; ties are played again.", type=int)
@Option(
    "--starts WHO",
    "Who starts the next round: same | alternate | loser | winner; by default all four.",
    known="evening.rounds:STARTS",
    multiple=True,
)
def evening(
    asked: Asked,
    players: int | None,
    pays: str | None,
    orders: bool,
    told: tuple[str, ...],
    rounds: int | None,
    to: int | None,
    wins: int | None,
    starts: tuple[str, ...],
) -> Answer:
    """Plan an evening: who sits best, in which order to roll, how to play several rounds.

    Without an option it says all of that about one game, and which tiles a child should have
    covered beforehand. Of several players, whoever leaves the lowest score gets a stake from
    everybody else, or the highest pays them. By turns a player rolls until nothing can be covered;
    by rolls each has a box, and they roll once each in turn; by box they share one. What a match is
    worth lies between proven bounds, at most 1e-9 of a stake apart; with --exact rounds are exact,
    which takes far longer.

    \b
    Examples:
      twoplayer evening
      twoplayer evening --players 4 --pays highest-pays
      twoplayer evening --players 4 --seat-rules 4=my-child.toml
      twoplayer evening sixteen --tiles 6 --orders
      twoplayer evening --orders --told nothing --told clack --told 10
      twoplayer evening --rounds 3 --starts loser --second-rules my-child.toml
      twoplayer evening --wins 2
    """
    lengths = [each for each in (rounds, to, wins) if each is not None]
    several = sum([players is not None, orders, *map(bool, lengths)]) > 1
    forbid(len(lengths) > 1, "--rounds, --to and --wins exclude each other")
    forbid(several, "--players, --orders, and --rounds, --to or --wins: one of them")
    forbid(starts and not lengths, "--starts goes with --rounds, --to and --wins")
    forbid(pays is not None and players is None, "--pays goes with --players")
    forbid(told and not orders, "--told goes with --orders")
    forbid(asked.seat_rules and players is None, "--seat-rules goes with --players")
    if players is not None:
        return _seats(asked, players, pays or "lowest-takes")
    if told:
        from ..evening.secret import looking
        from ..show.answer import Answer

        first, second = asked.contest.rules
        known = looking(first, map(told_of, told), second).table()
        return Answer(known).in_game(first, "told")
    if orders:
        return _orders(asked)
    if lengths:
        from ..evening.match import matches
        from ..show.evening import match_answer

        first, second = asked.contest.rules
        ways = matches(first, rounds, to, starts, asked.exact, wins=wins, second=second)
        return match_answer(ways, starts[0] if starts else USUAL)
    return _plan(asked)


def _plan(asked: Asked) -> Answer:
    from ..evening.plan import plan_evening
    from ..show.evening import evening_answer

    first, second = asked.contest.rules
    plan = plan_evening(first, second=second)
    say_why(plan.left_out)
    return evening_answer(plan)


def _seats(asked: Asked, players: int, pays: str) -> Answer:
    from ..evening.seats import check_players, in_each_seat, seats, seats_of_all
    from ..game.solution import games_of
    from ..show.evening import seats_answer

    check_players(players)
    if asked.has_own:
        usual, rules = asked.game, asked.seats(players)
        table = seats(rules, pays=pays).fractions
        own = [seat for seat, each in enumerate(rules, 1) if each != usual]
        with part(of=2):
            table.solve_other_way()
        with part(of=2):
            elsewhere = {seat: in_each_seat(table, seat) for seat in tracked(own)}
        return seats_answer([table], elsewhere)
    variants = asked.variants
    with asked.workers(players * _work(games_of(variants))) as executor:
        games = seats_of_all(variants, players, chances=True, pays=pays, executor=executor)
    return seats_answer([each.fractions for each in games], {})


def _work(games: Iterable[Contest]) -> int:
    """Return how much work some games are that are shared out over cores; none, if one is."""
    from ..game.solution import work_of

    different = set(games)
    return _LONGER * sum(work_of([game]) for game in different) if len(different) > 1 else 0


def _orders(asked: Asked) -> Answer:
    from ..evening.orders import ORDERS, evs_by_order
    from ..show.evening import Compared, orders_answer
    from ..variant.variant import labels

    games = asked.contests(asked.variants)
    with asked.workers(_work(games)) as executor:
        by_game = evs_by_order(games, executor)
    compared, refused = [], []
    for game, label in zip(games, labels([game.rules[0] for game in games]), strict=True):
        evs = {}
        for order, ev in by_game[game].items():
            if isinstance(ev, InputError):
                refused.append((f"{label}: {ORDERS[order].words}", ev))
            else:
                evs[order] = ev
        if evs:
            compared.append(Compared(*game.pair, evs))
    if refused and not compared:
        raise refused[0][1]
    say_why(refused)
    return orders_answer(compared)

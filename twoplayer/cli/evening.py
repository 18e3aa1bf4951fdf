"""A whole evening: who should sit where, in which order to roll, how to play several rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..errors import InputError, RulesError
from .command import SPREAD, Asked, Option, question
from .typed import forbid, say_why, told_of

if TYPE_CHECKING:
    from ..evening.match import Match
    from ..evening.replays import Replayed
    from ..show.answer import Answer
    from ..variant.variant import Variant


PLAYERS, USUAL = (3, 4), "alternate"
"""What an evening is, of which nothing is said."""
_LONGER = 50
"""All orders of play of a game take about so many times as long as its EV, and so does a seat."""


@question("evening", SPREAD, several=True)
@Option("--players N", "What every seat is worth among N, 2 to 8.", type=int)
@Option("--pays WHO", "With --players: lowest-takes, or highest-pays.", known="game.seating:PAYS")
@Option("--orders", "Two players, by who rolls when.")
@Option("--told WHAT", "Of secret scores: nothing | clack | score, or ends: 9,19.", multiple=True)
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
      twoplayer evening sixteen --tiles 6 --orders
      twoplayer evening --orders --told nothing --told clack --told 10
      twoplayer evening --rounds 3 --starts loser
      twoplayer evening --wins 2
    """
    lengths = [each for each in (rounds, to, wins) if each is not None]
    several = sum([players is not None, orders, *map(bool, lengths)]) > 1
    forbid(len(lengths) > 1, "--rounds, --to and --wins exclude each other")
    forbid(several, "--players, --orders, and --rounds, --to or --wins: one of them")
    forbid(starts and not lengths, "--starts goes with --rounds, --to and --wins")
    forbid(pays is not None and players is None, "--pays goes with --players")
    forbid(told and not orders, "--told goes with --orders")
    if players is not None:
        return _seats(asked, players, pays or "lowest-takes")
    if told:
        from ..evening.secret import looking
        from ..show.answer import Answer

        known = looking(asked.variant, map(told_of, told)).table()
        return Answer(known).in_game(asked.variant, "told")
    if orders:
        return _orders(asked)
    variant = asked.variant
    if lengths:
        from ..evening.match import matches
        from ..show.evening import match_answer

        ways = matches(variant, rounds, to, starts, asked.exact, wins=wins)
        return match_answer(ways, starts[0] if starts else USUAL)
    return _plan(variant)


def _plan(variant: Variant) -> Answer:
    from ..evening.match import ROUNDS, matches
    from ..evening.orders import ORDERS, in_orders
    from ..evening.replays import replayed
    from ..evening.seats import seats
    from ..game.solution import head_starts
    from ..show.evening import evening_answer
    from ..work import part, tracked

    again: list[Replayed] = []
    rounds: dict[str, Match] = {}
    refused: list[tuple[str, object]] = []

    @contextmanager
    def if_played(what: str) -> Iterator[None]:
        try:
            yield
        except RulesError as error:
            refused.append((what, error))

    with part(of=5):
        by_order = in_orders(variant, ORDERS)
    with part(of=5):
        by_players = [seats(variant, players).fractions for players in tracked(PLAYERS)]
    with part(of=5), if_played("What several rounds are worth"):
        rounds = matches(variant, ROUNDS)
    with part(of=5), if_played("A tie that is played again"):
        again.append(replayed(variant, "other").fractions)
    with part(of=5):
        by_tile = head_starts(variant)
    say_why(refused)
    return evening_answer(variant, by_order, by_players, rounds, again, by_tile=by_tile)


def _seats(asked: Asked, players: int, pays: str) -> Answer:
    from ..evening.seats import check_players, seats_of_all
    from ..show.evening import seats_answer

    check_players(players)
    variants = asked.variants
    with asked.workers(players * _work(variants)) as executor:
        games = seats_of_all(variants, players, chances=True, pays=pays, executor=executor)
    return seats_answer([each.fractions for each in games])


def _work(variants: Sequence[Variant]) -> int:
    """Return how much work some games are that are shared out over cores; none, if one is."""
    from ..game.solution import games_of, work_of

    different = games_of(set(variants))
    return _LONGER * sum(work_of([game]) for game in different) if len(different) > 1 else 0


def _orders(asked: Asked) -> Answer:
    from ..evening.orders import ORDERS, evs_by_order
    from ..show.evening import Compared, orders_answer
    from ..variant.variant import labels

    variants = list(dict.fromkeys(asked.variants))
    with asked.workers(_work(variants)) as executor:
        by_variant = evs_by_order(variants, executor)
    compared, refused = [], []
    for variant, label in zip(asked.variants, labels(asked.variants), strict=True):
        evs = {}
        for order, ev in by_variant[variant].items():
            if isinstance(ev, InputError):
                refused.append((f"{label}: {ORDERS[order].words}", ev))
            else:
                evs[order] = ev
        if evs:
            compared.append(Compared(variant, evs))
    if refused and not compared:
        raise refused[0][1]
    say_why(refused)
    return orders_answer(compared)

"""A whole evening: who should sit where, in which order to roll, how to play several rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import InputError
from .command import Asked, question
from .duration import say

if TYPE_CHECKING:
    from ..show.answer import Answer


@question(name="evening", several=True)
@click.option("--players", type=int, metavar="N", help="So many play, in turn: every seat.")
@click.option("--orders", is_flag=True, help="Two players: who rolls when.")
@click.option("--rounds", type=int, metavar="N", help="A match of so many rounds.")
@click.option("--to", "target", type=int, metavar="N", help="A race to this total.")
@click.option("--starts", metavar="WHO", help="Who starts the next round of these.")
def evening(
    asked: Asked,
    players: int | None,
    orders: bool,
    rounds: int | None,
    target: int | None,
    starts: str | None,
) -> Answer:
    """Plan an evening: who should sit where, in which order to roll, how to play rounds.

    \b
    Examples:
      twoplayer evening
      twoplayer evening --players 4
      twoplayer evening sixteen --tiles 6 --orders
      twoplayer evening --rounds 5 --starts loser
      twoplayer evening --to 45
    """
    if players is not None:
        return _seats(asked, players)
    if orders:
        return _orders(asked)
    raise click.UsageError("not yet")


def _seats(asked: Asked, players: int) -> Answer:
    from ..evening.seats import check_players, seats_of_all, seats_work
    from ..show.seats import seats_answer

    check_players(players)
    members = asked.members
    variants = [variant for _, variant in members]
    chances = True
    work = sum(seats_work(variant, players, chances) for variant in set(variants))
    with asked.workers(work if len(members) > 1 else 0) as executor:
        found = seats_of_all(variants, players, chances=chances, executor=executor)
    named = [(name, each.fractions) for (name, _), each in zip(members, found, strict=True)]
    return seats_answer(named)


def _orders(asked: Asked) -> Answer:
    from ..evening.orders import ORDERS, evs_by_order, work_by_order
    from ..show.answer import Answer
    from ..show.orders import Compared, fairest_first, orders_table
    from ..show.ranking import labels

    members = asked.members
    variants = list(dict.fromkeys(variant for _, variant in members))
    work = sum(map(work_by_order, variants)) if len(variants) > 1 else 0
    with asked.workers(work) as executor:
        found = evs_by_order(variants, executor)
    compared, refused = [], []
    for (name, variant), label in zip(members, labels(members), strict=True):
        known = {}
        for order, ev in found[variant].items():
            if isinstance(ev, InputError):
                refused.append((f"{label}: {ORDERS[order].words} is left out", ev))
            else:
                known[order] = ev
        if known:
            compared.append(Compared(name, variant, known))
    if refused and not compared:
        raise refused[0][1]
    for left_out, reason in refused:
        say(f"{left_out}. {reason}")
    return Answer(orders_table(fairest_first(compared)))

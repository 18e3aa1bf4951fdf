"""The commands about an evening: matches, other orders of play, several players.

They import what they need when they run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .duration import progress, say
from .options import RulesCommand, format_option, names_argument, variant_argument
from .solving import cores_for, family_of, members_of

if TYPE_CHECKING:
    from ..cells import Format

ROUNDS = 5
USUAL = "alternate"
TAKE = {"same": 1, "alternate": 1, "loser": 15, "winner": 15}
"""How long the ways to choose who starts take, beside each other."""


@click.command(cls=RulesCommand)
@variant_argument
@click.option("--rounds", type=int, metavar="N", help=f"How many rounds; {ROUNDS} if not said.")
@click.option("--to", type=int, metavar="TOTAL", help="A race to this total instead.")
@click.option(
    "--starts",
    multiple=True,
    metavar="WHO",
    help="same | alternate | loser | winner, one or several; all four if not said.",
)
@click.option("--exact", is_flag=True, help="The exact value of rounds, which takes far longer.")
@format_option
def match(
    name: str | None,
    rules: dict[str, Any],
    rounds: int | None,
    to: int | None,
    starts: tuple[str, ...],
    exact: bool,
    format: Format,
) -> None:
    """Tell who is favoured in a match of several rounds.

    Each player takes a turn in every round, and the lower total of the scores wins one stake: after
    a number of rounds, or, with --to, after the round in which somebody reaches the total. What is
    found lies between bounds that are proven and at most 1e-9 apart, or is exact. The first player
    is who starts round 1. The player who starts the next is the same one again, the other one, or
    who has lost or won this round; after equal scores the same one. A table compares them, for
    every number of rounds up to N.

    \b
    Examples:
      twoplayer match --rounds 2
      twoplayer match --tiles 5 --rounds 3 --starts loser --exact
      twoplayer match --tiles 4 --to 9
      twoplayer match --tiles 4 --ties first --format csv
    """
    from ..evening import match as matches
    from ..progress import tracked
    from ..show.match import render_match

    if rounds is not None and to is not None:
        raise click.UsageError("--rounds and --to exclude each other")
    family, ways = family_of(name, rules), dict.fromkeys(starts or TAKE)
    for way in ways:
        variant = matches.match_rules(family.single(), way)
    number = ROUNDS if rounds is None and to is None else rounds
    with progress():
        found = {
            way: matches.match(variant, number, to, way, exact).fractions
            for way in tracked(ways, by=TAKE.__getitem__)
        }
    told = starts[0] if starts else USUAL
    click.echo(render_match(family.name, found, told, format), nl=False)


@click.command(cls=RulesCommand)
@names_argument
@format_option
def orders(names: tuple[str, ...], rules: dict[str, Any], format: Format) -> None:
    """Compare who rolls when: by turns, by rolls, with one box.

    Turn by turn, a player rolls until nothing can be covered, then the other does. Roll by roll,
    each has a box, and they roll once each in turn. With a shared box they do so for one box; who
    cannot cover pays a stake, and who covers the last tile gets what a clack pays.

    A row has the first player's expected value in each, in percent of a stake: by turns, by rolls,
    and with one box. The variant comes first whose fairest order is the fairest. What is
    too large is left out, and named on stderr: roll by roll is with 12 tiles.

    \b
    Examples:
      twoplayer orders
      twoplayer orders sixteen --tiles 6
      twoplayer orders --tiles 7 --ties first --format json
    """
    from ..errors import InputError
    from ..evening.orders import ORDERS, evs_by_order, work_by_order
    from ..show.orders import Compared, fairest_first, orders_table
    from ..show.ranking import labels

    members = members_of([family_of(name, rules) for name in names or [None]])
    variants = list(dict.fromkeys(variant for _, variant in members))
    work = sum(map(work_by_order, variants)) if len(variants) > 1 else 0
    with progress(), cores_for(work) as executor:
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
    click.echo(orders_table(fairest_first(compared)).write(format), nl=False)


@click.command(cls=RulesCommand)
@names_argument
@click.option(
    "--players", type=int, metavar="N", default=3, show_default=True, help="How many play: 2 to 8."
)
@format_option
def seats(names: tuple[str, ...], rules: dict[str, Any], players: int, format: Format) -> None:
    """Tell what every seat at a table is worth.

    Several players take one turn each. The lowest score gets a stake from every other player;
    those who tie share it, or, as `ties` says, the first or the last of them gets it alone. For
    one variant: each seat's expected value, its chance to win alone, and what it would pay or get
    to make the game fair. Several are ranked by the gap between the best seat and the worst, the
    smallest first. CSV and JSON have a row for each seat, with exact values.

    \b
    Examples:
      twoplayer seats
      twoplayer seats sixteen --tiles 6 --players 4
      twoplayer seats --players 3 --immediate-clack --format json
    """
    from ..evening.seats import check_players, seats_of_all, seats_work
    from ..show.seats import describe_seats, seats_table, tie_breaks
    from ..words import paragraph

    check_players(players)
    members = members_of([family_of(name, rules) for name in names or [None]])
    variants = [variant for _, variant in members]
    chances = format.exact or len(members) == 1
    work = sum(seats_work(variant, players, chances) for variant in set(variants))
    with progress(), cores_for(work if len(members) > 1 else 0) as executor:
        found = seats_of_all(variants, players, chances=chances, executor=executor)
    named = [(name, each.fractions) for (name, _), each in zip(members, found, strict=True)]
    if len(named) == 1 and not format.exact:
        click.echo(describe_seats(*named[0], format), nl=False)
        return
    click.echo(seats_table(named, format).write(format), nl=False)
    if format == "text" and (words := tie_breaks([each for _, each in named])):
        click.echo(f"\n{paragraph(words)}")

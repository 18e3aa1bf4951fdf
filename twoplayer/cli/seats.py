"""The command about several players. It imports what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .duration import progress
from .options import RulesCommand, format_option, names_argument
from .solving import cores_for, family_of, members_of

if TYPE_CHECKING:
    from ..writing import Format

__all__ = ["seats"]


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
    from ..show.seats import describe_seats, render_seats, tie_breaks
    from ..writing import paragraph

    check_players(players)
    members = members_of([family_of(name, rules) for name in names or [None]])
    variants = [variant for _, variant in members]
    chances = format.exact or len(members) == 1
    work = sum(seats_work(variant, players, chances) for variant in set(variants))
    with progress() as advance, cores_for(work if len(members) > 1 else 0) as executor:
        found = seats_of_all(
            variants, players, chances=chances, progress=advance, executor=executor
        )
    named = [(name, each.fractions) for (name, _), each in zip(members, found, strict=True)]
    if len(named) == 1 and not format.exact:
        click.echo(describe_seats(*named[0], format), nl=False)
        return
    click.echo(render_seats(named, format), nl=False)
    if format == "text" and (words := tie_breaks([each for _, each in named])):
        click.echo(f"\n{paragraph(words)}")

"""The command about what would make a game fairer. It imports what it needs when it runs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ..errors import whole_number
from .duration import progress, say
from .options import RulesCommand, format_option, results_option, variant_argument
from .solving import evs_of, family_of

if TYPE_CHECKING:
    from ..cells import Format


@click.command(cls=RulesCommand)
@variant_argument
@click.option(
    "--changes", type=int, default=1, show_default=True, help="How many rules may change: 1 or 2."
)
@click.option(
    "--top",
    type=int,
    default=10,
    show_default=True,
    metavar="N",
    help="The fairest N changes of one rule, and of two; CSV and JSON have all.",
)
@results_option
@format_option
def mend(
    name: str | None,
    rules: dict[str, Any],
    changes: int,
    top: int,
    results: str | None,
    format: Format,
) -> None:
    """Find what would make a game fairer, the fairest first.

    Tried are the values that people play (in the registered rule sets) of one rule, or of two as
    well; the payouts for a clack, up to 10 stakes, that are exactly fair; that the players take
    turns to start; and the other orders of play, of games that are not too large for it. Of two
    rules the text leaves out what one of them does alone.

    \b
    Examples:
      twoplayer mend
      twoplayer mend my-pub.toml --changes 2
      twoplayer mend --tiles 8 --ties first --top 5
      twoplayer mend clack-at-once --format csv
    """
    from ..many.mending import find_mends
    from ..show.mending import render_mending

    whole_number("top", top, 1)
    family = family_of(name, rules)
    with progress():
        found = find_mends(family.single(), changes, partial(evs_of, results=results))
    if found.too_large:
        say(f"{len(found.too_large):,} changes are left out: the games are too large for tables.")
    for order in found.refused_orders:
        say(f"The order of play {order} is left out: the game is too large for it.")
    click.echo(render_mending(family.name, found, top, format), nl=False)

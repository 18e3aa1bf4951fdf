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
    "--keep",
    metavar="FIELDS",
    help="The rules that stay, such as tiles,one-die, or none; without it tiles, dice and scoring.",
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
    keep: str | None,
    top: int,
    results: str | None,
    format: Format,
) -> None:
    """Say whether it matters that a game is unfair, and what would make it fairer.

    Tried are the values that people play (in the registered rule sets) of one rule, or of two as
    well; what makes it exactly fair: that the players take turns to start, that the difference of
    the scores is paid, a side payment, another payout for a clack, up to 10 stakes; and the other
    orders of play, of games that are not too large for it. Of two rules the text leaves out what
    one of them does alone.

    \b
    Examples:
      twoplayer mend
      twoplayer mend my-pub.toml --changes 2
      twoplayer mend --tiles 8 --ties first --top 5
      twoplayer mend --keep dice,clack-payout
      twoplayer mend clack-at-once --format csv
    """
    from ..many.mending import KEPT, find_mends
    from ..show.mending import render_mending

    whole_number("top", top, 1)
    family, kept = family_of(name, rules), KEPT if keep is None else keep
    with progress():
        found = find_mends(family.single(), changes, kept, partial(evs_of, results=results))
    if found.too_large:
        say(f"{len(found.too_large):,} changes are left out: the games are too large for tables.")
    for order in found.refused_orders:
        say(f"The order of play {order} is left out: it has no exact value that tables hold.")
    click.echo(render_mending(family.name, found, top, format), nl=False)

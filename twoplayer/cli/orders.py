"""The command about other orders of play. It imports what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .duration import progress, say
from .options import RulesCommand, format_option, names_argument
from .solving import cores_for, family_of, members_of

if TYPE_CHECKING:
    from ..writing import Format

__all__ = ["orders"]


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
    from ..errors import GameTooLargeError
    from ..evening.orders import evs_by_order, work_by_order
    from ..show.orders import fairest_first, order_words, render_orders
    from ..show.ranking import labels

    members = members_of([family_of(name, rules) for name in names or [None]])
    variants = list(dict.fromkeys(variant for _, variant in members))
    work = sum(map(work_by_order, variants)) if len(variants) > 1 else 0
    with progress() as advance, cores_for(work) as executor:
        found = evs_by_order(variants, advance, executor)
    compared, refused = [], []
    for (name, variant), label in zip(members, labels(members), strict=True):
        known = {}
        for order, ev in found[variant].items():
            if isinstance(ev, GameTooLargeError):
                refused.append((f"{label}: {order_words(order)} is left out", ev))
            else:
                known[order] = ev
        if known:
            compared.append((name, variant, known))
    if refused and not compared:
        raise refused[0][1]
    for left_out, reason in refused:
        say(f"{left_out}. {reason}")
    click.echo(render_orders(fairest_first(compared), format), nl=False)

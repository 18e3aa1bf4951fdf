"""The command for a card to print. It imports what it needs when it runs."""

from __future__ import annotations

from typing import Any

import click

from .duration import progress
from .options import RulesCommand, ending_of, need, variant_argument
from .solving import family_of

__all__ = ["card"]


@click.command(cls=RulesCommand)
@variant_argument
@click.option("--second", is_flag=True, help="For the second player, in place of the first.")
@click.option("-o", "--output", required=True, metavar="FILE", help="The HTML file.")
def card(name: str | None, rules: dict[str, Any], second: bool, output: str) -> None:
    """Write a card to play by: one sheet of A5 to print (extra page).

    It says how many dice to roll and has the best rule of thumb. Then come the exceptions that are
    worth most, by exact value against perfect play, as many as fit; and what it costs to play by
    the card. Open it in a browser, and print it.

    \b
    Examples:
      twoplayer card -o card.html
      twoplayer card --tiles 6 --second -o second.html
      twoplayer card my-pub.toml -o our-card.html
    """
    from pathlib import Path

    ending_of(output, ("html",))
    need("jinja2", "page")
    family = family_of(name, rules)
    variant = family.single()

    from ..files import write
    from ..show.card import render_card, room_for
    from ..strategy.card import card as made_for

    player = "second" if second else "first"
    with progress() as advance:
        made = made_for(variant, player, lines=room_for(variant, player), progress=advance)
    write(Path(output), render_card(made, family.name))

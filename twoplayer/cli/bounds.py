"""The command for games that tables cannot hold. It imports what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .duration import progress, say
from .options import RulesCommand, format_option, results_option, variant_argument
from .solving import family_of, kept_in

if TYPE_CHECKING:
    from ..cells import Format


@click.command(cls=RulesCommand)
@variant_argument
@click.option("--values", is_flag=True, help="Also the second player's values, by score.")
@results_option
@format_option
def bounds(
    name: str | None, rules: dict[str, Any], values: bool, results: str | None, format: Format
) -> None:
    """Enclose the first player's expected value of a game that is too large for `solve`.

    It lies between the bounds: that is proven, and they are at most 1e-9 of a stake apart. Boards
    have up to 24 tiles, by digits up to 16, and at most 1e12 moves in all their states against all
    scores: The 300, `the-300`, has half as many, and takes some minutes on two cores. Needs the
    extra `large`. With --values, markdown, csv and latex hold the second player's values instead.

    \b
    Examples:
      twoplayer bounds
      twoplayer bounds --tiles 14 --dice 3d6 --scoring count
      twoplayer bounds the-300 --tiles 13 --results my.db
    """
    from ..many.results import known_bounds
    from ..show.bounds import render_bounds
    from ..turn.kernel import compiled

    family = family_of(name, rules)
    variant = family.single()
    compiled()  # or say that numba is missing, before there is a file
    with kept_in(results) as kept, progress():
        found = known_bounds(variant, kept, say)
    click.echo(render_bounds(family.name, found, values, format), nl=False)

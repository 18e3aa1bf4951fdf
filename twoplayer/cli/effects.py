"""The command about what each rule does. It imports what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .options import RulesCommand, format_option, names_or_sixteen, results_option
from .solving import distinct_of, family_of, members_of, solve_evs

if TYPE_CHECKING:
    from ..cells import Format


@click.command(cls=RulesCommand)
@names_or_sixteen
@results_option
@format_option
def effects(
    names: tuple[str, ...], rules: dict[str, Any], results: str | None, format: Format
) -> None:
    """Tell what each rule does across families, variants and files.

    The first value of a rule is compared with each of its others, in games that differ in nothing
    else. A row has how far the first player's expected value moves, in percent of a stake: on
    average, at the lowest and at the highest; and in how many of the games another player is
    favoured then. CSV and JSON are exact, and in stakes.

    \b
    Examples:
      twoplayer effects
      twoplayer effects house
      twoplayer effects tiles --one-die never --format csv
      twoplayer effects sixteen --tiles 10 --results my.db
    """
    from ..many.effects import effects_of
    from ..show.effects import render_effects

    members = members_of([family_of(name, rules) for name in names or ["sixteen"]])
    variants = [variant for _, variant in distinct_of(members)]
    evs = solve_evs(variants, results)
    found = effects_of(dict(zip(variants, evs, strict=True)))
    click.echo(render_effects(found, format), nl=False)

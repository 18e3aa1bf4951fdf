"""The command for matches of several rounds. It imports what it needs when it runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from .duration import progress
from .options import RulesCommand, format_option, variant_argument
from .solving import family_of

if TYPE_CHECKING:
    from ..evening.race import Race
    from ..evening.rounds import Rounds
    from ..writing import Format

__all__ = ["match"]

ROUNDS = 5
ROUNDS_TAKE, RACES_TAKE = (1, 1, 20, 20), (2, 2, 3, 3)
"""How long the four ways to choose who starts take, beside each other."""


@click.command(cls=RulesCommand)
@variant_argument
@click.option("--rounds", type=int, metavar="N", help=f"How many rounds; {ROUNDS} if not said.")
@click.option("--to", "target", type=int, metavar="TARGET", help="A race to this total instead.")
@click.option(
    "--starts",
    metavar="WHO",
    default="alternate",
    show_default=True,
    help="Whose match is told in words: same | alternate | loser | winner.",
)
@format_option
def match(
    name: str | None,
    rules: dict[str, Any],
    rounds: int | None,
    target: int | None,
    starts: str,
    format: Format,
) -> None:
    """Tell who is favoured in a match of several rounds.

    Each player takes a turn in every round, and the lower total of the scores wins one stake: after
    a number of rounds, which is exact; or, with --to, after the round in which somebody reaches the
    target, between bounds that are proven and at most 1e-9 apart. The first player is who starts
    round 1. The player who starts the next is the same one again, the other one, or who has lost or
    won this round; after equal scores the same one. A table compares all four, for every number of
    rounds up to N.

    All four are computed, whatever is told in words: five rounds take half a minute, ten some
    minutes. A race to 45 takes half a minute in all, one to 100 a minute or two.

    \b
    Examples:
      twoplayer match --rounds 2
      twoplayer match --tiles 5 --rounds 3 --starts loser
      twoplayer match --tiles 4 --to 9
      twoplayer match --tiles 4 --ties first --format csv
    """
    from ..evening import race as races
    from ..evening import rounds as matches
    from ..evening.match import STARTS, match_rules
    from ..executors import told
    from ..show.match import render_match

    if rounds is not None and target is not None:
        raise click.UsageError("--rounds and --to exclude each other")
    family = family_of(name, rules)
    variant = match_rules(family.single(), starts)
    solve: Callable[..., Rounds | Race]
    if target is None:
        solve, shares = (
            partial(matches.rounds, variant, ROUNDS if rounds is None else rounds),
            ROUNDS_TAKE,
        )
    else:
        solve, shares = partial(races.race, variant, target), RACES_TAKE
    with progress() as advance:
        ways = {
            way: solve(way, told(advance, share / sum(shares))).fractions
            for way, share in zip(STARTS, shares, strict=True)
        }
    click.echo(render_match(family.name, ways, starts, format), nl=False)

"""The command about fairness. It imports what it needs when it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, RulesError
from .duration import progress, say
from .options import (
    RulesCommand,
    format_option,
    names_argument,
    payout_range,
    selection_options,
)
from .solving import family_of, members_of

if TYPE_CHECKING:
    from ..cells import Format
    from ..game.fairness import Fairness
    from ..strategy.matchup import Matchup
    from ..table import Column
    from ..variant.variant import Variant

    Named = tuple[str, Variant]


@click.command(cls=RulesCommand)
@names_argument
@click.option(
    "--payouts",
    metavar="LOW:HIGH",
    help="Find every clack payout in this range that makes one variant exactly fair, such as "
    "0:4, or 0: for any payout, which takes longer; that there is none is a proof.",
)
@click.option("--first", default="optimal", show_default=True, help="The first one's strategy.")
@click.option("--second", default="optimal", show_default=True, help="The second one's strategy.")
@click.option("--exact", is_flag=True, help="Exact fractions in the text as well.")
@selection_options
@format_option
def fair(
    names: tuple[str, ...],
    rules: dict[str, Any],
    payouts: str | None,
    first: str,
    second: str,
    exact: bool,
    format: Format,
    **selection: Any,
) -> None:
    """Tell how fair variants are: who is favoured, by how much, and what would mend it.

    For one variant: the expected value, how often each player wins and clacks, after how many
    games the advantage stands out of luck (twice the standard deviation), and the payment from one
    player to the other that makes the game fair. Several are ranked, the fairest first. Without a
    NAME it is the classic game.

    --first and --second tell how people play, by the names of `twoplayer strategies`: then it is
    the expected value between them, what the seat is worth, and what each one's play costs.

    \b
    Examples:
      twoplayer fair
      twoplayer fair sixteen
      twoplayer fair house --where favoured=first --sort=-games --top 5
      twoplayer fair --tiles 10 --immediate-clack --payouts 0:10
      twoplayer fair sixteen --format json
      twoplayer fair --first largest-first --second fewest-tiles,largest-first
    """
    families = [family_of(name, rules) for name in names or [None]]
    played = None if (first, second) == ("optimal", "optimal") else (first, second)
    if payouts is not None:
        if any(selection.values()):
            raise click.UsageError("--payouts goes without --where, --sort and --top")
        if len(families) > 1:
            raise click.UsageError("--payouts takes one variant")
        if played:
            raise click.UsageError("--payouts is of optimal play, without --first and --second")
        from dataclasses import replace

        if "clack_payout" in rules:
            raise click.UsageError("--payouts and --clack-payout exclude each other")
        # The payout that the rules have makes no difference, so it need not be settled.
        family = families[0].replace(clack_payout=1)
        variant = replace(family, name=f"{family.name} without its payouts").single()
        click.echo(_fair_payouts(variant, payouts, format), nl=False)
        return

    from ..game.fairness import Fairness
    from ..many.selection import Selection
    from ..show import fairness as of_optimal
    from ..show import matchup as of_played
    from ..strategy.matchup import Matchup

    view: Any = of_played if played else of_optimal
    columns: Sequence[Column] = (Matchup if played else Fairness).columns
    wanted = Selection.read(**selection, columns=columns)
    every = members_of(families)
    members = wanted.of_members(every)
    named: Any = _matchups(members, *played) if played else _fairness(members)
    rows = wanted.of(named)
    misfits = len(members) - len(named)
    if format == "text" and len(every) - misfits == len(rows) == 1:
        click.echo(view.describe_one(*rows[0], exact=exact), nl=False)
    else:
        click.echo(view.table_of(rows).write(format, exact), nl=False)


def _fairness(members: Sequence[Named]) -> list[tuple[str, Fairness]]:
    """Return how fair the members are, the fairest first."""
    from ..game.solutions import solve_named
    from ..progress import part, tracked

    with progress():
        with part(1 / 2):
            solutions = solve_named(members)
        named = [(each.name, each.fractions.fairness()) for each in tracked(solutions)]
    return sorted(named, key=lambda pair: pair[1].side_payment)


def _matchups(members: Sequence[Named], first: str, second: str) -> list[tuple[str, Matchup]]:
    """Return the games between two strategies that go with them, the fairest first."""
    from ..progress import tracked
    from ..strategy.matchup import matchup

    named = []
    with progress():
        for name, variant in tracked(members):
            try:
                named.append((name, matchup(variant, first, second).fractions))
            except RulesError as error:
                if len(members) == 1:
                    raise
                say(f"{name} is left out. {error}")
    if members and not named:
        raise InputError("first, second: no game of these goes with them")
    return sorted(named, key=lambda pair: abs(pair[1].first_player_ev))


def _fair_payouts(variant: Variant, interval: str, format: Format) -> str:
    from ..payout.fair_payouts import fair_intervals
    from ..payout.function import payout_interval
    from ..show.fairness import render_payouts

    low, high = payout_range(interval)
    with progress():
        found = fair_intervals(variant, *payout_interval(low, high))
    words = f"of {low} or more" if high is None else f"from {low} to {high}"
    return render_payouts(words, found, format)

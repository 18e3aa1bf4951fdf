"""The command line. Every command imports what it needs when it runs."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

import click

from .. import __version__
from .advice import advise
from .bounds import bounds
from .duration import progress
from .effects import effects
from .errors import Commands
from .evening import match, orders, seats
from .exports import export
from .fairness import fair
from .figures import page, plot
from .help import explain
from .mend import mend
from .one_player import card, simulate, solo, strategies
from .options import (
    RulesCommand,
    format_option,
    names_or_sixteen,
    results_option,
    selection_options,
    tiles_of,
    variant_argument,
)
from .reports import certify, check, report
from .solving import family_of, members_of, say_left_out, solve_entries

if TYPE_CHECKING:
    from ..cells import Format


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="twoplayer")
def main() -> None:
    """Settle whether a house rule of Shut the Box is fair: exact values, for two players and more.

    Rules have a name (`twoplayer rules` lists them), or stand in a TOML file of your own
    (`twoplayer help files`), or are options: `twoplayer help RULE` explains each. What is not said
    is as in the classic game: tiles 1 to 9, two dice, the lower sum wins, ties push.

    \b
    Examples:
      twoplayer table sixteen
      twoplayer solve --one-die sum-6 --immediate-clack
      twoplayer solve my-pub.toml
      twoplayer help ties
    """


@main.command()
@format_option
def rules(format: Format) -> None:
    """List the registered rules: name, members, summary.

    \b
    Examples:
      twoplayer rules
      twoplayer rules --format json
    """
    from ..table import Column, Table
    from ..variant.registry import family, registered

    members = Column("members", lambda family: len(family.members()))
    columns = Column("name"), members, Column("summary", width=46)
    click.echo(Table(columns, [*map(family, registered())]).write(format), nl=False)


@main.command(cls=RulesCommand)
@variant_argument
@format_option
def show(name: str | None, rules: dict[str, Any], format: Format) -> None:
    """Say every rule of a variant or a family in words, and its source.

    All formats but text have a row for each rule that it may have.

    \b
    Examples:
      twoplayer show sixteen
      twoplayer show --tiles 12 --ties second
      twoplayer show sixteen --format markdown
    """
    from ..show.rules import render_rules

    family = family_of(name, rules)
    click.echo(render_rules(family, format), nl=False)
    say_left_out([family])


@main.command(cls=RulesCommand)
@variant_argument
@click.option("--values", is_flag=True, help="Also the second player's value against each score.")
@format_option
def solve(name: str | None, rules: dict[str, Any], values: bool, format: Format) -> None:
    """Compute the first player's exact expected value of one variant.

    With --values, --format markdown, csv and latex write the second player's values instead of
    the expected value; JSON always holds both.

    \b
    Examples:
      twoplayer solve
      twoplayer solve sixteen --one-die never --clack-payout 1 --immediate-clack
      twoplayer solve --tiles 12 --values
      twoplayer solve --format json
    """
    from ..cells import to_json
    from ..game.solutions import solve_named
    from ..show.ranking import against_scores, describe, evs_table
    from ..variant.beside import plain_rules

    family = family_of(name, rules)
    with progress():
        solution = solve_named([(family.name, family.single())])[0].fractions
    against = solution.table()
    if format == "json":
        evs = {"first_player_ev": solution.first_player_ev}
        each = against_scores(solution.second_player_values)
        text = to_json(
            {"variant": plain_rules(solution.variant), **evs, "second_player_values": each}
        )
    elif format == "text":
        text = describe(solution) + (f"\n{against.write(format)}" if values else "")
    else:
        text = (against if values else evs_table([solution])).write(format, exact=not values)
    click.echo(text, nl=False)


@main.command(cls=RulesCommand)
@variant_argument
@click.option(
    "--to-beat",
    "score_to_beat",
    type=int,
    metavar="SCORE",
    help="The second player's policy against this score, in place of the first player's.",
)
@click.option("--open", "open_tiles", metavar="TILES", help="Only where these are open: 1,2,5,8.")
@click.option("--all", "every", is_flag=True, help="Also what never comes up if played so.")
@click.option("--exact", is_flag=True, help="Fractions as values; CSV and JSON always have them.")
@format_option
def policy(
    name: str | None,
    rules: dict[str, Any],
    score_to_beat: int | None,
    open_tiles: str | None,
    every: bool,
    exact: bool,
    format: Format,
) -> None:
    """Print what to roll and what to cover, in every state, after every roll.

    A row holds the open tiles, every optimal number of dice to roll before ("1,2": either), a
    roll, every optimal move after it ("3+5 or 8"; none where the turn ends), and the value then.
    There is a row for every set of tiles and every roll that a turn played so may come to.

    \b
    Examples:
      twoplayer policy
      twoplayer policy --open 1,2,5,8
      twoplayer policy --one-die always --to-beat 12
      twoplayer policy --clack-payout 2 --immediate-clack --all --format csv
    """
    from ..cells import Row
    from ..exact import nearest
    from ..game.solutions import solve
    from ..progress import tell
    from ..table import Column, Table, To, decimal
    from ..variant.tiles import mask_of

    turn = solve(family_of(name, rules).single()).fractions.play(score_to_beat)
    tiles = turn.variant.tiles
    rows: list[Row] = []
    with progress():
        found = (
            turn.policy(not every)
            if open_tiles is None
            else turn.policy_in(tiles_of(open_tiles), not every)
        )
        left = 1.0
        for row in found:
            before, left = left, mask_of(tiles, row["open_tiles"]) / 2 ** len(tiles)
            tell(before - left)
            rows.append(row)
    columns = (
        *(Column(name, itemgetter(name)) for name in ("open_tiles", "dice", "roll")),
        Column("moves", itemgetter("moves"), width=31),
        Column("value", unit="approx") if exact else decimal("value"),
        Column("about", lambda row: nearest(row["value"]), to=To.EXACTLY),
    )
    click.echo(Table(columns, rows).write(format, exact), nl=False)


@main.command(cls=RulesCommand)
@names_or_sixteen
@click.option(
    "--exact", is_flag=True, help="The exact fractions too; CSV and JSON always have them."
)
@selection_options
@results_option
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Spread the work over the machines of this dask scheduler (extra dask).",
)
@format_option
def table(
    names: tuple[str, ...],
    rules: dict[str, Any],
    exact: bool,
    results: str | None,
    scheduler: str | None,
    format: Format,
    **selection: Any,
) -> None:
    """Print the EVs of families, variants and files, fairest first.

    Many variants are solved on all cores.

    \b
    Examples:
      twoplayer table sixteen
      twoplayer table tiles --one-die never --exact
      twoplayer table sixteen my-pub.toml --format markdown
      twoplayer table tiles --where clack-payout=1 --where favoured=first --top 5
      twoplayer table sixteen --results my.db --format csv
    """
    from ..game.fairness import EVS
    from ..many.selection import Selection
    from ..show.ranking import evs_table, ranked

    wanted = Selection.read(**selection, columns=EVS)
    members = members_of([family_of(name, rules) for name in names or ["sixteen"]])
    entries = ranked(solve_entries(wanted.of_members(members), results, scheduler))
    rows = wanted.of((entry.name, entry) for entry in entries)
    click.echo(evs_table([entry for _, entry in rows]).write(format, exact), nl=False)


for command in (
    *(advise, bounds, card, certify, check, effects, explain, export, fair, match, mend, orders),
    *(page, plot, report, seats, simulate, solo, strategies),
):
    main.add_command(command)

"""The command line. Every command imports what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import __version__
from .advice import advise
from .duration import progress
from .errors import Commands
from .exports import export
from .fairness import fair
from .figures import page, plot
from .match import match
from .one_player import simulate, solo, strategies
from .options import RulesCommand, format_option, names_argument, results_option, variant_argument
from .orders import orders
from .reports import certify, check, report
from .seats import seats
from .solving import family_of, solve_entries

if TYPE_CHECKING:
    from ..writing import Format

__all__ = ["main"]


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="twoplayer")
def main() -> None:
    """Settle whether a house rule of Shut the Box is fair: exact values, for two players and more.

    VARIANT is a registered name (see `twoplayer rules`), a TOML file of your own, or nothing for
    the classic game. Every rule is also an option, which replaces that rule.

    \b
    Examples:
      twoplayer table sixteen
      twoplayer solve --one-die "sum <= 6" --immediate-clack
      twoplayer solve my-pub.toml
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
    from ..variant.registry import family, registered
    from ..writing import render

    rows = [
        {"name": each.name, "members": len(each.members()), "summary": each.summary}
        for each in map(family, registered())
    ]
    click.echo(render(rows, format, widths={"summary": 46}), nl=False)


@main.command(cls=RulesCommand)
@variant_argument
def show(name: str | None, rules: dict[str, Any]) -> None:
    """Say every rule of a variant or a family in words, and where it is from.

    \b
    Examples:
      twoplayer show sixteen
      twoplayer show --tiles 12 --ties second
    """
    from ..writing import paragraph, titled

    family = family_of(name, rules)
    members = len(family.members())
    if name is not None:
        click.echo(paragraph(f"{family.name}: {family.summary}"))
        click.echo(f"{paragraph(f'Source: {family.source}')}\n")
    if family.parts:
        click.echo(titled({f"{part.name} ": part.summary for part in family.parts}))
    if family.parts and family.options:
        click.echo("\nIn all of them:")
    for field, choices in family.words().items():
        if family.parts and field not in family.options:
            continue
        for number, text in enumerate(choices):
            click.echo(paragraph(text, f"{'' if number else field:<16} {'or ' if number else ''}"))
    if members > 1:
        click.echo(f"\n{members} members{'' if family.parts else ': every combination'}.")


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
    from ..game.solution import solve_all
    from ..show.ranking import Entry, describe, render_ranking
    from ..writing import render, to_json

    family = family_of(name, rules)
    with progress() as advance:
        solution = solve_all([family.single()], advance)[0].fractions
    entry = Entry.of(family.name, solution)
    against = solution.to_records()
    titles = {
        "first_player_score": "score to beat",
        "exact": "second player's value",
        "approx": "about",
    }
    if format == "json":
        row = {"variant": solution.variant.rules(), "first_player_ev": solution.first_player_ev}
        text = to_json({**row, "second_player_values": against})
    elif format == "text":
        text = describe(entry)
        text += "\n" + render(against, format, titles) if values else ""
    elif values:
        text = render(against, format, titles)
    else:
        text = render_ranking([entry], format, exact=True)
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
@format_option
def policy(
    name: str | None, rules: dict[str, Any], score_to_beat: int | None, format: Format
) -> None:
    """Print the whole policy: what to roll and to cover in every state, after every roll.

    A row holds the open tiles, every optimal number of dice to roll before ("1,2": either), a
    roll, every optimal move after it ("3+5 or 8"; none where the turn ends), and the value then.
    There is a row for every set of tiles and every roll, whether a game gets there or not.

    \b
    Examples:
      twoplayer policy
      twoplayer policy --one-die always --to-beat 12
      twoplayer policy --clack-payout 2 --immediate-clack --format csv
    """
    from ..game.solution import solve
    from ..writing import Row, render, with_decimal

    solution = solve(family_of(name, rules).single()).fractions
    rows: list[Row] = []
    with progress() as advance:
        for row in solution.policy(score_to_beat):
            if not rows or rows[-1]["open_tiles"] != row["open_tiles"]:
                advance(1 / 2 ** len(solution.variant.tiles))
            rows.append(with_decimal(row, format))
    click.echo(render(rows, format), nl=False)


@main.command(cls=RulesCommand)
@names_argument
@click.option(
    "--exact", is_flag=True, help="The exact fractions too; CSV and JSON always have them."
)
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
) -> None:
    """Print the EV table of families, variants and files, the fairest first.

    Without a NAME it is the table of the published sixteen. Many variants are solved on all cores.

    \b
    Examples:
      twoplayer table sixteen
      twoplayer table tiles --one-die never --exact
      twoplayer table sixteen my-pub.toml --format markdown
      twoplayer table sixteen --results my.db --format csv
    """
    from ..show.ranking import ranked, render_ranking

    families = [family_of(name, rules) for name in names or ["sixteen"]]
    entries = solve_entries(families, results, scheduler)
    click.echo(render_ranking(ranked(entries), format, exact), nl=False)


_ELSEWHERE = (
    *(advise, certify, check, export, fair, match, orders, page, plot, report),
    *(seats, simulate, solo, strategies),
)
for command in _ELSEWHERE:
    main.add_command(command)

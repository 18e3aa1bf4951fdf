"""The command line. Every command imports what it needs when it runs."""

from __future__ import annotations

import sys
from typing import Any

import click

from . import __version__
from .cli_one_player import simulate, solo, strategies
from .command_line import (
    Commands,
    RulesCommand,
    family_of,
    format_option,
    names_argument,
    progress,
    solve_entries,
    variant_argument,
)
from .errors import FileError, InputError

__all__ = ["main"]


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="twoplayer")
def main() -> None:
    """Settle whether a house rule of Shut the Box is fair: exact values for two players.

    VARIANT is a registered name (see `twoplayer rules`), a TOML file of your own, or nothing for
    the simplest game. Every rule is also an option, which replaces that rule.

    \b
    Examples:
      twoplayer table sixteen
      twoplayer solve --one-die "sum <= 6" --immediate-clack
      twoplayer solve my-pub.toml
    """


@main.command()
@format_option
def rules(format: str) -> None:
    """List the registered rules: name, members, summary.

    \b
    Examples:
      twoplayer rules
      twoplayer rules --format json
    """
    from .registry import family, registered
    from .table import render

    rows = [
        {"name": name, "members": len(family(name).members()), "summary": family(name).summary}
        for name in registered()
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
    family = family_of(name, rules)
    members = len(family.members())
    if name is not None:
        click.echo(f"{family.name}: {family.summary}\nSource: {family.source}\n")
    width = max((len(part.name) for part in family.parts), default=0)
    for part in family.parts:
        click.echo(f"{part.name:<{width}}  {part.summary}")
    if family.parts and family.options:
        click.echo("\nIn all of them:")
    for field, choices in family.words().items():
        if family.parts and field not in family.options:
            continue
        for number, text in enumerate(choices):
            click.echo(f"{'' if number else field:<16} {'or ' if number else ''}{text}")
    if members > 1:
        click.echo(f"\n{members} members{'' if family.parts else ': every combination'}.")


@main.command(cls=RulesCommand)
@variant_argument
@click.option("--values", is_flag=True, help="Also the second player's value against each score.")
@format_option
def solve(name: str | None, rules: dict[str, Any], values: bool, format: str) -> None:
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
    from .ranking import describe, json_row, render_ranking
    from .table import render, to_json

    family = family_of(name, rules)
    family.single()
    [entry] = solve_entries([family])
    against = entry.solution.to_records()
    titles = {
        "first_player_score": "score to beat",
        "exact": "second player's value",
        "approx": "about",
    }
    if format == "json":
        row = {key: json_row(entry)[key] for key in ("variant", "first_player_ev")}
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
    type=int,
    metavar="SCORE",
    help="The second player's policy against this score, in place of the first player's.",
)
@format_option
def policy(name: str | None, rules: dict[str, Any], to_beat: int | None, format: str) -> None:
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
    from .game import solve
    from .table import Row, render, with_decimal

    solution = solve(family_of(name, rules).single())
    rows: list[Row] = []
    with progress(2 ** len(solution.variant.tiles)) as advance:
        for row in solution.policy(to_beat):
            if not rows or rows[-1]["open_tiles"] != row["open_tiles"]:
                advance(1)
            rows.append(with_decimal(row, format))
    click.echo(render(rows, format), nl=False)


@main.command(cls=RulesCommand)
@names_argument
@click.option(
    "--exact", is_flag=True, help="The exact fractions too; CSV and JSON always have them."
)
@format_option
def table(names: tuple[str, ...], rules: dict[str, Any], exact: bool, format: str) -> None:
    """Print the EV table of families, variants and files, the fairest first.

    Without a NAME it is the table of the published sixteen.

    \b
    Examples:
      twoplayer table sixteen
      twoplayer table tiles --one-die never --exact
      twoplayer table sixteen my-pub.toml --format markdown
    """
    from .ranking import ranked, render_ranking

    entries = solve_entries([family_of(name, rules) for name in names or ["sixteen"]])
    click.echo(render_ranking(ranked(entries), format, exact), nl=False)


# An unknown option goes to FRACTION, since a negative number looks like one.
@main.command(cls=RulesCommand, context_settings={"ignore_unknown_options": True})
@click.argument("fraction", required=False)
@variant_argument
@click.option("--table", metavar="FILE", help="Check every row of a CSV instead; - is stdin.")
@format_option
def check(
    fraction: str | None,
    name: str | None,
    rules: dict[str, Any],
    table: str | None,
    format: str,
) -> None:
    """Tell whether FRACTION is the exact EV of a variant. Exit code 1 says that it is not.

    A table has the names of the rules as headings, and first_player_ev (a fraction, in stakes)
    or first_player_ev_percent (a decimal, right to within half a unit of its last digit).

    \b
    Examples:
      twoplayer check -668351559599495/166583718925369344
      twoplayer check 1/1000 --immediate-clack
      twoplayer check --table published.csv
      twoplayer table sixteen --format csv | twoplayer check --table -
    """
    from .check import Claim, check_claims, read_claims, render_checks, verdict
    from .exact import parse_exact
    from .files import decode, read_text

    if fraction is not None and fraction.startswith("--"):
        raise click.NoSuchOption(fraction)
    if table is None and fraction is None:
        raise click.UsageError("give a FRACTION, or --table FILE")
    if table is None:
        try:
            value = parse_exact(fraction)
        except ValueError as error:
            raise InputError(f"FRACTION: got {fraction!r}, {error}; takes p/q, in stakes") from None
        claims = [Claim(None, family_of(name, rules).single(), str(value), value, value)]
    elif fraction is None and not rules:
        from_stdin = table == "-"
        text = decode(_stdin(), "stdin") if from_stdin else read_text(table)
        claims = read_claims(text, "stdin" if from_stdin else table)
    else:
        raise click.UsageError("--table takes its rules from the table alone")
    with progress(len(claims)) as advance:
        checked = check_claims(claims, advance)
    if table is None and format == "text":
        click.echo(verdict(checked[0]))
    else:
        click.echo(render_checks(checked, format), nl=False)
    sys.exit(0 if all(c.right for c in checked) else 1)


def _stdin() -> bytes:
    if sys.stdin is None:
        raise FileError("stdin: closed")
    return sys.stdin.buffer.read()


@main.command()
@click.option(
    "--output",
    default="reports",
    show_default=True,
    metavar="FOLDER",
    help="Where the reports are.",
)
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 where a report differs.")
def report(output: str, check: bool) -> None:
    """Write the reports, or compare them with what is there.

    \b
    Examples:
      twoplayer report
      twoplayer report --check
      twoplayer report --output /tmp/reports
    """
    from .figures import FIGURES
    from .report import REPORTS, differing, draw, reports, write

    with progress(len(REPORTS)) as advance:
        made = reports(advance)
    if not check:
        figures = draw(made)
        for path in write({**made, **figures}, output):
            click.echo(path)
        for name in FIGURES if not figures else ():
            click.echo(f"{name} was not drawn: it needs matplotlib, the extra `plot`", err=True)
        return
    different = differing(made, output)
    for path in different:
        click.echo(f"{path} differs")
    sys.exit(1 if different else 0)


for command in (simulate, solo, strategies):
    main.add_command(command)

"""The commands that prove and check figures and write reports; each imports what it needs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from ..errors import FileError, InputError, refused
from .duration import progress, say
from .options import Named, RulesCommand, format_option, results_option, variant_argument
from .solving import family_of, solve_evs

if TYPE_CHECKING:
    from ..cells import Format

_LARGE = 0.8
"""Which share of the work of all reports the numbers of large boxes are."""


# An unknown option goes to FRACTION, since a negative number looks like one.
@click.command(cls=RulesCommand, context_settings={"ignore_unknown_options": True})
@click.argument(
    "fraction",
    cls=Named,
    metavar="[FRACTION]",
    required=False,
    takes="An exact number of stakes, such as -1/250; or a rounded one in percent: -0.4012%.",
)
@variant_argument
@click.option("--table", metavar="FILE", help="Check every row of a CSV instead; - is stdin.")
@results_option
@format_option
def check(
    fraction: str | None,
    name: str | None,
    rules: dict[str, Any],
    table: str | None,
    results: str | None,
    format: Format,
) -> None:
    """Tell whether FRACTION is the exact EV of a variant. Exit code 1 says that it is not.

    With % it is a decimal, right to within half a unit of its last digit; without, it is exact.

    A table has the names of the rules as headings, and first_player_ev (a fraction, in stakes)
    or first_player_ev_percent (a decimal, right to within half a unit of its last digit).

    \b
    Examples:
      twoplayer check -668351559599495/166583718925369344
      twoplayer check -0.4012%
      twoplayer check 1/1000 --immediate-clack
      twoplayer check --table published.csv --results my.db
      twoplayer table sixteen --format csv | twoplayer check --table -
    """
    from ..files import MOST_TABLE, read_stdin, read_text
    from ..many.claims import check_claims, claim_of, read_claims
    from ..show.claims import render_checks, verdict

    if fraction is not None and fraction.startswith("--"):
        raise click.NoSuchOption(fraction)
    if table is None and fraction is None:
        raise click.UsageError("give a FRACTION, or --table FILE")
    if table is None:
        try:
            claims = [claim_of(fraction or "", family_of(name, rules).single())]
        except InputError:
            raise
        except ValueError as error:
            takes = "p/q, in stakes, or a decimal with %"
            raise refused("FRACTION", fraction, takes, str(error)) from None
    elif fraction is None and not rules:
        from_stdin = table == "-"
        text = read_stdin(MOST_TABLE) if from_stdin else read_text(table, MOST_TABLE)
        with progress():
            claims = read_claims(text, "stdin" if from_stdin else table)
    else:
        raise click.UsageError("--table takes its rules from the table alone")
    evs = solve_evs([claim.variant for claim in claims], results)
    checked = check_claims(claims, evs)
    if table is None and format == "text":
        click.echo(verdict(checked[0]))
    else:
        click.echo(render_checks(checked, format), nl=False)
    sys.exit(0 if all(c.right for c in checked) else 1)


@click.command(cls=RulesCommand)
@variant_argument
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="Where to write it; compressed, if the name ends in .gz; - is stdout.",
)
def certify(name: str | None, rules: dict[str, Any], output: str) -> None:
    """Write a proof of a variant's exact EV, which anybody can check.

    This certificate is JSON with the value of every set of open tiles, in both players' turns. The
    file twoplayer/checker.py checks it with Python alone, and without this program.

    \b
    Examples:
      twoplayer certify -o classic.json
      twoplayer certify --one-die "sum <= 6" --immediate-clack -o proof.json.gz
      twoplayer certify my-pub.toml -o my-pub.json.gz
    """
    from pathlib import Path

    from ..files import write
    from ..game.certificate import certificate

    with progress():
        proof = certificate(family_of(name, rules).single())
    if output == "-":
        click.echo(proof.text, nl=False)
    else:
        write(Path(output), proof.text)


@click.command()
@click.option(
    "--output",
    default="reports",
    show_default=True,
    metavar="FOLDER",
    help="Where the reports are.",
)
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 where a report differs.")
@click.option("--full", is_flag=True, help="Compute every row of the atlas and of evenings.")
@click.option("--large", is_flag=True, help="Compute the numbers of large boxes anew, in minutes.")
@click.option(
    "--results",
    metavar="FILE",
    help="Keep the results of the atlas and of large boxes in this SQLite file, or take them "
    "from there.",
)
def report(output: str, check: bool, full: bool, large: bool, results: str | None) -> None:
    """Write the reports, or compare them with what is there.

    The atlas is solved on all cores; a check computes a fixed sample of it unless --full is given.
    Of the report on evenings a sample is computed as well, and the rest taken from what is there.
    The report on large boxes is written from its numbers in the folder, unless --large is given.

    \b
    Examples:
      twoplayer report
      twoplayer report --check
      twoplayer report --output /tmp/reports
    """
    from functools import partial
    from pathlib import Path

    folder = Path(output)
    wanted = folder if check or folder.exists() else folder.parent
    if not wanted.is_dir():
        raise FileError(f"{wanted}: no {'' if wanted.exists() else 'such '}folder")

    from ..files import write
    from ..many.results import open_results
    from ..progress import part
    from ..reports.atlas import atlas_evs, sampled_evs
    from ..reports.generated import FIGURES, LARGE, PAGES, REPORTS, draw, reports, stale
    from ..reports.large import large_numbers, written_numbers

    with (
        open_results(results) as known,
        progress(),
    ):
        evs = partial(sampled_evs, output) if check and not full else atlas_evs
        if large:
            with part(_LARGE):
                numbers = large_numbers(results=known, say=say)
        else:
            numbers = written_numbers(folder)
        made = reports(partial(evs, known, say=say), None if full else folder, numbers)
    if not check:
        figures = draw(made)
        for name, text in {**made, **figures}.items():
            write(folder / name, text, folders=True)
            click.echo(folder / name)
        for name in FIGURES if not figures else ():
            say(f"{name} was not drawn: it needs matplotlib, the extra `plot`")
        for name in PAGES if "page" in REPORTS and not made.keys() & set(PAGES) else ():
            say(f"{name} was not written: it needs jinja2, the extra `page`")
        if "large" in REPORTS and LARGE not in made:
            say(f"{LARGE} is not there, and so no report on large boxes: --large")
        return
    different = stale(made, folder)
    for path in different:
        click.echo(f"{path} differs")
    sys.exit(1 if different else 0)

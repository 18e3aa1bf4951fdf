"""The command: it writes the reports, or compares them with what is there."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from twoplayer import InputError
from twoplayer.cli.duration import progress, say
from twoplayer.errors import FileError, missing, one_of
from twoplayer.files import write
from twoplayer.work import tracked

from .catalogue import FIGURES, PAGES, REPORTS, Slow, draw, report, stale
from .large import NUMBERS, large_numbers, written_numbers

FOLDER = Path(__file__).parent.parent


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 where a report differs.")
@click.option("--full", is_flag=True, help="Compute every row, instead of a sample.")
@click.option("--large", is_flag=True, help="Compute the numbers of large boxes anew, in minutes.")
def main(names: Sequence[str], check: bool, full: bool, large: bool) -> None:
    """Write what the folder reports/ holds, or compare it with what is there.

    Each NAME is one report; without it all are made.

    \b
    Examples:
      python reports/make.py
      python reports/make.py sixteen tiles
      python reports/make.py --check
    """
    try:
        with progress():
            wanted = [one_of("NAME", name, REPORTS) for name in names] or [*REPORTS]
            different = make(Path(os.path.relpath(FOLDER)), wanted, check, full, large)
    except InputError as error:
        say(f"Error: {error}")
        sys.exit(3 if isinstance(error, FileError) else 2)
    for path in different:
        click.echo(f"{path} differs")
    sys.exit(1 if different else 0)


def make(folder: Path, names: Sequence[str], check: bool, full: bool, large: bool) -> list[Path]:
    """Make some reports; return the paths of what differs where nothing is to be written."""
    believed = None if full else folder
    numbers = {} if large else written_numbers(folder)
    different = []
    for name in tracked(names):
        if name == "large" and large:
            numbers = large_numbers()
        made = report(name, Slow(believed if check else None, believed, numbers))
        if check:
            different += stale(made, folder)
            if name == "large" and not made and (folder / "large.md").exists():
                different.append(folder / "large.md")
        else:
            write_report(folder, name, made)
    return different


def write_report(folder: Path, name: str, made: dict[str, str]) -> None:
    """Write a report with its figures, and say so; and what of it could not be made."""
    figures = draw(made)
    for file, content in {**made, **figures}.items():
        write(folder / file, content, folders=True)
        say(f"Wrote {folder / file}.")
    for file, (of, _) in FIGURES.items():
        if of in made and not figures:
            say(f"{file} was not drawn: {missing('plot')}.")
    for file, of in PAGES.items():
        if of == name and file not in made:
            say(f"{file} was not written: {missing('page')}.")
    if name == "large" and not made:
        say(f"{NUMBERS} is not there, and so no report on large boxes: --large")

"""What all commands share: errors, the options for rules, progress."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from ..errors import FileError, InputError, UnknownNameError

if TYPE_CHECKING:
    from ..family import Family
    from ..report.ranking import Entry
    from ..variant import Variant

__all__ = [
    "Commands",
    "RulesCommand",
    "family_of",
    "format_option",
    "members_of",
    "names_argument",
    "payout_range",
    "progress",
    "results_option",
    "roll_of",
    "solve_entries",
    "tiles_of",
    "variant_argument",
]


ENDLESS = ("", "oo", "inf", "∞")
"""How the end of a range is written that has none."""

MANY = 100
"""So many variants are worth starting a process for each core."""


class Commands(click.Group):
    """The commands, with one place where errors and interruptions become exit codes."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command line, and leave the process with its exit code."""
        try:
            sys.exit(super().main(*args, **{**kwargs, "standalone_mode": False}))
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            sys.exit(error.exit_code)
        except click.ClickException as error:
            _say(error.format_message())
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            sys.exit(130)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments; help and version are printed here."""
        try:
            return super().make_context(*args, terminal_width=_width(), **kwargs)
        except BrokenPipeError:
            _silence_stdout()
            sys.exit(141)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and turn what goes wrong into a line and an exit code."""
        try:
            super().invoke(ctx)
            if sys.stdout:
                sys.stdout.flush()
        except InputError as error:
            _say(*self._as_typed(ctx, error))
            ctx.exit(3 if isinstance(error, FileError) else 2)
        except BrokenPipeError:
            _silence_stdout()
            ctx.exit(141)
        except MemoryError:
            _say("memory: not enough for this game; takes fewer tiles, or simpler rolls")
            ctx.exit(2)
        except OSError as error:
            _silence_stdout()
            _say(f"output: cannot be written: {error}")
            ctx.exit(3)

    def _as_typed(self, ctx: click.Context, error: InputError) -> list[str]:
        """Return faults with the options that were typed instead of the parameters' names."""
        if isinstance(error, (FileError, UnknownNameError)):
            return str(error).splitlines()
        command = self.commands[ctx.invoked_subcommand or ""]
        options = {each.name: max(each.opts, key=len) for each in command.params}
        named = (fault.partition(":") for fault in str(error).splitlines())
        return [f"{options.get(name, name)}{colon}{rest}" for name, colon, rest in named]


def _width() -> int:
    """Return the width of help texts, as click would; it imports a slow module to find it."""
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (ValueError, OSError):
        columns = 80
    return max(min(columns, 80) - 2, 50)


def _say(*faults: str) -> None:
    for fault in faults:
        click.echo(f"Error: {fault}", err=True)


def _silence_stdout() -> None:
    """Let Python flush to nowhere on its way out, where nothing can be written any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class RulesCommand(click.Command):
    """A command with an option for every field; it gets those that were used as `rules`.

    The options are made when the command runs, since the help of the program needs none of them.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters, with the rules between arguments and options."""
        own = super().get_params(ctx)
        last = sum(isinstance(param, click.Argument) for param in own)
        return [*own[:last], *_rule_options(), *own[last:]]

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command with the rules that were given."""
        given = {option.name: ctx.params.pop(option.name or "") for option in _rule_options()}
        ctx.params["rules"] = {name: rule for name, rule in given.items() if rule is not None}
        return super().invoke(ctx)


@cache
def _rule_options() -> list[click.Option]:
    from ..fields import FIELDS

    options = []
    for name, field in FIELDS.items():
        flag = name.replace("_", "-")
        help = f"{field.takes}."
        if isinstance(field.default, bool):
            options.append(click.Option([f"--{flag}/--no-{flag}", name], default=None, help=help))
        else:
            options.append(click.Option([f"--{flag}", name], metavar="RULE", help=help))
    return options


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from ..registry import registered

    return [name for name in registered() if name.startswith(incomplete)]


variant_argument = click.argument(
    "name", metavar="[VARIANT]", required=False, shell_complete=_complete
)
names_argument = click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=_complete)
format_option = click.option(
    "--format",
    type=click.Choice(["text", "markdown", "csv", "json", "latex"]),
    default="text",
    show_default=True,
    help="How the result is written.",
)


results_option = click.option(
    "--results",
    metavar="FILE",
    help="Keep every result in this SQLite file; interrupted, the command goes on from there.",
)


def family_of(name: str | None, rules: Mapping[str, Any]) -> Family:
    """Return the rules of a name, or of the simplest game, with those of the options instead."""
    from ..family import Family
    from ..registry import family

    found = Family("this game", "", "", {}) if name is None else family(name)
    return found.replace(**rules)


def members_of(families: Iterable[Family]) -> list[tuple[str, Variant]]:
    """Return the variants of some families, each with the name of its rule set."""
    return [member for family in families for member in family.named_members()]


def solve_entries(
    families: Iterable[Family], results: str | None = None, scheduler: str | None = None
) -> list[Entry]:
    """Solve every member of some families, with a progress bar.

    Parameters
    ----------
    families
        What to solve.
    results
        The file that keeps every result; what it has is not computed again.
    scheduler
        The address of a scheduler that spreads the work over its machines.
    """
    from ..report.ranking import Entry

    named = members_of(families)
    variants = [variant for _, variant in named]
    if results is None and scheduler is None and len(named) < MANY:
        from ..game import solve_all

        with progress(len(named)) as advance:
            evs = [solution.first_player_ev for solution in solve_all(variants, advance)]
    else:
        from .. import workers
        from ..results import first_player_evs, open_results

        try:
            with (
                open_results(results) as known,
                progress(len(named)) as advance,
                workers.cores() if scheduler is None else workers.scheduler(scheduler) as executor,
            ):
                evs = first_player_evs(variants, executor, known, advance)
        except KeyboardInterrupt:
            if results is not None:
                click.echo(f"What is done is kept in {results}: the same again goes on.", err=True)
            raise
    return [Entry(name, variant, ev) for (name, variant), ev in zip(named, evs, strict=True)]


def tiles_of(text: str) -> tuple[int, ...]:
    """Read tiles and ranges of them, separated by commas; empty where none is open."""
    from ..fields import FIELDS

    named = text.strip()
    if not named:
        return ()
    try:
        tiles: tuple[int, ...] = FIELDS["tiles"].parse(
            f"{named}-{named}" if named.isdecimal() else named
        )
    except ValueError as error:
        raise InputError(
            f"open_tiles: got {text!r}, {error}; takes tiles such as 1,4,5 or 1-4"
        ) from None
    return tiles


def roll_of(text: str | None) -> int | tuple[int, ...] | None:
    """Read a roll: dice separated by commas, or a total; None where nothing was rolled."""
    if text is None:
        return None
    try:
        dice = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"roll: got {text!r}; takes dice such as 3,4, or their total") from None
    return dice[0] if len(dice) == 1 else dice


def payout_range(text: str) -> tuple[str, str | None]:
    """Read a range of payouts, LOW:HIGH; without HIGH it has no end."""
    from ..payout_function import payout_interval

    low, colon, high = (part.strip() for part in text.partition(":"))
    if not colon or ":" in high:
        raise InputError(f"payouts: got {text!r}; takes LOW:HIGH, such as 0:10, or 0:")
    try:
        payout_interval(low or "0", None if high in ENDLESS else high)
    except InputError as error:
        raise InputError(f"payouts: got {text!r}; {error}") from None
    return low or "0", None if high in ENDLESS else high


@contextmanager
def progress(length: int) -> Iterator[Callable[[float], None]]:
    """Show a bar on a terminal's stderr, once the work has taken a second."""
    start = time.monotonic()
    watched = sys.stderr is not None and sys.stderr.isatty()
    done = 0.0
    with click.progressbar(length=1000, file=sys.stderr, hidden=True) as bar:

        def advance(steps: float) -> None:
            nonlocal done
            done += steps
            bar.hidden = not watched or time.monotonic() - start < 1
            bar.update(round(1000 * done / length) - bar.pos)

        yield advance

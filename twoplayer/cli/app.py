"""The program: its commands in groups, and where what goes wrong becomes lines and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Any

import click

from ..errors import Fault, FileError, InputError, did_you_mean, shown, too_long, visible
from .command import OPTIONS, Helped
from .duration import printing, say

GONE = {
    "advise": "twoplayer play",
    "policy": "twoplayer play --all",
    "solo": "twoplayer play --for",
    "bounds": "twoplayer fair --bounds",
    "effects": "twoplayer table --effects",
    "show": "twoplayer rules",
    "seats": "twoplayer evening --players",
    "orders": "twoplayer evening --orders",
    "match": "twoplayer evening --rounds",
    "card": "twoplayer write card",
    "page": "twoplayer write page",
    "plot": "twoplayer write plot",
    "certify": "twoplayer write proof",
    "export": "twoplayer write model",
    "report": "python reports/make.py",
    "write reports": "python reports/make.py",
}
"""What commands of before are now, as they are typed."""
ALSO = {"solve": "fair"}
"""Other names of commands."""
_MOST_SAID = 50
_LONGEST_FAULT = 2000
"""The most faults that are told, and the most characters of one."""


class Grouped(Helped, click.Group):
    """Commands in groups, in an order of their own, each told in a whole sentence."""

    groups: Mapping[str, Sequence[click.Command]] = {}  # by what they are for

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, the first question first."""
        return [*self.commands]

    def resolve_command(
        self, ctx: click.Context, args: list[str], also: Iterable[str] = ()
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; a word that is none is told with those that are, or nearly it."""
        word, known = args[0], self.list_commands(ctx)
        path = f"{ctx.info_name} {word}" if ctx.parent else word
        if path in GONE and not ctx.resilient_parsing:
            raise gone(path)
        if not (word.startswith("-") or ctx.resilient_parsing or self.get_command(ctx, word)):
            takes = did_you_mean(word, [*known, *also]) or f"takes {' | '.join(known)}"
            what = self.subcommand_metavar.split()[0]
            raise click.UsageError(f"{what}: got {shown(word)}; {takes}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what every command does, in groups."""
        for question, some in self.groups.items():
            rows = [(str(each.name), each.get_short_help_str(_LONGEST_FAULT)) for each in some]
            formatter.write(f"\n{question}\n")
            with formatter.indentation():
                formatter.write_dl(rows, col_max=24)


class Commands(Grouped):
    """The commands, with one place where errors and interruptions become exit codes.

    A first word that is no command but a game is `fair` of it.
    """

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, or another name of it."""
        return super().get_command(ctx, ALSO.get(cmd_name, cmd_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str], also: Iterable[str] = ()
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, unless its first word is a game, or a command of before."""
        first = args[0]
        if first not in GONE and self.get_command(ctx, first) is None:
            from ..variant.registry import registered

            also = registered()
            if first.lower().endswith(".toml") or first in also:
                args = ["fair", *args]
        return super().resolve_command(ctx, args, also)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command line, and leave the process with its exit code."""
        if sys.stdout is None:  # it is closed: whatever is written there fails
            sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", closefd=False)
        try:
            with printing():  # completions
                sys.exit(super().main(*args, **{**kwargs, "standalone_mode": False}))
        except FileError as error:
            _say(str(error))
            sys.exit(3)
        except click.exceptions.NoArgsIsHelpError as error:
            for line in error.format_message().splitlines():
                say(line)
            sys.exit(error.exit_code)
        except click.ClickException as error:
            _say(" ".join(error.format_message().split()))
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            import signal

            signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left to interrupt
            sys.exit(130)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments, and know how wide help texts are."""
        return super().make_context(*args, terminal_width=_width(), **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, unless one is too long."""
        for before, text in pairwise(["", *args]):
            if reason := too_long(text):
                name = before if before.startswith("-") else "argument"
                raise click.UsageError(f"{name}: got {shown(text)}, {reason}")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and turn what goes wrong into a line and an exit code."""
        try:
            super().invoke(ctx)
            with printing():
                sys.stdout.flush()
        except InputError as error:
            _say(*self._as_typed(ctx, error))
            ctx.exit(3 if isinstance(error, FileError) else 2)
        except MemoryError:
            _say("memory: not enough for this game; takes fewer tiles, or simpler rolls")
            ctx.exit(2)
        except (OSError, ImportError, SystemError) as error:  # of a library, or the loading of one
            _say(f"system: {' '.join(str(error).split())}")
            ctx.exit(3)
        except EOFError as error:  # which to click is Ctrl-C
            _say(f"input: ends too early: {error}")
            ctx.exit(3)

    def _as_typed(self, ctx: click.Context, error: InputError) -> list[str]:
        """Return faults with the options that were typed instead of the parameters' names."""
        options: dict[str | None, str] = {}
        for each in ctx.meta.get(OPTIONS, ()):
            if isinstance(each, click.Option):
                flag = max(each.opts, key=len)
                options |= {each.name: flag, flag.lstrip("-").replace("-", "_"): flag}
        faults = (Fault(options.get(of, of), said) for of, said in error.faults)
        return list(map(str, faults))


def gone(name: str) -> click.UsageError:
    """Say what a command of before is now."""
    now = GONE[name]
    short, command = now.removeprefix("twoplayer "), now.partition(" --")[0]
    return click.UsageError(f'{name} is "{short}" now: `{command} -h`')


def _width() -> int:
    """Return the width of help texts, as click would; it imports a slow module to find it."""
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (ValueError, OSError):
        columns = 80
    return max(min(columns, 80) - 2, 50)


def _say(*faults: str) -> None:
    """Tell faults, each in a line, which is wrapped for people and stays one for programs."""
    people = os.environ.get("COLUMNS") or (sys.stderr and sys.stderr.isatty())
    for fault in faults[:_MOST_SAID]:
        cut = f"{fault[: _LONGEST_FAULT // 2]} … {fault[-_LONGEST_FAULT // 2 :]}"
        lines = [f"Error: {fault if len(fault) <= _LONGEST_FAULT else cut}"]
        if people:
            whole = visible(lines[0])
            lines = wrap(whole, _width(), break_long_words=False, break_on_hyphens=False)
        for number, line in enumerate(lines):
            say(f"{'  ' * bool(number)}{line}")
    if len(faults) > _MOST_SAID:
        say(f"Error: and {len(faults) - _MOST_SAID:,} more")

"""Where errors and interruptions become lines and exit codes."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from ..errors import FileError, InputError, UnknownNameError, visible
from .duration import say
from .options import RULES_TYPED

__all__ = ["Commands"]

_MOST_SAID = 50
_LONGEST = 2000
"""The most faults that are told, and the most characters of one."""


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
            _say(" ".join(error.format_message().split()))
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            import signal

            signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left to interrupt
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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what every command does, in a whole sentence."""
        rows = [
            (name, command.get_short_help_str(limit=_LONGEST))
            for name, command in sorted(self.commands.items())
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def _as_typed(self, ctx: click.Context, error: InputError) -> list[str]:
        """Return faults with the options that were typed instead of the parameters' names."""
        if isinstance(error, (FileError, UnknownNameError)):
            return str(error).splitlines()
        command = self.commands[ctx.invoked_subcommand or ""]
        typed = [*command.params, *ctx.meta.get(RULES_TYPED, ())]
        options = {p.name: max(p.opts, key=len) for p in typed if isinstance(p, click.Option)}
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
    for fault in faults[:_MOST_SAID]:
        cut = f"{fault[: _LONGEST // 2]} … {fault[-_LONGEST // 2 :]}"
        _say_line(f"Error: {fault if len(fault) <= _LONGEST else cut}")
    if len(faults) > _MOST_SAID:
        say(f"Error: and {len(faults) - _MOST_SAID:,} more")


def _say_line(text: str) -> None:
    """Tell a fault in a line, which is wrapped for people and stays one for programs."""
    if not (os.environ.get("COLUMNS") or (sys.stderr and sys.stderr.isatty())):
        say(text)
        return
    from textwrap import wrap

    lines = wrap(visible(text), _width(), break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        say(f"{'  ' * bool(number)}{line}")


def _silence_stdout() -> None:
    """Let Python flush to nowhere on its way out, where nothing can be written any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
